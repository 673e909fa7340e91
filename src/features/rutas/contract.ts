import { z } from 'zod';
import { callable } from '../../platform/shared/callable.ts';
import { desdeCursor, paginaDe } from '../../platform/shared/cursor.ts';
import { defineFormato } from '../../platform/shared/formatos.ts';
import { NO_SE_LEE } from '../../platform/shared/ilegible.ts';
import { definicionRutaEscrita } from './escritura/contract.ts';
import { ESTADOS_AVANCE, type EstadoAvance, VERSION_RUTA } from './estados.ts';
import { type DefinicionRuta, type GrupoDeRuta, MAX_NIVELES, type ParteDeRuta } from './rules.ts';

const id = z.uuid();
const done = z.object({ ok: z.literal(true) });

const curso = z.object({
  tipo: z.literal('curso'),
  cursoId: z.string(),
  requiere: z.array(z.string()),
});
const grupoDe = <P extends z.ZodType<ParteDeRuta>>(parte: P) =>
  z.object({
    tipo: z.literal('grupo'),
    clave: z.string(),
    titulo: z.string(),
    texto: z.string().optional(),
    regla: z.union([
      z.object({ tipo: z.literal('n'), n: z.number() }),
      z.object({ tipo: z.enum(['todas', 'opcional']) }),
    ]),
    requiere: z.array(z.string()),
    partes: z.array(parte),
  });
const etapa: z.ZodType<GrupoDeRuta> = (() => {
  let parte: z.ZodType<ParteDeRuta> = curso;
  for (let nivel = 1; nivel < MAX_NIVELES; nivel++) {
    parte = z.union([curso, grupoDe(parte)]) as z.ZodType<ParteDeRuta>;
  }
  return grupoDe(parte) as z.ZodType<GrupoDeRuta>;
})();

/** What a version of a route says, as it is read and travels; once published it never changes. */
export const definicionRutaLeida: z.ZodType<DefinicionRuta> = z.object({
  nombre: z.string(),
  descripcion: z.string(),
  dirigidaA: z.string(),
  enOrden: z.boolean(),
  etapas: z.array(etapa),
});

/** In place of a definition that cannot be read, among others: it asks for nothing, and nobody completes it. */
export const RUTA_ILEGIBLE: z.infer<typeof definicionRutaLeida> = {
  nombre: NO_SE_LEE,
  descripcion: '',
  dirigidaA: '',
  enOrden: false,
  etapas: [],
};

/** How versions of routes are stored. */
export const DEFINICION_RUTA = defineFormato({ nombre: 'ruta', lectura: definicionRutaLeida });

/** One of several, of whatever format; one that cannot be read is `RUTA_ILEGIBLE`. */
export const leerRuta = (stored: unknown): z.infer<typeof definicionRutaLeida> =>
  DEFINICION_RUTA.tryRead(stored) ?? RUTA_ILEGIBLE;

const estadoAvance = z.enum(Object.keys(ESTADOS_AVANCE) as [EstadoAvance, ...EstadoAvance[]]);

/** How far somebody is: courses that count, by the shortest way to complete it. */
const avance = z.object({
  estado: estadoAvance,
  acreditados: z.number(),
  necesarios: z.number(),
});

const rutaDeLista = z.object({
  id: z.string(),
  clave: z.string(),
  /** What it asks for cannot be read, and is nowhere below: somebody altered the database. */
  ilegible: z.boolean(),
  nombre: z.string(),
  descripcion: z.string(),
  dirigidaA: z.string(),
  cursos: z.number(),
  etapas: z.number(),
  /** Of the courses that complete it by the shortest way. */
  horas: z.number(),
  /** Whether somebody who has not begun it may. */
  seOfrece: z.boolean(),
  /** Null for an account without a file. */
  avance: avance.nullable(),
  /** Names of what can be taken next, the first ones. */
  siguientes: z.array(z.string()),
});
export type RutaDeLista = z.infer<typeof rutaDeLista>;

/** The routes that are offered, and those that whoever asks has begun. */
export const listRutas = callable({
  name: 'listRutas',
  summary: 'Las rutas formativas que se ofrecen, con el avance propio en cada una.',
  input: z.union([z.null(), z.strictObject({})]),
  output: z.object({ rutas: z.array(rutaDeLista) }),
});

const referido = z.object({ clave: z.string(), nombre: z.string() });
/** A course as it is today. */
const cursoDeRuta = z.object({
  id: z.string(),
  clave: z.string(),
  nombre: z.string(),
  tipo: referido,
  modalidad: referido,
  area: z.string(),
  horas: z.number(),
  creditos: z.number().nullable(),
  objetivo: z.string(),
  /** No more editions are made of it. */
  retirado: z.boolean(),
});
export type CursoDeRuta = z.infer<typeof cursoDeRuta>;

