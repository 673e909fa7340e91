import { sql } from 'kysely';
import { inEstado, mayTake } from '../../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { DEFINICION, type Definicion } from '../../contract.ts';
import { type EstadoVersion, VERSION } from '../../estados.ts';

/** A version with its plantilla's name and its definition as it is read today. */
export type VersionRow = {
  id: string;
  plantilla_id: string;
  plantilla_nombre: string;
  numero: number;
  estado: EstadoVersion;
  revision: number;
  nota: string;
  definicion: Definicion;
  creado_en: Date;
  actualizado_en: Date;
  publicada_en: Date | null;
  publicar_en: Date | null;
  archivada_en: Date | null;
  archivada_motivo: string | null;
  guardado_por: string | null;
};

const COLUMNS = sql`v.id, v.plantilla_id, p.nombre as plantilla_nombre, v.numero, v.estado, v.revision, v.nota,
  v.creado_en, v.actualizado_en, v.publicada_en, v.publicar_en, v.archivada_en, v.archivada_motivo,
  v.guardado_por`;

const read = ({ definicion, ...row }: VersionRow): VersionRow => ({
  ...row,
  definicion: DEFINICION.read(definicion),
});

export const findVersion = async (db: Db | Trx, id: string): Promise<VersionRow | undefined> => {
  const { rows } = await sql<VersionRow>`select ${COLUMNS}, v.definicion
    from plantilla_versiones v join plantillas p on p.id = v.plantilla_id where v.id = ${id}`.execute(
    db,
  );
  return rows[0] && read(rows[0]);
};

/** The same, held until the transaction ends. */
export const lockVersion = async (trx: Trx, id: string): Promise<VersionRow | undefined> => {
  const { rows } = await sql<VersionRow>`select ${COLUMNS}, v.definicion
    from plantilla_versiones v join plantillas p on p.id = v.plantilla_id where v.id = ${id}
    for update of v`.execute(trx);
  return rows[0] && read(rows[0]);
};

/** The versions of a plantilla, the newest first, without what they say. */
export const selectVersiones = async (
  db: Db,
  plantillaId: string,
): Promise<Omit<VersionRow, 'definicion'>[]> => {
  const { rows } = await sql<Omit<VersionRow, 'definicion'>>`select ${COLUMNS}
    from plantilla_versiones v join plantillas p on p.id = v.plantilla_id
    where v.plantilla_id = ${plantillaId} order by v.numero desc`.execute(db);
  return rows;
};

/** Keys of fields that the other versions of a plantilla have, whatever format each was written in; of one that cannot be read, none. */
export const selectClavesUsadas = async (
  db: Db,
  { plantillaId, menos }: { plantillaId: string; menos: string },
): Promise<string[]> => {
  const { rows } = await sql<{ clave: string }>`
    select distinct c #>> '{}' as clave
    from plantilla_versiones v, jsonb_path_query(v.definicion, '$.secciones[*].campos[*].clave') c
    where v.plantilla_id = ${plantillaId} and v.id <> ${menos} order by 1`.execute(db);
  return rows.map(({ clave }) => clave);
};

export type PlantillaRow = {
  id: string;
  nombre: string;
  descripcion: string;
  actualizado_en: Date;
  publicada_id: string | null;
  publicada_numero: number | null;
  publicada_en: Date | null;
  borrador_id: string | null;
  borrador_numero: number | null;
  borrador_en: Date | null;
};

/** All plantillas; a school has some dozens, and the list is looked through as one has it. */
export const selectPlantillas = async (db: Db): Promise<PlantillaRow[]> => {
  const { rows } = await sql<PlantillaRow>`
    select p.id, p.nombre, p.descripcion,
      greatest(p.actualizado_en, (select max(v.actualizado_en) from plantilla_versiones v
        where v.plantilla_id = p.id)) as actualizado_en,
      pu.id as publicada_id, pu.numero as publicada_numero, pu.publicada_en,
      bo.id as borrador_id, bo.numero as borrador_numero, bo.actualizado_en as borrador_en
    from plantillas p
    left join plantilla_versiones pu on pu.plantilla_id = p.id
      and ${inEstado(VERSION, 'pu.estado', 'publicada')}
    left join lateral (select v.id, v.numero, v.actualizado_en from plantilla_versiones v
      where v.plantilla_id = p.id and ${inEstado(VERSION, 'v.estado', 'borrador')}
      order by v.numero desc limit 1) bo on true
    order by orden_natural(p.nombre) collate "C", p.id`.execute(db);
  return rows;
};

export const findPlantilla = (db: Db | Trx, id: string) =>
  db
    .selectFrom('plantillas')
    .select(['id', 'nombre', 'descripcion', 'actualizado_en'])
    .where('id', '=', id)
    .executeTakeFirst();

type Nombre = { nombre: string; descripcion: string };

