import { type RawBuilder, sql } from 'kysely';
import { ACTIVIDAD, type ActividadRow } from '../../../cursos/server/reading.ts';
import type { Reparto } from '../../../plantillas/cupos/contract.ts';
import { repartoEnVigor } from '../../../plantillas/server/reading.ts';
import { EN_FILA, INSCRIPCION_VIVA, type InscripcionVivaRow } from '../../server/reading.ts';

/** What a card of the offer is made of. */
export type OfertaRow = ActividadRow &
  InscripcionVivaRow & {
    /** How the version in force gives the seats out; null: it does not say. */
    edicion_reparto: Reparto | null;
    /** How many wait in line. */
    edicion_en_fila: number;
  };

/** `select ${OFERTA.columns} from ${ACTIVIDAD.tables} left join ${INSCRIPCION_VIVA.de(personaId)}`. */
export const OFERTA: { columns: RawBuilder<unknown> } = {
  columns: sql`${ACTIVIDAD.columns}, ${INSCRIPCION_VIVA.columns}, ${EN_FILA} as edicion_en_fila,
    ${repartoEnVigor('e.plantilla_id')} as edicion_reparto`,
};
