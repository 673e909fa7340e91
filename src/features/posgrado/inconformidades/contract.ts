import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';
import { INCONFORMIDAD } from '../estados.ts';
import {
  RESOLUCION_INCONFORMIDAD,
  SOBRES,
  TEXTO_INCONFORMIDAD,
  TODAS_LAS_CONSECUENCIAS,
} from './rules.ts';

const id = z.uuid();
const done = z.object({ ok: z.literal(true) });
const estado = z.enum(INCONFORMIDAD.estados);
const sobre = z.enum(SOBRES);
const consecuencia = z.enum(TODAS_LAS_CONSECUENCIAS);

/** The form that what is contested was decided of. */
const tramite = z.enum(['presolicitud', 'solicitud']);
export type Tramite = z.output<typeof tramite>;

const plazo = z.object({
  /** Last instant (ISO 8601). */
  venceEn: z.string(),
  /** Working days that are left, today not counted; 0 on the last one, negative when it passed. */
  diasHabiles: z.number(),
  vencido: z.boolean(),
});
export type Plazo = z.output<typeof plazo>;

const propia = z.object({
  id: z.string(),
  /** NC26-K9Y2-ZKYW-J. */
  folio: z.string(),
  sobre,
  /** Name of the stage that was not passed. */
  etapa: z.string().nullable(),
  estado,
  texto: z.string(),
  /** ISO 8601. */
  presentadaEn: z.string(),
  /** The school's term; null: it is closed. */
  responder: plazo.nullable(),
  resueltaEn: z.string().nullable(),
  resolucion: z.string().nullable(),
  /** Of one that was granted, in a sentence. */
  consecuencia: z.string().nullable(),
  seRetira: z.boolean(),
});
export type InconformidadPropia = z.output<typeof propia>;

/**
 * What somebody may contest of a form of their own, and what they filed about it, the newest first. Errors: NOT_FOUND
 * (`inconformidad-sin-tramite`).
 */
export const listPropias = callable({
  name: 'listInconformidadesPropias',
  summary: 'Lo que puedo impugnar de mi presolicitud o solicitud, y mis inconformidades.',
  input: z.strictObject({ tramite, tramiteId: id }),
  output: z.object({
    /** Null: no decision of it may be contested. */
    materia: z
      .object({
        sobre,
        etapa: z.string().nullable(),
        /** ISO 8601. */
        notificadaEn: z.string(),
        /** Working days of the term, and of the school's to answer. */
        dias: z.object({ presentar: z.number(), responder: z.number() }),
        presentar: plazo,
        /** Why one may not be filed now, in a sentence; null: one may. */
        porque: z.string().nullable(),
      })
      .nullable(),
    propias: z.array(propia),
    /** The server's clock (ISO 8601). */
    ahora: z.string(),
  }),
});

/**
 * Files one about the decision that its person was told of. The same `llave` again is the same one. Errors: NOT_FOUND
 * (`inconformidad-sin-tramite`), ALREADY_EXISTS (`inconformidad-abierta`), FAILED_PRECONDITION (`inconformidad-sin-materia`,
 * `inconformidad-fuera-de-plazo`, `inconformidad-resuelta`, `convocatoria-concluida`).
 */
export const submitInconformidad = callable({
  name: 'submitInconformidadPosgrado',
  summary: 'Presenta una inconformidad sobre una decisión de mi presolicitud o solicitud.',
  input: z.strictObject({
    /** It becomes the id of the request. */
    llave: id,
    tramite,
    tramiteId: id,
    /** The decision that was on the screen. */
    sobre,
    texto: z.string().trim().min(TEXTO_INCONFORMIDAD.min).max(TEXTO_INCONFORMIDAD.max),
  }),
  output: z.object({
    id: z.string(),
    folio: z.string(),
    /** Last instant of the school's term (ISO 8601). */
    venceEn: z.string(),
  }),
});

/** Withdraws one that is open. Errors: NOT_FOUND (`inconformidad-no-existe`), FAILED_PRECONDITION (`inconformidad-no-se-retira`). */
export const withdrawInconformidad = callable({
  name: 'withdrawInconformidadPosgrado',
  summary: 'Retira una inconformidad que la escuela no ha resuelto.',
  input: z.strictObject({ id }),
  output: done,
});

const fila = z.object({
  id: z.string(),
  folio: z.string(),
  persona: z.object({ clave: z.string(), nombre: z.string() }).nullable(),
  sobre,
  etapa: z.string().nullable(),
  estado,
  presentadaEn: z.string(),
  /** The school's term; null: it is closed. */
  responder: plazo.nullable(),
  /** Name of who studies it, and whether that is the person who looks. */
  asignada: z.string().nullable(),
  propia: z.boolean(),
});
export type FilaInconformidad = z.output<typeof fila>;

