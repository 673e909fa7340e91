import { randomBytes, randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Credential,
  type DidDocument,
  didDocumentOf,
  didOf,
  openCredentials,
  type PublicKey,
  type SigningKey,
} from '../../../../platform/server/credentials/index.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { EnvError } from '../../../../platform/server/env.ts';
import { recordCambio } from '../../../../platform/server/historial/index.ts';
import type { Secrets } from '../../../../platform/server/secrets.ts';
import type { Services } from '../../../../platform/server/services.ts';
import type { EmitidoImpreso } from '../../contract.ts';
import { countEnLista, selectIndices } from '../../server/data.ts';
import {
  findLista,
  findUltimoPar,
  insertLlave,
  insertPar,
  lockEmisor,
  selectIdsDeLlaves,
  selectLlaves,
  selectPorRenovar,
  setFirmada,
  setRetirada,
  touchListas,
} from './data.ts';
import { credencialOf, listaDelNumero, numeroDeLista, statusUrl } from './present.ts';

type Proposito = 'revocation' | 'suspension';
type Emisor = Pick<Services, 'env' | 'db' | 'secrets' | 'now'>;

/** Bits of a list, and documents that a pair takes before another is begun: a place is found in a few tries. */
export const LARGO_LISTA = 131_072;
const MAX_EN_LISTA = 100_000;

const DAY = 86_400_000;
/** A list is believed for two days, and signed anew each day. */
const VALE_MS = 2 * DAY;

/** The private halves: 32 bytes a key, sealed under the installation's master key; never in the database. */
type Llavero = { id: string; semilla: string }[];
const ARCHIVO = 'emisor.llaves';

const readLlavero = async (dataDir: string, secrets: Secrets): Promise<Llavero> => {
  const path = join(dataDir, ARCHIVO);
  if (!existsSync(path)) return [];
  try {
    return JSON.parse(secrets.open((await readFile(path, 'utf8')).trim()));
  } catch {
    throw new EnvError(
      `El archivo ${path}, con las llaves para firmar credenciales, está dañado o se selló con otra clave maestra. Restáurelo de un respaldo junto con su secreto.key (o SECRET_KEY).`,
    );
  }
};

const writeLlavero = async (dataDir: string, secrets: Secrets, llavero: Llavero): Promise<void> => {
  const path = join(dataDir, ARCHIVO);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const mine = `${path}.${process.pid}`;
  await writeFile(mine, secrets.seal(JSON.stringify(llavero)), { mode: 0o600 });
  await rename(mine, path);
};

/** Refuses to start with keys that cannot be read: what they sign would be of another issuer. */
export const requireLlavero = async ({ env, secrets }: Services): Promise<void> => {
  await readLlavero(env.dataDir, secrets);
};

/** `ed25519-2026a`, then b, c…: one id a period. */
const newFragment = (taken: readonly string[], did: string, year: number): string => {
  for (let n = 0; ; n++) {
    const letters = n < 26 ? String.fromCharCode(97 + n) : `z${n}`;
    const fragment = `ed25519-${year}${letters}`;
    if (!taken.includes(`${did}#${fragment}`)) return fragment;
  }
};

type Guardada = Llavero[number];

/** The key of an entry of the file, published if it was not. */
const publishLlave = async (trx: Trx, one: Guardada, { env, now }: Emisor): Promise<SigningKey> => {
  const { createKey } = await openCredentials();
  const did = didOf(env.publicUrl);
  const key = await createKey({ id: one.id, controller: did }, Buffer.from(one.semilla, 'hex'));
  const added = await insertLlave(trx, {
    id: one.id,
    controlador: did,
    publica: key.publicKeyMultibase,
    creado_en: now(),
  });
  if (added) {
    await recordCambio(trx, 'emisor.crearLlave', {
      id: one.id,
      actorUid: null,
      despues: { llave: key.publicKeyMultibase },
    });
  }
  return key;
};

