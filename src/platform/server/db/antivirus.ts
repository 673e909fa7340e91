import { type RawBuilder, sql } from 'kysely';

/** Why nobody reads some bytes: they wait for the antivirus, or it found something in them; null: they are read. */
export type Antivirus = 'cuarentena' | 'infectado' | null;

/** What the antivirus says of the object that a column refers to (`platform/server/storage/revision.ts`). */
export const antivirusOf = (columna: string): RawBuilder<Antivirus> => sql<Antivirus>`(
  select case when q.firma is null then 'cuarentena' else 'infectado' end
  from objetos_por_revisar q where q.objeto = ${sql.ref(columna)} and q.cuarentena)`;
