import { presentCurso, presentEdicion, presentLugares } from '../../../cursos/server/service.ts';
import type { Oferta } from '../contract.ts';
import { momentoDeInscripcion } from '../rules.ts';
import type { OfertaRow } from './data.ts';

export const presentOferta = (row: OfertaRow, ahora: Date): Oferta => {
  const edicion = presentEdicion(row);
  return {
    curso: presentCurso(row),
    edicion,
    plantillaId: row.plantilla_id,
    lugares: presentLugares(row),
    momento: momentoDeInscripcion(edicion, ahora),
    inscripcion:
      row.inscripcion_id !== null && row.inscripcion_estado !== null
        ? { id: row.inscripcion_id, estado: row.inscripcion_estado }
        : null,
  };
};
