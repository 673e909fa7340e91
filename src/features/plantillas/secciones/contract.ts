import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';
import { seccionSchema } from '../formulario/contract.ts';
import { SECCION } from './estados.ts';

const id = z.uuid();
const nombre = z.string().trim().min(3).max(120);
const descripcion = z.string().trim().max(300);
/** Characters at most of a section, as JSON: what sixty long fields come to. */
const MAX_SECCION = 120_000;

const porGuardar = seccionSchema
  .refine((one) => JSON.stringify(one).length <= MAX_SECCION, {
    message: 'La sección es demasiado larga.',
  })
  .meta({ 'x-maxValues': 10_000 });

const resumen = z.object({
  id: z.string(),
  nombre: z.string(),
  descripcion: z.string(),
  estado: z.enum(SECCION.estados),
  /** How many fields it has; null: it cannot be read. */
  campos: z.number().nullable(),
  /** Whether some answer is kept apart. */
  sensible: z.boolean(),
  /** Whether it came with the product. */
  incluida: z.boolean(),
  /** ISO instant. */
  actualizadoEn: z.string(),
});
export type SeccionEnBiblioteca = z.output<typeof resumen>;

/** All of them, by name; a school has some dozens. */
export const listSeccionesBiblioteca = callable({
  name: 'listSeccionesBiblioteca',
  summary: 'Las secciones de la biblioteca, también las archivadas (Admin).',
  input: z.strictObject({}),
  output: z.object({ secciones: z.array(resumen) }),
});

/** Errors: NOT_FOUND (`seccion-no-existe`). */
export const getSeccionBiblioteca = callable({
  name: 'getSeccionBiblioteca',
  summary: 'Una sección de la biblioteca con sus campos (Admin).',
  input: z.strictObject({ id }),
  output: resumen.extend({ seccion: seccionSchema }),
});
export type SeccionAbierta = z.output<typeof getSeccionBiblioteca.output>;

/**
 * Keeps a section of a form; a condition on a field outside it is left out. Errors: ALREADY_EXISTS
 * (`seccion-nombre-repetido`), FAILED_PRECONDITION (`seccion-con-problemas`, with `problemas`: sentences).
 */
export const saveSeccionBiblioteca = callable({
  name: 'saveSeccionBiblioteca',
  maxBytes: 160 * 1024,
  summary: 'Guarda en la biblioteca una sección de un formulario (Admin).',
  input: z.strictObject({
    nombre,
    descripcion,
    seccion: porGuardar,
  }),
  output: z.object({ id: z.string() }),
});

/**
 * Makes a section of the library say something else; forms that took it keep their copy, and the history what it said.
 * `vista`: when it was changed last, as it was seen. Errors: NOT_FOUND, ABORTED (`seccion-cambio`: changed or archived
 * meanwhile), FAILED_PRECONDITION (`seccion-con-problemas`).
 */
export const replaceSeccionBiblioteca = callable({
  name: 'replaceSeccionBiblioteca',
  maxBytes: 160 * 1024,
  summary: 'Reemplaza lo que dice una sección de la biblioteca (Admin).',
  input: z.strictObject({ id, vista: z.iso.datetime(), seccion: porGuardar }),
  output: z.object({ ok: z.literal(true) }),
});

/** `antes`: what was seen. Errors: NOT_FOUND, ALREADY_EXISTS, ABORTED (`seccion-cambio`). */
export const updateSeccionBiblioteca = callable({
  name: 'updateSeccionBiblioteca',
  summary: 'Cambia el nombre o la descripción de una sección de la biblioteca (Admin).',
  input: z.strictObject({
    id,
    nombre,
    descripcion,
    antes: z.strictObject({ nombre: z.string().max(1_000), descripcion: z.string().max(1_000) }),
  }),
  output: z.object({ ok: z.literal(true) }),
});

/**
 * Takes a section out of sight, or offers it again; the forms that took it keep their copy. Errors: NOT_FOUND,
 * ABORTED (`seccion-cambio`: it is so already), ALREADY_EXISTS (another took its name meanwhile).
 */
export const archiveSeccionBiblioteca = callable({
  name: 'archiveSeccionBiblioteca',
  summary: 'Archiva una sección de la biblioteca, o vuelve a ofrecerla (Admin).',
  input: z.strictObject({ id, archivada: z.boolean() }),
  output: z.object({ ok: z.literal(true) }),
});
