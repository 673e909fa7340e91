import { type RawBuilder, sql } from 'kysely';
import { inEstado } from '../../../platform/server/db/estados.ts';
import type { Db } from '../../../platform/server/db/index.ts';
import { digestOfJsonb } from '../../../platform/server/db/jsonb.ts';
import { DEFINICION, type Definicion } from '../contract.ts';
import type { Reparto } from '../cupos/contract.ts';
import { VERSION } from '../estados.ts';

/** What SQL of other features reads of the version that its records were made under. */

export type VersionRow = {
  plantilla_nombre: string;
  version_id: string;
  version_numero: number;
  version_definicion: Definicion;
  version_publicada_en: Date;
};

/** A row as it comes: its definition is of whatever format it was written in. */
export type StoredVersion<Row extends { version_definicion: Definicion }> = Omit<
  Row,
  'version_definicion'
> & { version_definicion: unknown };

/** `join ${VERSION_DE.tables} on v.id = …`: the version is `v` and its plantilla `p`. */
export const VERSION_DE: {
  tables: RawBuilder<unknown>;
  columns: RawBuilder<unknown>;
  /** All but the definition: of many rows it is read once a version (`withDefiniciones`). */
  ligeras: RawBuilder<unknown>;
} = (() => {
  const ligeras = sql`p.nombre as plantilla_nombre, v.id as version_id, v.numero as version_numero,
    v.publicada_en as version_publicada_en`;
  return {
    tables: sql`(plantilla_versiones v join plantillas p on p.id = v.plantilla_id)`,
    columns: sql`${ligeras}, v.definicion as version_definicion`,
    ligeras,
  };
})();

/** The id of the version in force of a plantilla, in a column; null without one. */
export const versionEnVigor = (plantillaId: string): RawBuilder<string | null> =>
  sql<string | null>`(select vigor.id from plantilla_versiones vigor
    where vigor.plantilla_id = ${sql.ref(plantillaId)} and ${inEstado(VERSION, 'vigor.estado', 'publicada')})`;

/** The same, or the last one that was, where it was taken out with no other in its place. */
export const versionEnVigorOUltima = (plantillaId: string): RawBuilder<string | null> =>
  sql<
    string | null
  >`coalesce(${versionEnVigor(plantillaId)}, (select ultima.id from plantilla_versiones ultima
    where ultima.plantilla_id = ${sql.ref(plantillaId)} and ${inEstado(VERSION, 'ultima.estado', 'archivada')}
    order by ultima.numero desc limit 1))`;

/** Whether a version, by the column that says its state, is in force. */
export const isEnVigor = (estado: string): RawBuilder<boolean> =>
  sql<boolean>`${inEstado(VERSION, estado, 'publicada')}`;

/** How the version in force of a plantilla gives its seats out, in a column; null: it has none, or its version does not say. */
export const repartoEnVigor = (plantillaId: string): RawBuilder<Reparto | null> =>
  sql<Reparto | null>`(select vigor.definicion -> 'reparto' from plantilla_versiones vigor
    where vigor.plantilla_id = ${sql.ref(plantillaId)} and ${inEstado(VERSION, 'vigor.estado', 'publicada')})`;

/** The digest of what a version `v` says, which the signed history keeps when it is published: from then on it never changes. */
export const HUELLA_DE_VERSION = digestOfJsonb(sql`v.definicion`);

/** How many seats a version keeps for a quota, by its key, in a column of the version (`v.definicion`); null: it has no such quota. */
export const lugaresDeCupo = (definicion: string, clave: string): RawBuilder<number | null> =>
  sql<number | null>`(select (k ->> 'lugares')::numeric::int
    from jsonb_path_query(${sql.ref(definicion)}, '$.reparto.cupos[*] ? (@.lugares.type() == "number")') k
    where k ->> 'clave' = ${sql.ref(clave)} limit 1)`;

/** How many definitions are remembered as they were read. */
const RECORDADAS = 200;
const leidas = new Map<string, Definicion>();

/**
 * The definition of a version that was published, asked for and read once: from then on the database itself lets nobody change it.
 * Not for a draft's. It is everybody's: do not change what is given.
 */
export const readPublicada = async (db: Db, versionId: string): Promise<Definicion> => {
  const known = leidas.get(versionId);
  if (known) return known;
  const { rows } = await sql<{ definicion: unknown }>`
    select v.definicion from plantilla_versiones v where v.id = ${versionId}`.execute(db);
  const definicion = DEFINICION.read(rows[0]!.definicion);
  if (leidas.size >= RECORDADAS) leidas.delete(leidas.keys().next().value!);
  leidas.set(versionId, definicion);
  return definicion;
};

/** In place of a definition that cannot be read, among others: nothing is asked in it, and nobody may be let in by it. */
export const ILEGIBLE: Definicion = { secciones: [], reglas: [] };

/** The rows with their definitions as they are read today. One that cannot be read is `ILEGIBLE`. */
export const readDefiniciones = <Row extends { version_definicion: Definicion }>(
  rows: readonly StoredVersion<Row>[],
): Row[] =>
  rows.map(
    (row) =>
      ({
        ...row,
        version_definicion: DEFINICION.tryRead(row.version_definicion) ?? ILEGIBLE,
      }) as unknown as Row,
  );

/**
 * Rows of `VERSION_DE.ligeras` with their definitions: each version is read once, however many rows were made under it,
 * and by whoever keeps `known` (by its id) only in the first of their blocks. One that cannot be read is `ILEGIBLE`.
 */
export const withDefiniciones = async <Row extends VersionRow>(
  db: Db,
  rows: readonly Omit<Row, 'version_definicion'>[],
  known: Map<string, Definicion> = new Map(),
): Promise<Row[]> => {
  const missing = [...new Set(rows.map(({ version_id }) => version_id))].filter(
    (id) => !known.has(id),
  );
  if (missing.length > 0) {
    const found = await sql<{ id: string; definicion: unknown }>`
      select v.id, v.definicion from plantilla_versiones v where v.id = any(${missing}::uuid[])`.execute(
      db,
    );
    for (const { id, definicion } of found.rows)
      known.set(id, DEFINICION.tryRead(definicion) ?? ILEGIBLE);
  }
  return rows.map(
    (row) => ({ ...row, version_definicion: known.get(row.version_id)! }) as unknown as Row,
  );
};

/** The plantillas that one can enrol with, `select ${PLANTILLAS_VIGENTES.columns} from ${PLANTILLAS_VIGENTES.tables}`. */
export const PLANTILLAS_VIGENTES: { tables: RawBuilder<unknown>; columns: RawBuilder<unknown> } = {
  tables: sql`(plantillas p join plantilla_versiones v on v.plantilla_id = p.id
    and ${inEstado(VERSION, 'v.estado', 'publicada')})`,
  columns: sql`p.id, p.nombre`,
};

/** What a plantilla is called, by a column that points to it. */
export const plantillaNombre = (id: string): RawBuilder<string> =>
  sql<string>`(select p.nombre from plantillas p where p.id = ${sql.ref(id)})`;
