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
import {
  type Archivo,
  countTicketUse,
  deleteArchivo,
  expiredArchivos,
  findArchivo,
  insertSuelto,
  listEntries,
  lock,
  lockArchivo,
  ownedArchivos,
  sumBytes,
  takeSuelto,
  updateArchivo,
  upsertArchivo,
} from './data.ts';
import { askAgain, notFound, refuseName, StorageRefusal } from './errors.ts';
import { inspect } from './inspect.ts';
import { type GivenMetadata, mergeCustom, ownColumns } from './metadata.ts';
import { createObjects } from './objects.ts';
import { createSpool } from './spool.ts';
import { type ByteRange, filesDir, type ObjectStore } from './store.ts';
import type { Asker, Save, StorageChange } from './types.ts';
import { createUploads } from './uploads.ts';

export type { Archivo } from './data.ts';
export type { StorageChange } from './types.ts';

export type StorageOptions = {
  db: Db;
  secrets: Secrets;
  jobs: Jobs;
  log: Log;
  now: () => Date;
  dataDir: string;
  store: ObjectStore;
  rules: readonly StorageRule[];
  /** A ticket that is genuine and in force, or null. */
  readTicket: (text: string) => UploadTicket | null;
  onChange: (trx: Trx, change: StorageChange) => Promise<void>;
  /** Milliseconds without a byte after which a sender is taken for gone (default 20 s). */
  idleMs?: number;
};

const forbidden = (who: Who) =>
  ownerOf(who) === null
    ? new StorageRefusal(401, 'sin-sesion', 'Ingrese para usar este archivo.')
    : new StorageRefusal(403, 'sin-permiso', 'No tiene permiso para usar este archivo.');

