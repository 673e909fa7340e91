/*
 * The states of a kind of record and the steps between them, said once as data. From it come what an
 * act may do (`can`), the guard of its statement (`platform/server/db/estados.ts`), the database's
 * own refusal (`definir_estados`), the words and tones that people see, and docs/estados.md. See
 * docs/decisions/0037.
 */

/** How a state is to be taken; screens add the colour and the icon to the word. */
export type Tono = 'success' | 'warning' | 'danger' | 'info' | 'neutral';

type Looks = Readonly<Record<string, readonly [palabra: string, tono: Tono] | null>>;
type Name<E> = keyof E & string;
type Pasos<S extends string> = Readonly<
  Record<string, { readonly de: readonly (S | null)[]; readonly a: S | null }>
>;
type Grupos<S extends string> = Readonly<Record<string, readonly S[]>>;

/** The states that people read a word for. */
type Shown<E extends Looks> = { [K in Name<E>]: E[K] extends null ? never : K }[Name<E>];

export type Estados<
  S extends string = string,
  P extends Pasos<S> = Pasos<S>,
  G extends Grupos<S> = Grupos<S>,
  W extends S = S,
> = {
  /** The table whose column `estado` it is. */
  readonly tabla: string;
  /** All of them, in the order in which they are declared. */
  readonly estados: readonly [S, ...S[]];
  /** Each step: from which states, to which one. */
  readonly pasos: P;
  readonly grupos: G;
  /** Whether that step may be taken from there; null: there is no record yet. */
  can(paso: keyof P, desde: S | null): boolean;
  /** Whether the state is of that group. */
  is(grupo: keyof G, estado: S): boolean;
  /** The state as people read it. */
  palabra(estado: W): string;
  tono(estado: W): Tono;
};

/** The names of the states of a machine. */
export type EstadoDe<M extends { readonly estados: readonly string[] }> = M['estados'][number];

/** Written as they are in statements, so they are nothing but letters. */
const IDENTIFIER = /^[a-zA-Z]+$/;

/**
 * Declares the states of a table's records. A state is its word and its tone, or null when nobody
 * reads it. A step leads `de` some states `a` one: null among the first, a record begins so; null as
 * the second, it is removed. A group names states that are asked for together.
 *
 * @throws {Error} at start, when a state is not a name of letters or no step leads to it.
 */
export const defineEstados = <
  const E extends Looks,
  const P extends Pasos<Name<E>>,
  const G extends Grupos<Name<E>> = Record<never, never>,
>(maquina: {
  tabla: string;
  estados: E;
  pasos: P;
  grupos?: G;
}): Estados<Name<E>, P, G, Shown<E>> => {
  const { tabla, estados: looks, pasos } = maquina;
  const estados = Object.keys(looks) as [Name<E>, ...Name<E>[]];
  const grupos = maquina.grupos ?? ({} as G);
  const reached = new Set(Object.values<Pasos<string>[string]>(pasos).map(({ a }) => a));
  for (const estado of estados) {
    if (!IDENTIFIER.test(estado)) throw new Error(`${tabla}: «${estado}» is no name of letters`);
    if (!reached.has(estado)) throw new Error(`${tabla}: no step leads to «${estado}»`);
  }
  const lookOf = (estado: Name<E>) => {
    const look = looks[estado];
    if (!look) throw new Error(`${tabla}: nobody reads «${estado}»`);
    return look;
  };
  return {
    tabla,
    estados,
    pasos,
    grupos,
    can: (paso, desde) => pasos[paso as string]?.de.includes(desde) ?? false,
    is: (grupo, estado) => grupos[grupo as string]?.includes(estado) ?? false,
    palabra: (estado) => lookOf(estado)[0],
    tono: (estado) => lookOf(estado)[1],
  };
};

/**
 * Which changes of a record's state are legal, state by state: what the database is told
 * (`definir_estados`). A step that stays where it is changes nothing, and removing is not a change.
 */
export const cambiosDe = ({ estados, pasos }: Estados): Record<string, string[]> =>
  Object.fromEntries(
    estados.map((from) => [
      from,
      estados.filter(
        (to) =>
          to !== from && Object.values(pasos).some(({ de, a }) => a === to && de.includes(from)),
      ),
    ]),
  );
