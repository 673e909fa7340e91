import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';
import { desdeCursor, paginaDe } from '../../../platform/shared/cursor.ts';
import { ESTADOS_EDICION, type EstadoEdicion, TRAMOS, temaSchema } from '../contract.ts';

const id = z.uuid();
const fecha = z.iso.date();
const ESTADOS = Object.keys(ESTADOS_EDICION) as [EstadoEdicion, ...EstadoEdicion[]];
const estado = z.enum(ESTADOS);

/** Search and filters of editions, of the list and of the calendar alike. */
export const filtrosEdiciones = z.strictObject({
  /** Words of the edition's name, or of its course's name or key. */
  busqueda: z.string().max(100).optional(),
  estado: z.enum([...ESTADOS, 'noCanceladas']).optional(),
  curso: id.optional(),
  /** Items of the catalogs `tipos-actividad` and `areas`, as each edition is given. */
  tipo: id.optional(),
  area: id.optional(),
  /** An item of the catalog of venues. */
  sede: id.optional(),
  /** Given at least in part between two days (YYYY-MM-DD). */
  desde: fecha.optional(),
  hasta: fecha.optional(),
  /** Begins between two days. */
  comienzaDesde: fecha.optional(),
  comienzaHasta: fecha.optional(),
  /** Takes enrolments at some moment between two days. */
  recibeDesde: fecha.optional(),
  recibeHasta: fecha.optional(),
  /** How much is taken: from this per cent on, and below the next one's (`TRAMOS_OCUPACION`). */
  ocupacion: z.literal(TRAMOS).optional(),
  /** Somebody's inscripción in it is in this state (those of the feature that keeps them; of another, nobody's is). */
  inscripcion: z.string().max(40).optional(),
});
export type FiltrosEdiciones = z.output<typeof filtrosEdiciones>;

export const edicionListada = z.object({
  id: z.string(),
  nombre: z.string(),
  curso: z.object({ id: z.string(), clave: z.string(), nombre: z.string(), tipo: z.string() }),
  /** Days YYYY-MM-DD; the window's ends are ISO instants. */
  inicia: z.string(),
  termina: z.string(),
  inscripcionAbre: z.string(),
  inscripcionCierra: z.string(),
  sede: z.string().nullable(),
  /** At the moment of the answer. */
  estado,
  cupo: z.number(),
  ocupados: z.number(),
  /** One enters it by a call for applications. */
  porConvocatoria: z.boolean(),
});
export type EdicionListada = z.output<typeof edicionListada>;

export const listEdiciones = callable({
  name: 'listEdiciones',
  summary: 'Las ediciones por fecha de inicio, con búsqueda y filtros (Escolar y Admin).',
  input: filtrosEdiciones.extend({
    ...desdeCursor(/^[0-9a-f-]{36}$/),
    /** From the one that begins last. */
    descendente: z.boolean().default(true),
  }),
  output: paginaDe(edicionListada),
});

/** As many as one month of the calendar shows. */
export const MAX_CALENDARIO = 400;

export const listCalendarioEdiciones = callable({
  name: 'listCalendarioEdiciones',
  summary:
    'Las ediciones que en un mes comienzan, terminan, o abren o cierran sus inscripciones (Escolar y Admin).',
  input: filtrosEdiciones
    .omit({
      desde: true,
      hasta: true,
      comienzaDesde: true,
      comienzaHasta: true,
      recibeDesde: true,
      recibeHasta: true,
    })
    .extend({
      /** YYYY-MM. */
      mes: z.string().regex(/^[1-9]\d{3}-(0[1-9]|1[0-2])$/),
    }),
  output: z.object({ filas: z.array(edicionListada), hayMas: z.boolean() }),
});

/** What an edition says, as it is edited. */
const datosDeEdicion = z.strictObject({
  cursoId: z.string().max(40),
  plantillaId: z.string().max(40),
  nombre: z.string().max(300),
  inicia: z.string().max(20),
  termina: z.string().max(20),
  /** Day and time of Mexico City: `2027-01-12 09:00`. */
  inscripcionAbre: z.string().max(20),
  inscripcionCierra: z.string().max(20),
  sedeId: z.string().max(40).nullable(),
  cupo: z.number().nullable(),
  /** Out of 10, and in per cent of the sessions; null: none is asked. */
  calificacionMinima: z.number().nullable(),
  asistenciaMinima: z.number().nullable(),
});
export type DatosDeEdicion = z.output<typeof datosDeEdicion>;

