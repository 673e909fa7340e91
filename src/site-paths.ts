import { auditoriaPaths } from './features/auditoria/routes.ts';
import { catalogosPaths } from './features/catalogos/routes.ts';
import { correosPaths } from './features/correos/routes.ts';
import { privacidadPaths } from './features/identidad/privacidad/routes.ts';
import { identidadPaths } from './features/identidad/routes.ts';
import { vinculacionesPaths } from './features/identidad/vinculaciones/routes.ts';
import { inscripcionesPaths } from './features/inscripciones/routes.ts';
import { fusionesPaths } from './features/personas/fusiones/routes.ts';
import { personasPaths } from './features/personas/routes.ts';

/**
 * The addresses of the application's screens, for both sides: the server answers them with its page, and others with
 * 404; the browser's application does not start with a screen that is not here.
 */
export const SITE_PATHS: readonly string[] = [
  '/',
  ...identidadPaths,
  ...privacidadPaths,
  ...vinculacionesPaths,
  ...auditoriaPaths,
  ...personasPaths,
  ...fusionesPaths,
  ...catalogosPaths,
  ...correosPaths,
  ...inscripcionesPaths,
];
