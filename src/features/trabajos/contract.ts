import { z } from 'zod';
import { callable } from '../../platform/shared/callable.ts';
import { TRABAJO } from '../../platform/shared/trabajos.ts';

const trabajo = z.object({
  id: z.string(),
  titulo: z.string(),
  estado: z.enum(TRABAJO.estados),
  avance: z.number(),
  /** Null while nobody knows how much there is to do. */
  total: z.number().nullable(),
  mensaje: z.string().nullable(),
  /** Its place among those that wait, 1 for the next; null: it does not wait. Turns go round the people. */
  lugar: z.number().nullable(),
  cifras: z.record(z.string(), z.number()),
  /** What to download, while it lasts; only its owner's. */
  archivo: z.object({ id: z.string(), nombre: z.string() }).nullable(),
  /** False: somebody else asked for it (an Admin sees everybody's). */
  propio: z.boolean(),
  /** Who asked for it, when it was somebody else. */
  quien: z.string().nullable(),
  puedeCancelar: z.boolean(),
  puedeReintentar: z.boolean(),
  /** ISO instants. */
  creadoEn: z.string(),
  terminadoEn: z.string().nullable(),
});
export type Trabajo = z.infer<typeof trabajo>;

export const listTrabajos = callable({
  name: 'listTrabajos',
  summary: 'Los trabajos de quien pregunta, el más reciente primero; los de todos, para un Admin.',
  input: z.strictObject({ todos: z.boolean().default(false) }),
  output: z.object({ trabajos: z.array(trabajo) }),
});

const oneTrabajo = z.strictObject({ id: z.uuid() });

export const cancelTrabajo = callable({
  name: 'cancelTrabajo',
  summary: 'Cancela un trabajo que no ha terminado; lo que ya hizo queda hecho.',
  input: oneTrabajo,
  output: z.object({ estado: z.enum(TRABAJO.estados) }),
});

export const retryTrabajo = callable({
  name: 'retryTrabajo',
  summary: 'Vuelve a pedir un trabajo que falló o se canceló; no repite lo que ya estaba hecho.',
  input: oneTrabajo,
  output: z.object({ estado: z.enum(TRABAJO.estados) }),
});

export const hideTrabajos = callable({
  name: 'hideTrabajos',
  summary: 'Quita de la bandeja trabajos terminados.',
  input: z.strictObject({ ids: z.array(z.uuid()).min(1).max(100) }),
  output: z.null(),
});

const hoja = z.string().max(60);

export const describeHoja = callable({
  name: 'describeHoja',
  summary: 'Las columnas de una lista que se importa y exporta.',
  input: z.strictObject({ hoja }),
  output: z.object({
    id: z.string(),
    titulo: z.string(),
    importa: z.boolean(),
    exporta: z.boolean(),
    /** It is of one record: what is filled in is the list as it is, not a blank format. */
    conFilas: z.boolean(),
    columnas: z.array(
      z.object({
        key: z.string(),
        header: z.string(),
        required: z.boolean(),
        /** That column may be given instead of it. */
        unless: z.string().nullable(),
        hint: z.string().nullable(),
        example: z.string(),
      }),
    ),
  }),
});
export type HojaDescrita = z.infer<(typeof describeHoja)['output']>;

/** Column of the list → position of the file's column (from 0), or null. */
const correspondencia = z
  .record(z.string().max(60), z.number().int().min(0).max(1_000).nullable())
  .meta({ maxProperties: 200 });

/** Column of the list → what its cells say, folded → the key or value that is meant. */
const elecciones = z
  .record(
    z.string().max(60),
    z.record(z.string().max(200), z.string().max(200)).meta({ maxProperties: 500 }),
  )
  .refine((all) => Object.values(all).flatMap(Object.keys).length <= 500, {
    message: 'Son demasiadas respuestas: corrija el archivo.',
  })
  .meta({ maxProperties: 200 });

const duda = z.object({
  columna: z.string(),
  valor: z.string(),
  filas: z.number(),
  primera: z.number(),
  opciones: z.array(z.object({ valor: z.string(), texto: z.string() })),
});
export type DudaImportacion = z.infer<typeof duda>;

const cambio = z.object({
  fila: z.number(),
  nombre: z.string(),
  celdas: z.array(z.object({ columna: z.string(), antes: z.string(), despues: z.string() })),
});

const problema = z.object({
  fila: z.number(),
  columna: z.string().nullable(),
  valor: z.string().optional(),
  mensaje: z.string(),
  nivel: z.enum(['error', 'aviso']),
});

/** What `POST /api/importaciones` answers, as the `result` of a callable. */
export type ArchivoRecibido = {
  archivo: string;
  nombre: string;
  tipo: 'xlsx' | 'csv';
  encabezados: string[];
  correspondencia: Record<string, number | null>;
  /** The visible worksheets of a workbook by name, and which of them was read, from 0; of a CSV there are none. */
  hojas: string[];
  hojaLeida: number | null;
};

export const previewImportacion = callable({
  name: 'previewImportacion',
  maxBytes: 128 * 1024,
  summary:
    'Lee y revisa todas las filas de un archivo subido, sin escribir nada, y dice qué haría importarlo.',
  input: z.strictObject({
    hoja,
    archivo: z.uuid(),
    correspondencia,
    elecciones: elecciones.optional(),
  }),
  output: z.object({
    filas: z.array(z.object({ fila: z.number(), celdas: z.array(z.string().nullable()) })),
    revisadas: z.number(),
    /** False: there was no time for all; importing checks the others. */
    completa: z.boolean(),
    errores: z.number(),
    avisos: z.number(),
    problemas: z.array(problema),
    /** What cells say that is not known, with what it may mean. */
    dudas: z.array(duda),
    /** What the rows would do; null while any has an error. */
    cifras: z
      .object({ nuevas: z.number(), cambiadas: z.number(), sinCambio: z.number() })
      .nullable(),
    /** The first records that would change. */
    cambios: z.array(cambio),
  }),
});
export type VistaPrevia = z.infer<(typeof previewImportacion)['output']>;

export const startImportacion = callable({
  name: 'startImportacion',
  maxBytes: 128 * 1024,
  summary: 'Pide importar un archivo subido: todas sus filas, o ninguna si alguna tiene un error.',
  input: z.strictObject({
    hoja,
    archivo: z.uuid(),
    correspondencia,
    elecciones: elecciones.optional(),
  }),
  output: z.object({ trabajo: z.string() }),
});

export const startExportacion = callable({
  name: 'startExportacion',
  summary:
    'Pide exportar lo que muestran los filtros de una lista. Cada quien puede tener 20 trabajos en espera.',
  input: z.strictObject({
    hoja,
    tipo: z.enum(['xlsx', 'csv']).default('xlsx'),
    /** The filters of the list's screen; each list checks its own. */
    filtros: z.record(z.string().max(60), z.unknown()).meta({ 'x-maxValues': 1_000 }).default({}),
    /** Hand over a short list at once, without a job. */
    alMomento: z.boolean().default(false),
  }),
  /** The job; or the file, when it was made at once. */
  output: z.object({
    trabajo: z.string().nullable(),
    archivo: z.object({ id: z.string(), nombre: z.string() }).nullable(),
  }),
});
