import { z } from 'zod';
import { defineFormato } from '../../../platform/shared/formatos.ts';

/**
 * The rules of a plantilla's version, as data, as they are read (`escritura/contract.ts` is what may be written). A
 * condition is a group in the shape of react-querybuilder, whose JSON is the truth: `combinator` (`and`: todas, `or`:
 * alguna) and `not` (with `or`: ninguna) over `rules`, each a group again or a leaf `{ field, operator, value }`. Read
 * loosely: what the evaluator does not understand of it is «sin dato», never a failure to open what was published.
 */
export const grupoLeido = z.object({
  combinator: z.string(),
  not: z.boolean().optional(),
  rules: z.array(z.unknown()),
});

/** A leaf: what of whom, how it is compared, and with what. */
export type Hoja = {
  /** The fact's key, and its argument after a colon: `historia.acreditado:AMP-101`. */
  field: string;
  /** One of `OPERADORES` for the fact's type. */
  operator: string;
  value: string | number | boolean | string[] | number[];
  /** How the keys in `value` are called, as whoever wrote the rule read them. */
  palabras?: Record<string, string> | undefined;
  /** Of the editor; nobody else looks at it. */
  id?: string | undefined;
};
export type Grupo = {
  combinator: 'and' | 'or';
  not?: boolean | undefined;
  rules: (Grupo | Hoja)[];
  id?: string | undefined;
};

/**
 * `impide`: one does not enrol without it. `revision`: without it somebody of the school decides. `advierte`: the
 * person is told, and may go on. `prioriza`: with it one has `puntos` more.
 */
export const EFECTOS = ['impide', 'revision', 'advierte', 'prioriza'] as const;
export type Efecto = (typeof EFECTOS)[number];

export const reglaSchema = z.object({
  clave: z.string(),
  efecto: z.enum(EFECTOS),
  /** What holds when the rule is met. */
  condicion: grupoLeido,
  /** What the person reads when the rule is not met. */
  mensaje: z.string(),
  /** What the rule asks, for the checklist. */
  descripcion: z.string(),
  /** Of one that `prioriza`. */
  puntos: z.number().optional(),
});
export type Regla = z.output<typeof reglaSchema>;

/**
 * The types of facts. `clave`: one key of a list (a category, a state); `claves`: several; `periodo`: from one instant
 * until before another; `fecha`: a day in Mexico City (YYYY-MM-DD), or an instant, whose day counts.
 */
export const TIPOS_HECHO = [
  'texto',
  'numero',
  'booleano',
  'fecha',
  'clave',
  'claves',
  'periodo',
] as const;
export type TipoHecho = (typeof TIPOS_HECHO)[number];

const periodo = z.object({ abre: z.string().nullable(), cierra: z.string().nullable() });
const valorHecho = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.string()),
  periodo,
  z.null(),
]);
export type ValorHecho = z.output<typeof valorHecho>;

/** Where it is mended. */
const remedio = z.object({ texto: z.string(), enlace: z.string() });

/** A fact of somebody, as it was found: with the words in which it is told, so that it needs no other list. */
const datoSchema = z.object({
  tipo: z.enum(TIPOS_HECHO),
  /** What it is, at the head of a sentence: «Antigüedad en el Poder Judicial». */
  nombre: z.string(),
  /** Of a number, in singular and plural: año, años. */
  unidad: z.tuple([z.string(), z.string()]).optional(),
  /** Of a yes or no: what is asked for with each (`HechoDeclarado.pide`). */
  pide: z.tuple([z.string(), z.string()]).optional(),
  /** Null: there is no datum. */
  valor: valorHecho,
  /** Of a key: others that the same had, by which a rule of before names it. */
  tambien: z.array(z.string()).optional(),
  /** The value as people read it, where the value alone does not say it. */
  texto: z.string().optional(),
  remedio: remedio.optional(),
});
export type Dato = z.output<typeof datoSchema>;

/** What is known, by field; one that is not there is not known, and its rules say «sin dato». */
export const hechosSchema = z.record(z.string(), datoSchema);
export type Hechos = Readonly<z.output<typeof hechosSchema>>;

/** Where keys come from: a catalog's items, or what a feature looks up by words (slot `acervos`). */
export type FuenteDeClaves = {
  readonly catalogo?: string | undefined;
  readonly acervo?: string | undefined;
};

/** A fact that rules may ask for, as the editor and the checks know it. */
export type HechoDeclarado = {
  /** `persona.edad`. */
  readonly clave: string;
  /** Under which heading it is looked for: «Persona». */
  readonly grupo: string;
  readonly nombre: string;
  readonly tipo: TipoHecho;
  readonly unidad?: readonly [string, string];
  /**
   * Of a yes or no: what is asked for by «sí» and by «no», after «que»; `{}` stands where its argument is named:
   * «haya acreditado «{}»», «no haya acreditado «{}»».
   */
  readonly pide?: readonly [si: string, no: string];
  /** What follows the colon, when it needs one: «Clave del curso». */
  readonly argumento?: string;
  /** Nobody knows it before the inscripción is sent: it cannot keep anybody from sending one. */
  readonly trasEnviar?: boolean;
  /** Of keys: which there are, when they are few and fixed. */
  readonly valores?: readonly { readonly valor: string; readonly etiqueta: string }[];
  /** Other words by which it is looked for: «años de servicio». */
  readonly palabras?: readonly string[];
  /** Where its argument is looked for; without it, it is typed. */
  readonly argumentoDe?: FuenteDeClaves;
  /** Of keys: where they are looked for, when they are not few and fixed. */
  readonly valoresDe?: FuenteDeClaves;
};

