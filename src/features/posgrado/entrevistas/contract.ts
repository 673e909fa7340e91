import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';
import { parteDe, resultadoLote } from '../../../platform/shared/lotes.ts';
import { HORARIO } from '../estados.ts';
import {
  LUGAR_MAX,
  lugarProblem,
  MAX_PANEL,
  MINUTOS_MAX,
  MINUTOS_MIN,
  MOTIVO_MAX,
  MOTIVO_MIN,
  PAUSA_MAX,
} from './rules.ts';

const id = z.uuid();
const estado = z.enum(HORARIO.estados);
const motivo = z.string().trim().min(MOTIVO_MIN).max(MOTIVO_MAX);
const hora = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Escriba la hora como 09:00.');

/** What interviews are made of. Days YYYY-MM-DD and hours HH:MM are of Mexico City. */
const plan = z.strictObject({
  etapaId: id,
  desde: z.iso.date(),
  hasta: z.iso.date(),
  de: hora,
  a: hora,
  minutos: z.int().min(MINUTOS_MIN).max(MINUTOS_MAX),
  pausa: z.int().min(0).max(PAUSA_MAX),
  lugar: z
    .string()
    .trim()
    .min(2, 'Escriba el lugar o el enlace.')
    .max(LUGAR_MAX)
    .superRefine((lugar, ctx) => {
      const message = lugarProblem(lugar);
      if (message) ctx.addIssue({ code: 'custom', message });
    }),
  /** Evaluators of the call. */
  panel: z.array(id).min(1, 'Elija al menos una persona.').max(MAX_PANEL),
});
export type PlanDeHorarios = z.output<typeof plan>;

/**
 * What `createHorariosEntrevista` would make, without making it. Errors: NOT_FOUND (`entrevista-no-existe`), PERMISSION_DENIED
 * (`posgrado-es-parte`).
 */
export const rehearseHorarios = callable({
  name: 'rehearseHorariosEntrevista',
  summary: 'Los horarios de entrevista que se crearían con esos días y horas (Escolar y Admin).',
  input: plan,
  output: z.object({
    /** ISO 8601. */
    horarios: z.array(z.object({ inicia: z.string(), termina: z.string() })),
    /** Days left out because nobody works on them. */
    saltados: z.array(z.string()),
    /** Why they cannot be made; null: they can. */
    problema: z.string().nullable(),
  }),
});

/**
 * Makes the slots of a panel. Errors: as `rehearseHorariosEntrevista`; FAILED_PRECONDITION (`convocatoria-concluida`,
 * `entrevista-cerrada`, `horario-panel`, `horario-vacio`, `horario-demasiados`, `horario-pasado`, `horario-fuera-de-etapa`,
 * `horario-encimado`).
 */
export const createHorarios = callable({
  name: 'createHorariosEntrevista',
  summary: 'Crea los horarios de entrevista de un panel (Escolar y Admin).',
  input: plan,
  output: z.object({ creados: z.number(), saltados: z.array(z.string()) }),
});

const persona = z.object({ id: z.string(), nombre: z.string() });

/** A stage of interviews, for staff. Errors: as `rehearseHorariosEntrevista`. */
export const getEntrevistas = callable({
  name: 'getEntrevistasEtapa',
  summary:
    'El avance de las entrevistas de una etapa y quién falta de elegir horario (Escolar y Admin).',
  input: z.strictObject({ etapaId: id }),
  output: z.object({
    etapa: z.object({ id: z.string(), nombre: z.string(), convocatoriaId: z.string() }),
    /** Why its slots may not change; null: they may. */
    noSeCambia: z.string().nullable(),
    /** Between which instants interviews may be (ISO 8601). */
    desde: z.string(),
    hasta: z.string(),
    /** Hours before an interview until which its applicant may change it. */
    horasCambio: z.number(),
    evaluadores: z.array(persona),
    cuantas: z.object({
      enEtapa: z.number(),
      conHorario: z.number(),
      libres: z.number(),
      realizadas: z.number(),
      ausentes: z.number(),
    }),
    /** Applications in the stage without a slot. */
    sinHorario: z.array(
      z.object({ solicitudId: z.string(), folio: z.string(), nombre: z.string() }),
    ),
    /** The server's clock (ISO 8601). */
    ahora: z.string(),
  }),
});
export type EntrevistasDeEtapa = z.output<typeof getEntrevistas.output>;

const horario = z.object({
  id: z.string(),
  estado,
  inicia: z.string(),
  termina: z.string(),
  lugar: z.string(),
  panel: z.array(persona),
  solicitud: z.object({ id: z.string(), folio: z.string(), nombre: z.string() }).nullable(),
  motivo: z.string().nullable(),
  /** Somebody of the panel is in conflict with its applicant. */
  impedida: z.boolean(),
  /** It has begun: its outcome may be recorded. */
  empezo: z.boolean(),
});
export type HorarioDeMesa = z.output<typeof horario>;

/** Search and filters of the slots of a stage. */
const filtros = {
  /** A folio, or a part of one. */
  busqueda: z.string().max(100).optional(),
  estado: estado.optional(),
  dia: z.iso.date().optional(),
  evaluadorId: id.optional(),
};
export type FiltrosDeHorarios = z.output<z.ZodObject<typeof filtros>>;

/** The slots of a stage by when they begin. Errors: as `rehearseHorariosEntrevista`. */
export const listHorarios = callable({
  name: 'listHorariosEntrevista',
  summary: 'Los horarios de entrevista de una etapa (Escolar y Admin).',
  input: z.strictObject({
    etapaId: id,
    ...filtros,
    orden: z.enum(['inicia']).default('inicia'),
    descendente: z.boolean().default(false),
    pagina: z.int().min(1).max(10_000).default(1),
    porPagina: z.int().min(1).max(100).default(25),
  }),
  output: z.object({ total: z.number(), filas: z.array(horario) }),
});

