import type { Correspondencia, RowProblem } from '../../shared/hojas.ts';
import { textOf } from './cells.ts';
import { checkBlock, checkCorrespondencia, createRepeats, note, startCheck } from './check.ts';
import { type Hoja, type HojaContext, importColumns } from './define.ts';
import type { Table } from './read.ts';
import type { TableRow } from './table.ts';
import { NO_ROWS, UnreadableSpreadsheet } from './unreadable.ts';

/** Rows of a preview that are checked. */
const PREVIEW_ROWS = 1_000;
const PREVIEW_SHOWN = 8;
const PREVIEW_PROBLEMS = 100;

export type ImportPreview = {
  /** The first rows, as text, in the list's columns. */
  filas: { fila: number; celdas: (string | null)[] }[];
  revisadas: number;
  /** True: the file has no more rows than the ones checked. */
  completa: boolean;
  errores: number;
  avisos: number;
  problemas: RowProblem[];
};

/** Reads and checks the first rows of a file, without writing anything. */
export const previewTable = async (
  hoja: Hoja,
  { headers, blocks }: Table,
  correspondencia: Correspondencia,
  ctx: HojaContext,
): Promise<ImportPreview> => {
  checkCorrespondencia(hoja, correspondencia, headers);
  let rows: TableRow[] = [];
  for await (const block of blocks) {
    rows = [...rows, ...block];
    if (rows.length > PREVIEW_ROWS) break;
  }
  if (rows.length === 0) throw new UnreadableSpreadsheet(NO_ROWS);
  const head = rows.slice(0, PREVIEW_ROWS);
  const checked = startCheck();
  const { problems } = await checkBlock(hoja, correspondencia, head, ctx, createRepeats(hoja));
  note(checked, problems);
  return {
    filas: head.slice(0, PREVIEW_SHOWN).map((row) => ({
      fila: row.fila,
      celdas: importColumns(hoja).map(({ key }) => {
        const at = correspondencia[key] ?? null;
        const cell = at === null ? null : (row.cells[at] ?? null);
        return cell === null ? null : textOf(cell).slice(0, 200);
      }),
    })),
    revisadas: head.length,
    completa: rows.length <= PREVIEW_ROWS,
    errores: checked.errores,
    avisos: checked.avisos,
    problemas: checked.problems.sort((a, b) => a.fila - b.fila).slice(0, PREVIEW_PROBLEMS),
  };
};
