import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { CallError } from '../../shared/errors.ts';
import {
  type Correspondencia,
  type Indicaciones,
  MAX_IMPORT_BYTES,
  matchColumns,
} from '../../shared/hojas.ts';
import type { Trx } from '../db/index.ts';
import type { Jobs } from '../jobs.ts';
import type { Log } from '../log.ts';
import { asCallError } from '../storage/errors.ts';
import type { Objects } from '../storage/objects.ts';
import { createSpool } from '../storage/spool.ts';
import { filesDir } from '../storage/store.ts';
import { type Hoja, importColumns } from './define.ts';
import type { HojaEngine } from './engine.ts';
import { defineExports, EXPORT_JOB, type ExportJob } from './export.ts';
import { createHojaFiles, type HojaFile } from './files.ts';
import { defineImports, IMPORT_JOB, type ImportJob } from './import.ts';
import { previewTable } from './preview.ts';
import { createReader } from './reader/index.ts';
import { UnreadableSpreadsheet } from './unreadable.ts';
import { vistaDe } from './vista.ts';
import { createWriting } from './writing.ts';

export type { HojaEvent } from './engine.ts';

type Options = Omit<HojaEngine, 'files'> & {
  jobs: Jobs;
  objects: Objects;
  dataDir: string;
  log: Log;
  /** True: transactions do not wait for each other (a real PostgreSQL). */
  concurrent: boolean;
};

/** What reading an upload tells: its headers, and which column is probably which. */
export type ReceivedHoja = {
  file: HojaFile;
  encabezados: string[];
  correspondencia: Correspondencia;
  /** The visible worksheets of a workbook by name, and which of them was read, from 0. */
  hojas: string[];
  hojaLeida: number | null;
};

/** Rethrows what a person can mend as what the wire tells them. */
const explain = (error: unknown): never => {
  if ((error as Error | null)?.name === 'AbortError') {
    throw new CallError('CANCELLED', 'Se canceló antes de terminar.');
  }
  if (error instanceof UnreadableSpreadsheet)
    throw new CallError('INVALID_ARGUMENT', error.message);
  throw asCallError(error);
};

/** What a list makes of the filters it was given. */
const checkedFilters = (hoja: Hoja, filtros: unknown): unknown => {
  if (!hoja.exportRows) throw new CallError('NOT_FOUND', 'Esa lista no se exporta.');
  const filters = hoja.filters?.safeParse(filtros ?? {});
  if (filters?.success === false) {
    throw new CallError('INVALID_ARGUMENT', 'Los filtros no son los de esa lista.');
  }
  return filters?.data ?? {};
};

/** Milliseconds without a byte after which whoever uploads is taken for gone. */
const IDLE = 20_000;

