import {
  declareHojas,
  type Hoja,
  type ImportFigures,
} from '../src/platform/server/hojas/define.ts';
import {
  beginImportacion,
  findImportacion,
  updateImportacion,
} from '../src/platform/server/hojas/importaciones.ts';
import { createWriting } from '../src/platform/server/hojas/writing.ts';
import type { Services } from '../src/platform/server/services.ts';

/** Writes rows of a list as its import does after the checks, without file or job. */
export const importRows = async (
  { db, log, now }: Pick<Services, 'db' | 'log' | 'now'>,
  hoja: Hoja,
  filas: readonly Record<string, unknown>[],
): Promise<ImportFigures> => {
  const id = crypto.randomUUID();
  const writing = createWriting({
    db,
    concurrent: false,
    hojas: declareHojas([hoja]),
    log,
    now,
    onEvent: async () => {},
  });
  const rows = filas.map((valores, i) => ({ fila: i + 2, valores }));
  await db
    .transaction()
    .execute((trx) => beginImportacion(trx, { id, hoja: hoja.id, actorUid: 'u1' }));
  try {
    const { efectos: _, ...figures } = await db
      .transaction()
      .execute((trx) => hoja.writer!.write(trx, rows, { id, actorUid: 'u1', now: now() }));
    const cifras = { leidas: rows.length, avisos: 0, ...figures };
    await updateImportacion(db, id, { paso: 'decidir', cifras });
    await writing.finish((await findImportacion(db, id))!, hoja, {});
    return figures;
  } catch (error) {
    await writing.discard(id, hoja);
    throw error;
  }
};
