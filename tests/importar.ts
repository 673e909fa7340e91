import type { ArchivoRecibido, Trabajo, VistaPrevia } from '../src/features/trabajos/contract.ts';
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
import type { TestPortal } from './portal.ts';

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

type Who = { token: string };

/** Waits until a job ended, as its owner sees it in the tray; for a portal whose jobs run. */
export const endedTrabajo = async (portal: TestPortal, id: string, who: Who): Promise<Trabajo> => {
  for (;;) {
    const { result } = await portal.call('listTrabajos', {}, who);
    const trabajo = (result.trabajos as Trabajo[]).find((one) => one.id === id);
    if (!trabajo) throw new Error('the job is not in the tray');
    if (trabajo.terminadoEn) return trabajo;
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
};

/** Sends a CSV of a list as somebody in the browser does: what it is called with afterwards, or the refusal. */
export const uploadHoja = async (
  portal: TestPortal,
  hoja: string,
  rows: readonly (readonly (string | number | null)[])[],
  who: Who,
) => {
  const cell = (value: string | number | null) => `"${String(value ?? '').replaceAll('"', '""')}"`;
  const response = await fetch(
    `${portal.url}/api/importaciones?${new URLSearchParams({ hoja, nombre: 'lista.csv' })}`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/octet-stream' },
      body: rows.map((row) => row.map(cell).join(',')).join('\n'),
    },
  );
  const { result, error } = (await response.json()) as {
    result?: ArchivoRecibido;
    error?: { status: string; message: string };
  };
  const input = { hoja, archivo: result?.archivo, correspondencia: result?.correspondencia };
  return {
    error,
    preview: async (): Promise<VistaPrevia> => {
      const answer = await portal.call('previewImportacion', input, who);
      if (answer.error) throw new Error(JSON.stringify(answer.error));
      return answer.result;
    },
    /** Asks for the import and waits for its end. */
    run: async (): Promise<Trabajo> => {
      const answer = await portal.call('startImportacion', input, who);
      if (answer.error) throw new Error(JSON.stringify(answer.error));
      return endedTrabajo(portal, answer.result.trabajo, who);
    },
  };
};
