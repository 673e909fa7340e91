import { type Generated, type Selectable, sql } from 'kysely';
import { inEstado, mayTake } from '../../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import type { Tipo } from '../../rules.ts';
import { type EstadoVersionDiseno, VERSION_DISENO } from '../estados.ts';

type Disenos = {
  id: Generated<string>;
  tipo: Tipo;
  nombre: string;
  predeterminado: Generated<boolean>;
  creado_en: Generated<Date>;
};
type DisenoVersiones = {
  id: Generated<string>;
  diseno_id: string;
  numero: number;
  estado: EstadoVersionDiseno;
  definicion: unknown;
  revision: Generated<number>;
  actualizado_en: Generated<Date>;
  publicado_en: Date | null;
  publicado_por: string | null;
  archivado_en: Date | null;
};

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    disenos: Disenos;
    diseno_versiones: DisenoVersiones;
  }
}

export type DisenoRow = Selectable<Disenos>;
/** A version, with the kind of its design. */
export type VersionRow = Selectable<DisenoVersiones> & { tipo: Tipo };

/** Null: there is one of that kind with that name. */
export const insertDiseno = async (
  trx: Trx,
  row: { tipo: Tipo; nombre: string; creado_en: Date },
): Promise<string | null> =>
  (
    await trx
      .insertInto('disenos')
      .values(row)
      .onConflict((conflict) => conflict.columns(['tipo', 'nombre']).doNothing())
      .returning('id')
      .executeTakeFirst()
  )?.id ?? null;

/** Held until the transaction ends. */
export const lockDiseno = (trx: Trx, id: string): Promise<DisenoRow | undefined> =>
  trx.selectFrom('disenos').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const isNombreTomado = async (
  trx: Trx,
  { id, tipo, nombre }: Pick<DisenoRow, 'id' | 'tipo' | 'nombre'>,
): Promise<boolean> =>
  (await trx
    .selectFrom('disenos')
    .select('id')
    .where('tipo', '=', tipo)
    .where('nombre', '=', nombre)
    .where('id', '<>', id)
    .executeTakeFirst()) !== undefined;

export const updateNombre = async (trx: Trx, id: string, nombre: string): Promise<void> => {
  await trx.updateTable('disenos').set({ nombre }).where('id', '=', id).execute();
};

/** Of its kind, this one and no other. */
export const setPredeterminado = async (
  trx: Trx,
  { id, tipo }: Pick<DisenoRow, 'id' | 'tipo'>,
): Promise<void> => {
  const of = (predeterminado: boolean) =>
    trx.updateTable('disenos').set({ predeterminado }).where('tipo', '=', tipo);
  await of(false).where('predeterminado', '=', true).execute();
  await of(true).where('id', '=', id).execute();
};

/** All of them, those of a kind together, the default first. */
export const selectDisenos = (db: Db): Promise<DisenoRow[]> =>
  db
    .selectFrom('disenos')
    .selectAll()
    .orderBy('tipo')
    .orderBy('predeterminado', 'desc')
    .orderBy('nombre')
    .orderBy('id')
    .execute();

export const findDiseno = (db: Db | Trx, id: string): Promise<DisenoRow | undefined> =>
  db.selectFrom('disenos').selectAll().where('id', '=', id).executeTakeFirst();

/** A version without what it says, and how many documents were issued with it. */
export type VersionContada = Pick<
  VersionRow,
  'id' | 'diseno_id' | 'numero' | 'estado' | 'actualizado_en' | 'publicado_en'
> & { documentos: number };

/** The versions of some designs, or of all of them, the newest first. */
export const selectVersiones = (db: Db, disenoId?: string): Promise<VersionContada[]> =>
  db
    .selectFrom('diseno_versiones')
    .select(['id', 'diseno_id', 'numero', 'estado', 'actualizado_en', 'publicado_en'])
    .select(
      sql<number>`(select count(*)::int from documentos_emitidos d where d.diseno_version_id = diseno_versiones.id)`.as(
        'documentos',
      ),
    )
    .$if(disenoId !== undefined, (rows) => rows.where('diseno_id', '=', disenoId!))
    .orderBy('numero', 'desc')
    .execute();

const versiones = (db: Db | Trx) =>
  db
    .selectFrom('diseno_versiones')
    .innerJoin('disenos', 'disenos.id', 'diseno_versiones.diseno_id')
    .selectAll('diseno_versiones')
    .select('disenos.tipo');

