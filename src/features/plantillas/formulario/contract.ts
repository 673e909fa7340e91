import { z } from 'zod';

/**
 * The form of a plantilla's version, as data. Browser and server read it with `rules.ts`; this file
 * checks it when a version is written. Types are inferred, so importing them costs nothing.
 */

/**
 * Data of the person's file that a field can be bound to. Only those marked `true` may be changed
 * in the form; the others are what the registry or the school says of the person.
 */
const DATOS_PERSONA = {
  nombreCompleto: { editable: false },
  nombre: { editable: false },
  apellidoPaterno: { editable: false },
  apellidoMaterno: { editable: false },
  curp: { editable: false },
  fechaNacimiento: { editable: false },
  sexo: { editable: false },
  entidadNacimiento: { editable: false },
  correo: { editable: true },
} as const;
export type DatoPersona = keyof typeof DATOS_PERSONA;
const DATOS = Object.keys(DATOS_PERSONA) as [DatoPersona, ...DatoPersona[]];

const clave = z
  .string()
  .regex(
    /^[a-z][A-Za-z0-9]{0,39}$/,
    'La clave empieza con minúscula y lleva solo letras sin acento y números (40 como máximo).',
  );
const etiqueta = z.string().trim().min(1).max(200);
const fecha = z.iso.date();

/**
 * When a field is asked: by the answer to an earlier field. A condition over an unanswered or hidden
 * field never holds, `distinto` included.
 */
const condicionCampoSchema = z.discriminatedUnion('operador', [
  z.strictObject({
    campo: clave,
    operador: z.enum(['igual', 'distinto']),
    valor: z.union([z.string(), z.number(), z.boolean()]),
  }),
  /** For `opciones`: the value is among the chosen ones. */
  z.strictObject({ campo: clave, operador: z.literal('incluye'), valor: z.string() }),
  z.strictObject({ campo: clave, operador: z.literal('contestado') }),
]);
export type CondicionCampo = z.output<typeof condicionCampoSchema>;

const comun = {
  clave,
  etiqueta,
  ayuda: z.string().trim().max(500).optional(),
  obligatorio: z.boolean(),
  visibleSi: condicionCampoSchema.optional(),
};
const opcionesLista = z
  .array(z.strictObject({ valor: clave, etiqueta }))
  .min(1)
  .max(100);

/** Characters a text may have when its field names no limit. */
const MAX_TEXTO = 200;
const MAX_TEXTO_LARGO = 4000;

const campoSchema = z.discriminatedUnion('tipo', [
  z.strictObject({
    ...comun,
    tipo: z.literal('texto'),
    minLongitud: z.int().min(1).max(MAX_TEXTO).optional(),
    maxLongitud: z.int().min(1).max(MAX_TEXTO).optional(),
  }),
  z.strictObject({
    ...comun,
    tipo: z.literal('textoLargo'),
    minLongitud: z.int().min(1).max(MAX_TEXTO_LARGO).optional(),
    maxLongitud: z.int().min(1).max(MAX_TEXTO_LARGO).optional(),
  }),
  z.strictObject({
    ...comun,
    tipo: z.literal('numero'),
    min: z.number().optional(),
    max: z.number().optional(),
    /** Decimal places allowed; 0 (whole numbers) when absent. */
    decimales: z.int().min(0).max(4).optional(),
  }),
  z.strictObject({
    ...comun,
    tipo: z.literal('fecha'),
    min: fecha.optional(),
    max: fecha.optional(),
  }),
  z.strictObject({ ...comun, tipo: z.literal('opcion'), opciones: opcionesLista }),
  z.strictObject({
    ...comun,
    tipo: z.literal('opciones'),
    opciones: opcionesLista,
    /** How many must, and may, be chosen. */
    min: z.int().min(1).optional(),
    max: z.int().min(1).optional(),
  }),
  /** A statement to accept; `texto` is what is declared, `etiqueta` its short name. */
  z.strictObject({
    ...comun,
    tipo: z.literal('declaracion'),
    texto: z.string().trim().min(1).max(4000),
  }),
  /** A datum of the person's file: prefilled; read-only unless `editable`. */
  z.strictObject({
    ...comun,
    tipo: z.literal('datoPersona'),
    dato: z.enum(DATOS),
    editable: z.boolean(),
  }),
]);
export type Campo = z.output<typeof campoSchema>;

