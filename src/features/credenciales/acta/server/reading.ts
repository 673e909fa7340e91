import { type RawBuilder, sql } from 'kysely';
import { inEstado } from '../../../../platform/server/db/estados.ts';
import { LINEA } from '../../../resultados/server/reading.ts';
import { EMITIDO } from '../../estados.ts';

/** The grade that a document `d` says. */
export const CALIFICACION_DICHA: RawBuilder<unknown> = sql`(select replace(c ->> 'valor', ',', '.')::numeric
  from jsonb_array_elements(d.datos -> 'campos') c where c ->> 'key' = 'calificacion')`;

/**
 * Condition on a row `d`: the document is in force and disagrees with the newest version of its acta (`desacuerdoDe`, as a condition). A
 * reconocimiento thanks somebody, whether or not they passed.
 */
export const EN_DESACUERDO: RawBuilder<boolean> = sql<boolean>`(${inEstado(EMITIDO, 'd.estado', 'vigente')}
  and d.tipo in ('certificado', 'certificacion') and exists (
    select from ${LINEA.resultado} where x.inscripcion_id = d.inscripcion_id
      and (x.resultado = 'noAcreditada' or ${CALIFICACION_DICHA} is distinct from x.calificacion
        and ${CALIFICACION_DICHA} is not null)))`;
