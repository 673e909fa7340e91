import { presentCurso, presentEdicion, presentLugares } from '../../../cursos/server/service.ts';
import { hasEspera, repartoDe } from '../../../plantillas/cupos/rules.ts';
import type { Reserva } from '../../contract.ts';
import type { Oferta } from '../contract.ts';
import { momentoDeInscripcion } from '../rules.ts';
import type { OfertaRow } from './reading.ts';

/** A card of the offer at a moment; `reserva`: what of its seats is kept for some, for whoever asks. */
export const presentOferta = (row: OfertaRow, reserva: Reserva | null, ahora: Date): Oferta => {
  const edicion = presentEdicion(row);
  const reparto = repartoDe({ reparto: row.edicion_reparto ?? undefined });
  return {
    curso: presentCurso(row),
    edicion,
    plantillaId: row.plantilla_id,
    lugares: presentLugares(row),
    reserva,
    // One enters by its call, whatever its seats.
    espera:
      hasEspera(reparto) && !edicion.porConvocatoria
        ? { antes: row.edicion_en_fila, porPuntos: reparto.alLlenarse === 'esperaPorPuntos' }
        : null,
    momento: momentoDeInscripcion(edicion, ahora),
    inscripcion:
      row.inscripcion_id !== null && row.inscripcion_estado !== null
        ? { id: row.inscripcion_id, estado: row.inscripcion_estado }
        : null,
  };
};