/** The requests of a call, the open ones first. Errors: NOT_FOUND, PERMISSION_DENIED (`posgrado-es-parte`). */
export const listInconformidades = callable({
  name: 'listInconformidadesConvocatoria',
  summary: 'Las inconformidades de una convocatoria de posgrado (Escolar y Admin).',
  input: z.strictObject({
    convocatoriaId: id,
    estado: estado.optional(),
    /** A folio, or words of a name. */
    busqueda: z.string().max(100).optional(),
    orden: z.enum(['presentada', 'plazo']).default('plazo'),
    descendente: z.boolean().default(false),
    pagina: z.int().min(1).max(100_000).default(1),
    porPagina: z.int().min(1).max(200).default(50),
  }),
  output: z.object({ total: z.number(), filas: z.array(fila) }),
});

const opcion = z.object({
  tipo: consecuencia,
  /** Those that it may be about; empty of what is of none. */
  etapas: z.array(z.object({ id: z.string(), nombre: z.string() })),
});
export type OpcionDeConsecuencia = z.output<typeof opcion>;

/**
 * One request, with what may be done with it. The reading is recorded. Errors: NOT_FOUND (`inconformidad-no-existe`), PERMISSION_DENIED
 * (`posgrado-es-parte`, `sobre-uno-mismo`).
 */
export const getInconformidad = callable({
  name: 'getInconformidadConvocatoria',
  summary:
    'Una inconformidad: lo que se impugna, las razones y lo que se resolvió (Escolar y Admin; queda en el historial).',
  input: z.strictObject({ id }),
  output: fila.extend({
    texto: z.string(),
    /** When what is contested was notified (ISO 8601). */
    notificadaEn: z.string(),
    tramite,
    tramiteId: z.string(),
    /** Folio of the application; null of a pre-application. */
    folioTramite: z.string().nullable(),
    /** Of the call, for the links to its desk. */
    cursoId: z.string(),
    edicionId: z.string(),
    resueltaEn: z.string().nullable(),
    resolvio: z.string().nullable(),
    resolucion: z.string().nullable(),
    consecuencia: consecuencia.nullable(),
    consecuenciaEtapa: z.string().nullable(),
    /** Uid of who studies it: what an assignment replaces. */
    asignadaA: z.string().nullable(),
    opciones: z.array(opcion),
    puede: z.object({ asignar: z.boolean(), decidir: z.boolean() }),
  }),
});

/** Whom of the staff one may be assigned to, and why not the others. Errors: as `getInconformidadConvocatoria`. */
export const listRevisores = callable({
  name: 'listRevisoresInconformidad',
  summary: 'El personal que puede resolver una inconformidad, y por qué los demás no.',
  input: z.strictObject({ id }),
  output: z.object({
    revisores: z.array(
      z.object({
        uid: z.string(),
        nombre: z.string(),
        /** What keeps them from it, in a sentence; null: nothing. */
        porque: z.string().nullable(),
        /** Open ones that they have. */
        abiertas: z.number(),
      }),
    ),
  }),
});

/**
 * Gives one that is open to somebody who had no part in what is contested, also from one to another. Errors: NOT_FOUND
 * (`inconformidad-no-existe`, `inconformidad-sin-persona`), PERMISSION_DENIED, FAILED_PRECONDITION (`inconformidad-intervino`), ABORTED
 * (`inconformidad-cerrada`, `posgrado-ya-cambio`: somebody else assigned it).
 */
export const assignInconformidad = callable({
  name: 'assignInconformidadPosgrado',
  summary: 'Asigna una inconformidad a quien no intervino en la decisión (Escolar y Admin).',
  input: z.strictObject({
    id,
    uid: z.string().min(1).max(128),
    /** Who had it when it was looked at; null: nobody. */
    de: z.string().max(128).nullable(),
  }),
  output: done,
});

const resolucion = z
  .string()
  .trim()
  .min(RESOLUCION_INCONFORMIDAD.min)
  .max(RESOLUCION_INCONFORMIDAD.max);

/**
 * Decides one that the actor studies; its person is told the reasons. One that is granted says what follows: evaluating again and coming
 * back to the contest happen with it; the others are done at the desk. The same decision again is the same. Errors:
 * NOT_FOUND, PERMISSION_DENIED, FAILED_PRECONDITION (`inconformidad-de-otra`, `inconformidad-intervino`, `inconformidad-sin-consecuencia`,
 * `inconformidad-etapa-cerrada`, `inconformidad-con-otra-solicitud`, `evaluacion-sin-reemplazo`), ABORTED
 * (`inconformidad-cerrada`).
 */
export const decideInconformidad = callable({
  name: 'decideInconformidadPosgrado',
  summary: 'Declara fundada o infundada una inconformidad, con sus razones (Escolar y Admin).',
  input: z.discriminatedUnion('sentido', [
    z.strictObject({ id, sentido: z.literal('infundada'), resolucion }),
    z.strictObject({
      id,
      sentido: z.literal('fundada'),
      resolucion,
      consecuencia: z.discriminatedUnion('tipo', [
        z.strictObject({ tipo: z.enum(['reconsiderar', 'recalcular', 'reincorporar', 'otra']) }),
        z.strictObject({ tipo: z.enum(['evaluarDeNuevo', 'corregirExamen']), etapaId: id }),
      ]),
    }),
  ]),
  output: done,
});