export const findVersion = (db: Db | Trx, id: string): Promise<VersionRow | undefined> =>
  versiones(db).where('diseno_versiones.id', '=', id).executeTakeFirst();

/** Held until the transaction ends. */
export const lockVersion = (trx: Trx, id: string): Promise<VersionRow | undefined> =>
  versiones(trx)
    .where('diseno_versiones.id', '=', id)
    .forUpdate('diseno_versiones')
    .executeTakeFirst();

/** The version in force of a design, or of the default one of a kind. */
export const findPublicada = (
  db: Db | Trx,
  of: { disenoId: string } | { tipo: Tipo },
): Promise<VersionRow | undefined> =>
  versiones(db)
    .where(inEstado(VERSION_DISENO, 'diseno_versiones.estado', 'publicada'))
    .$if('disenoId' in of, (rows) =>
      rows.where('disenos.id', '=', 'disenoId' in of ? of.disenoId : ''),
    )
    .$if('tipo' in of, (rows) =>
      rows
        .where('disenos.predeterminado', '=', true)
        .where('disenos.tipo', '=', 'tipo' in of ? of.tipo : 'certificado'),
    )
    .executeTakeFirst();

/** Those with which a document of that kind may be issued, the default first. */
export const selectPublicadas = (
  db: Db,
  tipo: Tipo,
): Promise<(VersionRow & { nombre: string; predeterminado: boolean })[]> =>
  versiones(db)
    .select(['disenos.nombre', 'disenos.predeterminado'])
    .where('disenos.tipo', '=', tipo)
    .where(inEstado(VERSION_DISENO, 'diseno_versiones.estado', 'publicada'))
    .orderBy('disenos.predeterminado', 'desc')
    .orderBy('disenos.nombre')
    .execute();

/** The next draft of a design; null: it has one already. */
export const insertBorrador = async (
  trx: Trx,
  { disenoId, definicion, ahora }: { disenoId: string; definicion: string; ahora: Date },
): Promise<{ id: string; numero: number } | null> =>
  (await trx
    .insertInto('diseno_versiones')
    .values({
      diseno_id: disenoId,
      numero: sql<number>`(select coalesce(max(numero), 0) + 1 from diseno_versiones where diseno_id = ${disenoId})`,
      estado: 'borrador',
      definicion,
      actualizado_en: ahora,
    } as never)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'numero'])
    .executeTakeFirst()) ?? null;

export const updateDefinicion = async (
  trx: Trx,
  { id, definicion, ahora }: { id: string; definicion: string; ahora: Date },
): Promise<void> => {
  await trx
    .updateTable('diseno_versiones')
    .set({ definicion, revision: sql<number>`revision + 1`, actualizado_en: ahora } as never)
    .where('id', '=', id)
    .where(mayTake(VERSION_DISENO, 'guardar'))
    .execute();
};

/** The published version of a design is kept, and issued with no more; its id, or null: it had none. */
export const archivePublicada = async (
  trx: Trx,
  disenoId: string,
  ahora: Date,
): Promise<{ id: string; numero: number } | null> =>
  (await trx
    .updateTable('diseno_versiones')
    .set({ estado: VERSION_DISENO.pasos.archivar.a, archivado_en: ahora })
    .where('diseno_id', '=', disenoId)
    .where(mayTake(VERSION_DISENO, 'archivar'))
    .returning(['id', 'numero'])
    .executeTakeFirst()) ?? null;

export const publishBorrador = async (
  trx: Trx,
  { id, uid, ahora }: { id: string; uid: string; ahora: Date },
): Promise<void> => {
  await trx
    .updateTable('diseno_versiones')
    .set({
      estado: VERSION_DISENO.pasos.publicar.a,
      publicado_en: ahora,
      publicado_por: uid,
    })
    .where('id', '=', id)
    .where(mayTake(VERSION_DISENO, 'publicar'))
    .execute();
};

/** False: it is no draft any more. */
export const deleteBorrador = async (trx: Trx, id: string): Promise<boolean> => {
  const { numDeletedRows } = await trx
    .deleteFrom('diseno_versiones')
    .where('id', '=', id)
    .where(mayTake(VERSION_DISENO, 'descartar'))
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
};

/** A design that never had a version but the one that was thrown away goes with it. */
export const deleteSinVersiones = async (trx: Trx, id: string): Promise<boolean> => {
  const { numDeletedRows } = await trx
    .deleteFrom('disenos')
    .where('id', '=', id)
    .where(sql<boolean>`not exists (select from diseno_versiones v where v.diseno_id = disenos.id)`)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
};
