import { z } from 'zod';
import { callable } from '../../platform/shared/callable.ts';
import { desdeCursor, paginaDe } from '../../platform/shared/cursor.ts';

const anotacion = z.object({
  id: z.number(),
  /** ISO instant. */
  momento: z.string(),
  actor: z
    .object({
      uid: z.string(),
      /** How they were called then, and their role then. */
      nombre: z.string(),
      role: z.string().nullable(),
      /** How they are called today, if otherwise; null when the same. */
      nombreDeHoy: z.string().nullable(),
      email: z.string(),
    })
    .nullable(),
  accion: z.string(),
  entidad: z.string(),
  entidadId: z.string(),
  /** What the record is called now (an email, a name), and where it is read; null when it is nowhere. */
  registro: z.string().nullable(),
  enlace: z.string().nullable(),
  /** Rows of the same act (of an import, of one request) that this one stands for, itself among them. */
  cuantas: z.number(),
  /** What the records are called now that `antes` and `despues` name by their ids. */
  nombres: z.record(z.string(), z.string()),
  antes: z.record(z.string(), z.unknown()).nullable(),
  despues: z.record(z.string(), z.unknown()).nullable(),
  motivo: z.string().nullable(),
  /** Id of the request, as in the log. */
  peticionId: z.string().nullable(),
  /** The address the request came from. */
  origen: z.string().nullable(),
});
export type Anotacion = z.infer<typeof anotacion>;

export const listHistorial = callable({
  name: 'listHistorial',
  summary: 'El historial de cambios y lecturas, página tras página y con filtros (Admin).',
  input: z.strictObject({
    /**
     * Whatever names a record, an actor or a request: a name, an email, a CURP or key, a folio, an id.
     * What was done by it, to it or under it.
     */
    busqueda: z.string().trim().max(100).optional(),
    /** One row alone. */
    id: z.int().min(1).max(999_999_999_999_999).optional(),
    actorUid: z.string().max(60).optional(),
    /** An action, or all of a kind: "cuenta." */
    accion: z.string().max(60).optional(),
    entidad: z.string().max(40).optional(),
    entidadId: z.string().max(80).optional(),
    /** CURP or key of the person whose file it is about. */
    clave: z.string().max(60).optional(),
    /** Days, YYYY-MM-DD, both included, in Mexico City's time. */
    desde: z.iso.date().optional(),
    hasta: z.iso.date().optional(),
    descendente: z.boolean().default(true),
    ...desdeCursor(/^\d{1,15}$/),
  }),
  output: paginaDe(anotacion),
});

export const verifyHistorial = callable({
  name: 'verifyHistorial',
  summary: 'Comprueba la cadena del historial: qué falta, cambió o está fuera de su lugar (Admin).',
  input: z.union([z.null(), z.strictObject({})]),
  output: z.object({
    integro: z.boolean(),
    anotaciones: z.number(),
    problemas: z.array(z.string()),
    /** Heads kept outside the database that were compared; when the first and the last were kept (ISO 8601). */
    anclas: z.object({
      comparadas: z.number(),
      desde: z.string().nullable(),
      hasta: z.string().nullable(),
    }),
    /** Dumps from which the database was made anew, and when (ISO 8601): what was done in between is not in it. */
    restauraciones: z.array(z.object({ respaldo: z.string(), momento: z.string() })),
  }),
});

export const listAccesosExpediente = callable({
  name: 'listAccesosExpediente',
  summary:
    'Quién ha consultado o cambiado el expediente de quien pregunta, y cuándo, página tras página.',
  input: z.strictObject(desdeCursor(/^\d{1,15}$/)),
  output: paginaDe(
    z.object({
      id: z.number(),
      momento: z.string(),
      accion: z.string(),
      /** The name of their file then; of who had none, that they are staff. */
      quien: z.string(),
      role: z.string().nullable(),
      motivo: z.string().nullable(),
    }),
  ),
});

export const listHistorialPersona = callable({
  name: 'listHistorialPersona',
  summary:
    'Lo que se hizo con el expediente de una persona y con lo suyo, lo último primero (Escolar, sin datos de seguridad de cuentas, y Admin; queda en el historial).',
  input: z.strictObject({
    /** CURP or key. */
    clave: z.string().max(60),
    /** Only of that kind of record. */
    registro: z.string().max(40).optional(),
    ...desdeCursor(/^\d{1,15}$/),
  }),
  output: paginaDe(anotacion).extend({
    /** Kinds of record that there are in the whole of it. */
    registros: z.array(z.string()),
  }),
});