const grupo = z.strictObject({
  nombre: z.string().max(120),
  horario: z.string().max(300),
  cupo: z.number().nullable(),
});
const docente = z.strictObject({
  nombre: z.string().max(200),
  papel: z.string().max(120),
  semblanza: z.string().max(3000),
  /** Null: of the whole edition. */
  grupoId: id.nullable(),
});
const sesion = z.strictObject({
  fecha: z.string().max(20),
  /** HH:MM of Mexico City. */
  de: z.string().max(8),
  a: z.string().max(8),
  tema: z.string().max(300),
  lugar: z.string().max(200),
  /** Null: of everybody. */
  grupoId: id.nullable(),
});

const guardada = { id: z.string(), version: z.number() };

/** What an edition is made of, besides what it says. */
type Partes = {
  grupo: z.output<typeof grupo>;
  docente: z.output<typeof docente>;
  sesion: z.output<typeof sesion>;
};
export type Parte = keyof Partes;
export type DatosDeParte<P extends Parte> = Partes[P];

/** All of it as it is read, whatever was allowed when it was written. */
const datosLeidos = z.object({
  cursoId: z.string(),
  plantillaId: z.string(),
  nombre: z.string(),
  inicia: z.string(),
  termina: z.string(),
  inscripcionAbre: z.string(),
  inscripcionCierra: z.string(),
  sedeId: z.string().nullable(),
  cupo: z.number().nullable(),
  calificacionMinima: z.number().nullable(),
  asistenciaMinima: z.number().nullable(),
});
const grupoLeido = {
  nombre: z.string(),
  horario: z.string(),
  cupo: z.number().nullable(),
  ocupados: z.number(),
};
const docenteLeido = {
  nombre: z.string(),
  papel: z.string(),
  semblanza: z.string(),
  grupoId: z.string().nullable(),
};
const sesionLeida = {
  fecha: z.string(),
  de: z.string(),
  a: z.string(),
  tema: z.string(),
  lugar: z.string(),
  grupoId: z.string().nullable(),
};

const edicionGuardada = z.object({
  ...guardada,
  datos: datosLeidos,
  /** As it is given: what the course said then. */
  curso: z.object({
    id: z.string(),
    clave: z.string(),
    nombre: z.string(),
    tipo: z.object({ clave: z.string(), nombre: z.string(), posgrado: z.boolean() }),
    modalidad: z.string(),
    horas: z.number(),
    temario: z.array(temaSchema),
    requisitos: z.string(),
    /** The number of its version, and of the newest one. */
    version: z.number(),
    ultima: z.number(),
    retirado: z.boolean(),
  }),
  plantilla: z.string(),
  sede: z.string().nullable(),
  estado,
  ocupados: z.number(),
  /** One enters it by a call for applications (`mesaDeEdicionPath`). */
  porConvocatoria: z.boolean(),
  /** That call is published: it says the dates of the enrolment. */
  conConvocatoriaPublicada: z.boolean(),
  cancelacion: z
    .object({
      motivo: z.string(),
      canceladaEn: z.string(),
      alternativa: z.object({ id: z.string(), nombre: z.string() }).nullable(),
    })
    .nullable(),
  grupos: z.array(z.object({ ...guardada, ...grupoLeido })),
  docentes: z.array(z.object({ ...guardada, ...docenteLeido })),
  sesiones: z.array(z.object({ ...guardada, ...sesionLeida })),
  /** ISO instant. */
  actualizadoEn: z.string(),
});
export type EdicionGuardada = z.output<typeof edicionGuardada>;

export const getEdicionGuardada = callable({
  name: 'getEdicionGuardada',
  summary: 'Una edición con sus grupos, docentes y sesiones (Escolar y Admin).',
  input: z.strictObject({ id }),
  output: z.object({
    edicion: edicionGuardada,
    /** Its inscripciones in all, drafts too: with any it is not deleted. */
    inscripciones: z.number(),
    /** Its closed acta and where it is corrected: what that says of the edition does not change any more. Null while it is open. */
    acta: z.object({ folio: z.string(), enlace: z.string() }).nullable(),
  }),
});

