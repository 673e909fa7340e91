import type { Db, Trx } from '../../../../../platform/server/db/index.ts';
import type { Cambio } from '../../../../../platform/server/historial/index.ts';
import type { Asking } from '../../../../../platform/server/origin.ts';
import type { Accion } from '../../../../../platform/shared/historial.ts';
import { moveClavesAnteriores, selectColumnasDePersona } from '../../server/data.ts';

/** Who changes a key, or makes two files one. */
export type Context = Pick<Asking, 'actor' | 'services'>;

/** Ids of the file that changes of key and, in a merge, of the one that takes it in. */
export type Par = { de: string; a: string | null };

/** What a feature keeps of the two files. Sentences are Spanish, for staff. */
export type Seguimiento = {
  siguen: string[];
  descartados?: string[];
  impedimentos?: string[];
  /** Email of the account of a file, by its id. */
  correos?: ReadonlyMap<string, string>;
  /** Whatever makes a rehearsal old when it changes and the sentences do not say. */
  version: unknown;
};

export type CambioDeClave = Par & {
  /** The display name that the person is left with. */
  nombreCompleto: string;
  /** They had a CURP, and it is another now. */
  corrige?: boolean;
  ctx: Context;
  /** Leaves a change for the history, which is written last. */
  anotar: (accion: Accion, cambio: Cambio) => void;
};

/** Two files that were one: `de` is there again, and `cuenta` went back to it. */
export type Separados = {
  de: string;
  a: string;
  /** Uid of the account that is of the file that is there again; null when none went back. */
  cuenta: string | null;
  ctx: Context;
  anotar: (accion: Accion, cambio: Cambio) => void;
};

/**
 * How what a feature keeps of a person follows them when their key changes or their file is merged
 * into another. Each feature gives its own in its manifest (`seguidores`); the
 * server does not start while a column names a person and nobody says how it follows.
 */
export type Seguidor = {
  /** The columns that name a person, as `tabla.columna`. */
  readonly columnas: readonly string[];
  /** What there is; `lock` holds it until the transaction ends. */
  readonly look?: (trx: Trx, par: Par, lock: boolean) => Promise<Seguimiento>;
  /** Does what `look` said, in the transaction that changes the key. */
  readonly follow?: (trx: Trx, cambio: CambioDeClave) => Promise<void>;
  /** What people read for what a table of these holds («inscripciones»), when a merge is undone. */
  readonly llama?: Readonly<Record<string, string>>;
  /** Tables of these of which what is new since a merge does not stand in the way of undoing it. */
  readonly libres?: readonly string[];
  /** Tables of these of which, when a merge is undone, only whose a row is goes back. */
  readonly soloPersona?: readonly string[];
  /** Tables of these that are made anew from others: a merge that is undone leaves them alone. */
  readonly derivadas?: readonly string[];
  /** Holds, until the transaction ends, what must not change of a person while their merge is undone. */
  readonly hold?: (trx: Trx, personaId: string) => Promise<void>;
  /** What is to be done besides, once two files that were one are two again. */
  readonly separate?: (trx: Trx, separados: Separados) => Promise<void>;
  /** What shows the person's name follows it when only that changes. */
  readonly rename?: (
    trx: Trx,
    renombrada: { personaId: string; nombreCompleto: string },
  ) => Promise<void>;
};

declare module '../../../../../platform/server/feature.ts' {
  interface Slots {
    /** How what a feature keeps of a person follows them. */
    seguidores: Seguidor;
  }
}

const clavesSeguidor: Seguidor = {
  // The history never changes: whoever reads it asks for all the ids of a person (`readPersonaIds`).
  columnas: ['claves_anteriores.persona_id', 'historial.persona_id'],
  libres: ['claves_anteriores'],
  follow: async (trx, { de, a }) => {
    if (a !== null) await moveClavesAnteriores(trx, de, a);
  },
};

/** Refuses to start while something that names a person would be left behind by a merge. */
export const requireSeguidores = async (db: Db, given: readonly Seguidor[]): Promise<void> => {
  const handled = new Set([clavesSeguidor, ...given].flatMap(({ columnas }) => columnas));
  const missing = (await selectColumnasDePersona(db)).filter((columna) => !handled.has(columna));
  if (missing.length > 0) {
    throw new Error(
      `Nobody says how these columns follow a person whose file is merged: ${missing.join(', ')}. Declare them in a Seguidor (features/personas/clave/seguidores/server/service.ts) and give it in the feature's server/feature.ts.`,
    );
  }
};

/** All that follows a person: what each feature says, and their earlier keys. */
export const withClaves = (given: readonly Seguidor[]): readonly Seguidor[] => [
  ...given,
  clavesSeguidor,
];
