/** Files of messages: taken from where they were uploaded, in the transaction that writes the message. */

import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { recordOnce } from '../../../../platform/server/historial/index.ts';
import type { Asking } from '../../../../platform/server/origin.ts';
import type { Services } from '../../../../platform/server/services.ts';
import { CallError, refuse } from '../../../../platform/shared/errors.ts';
import { fileNameOf } from '../../../../platform/shared/file-names.ts';
import type { Adjunto } from '../../contract.ts';
import { ERRORES_SOPORTE as ERRORES } from '../../errors.ts';
import { adjuntosFiles } from '../policy.ts';
import { type AdjuntoRow, findAdjunto, insertAdjunto, selectAdjuntosDe } from './data.ts';

export type { AdjuntoRow } from './data.ts';

/** Takes the files that a message brings. @throws {CallError} NOT_FOUND when one is not there. */
export const takeAdjuntos = async (
  trx: Trx,
  {
    conversacionId,
    n,
    adjuntos,
  }: {
    conversacionId: string;
    n: number;
    adjuntos: readonly { subido: string; nombre: string }[];
  },
  { actor, services }: Pick<Asking, 'actor' | 'services'>,
): Promise<void> => {
  for (const { subido, nombre } of adjuntos) {
    const archivo = await services.storage.handOver(trx, {
      name: subido,
      propietario: actor.uid,
    });
    if (!archivo?.nombre.startsWith(`${adjuntosFiles.prefix}${actor.uid}/`)) {
      throw refuse('NOT_FOUND', ERRORES.sinArchivo);
    }
    await insertAdjunto(trx, {
      ...{ conversacion_id: conversacionId, n, nombre: fileNameOf(nombre, archivo.content_type) },
      content_type: archivo.content_type,
      bytes: archivo.bytes,
      objeto: archivo.objeto,
      sha256: archivo.sha256,
      creado_en: services.now(),
    });
  }
};

const isRetirado = ({ retirado_en: en, antivirus }: AdjuntoRow): boolean =>
  en !== null || antivirus === 'infectado';

/** The files of these messages, each with the number of its message. */
export const selectAdjuntos = async (
  db: Db,
  conversacionId: string,
  numeros: readonly number[],
): Promise<(Adjunto & { n: number })[]> =>
  (await selectAdjuntosDe(db, conversacionId, numeros)).map((row) => ({
    n: row.n,
    id: row.id,
    nombre: row.nombre,
    contentType: row.content_type,
    bytes: row.bytes,
    retirado: isRetirado(row),
  }));

/**
 * A file of a conversation that the actor may see; null: there is none, or they may not know. `mayRead` says of whom a
 * conversation is. @throws {CallError} UNAVAILABLE, and FAILED_PRECONDITION of one that waits for the antivirus.
 */
export const readAdjunto = async (
  { db }: Pick<Services, 'db'>,
  id: string,
  mayRead: (conversacionId: string) => Promise<{ personaId: string; propia: boolean } | null>,
): Promise<AdjuntoRow | null> => {
  const row = await findAdjunto(db, id);
  const de = row && (await mayRead(row.conversacion_id));
  if (!row || !de || isRetirado(row)) return null;
  if (row.antivirus === 'cuarentena') {
    throw new CallError('UNAVAILABLE', 'El archivo se está revisando. Inténtelo en unos minutos.');
  }
  if (!de.propia) {
    await db.transaction().execute((trx) =>
      recordOnce(trx, 'conversacion.leerAdjunto', {
        id: row.conversacion_id,
        personaId: de.personaId,
      }),
    );
  }
  return row;
};
