import { z } from 'zod';
import { callable } from '../../platform/shared/callable.ts';
import { desdeCursor, paginaDe } from '../../platform/shared/cursor.ts';
import { ESTADOS_EDICION, type EstadoEdicion, temaSchema } from '../cursos/contract.ts';
import { faltaSchema, ofertaSchema } from '../inscripciones/ofertas/contract.ts';

const estado = z.enum(Object.keys(ESTADOS_EDICION) as [EstadoEdicion, ...EstadoEdicion[]]);
const fecha = z.iso.date();
/** A place in the list is an edition's id. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Keys of items of a catalog; any of them. */
const claves = z.array(z.string().max(60)).max(50).optional();

/** What the offer is narrowed to: words, keys of catalogs, state of the enrolment, days. */
const filtros = {
  busqueda: z.string().max(100).optional(),
  tipos: claves,
  modalidades: claves,
  areas: claves,
  sedes: claves,
  inscripcion: z.enum(['abierta', 'proxima', 'cerrada']).optional(),
  /** Editions that are being given on some day between these two. */
  desde: fecha.optional(),
  hasta: fecha.optional(),
  /** Only those whose rules one meets. */
  soloCumplo: z.boolean().optional(),
};
export type FiltrosDeOferta = z.output<z.ZodObject<typeof filtros>>;

/** How the rules of enrolment answer for whoever asks; null for an account without a file. */
const elegibilidad = z
  .object({
    /** Whether nothing that keeps one from enrolling was found, dates and seats aside. */
    cumple: z.boolean(),
    /** What is not met and keeps one from it, in the words of the plantilla, each with where it is mended (null: nowhere here). */
    faltas: z.array(faltaSchema),
    /** Unmet rules that make the school review the form before it gives a seat. */
    aRevision: z.array(faltaSchema),
  })
  .nullable();
export type Elegibilidad = z.output<typeof elegibilidad>;

const edicionOfrecida = ofertaSchema.extend({ estado, elegibilidad });
export type EdicionOfrecida = z.output<typeof edicionOfrecida>;

/** In what order: first what one can take; or by a date or a name. */
export const ORDENES_DE_OFERTA = ['sugerido', 'inicia', 'cierra', 'nombre'] as const;

const faltas = z.object({ presencial: z.array(faltaSchema), enLinea: z.array(faltaSchema) });

/** Editions that are not over nor cancelled and that one may enrol in, could have or will be able to. */
export const listEdicionesOferta = callable({
  name: 'listEdicionesOferta',
  summary:
    'La oferta: ediciones que no han terminado, con su inscripción, sus lugares y si cumplo sus requisitos.',
  input: z.strictObject({
    ...desdeCursor(UUID),
    ...filtros,
    orden: z.enum(ORDENES_DE_OFERTA).default('sugerido'),
    descendente: z.boolean().default(false),
  }),
  output: paginaDe(edicionOfrecida).extend({
    /** Nothing has all the words: these look like them, and are all in one page. */
    parecidas: z.boolean(),
    /** The server's clock (ISO 8601). */
    ahora: z.string(),
    /** What one's own file lacks to enrol: in what is attended in person, and in what is not. */
    faltas,
  }),
});

const opcion = z.object({ clave: z.string(), nombre: z.string() });

/** What the offer may be narrowed to today, each in the order of the alphabet. */
export const getFiltrosOferta = callable({
  name: 'getFiltrosOferta',
  summary: 'Tipos, modalidades, áreas y sedes que hay en la oferta.',
  input: z.null(),
  output: z.object({
    tipos: z.array(opcion),
    modalidades: z.array(opcion),
    areas: z.array(opcion),
    sedes: z.array(opcion),
  }),
});

/** Days that one answer may span, and dates in it. */
export const MAX_DIAS_CALENDARIO = 62;
export const MAX_FECHAS_CALENDARIO = 2_000;

const fechaDeOferta = z.object({
  /** YYYY-MM-DD. */
  fecha,
  clase: z.enum(['abre', 'cierra', 'inicia', 'termina', 'sesion']),
  /** HH:MM, in Mexico City; of a session, and of what opens and closes. */
  hora: z.string().nullable(),
  edicionId: z.string(),
  curso: z.string(),
  edicion: z.string(),
  /** Of a session: its subject and its group. */
  detalle: z.string(),
  /** Whether one is enrolled in it. */
  mia: z.boolean(),
  /** What opens and closes is not its enrolment but the pre-applications of its call. */
  porConvocatoria: z.boolean(),
});
export type FechaDeOferta = z.output<typeof fechaDeOferta>;

/** The same offer by its dates, in order. Errors: INVALID_ARGUMENT (more than 62 days). */
export const listFechasOferta = callable({
  name: 'listFechasOferta',
  summary: 'Las fechas de la oferta entre dos días: inscripciones, inicios, términos y sesiones.',
  input: z.strictObject({ ...filtros, desde: fecha, hasta: fecha }),
  output: z.object({
    fechas: z.array(fechaDeOferta),
    /** There are more than fit in an answer: the first ones are here. */
    hayMas: z.boolean(),
  }),
});

const grupo = z.object({
  id: z.string(),
  nombre: z.string(),
  horario: z.string(),
  cupo: z.number(),
  libres: z.number(),
});
const docente = z.object({
  nombre: z.string(),
  papel: z.string(),
  semblanza: z.string(),
  grupo: z.string().nullable(),
});
const sesion = z.object({
  id: z.string(),
  grupo: z.string().nullable(),
  fecha,
  /** HH:MM, in Mexico City. */
  de: z.string(),
  a: z.string(),
  tema: z.string(),
  lugar: z.string(),
});
export type SesionOfrecida = z.output<typeof sesion>;

/** All that an edition says of itself. Errors: NOT_FOUND (`edicion-no-existe`). */
export const getEdicionOferta = callable({
  name: 'getEdicionOferta',
  summary:
    'Una edición con su programa, requisitos, docentes, grupos, sesiones y lugares, y si cumplo sus requisitos.',
  input: z.strictObject({ edicionId: z.string().max(100) }),
  output: edicionOfrecida.extend({
    temario: z.array(temaSchema),
    requisitos: z.string(),
    /** Out of 10 and in per cent of the sessions; null: none is asked. */
    calificacionMinima: z.number().nullable(),
    asistenciaMinima: z.number().nullable(),
    grupos: z.array(grupo),
    docentes: z.array(docente),
    sesiones: z.array(sesion),
    /** Why it was cancelled, and the edition where one may enrol instead. */
    cancelacion: z
      .object({
        motivo: z.string().nullable(),
        alternativa: z.object({ id: z.string(), nombre: z.string() }).nullable(),
      })
      .nullable(),
    /** Whether there is something to fill in: without a version of the plantilla nobody enrols yet. */
    conFormulario: z.boolean(),
    ahora: z.string(),
    faltas: z.array(faltaSchema),
  }),
});
export type EdicionDetallada = z.output<typeof getEdicionOferta.output>;