export const updateNombre = async (
  trx: Trx,
  id: string,
  next: Nombre,
  antes: Nombre,
  ahora: Date,
): Promise<'escrita' | 'cambio' | 'noExiste'> => {
  const row = await trx
    .selectFrom('plantillas')
    .select(['nombre', 'descripcion'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return 'noExiste';
  if (row.nombre !== antes.nombre || row.descripcion !== antes.descripcion) return 'cambio';
  await trx
    .updateTable('plantillas')
    .set({ ...next, actualizado_en: ahora })
    .where('id', '=', id)
    .execute();
  return 'escrita';
};

/** The draft of a plantilla, which is held: two do not begin one at once. */
export const findBorrador = async (
  trx: Trx,
  plantillaId: string,
): Promise<{ id: string } | undefined> => {
  await trx
    .selectFrom('plantillas')
    .select('id')
    .where('id', '=', plantillaId)
    .forUpdate()
    .execute();
  return trx
    .selectFrom('plantilla_versiones')
    .select('id')
    .where('plantilla_id', '=', plantillaId)
    .where(inEstado(VERSION, 'estado', 'borrador'))
    .executeTakeFirst();
};

export const updateDefinicion = async (
  trx: Trx,
  id: string,
  definicion: Definicion,
  { por, ahora }: { por: string; ahora: Date },
): Promise<void> => {
  await trx
    .updateTable('plantilla_versiones')
    .set((eb) => ({
      definicion: DEFINICION.write(definicion),
      revision: eb('revision', '+', 1),
      actualizado_en: ahora,
      guardado_por: por,
    }))
    .where('id', '=', id)
    .where(mayTake(VERSION, 'guardar'))
    .execute();
};

export const setProgramada = async (
  trx: Trx,
  id: string,
  { nota, publicarEn }: { nota: string; publicarEn: Date | null },
): Promise<void> => {
  await trx
    .updateTable('plantilla_versiones')
    .set({ nota, publicar_en: publicarEn })
    .where('id', '=', id)
    .where(mayTake(VERSION, 'guardar'))
    .execute();
};

export const selectPorPublicar = (db: Db, ahora: Date) =>
  db
    .selectFrom('plantilla_versiones as v')
    .innerJoin('plantillas as p', 'p.id', 'v.plantilla_id')
    .select(['v.id', 'v.plantilla_id', 'v.numero', 'v.publicar_en', 'p.nombre'])
    .where('v.publicar_en', '<=', ahora)
    .where(inEstado(VERSION, 'v.estado', 'borrador'))
    .execute();

/** Versions with the name of their plantilla, by id, as the history names them. */
export const selectNombresDeVersion = async (
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; plantilla_id: string; numero: number; nombre: string }[]> =>
  db
    .selectFrom('plantilla_versiones as v')
    .innerJoin('plantillas as p', 'p.id', 'v.plantilla_id')
    .select(['v.id', 'v.plantilla_id', 'v.numero', 'p.nombre'])
    .where(sql<boolean>`v.id = any(${ids}::uuid[])`)
    .execute();

/** The earliest moment, of those after `tras`, at which a draft is to be published by itself. */
export const selectProximaPublicacion = async (db: Db, tras: Date | null): Promise<Date | null> => {
  const row = await db
    .selectFrom('plantilla_versiones as v')
    .select((e) => e.fn.min('v.publicar_en').as('en'))
    .where('v.publicar_en', 'is not', null)
    .$if(tras !== null, (query) => query.where('v.publicar_en', '>', tras))
    .where(inEstado(VERSION, 'v.estado', 'borrador'))
    .executeTakeFirst();
  return row?.en ?? null;
};

export const archivePublicada = async (
  trx: Trx,
  id: string,
  { motivo, ahora }: { motivo: string; ahora: Date },
): Promise<boolean> => {
  const result = await trx
    .updateTable('plantilla_versiones')
    .set({ estado: VERSION.pasos.archivar.a, archivada_en: ahora, archivada_motivo: motivo })
    .where('id', '=', id)
    .where(mayTake(VERSION, 'archivar'))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
};

export const deleteBorrador = async (trx: Trx, id: string): Promise<boolean> => {
  const result = await trx
    .deleteFrom('plantilla_versiones')
    .where('id', '=', id)
    .where(mayTake(VERSION, 'descartar'))
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
};

/** Whether another plantilla is called so, accents and case apart; one at a time asks, until its transaction ends. */
export const isNombreTomado = async (
  trx: Trx,
  nombre: string,
  menos: string | null,
): Promise<boolean> => {
  await sql`select pg_advisory_xact_lock(728029)`.execute(trx);
  const { rows } = await sql`select 1 from plantillas
    where plegar(nombre) = plegar(${nombre}) and id is distinct from ${menos}`.execute(trx);
  return rows.length > 0;
};
