import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import {
  nameProblem,
  ownerOf,
  type StorageRule,
  type UploadTicket,
  type Who,
} from '../../shared/storage.ts';
import type { Db, Trx } from '../db/index.ts';
import type { Jobs } from '../jobs.ts';
import type { Log } from '../log.ts';
import type { Secrets } from '../secrets.ts';
import { createCapabilities } from './capabilities.ts';
import { createChanges } from './changes.ts';
import { type ClamdAddress, openClamd } from './clamd.ts';
import { type Archivo, expiredArchivos, findArchivo, listEntries } from './data.ts';
import { forbidden, notFound, refuseFile, refuseName } from './errors.ts';
import { createKept, type Kept } from './kept.ts';
import { createObjects } from './objects.ts';
import { createPapers } from './papers/index.ts';
import { createPictures } from './pictures/index.ts';
import { countPorRevisar, createRevision, type Infectado } from './revision.ts';
import { createSpool } from './spool.ts';
import { type ByteRange, filesDir, type ObjectStore } from './store.ts';
import type { StorageArea, StorageReading } from './types.ts';
import { createUploads } from './uploads.ts';

export type { Archivo } from './data.ts';
export type { Infectado } from './revision.ts';
export type { StorageArea, StorageChange, StorageReading } from './types.ts';

/** The antivirus, and whether what it could not look at waits where nobody reads it. */
export type AntivirusOptions = { address: ClamdAddress; required: boolean };

export type StorageOptions = {
  db: Db;
  secrets: Secrets;
  jobs: Jobs;
  log: Log;
  now: () => Date;
  dataDir: string;
  store: ObjectStore;
  areas: readonly StorageArea[];
  /** A ticket that is genuine and in force, or null. */
  readTicket: (text: string) => UploadTicket | null;
  /** Null: files are not looked at for anything harmful. */
  antivirus?: AntivirusOptions | null;
  /** Leaves in the history that something harmful arrived. */
  onInfected: (trx: Trx, infectado: Infectado) => Promise<void>;
  /** Milliseconds without a byte after which a sender is taken for gone (default 20 s). */
  idleMs?: number;
};

/** Files: rules, metadata in the database, bytes in the store. Who may what is decided here. */
/** Of a picture that is cut to a size: what a camera takes. */
const MAX_PIXELS = 50_000_000;

