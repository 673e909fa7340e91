import { setTimeout as sleep } from 'node:timers/promises';
import type { Indicaciones } from '../../shared/hojas.ts';
import type { TrabajoResultado } from '../../shared/trabajos.ts';
import { JobCancelled, type Progress } from '../progress.ts';
import { JobRefused } from '../trabajos.ts';
import {
  CHECKED,
  type Checked,
  checkBlock,
  checkCorrespondencia,
  createRepeats,
  inBlocks,
  note,
  readRows,
  startCheck,
} from './check.ts';
import {
  type Hoja,
  type HojaContext,
  HojaProblems,
  type HojaRow,
  type HojaWriter,
  type ImportFigures,
} from './define.ts';
import type { HojaEngine } from './engine.ts';
import type { HojaFile } from './files.ts';
import {
  beginImportacion,
  type Cifras,
  lockImportacion,
  settleWriters,
  updateImportacion,
} from './importaciones.ts';
import type { Table } from './read.ts';
import type { SpreadsheetReader } from './reader/index.ts';
import { writeReport } from './report.ts';
import { NO_ROWS, UnreadableSpreadsheet } from './unreadable.ts';
import { conflictsOf, vistaDe } from './vista.ts';
import { BLOCK, type Writing } from './writing.ts';

export type ImportJob = Indicaciones & { hoja: string; archivo: string };

/** Times that it looks again because the list changed meanwhile. */
const ROUNDS = 5;
export const IMPORT_JOB = 'hojas-importar';

const filas = (n: number) => (n === 1 ? '1 fila' : `${n.toLocaleString('es-MX')} filas`);

type Filed = {
  file: HojaFile;
  job: ImportJob;
  hoja: Hoja;
  progress: Progress;
  /** What was shown of the file; null: nothing. */
  vista: Buffer | null;
};

/**
 * Imports, as a job: reads and checks all rows, writes them little by little where nobody sees them,
 * decides, and shows them all. Any error, a cancellation or a dead process before it is decided: nothing is
 * written. See docs/decisions/0020.
 */