export const seccionSchema = z.strictObject({
  clave,
  titulo: z.string().trim().min(1).max(200),
  texto: z.string().trim().max(2000).optional(),
  campos: z.array(campoSchema).min(1).max(60),
});
type Seccion = z.output<typeof seccionSchema>;

/** What the functions of `rules.ts` need of a definition. */
export type Formulario = { readonly secciones: readonly Seccion[] };

/** Refuses what the pure functions could not honour: repeated keys, impossible limits, wrong bindings. */
export const checkFormulario = (
  { secciones }: Formulario,
  refuse: (path: (string | number)[], message: string) => void,
): void => {
  const seen = new Map<string, Campo>();
  secciones.forEach((seccion, s) => {
    if (secciones.findIndex(({ clave }) => clave === seccion.clave) !== s) {
      refuse(['secciones', s, 'clave'], `La sección «${seccion.clave}» está repetida.`);
    }
    seccion.campos.forEach((campo, c) => {
      const at = (...rest: string[]) => ['secciones', s, 'campos', c, ...rest];
      if (seen.has(campo.clave)) {
        refuse(at('clave'), `El campo «${campo.clave}» está repetido.`);
      }
      // Only earlier fields: no circles, and one pass over the form decides what is visible.
      if (campo.visibleSi) {
        const problem = problemOf(campo.visibleSi, seen.get(campo.visibleSi.campo));
        if (problem) refuse(at('visibleSi'), problem);
      }
      const [low, high] =
        campo.tipo === 'texto' || campo.tipo === 'textoLargo'
          ? [campo.minLongitud, campo.maxLongitud]
          : campo.tipo === 'numero' || campo.tipo === 'fecha' || campo.tipo === 'opciones'
            ? [campo.min, campo.max]
            : [];
      if (low !== undefined && high !== undefined && low > high) {
        refuse(at(), `«${campo.etiqueta}»: el límite menor es mayor que el límite mayor.`);
      }
      if (campo.tipo === 'opcion' || campo.tipo === 'opciones') {
        const valores = new Set(campo.opciones.map(({ valor }) => valor));
        if (valores.size < campo.opciones.length) {
          refuse(at('opciones'), `«${campo.etiqueta}» tiene opciones repetidas.`);
        }
        if (campo.tipo === 'opciones' && (campo.min ?? 1) > valores.size) {
          refuse(at('min'), `«${campo.etiqueta}» pide más opciones de las que ofrece.`);
        }
      }
      if (campo.tipo === 'datoPersona' && campo.editable && !DATOS_PERSONA[campo.dato].editable) {
        refuse(at('editable'), `El dato «${campo.etiqueta}» solo se corrige en el expediente.`);
      }
      seen.set(campo.clave, campo);
    });
  });
};

const problemOf = (condicion: CondicionCampo, campo: Campo | undefined): string | null => {
  if (!campo) return 'La condición se refiere a un campo que no existe o que viene después.';
  const choices =
    campo.tipo === 'opcion' || campo.tipo === 'opciones'
      ? campo.opciones.map(({ valor }) => valor)
      : null;
  if (condicion.operador === 'contestado') return null;
  if (condicion.operador === 'incluye') {
    return campo.tipo === 'opciones' && choices?.includes(condicion.valor)
      ? null
      : `«incluye» necesita una opción de un campo de varias opciones.`;
  }
  const wanted =
    campo.tipo === 'numero' ? 'number' : campo.tipo === 'declaracion' ? 'boolean' : 'string';
  if (campo.tipo === 'opciones' || typeof condicion.valor !== wanted) {
    return `La condición no puede compararse con «${campo.etiqueta}».`;
  }
  if (choices && !choices.includes(String(condicion.valor))) {
    return `«${campo.etiqueta}» no tiene la opción «${condicion.valor}».`;
  }
  return null;
};

/** The answer to one field. Dates are YYYY-MM-DD; `opciones` a list of values. */
export type Respuesta = string | number | boolean | string[];
/** Answers by field key, as typed or normalised. */
export type Respuestas = Readonly<Record<string, Respuesta>>;

/**
 * Answers on the wire. Lenient about content (a draft keeps what was typed), strict about size:
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
