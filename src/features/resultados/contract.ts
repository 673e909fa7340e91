import { z } from 'zod';
import { callable } from '../../platform/shared/callable.ts';
import { ESTADOS_EDICION, type EstadoEdicion } from '../cursos/contract.ts';
import { ESTADOS_DE_RESULTADOS, type EstadoDeResultados } from './rules.ts';

const ESTADOS = Object.keys(ESTADOS_EDICION) as [EstadoEdicion, ...EstadoEdicion[]];

/** Out of 10, with two decimals at most. */
export const calificacionSchema = z.number().min(0).max(10).multipleOf(0.01).nullable();
export const observacionSchema = z.string().trim().max(300);

/** The state of the enrolment: of those that have a seat. */
const estado = z.enum(['inscrita', 'acreditada', 'noAcreditada']);
const resultado = z.enum(['acreditada', 'noAcreditada']);

/** How many sessions of each kind, among those of the person's group. */
const recuentoSchema = z.object({
  asistio: z.number(),
  retardo: z.number(),
  justificada: z.number(),
  falta: z.number(),
  sinRegistro: z.number(),
});

/** The edition of a screen of results, and where its acta is. */
export const edicionConResultadosSchema = z.object({
  id: z.string(),
  nombre: z.string(),
  /** Days YYYY-MM-DD. */
  inicia: z.string(),
  termina: z.string(),
  estado: z.enum(ESTADOS),
  curso: z.object({ clave: z.string(), nombre: z.string() }),
  /** Out of 10 and in per cent; null: none is asked. */
  minimos: z.object({ calificacion: z.number().nullable(), asistencia: z.number().nullable() }),
  sesiones: z.number(),
  acta: z
    .object({ id: z.string(), folio: z.string(), version: z.number(), cerradaEn: z.string() })
    .nullable(),
  /** Why its acta cannot be closed yet; null: it can, or it is. */
  noSeCierra: z.string().nullable(),
});
export type EdicionConResultados = z.output<typeof edicionConResultadosSchema>;

/** Somebody in the list of an edition; `nombre` as lists are ordered: «Pérez Ruiz, Ana». */
const filaSchema = z.object({
  inscripcionId: z.string(),
  clave: z.string(),
  nombre: z.string(),
  grupo: z.string().nullable(),
  estado,
  /** Of whoever asks: they do not record it. */
  propia: z.boolean(),
  calificacion: z.object({ valor: z.number().nullable(), version: z.number() }),
  observacion: z.object({ valor: z.string(), version: z.number() }),
  asistencia: recuentoSchema.extend({ porcentaje: z.number().nullable() }),
});
export type Fila = z.output<typeof filaSchema>;

/**
 * The list of an edition with what is recorded of each. `huella`: what it says now; asked again with the last one, `filas` is null
 * while nothing changed. Errors: NOT_FOUND (`edicion-no-existe`).
 */
export const getResultados = callable({
  name: 'getResultadosEdicion',
  summary: 'Las calificaciones y la asistencia de quienes cursan una edición.',
  input: z.strictObject({ edicionId: z.uuid(), huella: z.string().max(100).optional() }),
  output: z.object({
    edicion: edicionConResultadosSchema,
    huella: z.string(),
    filas: z.array(filaSchema).nullable(),
  }),
});

/** How many cells go in one sending. */
export const MAX_CELDAS = 600;

/** A cell that was sent, and what became of it; `valor` and `version` are those of now. */
const enviada = z.object({
  destino: z.enum(['guardada', 'conflicto', 'fuera']),
  version: z.number(),
  /** Who wrote what a conflict found, by name. */
  por: z.string().nullable(),
});

const inscripcionId = z.uuid();
/** The version of the cell that was seen; 0: it never said anything. */
const version = z.int32().min(0);

/**
 * Saves cells, each on its own: one that somebody else changed meanwhile is a `conflicto` and stays as it is; one of somebody who is no
 * longer in the list is `fuera`. Sending again what was saved is saved. Errors: NOT_FOUND (`edicion-no-existe`), FAILED_PRECONDITION
 * (`acta-cerrada`, `edicion-cancelada`, `edicion-no-comienza`), PERMISSION_DENIED (`resultados-propios`).
 */
export const saveResultados = callable({
  name: 'saveResultadosEdicion',
  maxBytes: 320 * 1024,
  summary: 'Guarda calificaciones y observaciones de una edición.',
  input: z.strictObject({
    edicionId: z.uuid(),
    calificaciones: z
      .array(z.strictObject({ inscripcionId, valor: calificacionSchema, version }))
      .max(MAX_CELDAS),
    observaciones: z
      .array(z.strictObject({ inscripcionId, valor: observacionSchema, version }))
      .max(MAX_CELDAS),
  }),
  output: z.object({
    calificaciones: z.array(
      enviada.extend({ inscripcionId: z.string(), valor: z.number().nullable() }),
    ),
    observaciones: z.array(enviada.extend({ inscripcionId: z.string(), valor: z.string() })),
  }),
});

/** The editions with somebody enrolled that began or have results, by when they end. */
export const listEdicionesConResultados = callable({
  name: 'listEdicionesConResultados',
  summary: 'Las ediciones con resultados por registrar o registrados.',
  input: z.strictObject({
    busqueda: z.string().max(100).optional(),
    estado: z
      .enum(Object.keys(ESTADOS_DE_RESULTADOS) as [EstadoDeResultados, ...EstadoDeResultados[]])
      .optional(),
    orden: z.enum(['termina', 'curso']).default('termina'),
    descendente: z.boolean().default(true),
    pagina: z.int().min(1).max(100_000).default(1),
    porPagina: z.int().min(1).max(100).default(25),
  }),
  output: z.object({
    total: z.number(),
    filas: z.array(
      z.object({
        id: z.string(),
        nombre: z.string(),
        inicia: z.string(),
        termina: z.string(),
        curso: z.object({ clave: z.string(), nombre: z.string() }),
        estado: z.enum(ESTADOS),
        inscritas: z.number(),
        /** Of them, how many have a grade. */
        calificadas: z.number(),
        acta: z.object({ folio: z.string(), version: z.number() }).nullable(),
      }),
    ),
  }),
});
export type EdicionDeLista = z.output<typeof listEdicionesConResultados.output>['filas'][number];

/** What an acta says of somebody. */
export const resultadoSchema = resultado;
