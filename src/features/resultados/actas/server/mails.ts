import type { Env } from '../../../../platform/server/env.ts';
import type { Message } from '../../../../platform/server/notificaciones/index.ts';
import { nameInItsCase } from '../../../../platform/shared/names.ts';
import { propioPath, tabPath } from '../../../personas/routes.ts';
import { PESTANA_KARDEX } from '../../routes.ts';
import type { ActividadImpresa } from '../contract.ts';
import { RESULTADOS } from './textos.ts';

/** Whom a result is told to. */
export type Destinatario = { uid: string; email: string; nombre: string; clave: string };

/** Says that somebody's result is there, or that it was corrected; what it is, the portal says. */
export const resultadoMail = (
  env: Env,
  to: Destinatario,
  { curso, edicion }: ActividadImpresa,
  correccion: boolean,
): Message => ({
  to: to.email,
  clase: 'resultados',
  uid: to.uid,
  enlace: propioPath(PESTANA_KARDEX),
  ...RESULTADOS.carta(correccion ? 'resultado.corregido' : 'resultado.registrado', {
    curso: curso.nombre,
    edicion: edicion.nombre,
  }),
  name: nameInItsCase(to.nombre),
  action: { label: 'Ver mi kárdex', url: `${env.publicUrl}${tabPath(to.clave, PESTANA_KARDEX)}` },
  reason: 'Recibe este mensaje porque se inscribió en el portal.',
});
