/** What the statements that prove the inscripciones have in common. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../../platform/server/db/index.ts';
import { ACTIVIDAD } from '../../../cursos/server/reading.ts';

/** What does not agree: where, what is kept and what it should be. */
export type HallazgoRow = { donde: string; dice: string | null; son: string | null };

/** As many of each as are told. */
const LIMIT = 50;

/** How an edition is called. */
export const nombre = sql`c.nombre || ', ' || e.nombre`;

/** How one of them is called: its folio; without an acuse, its id. */
export const folioDe = (
  alias: string,
) => sql<string>`coalesce('folio ' || (select regexp_replace(a.folio, '(.{4})(?=.)', '\\1-', 'g')
  from acuses a where a.inscripcion_id = ${sql.ref(alias)}), 'inscripción ' || ${sql.ref(alias)})`;

/** The same with where it is, if that is there. */
export const deCual = (alias: string) => sql<string>`coalesce((select ${nombre} from inscripciones d
  join ${ACTIVIDAD.tables} on e.id = d.edicion_id where d.id = ${sql.ref(alias)}) || ', ', '') || ${folioDe(alias)}`;

/** An instant as the program writes it. */
export const isoDe = (columna: string) =>
  sql<string>`to_char(${sql.ref(columna)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Some of what a query finds. */
export const all = async (db: Db, query: RawBuilder<HallazgoRow>): Promise<HallazgoRow[]> =>
  (await sql<HallazgoRow>`${query} limit ${LIMIT}`.execute(db)).rows;
