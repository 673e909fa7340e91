import { arco } from './features/arco/server/feature.ts';
import { auditoria } from './features/auditoria/server/feature.ts';
import { catalogos } from './features/catalogos/server/feature.ts';
import { correcciones } from './features/correcciones/server/feature.ts';
import { correos } from './features/correos/server/feature.ts';
import { credenciales } from './features/credenciales/server/feature.ts';
import { cursando } from './features/cursando/server/feature.ts';
import { cursos } from './features/cursos/server/feature.ts';
import { documentos } from './features/documentos/server/feature.ts';
import { identidad } from './features/identidad/server/feature.ts';
import { indicadores } from './features/indicadores/server/feature.ts';
import { inicio } from './features/inicio/server/feature.ts';
import { inscripciones } from './features/inscripciones/server/feature.ts';
import { oferta } from './features/oferta/server/feature.ts';
import { personas } from './features/personas/server/feature.ts';
import { plantillas } from './features/plantillas/server/feature.ts';
import { posgrado } from './features/posgrado/server/feature.ts';
import { resultados } from './features/resultados/server/feature.ts';
import { rutas } from './features/rutas/server/feature.ts';
import { soporte } from './features/soporte/server/feature.ts';
import { trabajos } from './features/trabajos/server/feature.ts';
import { vistas } from './features/vistas/server/feature.ts';
import type { ServerFeature } from './platform/server/feature.ts';

/** The server's wing of every feature: a new one is one line here; the browser finds its own. */
export const SERVER_FEATURES: readonly ServerFeature[] = [
  inicio,
  identidad,
  personas,
  plantillas,
  cursos,
  inscripciones,
  oferta,
  cursando,
  resultados,
  indicadores,
  rutas,
  documentos,
  correcciones,
  catalogos,
  trabajos,
  correos,
  auditoria,
  vistas,
  arco,
  credenciales,
  posgrado,
  soporte,
];