const edicionDeRuta = z.object({
  id: z.string(),
  cursoId: z.string(),
  plantillaId: z.string(),
  nombre: z.string(),
  /** Days (YYYY-MM-DD). */
  inicia: z.string(),
  termina: z.string(),
  /** ISO instants. */
  inscripcionAbre: z.string(),
  inscripcionCierra: z.string(),
  sede: z.string().nullable(),
  libres: z.number(),
  /** One enters it by a call, and which (null: it is not published). */
  porConvocatoria: z.boolean(),
  convocatoriaId: z.string().nullable(),
});
export type EdicionDeRuta = z.infer<typeof edicionDeRuta>;

const sabido = z.object({
  cursoId: z.string(),
  estado: z.enum(['acreditado', 'cursando', 'noAcreditado']),
  edicion: z.string(),
  /** Last day of that edition (YYYY-MM-DD). */
  termina: z.string(),
});

const ruta = z.object({
  id: z.string(),
  clave: z.string(),
  /** The one under which whoever asks began it, or the one in force. */
  version: z.object({
    numero: z.number(),
    estado: z.enum(VERSION_RUTA.estados),
    publicadaEn: z.string().nullable(),
  }),
  /** The number of the one in force, when it is another. */
  enVigor: z.number().nullable(),
  seOfrece: z.boolean(),
  definicion: definicionRutaLeida,
  cursos: z.array(cursoDeRuta),
  /** Of its courses, those whose enrolment has not closed. */
  ediciones: z.array(edicionDeRuta),
  /** Null for an account without a file. */
  persona: z
    .object({
      comenzadaEn: z.string().nullable(),
      completadaEn: z.string().nullable(),
      sabidos: z.array(sabido),
    })
    .nullable(),
  /** The server's clock: deadlines are looked at with it. */
  ahora: z.string(),
});
export type RutaLeida = z.infer<typeof ruta>;

/** Errors: NOT_FOUND (also one that is not published and that whoever asks has not begun). */
export const getRuta = callable({
  name: 'getRuta',
  summary:
    'Una ruta formativa con sus etapas, cursos y ediciones con inscripción por cerrar, y el avance propio.',
  input: z.strictObject({ id }),
  output: ruta,
});

/** Begins it under the version in force; again, it is the same. Errors: NOT_FOUND, FAILED_PRECONDITION (`ruta-no-se-ofrece`). */
export const startRuta = callable({
  name: 'startRuta',
  summary: 'Comienza una ruta formativa en su versión vigente, que conserva aunque cambie después.',
  input: z.strictObject({ id }),
  output: done,
});

const versionDeRuta = z.object({
  id: z.string(),
  numero: z.number(),
  estado: z.enum(VERSION_RUTA.estados),
  nota: z.string(),
  publicadaEn: z.string().nullable(),
  archivadaEn: z.string().nullable(),
  actualizadoEn: z.string(),
  /** Who is in the route under it. */
  personas: z.number(),
  /** What it says cannot be read: `definicion` stands in its place. */
  ilegible: z.boolean(),
  definicion: definicionRutaLeida,
});
export type VersionDeRuta = z.infer<typeof versionDeRuta>;

const rutaEditable = z.object({
  id: z.string(),
  clave: z.string(),
  /** Of the draft, for `saveBorradorRuta`; null without one. */
  version: z.number().nullable(),
  /** The newest first. */
  versiones: z.array(versionDeRuta),
  /** Courses that any of them names. */
  cursos: z.array(cursoDeRuta),
});
export type RutaEditable = z.infer<typeof rutaEditable>;

const filaEditable = z.object({
  id: z.string(),
  clave: z.string(),
  nombre: z.string(),
  enVigor: z.number().nullable(),
  borrador: z.number().nullable(),
  cursos: z.number(),
  personas: z.number(),
  completadas: z.number(),
  actualizadoEn: z.string(),
});
export type FilaRutaEditable = z.infer<typeof filaEditable>;

export const listRutasEditables = callable({
  name: 'listRutasEditables',
  summary:
    'Todas las rutas formativas con sus versiones y cuántas personas están en ellas (Admin).',
  input: z.strictObject({
    busqueda: z.string().max(200).optional(),
    orden: z.enum(['nombre', 'actualizadoEn']).default('nombre'),
    descendente: z.boolean().default(false),
    pagina: z.number().int().min(1).max(10_000).default(1),
    porPagina: z.number().int().min(1).max(200).default(50),
  }),
  output: z.object({ total: z.number(), filas: z.array(filaEditable) }),
});

/** Errors: NOT_FOUND. */
export const getRutaEditable = callable({
  name: 'getRutaEditable',
  summary: 'Una ruta formativa con todas sus versiones, para editarla (Admin).',
  input: z.strictObject({ id }),
  output: rutaEditable,
});

