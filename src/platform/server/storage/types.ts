import type { StorageRule, Who } from '../../shared/storage.ts';
import type { Trx } from '../db/index.ts';
import type { Archivo } from './data.ts';
import type { GivenMetadata } from './metadata.ts';
import type { Spooled } from './spool.ts';

/** A change of a file, told inside the transaction that makes it. */
export type StorageChange = {
  accion: 'subir' | 'editar' | 'borrar' | 'vencer';
  archivo: Archivo;
  /** Who did it; null: a visitor, or time. */
  actorUid: string | null;
};

/** Somebody read what is not theirs: a file, or the names under a prefix (`propietario` null). */
export type StorageReading = {
  accion: 'leer' | 'listar';
  nombre: string;
  propietario: string | null;
  actorUid: string;
};

/** What a feature keeps under a prefix: who may, and what it notes of it in the history. */
export type StorageArea = StorageRule & {
  readonly onChange: (trx: Trx, change: StorageChange) => Promise<void>;
  readonly onRead: (trx: Trx, reading: StorageReading) => Promise<void>;
};

/** Makes what arrived the file of that name; `within` runs in the same transaction. */
export type Save = (
  upload: { name: string; rule: StorageRule; file: Spooled; metadata: GivenMetadata },
  who: Who,
  within?: (trx: Trx) => Promise<void>,
) => Promise<Archivo>;
