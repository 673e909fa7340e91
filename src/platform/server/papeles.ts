import { createHash } from 'node:crypto';
import type { ColumnType } from 'kysely';
import {
  CLASES_DE_PAPEL,
  type ClaseDePapel,
  type DictamenDePapel,
  type Ejemplar,
} from '../shared/papeles.ts';
import type { Db, Trx } from './db/index.ts';
import type { Services } from './services.ts';

declare module './db/index.ts' {
  interface Tables {
    /** Every PDF that the school made, by the digest of its bytes. The database lets nobody change one. */
    papeles: {
      sha256: string;
      /** Without hyphens. */
      folio: string;
      clase: ClaseDePapel;
      referencia: string;
      contenido: string | null;
      creado_en: ColumnType<Date, Date, never>;
    };
  }
}

/** The facts of a paper that its folio alone reveals. */
export type PapelConocido = {
  /** «Acta de resultados». */
  readonly palabra: string;
  /** How it stands, in a word whose tone is the verdict's. */
  readonly estado: string;
  readonly dictamen: DictamenDePapel;
  readonly titulo: string;
  /** The name of its person, as it is kept; null: it is of nobody, or only its key tells. */
  readonly titular: string | null;
  readonly campos: readonly { readonly label: string; readonly value: string }[];
  readonly emitidoEn: Date;
  readonly emisor: string;
  readonly demo: boolean;
  /** The page on which more is told; null: there is none. */
  readonly enlace: string | null;
  /** The PDFs of its folio. */
  readonly ejemplares: readonly Ejemplar[];
};

type Reading = Pick<Services, 'db' | 'env' | 'now'>;

/**
 * A kind of paper, as its feature declares it: nothing is registered without one, so no paper is made that `/validar` does not know.
 */
export type PapelDeClase = {
  readonly clase: ClaseDePapel;
  /** First two letters of its folios; none: they are another kind's. */
  readonly codigos: readonly string[];
  /** The paper of a folio (as it is kept) that begins with one of them; null: there is none. */
  readonly find: (services: Reading, folio: string) => Promise<PapelConocido | null>;
};

declare module './feature.ts' {
  interface Slots {
    papeles: PapelDeClase;
  }
}

declare const registrado: unique symbol;
/** The bytes of a PDF that is registered: only these are sent to people. */
export type PapelRegistrado = Uint8Array & { readonly [registrado]: true };

/** A PDF about to be registered. `folio` as it is kept. */
export type Registro = {
  readonly de: PapelDeClase;
  readonly folio: string;
  readonly referencia: string;
};

/** Registers the digest of a paper, in the transaction that makes it. The same bytes again are no other paper. */
export const registerPapel = async (
  trx: Trx,
  { de, folio, referencia }: Registro,
  made: { sha256: string; contenido?: string; en: Date },
): Promise<void> => {
  await trx
    .insertInto('papeles')
    .values({
      sha256: made.sha256,
      folio,
      clase: de.clase,
      referencia,
      contenido: made.contenido ?? null,
      creado_en: made.en,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

export type PapelRow = {
  sha256: string;
  folio: string;
  clase: ClaseDePapel;
  referencia: string;
  contenido: string | null;
  creado_en: Date;
};

/** The PDFs of a folio (as it is kept), the first one first. */
export const selectPapeles = (db: Db | Trx, folio: string): Promise<PapelRow[]> =>
  db.selectFrom('papeles').selectAll().where('folio', '=', folio).orderBy('creado_en').execute();

/** The newest paper of a record that says the same. */
export const findPapelIgual = (
  db: Db,
  { clase, referencia, contenido }: Pick<PapelRow, 'clase' | 'referencia'> & { contenido: string },
): Promise<PapelRow | undefined> =>
  db
    .selectFrom('papeles')
    .selectAll()
    .where('clase', '=', clase)
    .where('referencia', '=', referencia)
    .where('contenido', '=', contenido)
    .orderBy('creado_en', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The digest of what a paper says (JSON). */
export const contenidoDe = (what: unknown): string =>
  createHash('sha256').update(JSON.stringify(what)).digest('hex');

/** Who knows the papers of each code. @throws {Error} at start, when nobody declares a kind or two claim a code. */
export const createPapeles = (given: readonly PapelDeClase[]) => {
  const missing = CLASES_DE_PAPEL.filter((clase) => !given.some((one) => one.clase === clase));
  if (missing.length > 0) throw new Error(`nobody declares these papers: ${missing.join(', ')}`);
  const byCodigo = new Map<string, PapelDeClase>();
  for (const one of given) {
    for (const codigo of one.codigos) {
      if (byCodigo.has(codigo)) throw new Error(`two papers claim the folios ${codigo}`);
      byCodigo.set(codigo, one);
    }
  }
  return {
    /** The paper of a folio as it is kept; null: there is none. */
    find: async (services: Reading, folio: string): Promise<PapelConocido | null> =>
      (await byCodigo.get(folio.slice(0, 2))?.find(services, folio)) ?? null,
  };
};
export type Papeles = ReturnType<typeof createPapeles>;
