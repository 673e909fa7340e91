import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { endOf, forkChild } from '../../child.ts';
import { createLane } from '../../lane.ts';
import { HelperLost } from '../../outage.ts';
import type { Lectura, Table } from '../read.ts';
import type { TableRow } from '../table.ts';
import { UnreadableSpreadsheet } from '../unreadable.ts';
import { TOO_BIG } from '../zip.ts';
import { createKept, type KeptTable, MAX_KEPT, weigh } from './kept.ts';
import type { Inspected, ReaderAnswer, ReaderRequest, WantedColumn } from './worker.ts';

/** Who reads, and until when anybody wants it. */
export type ReadOptions = { owner: string; signal?: AbortSignal | undefined };

/** A file to read: who it is, and a copy of its bytes for as long as `work` runs. */
export type ReaderSource = {
  id: string;
  lectura: Lectura;
  withCopy: <T>(work: (path: string) => Promise<T>) => Promise<T>;
};

/** What was found in a file and, when it is small, all that is in it. */
export type InspectedTable = Inspected & { table: KeptTable | null };

/** Reads spreadsheets of strangers in processes of their own: `reader/worker.ts`. */
export type SpreadsheetReader = {
  /** How a file holds its table, and its headers; `hoja`: the worksheet chosen, if any. @throws {UnreadableSpreadsheet} */
  inspect: (
    path: string,
    columns: readonly WantedColumn[],
    options: ReadOptions & { hoja: number | null },
  ) => Promise<InspectedTable>;
  /** Keeps what `inspect` gave, so that this file need not be decoded again. */
  keep: (id: string, table: KeptTable) => void;
  /** Nobody will ask for the file any more. */
  drop: (id: string) => void;
  /**
   * Opens the table of a file for `work`: its headers, then its rows in blocks, one of which waits ready.
   * @throws {UnreadableSpreadsheet}
   */
  withTable: <T>(
    source: ReaderSource,
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
  'El archivo tarda demasiado en leerse. Guárdelo de nuevo como XLSX o CSV, sin hojas ni filas que sobren.';

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
  child.on('error', (cause) => fail(new HelperLost('it did not start', cause)));
  child.on('exit', (code, signal) =>
    fail(
      endOf(child, code, signal) === 'file'
        ? new UnreadableSpreadsheet(TOO_BIG)
        : new HelperLost(String(signal ?? code)),
    ),
  );

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
    /** Whoever waits for an answer waits no longer. */
    giveUp: (): void => fail(new UnreadableSpreadsheet(SLOW)),
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

/** What of a file is decoded at once while it is inspected must not take longer: milliseconds. */
const AT_ONCE_MS = 2_000;

/** The whole table, when it is small and soon read; whatever is wrong with it will be said when it is read. */
const readAtOnce = async (
  worker: Worker,
  path: string,
  lectura: Lectura,
): Promise<KeptTable | null> => {
  const from = performance.now();
  worker.ask({ op: 'read', path, lectura });
  const timer = setTimeout(worker.giveUp, AT_ONCE_MS);
  try {
    const head = await worker.answer();
    if (head.kind !== 'head') return null;
    const blocks: TableRow[][] = [];
    let bytes = 0;
    for await (const rows of blocksOf(worker)) {
      bytes += weigh(rows);
      if (bytes > MAX_KEPT || performance.now() - from > AT_ONCE_MS) return null;
      blocks.push(rows);
    }
    return { headers: head.headers, encabezado: head.encabezado, blocks };
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
};

async function* keptBlocks({ blocks }: KeptTable, signal: AbortSignal | undefined) {
  for (const rows of blocks) {
    // Others are served between two blocks, as when a process reads them.
    await new Promise(setImmediate);
    signal?.throwIfAborted();
    yield rows;
  }
}

/** Two read at a time, one of them for each person: whoever reads much waits for the others. */
export const createReader = (): SpreadsheetReader => {
  const lane = createLane({ atOnce: 2, waiting: 16 });
  const kept = createKept();

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
        const names = columns.map(({ key, header, synonyms, required, unless }) => ({
          key,
          header,
          required,
          unless,
          ...(synonyms && { synonyms }),
        }));
        worker.ask({ op: 'inspect', path, columns: names, hoja: options.hoja });
        const answer = await worker.answer();
        if (answer.kind !== 'inspected') throw new Error(`unexpected ${answer.kind}`);
        const table = await readAtOnce(worker, path, answer.value.lectura);
        options.signal?.throwIfAborted();
        return { ...answer.value, table };
      }),
    keep: kept.keep,
    drop: kept.drop,
    withTable: ({ id, lectura, withCopy }, options, work) => {
      const table = kept.get(id);
      if (table) {
        const { owner, signal } = options;
        const again = () => work({ ...table, blocks: keptBlocks(table, signal) });
        return lane.run(owner, again, signal);
      }
      return withCopy((path) =>
        withWorker(options, async (worker) => {
          worker.ask({ op: 'read', path, lectura });
          const answer = await worker.answer();
          if (answer.kind !== 'head') throw new Error(`unexpected ${answer.kind}`);
          const { headers, encabezado } = answer;
          return work({ headers, encabezado, blocks: blocksOf(worker) });
        }),
      );
    },
  };
};
