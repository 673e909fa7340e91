import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ArchivoRecibido, Trabajo } from '../src/features/trabajos/contract.ts';
import { inspectTable, withTable } from '../src/platform/server/hojas/read.ts';
import { endedTrabajo } from './importar.ts';
import type { TestPortal } from './portal.ts';

export type HojasDePersonas = ReturnType<typeof openHojas>;

/** The list of people imported and exported by files over HTTP, as who has this token; what comes down goes through `dir`. */
export const openHojas = (portal: TestPortal, mine: { dir: string; token: string }) => {
  const upload = async (path: string, token = mine.token, hoja = 'personas') => {
    const response = await fetch(
      `${portal.url}/api/importaciones?${new URLSearchParams({ hoja, nombre: 'Lista de añejos.xlsx' })}`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
        body: readFileSync(path),
      },
    );
    const body = (await response.json()) as {
      result?: ArchivoRecibido;
      error?: { message: string };
    };
    return { http: response.status, ...body };
  };

  const start = async (path: string) => {
    const { result } = await upload(path);
    const { archivo, correspondencia } = result!;
    const data = { hoja: 'personas', archivo, correspondencia };
    const answer = await portal.call('startImportacion', data, { token: mine.token });
    return answer.result.trabajo as string;
  };

  const finished = (id: string, token = mine.token): Promise<Trabajo> =>
    endedTrabajo(portal, id, { token });

  const download = (path: string, token = mine.token) =>
    fetch(`${portal.url}${path}`, { headers: { authorization: `Bearer ${token}` } });

  const countPersonas = async () =>
    Number(
      (await portal.services.database.execute('select count(*)::int as n from personas')).rows[0]!
        .n,
    );

  const rowsOf = async (bytes: ArrayBuffer) => {
    const path = join(mine.dir, 'bajado');
    writeFileSync(path, Buffer.from(bytes));
    return withTable(path, await inspectTable(path), async ({ headers, blocks }) => {
      const rows = [];
      for await (const block of blocks) rows.push(...block.map(({ cells }) => [...cells]));
      return { headers, rows };
    });
  };
  return { upload, start, finished, download, countPersonas, rowsOf };
};
