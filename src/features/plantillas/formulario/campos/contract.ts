/**
 * What a kind of field is: all that the house knows of it, in the one file of this folder that is called after it.
 * Schemas are functions of zod, and what one answers with is told as data (`Control`): so a kind's file runs on both
 * sides, and brings neither zod to the browser nor React to the server.
 */
import type { z } from 'zod';
import type { CatalogoId } from '../../../catalogos/definiciones/rules.ts';
import type { HechoDeclarado } from '../../reglas/contract.ts';
import { DATOS_EXPEDIENTE_IDS } from '../expediente/rules.ts';
import type { Respuesta } from '../respuestas/contract.ts';

/** zod, handed to a kind by who reads or writes definitions. */
export type Zod = typeof z;
type Shape = Record<string, z.ZodType>;

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
  ...DATOS_EXPEDIENTE_IDS,
] as const;
export type DatoPersona = (typeof DATOS_PERSONA)[number];

/**
 * When a field is asked: by the answer to an earlier field. A condition over an unanswered or hidden
 * field never holds, `distinto` included.
 */
const condicionCampo = (z: Zod) =>
  z.discriminatedUnion('operador', [
    z.object({
      campo: z.string(),
      operador: z.enum(['igual', 'distinto']),
      valor: z.union([z.string(), z.number(), z.boolean()]),
    }),
    /** For `opciones`: the value is among the chosen ones. */
    z.object({ campo: z.string(), operador: z.literal('incluye'), valor: z.string() }),
    z.object({ campo: z.string(), operador: z.literal('contestado') }),
  ]);
export type CondicionCampo = z.output<ReturnType<typeof condicionCampo>>;

/** What every field says, as it is read. */
export const comun = (z: Zod) => ({
  clave: z.string(),
  etiqueta: z.string(),
  ayuda: z.string().optional(),
  obligatorio: z.boolean(),
  visibleSi: condicionCampo(z).optional(),
  /**
   * A sensitive datum (health, a disability…): the answer is kept apart and encrypted, printed
   * nowhere, and read by the person and by staff who must, who leave a note of it.
   */
  sensible: z.boolean().optional(),
});
type Comun = ReturnType<typeof comun>;

/** A field of a kind: `T`, its `tipo`; `L`, what only fields of this kind say. */
export type CampoOf<T extends string, L extends Shape> = z.output<
  z.ZodObject<Comun & { tipo: z.ZodLiteral<T> } & L>
>;

type Option = { value: string; label: string };

/** With what a field is answered: one of the portal's controls (`web/components/campo.tsx`), and with what. */
export type Control =
  | { kind: 'text' | 'email' | 'date' }
  | { kind: 'area'; maxLength?: number }
  | { kind: 'number'; decimal: boolean }
  | { kind: 'radios' | 'checks'; options: readonly Option[] }
  /** `empty`: what is chosen to leave it unanswered again. */
  | { kind: 'list'; options: readonly Option[]; empty?: string }
  /** `label` instead of the field's; `text`: what is read above, whole. */
  | { kind: 'check'; label?: string; text?: string }
  /** An item of a catalog, from a list or looked for. */
  | { kind: 'catalogo'; catalogo: CatalogoId }
  /** A document of one's own vault, of a type (its key in the catalog). */
  | { kind: 'documento'; tipo: string }
  /** Nothing to answer: what the person's file says is shown. */
  | { kind: 'dato'; dato: DatoPersona };

/** What an answer may point to. */
export type Apunta =
  | { readonly a: 'catalogo'; readonly catalogo: CatalogoId }
  /** A version of a document of one's own vault, of the type with this key. */
  | { readonly a: 'documento'; readonly tipo: string };

/** An answer, as the rules of its plantilla look at it. */
type HechoDeRespuesta = Pick<HechoDeclarado, 'tipo' | 'pide' | 'valores' | 'valoresDe'>;

/** A definition that the form could not honour: what is wrong, and in which of the field's keys. */
export type Imposible = { at?: string; message: string };

/** One thing that whoever writes a form says of a field of a kind, and with what it is said. */
export type Ajuste = {
  /** The field's key that it is: `maxLongitud`. */
  readonly clave: string;
  readonly etiqueta: string;
  readonly ayuda?: string;
  /** `opciones`: the list of what there is to choose from; `dato`: which datum of the file. */
  readonly control:
    | 'entero'
    | 'numero'
    | 'fecha'
    | 'area'
    | 'casilla'
    | 'opciones'
    | 'dato'
    | 'catalogo'
    | 'tipoDocumento';
};

