import { ownerOf, type StorageRule, type UploadTicket, type Who } from '../../shared/storage.ts';
import type { Db, Trx } from '../db/index.ts';
import { currentRequest } from '../request-context.ts';
import {
  type Archivo,
  countTicketUse,
  deleteArchivo,
  findArchivo,
  insertSuelto,
  lock,
  lockArchivo,
  ownedArchivos,
  sumBytes,
  takeSuelto,
  updateArchivo,
  upsertArchivo,
} from './data.ts';
import { askAgain, forbidden, notFound, refuseFile, StorageRefusal } from './errors.ts';
import { type Inspectors, inspect } from './inspect.ts';
import { type GivenMetadata, mergeCustom, ownColumns } from './metadata.ts';
import type { Objects } from './objects.ts';
import type { Revision } from './revision.ts';
import type { Save, StorageChange } from './types.ts';

const actorUid = (who: Who) => (who.actor?.restricted === false ? who.actor.uid : null);

/** What changes files: each change decides again, in its transaction, whether it may be. */
export const createChanges = (options: {
  db: Db;
  now: () => Date;
  objects: Objects;
  inspectors: Inspectors;
  revision: Revision;
  ruleOf: (name: string, who: Who) => StorageRule;
  onChange: (trx: Trx, change: StorageChange) => Promise<void>;
}) => {
  const { db, now, objects, inspectors, revision, ruleOf, onChange } = options;

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

  /**
   * Makes what arrived the file of that name. Everything is decided again in the transaction that
   * does it: of two uploads of one name the last wins, whole.
   */
  const save: Save = async ({ name, rule, file: given, metadata }, who, within) => {
    const propietario = ownerOf(who);
    if (propietario === null) throw forbidden(who);
    if (metadata.md5Hash && metadata.md5Hash !== given.md5) {
      throw new StorageRefusal(400, 'suma-distinta', 'El archivo llegó dañado. Envíelo de nuevo.');
    }
    const { contentType: content_type, file } = await inspect(given, rule, {
      declared: metadata.contentType ?? null,
      owner: actorUid(who) ?? currentRequest()?.ip ?? propietario,
      ...inspectors,
    });
    const reviewed = await revision.look(file.path, { name, actorUid: actorUid(who) });
    const objeto = await objects.keep(file.path);
    let replaced: string | undefined;
    try {
      return await db.transaction().execute(async (trx) => {
        await lock(trx, `propietario:${propietario}`);
        await lock(trx, `nombre:${name}`);
        if (!(await takeSuelto(trx, objeto))) throw askAgain();
        const before = await lockArchivo(trx, name);
        const at = now();
        const live = before && (before.vence_en === null || before.vence_en > at);
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
          vence_en: rule.ttlSeconds === null ? null : new Date(+at + rule.ttlSeconds * 1000),
        });
        if (!reviewed) await revision.defer(trx, objeto);
        await onChange(trx, { accion: 'subir', archivo, actorUid: actorUid(who) });
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
    if ((await countTicketUse(trx, ticket.id, ticket.venceEn)) > ticket.maxUploads) {
      throw new StorageRefusal(
        403,
        'permiso-agotado',
        'Ya envió todas las imágenes que podía con este permiso. Pida otro e inténtelo de nuevo.',
      );
    }
  };

  /** Changes a file's metadata. */
  const edit = async (name: string, given: GivenMetadata, who: Who) => {
    const rule = ruleOf(name, who);
    const archivo = await db.transaction().execute(async (trx) => {
      const before = await findArchivo(trx, name, now());
      const target = { name, owner: before?.propietario ?? null };
      if (!rule.canWrite(who, target)) throw refuseFile(rule, who, target);
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
  const remove = async (name: string, who: Who): Promise<void> => {
    const rule = ruleOf(name, who);
    const archivo = await findArchivo(db, name, now());
    const target = { name, owner: archivo?.propietario ?? ownerOf(who) };
    if (!rule.canDelete(who, target)) throw refuseFile(rule, who, target);
    const change = { accion: 'borrar', actorUid: actorUid(who) } as const;
    if (!archivo || !(await removeRow(archivo, change))) throw notFound();
  };

  /**
   * Removes all that an owner (`ownerOf`) keeps under a prefix, because it served its purpose. The
   * portal's own doing: no rule is asked.
   */
  const removeOwned = async (propietario: string, prefix: string, who: Who): Promise<void> => {
    for (const archivo of await ownedArchivos(db, propietario, prefix)) {
      await removeRow(archivo, { accion: 'borrar', actorUid: actorUid(who) });
    }
  };

  /**
   * Hands the bytes of a file over to a row of a feature, in its transaction: the file is no more, and the bytes stay
   * as they were. Null when there is no file of that name and that owner.
   */
  const handOver = async (
    trx: Trx,
    { name, propietario }: { name: string; propietario: string },
  ): Promise<Archivo | null> => {
    const archivo = await lockArchivo(trx, name);
    const live = archivo && (archivo.vence_en === null || archivo.vence_en > now());
    if (!live || archivo.propietario !== propietario) return null;
    return (await deleteArchivo(trx, archivo.objeto)) ?? null;
  };

  return { checkRoom, save, edit, remove, removeRow, removeOwned, handOver };
};
