import { sql } from 'kysely';
import { digestOfJsonb } from '../../../../platform/server/db/jsonb.ts';

/** `huellaDeEnvio` of what is kept now, in `i` (inscripciones) and `a` (acuses). */
export const HUELLA_DE_ENVIO = digestOfJsonb(
  sql`jsonb_build_array(a.datos, i.respuestas, i.evaluacion, i.edicion_id, i.grupo_id, i.puntos, i.cupos,
    (extract(epoch from i.enviada_en) * 1000000)::bigint)`,
);

/** `huellaDeSensibles` of what is kept now, in `a` (acuses) and `r` (respuestas_sensibles). */
export const HUELLA_DE_SENSIBLES = digestOfJsonb(sql`jsonb_build_array(a.clave, r.sellado)`);
