import { lookUp } from './look-up.ts';

/**
 * What a feature leaves in the history, in the words that people read: its `historial.ts` declares it, and its
 * `server/feature.ts` gives it to the server (`src/web-historial.ts` finds them all for the browser).
 */
export type Declaracion = {
  /** Kinds of record, as people call them. The filter of the history offers them. */
  readonly registros?: Readonly<Record<string, string>>;
  /** What is done. The name begins with the kind of record, `inscripcion.inscribir`. */
  readonly acciones: Readonly<Record<`${string}.${string}`, string>>;
  /** The data that these actions keep of before and after, by the name they are kept under. */
  readonly datos?: Readonly<Record<string, Dato>>;
  /** Those among them that say something to a programmer only: digests, ids of inner things, versions. */
  readonly tecnicos?: readonly string[];
  /** Lists that are imported and exported, as people call them, by the id that is kept. */
  readonly listas?: Readonly<Record<string, string>>;
};

/** A datum in the history: its label, and how its value reads when it is not a plain text, number, date or yes and no. */
export type Dato =
  | string
  | {
      readonly label: string;
      /** Kind of record whose id the value is (or each of its values are). */
      readonly registro?: string;
      /** Its values in words; of an object, the labels of its parts. */
      readonly valores?: Readonly<Record<string, string>>;
      /** The id of a list (`listas`). */
      readonly lista?: true;
    };
export type DatoDescrito = Exclude<Dato, string>;

/** Declares what a feature leaves in the history. Add its actions to `Acciones` below it. */
export const defineHistorial = <const D extends Declaracion>(declaracion: D): D => declaracion;

/** Whether something that a `historial.ts` exports is its declaration. */
export const isDeclaracion = (what: unknown): what is Declaracion =>
  typeof what === 'object' && what !== null && 'acciones' in what;

/**
 * Every action that may be recorded. Each feature's `historial.ts` adds its own by declaration merging:
 * `interface Acciones extends Record<keyof typeof xHistorial.acciones, true> {}`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it by declaration merging
export interface Acciones {}
export type Accion = keyof Acciones;

/** What a record is called today and where it is read; null when it is nowhere. */
export type Nombrado = { readonly nombre: string | null; readonly enlace: string | null };

type Option = { readonly value: string; readonly label: string; readonly grupo?: string };

/** The words of all that is declared. */
export type Vocabulario = {
  /** "cuenta.cambiarRol" → "Cambió el rol"; an action without words is shown as it is. */
  readonly describeAccion: (accion: string) => string;
  /** "cuenta" → "Cuenta". */
  readonly describeEntidad: (entidad: string) => string;
  /** Whether somebody declares that action. */
  readonly isAccion: (accion: string) => boolean;
  /** How a datum that an action keeps is called; `tecnico`: it is nobody's but a programmer's; null: nobody declares it. */
  readonly describeDato: (accion: string, dato: string) => DatoDescrito | 'tecnico' | null;
  /** What was done, as the filter offers it: by kind of record, then by its words. */
  readonly acciones: readonly Option[];
  /** Kinds of record, as the filter offers them. */
  readonly registros: readonly Option[];
};

const optionsOf = (words: Readonly<Record<string, string>>): Option[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** Joins what is declared. Two that declare one action, or one kind of record, are a mistake found at start. */
export const createVocabulario = (declaraciones: readonly Declaracion[]): Vocabulario => {
  const join = (what: string, lists: readonly Readonly<Record<string, string>>[]) => {
    const all: Record<string, string> = {};
    for (const [name, words] of lists.flatMap(Object.entries<string>)) {
      if (Object.hasOwn(all, name)) throw new Error(`Two features declare the ${what} ${name}.`);
      all[name] = words;
    }
    return all;
  };
  const acciones = join(
    'action',
    declaraciones.map((one) => one.acciones),
  );
  const registros = join(
    'kind of record',
    declaraciones.map((one) => one.registros ?? {}),
  );
  const listas = join(
    'list',
    declaraciones.map((one) => one.listas ?? {}),
  );
  const owner = new Map(
    declaraciones.flatMap((one) => Object.keys(one.acciones).map((accion) => [accion, one])),
  );
  const describeDato = (accion: string, dato: string): DatoDescrito | 'tecnico' | null => {
    const { datos = {}, tecnicos = [] } = owner.get(accion) ?? {};
    if (tecnicos.includes(dato)) return 'tecnico';
    const found = lookUp(datos, dato);
    if (found === undefined) return null;
    if (typeof found === 'string') return { label: found };
    return found.lista ? { ...found, valores: listas } : found;
  };
  /** The kind of record that an action's name begins with or, when it is none, the first of its feature's. */
  const grupoOf = (accion: string): string => {
    const own = owner.get(accion)?.registros ?? {};
    return lookUp(registros, accion.slice(0, accion.indexOf('.'))) ?? Object.values(own)[0] ?? '';
  };
  const byWords = (a: Option, b: Option) =>
    (a.grupo ?? '').localeCompare(b.grupo ?? '', 'es') || a.label.localeCompare(b.label, 'es');
  return {
    describeDato,
    describeAccion: (accion) => lookUp(acciones, accion) ?? accion,
    describeEntidad: (entidad) => lookUp(registros, entidad) ?? entidad,
    isAccion: (accion) => Object.hasOwn(acciones, accion),
    acciones: optionsOf(acciones)
      .map((option) => ({ ...option, grupo: grupoOf(option.value) }))
      .sort(byWords),
    registros: optionsOf(registros).sort(byWords),
  };
};