/** A part of a condition, judged: groups before what is in them (`nivel` says how deep), as a screen draws them. */
const condicionSchema = z.object({
  nivel: z.number(),
  grupo: z.boolean(),
  /** What is asked, as the rule wishes it: within a «ninguna», the contrary. */
  texto: z.string(),
  /** What was found; null of a group. */
  encontrado: z.string().nullable(),
  /** Whether it holds; null: it cannot be known. */
  valor: z.boolean().nullable(),
  /** Whether that is what the rule wishes: within a «ninguna», what does not hold. */
  cumple: z.boolean(),
  /** Where it is mended, when it is not as the rule wishes. */
  remedio: remedio.nullable(),
});
export type CondicionJuzgada = z.output<typeof condicionSchema>;

/** The result of one rule: every rule gives one, met or not. */
export const resultadoReglaSchema = z.object({
  clave: z.string(),
  efecto: z.enum(EFECTOS),
  descripcion: z.string(),
  /** False also when a fact is missing; true also when the person is excused from it (`exceptuada`). */
  cumple: z.boolean(),
  /** ISO instant until which the person is excused from it, when what it asks does not hold. */
  exceptuada: z.string().optional(),
  /** True when a fact the rule needs is missing: explicitly unknown, never a pass. */
  sinDato: z.boolean(),
  /** What was found, in Spanish, with the dates or figures. */
  detalle: z.string(),
  /** The plantilla's own words for who does not meet it; null when met. */
  mensaje: z.string().nullable(),
  /** Of one that `prioriza` and is met; otherwise 0. */
  puntos: z.number(),
  /** Its condition, part by part. */
  condiciones: z.array(condicionSchema),
  /** The facts that were looked at, so that the decision can be reproduced. */
  evidencia: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type ResultadoRegla = z.output<typeof resultadoReglaSchema>;

/** What is kept of a decision, so that it can be reproduced: under which version, on which facts. */
const evaluacionSchema = z.object({
  versionId: z.string(),
  version: z.number(),
  /** ISO 8601. */
  evaluadaEn: z.string(),
  hechos: hechosSchema,
  resultados: z.array(resultadoReglaSchema),
});
export type Evaluacion = z.output<typeof evaluacionSchema>;

/** The window of the edition: the fact that every version of before asked for, and the only one. */
export const VENTANA = 'edicion.inscripcion';
export const VENTANA_NOMBRE = 'Periodo de inscripción';

type Registro = Record<string, unknown>;
const asRecord = (value: unknown): Registro =>
  typeof value === 'object' && value !== null ? (value as Registro) : {};

/** Of an evaluation of format 1: the window was the only fact, and there were no parts. */
export const mejoraEvaluacion = (evaluacion: Registro): Registro => {
  const { edicion } = asRecord(evaluacion.hechos);
  const { inscripcionAbre = null, inscripcionCierra = null } = asRecord(edicion);
  const valor = edicion ? { abre: inscripcionAbre, cierra: inscripcionCierra } : null;
  return {
    ...evaluacion,
    hechos: { [VENTANA]: { tipo: 'periodo', nombre: VENTANA_NOMBRE, valor } },
    resultados: Array.isArray(evaluacion.resultados)
      ? evaluacion.resultados.map((one) => ({ ...asRecord(one), puntos: 0, condiciones: [] }))
      : evaluacion.resultados,
  };
};

/** The condition of a rule of a definition of format 2: of one kind, the window. */
export const mejoraRegla = (regla: unknown): unknown => {
  const { condicion, ...rest } = asRecord(regla);
  const { tipo } = asRecord(condicion);
  // Whatever else it may have been is a fact that nobody knows.
  const field = tipo === 'ventanaInscripcion' ? VENTANA : String(tipo);
  return {
    ...rest,
    condicion: { combinator: 'and', rules: [{ field, operator: 'open', value: true }] },
  };
};

/** As it is stored: what most rules and parts say alike is left out, and reading adds it. */
const evaluacionGuardada = evaluacionSchema.extend({
  resultados: z.array(
    resultadoReglaSchema.extend({
      sinDato: z.boolean().default(false),
      mensaje: z.string().nullable().default(null),
      condiciones: z.array(
        condicionSchema.extend({
          grupo: z.boolean().default(false),
          encontrado: z.string().nullable().default(null),
          remedio: remedio.nullable().default(null),
        }),
      ),
    }),
  ),
});

const evaluacionBreve = (evaluacion: Evaluacion): object => ({
  ...evaluacion,
  resultados: evaluacion.resultados.map((regla) => ({
    ...regla,
    sinDato: regla.sinDato || undefined,
    mensaje: regla.mensaje ?? undefined,
    condiciones: regla.condiciones.map((parte) => ({
      ...parte,
      grupo: parte.grupo || undefined,
      encontrado: parte.encontrado ?? undefined,
      remedio: parte.remedio ?? undefined,
    })),
  })),
});

/**
 * How evaluations are stored. 2: facts by field, the parts of each condition, points. 3: without what most parts say alike, which is
 * written, hashed, parsed and compressed with each sending.
 */
export const EVALUACION = defineFormato({
  nombre: 'evaluacion',
  lectura: evaluacionGuardada,
  mejoras: [mejoraEvaluacion, (evaluacion) => evaluacion],
  breve: evaluacionBreve,
});
