import { sql } from 'kysely';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    personas_accesibilidad: {
      persona_id: string;
      /** `{personaId, necesidades}`, sealed; null: they said nothing, or took it back. */
      sellado: string | null;
      version: number;
      actualizado_en: Date;
    };
  }
}

export const findAccesibilidad = (db: Db | Trx, personaId: string) =>
  db
    .selectFrom('personas_accesibilidad')
    .select(['sellado', 'version'])
    .where('persona_id', '=', personaId)
    .executeTakeFirst();

/** Instead of the version that was edited (0: there was none); false when there is another by now. */
export const saveSellado = async (
  trx: Trx,
  {
    personaId,
    sellado,
    version,
    ahora,
  }: { personaId: string; sellado: string | null; version: number; ahora: Date },
): Promise<boolean> => {
  const row = await trx
    .insertInto('personas_accesibilidad')
    .values({ persona_id: personaId, sellado, version: version + 1, actualizado_en: ahora })
    .onConflict((conflict) =>
      conflict
        .column('persona_id')
        .doUpdateSet({ sellado, version: version + 1, actualizado_en: ahora })
        .where('personas_accesibilidad.version', '=', version),
    )
    .returning('version')
    .executeTakeFirst();
  return row !== undefined;
};

/** Of these people; `lock` holds it until the transaction ends. */
export const selectAccesibilidad = (trx: Trx, personaIds: readonly string[], lock: boolean) =>
  trx
    .selectFrom('personas_accesibilidad')
    .select(['persona_id', 'sellado', 'version'])
    .where(sql<boolean>`persona_id = any(${personaIds}::uuid[])`)
    .orderBy('persona_id')
    .$if(lock, (query) => query.forUpdate())
    .execute();

export const deleteAccesibilidad = async (trx: Trx, personaId: string): Promise<void> => {
  await trx.deleteFrom('personas_accesibilidad').where('persona_id', '=', personaId).execute();
};