const clave = z
  .string()
  .trim()
  .regex(/^[A-Z0-9][A-Z0-9-]{1,29}$/, 'Use de 2 a 30 letras mayúsculas, números y guiones.');

/**
 * A new route with an empty draft, or with what another one says. Sent twice with the same id it is one. Errors:
 * ALREADY_EXISTS (`ruta-clave-repetida`), NOT_FOUND (what it is copied from).
 */
export const createRuta = callable({
  name: 'createRuta',
  summary:
    'Crea una ruta formativa, vacía o como copia de otra, con un borrador por editar (Admin).',
  input: z.strictObject({
    id,
    clave,
    nombre: z.string().trim().min(3).max(160),
    copiaDe: id.optional(),
  }),
  output: z.object({ id: z.string() }),
});

/** Opens a draft that says what the newest version says. Errors: NOT_FOUND, ALREADY_EXISTS (`ruta-con-borrador`). */
export const createVersionRuta = callable({
  name: 'createVersionRuta',
  summary: 'Comienza una versión nueva de una ruta formativa a partir de la última (Admin).',
  input: z.strictObject({ id }),
  output: done,
});

/**
 * Saves the draft. Errors: NOT_FOUND, FAILED_PRECONDITION (`ruta-sin-borrador`), ABORTED (`ruta-cambio`),
 * INVALID_ARGUMENT (`ruta-con-problemas`, `details.problemas`: what is wrong, a circle course by course).
 */
export const saveBorradorRuta = callable({
  name: 'saveBorradorRuta',
  maxBytes: 256 * 1024,
  summary:
    'Guarda el borrador de una ruta formativa; si los requisitos forman un círculo no se guarda, y se dice cuál (Admin).',
  input: z.strictObject({ id, version: z.int32(), definicion: definicionRutaEscrita }),
  output: z.object({ version: z.number(), guardadoEn: z.string() }),
});

/** Errors: NOT_FOUND, FAILED_PRECONDITION (`ruta-sin-borrador`). */
export const discardBorradorRuta = callable({
  name: 'discardBorradorRuta',
  summary:
    'Descarta el borrador de una ruta formativa; si nunca se publicó, la ruta se borra (Admin).',
  input: z.strictObject({ id, version: z.int32() }),
  output: z.object({ borrada: z.boolean() }),
});

/** Puts the draft in force. Errors: those of `saveBorradorRuta`; what a draft may lack, a published one may not. */
export const setRutaPublicada = callable({
  name: 'setRutaPublicada',
  summary:
    'Publica el borrador de una ruta formativa; quien la comenzó en la versión anterior la conserva (Admin).',
  input: z.strictObject({
    id,
    version: z.int32(),
    nota: z.string().trim().min(3).max(500),
  }),
  output: done,
});

/** Nobody begins it any more. Errors: NOT_FOUND, FAILED_PRECONDITION (`ruta-sin-publicar`). */
export const setRutaArchivada = callable({
  name: 'setRutaArchivada',
  summary: 'Deja de ofrecer una ruta formativa; quien la comenzó puede terminarla (Admin).',
  input: z.strictObject({ id, motivo: z.string().trim().min(3).max(500) }),
  output: done,
});

/** Courses that may be put into a route, by words of their key or name. */
export const listCursosParaRuta = callable({
  name: 'listCursosParaRuta',
  summary: 'Cursos que se pueden poner en una ruta formativa, por su clave o su nombre (Admin).',
  input: z.strictObject({ busqueda: z.string().max(200) }),
  output: z.object({ cursos: z.array(cursoDeRuta) }),
});

const filaPersona = z.object({
  clave: z.string(),
  nombreCompleto: z.string(),
  numero: z.number(),
  comenzadaEn: z.string(),
  completadaEn: z.string().nullable(),
  acreditados: z.number(),
  necesarios: z.number(),
  /** What the route asks for cannot be read, and then how far they are is not known. */
  ilegible: z.boolean(),
  /** What they are taking, or could take next, by name. */
  cursando: z.array(z.string()),
  siguientes: z.array(z.string()),
});
export type FilaPersonaDeRuta = z.infer<typeof filaPersona>;

/** Who is in a route, the last who began first. The reading is recorded. Errors: NOT_FOUND. */
export const listPersonasDeRuta = callable({
  name: 'listPersonasDeRuta',
  summary: 'Quiénes están en una ruta formativa y cuánto llevan (Escolar y Admin).',
  input: z.strictObject({
    id,
    estado: z.enum(['enCurso', 'completada']).optional(),
    ...desdeCursor(),
  }),
  output: paginaDe(filaPersona).extend({
    ruta: z.object({ clave: z.string(), nombre: z.string() }),
  }),
});