export const createStorage = (options: StorageOptions) => {
  const { db, log, now, store, areas } = options;
  const idleMs = options.idleMs ?? 20_000;
  const clamd = options.antivirus ? openClamd(options.antivirus.address) : null;
  const stored = createObjects({ db, store, log, now });
  const revision = createRevision({
    db,
    now,
    log,
    objects: stored,
    clamd,
    required: options.antivirus?.required ?? false,
    onInfected: options.onInfected,
  });
  // Whoever reads an object asks whether anybody may.
  const objects = { ...stored, get: revision.get };
  const spool = createSpool(join(filesDir(options.dataDir), 'temporal'));
  const { tokenOf, opens } = createCapabilities(options.secrets, now);

  /** The rule that covers a name; refuses names that are no names, and those that are nobody's. */
  const ruleOf = (name: string, who: Who): StorageArea => {
    const problem = nameProblem(name);
    if (problem) throw refuseName(problem);
    const rule = areas.find(({ prefix, isName }) => name.startsWith(prefix) && isName(name));
    if (!rule) throw forbidden(who);
    return rule;
  };

  /** What a signed-in person reads of somebody else's is told; one's own is not. */
  const tellReading = async (
    who: Who,
    area: StorageArea,
    reading: Omit<StorageReading, 'actorUid'>,
  ) => {
    if (!who.actor || reading.propietario === ownerOf(who)) return;
    const { uid: actorUid } = who.actor;
    await db.transaction().execute((trx) => area.onRead(trx, { ...reading, actorUid }));
  };

  /** The file, for who may read it. */
  const read = async (name: string, who: Who): Promise<{ archivo: Archivo; rule: StorageRule }> => {
    const rule = ruleOf(name, who);
    const archivo = await findArchivo(db, name, now());
    const target = { name, owner: archivo?.propietario ?? ownerOf(who) };
    if (!rule.canRead(who, target)) throw refuseFile(rule, who, target);
    if (!archivo) throw notFound();
    await tellReading(who, rule, {
      accion: 'leer',
      nombre: name,
      propietario: archivo.propietario,
    });
    return { archivo, rule };
  };

  /** The file of a download URL, or null when the token does not open it. */
  const readByToken = async (name: string, token: string) => {
    const rule = nameProblem(name) ? undefined : areas.find((r) => name.startsWith(r.prefix));
    const archivo = rule && (await findArchivo(db, name, now()));
    return rule && archivo && opens(token, archivo, rule) ? { archivo, rule } : null;
  };

  /** Its bytes. Undefined when it was replaced or removed in this moment: look it up again. */
  const open = async (archivo: Archivo, range?: ByteRange): Promise<Readable | undefined> =>
    (await objects.get(archivo.objeto, range)) ?? undefined;

  /** All of a file, for what cannot be done with a stream (files are small: `rule.maxBytes`). */
  const bytes = async (archivo: Archivo): Promise<Buffer> => {
    const stream = await open(archivo);
    if (!stream) throw notFound();
    const chunks: Uint8Array[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    return Buffer.concat(chunks);
  };

  const inspectors = { pictures: createPictures(), papers: createPapers() };
  const changes = createChanges({
    db,
    now,
    objects,
    inspectors,
    revision,
    ruleOf,
    onChange: async (trx, change) => {
      const { nombre } = change.archivo;
      const area = areas.find(({ prefix }) => nombre.startsWith(prefix));
      // Nobody may write there any more; what ends such a file is its own term, and no feature is there to be told.
      if (area) await area.onChange(trx, change);
      else log.warn({ accion: change.accion }, 'un archivo que ya no es de nadie cambió');
    },
  });
  const uploads = createUploads({ db, now, objects, spool, save: changes.save, idleMs });

  /** Whether an upload may begin: rule, permission, size and room, before a byte is received. */
  const admit = async (name: string, who: Who, bytes: number) => {
    const rule = ruleOf(name, who);
    const existing = await findArchivo(db, name, now());
    const propietario = ownerOf(who);
    if (
      propietario === null ||
      !rule.canWrite(who, { name, owner: existing?.propietario ?? null })
    ) {
      throw forbidden(who);
    }
    await changes.checkRoom(db, rule, { propietario, name, bytes });
    return { rule, propietario };
  };

  /** Names under a prefix, for who may list it; `next` is where to go on. */
  const list = async (
    given: { prefix: string; delimiter: boolean; after: string; limit: number },
    who: Who,
  ): Promise<{ entries: string[]; next: string | null }> => {
    const { prefix } = given;
    const problem = nameProblem(prefix.replace(/\/$/, ''));
    if (problem && prefix !== '') throw refuseName(problem);
    const rule = areas.find((r) => prefix.startsWith(r.prefix));
    if (!rule?.canList(who, prefix)) throw forbidden(who);
    await tellReading(who, rule, { accion: 'listar', nombre: prefix, propietario: null });
    const entries = await listEntries(db, { ...given, limit: given.limit + 1, now: now() });
    const more = entries.length > given.limit;
    const page = more ? entries.slice(0, -1) : entries;
    return { entries: page, next: more ? (page.at(-1) ?? null) : null };
  };

  /** Removes what time has run out for. */
  const clean = async (): Promise<void> => {
    for (const archivo of await expiredArchivos(db, now())) {
      await changes.removeRow(archivo, { accion: 'vencer', actorUid: null });
    }
    await uploads.clean();
    await objects.clean();
    await revision.clean();
    await spool.clean();
  };
  options.jobs.define('almacen-limpiar', clean, { cron: '*/15 * * * *', retryLimit: 1 });

  options.jobs.define('almacen-revisar', revision.lookAtWaiting, {
    cron: '* * * * *',
    retryLimit: 1,
  });

  const kept = createKept({ objects, spool });

  return {
    kind: store.kind,
    kept,
    /**
     * A picture that is kept, upright and cut to a size in points, as a JPEG; null: it is lost, no picture, or too large. `owner`: whose
     * turn it is.
     */
    async fitPicture(
      file: Kept,
      size: { width: number; height: number; owner: string },
    ): Promise<Buffer | null> {
      const bytes = await kept.get(file);
      if (bytes === null) return null;
      const path = kept.newPath();
      try {
        await writeFile(path, bytes);
        return await inspectors.pictures.fit(path, { ...size, maxPixels: MAX_PIXELS });
      } finally {
        await rm(path, { force: true });
      }
    },
    readTicket: options.readTicket,
    read,
    readByToken,
    open,
    bytes,
    admit,
    save: changes.save,
    edit: changes.edit,
    remove: changes.remove,
    removeOwned: changes.removeOwned,
    handOver: changes.handOver,
    list,
    tokenOf,
    uploads,
    spool,
    idleMs,
    clean,
    /** Throws when the store is not there to be used. */
    check: objects.check,
    /** Looks at what the antivirus has still to look at. */
    lookAtWaiting: revision.lookAtWaiting,
    /** Throws while the antivirus does not answer; null: none is configured. */
    checkAntivirus: clamd?.check ?? null,
    countPorRevisar: () => countPorRevisar(db),
    close: async () => {
      for (const inspector of Object.values(inspectors)) inspector.close();
      await objects.close();
    },
  };
};

export type Storage = ReturnType<typeof createStorage>;
