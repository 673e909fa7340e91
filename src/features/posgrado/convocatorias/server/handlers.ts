import type { Handler } from '../../../../platform/server/callables.ts';
import { aspirantesHandlers } from '../aspirantes/server/handlers.ts';
import { avanceHandlers } from '../avance/server/handlers.ts';
import { cierreHandlers } from '../cierre/server/handlers.ts';
import { escrituraHandlers } from '../escritura/server/handlers.ts';
import { modificacionesHandlers } from '../modificaciones/server/handlers.ts';

/** Everything that staff do to a call. */
export const convocatoriasHandlers: Handler[] = [
  ...avanceHandlers,
  ...escrituraHandlers,
  ...modificacionesHandlers,
  ...cierreHandlers,
  ...aspirantesHandlers,
];
