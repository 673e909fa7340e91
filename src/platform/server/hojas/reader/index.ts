import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { ColumnNames } from '../../../shared/hojas.ts';
import { forkChild } from '../../child.ts';
import { createLane } from '../../lane.ts';
import type { Lectura, Table } from '../read.ts';
import type { TableRow } from '../table.ts';
import { UnreadableSpreadsheet } from '../unreadable.ts';
import { TOO_BIG } from '../zip.ts';
import type { Inspected, ReaderAnswer, ReaderRequest } from './worker.ts';

/** Who reads, and until when anybody wants it. */
export type ReadOptions = { owner: string; signal?: AbortSignal | undefined };

/** Reads spreadsheets of strangers in processes of their own: `reader/worker.ts`. */
export type SpreadsheetReader = {
  /** How a file holds its table, and its headers. @throws {UnreadableSpreadsheet} */
  inspect: (
    path: string,
    columns: readonly ColumnNames[],
    options: ReadOptions,
  ) => Promise<Inspected>;
  /**
   * Opens the table of a file for `work`: its headers, then its rows in blocks, one of which waits ready.
   * @throws {UnreadableSpreadsheet}
   */
  withTable: <T>(
    path: string,
    lectura: Lectura,
    options: ReadOptions,
    work: (table: Table) => Promise<T>,
  ) => Promise<T>;
};

/** In megabytes: the texts of the largest workbook that is taken are all held, and what they are unpacked from. */
const HEAP = 512;
const MEMORY = 1_024;
/** The longest that one step may take; whole files of the largest size take some seconds. */
const STEP_TIMEOUT = 45_000;

const SLOW =
  'El archivo tarda demasiado en leerse. Guárdelo de nuevo como XLSX o CSV, sin hojas ni renglones que sobren.';

/** One process, whose answers are taken one by one. */
const openWorker = (signal: AbortSignal | undefined) => {
  const child: ChildProcess = forkChild(join(import.meta.dirname, 'worker.ts'), {
    memory: MEMORY,
    heap: HEAP,
  });
  const ready: ReaderAnswer[] = [];
  let failure: unknown = null;
  let wake: (() => void) | null = null;
  const fail = (error: unknown) => {
    failure ??= error;
    wake?.();
  };
  const leave = () => fail(signal?.reason);
  signal?.addEventListener('abort', leave, { once: true });
  child.on('message', (answer: ReaderAnswer) => {
    ready.push(answer);
    wake?.();
  });
  child.on('error', fail);
  // What ends it before its answer is its limit of memory.
  child.on('exit', () => fail(new UnreadableSpreadsheet(TOO_BIG)));

  return {
    ask: (request: ReaderRequest): void => {
      if (child.connected) child.send(request, () => {});
    },
    /** The next answer that is not a refusal. */
    async answer(): Promise<ReaderAnswer> {
      const timer = setTimeout(() => fail(new UnreadableSpreadsheet(SLOW)), STEP_TIMEOUT);
      try {
        while (ready.length === 0 && failure === null) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      } finally {
        clearTimeout(timer);
      }
      signal?.throwIfAborted();
      const answer = ready.shift();
      if (answer === undefined) throw failure;
      if (answer.kind === 'refused') throw new UnreadableSpreadsheet(answer.message);
      if (answer.kind === 'failed') throw new Error(answer.message);
      return answer;
    },
    close(): void {
      signal?.removeEventListener('abort', leave);
      child.removeAllListeners('exit');
      child.kill('SIGKILL');
    },
  };
};

type Worker = ReturnType<typeof openWorker>;

async function* blocksOf(worker: Worker): AsyncGenerator<TableRow[]> {
  worker.ask({ op: 'next' });
  for (;;) {
    const answer = await worker.answer();
    if (answer.kind !== 'block') return;
    worker.ask({ op: 'next' });
    yield answer.rows;
  }
}

/** Two read at a time, one of them for each person: whoever reads much waits for the others. */
export const createReader = (): SpreadsheetReader => {
  const lane = createLane({ atOnce: 2, waiting: 16 });

  const withWorker = <T>({ owner, signal }: ReadOptions, work: (worker: Worker) => Promise<T>) =>
    lane.run(
      owner,
      async () => {
        const worker = openWorker(signal);
        try {
          return await work(worker);
        } finally {
          worker.close();
        }
      },
      signal,
    );

  return {
    inspect: (path, columns, options) =>
      withWorker(options, async (worker) => {
        const names = columns.map(({ key, header, synonyms }) => ({
          key,
          header,
          ...(synonyms && { synonyms }),
        }));
        worker.ask({ op: 'inspect', path, columns: names });
        const answer = await worker.answer();
        if (answer.kind !== 'inspected') throw new Error(`unexpected ${answer.kind}`);
        return answer.value;
      }),
    withTable: (path, lectura, options, work) =>
      withWorker(options, async (worker) => {
        worker.ask({ op: 'read', path, lectura });
        const answer = await worker.answer();
        if (answer.kind !== 'head') throw new Error(`unexpected ${answer.kind}`);
        const { headers, encabezado } = answer;
        return work({ headers, encabezado, blocks: blocksOf(worker) });
      }),
  };
};
