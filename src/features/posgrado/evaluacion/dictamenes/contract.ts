/** What evaluators do: their queue, the piece with its rubric, and the score. */
import { z } from 'zod';
import { callable } from '../../../../platform/shared/callable.ts';
import { criterioLeido, TIPOS_DE_ETAPA } from '../../convocatorias/contract.ts';
import { ASIGNACION } from '../../estados.ts';
import { dictamenLeido, dictamenSchema } from '../contract.ts';

const id = z.uuid();
const estado = z.enum(ASIGNACION.estados);

const enCola = z.object({
  id: z.string(),
  folio: z.string(),
  estado,
  /** Criteria that have points, of all: of a draft too. */
  contestados: z.number(),
  entregadaEn: z.string().nullable(),
});

const etapaEnCola = z.object({
  id: z.string(),
  nombre: z.string(),
  tipo: z.enum(TIPOS_DE_ETAPA),
  venceEn: z.string().nullable(),
  cerradaEn: z.string().nullable(),
  criterios: z.number(),
  /** Samples of the calibration, and how many of them one scored: all come before the first piece. */
  muestras: z.object({ total: z.number(), calificadas: z.number() }),
  asignaciones: z.array(enCola),
});
export type EtapaEnCola = z.output<typeof etapaEnCola>;

/** What one has to score, and delivered, by call and stage; the stage that is due first goes first. */
export const listDictamenesPropios = callable({
  name: 'listDictamenesPropios',
  summary: 'Las solicitudes que me tocó dictaminar, por convocatoria y etapa.',
  input: z.strictObject({}),
  output: z.object({
    /** Whether one evaluates in any call. */
    evalua: z.boolean(),
    convocatorias: z.array(
      z.object({
        id: z.string(),
        programa: z.string(),
        edicion: z.string(),
        etapas: z.array(etapaEnCola),
      }),
    ),
    ahora: z.string(),
  }),
});

/** How many wait; null: one evaluates in no call. */
export const getPendientesDictamenes = callable({
  name: 'getPendientesDictamenes',
  summary: 'Cuántas solicitudes tengo por dictaminar.',
  input: z.null(),
  output: z.object({ cuantos: z.number().nullable() }),
});

/**
 * One's own assignment. Before it is accepted there is nothing of the application in it. Never whose it is. Errors: NOT_FOUND
 * (`dictamen-no-existe`), PERMISSION_DENIED (`posgrado-es-parte`), FAILED_PRECONDITION (`dictamen-solicitud-retirada`).
 */
export const getDictamen = callable({
  name: 'getDictamenPropio',
  summary: 'Una solicitud que me tocó, por su folio, con lo que se evalúa y la rúbrica.',
  input: z.strictObject({ id }),
  output: z.object({
    id: z.string(),
    folio: z.string(),
    estado,
    revision: z.number(),
    convocatoria: z.object({ id: z.string(), programa: z.string(), edicion: z.string() }),
    etapa: z.object({
      id: z.string(),
      nombre: z.string(),
      tipo: z.enum(TIPOS_DE_ETAPA),
      venceEn: z.string().nullable(),
      cerradaEn: z.string().nullable(),
    }),
    /** Samples that come before it and one has not scored yet. */
    muestrasPendientes: z.number(),
    /** Null until it is accepted. `criterios[].piezas` are the keys of `piezas`, and `recomendaciones`. */
    contenido: z
      .object({
        criterios: z.array(criterioLeido),
        piezas: z.array(
          z.object({
            clave: z.string(),
            titulo: z.string(),
            datos: z.array(z.object({ etiqueta: z.string(), valor: z.string() })),
          }),
        ),
        /** Null: no criterion looks at them. */
        cartas: z
          .array(
            z.object({
              relacion: z.string(),
              trato: z.string(),
              texto: z.string(),
              valoraciones: z.array(z.object({ etiqueta: z.string(), valor: z.string() })),
            }),
          )
          .nullable(),
        minimoComentario: z.number(),
        dictamen: dictamenLeido,
      })
      .nullable(),
    guardadoEn: z.string().nullable(),
    entregadaEn: z.string().nullable(),
    /** Why it may not be scored now; null: it may. */
    noSeDictamina: z.string().nullable(),
  }),
});
export type DictamenAbierto = z.output<(typeof getDictamen)['output']>;

/**
 * «No tengo impedimento»: opens it. A conflict that both files say now takes it away instead, and it goes to somebody else. Errors:
 * NOT_FOUND, PERMISSION_DENIED, FAILED_PRECONDITION (`dictamen-solicitud-retirada`, `etapa-cerrada`, `calibracion-pendiente`).
 */
export const acceptAsignacion = callable({
  name: 'acceptAsignacionDictamen',
  summary: 'Declaro no tener impedimento y abro una solicitud que me tocó dictaminar.',
  input: z.strictObject({ id }),
  output: z.object({ estado: z.enum(['aceptada', 'anulada']) }),
});

/**
 * Declares a conflict: the application goes to somebody else. Errors: NOT_FOUND, PERMISSION_DENIED, FAILED_PRECONDITION
 * (`dictamen-ya-entregado`, `etapa-cerrada`).
 */
export const declareImpedimento = callable({
  name: 'declareImpedimentoDictamen',
  summary: 'Declaro un impedimento para dictaminar una solicitud que me tocó.',
  input: z.strictObject({
    id,
    motivo: z.string().trim().min(5, 'Diga en una frase cuál es el impedimento.').max(500),
  }),
  output: z.object({ ok: z.literal(true) }),
});

/**
 * Saves a draft, complete or not. Errors: NOT_FOUND, PERMISSION_DENIED, ABORTED (`dictamen-ya-cambio`: with another `revision` than the
 * last), FAILED_PRECONDITION (`dictamen-ya-entregado`, `dictamen-sin-aceptar`, `etapa-cerrada`, `dictamen-solicitud-retirada`).
 */
export const saveDictamen = callable({
  name: 'saveDictamenPropio',
  maxBytes: 160 * 1024,
  summary: 'Guarda el borrador de mi dictamen.',
  input: z.strictObject({
    id,
    dictamen: dictamenSchema,
    revision: z.int().min(0).max(1_000_000),
  }),
  output: z.object({ revision: z.number(), guardadoEn: z.string() }),
});

/**
 * Delivers it, once and for good. The same one sent again has the same answer. Errors: those of `saveDictamenPropio`; INVALID_ARGUMENT
 * (`dictamen-incompleto`, with `fields` by `{criterioId}.puntos` and `{criterioId}.comentario`).
 */
export const submitDictamen = callable({
  name: 'submitDictamenPropio',
  maxBytes: 160 * 1024,
  summary: 'Entrega mi dictamen; después no cambia.',
  input: z.strictObject({
    id,
    dictamen: dictamenSchema,
    revision: z.int().min(0).max(1_000_000),
  }),
  output: z.object({
    entregadaEn: z.string(),
    /** The next one that waits in the stage; null: none does. */
    siguiente: z.string().nullable(),
  }),
});
