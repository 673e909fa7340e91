import { sql } from 'kysely';
import { mayTake } from '../../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { DEFINICION_RUTA, leerRuta } from '../../contract.ts';
import { type EstadoVersionRuta, VERSION_RUTA } from '../../estados.ts';
import { cursosDe, type DefinicionRuta } from '../../rules.ts';

/** A route, held until the transaction ends: its versions are written one at a time. */
export const lockRuta = (trx: Trx, id: string) =>
  trx
    .selectFrom('rutas')
    .select(['id', 'clave'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export type VersionRow = {
  id: string;
  ruta_id: string;
  numero: number;
  estado: EstadoVersionRuta;
  definicion: DefinicionRuta;
  nota: string;
  version: number;
  publicada_en: Date | null;
  archivada_en: Date | null;
  actualizado_en: Date;
  personas: number;
};

/** All versions of a route, the newest first. */
export const selectVersiones = async (db: Db | Trx, rutaId: string): Promise<VersionRow[]> => {
  const { rows } = await sql<VersionRow>`
    select v.id, v.ruta_id, v.numero, v.estado, v.definicion, v.nota, v.version, v.publicada_en, v.archivada_en,
      v.actualizado_en, (select count(*)::int from ruta_personas rp where rp.version_id = v.id) as personas
    from ruta_versiones v where v.ruta_id = ${rutaId} order by v.numero desc`.execute(db);
  return rows.map((row) => ({ ...row, definicion: leerRuta(row.definicion) }));
};

/** A new route; false when its clave is another's. The constraint decides. */
export const insertRuta = async (
  trx: Trx,
  row: { id: string; clave: string; creado_en: Date },
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('rutas')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
};

const replaceCursos = async (trx: Trx, versionId: string, definicion: DefinicionRuta) => {
  await trx.deleteFrom('ruta_cursos').where('version_id', '=', versionId).execute();
  const cursos = cursosDe(definicion);
  if (cursos.length === 0) return;
  await trx
    .insertInto('ruta_cursos')
    .values(cursos.map((curso_id) => ({ version_id: versionId, curso_id })))
    .execute();
};

/** A draft, numbered after the last version; null when there is one already. */
export const insertBorrador = async (
  trx: Trx,
  { rutaId, definicion, ahora }: { rutaId: string; definicion: DefinicionRuta; ahora: Date },
): Promise<{ id: string; numero: number } | null> => {
  const row = await trx
    .insertInto('ruta_versiones')
    .values((eb) => ({
      ruta_id: rutaId,
      numero: eb
        .selectFrom('ruta_versiones as v')
        .select(sql<number>`coalesce(max(v.numero), 0) + 1`.as('numero'))
        .where('v.ruta_id', '=', rutaId),
      estado: VERSION_RUTA.pasos.escribir.a,
      definicion: DEFINICION_RUTA.write(definicion),
      publicada_en: null,
      creado_en: ahora,
      actualizado_en: ahora,
    }))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'numero'])
    .executeTakeFirst();
  if (!row) return null;
  await replaceCursos(trx, row.id, definicion);
  return row;
};

/** Saves the draft that was read as `version`; null when it is another by now, or none. */
export const updateBorrador = async (
  trx: Trx,
  {
    rutaId,
    version,
    definicion,
    ahora,
  }: { rutaId: string; version: number; definicion: DefinicionRuta; ahora: Date },
): Promise<{ id: string; version: number } | null> => {
  const row = await trx
    .updateTable('ruta_versiones')
    .set((eb) => ({
      definicion: DEFINICION_RUTA.write(definicion),
      version: eb('version', '+', 1),
      actualizado_en: ahora,
    }))
    .where('ruta_id', '=', rutaId)
    .where('version', '=', version)
    .where(mayTake(VERSION_RUTA, 'publicar'))
    .returning(['id', 'version'])
    .executeTakeFirst();
  if (!row) return null;
  await replaceCursos(trx, row.id, definicion);
  return row;
};

/** Drops the draft, and the route with it when it never had another version. Null when it is another by now, or none. */
export const deleteBorrador = async (
  trx: Trx,
  rutaId: string,
  version: number,
): Promise<{ borrada: boolean } | null> => {
  const { numDeletedRows } = await trx
    .deleteFrom('ruta_versiones')
    .where('ruta_id', '=', rutaId)
    .where('version', '=', version)
    .where(mayTake(VERSION_RUTA, 'descartar'))
    .executeTakeFirst();
  if (numDeletedRows === 0n) return null;
  const gone = await trx
    .deleteFrom('rutas')
    .where('id', '=', rutaId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('ruta_versiones as v').select('v.id').where('v.ruta_id', '=', rutaId))),
    )
    .executeTakeFirst();
  return { borrada: gone.numDeletedRows === 1n };
};

/** Takes the version in force out of it; false when there was none. */
export const archivePublicada = async (trx: Trx, rutaId: string, ahora: Date): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('ruta_versiones')
    .set({ estado: VERSION_RUTA.pasos.archivar.a, archivada_en: ahora, actualizado_en: ahora })
    .where('ruta_id', '=', rutaId)
    .where(mayTake(VERSION_RUTA, 'archivar'))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** Puts the draft in force; null when it is another by now, or none. First the one in force leaves. */
export const publishBorrador = async (
  trx: Trx,
  { rutaId, version, nota, ahora }: { rutaId: string; version: number; nota: string; ahora: Date },
): Promise<{ id: string; numero: number } | null> =>
  (await trx
    .updateTable('ruta_versiones')
    .set({
      estado: VERSION_RUTA.pasos.publicar.a,
      nota,
      publicada_en: ahora,
      actualizado_en: ahora,
    })
    .where('ruta_id', '=', rutaId)
    .where('version', '=', version)
    .where(mayTake(VERSION_RUTA, 'publicar'))
    .returning(['id', 'numero'])
    .executeTakeFirst()) ?? null;
