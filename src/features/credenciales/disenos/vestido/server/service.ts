import type { Services } from '../../../../../platform/server/services.ts';
import type { Vestido } from '../../../impresion/server/document.ts';
import { type Estampa, readEstampas } from '../../imagenes/server/service.ts';
import { disenoOf, requireVersion } from '../../server/service.ts';

/** Designs in use at a time: what documents of one of them share is read once. */
const KEPT = 32;
const kept = new WeakMap<object, Map<string, Vestido>>();

/** A Map that was asked last what it keeps is what it forgets last. */
const recall = (of: Map<string, Vestido>, key: string): Vestido | undefined => {
  const found = of.get(key);
  if (!found) return undefined;
  of.delete(key);
  of.set(key, found);
  return found;
};

/**
 * What a document is drawn with: its version, published, which never changes, and its pictures with those of the signatures of these
 * ids, which do not either. @throws {CallError} UNAVAILABLE: a picture is lost.
 */
export const readVestido = async (
  services: Pick<Services, 'db' | 'storage'>,
  versionId: string,
  rubricas: readonly string[],
): Promise<Vestido> => {
  const mine = kept.get(services.db) ?? new Map<string, Vestido>();
  kept.set(services.db, mine);
  const key = [versionId, ...rubricas].join();
  const found = recall(mine, key);
  if (found) return found;
  const diseno = disenoOf(await requireVersion(services.db, versionId));
  const { imagen } = diseno.sello;
  const estampas: Map<string, Estampa> = await readEstampas(services, [
    ...rubricas,
    ...(imagen === null ? [] : [imagen]),
  ]);
  const vestido = { diseno, estampas };
  mine.set(key, vestido);
  if (mine.size > KEPT) mine.delete(mine.keys().next().value!);
  return vestido;
};
