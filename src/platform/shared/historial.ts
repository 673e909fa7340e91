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
};

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

type Option = { readonly value: string; readonly label: string };

/** The words of all that is declared. */
export type Vocabulario = {
  /** "cuenta.cambiarRol" → "Cambió el rol"; an action without words is shown as it is. */
  readonly describeAccion: (accion: string) => string;
  /** "cuenta" → "Cuenta". */
  readonly describeEntidad: (entidad: string) => string;
  /** Whether somebody declares that action. */
  readonly isAccion: (accion: string) => boolean;
  /** What was done, as the filter offers it: by its words. */
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
  return {
    describeAccion: (accion) => lookUp(acciones, accion) ?? accion,
    describeEntidad: (entidad) => lookUp(registros, entidad) ?? entidad,
    isAccion: (accion) => Object.hasOwn(acciones, accion),
    acciones: optionsOf(acciones).sort((a, b) => a.label.localeCompare(b.label, 'es')),
    registros: optionsOf(registros).sort((a, b) => a.label.localeCompare(b.label, 'es')),
  };
};