/** Files: rules, metadata in the database, bytes in the store. Who may what is decided here. */
export const createStorage = (options: StorageOptions) => {
  const { db, log, now, store, rules, onChange } = options;
  const objects = createObjects({ db, store, log, now });
  const spool = createSpool(join(filesDir(options.dataDir), 'temporal'));
  const { tokenOf, opens } = createCapabilities(options.secrets, now);
  const actorUid = (who: Who) => (who.actor?.restricted === false ? who.actor.uid : null);

  /** The rule that covers a name; refuses names that are no names, and those that are nobody's. */
  const ruleOf = (name: string, who: Who): StorageRule => {
    const problem = nameProblem(name);
    if (problem) throw refuseName(problem);
    const rule = rules.find(({ prefix }) => name.startsWith(prefix));
    if (!rule) throw forbidden(who);
    if (!rule.isName(name)) throw refuseName('El nombre del archivo no tiene la forma debida.');
    return rule;
  };

  /** The file, for who may read it. */
  const read = async (name: string, who: Who): Promise<{ archivo: Archivo; rule: StorageRule }> => {
    const rule = ruleOf(name, who);
    const archivo = await findArchivo(db, name, now());
    const target = { name, owner: archivo?.propietario ?? ownerOf(who) };
    if (!rule.canRead(who, target)) throw forbidden(who);
    if (!archivo) throw notFound();
    return { archivo, rule };
  };

  /** The file of a download URL, or null when the token does not open it. */
  const readByToken = async (name: string, token: string) => {
    const rule = nameProblem(name) ? undefined : rules.find((r) => name.startsWith(r.prefix));
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

  const checkRoom = async (
    trx: Db | Trx,
    rule: StorageRule,
    upload: { propietario: string; name: string; bytes: number },
  ) => {
    const used = await sumBytes(trx, {
      propietario: upload.propietario,
      prefix: rule.prefix,
      except: upload.name,
    });
    if (used + upload.bytes > rule.quotaBytes) {
      throw new StorageRefusal(
        402,
        'cuota-excedida',
        `Ya no cabe: puede guardar ${Math.floor(rule.quotaBytes / 1_048_576)} MB. Borre algún archivo e inténtelo de nuevo.`,
      );
    }
  };

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
    await checkRoom(db, rule, { propietario, name, bytes });
    return { rule, propietario };
  };

  /**
   * Makes what arrived the file of that name. Everything is decided again in the transaction that
   * does it: of two uploads of one name the last wins, whole.
   */
  const save: Save = async ({ name, rule, file, metadata }, { who, solicitudId }, within) => {
    const propietario = ownerOf(who);
    if (propietario === null) throw forbidden(who);
    if (metadata.md5Hash && metadata.md5Hash !== file.md5) {
      throw new StorageRefusal(400, 'suma-distinta', 'El archivo llegó dañado. Envíelo de nuevo.');
    }
    const content_type = await inspect(file, rule, metadata.contentType ?? null);
    const objeto = await objects.keep(file.path);
    let replaced: string | undefined;
    try {
      return await db.transaction().execute(async (trx) => {
        await lock(trx, `propietario:${propietario}`);
        await lock(trx, `nombre:${name}`);
        if (!(await takeSuelto(trx, objeto))) throw askAgain();
        const before = await lockArchivo(trx, name);
        const at = now();
        const live = before && (before.expira_en === null || before.expira_en > at);
        if (!rule.canWrite(who, { name, owner: live ? before.propietario : null })) {
          throw forbidden(who);
        }
        await checkRoom(trx, rule, { propietario, name, bytes: file.size });
        if (actorUid(who) === null && who.ticket) await spendTicket(trx, who.ticket);
        if (before) await insertSuelto(trx, before.objeto, at);
        replaced = before?.objeto;
        const archivo = await upsertArchivo(trx, {
          nombre: name,
          objeto,
          propietario,
          generation: Math.max(at.getTime() * 1000, (before?.generation ?? 0) + 1),
          metageneration: 1,
          bytes: file.size,
          content_type,
          md5: file.md5,
          sha256: file.sha256,
          cache_control: null,
          content_disposition: null,
          content_encoding: null,
          content_language: null,
          ...ownColumns(metadata),
          metadata: JSON.stringify(mergeCustom({}, metadata.metadata)),
          creado_en: at,
          actualizado_en: at,
          expira_en: rule.ttlSeconds === null ? null : new Date(+at + rule.ttlSeconds * 1000),
        });
        await onChange(trx, { accion: 'subir', archivo, actorUid: actorUid(who), solicitudId });
        await within?.(trx);
        return archivo;
      });
    } catch (error) {
      replaced = objeto;
      throw error;
    } finally {
      if (replaced) await objects.drop(replaced);
    }
  };

  const spendTicket = async (trx: Trx, ticket: UploadTicket) => {
    if ((await countTicketUse(trx, ticket.id, ticket.expiresAt)) > ticket.maxUploads) {
      throw new StorageRefusal(
        403,
        'permiso-agotado',
        'Ya envió todas las imágenes que podía con este permiso. Pida otro e inténtelo de nuevo.',
      );
    }
  };

  /** Changes a file's metadata. */
  const edit = async (name: string, given: GivenMetadata, { who, solicitudId }: Asker) => {
    const rule = ruleOf(name, who);
    const archivo = await db.transaction().execute(async (trx) => {
      const before = await findArchivo(trx, name, now());
      if (!rule.canWrite(who, { name, owner: before?.propietario ?? null })) throw forbidden(who);
      if (!before) throw notFound();
      if (rule.accept && given.contentType && given.contentType !== before.content_type) {
        throw new StorageRefusal(
          400,
          'tipo-decidido',
          'El tipo de este archivo lo deciden sus bytes; no se puede cambiar.',
        );
      }
      const after = await updateArchivo(trx, before, {
        ...ownColumns(given),
        ...(rule.accept === null &&
          given.contentType !== undefined && {
            content_type: given.contentType ?? 'application/octet-stream',
          }),
        metadata: JSON.stringify(mergeCustom(before.metadata, given.metadata)),
        actualizado_en: now(),
      });
      if (!after) throw askAgain();
      await onChange(trx, {
        accion: 'editar',
        archivo: after,
        actorUid: actorUid(who),
        solicitudId,
      });
      return after;
    });
    return { archivo, rule };
  };

  const removeRow = async (archivo: Archivo, change: Omit<StorageChange, 'archivo'>) => {
    const removed = await db.transaction().execute(async (trx) => {
      const row = await deleteArchivo(trx, archivo.objeto);
      if (!row) return false;
      await insertSuelto(trx, row.objeto, now());
      await onChange(trx, { ...change, archivo: row });
      return true;
    });
    if (removed) await objects.drop(archivo.objeto);
    return removed;
  };

  /** Removes a file, for who may. */
  const remove = async (name: string, { who, solicitudId }: Asker): Promise<void> => {
    const rule = ruleOf(name, who);
    const archivo = await findArchivo(db, name, now());
    const owner = archivo?.propietario ?? ownerOf(who);
    if (!rule.canDelete(who, { name, owner })) throw forbidden(who);
    const change = { accion: 'borrar', actorUid: actorUid(who), solicitudId } as const;
    if (!archivo || !(await removeRow(archivo, change))) throw notFound();
  };

  /**
   * Removes all that an owner (`ownerOf`) keeps under a prefix, because it served its purpose. The
   * portal's own doing: no rule is asked.
   */
  const removeOwned = async (
    propietario: string,
    prefix: string,
    { who, solicitudId }: Asker,
  ): Promise<void> => {
    for (const archivo of await ownedArchivos(db, propietario, prefix)) {
      await removeRow(archivo, { accion: 'borrar', actorUid: actorUid(who), solicitudId });
    }
  };

  /** Names under a prefix, for who may list it; `next` is where to go on. */
  const list = async (
    given: { prefix: string; delimiter: boolean; after: string; limit: number },
    who: Who,
  ): Promise<{ entries: string[]; next: string | null }> => {
    const { prefix } = given;
    const problem = nameProblem(prefix.replace(/\/$/, ''));
    if (problem && prefix !== '') throw refuseName(problem);
    const rule = rules.find((r) => prefix.startsWith(r.prefix));
    if (!rule?.canList(who, prefix)) throw forbidden(who);
    const entries = await listEntries(db, { ...given, limit: given.limit + 1, now: now() });
    const more = entries.length > given.limit;
    const page = more ? entries.slice(0, -1) : entries;
    return { entries: page, next: more ? (page.at(-1) ?? null) : null };
  };

  const uploads = createUploads({
    db,
    now,
    objects,
    spool,
    save,
    idleMs: options.idleMs ?? 20_000,
  });

  /** Removes what time has run out for. */
  const clean = async (): Promise<void> => {
    for (const archivo of await expiredArchivos(db, now())) {
      await removeRow(archivo, { accion: 'vencer', actorUid: null });
    }
    await uploads.clean();
    await objects.clean();
    await spool.clean();
  };
  options.jobs.define('almacen-limpiar', clean, { cron: '*/15 * * * *', retryLimit: 1 });

  return {
    kind: store.kind,
    readTicket: options.readTicket,
    read,
    readByToken,
    open,
    bytes,
    admit,
    save,
    edit,
    remove,
    removeOwned,
    list,
    tokenOf,
    uploads,
    spool,
    idleMs: options.idleMs ?? 20_000,
    clean,
    close: objects.close,
  };
};

export type Storage = ReturnType<typeof createStorage>;
