import {
  type Duda,
  type Indicaciones,
  OCULTAS,
  type Opcion,
  type RowProblem,
} from '../../shared/hojas.ts';
import { fold, LIKENESS, likeness } from '../../shared/search.ts';
import { type Cell, isBadCell, textOf } from './cells.ts';
import {
  CHECKED,
  checkBlock,
  checkCorrespondencia,
  createRepeats,
  inBlocks,
  note,
  startCheck,
} from './check.ts';
import {
  type Column,
  type Hoja,
  type HojaContext,
  type ImportFigures,
  importColumns,
  type RowEffect,
} from './define.ts';
import type { Table } from './read.ts';
import { NO_ROWS, UnreadableSpreadsheet } from './unreadable.ts';
import { huellasOf } from './vista.ts';

/** A call lasts 70 s at most: what is not checked by then is said, and checked by the import. */
const CHECK_MS = 50_000;
const PREVIEW_SHOWN = 8;
const PREVIEW_PROBLEMS = 100;
/** Records that would change, unless the list says how many. */
const PREVIEW_CHANGES = 50;
/** Different texts that are asked about. */
const PREVIEW_DOUBTS = 40;
const OPTIONS = 5;

export type ImportPreview = {
  /** The first rows, as text, in the list's columns. */
  filas: { fila: number; celdas: (string | null)[] }[];
  revisadas: number;
  /** True: all rows of the file were checked. */
  completa: boolean;
  errores: number;
  avisos: number;
  problemas: RowProblem[];
  dudas: Duda[];
  /** What the rows that were checked would do; null while any has an error. */
  cifras: ImportFigures | null;
  /** The first records that would change, with the cells that do. */
  cambios: RowEffect[];
  /** What each row that was checked would do (`vista.ts`); null while any has an error. */
  vista: Buffer | null;
};

/** What cells say that is not known, each text once for each column. */
const createDoubts = () => {
  const found = new Map<string, { problem: RowProblem; filas: number }>();
  return {
    /** Takes those of a block; gives what else is wrong with it. */
    take: (problems: readonly RowProblem[]): RowProblem[] =>
      problems.filter((problem) => {
        if (!problem.duda || problem.valor === undefined) return true;
        const key = `${problem.columna} ${fold(problem.valor)}`;
        const before = found.get(key);
        if (before) before.filas += 1;
        else if (found.size >= PREVIEW_DOUBTS) return true;
        else found.set(key, { problem, filas: 1 });
        return false;
      }),
    all: () => [...found.values()],
  };
};

/** The values of a column with a closed list that are like a text. */
const likeChoices = (choices: readonly string[], text: string): Opcion[] =>
  choices
    .map((choice) => ({ choice, like: likeness(fold(text), fold(choice)) }))
    .filter(({ like }) => like >= LIKENESS[1])
    .sort((a, b) => b.like - a.like)
    .map(({ choice }) => ({ valor: choice, texto: choice }));

const DAY = /^(\d{4})-(\d{2})-(\d{2})( \d{2}:\d{2})?$/;

/** A cell as it was understood: days, moments and numbers as they will be saved; what cannot be read, and all else, as the file says it. */
const understood = ({ parse }: Column, cell: Cell): string | null => {
  if (cell === null) return null;
  const parsed = isBadCell(cell) ? null : parse?.(cell);
  const value = parsed?.ok ? parsed.value : null;
  if (typeof value === 'number') return String(value);
  const [, year, month, day, time = ''] = DAY.exec(typeof value === 'string' ? value : '') ?? [];
  return year ? `${day}/${month}/${year}${time}` : textOf(cell).slice(0, 200);
};

type Found = ReturnType<ReturnType<typeof createDoubts>['all']>;

