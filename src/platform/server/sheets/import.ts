import type { Correspondencia } from '../../shared/sheets.ts';
import type { TrabajoResultado } from '../../shared/trabajos.ts';
import type { Progress } from '../progress.ts';
import { JobRefused } from '../trabajos.ts';
import {
  type Checked,
  checkBlock,
  checkCorrespondencia,
  note,
  repeatedProblems,
  startCheck,
} from './check.ts';
import {
  type ImportFigures,
  importColumns,
  type Sheet,
  type SheetContext,
  SheetProblems,
} from './define.ts';
import type { SheetEngine } from './engine.ts';
import type { SheetFile } from './files.ts';
import type { Lectura, Table } from './read.ts';
import type { SheetReader } from './reader/index.ts';
import { writeReport } from './report.ts';
import { countStaged, repeatedValues, stagedBlocks, stageRows, unstage } from './staging.ts';
import type { TableRow } from './table.ts';
import { NO_ROWS, UnreadableSheet } from './unreadable.ts';

export type ImportJob = { archivo: string; correspondencia: Correspondencia };

/** Rows checked together: one query against the database for each so many. */
const BLOCK = 1_000;
export const IMPORT_JOB = 'hojas-importar';

const filas = (n: number) => (n === 1 ? '1 fila' : `${n.toLocaleString('es-MX')} filas`);

/**
 * Imports, as a job: read and check all rows into the staging table (nothing of the list is
 * touched, nobody waits), then write them in one transaction. Any error: nothing is written.
 */
export const defineImports = ({
  db,
  trabajos,
  sheets,
  files,
  now,
  onEvent,
  reader,
}: SheetEngine & { reader: SheetReader }): void => {
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
    const readRows = async ({ headers, blocks }: Table) => {
      checkCorrespondencia(sheet, job.correspondencia, headers);
      let waiting: TableRow[] = [];
      const flush = async () => {
        const { rows, problems } = await checkBlock(sheet, job.correspondencia, waiting, ctx);
        checked.leidas += waiting.length;
        waiting = [];
        note(checked, problems);
        const { prepare } = sheet;
        const ready = prepare
          ? rows.map((row) => ({ ...row, valores: prepare(row.valores, ctx.now) }))
          : rows;
        await stageRows(db, progress.id, ready);
        await progress.report(checked.leidas, null, 'Revisando las filas');
      };
      for await (const block of blocks) {
        waiting = [...waiting, ...block];
        if (waiting.length >= BLOCK) await flush();
      }
      if (waiting.length > 0) await flush();
    };
    await files.withCopy(file, (path) =>
      reader.withTable(path, file.lectura as Lectura, { owner: 'trabajo' }, readRows),
    );
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
      if (checked.leidas === 0) throw new UnreadableSheet(NO_ROWS);
      if (checked.errores > 0) await refuse(sheet, file, checked);
      await progress.report(checked.leidas, checked.leidas, 'Escribiendo todas las filas');
      try {
        await progress.item('escribir', async (trx) => {
          const staged = { trabajoId: progress.id, blocks: () => stagedBlocks(trx, progress.id) };
          figures = await importRows(trx, staged, { now: ctx.now, actorUid: ctx.actorUid });
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
    const report = await keepReport(
      sheet,
      file,
      { ...checked, leidas },
      figures ?? { nuevas: leidas },
    );
    await files.remove(file.id);
    return {
      mensaje: `${leidas === 1 ? 'Se importó' : 'Se importaron'} ${filas(leidas)}${checked.avisos > 0 ? `; hay ${checked.avisos.toLocaleString('es-MX')} avisos en el informe` : ''}.`,
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
