import { sql } from 'kysely';
import { inEstado, inGrupo } from '../../../../platform/server/db/estados.ts';
import type { Db } from '../../../../platform/server/db/index.ts';
import { uidDe } from '../../../identidad/server/reading.ts';
import { all } from '../../../inscripciones/invariantes/server/reading.ts';
import { CONVERSACION } from '../../estados.ts';

/** Conversations whose messages are not 1, 2, … up to the number that they say. */
export const selectNumeros = (db: Db) =>
  all(
    db,
    sql`select k.folio as donde, k.ultimo::text as dice, count(m.n)::text as son
      from soporte_conversaciones k left join soporte_mensajes m on m.conversacion_id = k.id
      where k.borrada_en is null group by k.id
      having count(m.n) <> k.ultimo or coalesce(max(m.n), 0) <> k.ultimo order by k.id`,
  );

/** Marks of what was read past the last message. */
export const selectLecturas = (db: Db) =>
  all(
    db,
    sql`select k.folio as donde, l.leido_hasta::text as dice, k.ultimo::text as son
      from soporte_lecturas l join soporte_conversaciones k on k.id = l.conversacion_id
      where l.leido_hasta > k.ultimo order by k.id`,
  );

/** Open conversations attended by their own person. */
export const selectPropias = (db: Db) =>
  all(
    db,
    sql`select k.folio as donde, null as dice, null as son from soporte_conversaciones k
      where ${inGrupo(CONVERSACION, 'abiertas', 'k.estado')} and k.agente_uid = ${uidDe('k.persona_id')} order by k.id`,
  );

/** Transcripts that are missing an hour after their conversation closed. */
export const selectSinTranscripcion = (db: Db, ahora: Date) =>
  all(
    db,
    sql`select k.folio as donde, null as dice, null as son from soporte_conversaciones k
      where ${inEstado(CONVERSACION, 'k.estado', 'cerrada')} and k.pdf_sha256 is null and k.borrada_en is null
        and k.cerrada_en < ${ahora}::timestamptz - interval '1 hour' order by k.id`,
  );
