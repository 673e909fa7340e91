import { sql } from 'kysely';
import type { Correspondencia, RowProblem } from '../shared/sheets.ts';
import type { TrabajoResultado } from '../shared/trabajos.ts';
import type { Db, Trx } from './db/index.ts';
import type { Progress } from './progress.ts';
import { checkBlock, checkCorrespondencia, repeatedProblems } from './sheets/check.ts';
import {
  type ImportFigures,
  importColumns,
  type Sheet,
  type SheetContext,
  SheetProblems,
  type Sheets,
} from './sheets/define.ts';
import type { SheetFile, SheetFiles } from './sheets/files.ts';
import { type Lectura, readTable } from './sheets/read.ts';
import { MAX_LISTED, writeReport } from './sheets/report.ts';
import { countStaged, repeatedValues, stagedBlocks, stageRows, unstage } from './sheets/staging.ts';
import { UnreadableSheet } from './sheets/unreadable.ts';
import { JobRefused, type Trabajos } from './trabajos.ts';

/** What happened to a list, for the history. */
export type SheetEvent = {
  accion: 'importar' | 'exportar';
  hoja: string;
  trabajoId: string;
  actorUid: string;
  detalle: Record<string, unknown>;
};

export type ImportJob = { archivo: string; correspondencia: Correspondencia };

type Options = {
  db: Db;
  trabajos: Trabajos;
  sheets: Sheets;
  files: SheetFiles;
  now: () => Date;
  onEvent: (trx: Trx, event: SheetEvent) => Promise<void>;
};

/** Rows checked together: one query against the database for each so many. */
const BLOCK = 1_000;
export const IMPORT_JOB = 'hojas-importar';

const filas = (n: number) => (n === 1 ? '1 fila' : `${n.toLocaleString('es-MX')} filas`);

type Checked = { leidas: number; errores: number; avisos: number; problems: RowProblem[] };

const startCheck = (): Checked => ({ leidas: 0, errores: 0, avisos: 0, problems: [] });

const note = (checked: Checked, found: readonly RowProblem[]) => {
  for (const problem of found) {
    if (problem.nivel === 'error') checked.errores += 1;
    else checked.avisos += 1;
    if (checked.problems.length < MAX_LISTED) checked.problems.push(problem);
  }
};

/**
 * Imports, as a job: read and check all rows into the staging table (nothing of the list is
 * touched, nobody waits), then write them in one transaction. Any error: nothing is written.
 */
