import { rm, stat } from 'node:fs/promises';
import type { Aporte } from '../../../../platform/server/aportes.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { recordCambio } from '../../../../platform/server/historial/index.ts';
import type { Services } from '../../../../platform/server/services.ts';
import { readPersonaIdOf, readUidByEmail } from '../../../identidad/cuentas/server/service.ts';
import { venceCopia } from '../rules.ts';
import { writeCopia } from '../zip/server/service.ts';
import { insertCopia } from './data.ts';

/** The demonstration's ordinary person has a copy of their data ready, made of what there is of them. */
export const seedCopias = async (
  trx: Trx,
  { aportes, services, now }: { aportes: readonly Aporte[]; services: Services; now: Date },
): Promise<void> => {
  // Within the one transaction of the demonstration: on the embedded database there is no other.
  const within: Services = { ...services, db: trx as Db, now: () => now };
  const uid = await readUidByEmail(within.db, 'persona@demo.example');
  if (uid === null) return;
  const personaId = await readPersonaIdOf(trx, uid);
  const { kept } = services.storage;
  const path = kept.newPath();
  try {
    const escrito = await writeCopia(path, { uid, personaId }, aportes, within);
    const { size } = await stat(path);
    const bytes = await kept.putFile(path, trx);
    await kept.take(trx, bytes);
    const { id, ...row } = await insertCopia(trx, {
      persona_id: personaId,
      uid,
      pedida_por: uid,
      ...bytes,
      bytes: size,
      ...escrito,
      creado_en: now,
      vence_en: venceCopia(now),
    });
    await recordCambio(trx, 'copia.crear', {
      id,
      actorUid: uid,
      personaId,
      despues: { ...escrito, bytes: size, venceEn: row.vence_en.toISOString() },
    });
  } finally {
    await rm(path, { force: true });
  }
};