export const listOpcionesEdicion = callable({
  name: 'listOpcionesEdicion',
  summary: 'De qué cursos y con qué plantillas se puede abrir una edición (Admin).',
  input: z.null(),
  output: z.object({
    cursos: z.array(z.object({ id: z.string(), clave: z.string(), nombre: z.string() })),
    plantillas: z.array(z.object({ id: z.string(), nombre: z.string() })),
  }),
});

/** What somebody else saved since the version that was edited, in `details` of ABORTED. */
export type CambioDeEdicion = { actual: EdicionGuardada; quien: string | null; momento: string };

export const saveEdicion = callable({
  name: 'saveEdicion',
  summary:
    'Agrega una edición, o guarda una sobre la versión que se editó; si ya no es la actual responde ABORTED y dice qué cambió (Admin).',
  input: z.strictObject({
    /** Null: a new one. */
    id: id.nullable(),
    version: z.int32().nullable(),
    datos: datosDeEdicion,
    /** Whether those who are enrolled are told that its days or its venue change; it is asked when they do. */
    avisar: z.boolean().nullable().default(null),
    /** That its new days leave sessions outside is meant; it is asked when they do. */
    sesionesFuera: z.boolean().default(false),
  }),
  output: edicionGuardada,
});

export const deleteEdicion = callable({
  name: 'deleteEdicion',
  summary: 'Borra una edición en la que nadie se inscribió (Admin).',
  input: z.strictObject({ id, version: z.int32() }),
  output: z.object({ ok: z.literal(true) }),
});

const parteNueva = z.discriminatedUnion('parte', [
  z.strictObject({ parte: z.literal('grupo'), datos: grupo }),
  z.strictObject({ parte: z.literal('docente'), datos: docente }),
  z.strictObject({ parte: z.literal('sesion'), datos: sesion }),
]);
export type ParteNueva = z.output<typeof parteNueva>;

export const saveParteEdicion = callable({
  name: 'saveParteEdicion',
  summary: 'Agrega o guarda un grupo, una o un docente o una sesión de una edición (Admin).',
  input: z.strictObject({
    edicionId: id,
    /** Null: a new one. */
    id: id.nullable(),
    version: z.int32().nullable(),
    contenido: parteNueva,
    /** That the day of a session is outside the edition's is meant; it is asked when it is. */
    fueraDeFechas: z.boolean().default(false),
  }),
  output: edicionGuardada,
});

export const deleteParteEdicion = callable({
  name: 'deleteParteEdicion',
  summary: 'Quita un grupo, una o un docente o una sesión de una edición (Admin).',
  input: z.strictObject({
    edicionId: id,
    parte: z.enum(['grupo', 'docente', 'sesion']),
    id,
    version: z.int32(),
  }),
  output: edicionGuardada,
});

const copia = { id, inicia: z.string().max(20) };

export const previewCopiaEdicion = callable({
  name: 'previewCopiaEdicion',
  summary: 'Cómo quedaría una edición copiada a otra fecha de inicio (Admin).',
  input: z.strictObject(copia),
  output: z.object({
    datos: datosLeidos,
    grupos: z.number(),
    docentes: z.number(),
    sesiones: z.array(z.object({ fecha: z.string(), de: z.string(), a: z.string() })),
    /** What to look at before it is made. */
    advertencias: z.array(z.string()),
  }),
});

export const createCopiaEdicion = callable({
  name: 'createCopiaEdicion',
  summary: 'Copia una edición con sus grupos, docentes y sesiones a otra fecha de inicio (Admin).',
  input: z.strictObject({ ...copia, nombre: z.string().max(300) }),
  output: z.object({ id: z.string() }),
});

/** What staff write to say why an edition is cancelled. */
export const MOTIVO_CANCELACION = { min: 10, max: 1000 } as const;

export const cancelEdicion = callable({
  name: 'cancelEdicion',
  summary:
    'Cancela una edición: da de baja a quienes estaban inscritos, libera los lugares y les avisa (Admin).',
  input: z.strictObject({
    id,
    version: z.int32(),
    motivo: z.string().trim().max(MOTIVO_CANCELACION.max),
    /** Where those who were enrolled may enrol instead. */
    alternativaId: id.nullable(),
  }),
  output: z.object({ edicion: edicionGuardada, bajas: z.number() }),
});