export type Clase<T extends string, L extends Shape, C = CampoOf<T, L>> = {
  /** The `tipo` of its fields. Once published, a kind is never taken out. */
  readonly tipo: T;
  /** What the kind is called where forms are made. */
  readonly nombre: string;
  /** What is said of its fields where forms are made, besides what is said of any. */
  readonly ajustes: readonly Ajuste[];
  /** What a field of the kind says when it has just been added, besides what any does. */
  nuevo(): Readonly<Record<string, unknown>>;
  /** What only its fields say, as it is read: loose, nothing is asked that an older version might not have. */
  readonly lectura: (z: Zod) => L;
  /**
   * The same, as it may be written: strict, with every limit. `clave` and `etiqueta` are those of any field, for
   * what is named as fields are.
   */
  readonly escritura: (
    z: Zod,
    common: { clave: z.ZodString; etiqueta: z.ZodString },
  ) => Record<keyof L, z.ZodType>;
  /** What is impossible in a definition of a field, though each of its keys may be written. */
  impossible(campo: C): Imposible[];
  /** What an answer is once normalised: what conditions compare it with. */
  readonly answer: 'string' | 'number' | 'boolean' | 'list' | 'referencia';
  /** The values that there are to choose from. */
  choices?(campo: C): readonly string[];
  /**
   * Two of the answers (normalised) that there can be, whatever its limits; fewer only where there are no more. Left
   * out: there are always more.
   */
  someAnswers?(campo: C): readonly Respuesta[];
  /** False of an answer (normalised) that there never can be, where `check` does not say so: what only the file says. */
  canBe?(campo: C, valor: Respuesta): boolean;
  /**
   * The datum of the person's file that it is about, whether only the file says it (`fijo`), and whether what is
   * answered may be saved there (`guarda`).
   */
  dato?(campo: C): { dato: DatoPersona; fijo: boolean; guarda: boolean };

  /** What its answers point to: whether that may be chosen, only the server knows. */
  apunta?(campo: C): Apunta;

  /** What rules may ask of its answers: of which type they are, and from where; left out, they may not. */
  paraReglas?(campo: C): HechoDeRespuesta;

  /** An answer in its canonical form; what cannot be read stays as typed, undefined is none. Twice changes nothing. */
  normalise(campo: C, raw: Respuesta): Respuesta | undefined;
  /** What is wrong with an answer that was given (normalised), in words that say how to mend it; or null. */
  check(campo: C, valor: Respuesta): string | null;
  /** What is said when it must be answered and was not. */
  missing(campo: C): string;

  /** An answer (normalised) as people read it, on screens and on paper. */
  print(campo: C, valor: Respuesta): string;
  /** What a spreadsheet takes for an answer, where that is no text; null: what is printed. A day is at 0:00 UTC. */
  cell?(campo: C, valor: Respuesta): number | Date | null;
  /** What is printed when there is no answer. */
  readonly blank: string;
  /** The text that an answer accepts: printed with it, whole. */
  accepted?(campo: C, valor: Respuesta): string | undefined;

  control(campo: C): Control;
  /** What is said beside the control when the plantilla gives no help of its own. */
  hint(campo: C): string | undefined;
  /** What is said after the help, whoever gave it. */
  note?(campo: C): string | undefined;

  /** A good answer that nobody gave, for demonstrations and tests; undefined where the file answers. */
  example(campo: C, random: () => number): Respuesta | undefined;
};

/** Declares a kind of field. */
export const defineClase = <const T extends string, L extends Shape>(
  clase: Clase<T, L>,
): Clase<T, L> => clase;

/** What is impossible in a pair of limits. */
export const crossed = (
  etiqueta: string,
  low: number | string | undefined,
  high: number | string | undefined,
): Imposible[] =>
  low !== undefined && high !== undefined && low > high
    ? [{ message: `«${etiqueta}»: el límite menor es mayor que el límite mayor.` }]
    : [];

/** The same of two limits that nothing lies between: no answer would be good. */
export const nothingBetween = (
  { etiqueta }: { etiqueta: string },
  answers: readonly Respuesta[],
): Imposible[] =>
  answers.length === 0
    ? [{ message: `«${etiqueta}»: ninguna respuesta cabe entre sus límites.` }]
    : [];

/** The list of what there is to choose from: as it is read, as it may be written, and what else it must be. */
export const OPCIONES = {
  lectura: (z: Zod) => z.array(z.object({ valor: z.string(), etiqueta: z.string() })),
  escritura: (z: Zod, { clave, etiqueta }: { clave: z.ZodString; etiqueta: z.ZodString }) =>
    z
      .array(z.strictObject({ valor: clave, etiqueta }))
      .min(1)
      .max(100),
};
type ConOpciones = { etiqueta: string; opciones: readonly { valor: string; etiqueta: string }[] };
export const valuesOf = ({ opciones }: ConOpciones): string[] => opciones.map(({ valor }) => valor);
export const optionsOf = ({ opciones }: ConOpciones): Option[] =>
  opciones.map(({ valor, etiqueta }) => ({ value: valor, label: etiqueta }));
export const printChosen = ({ opciones }: ConOpciones, chosen: readonly Respuesta[]): string =>
  opciones
    .filter(({ valor }) => chosen.includes(valor))
    .map(({ etiqueta }) => etiqueta)
    .join('; ');
export const repeated = (campo: ConOpciones): Imposible[] =>
  new Set(valuesOf(campo)).size < campo.opciones.length
    ? [{ at: 'opciones', message: `«${campo.etiqueta}» tiene opciones repetidas.` }]
    : [];
