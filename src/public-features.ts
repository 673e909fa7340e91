import { credencialesPublic } from './features/credenciales/web/public.ts';
import { identidadPublic } from './features/identidad/web/public.ts';
import { inicioPublic } from './features/inicio/web/public.ts';
import { inscripcionesPublic } from './features/inscripciones/web/public.ts';
import { posgradoPublic } from './features/posgrado/web/public.ts';
import type { PublicFeature } from './platform/web/public/page.ts';

/** What features give to the public wing. Read after the wing itself: the pages' styles come after the frame's. */
export const PUBLIC_FEATURES: readonly PublicFeature[] = [
  identidadPublic,
  inscripcionesPublic,
  inicioPublic,
  credencialesPublic,
  posgradoPublic,
];
