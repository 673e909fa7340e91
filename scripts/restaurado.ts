import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { requireLlavero } from '../src/features/credenciales/emisor/server/service.ts';
import type { Database } from '../src/platform/server/db/index.ts';
import { type Env, EnvError } from '../src/platform/server/env.ts';
import { readSavedAnclas } from '../src/platform/server/historial/anclas.ts';
import { openHistorial } from '../src/platform/server/historial/signing.ts';
import { verifyCadenas } from '../src/platform/server/historial/verification.ts';
import { isOutage } from '../src/platform/server/outage.ts';
import { openSigner } from '../src/platform/server/pdf/signing/identity.ts';
import { openSecrets } from '../src/platform/server/secrets.ts';
import type { Services } from '../src/platform/server/services.ts';
import {
  describeCounts,
  listObjects,
  type ObjectCount,
  type StoredObject,
  storeIdentity,
} from '../src/platform/server/storage/inventory.ts';
import { storeOf } from '../src/platform/server/storage/open-store.ts';
import type { ObjectStore } from '../src/platform/server/storage/store.ts';

/** Problems told one by one; beyond, only their number. */
const TOLD = 5;

type Found = { lines: string[]; problems: string[] };

const digestOf = async (store: ObjectStore, id: string): Promise<string | null> => {
  const stream = await store.get(id);
  if (stream === null) return null;
  const hash = createHash('sha256');
  for await (const chunk of stream) hash.update(chunk as Buffer);
  return hash.digest('hex');
};

/** Says what is wrong with a stored object; null: the checks found nothing. */
const faultOf = async (
  store: ObjectStore,
  { objeto, sha256 }: StoredObject,
  complete: boolean,
): Promise<'falta' | 'cambió' | null> => {
  if (!complete) return (await store.head(objeto)) === null ? 'falta' : null;
  const digest = await digestOf(store, objeto);
  if (digest === null) return 'falta';
  return sha256 === null || digest === sha256 ? null : 'cambió';
};

/** The objects of the inventory, each looked for in the store that belongs with the database. */
const verifyObjects = async (database: Database, env: Env, complete: boolean): Promise<Found> => {
  const store = await storeOf(env);
  try {
    const identity = await storeIdentity(database.execute);
    const mark = await store.readMark();
    const problems: string[] = [];
    if (identity !== null && mark?.includes(identity) === false)
      problems.push(`${store.place} es de otra base de datos (${store.markPlace}).`);
    if (identity !== null && mark === null)
      problems.push(
        `${store.place} no tiene su marca (${store.markPlace}): ¿falta montarla o restaurarla?`,
      );
    const counts = new Map<string, ObjectCount>();
    const faults: string[] = [];
    for await (const one of listObjects(database.execute)) {
      const { tabla, objeto } = one;
      const count = counts.get(tabla) ?? { tabla, cuantos: 0 };
      count.cuantos += 1;
      counts.set(tabla, count);
      const fault = await faultOf(store, one, complete);
      if (fault) faults.push(`${fault} ${objeto} (${tabla})`);
    }
    problems.push(...faults.slice(0, TOLD));
    if (faults.length > TOLD) problems.push(`y ${faults.length - TOLD} archivos más.`);
    const found = [...counts.values()];
    return {
      problems,
      lines: [
        found.length === 0
          ? 'Archivos: ninguno.'
          : `Archivos buscados${complete ? ' y leídos' : ''} en ${store.place}: ${describeCounts(found)}.`,
      ],
    };
  } catch (error) {
    if (!isOutage(error)) throw error;
    return { lines: [], problems: [`No se pudo llegar a ${store.place}.`] };
  } finally {
    store.close();
  }
};

/** The keys beside the database, wanted when something was already signed with them. */
const verifyKeys = async (database: Database, env: Env): Promise<Found> => {
  const secrets = openSecrets(env);
  const problems: string[] = [];
  const refused = async (work: () => unknown) => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof EnvError)) throw error;
      problems.push(error.message);
    }
  };
  const has = async (sql: string) => (await database.execute(sql)).rows.length > 0;
  await refused(() => requireLlavero({ env, secrets } as Services));
  await refused(() => openSigner(env, secrets, () => new Date()));
  const wants = async (name: string, sql: string, what: string) => {
    if (!existsSync(join(env.dataDir, name)) && (await has(sql)))
      problems.push(`Falta ${join(env.dataDir, name)}, ${what}.`);
  };
  await wants(
    'emisor.llaves',
    'select 1 from emisor_llaves limit 1',
    'con las llaves que firman las credenciales',
  );
  if (!env.signing)
    await wants(
      'firma.llaves',
      'select 1 from acuses where pdf_sha256 is not null limit 1',
      'con la llave que firma los PDF',
    );
  return { problems, lines: ['Llaves: la maestra, las de credenciales y la de los PDF.'] };
};

/** Everything that a school needs to go on with a database: its history, the keys, the stored objects. */
export const verifyRestored = async (
  database: Database,
  env: Env,
  { anclas, complete }: { anclas: string; complete: boolean },
): Promise<Found> => {
  if (env.secretKey === null && !existsSync(join(env.dataDir, 'secreto.key')))
    return {
      lines: [],
      problems: [`Falta la clave maestra (${join(env.dataDir, 'secreto.key')}).`],
    };
  const secrets = openSecrets(env);
  openHistorial(database.db, secrets);
  const { integro, anotaciones, problemas } = await verifyCadenas(
    database.db,
    await readSavedAnclas(anclas, secrets),
  );
  const parts = [
    {
      lines: [`Historial: ${anotaciones} anotaciones.`],
      problems: integro ? [] : problemas.slice(0, TOLD),
    },
    await verifyKeys(database, env),
    await verifyObjects(database, env, complete),
  ];
  return {
    lines: parts.flatMap(({ lines }) => lines),
    problems: parts.flatMap(({ problems }) => problems),
  };
};
