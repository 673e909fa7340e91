import { sql } from 'kysely';
import { digestOfJsonb } from '../../../../platform/server/db/jsonb.ts';

/** `huellaDeEnvio` of what is kept now, in `i` (inscripciones) and `a` (acuses). */
export const HUELLA_DE_ENVIO = digestOfJsonb(
  sql`jsonb_build_array(a.datos, i.respuestas, i.evaluacion, i.edicion_id, i.grupo_id, i.puntos, i.cupos,
    (extract(epoch from i.enviada_en) * 1000000)::bigint)`,
);

/**
 * `huellaDeSensibles` of what is kept now, in `i` (inscripciones), `a` (acuses) and `r` (respuestas_sensibles). What came by a call has no
 * acuse of its own: its random `llave` is there instead of the key.
 */
export const HUELLA_DE_SENSIBLES = digestOfJsonb(
  sql`jsonb_build_array(coalesce(a.clave, i.llave::text), r.sellado)`,
);

/**
 * What the history keeps of an inscripción `i` that came by a call: what was answered, what it was decided on, in what, and its place in
 * line. Its random `llave` hides what could be guessed.
 */
export const HUELLA_DE_LUGAR = digestOfJsonb(
  sql`jsonb_build_array(i.llave, i.respuestas, i.evaluacion, i.edicion_id, i.puntos, i.cupos,
    (extract(epoch from i.enviada_en) * 1000000)::bigint)`,
);
