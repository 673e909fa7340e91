import { fechaDe } from '../../shared/dates.ts';
import type { TrabajoResultado } from '../../shared/trabajos.ts';
import type { Progress } from '../progress.ts';
import { JobRefused } from '../trabajos.ts';
import type { Cell } from './cells.ts';
import type { HojaEngine } from './engine.ts';
import { createTableWriter } from './write.ts';

export type ExportJob = { hoja: string; filtros: unknown; tipo: 'xlsx' | 'csv' };

export const EXPORT_JOB = 'hojas-exportar';

/** Most people that one row of the history names. */
const MAX_NAMED = 5_000;

const toCell = (value: unknown): Cell =>
  value === null || value === undefined
    ? null
    : typeof value === 'string' ||
        typeof value === 'number' ||
        typeof value === 'boolean' ||
        value instanceof Date
      ? value
      : JSON.stringify(value);

/** Exports, as a job: what the filters show, block by block into a file that its owner downloads. */
export const defineExports = ({ db, trabajos, hojas, files, now, onEvent }: HojaEngine): void => {
  const run = async (
    { hoja, filtros, tipo }: ExportJob,
    progress: Progress,
  ): Promise<TrabajoResultado> => {
    const declared = hojas.find(hoja);
    if (!declared?.exportRows) {
      throw new JobRefused('Esa lista ya no se exporta.', { reintentable: false });
    }
    const { exportRows, columns } = declared;
    const title = declared.title.charAt(0).toUpperCase() + declared.title.slice(1);
    const file = await files.temporary(async (path) => {
      const writer = await createTableWriter(path, tipo, title, columns);
      let done = 0;
      const personas: string[] = [];
      const ctx = { db, now: now(), actorUid: progress.propietario };
      for await (const rows of exportRows(filtros, ctx)) {
        await writer.write(
          rows.map((row) =>
            columns.map(({ key, format }) => {
              const value = (row as Record<string, unknown>)[key];
              return toCell(format && value != null ? format(value) : value);
            }),
          ),
        );
        done += rows.length;
        const { persona } = declared;
        if (persona && done <= MAX_NAMED)
          personas.push(...rows.flatMap((row) => persona(row) ?? []));
        await progress.report(done, null, 'Escribiendo las filas');
      }
      await writer.close();
      await progress.report(done, done, 'Guardando el archivo');
      return {
        done,
        // Of very many nobody is named: whoever was in the list then may have been seen.
        visto: declared.persona && (done <= MAX_NAMED ? { personas } : { todas: true }),
        saved: await files.keep(path, {
          propietario: progress.propietario,
          clase: 'exportacion',
          hoja,
          nombre: `${title} ${fechaDe(now())}.${tipo}`,
          tipo,
          lectura: {},
        }),
      };
    });
    try {
      await progress.item('registrar', (trx) =>
        onEvent(trx, {
          accion: 'exportar',
          hoja,
          trabajoId: progress.id,
          actorUid: progress.propietario,
          detalle: { filas: file.done, tipo, sha256: file.saved.sha256, ...file.visto },
        }),
      );
    } catch (error) {
      // Nobody will ask for it: cancelled, or its owner may no longer have it.
      await files.remove(file.saved.id);
      throw error;
    }
    return {
      mensaje:
        file.done === 1
          ? 'Se exportó 1 fila.'
          : `Se exportaron ${file.done.toLocaleString('es-MX')} filas.`,
      archivo: { id: file.saved.id, nombre: file.saved.nombre },
      cifras: { filas: file.done },
      reintentable: false,
    };
  };

  trabajos.define<ExportJob>(EXPORT_JOB, {
    policy: (owner, { hoja }) => hojas.permits(hoja, owner),
    run,
    detenido: 'No se entregó ningún archivo.',
  });
};
