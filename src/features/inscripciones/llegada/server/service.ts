/** When somebody arrived who found no seat and no line: what they may show of it, kept where nobody changes it. */
import type { Db } from '../../../../platform/server/db/index.ts';
import { readHistorialDe, recordCambio } from '../../../../platform/server/historial/index.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { readPersonaIds } from '../../../personas/server/service.ts';
import { ERRORES } from '../../errors.ts';

/** Whose arrival, at what. */
type De = { personaId: string; edicionId: string };

const idOf = ({ personaId, edicionId }: De): string => `${edicionId}/${personaId}`;

/**
 * When what they sent first was received and there was no seat (ISO 8601); null: it never was so. The history never changes: of
 * files that were made one it is asked under the ids of all, and when they are two again each has its own.
 */
export const readLlegada = async (db: Db, { personaId, edicionId }: De): Promise<string | null> => {
  const recibidas: string[] = [];
  for (const id of await readPersonaIds(db, personaId)) {
    const first = (await readHistorialDe(db, 'llegada', idOf({ personaId: id, edicionId }))).at(-1);
    if (first) recibidas.push(String(first.despues?.recibidaEn));
  }
  return recibidas.toSorted()[0] ?? null;
};

/** Whether a sending was refused because there was no seat, of the edition or of its group. */
export const isSinLugar = (error: unknown): boolean =>
  error instanceof CallError &&
  (error.details?.code === ERRORES.sinLugares.code ||
    error.details?.code === ERRORES.grupoSinLugares.code);

/**
 * Notes it in the signed history, once: who presses again afterwards arrived when they first did. In a transaction of its own,
 * for the one that sent was undone.
 */
export const noteLlegada = async (db: Db, de: De, recibidaEn: Date): Promise<void> => {
  if ((await readLlegada(db, de)) !== null) return;
  const { personaId, edicionId } = de;
  const despues = { edicionId, recibidaEn: recibidaEn.toISOString() };
  await db
    .transaction()
    .execute((trx) => recordCambio(trx, 'llegada.anotar', { id: idOf(de), personaId, despues }));
};
