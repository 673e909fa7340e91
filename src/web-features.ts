import { auditoria } from './features/auditoria/web/feature.ts';
import { catalogos } from './features/catalogos/web/feature.ts';
import { correos } from './features/correos/web/feature.ts';
import { identidad } from './features/identidad/web/feature.ts';
import { inicio } from './features/inicio/web/feature.ts';
import { inscripciones } from './features/inscripciones/web/feature.ts';
import { personas } from './features/personas/web/feature.ts';
import { trabajos } from './features/trabajos/web/feature.ts';
import type { WebFeature } from './platform/web/feature.ts';

/** The browser's wing of every feature: a new one is one line here and one in `server-features.ts`. */
export const WEB_FEATURES: readonly WebFeature[] = [
  inicio,
  identidad,
  personas,
  inscripciones,
  catalogos,
  trabajos,
  correos,
  auditoria,
];
