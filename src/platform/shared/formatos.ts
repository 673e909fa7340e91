import type { z } from 'zod';
import { CallError } from './errors.ts';

/**
 * A record that is kept for ever (what somebody filled in, was told, or took home) outlives the
 * program that wrote it. So each says in its own JSON the `formato` it was written in, it is read by
 * a schema of its own that no later strictness touches, and what an older format lacks is added when
 * it is read: what is stored never changes. See docs/decisions/0016.
 */
export type Formato<T> = {
  /** The format that is written today. */
  readonly actual: number;
  /** The record as it is stored: its format and what it says. */
  readonly stored: (value: T) => object;
  /** The same as JSON. */
  readonly write: (value: T) => string;
  /** A stored record, of whatever format, as one of today. @throws {Ilegible} */
  readonly read: (stored: unknown) => T;
  /** The same of one of several that are looked at together, which what is none must not take away: null. */
  readonly tryRead: (stored: unknown) => T | null;
};

/** DATA_LOSS: what is asked for is there and cannot be read. `cause` says why, for whoever administers the server. */
export class Ilegible extends CallError {
  constructor(cause: unknown) {
    super(
      'DATA_LOSS',
      'Lo que el portal guarda de esto no se puede leer. Avise a la escuela: quien administra el servidor puede recuperarlo de un respaldo.',
      { code: 'ilegible' },
    );
    this.cause = cause;
  }
}

/** What is kept, as `read` reads it. @throws {Ilegible} */
export const readKept = <T>(read: () => T): T => {
  try {
    return read();
  } catch (error) {
    throw error instanceof CallError ? error : new Ilegible(error);
  }
};

/** The same of one of several that are looked at together, which what cannot be read must not take away: null. */
export const tryKept = <T>(read: () => T): T | null => {
  try {
    return read();
  } catch {
    return null;
  }
};

/** Turns a record of one format into one of the next. The record is its own copy: it may change it. */
export type Mejora = (record: Record<string, unknown>) => Record<string, unknown>;

/**
 * Declares a kind of record: `lectura`, the schema that today's format is read with (loose: it asks
 * for what is used and for no more), and what turns format 1 into 2, 2 into 3… A record that says
 * no format is of the first. `breve`: the record without what `lectura` adds by itself (its defaults), as it is stored.
 */
export const defineFormato = <S extends z.ZodType>({
  nombre,
  lectura,
  mejoras = [],
  breve = (value) => value as object,
}: {
  nombre: string;
  lectura: S;
  mejoras?: readonly Mejora[];
  breve?: (value: z.output<S>) => object;
}): Formato<z.output<S>> => {
  const actual = mejoras.length + 1;
  const stored = (value: z.output<S>) => ({ ...breve(value), formato: actual });
  const upgraded = (kept: unknown): z.output<S> => {
    if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) {
      throw new Error(`${nombre}: it is no record`);
    }
    const su = 'formato' in kept ? kept.formato : 1;
    if (typeof su !== 'number' || !Number.isInteger(su) || su < 1) {
      throw new Error(`${nombre}: ${JSON.stringify(su)} is no format`);
    }
    // Written by a newer program: guessing what it says could show what that one keeps apart.
    if (su > actual) {
      throw new Error(`${nombre}: format ${su} is newer than this program (${actual})`);
    }
    const porHacer = mejoras.slice(su - 1);
    // Only what is to be changed is copied: reading one of today's makes its own copy anyway.
    let record = (porHacer.length > 0 ? structuredClone(kept) : kept) as Record<string, unknown>;
    for (const mejora of porHacer) record = mejora(record);
    return lectura.parse(record);
  };
  return {
    actual,
    stored,
    write: (value) => JSON.stringify(stored(value)),
    read: (kept) => readKept(() => upgraded(kept)),
    tryRead: (kept) => tryKept(() => upgraded(kept)),
  };
};
