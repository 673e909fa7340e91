import { type ColumnType, type Generated, sql } from 'kysely';
import { mayTake } from '../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../platform/server/db/index.ts';
import { DEFINICION, type Definicion } from '../contract.ts';
import { type EstadoVersion, VERSION } from '../estados.ts';
import { HUELLA_DE_VERSION } from './reading.ts';

declare module '../../../platform/server/db/index.ts' {
  interface Tables {
    plantillas: {
      id: Generated<string>;
      nombre: string;
      descripcion: Generated<string>;
      creado_en: Generated<Date>;
      actualizado_en: Generated<Date>;
    };
    plantilla_versiones: {
      id: Generated<string>;
      plantilla_id: string;
      numero: number;
      estado: EstadoVersion;
      /** Of whatever format: it is read with `DEFINICION`. */
      definicion: ColumnType<unknown, string, string>;
      publicada_en: Date | null;
      /** Moves with each saving of a draft. */
      revision: Generated<number>;
      nota: Generated<string>;
      /** When a draft is to be published by itself. */
      publicar_en: ColumnType<Date | null, Date | null | undefined, Date | null>;
      archivada_en: ColumnType<Date | null, Date | null | undefined, Date | null>;
      /** Why, of one in whose place no other came. */
      archivada_motivo: ColumnType<string | null, string | null | undefined, string | null>;
      creado_en: Generated<Date>;
      actualizado_en: Generated<Date>;
      /** Account that saved the draft last; null: nobody has since it was begun. */
      guardado_por: ColumnType<string | null, string | null | undefined, string | null>;
    };
  }
}

export const insertPlantilla = async (
  trx: Trx,
  nombre: string,
  descripcion = '',
): Promise<string> => {
  const row = await trx
    .insertInto('plantillas')
    .values({ nombre, descripcion })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};

/** Versions of one plantilla are numbered and published one at a time. */
const lockPlantilla = (trx: Trx, id: string) =>
  trx.selectFrom('plantillas').select('id').where('id', '=', id).forUpdate().executeTakeFirst();

/** The version in force, or undefined. */
export const findPublicada = async (db: Db | Trx, plantillaId: string) => {
  const row = await db
    .selectFrom('plantilla_versiones')
    .select(['id', 'numero', 'definicion', 'publicada_en'])
    .where('plantilla_id', '=', plantillaId)
    .where('estado', '=', 'publicada')
    .executeTakeFirst();
  return row && { ...row, definicion: DEFINICION.read(row.definicion) };
};

/** A new draft, numbered after the last one. `definicion` is what `escritura/contract.ts` checked; `en`: begun then, and not now. */
export const insertVersion = async (
  trx: Trx,
  { plantillaId, definicion, en }: { plantillaId: string; definicion: Definicion; en?: Date },
): Promise<{ id: string; numero: number }> => {
  await lockPlantilla(trx, plantillaId);
  return trx
    .insertInto('plantilla_versiones')
    .values((eb) => ({
      plantilla_id: plantillaId,
      numero: eb
        .selectFrom('plantilla_versiones as v')
        .select(sql<number>`coalesce(max(v.numero), 0) + 1`.as('numero'))
        .where('v.plantilla_id', '=', plantillaId),
      estado: VERSION.pasos.escribir.a,
      definicion: DEFINICION.write(definicion),
      publicada_en: null,
      ...(en && { creado_en: en }),
    }))
    .returning(['id', 'numero'])
    .executeTakeFirstOrThrow();
};

/**
 * Puts a draft in force and archives the one that was, in the caller's transaction. Gives the digest of what it says from now on
 * (`HUELLA_DE_VERSION`); null (and nothing written) when it is no draft of that plantilla.
 */
export const publishVersion = async (
  trx: Trx,
  { plantillaId, versionId, ahora }: { plantillaId: string; versionId: string; ahora: Date },
): Promise<string | null> => {
  await lockPlantilla(trx, plantillaId);
  const mine = trx
    .selectFrom('plantilla_versiones')
    .select('id')
    .where('id', '=', versionId)
    .where('plantilla_id', '=', plantillaId)
    .where(mayTake(VERSION, 'publicar'));
  // First the old one leaves: the index of published versions admits only one at any moment.
  await trx
    .updateTable('plantilla_versiones')
    .set({ estado: VERSION.pasos.archivar.a, archivada_en: ahora })
    .where('plantilla_id', '=', plantillaId)
    .where(mayTake(VERSION, 'archivar'))
    .where((eb) => eb.exists(mine))
    .execute();
  const published = await trx
    .updateTable('plantilla_versiones as v')
    .set({ estado: VERSION.pasos.publicar.a, publicada_en: ahora, publicar_en: null })
    .where('v.id', '=', versionId)
    .where('v.plantilla_id', '=', plantillaId)
    .where(mayTake(VERSION, 'publicar', 'v.estado'))
    .returning(HUELLA_DE_VERSION.as('huella'))
    .executeTakeFirst();
  return published?.huella ?? null;
};
