import { createHash, randomBytes } from 'node:crypto';
import { ownerOf, type StorageRule, type Who } from '../../shared/storage.ts';
import type { Db } from '../db/index.ts';
import {
  type Archivo,
  appendParte,
  countActiveSubidas,
  deleteSubida,
  endSubida,
  expiredSubidas,
  findSubida,
  insertSubida,
  type Subida,
  takeSuelto,
} from './data.ts';
import { askAgain, notFound, StorageRefusal, tooLarge } from './errors.ts';
import { SUBIDA } from './estados.ts';
import { readMetadata } from './metadata.ts';
import type { Objects } from './objects.ts';
import type { Spool, Spooled } from './spool.ts';
import type { Save } from './types.ts';

/** How long an upload waits to be continued. */
const LIFE_SECONDS = 86_400;
/** The same for files that are themselves short-lived: what arrived of an identity card goes soon. */
const SHORT_LIFE_SECONDS = 3_600;
const MAX_OPEN = 20;
/** Every cut leaves a part; this many are somebody's game. */
const MAX_PARTS = 400;

/** One request of an upload: bytes from `offset` on. */
type Chunk = {
  offset: number;
  finalize: boolean;
  chunks: AsyncIterable<Uint8Array>;
  destroy: (reason: Error) => void;
};

const hashOf = (id: string) => createHash('sha256').update(id).digest('base64url');

/**
 * Resumable uploads. Every request's bytes, also those before a cut, become an object of the store
 * that the upload's row lists: a restart, or another process on the same store, goes on from there.
 */
