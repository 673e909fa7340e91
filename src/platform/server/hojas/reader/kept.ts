/**
 * The rows of small files, kept for some minutes as the reading process gave them: who uploads one looks at its
 * check and imports it next, and it need not be decoded three times more (docs/decisions/0050). Of this
 * process alone: where they are not, the file is read again.
 */
import type { TableRow } from '../table.ts';

/** A table whole, as it was decoded. */
export type KeptTable = { headers: string[]; encabezado: number; blocks: TableRow[][] };

/** What one file may take, and all of them: about so many bytes. */
export const MAX_KEPT = 4 * 2 ** 20;
const MAX_ALL = 4 * MAX_KEPT;
const KEPT_MS = 10 * 60_000;
/** What a row and a cell take beside their text. */
const PER_ROW = 100;
const PER_CELL = 16;

/** About how many bytes these rows take in memory. */
export const weigh = (rows: readonly TableRow[]): number =>
  rows.reduce(
    (sum, { cells }) =>
      sum +
      PER_ROW +
      cells.reduce<number>(
        (of, cell) => of + PER_CELL + (typeof cell === 'string' ? 2 * cell.length : 0),
        0,
      ),
    0,
  );

/** Tables by the id of their file, the one longest unused given up first. */
export const createKept = ({ all = MAX_ALL, lasts = KEPT_MS } = {}) => {
  const tables = new Map<string, { table: KeptTable; bytes: number; timer: NodeJS.Timeout }>();
  let held = 0;
  const drop = (id: string) => {
    const kept = tables.get(id);
    if (!kept) return;
    clearTimeout(kept.timer);
    tables.delete(id);
    held -= kept.bytes;
  };
  return {
    keep(id: string, table: KeptTable): void {
      drop(id);
      const bytes = table.blocks.reduce((sum, rows) => sum + weigh(rows), 0);
      if (bytes > MAX_KEPT) return;
      tables.set(id, { table, bytes, timer: setTimeout(() => drop(id), lasts).unref() });
      held += bytes;
      for (const oldest of tables.keys()) {
        if (held <= all) break;
        drop(oldest);
      }
    },
    /** The table of that file, if it is still here; from now on it is the one used last. */
    get(id: string): KeptTable | null {
      const kept = tables.get(id);
      if (!kept) return null;
      tables.delete(id);
      tables.set(id, kept);
      return kept.table;
    },
    drop,
  };
};

export type Kept = ReturnType<typeof createKept>;
