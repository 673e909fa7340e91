/**
 * The process that reads one spreadsheet of a stranger's and ends: it has no secrets, a memory of its own
 * with a limit, and can be killed at any moment. Rows leave in blocks, each when it is asked for.
 */
import { flushCompileCache } from 'node:module';
import { type ColumnNames, matchColumns } from '../../../shared/hojas.ts';
import { findEncabezado, findTable, inspectTable, type Lectura, withTable } from '../read.ts';
import type { TableRow } from '../table.ts';
import { UnreadableSpreadsheet } from '../unreadable.ts';

/** A column of the list that a file is for; `unless`: another that may be there instead. */
export type WantedColumn = ColumnNames & {
  readonly required?: boolean | undefined;
  readonly unless?: string | undefined;
};

export type ReaderRequest =
  | {
      op: 'inspect';
      path: string;
      columns: readonly WantedColumn[];
      /** The worksheet that was chosen, from 0; null: whichever has the columns. */
      hoja: number | null;
    }
  | { op: 'read'; path: string; lectura: Lectura }
  /** The next block, please. */
  | { op: 'next' };

export type Inspected = {
  lectura: Lectura;
  encabezados: string[];
  /** The visible worksheets of a workbook, by name. */
  hojas: string[];
  /** Which of them was read, from 0; null: it is no workbook. */
  hoja: number | null;
};

export type ReaderAnswer =
  | { kind: 'inspected'; value: Inspected }
  | { kind: 'head'; headers: string[]; encabezado: number }
  | { kind: 'block'; rows: TableRow[] }
  | { kind: 'end' }
  /** What the person can mend. */
  | { kind: 'refused'; message: string }
  | { kind: 'failed'; message: string };

// The CSV parser makes an error for each uneven record; its stack costs twenty times the rest.
Error.stackTraceLimit = 0;

// It is ended without notice: what was compiled is for the next one (child.ts).
flushCompileCache();

const send = (answer: ReaderAnswer): void => void process.send!(answer);

let asked = 0;
let wake: (() => void) | null = null;
const untilAsked = async () => {
  while (asked === 0) {
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
  asked -= 1;
};

/** Whether a table with these headers has all that the list must have. */
const isComplete = (columns: readonly WantedColumn[], headers: readonly string[]): boolean => {
  const matched = matchColumns(headers, columns);
  return columns.every(
    ({ key, required, unless }) =>
      !required ||
      matched[key] !== null ||
      (unless !== undefined && (matched[unless] ?? null) !== null),
  );
};

const inspect = async (
  path: string,
  columns: readonly WantedColumn[],
  chosen: number | null,
): Promise<Inspected> => {
  const found = await inspectTable(path);
  const score = (headers: readonly string[]) =>
    Object.values(matchColumns(headers, columns)).filter((at) => at !== null).length;
  if (found.tipo === 'csv') {
    const { encabezado, headers } = await findEncabezado(path, found, score);
    return { lectura: { ...found, encabezado }, encabezados: headers, hojas: [], hoja: null };
  }
  const { nombres, hoja, encabezado, headers } = await findTable(path, chosen, {
    score,
    isComplete: (headers) => isComplete(columns, headers),
  });
  return {
    lectura: { tipo: 'xlsx', hoja, encabezado },
    encabezados: headers,
    hojas: nombres,
    hoja,
  };
};

const read = (path: string, lectura: Lectura): Promise<void> =>
  withTable(path, lectura, async ({ headers, encabezado, blocks }) => {
    send({ kind: 'head', headers, encabezado });
    for await (const rows of blocks) {
      if (rows.length === 0) continue;
      await untilAsked();
      send({ kind: 'block', rows });
    }
    await untilAsked();
    send({ kind: 'end' });
  });

process.on('message', async (request: ReaderRequest) => {
  try {
    if (request.op === 'next') {
      asked += 1;
      wake?.();
    } else if (request.op === 'read') await read(request.path, request.lectura);
    else {
      send({
        kind: 'inspected',
        value: await inspect(request.path, request.columns, request.hoja),
      });
    }
  } catch (error) {
    if (error instanceof UnreadableSpreadsheet) send({ kind: 'refused', message: error.message });
    else send({ kind: 'failed', message: (error as Error).message });
  }
});
// The server has gone.
process.on('disconnect', () => process.exit());
