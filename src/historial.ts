/** The third composition root, on both sides: what every feature leaves in the history, in words. */
import { auditoriaHistorial } from './features/auditoria/historial.ts';
import { catalogosHistorial } from './features/catalogos/historial.ts';
import { correosHistorial } from './features/correos/historial.ts';
import { archivosHistorial } from './features/identidad/archivos/historial.ts';
import { factorHistorial } from './features/identidad/factor/historial.ts';
import { identidadHistorial } from './features/identidad/historial.ts';
import { vinculacionesHistorial } from './features/identidad/vinculaciones/historial.ts';
import { acuseHistorial } from './features/inscripciones/acuse/historial.ts';
import { inscripcionesHistorial } from './features/inscripciones/historial.ts';
import { sensiblesHistorial } from './features/inscripciones/sensibles/historial.ts';
import { fusionesHistorial } from './features/personas/fusiones/historial.ts';
import { personasHistorial } from './features/personas/historial.ts';
import { trabajosHistorial } from './features/trabajos/historial.ts';
import { createVocabulario } from './platform/shared/historial.ts';

/** In the order in which the filter of the history offers the kinds of record. */
export const VOCABULARIO = createVocabulario([
  identidadHistorial,
  personasHistorial,
  inscripcionesHistorial,
  archivosHistorial,
  factorHistorial,
  catalogosHistorial,
  trabajosHistorial,
  acuseHistorial,
  correosHistorial,
  vinculacionesHistorial,
  fusionesHistorial,
  auditoriaHistorial,
  sensiblesHistorial,
]);