export const defineImports = ({
  db,
  trabajos,
  hojas,
  files,
  now,
  reader,
  writing,
}: HojaEngine & { reader: SpreadsheetReader; writing: Writing }): void => {
  const withRows = <T>({ file, job, hoja: declared }: Filed, work: (table: Table) => Promise<T>) =>
    reader.withTable(files.source(file), { owner: 'trabajo' }, (table) => {
      checkCorrespondencia(declared, job.correspondencia, table.headers);
      return work(table);
    });

  /** Reads and checks the whole file; nothing is written. */
  const checkAll = (filed: Filed, ctx: HojaContext): Promise<Checked> =>
    withRows(filed, async (table) => {
      const { hoja: declared, job, progress } = filed;
      const checked = startCheck();
      const repeats = createRepeats(declared);
      for await (const rows of inBlocks(table, CHECKED, job)) {
        const { problems, efectos } = await checkBlock(declared, job, rows, ctx, repeats);
        note(checked, problems);
        note(checked, conflictsOf(declared, filed.vista, rows, efectos, checked.leidas));
        checked.leidas += rows.length;
        await progress.report(checked.leidas, null, 'Revisando las filas');
      }
      return checked;
    });

  /** Writes all rows unseen, looking again at each against the database. */
  const writeAll = (
    filed: Filed,
    writer: HojaWriter,
    ctx: HojaContext,
    checked: Checked,
  ): Promise<ImportFigures> =>
    withRows(filed, async (table) => {
      const { hoja: declared, job, progress } = filed;
      const { prepare } = declared;
      const run = { id: progress.id, actorUid: ctx.actorUid, now: ctx.now };
      const figures: ImportFigures = { nuevas: 0, cambiadas: 0, sinCambio: 0 };
      let done = 0;
      for await (const block of inBlocks(table, BLOCK, job)) {
        const read = readRows(declared, job, block).rows;
        const rows: HojaRow<Record<string, unknown>>[] = prepare
          ? read.map((row) => ({ ...row, valores: prepare(row.valores, ctx.now) }))
          : read;
        try {
          const some = await progress.step(async (trx) => {
            const importacion = await lockImportacion(trx, run.id);
            if (importacion?.estado !== 'preparando') throw new JobCancelled();
            const written = await writer.write(trx, rows, run);
            const { efectos = [] } = written;
            const conflicts = conflictsOf(declared, filed.vista, block, efectos, done);
            if (conflicts.length > 0) throw new HojaProblems(conflicts);
            return written;
          });
          figures.nuevas += some.nuevas;
          figures.cambiadas += some.cambiadas;
          figures.sinCambio += some.sinCambio;
        } catch (error) {
          if (!(error instanceof HojaProblems)) throw error;
          note(checked, error.problems);
        }
        done += block.length;
        await progress.report(done, checked.leidas, 'Preparando las filas');
      }
      return figures;
    });

  /** Takes the list's turn to be written. */
  const begin = async (filed: Filed): Promise<void> => {
    const { hoja: declared, progress } = filed;
    const mine = { id: progress.id, hoja: declared.id, actorUid: progress.propietario };
    for (;;) {
      const importacion = await writing.find(progress.id);
      if (importacion?.estado === 'preparando') return;
      if (importacion?.estado === 'descartada') await writing.discard(progress.id, declared);
      if (await progress.step((trx) => beginImportacion(trx, mine))) return;
      await writing.settleAbandoned();
      await progress.report(0, null, 'En espera de que termine otra importación de esta lista');
      await sleep(1_000);
    }
  };

  /** Writes everything unseen and decides; false when something is wrong with the rows. */
  const prepareAll = async (
    filed: Filed,
    writer: HojaWriter,
    ctx: HojaContext,
    checked: Checked,
  ): Promise<boolean> => {
    const { progress } = filed;
    await begin(filed);
    for (let round = 0; round < ROUNDS; round++) {
      await updateImportacion(db, progress.id, { cambios: 0 });
      const figures = await writeAll(filed, writer, ctx, checked);
      if (checked.errores > 0) return false;
      const cifras: Cifras = { leidas: checked.leidas, avisos: checked.avisos, ...figures };
      const decided = await progress.decide(async (trx) => {
        if (writer.isCurrent) await settleWriters(trx, filed.hoja.id);
        const importacion = await lockImportacion(trx, progress.id);
        // Somebody changed what it had looked at: look again.
        if (importacion?.estado !== 'preparando' || importacion.cambios > 0) return false;
        if (writer.isCurrent && !(await writer.isCurrent(trx, { id: progress.id }))) return false;
        await updateImportacion(trx, progress.id, { paso: 'decidir', cifras });
        return true;
      });
      if (decided) return true;
    }
    throw new Error(`${filed.hoja.id} keeps changing while it is imported`);
  };

  const keepReport = (
    declared: Hoja,
    file: { nombre: string; propietario: string },
    checked: Checked,
    escritas: ImportFigures | null,
  ) =>
    files.temporary(async (path) => {
      await writeReport(
        path,
        declared,
        { ...checked, archivo: file.nombre, momento: now(), escritas },
        checked.problems,
      );
      return files.keep(path, {
        propietario: file.propietario,
        clase: 'informe',
        hoja: declared.id,
        nombre: `Informe de ${file.nombre.replace(/\.\w+$/, '')}.xlsx`,
        tipo: 'xlsx',
        lectura: {},
      });
    });

  const refuse = async ({ hoja: declared, file }: Filed, checked: Checked): Promise<never> => {
    const report = await keepReport(declared, file, checked, null);
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
    const file = await files.find(job.archivo, progress.propietario);
    // A run that died after it had decided needs no file any more.
    let importacion = await writing.find(progress.id);
    const decided = importacion?.estado === 'decidida' || importacion?.estado === 'terminada';
    const declared = hojas.find(job.hoja);
    const writer = declared?.writer;
    if (!declared || !writer || !(file || decided)) {
      throw new JobRefused('El archivo ya no está. Súbalo de nuevo.', { reintentable: false });
    }
    let checked = startCheck();
    if (file && !decided && !(await progress.isDone('escribir'))) {
      const vista = await files.findVista(file.id, vistaDe(job));
      const filed: Filed = { file, job, hoja: declared, progress, vista };
      const ctx: HojaContext = { db, now: now(), actorUid: progress.propietario };
      checked = await checkAll(filed, ctx);
      if (checked.leidas === 0) throw new UnreadableSpreadsheet(NO_ROWS);
      if (checked.errores > 0) await refuse(filed, checked);
      if (!(await prepareAll(filed, writer, ctx, checked))) await refuse(filed, checked);
      importacion = await writing.find(progress.id);
    }
    if (importacion?.estado === 'decidida') {
      const { leidas = 0 } = importacion.cifras;
      await progress.report(leidas, leidas, 'Anotando los cambios y terminando de escribir');
      const step = writing.politely(async (work) => {
        const done = await progress.step(work);
        await progress.report(leidas, leidas, 'Anotando los cambios y terminando de escribir');
        return done;
      });
      await writing.finish(importacion, declared, file ? { sha256: file.sha256 } : {}, step);
    }
    const { leidas = 0, avisos = 0, ...figures } = importacion?.cifras ?? {};
    const escritas = { nuevas: 0, cambiadas: 0, sinCambio: 0, ...figures };
    const report = await keepReport(
      declared,
      file ?? { nombre: declared.title, propietario: progress.propietario },
      { ...checked, leidas, avisos },
      escritas,
    );
    if (file) {
      reader.drop(file.id);
      await files.remove(file.id);
    }
    return {
      mensaje: `${leidas === 1 ? 'Se importó' : 'Se importaron'} ${filas(leidas)}${avisos > 0 ? `; hay ${avisos.toLocaleString('es-MX')} avisos en el informe` : ''}.`,
      archivo: { id: report.id, nombre: report.nombre },
      cifras: { filas: leidas, avisos, nuevas: escritas.nuevas, cambiadas: escritas.cambiadas },
      reintentable: false,
    };
  };

  /** What was written unseen goes, unless another run of the job goes on with it. */
  const discardUnless = async (progress: Progress, hoja: string, error: unknown) => {
    const declared = hojas.find(hoja);
    const given = error instanceof JobRefused || error instanceof UnreadableSpreadsheet;
    const cancelled =
      error instanceof JobCancelled && (await trabajos.find(progress.id))?.estado === 'cancelado';
    if (declared && (given || cancelled)) await writing.discard(progress.id, declared);
  };

  trabajos.define<ImportJob>(IMPORT_JOB, {
    policy: (owner, { hoja }) => hojas.permits(hoja, owner),
    async run(job, progress) {
      try {
        return await run(job, progress);
      } catch (error) {
        await discardUnless(progress, job.hoja, error);
        if (!(error instanceof UnreadableSpreadsheet)) throw error;
        throw new JobRefused(error.message, { reintentable: false });
      }
    },
    async discard(id) {
      const declared = hojas.find((await writing.find(id))?.hoja ?? '');
      if (declared) await writing.discard(id, declared);
    },
    cancelado: 'Cancelado: no se importó ninguna fila.',
    detenido: 'No se importó ninguna fila.',
  });
};