export const createUploads = (options: {
  db: Db;
  now: () => Date;
  objects: Objects;
  spool: Spool;
  save: Save;
  idleMs: number;
}) => {
  const { db, now, objects, spool, save, idleMs } = options;
  /** Requests under way in this process, by upload. */
  const busy = new Map<string, { stop: () => void; done: Promise<unknown> }>();

  /**
   * One request at a time for each upload: a new one ends the one before, which after a cut still
   * waits for bytes that will never come, and has what that received.
   */
  const alone = async <T>(hash: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    for (let other = busy.get(hash); other; other = busy.get(hash)) {
      other.stop();
      await other.done;
    }
    const controller = new AbortController();
    const running = work(controller.signal);
    const done = running
      .catch(() => {})
      .then(() => {
        busy.delete(hash);
      });
    busy.set(hash, { stop: () => controller.abort(), done });
    return running;
  };

  /** The upload, for who began it. */
  const find = async (id: string, name: string, who: Who): Promise<Subida> => {
    const subida = await findSubida(db, hashOf(id), now());
    if (!subida || subida.nombre !== name || subida.estado === 'cancelada') throw notFound();
    const owner = ownerOf(who);
    if (owner === null) throw new StorageRefusal(401, 'sin-sesion', 'Su permiso venció.');
    if (owner !== subida.propietario) {
      throw new StorageRefusal(403, 'sin-permiso', 'Este envío es de otra persona.');
    }
    return subida;
  };

  /** Begins an upload; the id is the secret part of its URL. */
  const start = async (
    upload: { name: string; rule: StorageRule; bytes: number | null; metadata: unknown },
    propietario: string,
  ): Promise<string> => {
    const { name, rule, bytes, metadata } = upload;
    readMetadata(metadata);
    if (bytes !== null && bytes > rule.maxBytes) throw tooLarge(rule.maxBytes);
    const id = randomBytes(24).toString('base64url');
    const seconds = rule.ttlSeconds === null ? LIFE_SECONDS : SHORT_LIFE_SECONDS;
    await db.transaction().execute(async (trx) => {
      if ((await countActiveSubidas(trx, propietario, now())) >= MAX_OPEN) {
        throw new StorageRefusal(
          429,
          'demasiadas-subidas',
          'Tiene demasiados envíos sin terminar. Espere a que terminen e inténtelo de nuevo.',
        );
      }
      await insertSubida(trx, {
        hash: hashOf(id),
        nombre: name,
        propietario,
        declarados: bytes,
        recibidos: 0,
        partes: '[]',
        metadata: JSON.stringify(metadata ?? {}),
        estado: SUBIDA.pasos.empezar.a,
        vence_en: new Date(now().getTime() + seconds * 1000),
      });
    });
    return id;
  };

  const end = async (hash: string, paso: 'terminar' | 'cancelar', recibidos: number) => {
    const { partes } = (await findSubida(db, hash, new Date(0))) ?? { partes: [] };
    await db.transaction().execute((trx) => endSubida(trx, hash, paso, recibidos, now()));
    for (const { id } of partes) await objects.drop(id);
  };

  const keepPart = async (subida: Subida, file: Spooled): Promise<Subida> => {
    if (file.size === 0) {
      await file.discard();
      return subida;
    }
    if (subida.partes.length >= MAX_PARTS) {
      await file.discard();
      throw new StorageRefusal(400, 'demasiadas-partes', 'El envío llegó en demasiadas partes.');
    }
    const parte = { id: await objects.keep(file.path), bytes: file.size };
    const added = await db
      .transaction()
      .execute(async (trx) => (await takeSuelto(trx, parte.id)) && appendParte(trx, subida, parte))
      .catch(() => false);
    if (!added) {
      await objects.drop(parte.id);
      throw askAgain();
    }
    return {
      ...subida,
      recibidos: subida.recibidos + parte.bytes,
      partes: [...subida.partes, parte],
    };
  };

  /** All parts, and then what this request brought, as one file. */
  const assemble = (subida: Subida, maxBytes: number): Promise<Spooled> => {
    async function* bytes() {
      for (const { id } of subida.partes) {
        const part = await objects.get(id);
        if (!part) throw askAgain();
        yield* part as AsyncIterable<Uint8Array>;
      }
    }
    return spool.receive({ chunks: bytes(), destroy: () => {} }, { maxBytes, idleMs: 120_000 });
  };

  const finish = async (subida: Subida, rule: StorageRule, who: Who): Promise<Archivo> => {
    if (subida.declarados !== null && subida.declarados !== subida.recibidos) {
      throw new StorageRefusal(
        400,
        'subida-incompleta',
        'El envío se dio por terminado con más o menos bytes que los anunciados.',
      );
    }
    const file = await assemble(subida, rule.maxBytes);
    try {
      const metadata = readMetadata(subida.metadata);
      const archivo = await save(
        { name: subida.nombre, rule, file, metadata },
        who,
        async (trx) => {
          if (!(await endSubida(trx, subida.hash, 'terminar', subida.recibidos, now()))) {
            throw askAgain();
          }
        },
      );
      for (const { id } of subida.partes) await objects.drop(id);
      return archivo;
    } finally {
      await file.discard();
    }
  };

  /** Receives a chunk; gives the file when it was the last one. */
  const receive = (subida: Subida, rule: StorageRule, chunk: Chunk, who: Who) =>
    alone(subida.hash, async (signal): Promise<{ received: number; archivo: Archivo | null }> => {
      let row = await findSubida(db, subida.hash, now());
      if (!row || !SUBIDA.can('terminar', row.estado)) throw askAgain();
      if (chunk.offset > row.recibidos) {
        throw new StorageRefusal(400, 'faltan-bytes', 'El envío se saltó una parte del archivo.');
      }
      const limit = Math.min(rule.maxBytes, row.declarados ?? rule.maxBytes);
      try {
        const file = await spool.receive(chunk, {
          maxBytes: limit - row.recibidos,
          // A chunk whose answer was lost is sent again: what is here already is dropped.
          skip: row.recibidos - chunk.offset,
          idleMs,
          signal,
          keepPartial: true,
        });
        row = await keepPart(row, file);
        if (!file.complete) throw askAgain();
        if (!chunk.finalize) return { received: row.recibidos, archivo: null };
        const archivo = await finish(row, rule, who);
        return { received: row.recibidos, archivo };
      } catch (error) {
        // What will never be taken is not kept either. A cut (5xx) can go on.
        if (error instanceof StorageRefusal && error.http < 500) {
          await end(row.hash, 'cancelar', row.recibidos);
        }
        throw error;
      }
    });

  /** How far an upload got, once whatever is still arriving has been ended and counted. */
  const query = (subida: Subida): Promise<Subida> =>
    alone(subida.hash, async () => (await findSubida(db, subida.hash, now())) ?? subida);

  const cancel = (subida: Subida): Promise<void> =>
    alone(subida.hash, () => end(subida.hash, 'cancelar', subida.recibidos));

  const clean = async (): Promise<void> => {
    for (const { hash, estado, recibidos } of await expiredSubidas(db, now())) {
      if (SUBIDA.can('cancelar', estado)) await end(hash, 'cancelar', recibidos);
      await db.transaction().execute((trx) => deleteSubida(trx, hash));
    }
  };

  return { start, find, receive, query, cancel, clean };
};