/** A new key, at the end of the file: from then on it is the one that signs. */
const addLlave = async (trx: Trx, services: Emisor, llavero: Llavero): Promise<SigningKey> => {
  const { env, secrets, now } = services;
  const did = didOf(env.publicUrl);
  const taken = await selectIdsDeLlaves(trx, did);
  const one = {
    id: `${did}#${newFragment(taken, did, now().getUTCFullYear())}`,
    semilla: randomBytes(32).toString('hex'),
  };
  await writeLlavero(env.dataDir, secrets, [...llavero, one]);
  return publishLlave(trx, one, services);
};

/** The key that this installation signs with now; made, and published, the first time. */
const openLlave = (services: Emisor): Promise<SigningKey> => {
  const { env, db, secrets } = services;
  const did = didOf(env.publicUrl);
  return db.transaction().execute(async (trx) => {
    await lockEmisor(trx);
    const believed = new Set((await selectLlaves(trx)).map(({ id }) => id));
    const taken = await selectIdsDeLlaves(trx, did);
    const llavero = await readLlavero(env.dataDir, secrets);
    const mine = llavero.filter(({ id }) => id.startsWith(`${did}#`));
    // A key that the database does not know (a restored copy) is published again; one that was taken away is not.
    const current = mine.findLast(({ id }) => believed.has(id) || !taken.includes(id));
    return current ? publishLlave(trx, current, services) : addLlave(trx, services, llavero);
  });
};

/**
 * Makes a new key and publishes it: servers sign with it from their next start on. What the earlier ones signed goes on being
 * believed. Returns its id.
 */
export const rotateLlave = (services: Emisor): Promise<string> =>
  services.db.transaction().execute(async (trx) => {
    await lockEmisor(trx);
    const llavero = await readLlavero(services.env.dataDir, services.secrets);
    return (await addLlave(trx, services, llavero)).id;
  });

/**
 * Takes away a key that fell into other hands: nothing that it signed is believed from this moment on, and its documents are to be
 * issued anew. False: there is none believed with that id.
 */
export const retireLlave = (services: Emisor, id: string): Promise<boolean> =>
  services.db.transaction().execute(async (trx) => {
    await lockEmisor(trx);
    if (!(await setRetirada(trx, id, services.now()))) return false;
    await touchListas(trx);
    await recordCambio(trx, 'emisor.retirarLlave', {
      id,
      actorUid: null,
      antes: { llave: id },
    });
    return true;
  });

const opened = new WeakMap<Services['secrets'], Promise<SigningKey>>();

/** Outside of any transaction: the first time it opens one of its own. */
const llaveOf = (services: Emisor): Promise<SigningKey> => {
  const known = opened.get(services.secrets);
  if (known) return known;
  const opening = openLlave(services);
  opened.set(services.secrets, opening);
  opening.catch(() => opened.delete(services.secrets));
  return opening;
};

/** The key that signs now, as its 32 bytes in hexadecimal: for what is signed otherwise than as a credential. */
export const readSemilla = async (services: Emisor): Promise<{ id: string; semilla: string }> => {
  const { id } = await llaveOf(services);
  const llavero = await readLlavero(services.env.dataDir, services.secrets);
  return llavero.find((one) => one.id === id)!;
};

/** Every key that is believed, also those of an address that the portal had before. */
const readLlaves = async ({ db }: Emisor): Promise<PublicKey[]> =>
  (await selectLlaves(db)).map(({ id, controlador, publica }) => ({
    id,
    controller: controlador,
    publicKeyMultibase: publica,
  }));

/** Whether the key that signed a credential is still one that the school answers for. */
export const isFirmaVigente = async (db: Db, credential: Credential): Promise<boolean> => {
  const proofs = [credential.proof].flat() as { verificationMethod: string }[];
  const llaves = new Set((await selectLlaves(db)).map(({ id }) => id));
  return proofs.some(({ verificationMethod }) => llaves.has(verificationMethod));
};

/** What `/.well-known/did.json` says: who issues here, and with which keys, also those of the past. */
export const readDidDocument = async (services: Emisor): Promise<DidDocument> => {
  await llaveOf(services);
  const { publicUrl } = services.env;
  return didDocumentOf(didOf(publicUrl), publicUrl, await readLlaves(services));
};