/**
 * Cancels slots, each by itself; its applicant is told and may choose another. Those that were over or cancelled are left as they are.
 * Errors: as `rehearseHorariosEntrevista`; FAILED_PRECONDITION (`entrevista-cerrada`, `convocatoria-concluida`).
 */
export const cancelHorarios = callable({
  name: 'cancelHorariosEntrevista',
  summary:
    'Cancela horarios de entrevista, con el motivo, y avisa a quien los tenía (Escolar y Admin).',
  input: z.strictObject({ etapaId: id, motivo, parte: parteDe(z.strictObject(filtros), id) }),
  output: resultadoLote,
});

/**
 * Gives a free slot to an application; if it had another one, that one is free again. Errors: NOT_FOUND (`horario-no-existe`),
 * PERMISSION_DENIED (`posgrado-es-parte`, `sobre-uno-mismo`), FAILED_PRECONDITION (`entrevista-cerrada`, `convocatoria-concluida`,
 * `entrevista-no-participa`, `entrevista-terminada`, `horario-pasado`, `horario-impedido`), ABORTED (`horario-ocupado`).
 */
export const assignHorario = callable({
  name: 'assignHorarioEntrevista',
  summary:
    'Asigna a mano un horario de entrevista a una solicitud, con el motivo (Escolar y Admin).',
  input: z.strictObject({ horarioId: id, solicitudId: id, motivo }),
  output: z.null(),
});

/**
 * Records that an interview was held, or that its applicant did not come. Errors: NOT_FOUND (`horario-no-existe`), PERMISSION_DENIED
 * (`posgrado-es-parte`, `sobre-uno-mismo`), FAILED_PRECONDITION (`entrevista-cerrada`, `convocatoria-concluida`,
 * `entrevista-no-empieza`), ABORTED (`posgrado-ya-cambio`).
 */
export const saveAsistencia = callable({
  name: 'saveAsistenciaEntrevista',
  summary:
    'Registra que una entrevista se realizó, o que su aspirante no se presentó (Escolar y Admin).',
  input: z.strictObject({ horarioId: id, asistencia: z.enum(['realizado', 'sinPresentarse']) }),
  output: z.null(),
});

const horarioLibre = z.object({
  id: z.string(),
  /** ISO 8601. */
  inicia: z.string(),
  termina: z.string(),
  /** «En línea», or the place. */
  lugar: z.string(),
});
export type HorarioLibre = z.output<typeof horarioLibre>;

const entrevistaPropia = z.object({
  etapa: z.object({ id: z.string(), nombre: z.string() }),
  /** The slot that it has; null: none. */
  horario: z
    .object({
      id: z.string(),
      estado,
      inicia: z.string(),
      termina: z.string(),
      /** The place, or the whole link. */
      lugar: z.string(),
      enLinea: z.boolean(),
    })
    .nullable(),
  /** Why the school cancelled the last one, while it has none. */
  cancelado: z.object({ inicia: z.string(), motivo: z.string() }).nullable(),
  /** Last instant to change it (ISO 8601); null: it has none, or it is over. */
  cambiaHasta: z.string().nullable(),
  /** Why it may not choose, or change; null: it may. */
  noSeElige: z.string().nullable(),
  /** Slots that it may take, the first one first; none while `noSeElige`. */
  libres: z.array(horarioLibre),
  /** Its calendar file; null: it never had a slot. */
  ics: z.string().nullable(),
});
export type EntrevistaPropia = z.output<typeof entrevistaPropia>;

/** One's own interviews in a call, one for each stage that it reached. Errors: NOT_FOUND (`entrevista-no-participa`). */
export const getEntrevistaPropia = callable({
  name: 'getEntrevistaPropia',
  summary:
    'Mi entrevista en una convocatoria de posgrado: el horario que tengo y los que puedo elegir.',
  input: z.strictObject({ solicitudId: id }),
  output: z.object({
    entrevistas: z.array(entrevistaPropia),
    /** Hours before an interview until which it may be changed. */
    horasCambio: z.number(),
    /** The server's clock (ISO 8601). */
    ahora: z.string(),
  }),
});

/**
 * Takes a free slot, or changes to it. Repeated, its answer lost, nothing more happens. Errors: NOT_FOUND (`entrevista-no-participa`,
 * `horario-no-existe`), FAILED_PRECONDITION (`entrevista-no-participa`, `entrevista-cerrada`, `convocatoria-concluida`,
 * `entrevista-ya-cambio`, `entrevista-tarde`, `entrevista-terminada`, `horario-pasado`, `horario-impedido`, `horario-encimado`),
 * ABORTED (`horario-ocupado`).
 */
export const setHorario = callable({
  name: 'setHorarioEntrevista',
  summary: 'Elige el horario de mi entrevista, o lo cambia.',
  input: z.strictObject({ solicitudId: id, horarioId: id }),
  output: z.null(),
});

/** The interviews of the panels one is in, from 30 days ago on. */
export const listEntrevistasPanel = callable({
  name: 'listEntrevistasPanel',
  summary: 'Las entrevistas de los paneles de los que formo parte.',
  input: z.null(),
  output: z.object({
    entrevistas: z.array(
      z.object({
        id: z.string(),
        curso: z.string(),
        etapa: z.string(),
        estado,
        inicia: z.string(),
        termina: z.string(),
        lugar: z.string(),
        folio: z.string(),
      }),
    ),
    ahora: z.string(),
  }),
});
