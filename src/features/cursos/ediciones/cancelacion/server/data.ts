import { sql } from 'kysely';
import type { Trx } from '../../../../../platform/server/db/index.ts';

/** Cancels it as it was read (`escritura`); false when anybody wrote it since, a seat that was taken too. */
export const updateCancelada = async (
  trx: Trx,
  { id, escritura }: { id: string; escritura: string },
  { ahora, motivo, alternativaId }: { ahora: Date; motivo: string; alternativaId: string | null },
  lugares: number,
): Promise<boolean> => {
  const result = await trx
    .updateTable('ediciones')
    .set((eb) => ({
      cancelada_en: ahora,
      cancelacion_motivo: motivo,
      cancelacion_alternativa_id: alternativaId,
      ocupados: eb('ocupados', '-', lugares),
      version: eb('version', '+', 1),
      actualizado_en: ahora,
    }))
    .where('id', '=', id)
    .where(sql<boolean>`xmin::text = ${escritura}`)
    .where('cancelada_en', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
};

/** Gives back the seats of groups: how many of each. */
export const releaseGrupos = async (
  trx: Trx,
  lugares: readonly { id: string; n: number }[],
): Promise<void> => {
  if (lugares.length === 0) return;
  await sql`update edicion_grupos g set ocupados = g.ocupados - l.n
    from (select l.id, l.n from jsonb_to_recordset(${JSON.stringify(lugares)}::jsonb) as l(id uuid, n int)
      order by l.id) l where g.id = l.id`.execute(trx);
};