/**
 * For a command, which may be run with another configuration than the server's: refuses an address under which nothing was issued
 * in a database that has keys of another one, since it would begin an issuer that nobody knows.
 */
export const requireEmisor = async (services: Emisor): Promise<void> => {
  const known = [...new Set((await readLlaves(services)).map(({ controller }) => controller))];
  const did = didOf(services.env.publicUrl);
  if (known.length === 0 || known.includes(did)) return;
  throw new EnvError(
    `Las llaves de esta base son de ${known.join(', ')}, y con esta configuración serían de ${did}. Ejecútelo con el mismo PUBLIC_URL (o PORT, en la demostración) que el portal.`,
  );
};

/** Signs what a document says. */
export const signEmitido = async (
  services: Emisor,
  datos: EmitidoImpreso,
  row: Parameters<typeof credencialOf>[1],
): Promise<Credential> => {
  const { publicUrl } = services.env;
  const [llave, { signCredential }] = await Promise.all([llaveOf(services), openCredentials()]);
  const unsigned = credencialOf(datos, row, { did: llave.controller, publicUrl });
  return signCredential(unsigned, llave, services.now());
};

/** A place in the status lists for a document that is about to be written: random, so that it says nothing. */
export const chooseLugar = async (trx: Trx): Promise<{ lista: number; indice: number }> => {
  const last = await findUltimoPar(trx);
  const full = last === 0 || (await countEnLista(trx, last)) >= MAX_EN_LISTA;
  if (full) await insertPar(trx, last + 1);
  return { lista: full ? last + 1 : last, indice: randomInt(LARGO_LISTA) };
};

const isFresh = (
  row: { cambios: number; cambios_firmados: number | null; firmada_en: Date | null },
  ahora: Date,
): boolean =>
  row.cambios_firmados === row.cambios && row.firmada_en !== null && +row.firmada_en + DAY > +ahora;

/** Signs a list as its documents are now. */
const signLista = async (
  services: Emisor,
  { par, proposito, cambios }: { par: number; proposito: Proposito; cambios: number },
): Promise<Credential> => {
  const { env, db, now } = services;
  const ahora = now();
  const [llave, { signStatusList }] = await Promise.all([llaveOf(services), openCredentials()]);
  const credencial = await signStatusList(
    {
      id: statusUrl(env.publicUrl, numeroDeLista(par, proposito)),
      issuer: llave.controller,
      purpose: proposito,
      length: LARGO_LISTA,
      set: await selectIndices(db, par, proposito),
      validUntil: new Date(+ahora + VALE_MS),
    },
    llave,
    ahora,
  );
  await db.transaction().execute(async (trx) => {
    const kept = await setFirmada(trx, { par, proposito, cambios, credencial, firmadaEn: ahora });
    if (!kept) return;
    await recordCambio(trx, 'emisor.firmarLista', {
      id: `${par}-${proposito}`,
      actorUid: null,
      despues: { cambios },
    });
  });
  return credencial;
};

/** The status list of that number, as its documents are at this moment; null: there is none. */
export const readLista = async (services: Emisor, numero: number): Promise<Credential | null> => {
  const { par, proposito } = listaDelNumero(numero);
  const row = await findLista(services.db, par, proposito);
  if (!row) return null;
  const fresh =
    isFresh(row, services.now()) &&
    row.credencial?.id === statusUrl(services.env.publicUrl, numero);
  return fresh ? row.credencial : signLista(services, { par, proposito, cambios: row.cambios });
};

/** Every list is signed anew each day, whether or not something changed. */
export const renewListas = async (services: Emisor & { db: Db }): Promise<void> => {
  const antesDe = new Date(+services.now() - DAY / 2);
  for (const { par, proposito } of await selectPorRenovar(services.db, antesDe)) {
    const row = await findLista(services.db, par, proposito);
    if (row) await signLista(services, { par, proposito, cambios: row.cambios });
  }
};
