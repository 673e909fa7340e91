import { z } from 'zod';

/**
 * The form of a plantilla's version, as data, as it is read. What may be written is stricter
 * (`escritura/contract.ts`); here nothing is asked that an older version might not have. Types are
 * inferred, so importing them costs nothing. A kind of field, once published, is never taken out.
 */

/** Data of the person's file that a field can be bound to. */
export const DATOS_PERSONA = [
  'nombreCompleto',
  'nombre',
  'apellidoPaterno',
  'apellidoMaterno',
  'curp',
  'fechaNacimiento',
  'sexo',
  'entidadNacimiento',
  'correo',
] as const;
export type DatoPersona = (typeof DATOS_PERSONA)[number];

/**
 * When a field is asked: by the answer to an earlier field. A condition over an unanswered or hidden
 * field never holds, `distinto` included.
 */
const condicionCampoSchema = z.discriminatedUnion('operador', [
  z.object({
    campo: z.string(),
    operador: z.enum(['igual', 'distinto']),
    valor: z.union([z.string(), z.number(), z.boolean()]),
  }),
  /** For `opciones`: the value is among the chosen ones. */
  z.object({ campo: z.string(), operador: z.literal('incluye'), valor: z.string() }),
  z.object({ campo: z.string(), operador: z.literal('contestado') }),
]);
export type CondicionCampo = z.output<typeof condicionCampoSchema>;

const comun = {
  clave: z.string(),
  etiqueta: z.string(),
  ayuda: z.string().optional(),
  obligatorio: z.boolean(),
  visibleSi: condicionCampoSchema.optional(),
  /**
   * A sensitive datum (health, a disability…): the answer is kept apart and encrypted, printed
   * nowhere, and read by the person and by staff who must, who leave a note of it.
   */
  sensible: z.boolean().optional(),
};
const opcionesLista = z.array(z.object({ valor: z.string(), etiqueta: z.string() }));

const campoSchema = z.discriminatedUnion('tipo', [
  /** Characters: at least, at most. */
  z.object({
    ...comun,
    tipo: z.literal('texto'),
    minLongitud: z.number().optional(),
    maxLongitud: z.number().optional(),
  }),
  z.object({
    ...comun,
    tipo: z.literal('textoLargo'),
    minLongitud: z.number().optional(),
    maxLongitud: z.number().optional(),
  }),
  z.object({
    ...comun,
    tipo: z.literal('numero'),
    min: z.number().optional(),
    max: z.number().optional(),
    /** Decimal places allowed; 0 (whole numbers) when absent. */
    decimales: z.number().optional(),
  }),
  /** Days, YYYY-MM-DD. */
  z.object({
    ...comun,
    tipo: z.literal('fecha'),
    min: z.string().optional(),
    max: z.string().optional(),
  }),
  z.object({ ...comun, tipo: z.literal('opcion'), opciones: opcionesLista }),
  z.object({
    ...comun,
    tipo: z.literal('opciones'),
    opciones: opcionesLista,
    /** How many must, and may, be chosen. */
    min: z.number().optional(),
    max: z.number().optional(),
  }),
  /** Yes or no; unmarked is no. What must be accepted is a `declaracion`. */
  z.object({ ...comun, tipo: z.literal('casilla') }),
  /** A statement to accept; `texto` is what is declared, `etiqueta` its short name. */
  z.object({ ...comun, tipo: z.literal('declaracion'), texto: z.string() }),
  /** A datum of the person's file: prefilled; read-only unless `editable`. */
  z.object({
    ...comun,
    tipo: z.literal('datoPersona'),
    dato: z.enum(DATOS_PERSONA),
    editable: z.boolean(),
  }),
]);
export type Campo = z.output<typeof campoSchema>;

export const seccionSchema = z.object({
  clave: z.string(),
  titulo: z.string(),
  texto: z.string().optional(),
  campos: z.array(campoSchema),
});
type Seccion = z.output<typeof seccionSchema>;

/** What the functions of `rules.ts` need of a definition. */
export type Formulario = { readonly secciones: readonly Seccion[] };

/** The answer to one field. Dates are YYYY-MM-DD; `opciones` a list of values. */
export type Respuesta = string | number | boolean | string[];
/** Answers by field key, as typed or normalised. */
export type Respuestas = Readonly<Record<string, Respuesta>>;

/** Answers as they are read, whatever was allowed when they were written. */
export const respuestasLeidas = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]),
);

/**
 * Answers that somebody sends. Lenient about content (a draft keeps what was typed), strict about size:
 * what a form can hold is far below this.
 */
export const respuestasSchema = z
  .record(
    z.string().max(40),
    z.union([
      z.string().max(6000, 'La respuesta es demasiado larga; acórtela.'),
      z.number(),
      z.boolean(),
      z.array(z.string().max(200)).max(100),
    ]),
  )
  .refine(
    (respuestas) =>
      Object.keys(respuestas).length <= 500 && JSON.stringify(respuestas).length <= 100_000,
    'Las respuestas, juntas, son demasiado largas. Acorte las más extensas.',
  );