/** Import and export of every list that declares itself with `defineHoja`. */
export const createHojas = (options: Options) => {
  const { db, trabajos, hojas, now, jobs } = options;
  const dir = join(filesDir(options.dataDir), 'temporal');
  const files = createHojaFiles({ db, objects: options.objects, now, dir });
  const spool = createSpool(dir);
  const reader = createReader();
  const writing = createWriting(options);
  defineImports({ ...options, files, reader, writing });
  const exports = defineExports({ ...options, files });
  jobs.define(
    'hojas-limpiar',
    async () => {
      await files.clean();
      await writing.settleAbandoned();
    },
    { cron: '37 * * * *', retryLimit: 1 },
  );

  const fileOf = async (id: string, propietario: string): Promise<HojaFile> => {
    const file = await files.find(id, propietario);
    if (file?.clase === 'importacion') return file;
    throw new CallError('NOT_FOUND', 'El archivo ya no está. Súbalo de nuevo.');
  };

  return {
    of: hojas.of,
    files,
    /**
     * Ends the imports that were decided when the process died, before anybody looks: for the embedded
     * database, which no other process has.
     */
    settleDecided: writing.settleDecided,

    /** Takes a file that is arriving, decides from its bytes what it is, and reads its headers. */
    async receive(
      hoja: Hoja,
      upload: {
        request: IncomingMessage;
        nombre: string;
        propietario: string;
        /** The worksheet that was chosen, from 0; null or absent: whichever has the columns. */
        hojaDelLibro?: number | null;
        /** Aborted when whoever sends it has gone. */
        signal?: AbortSignal | undefined;
      },
    ): Promise<ReceivedHoja> {
      try {
        const spooled = await spool.receive(
          {
            // Stopping early must leave the connection usable for the answer.
            chunks: {
              [Symbol.asyncIterator]: () => upload.request.iterator({ destroyOnReturn: false }),
            },
            destroy: (reason) => upload.request.destroy(reason),
          },
          { maxBytes: MAX_IMPORT_BYTES, idleMs: IDLE },
        );
        try {
          const columns = importColumns(hoja);
          const {
            lectura,
            encabezados,
            hojas,
            hoja: hojaLeida,
            table,
          } = await reader.inspect(spooled.path, columns, {
            owner: upload.propietario,
            signal: upload.signal,
            hoja: upload.hojaDelLibro ?? null,
          });
          const file = await files.keep(spooled.path, {
            propietario: upload.propietario,
            clase: 'importacion',
            hoja: hoja.id,
            nombre: upload.nombre,
            tipo: lectura.tipo,
            lectura,
          });
          if (table) reader.keep(file.id, table);
          return {
            file,
            encabezados,
            correspondencia: matchColumns(encabezados, columns),
            hojas,
            hojaLeida,
          };
        } finally {
          await spooled.discard();
        }
      } catch (error) {
        return explain(error);
      }
    },

    /** Reads and checks the whole file, without writing anything. */
    async preview(
      hoja: Hoja,
      id: string,
      indicaciones: Indicaciones,
      { actorUid, signal }: { actorUid: string; signal?: AbortSignal },
    ) {
      const file = await fileOf(id, actorUid);
      if (file.hoja !== hoja.id) throw new CallError('NOT_FOUND', 'El archivo es de otra lista.');
      const ctx = { db, now: now(), actorUid };
      const options = { owner: actorUid, signal };
      const shown = await reader
        .withTable(files.source(file), options, (table) =>
          previewTable(hoja, table, indicaciones, ctx),
        )
        .catch(explain);
      await files.keepVista(id, shown.vista, vistaDe(indicaciones));
      return shown;
    },

    /** Asks for the import. Gives the job's id. */
    async startImport(
      hoja: Hoja,
      job: Omit<ImportJob, 'hoja'>,
      propietario: string,
      within: (trx: Trx, trabajoId: string) => Promise<void>,
    ): Promise<string> {
      await trabajos.requireRoom(propietario);
      const file = await fileOf(job.archivo, propietario);
      if (file.hoja !== hoja.id || !hoja.writer) {
        throw new CallError('NOT_FOUND', 'El archivo es de otra lista.');
      }
      return db.transaction().execute(async (trx) => {
        const id = await trabajos.send(trx, IMPORT_JOB, {
          propietario,
          titulo: `Importación de ${hoja.title}: ${file.nombre}`,
          datos: { ...job, hoja: hoja.id } satisfies ImportJob,
        });
        await within(trx, id);
        return id;
      });
    },

    /** A short list that the filters show, at once; null when it is long. */
    exportAtOnce: (
      hoja: Hoja,
      { filtros, tipo }: Omit<ExportJob, 'hoja'>,
      propietario: string,
      within: (trx: Trx, id: string) => Promise<void>,
    ): Promise<HojaFile | null> =>
      exports.atOnce(hoja, { filtros: checkedFilters(hoja, filtros), tipo }, propietario, within),

    /** Asks for the export of what the filters show. Gives the job's id. */
    async startExport(
      hoja: Hoja,
      { filtros, tipo }: Omit<ExportJob, 'hoja'>,
      propietario: string,
      within: (trx: Trx, trabajoId: string) => Promise<void>,
    ): Promise<string> {
      const datos: ExportJob = { hoja: hoja.id, filtros: checkedFilters(hoja, filtros), tipo };
      await trabajos.requireRoom(propietario);
      return db.transaction().execute(async (trx) => {
        const titulo = `Exportación de ${hoja.title}`;
        const id = await trabajos.send(trx, EXPORT_JOB, { propietario, titulo, datos });
        await within(trx, id);
        return id;
      });
    },
  };
};

export type Hojas = ReturnType<typeof createHojas>;
