import { presentCurso, presentEdicion, presentLugares } from '../../../cursos/server/service.ts';
import type { Oferta } from '../contract.ts';
import type { OfertaRow } from './data.ts';

export const presentOferta = (row: OfertaRow, ahora: Date): Oferta => ({
  curso: presentCurso(row),
  edicion: presentEdicion(row),
  plantillaId: row.plantilla_id,
  lugares: presentLugares(row),
  momento: row.edicion_abre <= ahora ? 'abierta' : 'proxima',
  inscripcion:
    row.inscripcion_id !== null && row.inscripcion_estado !== null
      ? { id: row.inscripcion_id, estado: row.inscripcion_estado }
      : null,
});