export const defineImports = ({ db, trabajos, sheets, files, now, onEvent }: Options): void => {
  /** Reads, checks and stages the whole file. */
  const readAll = async (
    sheet: Sheet,
    file: SheetFile,
    job: ImportJob,
    ctx: SheetContext,
    progress: Progress,
  ): Promise<Checked> => {
    const checked = startCheck();
    await unstage(db, progress.id);
    await files.withCopy(file, async (path) => {
      const { headers, blocks } = await readTable(path, file.lectura as Lectura);
      checkCorrespondencia(sheet, job.correspondencia, headers);
      let waiting: Parameters<typeof checkBlock>[2] = [];
      const flush = async () => {
        const { rows, problems } = await checkBlock(sheet, job.correspondencia, waiting, ctx);
        checked.leidas += waiting.length;
        waiting = [];
        note(checked, problems);
        await stageRows(db, progress.id, rows);
        await progress.report(checked.leidas, null, 'Revisando las filas');
      };
      for await (const block of blocks) {
        waiting = [...waiting, ...block];
        if (waiting.length >= BLOCK) await flush();
      }
      if (waiting.length > 0) await flush();
    });
    for (const column of importColumns(sheet).filter(({ unique }) => unique)) {
      note(checked, repeatedProblems(column, await repeatedValues(db, progress.id, column.key)));
    }
    return checked;
  };

  const keepReport = (
    sheet: Sheet,
    file: SheetFile,
    checked: Checked,
    escritas: ImportFigures | null,
  ) =>
    files.temporary(async (path) => {
      await writeReport(
        path,
        sheet,
        { ...checked, archivo: file.nombre, momento: now(), escritas },
        checked.problems,
      );
      return files.keep(path, {
        propietario: file.propietario,
        clase: 'informe',
        hoja: sheet.id,
        nombre: `Informe de ${file.nombre.replace(/\.\w+$/, '')}.xlsx`,
        tipo: 'xlsx',
        lectura: {},
      });
    });

  const refuse = async (sheet: Sheet, file: SheetFile, checked: Checked): Promise<never> => {
    const report = await keepReport(sheet, file, checked, null);
    throw new JobRefused(
      `No se importó nada: hay ${checked.errores === 1 ? '1 error' : `${checked.errores.toLocaleString('es-MX')} errores`} en ${filas(checked.leidas)}. Corríjalos según el informe y vuelva a subir el archivo.`,
      {
        archivo: { id: report.id, nombre: report.nombre },
        cifras: { 'filas leídas': checked.leidas, errores: checked.errores },
        reintentable: false,
      },
    );
  };

  const run = async (job: ImportJob, progress: Progress): Promise<TrabajoResultado> => {
    const ctx: SheetContext = { db, now: now(), actorUid: progress.propietario };
    const file = await files.find(job.archivo, progress.propietario);
    const sheet = file && sheets.find(file.hoja);
    if (!file || !sheet?.importRows) {
      throw new JobRefused('El archivo ya no está. Súbalo de nuevo.', { reintentable: false });
    }
    const { importRows } = sheet;
    let figures: ImportFigures | null = null;
    let checked = startCheck();
    // A run that died after writing leaves only its mark: then there is nothing more to write.
    if (!(await progress.isDone('escribir'))) {
      checked = await readAll(sheet, file, job, ctx, progress);
      if (checked.errores > 0) await refuse(sheet, file, checked);
      await progress.report(checked.leidas, checked.leidas, 'Escribiendo todas las filas');
      try {
        await progress.item('escribir', async (trx) => {
          figures = await importRows(trx, stagedBlocks(trx, progress.id), {
            ...ctx,
            trabajoId: progress.id,
          });
          await onEvent(trx, {
            accion: 'importar',
            hoja: sheet.id,
            trabajoId: progress.id,
            actorUid: progress.propietario,
            detalle: { sha256: file.sha256, filas: checked.leidas, ...figures },
          });
        });
      } catch (error) {
        if (!(error instanceof SheetProblems)) throw error;
        note(checked, error.problems);
        await refuse(sheet, file, checked);
      }
    }
    const leidas = checked.leidas || (await countStaged(db, progress.id));
    const report = await keepReport(sheet, file, { ...checked, leidas }, figures ?? { nuevas: leidas });
    await files.remove(file.id);
    return {
      mensaje: `Se importaron ${filas(leidas)}${checked.avisos > 0 ? `; hay ${checked.avisos.toLocaleString('es-MX')} avisos en el informe` : ''}.`,
      archivo: { id: report.id, nombre: report.nombre },
      cifras: { filas: leidas, avisos: checked.avisos },
      reintentable: false,
    };
  };

  trabajos.define<ImportJob>(IMPORT_JOB, async (job, progress) => {
    try {
      const resultado = await run(job, progress);
      await unstage(db, progress.id);
      return resultado;
    } catch (error) {
      if (!(error instanceof UnreadableSheet)) throw error;
      throw new JobRefused(error.message, { reintentable: false });
    }
  });
};

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
export const previewImport = (
  files: SheetFiles,
  sheet: Sheet,
  file: SheetFile,
  correspondencia: Correspondencia,
  ctx: SheetContext,
): Promise<ImportPreview> =>
  files.withCopy(file, async (path) => {
    const { headers, blocks } = await readTable(path, file.lectura as Lectura);
    checkCorrespondencia(sheet, correspondencia, headers);
    let rows: Parameters<typeof checkBlock>[2] = [];
    for await (const block of blocks) {
      rows = [...rows, ...block];
      if (rows.length > PREVIEW_ROWS) break;
    }
    const head = rows.slice(0, PREVIEW_ROWS);
    const checked = startCheck();
    const { rows: good, problems } = await checkBlock(sheet, correspondencia, head, ctx);
    note(checked, problems);
    for (const column of importColumns(sheet).filter(({ unique }) => unique)) {
      const seen = new Map<string, number[]>();
      for (const { fila, valores } of good) {
        const value = valores[column.key];
        if (value != null) seen.set(String(value), [...(seen.get(String(value)) ?? []), fila]);
      }
      const repeated = [...seen]
        .filter(([, numbers]) => numbers.length > 1)
        .map(([valor, numbers]) => ({ valor, filas: numbers }));
      note(checked, repeatedProblems(column, repeated));
    }
    return {
      filas: head.slice(0, PREVIEW_SHOWN).map((row) => ({
        fila: row.fila,
        celdas: importColumns(sheet).map(({ key }) => {
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
  });
