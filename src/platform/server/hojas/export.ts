import { randomUUID } from 'node:crypto';
import { fechaDe } from '../../shared/dates.ts';
import type { TrabajoResultado } from '../../shared/trabajos.ts';
import type { Trx } from '../db/index.ts';
import { createLane } from '../lane.ts';
import type { Progress } from '../progress.ts';
import { JobRefused } from '../trabajos.ts';
import { Momento, type OutCell } from './cells.ts';
import { type Hoja, hojaForHistory } from './define.ts';
import type { HojaEngine } from './engine.ts';
import type { HojaFile } from './files.ts';
import { createTableWriter } from './write.ts';

export type ExportJob = { hoja: string; filtros: unknown; tipo: 'xlsx' | 'csv' };

export const EXPORT_JOB = 'hojas-exportar';

/** Most people that one row of the history names. */
const MAX_NAMED = 5_000;

const toCell = (value: unknown): OutCell =>
  value === null || value === undefined
    ? null
    : typeof value === 'string' ||
        typeof value === 'number' ||
        typeof value === 'boolean' ||
        value instanceof Date ||
        value instanceof Momento
      ? value
      : JSON.stringify(value);

/** A list of no more rows is handed over at once, without a job. */
const AT_ONCE = 2_000;

type Written = {
  filas: number;
  /** Whose data are in it, for the history. */
  visto: { personas: string[] } | { todas: true } | undefined;
  archivo: HojaFile;
};

/** A name without what file systems refuse. */
const asFileName = (nombre: string): string => nombre.replace(/[\\/:*?"<>|]+/g, '-').slice(0, 100);

const message = (filas: number) =>
  filas === 1 ? 'Se exportó 1 fila.' : `Se exportaron ${filas.toLocaleString('es-MX')} filas.`;

/**
 * Exports what the filters show, block by block into a file that its owner downloads: as a job, or at once when it
 * is little.
 */
export const defineExports = ({ db, trabajos, hojas, files, now, onEvent }: HojaEngine) => {
  const lane = createLane({ atOnce: 2, waiting: 16 });

  /** Writes the file; null when it has more rows than `most`. */
  const write = async (
    declared: Hoja,
    { filtros, tipo }: Pick<ExportJob, 'filtros' | 'tipo'>,
    options: {
      propietario: string;
      most?: number;
      report?: (filas: number, of: number | null, mensaje: string) => Promise<void>;
    },
  ): Promise<Written | null> => {
    const { exportRows, persona } = declared;
    if (!exportRows) throw new Error(`${declared.id} is not exported`);
    const { propietario, most = Number.POSITIVE_INFINITY, report } = options;
    const title = declared.title.charAt(0).toUpperCase() + declared.title.slice(1);
    const ctx = { db, now: now(), actorUid: propietario };
    const columns = [...declared.columns, ...((await declared.moreColumns?.(filtros, ctx)) ?? [])];
    return files.temporary(async (path) => {
      const writer = await createTableWriter(path, tipo, title, columns);
      let filas = 0;
      const personas = new Set<string>();
      for await (const rows of exportRows(filtros, ctx)) {
        filas += rows.length;
        if (filas > most) break;
        await writer.write(
          rows.map((row) =>
            columns.map(({ key, format }) => {
              const value = (row as Record<string, unknown>)[key];
              return toCell(format && value != null ? format(value) : value);
            }),
          ),
        );
        if (persona && personas.size <= MAX_NAMED) {
          for (const id of rows.flatMap((row) => persona(row) ?? [])) personas.add(id);
        }
        await report?.(filas, null, 'Escribiendo las filas');
      }
      await writer.close();
      if (filas > most) return null;
      await report?.(filas, filas, 'Guardando el archivo');
      return {
        filas,
        // Of very many nobody is named: whoever was in the list then may have been seen.
        visto:
          persona && (personas.size <= MAX_NAMED ? { personas: [...personas] } : { todas: true }),
        archivo: await files.keep(path, {
          propietario,
          clase: 'exportacion',
          hoja: declared.id,
          nombre: `${asFileName((await declared.nombre?.(db)) ?? title)} ${fechaDe(now())}.${tipo}`,
          tipo,
          lectura: {},
        }),
      };
    });
  };

  /** Records that it was handed over; nobody will ask for a file whose export is not recorded. */
  const handOver = async (
    declared: Hoja,
    written: Written,
    { tipo }: Pick<ExportJob, 'tipo'>,
    trabajoId: string,
    within: (work: (trx: Trx) => Promise<void>) => Promise<unknown>,
  ): Promise<void> => {
    const { archivo, filas, visto } = written;
    const { propietario: actorUid, sha256 } = archivo;
    const detalle = { ...hojaForHistory(declared), filas, tipo, sha256, ...visto };
    try {
      await within((trx) => onEvent(trx, { accion: 'exportar', trabajoId, actorUid, detalle }));
    } catch (error) {
      await files.remove(archivo.id);
      throw error;
    }
  };

  const run = async (job: ExportJob, progress: Progress): Promise<TrabajoResultado> => {
    const declared = hojas.find(job.hoja);
    if (!declared?.exportRows) {
      throw new JobRefused('Esa lista ya no se exporta.', { reintentable: false });
    }
    const { propietario, report } = progress;
    const written = (await write(declared, job, { propietario, report }))!;
    await handOver(declared, written, job, progress.id, (work) => progress.item('registrar', work));
    const { archivo, filas } = written;
    return {
      mensaje: message(filas),
      archivo: { id: archivo.id, nombre: archivo.nombre },
      cifras: { filas },
      reintentable: false,
    };
  };

  trabajos.define<ExportJob>(EXPORT_JOB, {
    policy: (owner, { hoja }) => hojas.permits(hoja, owner),
    run,
    detenido: 'No se entregó ningún archivo.',
  });

  return {
    /**
     * The file of a short list, at once; null when it is long. `asked` records that it was asked for.
     * @throws {CallError} UNAVAILABLE when too many are being made.
     */
    atOnce: (
      declared: Hoja,
      job: Pick<ExportJob, 'filtros' | 'tipo'>,
      propietario: string,
      asked: (trx: Trx, id: string) => Promise<void>,
    ): Promise<HojaFile | null> =>
      lane.run(propietario, async () => {
        const written = await write(declared, job, { propietario, most: AT_ONCE });
        if (!written) return null;
        const id = randomUUID();
        await handOver(declared, written, job, id, (work) =>
          db.transaction().execute(async (trx) => {
            await asked(trx, id);
            await work(trx);
          }),
        );
        return written.archivo;
      }),
  };
};