/** What may be meant, to be asked; and what nothing is like, which is an error like any other. */
const askAbout = async (
  hoja: Hoja,
  found: Found,
  ctx: HojaContext,
): Promise<{ dudas: Duda[]; problemas: RowProblem[] }> => {
  const dudas: Duda[] = [];
  const problemas: RowProblem[] = [];
  for (const { problem, filas } of found) {
    if (problem.columna !== OCULTAS.columna) continue;
    dudas.push({
      columna: OCULTAS.columna,
      valor: OCULTAS.valor,
      filas,
      primera: problem.fila,
      opciones: [
        { valor: OCULTAS.incluir, texto: 'Sí, importarlas también' },
        { valor: OCULTAS.omitir, texto: 'No, solo las que se ven' },
      ],
    });
  }
  for (const column of importColumns(hoja)) {
    const here = found.filter(({ problem }) => problem.columna === column.key);
    const textos = here.map(({ problem }) => problem.valor!);
    if (textos.length === 0) continue;
    const named = column.choices ? null : await hoja.suggest?.(column.key, textos, ctx);
    for (const { problem, filas } of here) {
      const valor = problem.valor!;
      const opciones = column.choices ? likeChoices(column.choices, valor) : named?.get(valor);
      if (opciones?.length) {
        const { fila: primera } = problem;
        dudas.push({
          columna: column.key,
          valor,
          filas,
          primera,
          opciones: opciones.slice(0, OPTIONS),
        });
      } else {
        const also = filas > 1 ? ` Lo dicen ${filas.toLocaleString('es-MX')} filas.` : '';
        problemas.push({ ...problem, mensaje: problem.mensaje + also });
      }
    }
  }
  return { dudas, problemas };
};

/** Reads and checks a whole file, without writing anything, and says what importing it would do. */
export const previewTable = async (
  hoja: Hoja,
  table: Table,
  indicaciones: Indicaciones,
  ctx: HojaContext,
): Promise<ImportPreview> => {
  const { correspondencia } = indicaciones;
  checkCorrespondencia(hoja, correspondencia, table.headers);
  const until = performance.now() + CHECK_MS;
  const checked = startCheck();
  const repeats = createRepeats(hoja);
  const doubts = createDoubts();
  const counts = { nueva: 0, cambia: 0, igual: 0 };
  const cambios: RowEffect[] = [];
  const filas: ImportPreview['filas'] = [];
  const huellas: Buffer[] = [];
  const { cambiosMostrados = PREVIEW_CHANGES } = hoja;
  let completa = true;
  for await (const rows of inBlocks(table, CHECKED, indicaciones)) {
    if (performance.now() > until) {
      completa = false;
      break;
    }
    if (filas.length === 0) {
      for (const { fila, cells } of rows.slice(0, PREVIEW_SHOWN)) {
        const celdas = importColumns(hoja).map((column) => {
          const at = correspondencia[column.key] ?? null;
          return understood(column, at === null ? null : (cells[at] ?? null));
        });
        filas.push({ fila, celdas });
      }
    }
    const { problems, efectos } = await checkBlock(hoja, indicaciones, rows, ctx, repeats);
    note(checked, problems);
    for (const effect of efectos) {
      counts[effect.efecto] += 1;
      if (effect.efecto === 'cambia' && cambios.length < cambiosMostrados) cambios.push(effect);
    }
    huellas.push(huellasOf(rows, efectos));
    checked.problems = doubts.take(checked.problems).slice(0, PREVIEW_PROBLEMS);
    checked.leidas += rows.length;
  }
  if (checked.leidas === 0) throw new UnreadableSpreadsheet(NO_ROWS);
  const asked = await askAbout(hoja, doubts.all(), ctx);
  const { leidas, errores, avisos } = checked;
  return {
    filas,
    revisadas: leidas,
    completa,
    errores,
    avisos,
    problemas: [...checked.problems, ...asked.problemas]
      .sort((a, b) => a.fila - b.fila)
      .slice(0, PREVIEW_PROBLEMS),
    dudas: asked.dudas,
    cifras:
      errores > 0
        ? null
        : { nuevas: counts.nueva, cambiadas: counts.cambia, sinCambio: counts.igual },
    cambios: errores > 0 ? [] : cambios,
    vista: errores > 0 ? null : Buffer.concat(huellas),
  };
};
