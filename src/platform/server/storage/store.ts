import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** First and last byte, both included. */
export type ByteRange = { start: number; end: number };

/**
 * Where bytes are kept, by random ids. Knows nothing of names, owners or permissions. What cannot be
 * done now is thrown as an `Outage` of the files, within seconds also when the store never answers.
 */
export type ObjectStore = {
  kind: 'carpeta' | 's3';
  /**
   * Keeps the file at `path` under `id`; durable once it resolves, and never half there. The file
   * may be moved away: it belongs to the store from here on.
   */
  putFile: (id: string, path: string) => Promise<void>;
  /** Its bytes, or null when there is no such object. */
  get: (id: string, range?: ByteRange) => Promise<Readable | null>;
  /** Its size in bytes, or null. */
  head: (id: string) => Promise<number | null>;
  /** Removes it; removing what is not there is no error. */
  delete: (id: string) => Promise<void>;
  /** Throws when it is not there to be used, or is another than the one that was bound. */
  check: () => Promise<void>;
  /** The text of its mark, which says whose it is; null: there is none. */
  readMark: () => Promise<string | null>;
  writeMark: (text: string) => Promise<void>;
  /** From here on a mark without this identity means that another store stands in its place. */
  bind: (identity: string) => void;
  /** Where it is and where its mark is, in words, and the command that leaves the mark empty. */
  place: string;
  markPlace: string;
  howToMark: string;
  close: () => void;
};

/** A new object's id: random, so that it says nothing and nobody can guess it. */
export const newObjectId = (): string => randomBytes(20).toString('hex');

/** Ids become paths and keys: two levels of folders, of 256 entries each. */
export const objectPath = (id: string): string => {
  if (!/^[0-9a-f]{40}$/.test(id)) throw new Error('Not an object id');
  return `${id.slice(0, 2)}/${id.slice(2, 4)}/${id}`;
};

/** The mark's name, in a folder or a bucket. */
export const MARK = 'almacen.txt';

/** Where files are on this machine: the folder store's objects, and whatever is arriving. */
export const filesDir = (dataDir: string): string => join(dataDir, 'archivos');
