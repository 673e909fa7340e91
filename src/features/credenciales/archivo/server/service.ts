import { createPrivateKey, createPublicKey } from 'node:crypto';
import { type FlattenedJWS, FlattenedSign, flattenedVerify } from 'jose';
import { z } from 'zod';
import {
  type Credential,
  type DidDocument,
  openCredentials,
  type Verdict,
} from '../../../../platform/server/credentials/index.ts';
import {
  type FirmaDePdf,
  readAttachment,
  verifyPdf,
} from '../../../../platform/server/pdf/signing/verify.ts';
import { readSigners } from '../../../../platform/server/printed.ts';
import type { Services } from '../../../../platform/server/services.ts';
import { selectListas } from '../../emisor/server/data.ts';
import { numeroDeLista } from '../../emisor/server/present.ts';
import { readDidDocument, readLista, readSemilla } from '../../emisor/server/service.ts';

/** All that anybody needs to verify a document of the school when its server is gone: nothing of anybody's is in it. */
const archivoSchema = z.object({
  formato: z.literal(1),
  /** When its lists were signed: what it says of a document is of then (ISO 8601). */
  hechoEn: z.iso.datetime(),
  /** Who issues, with the keys that are to be believed. */
  dids: z.array(z.record(z.string(), z.unknown())),
  /** The status lists, each signed. */
  listas: z.array(z.record(z.string(), z.unknown())),
  /** The certificates that signed PDFs (PEM, the signer's own first). */
  certificados: z.array(z.string()),
});
export type Archivo = Omit<z.infer<typeof archivoSchema>, 'dids' | 'listas'> & {
  dids: DidDocument[];
  listas: Credential[];
};

/** Of 32 bytes of an Ed25519 key, in PKCS #8 and SPKI: what stands before them. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** The 32 bytes of an Ed25519 public key in Multibase (`z6Mk…`). */
const rawKey = (multibase: string): Buffer => {
  let value = 0n;
  for (const letter of multibase.slice(1)) value = value * 58n + BigInt(BASE58.indexOf(letter));
  return Buffer.from(value.toString(16).padStart(68, '0'), 'hex').subarray(2);
};

type Emisor = Pick<Services, 'env' | 'db' | 'secrets' | 'now'>;

/** The public archive as it is at this moment, signed by the issuer's key: a flattened JWS whose payload is an `Archivo`. */
export const readArchivo = async (services: Emisor): Promise<FlattenedJWS> => {
  const did = await readDidDocument(services);
  const listas: Credential[] = [];
  for (const { par, proposito } of await selectListas(services.db)) {
    const lista = await readLista(services, numeroDeLista(par, proposito));
    if (lista) listas.push(lista);
  }
  const archivo: Archivo = {
    formato: 1,
    hechoEn: services.now().toISOString(),
    dids: [did],
    listas,
    certificados: await readSigners(services.db),
  };
  const { id, semilla } = await readSemilla(services);
  const key = createPrivateKey({
    key: Buffer.concat([PKCS8, Buffer.from(semilla, 'hex')]),
    format: 'der',
    type: 'pkcs8',
  });
  return new FlattenedSign(Buffer.from(JSON.stringify(archivo)))
    .setProtectedHeader({ alg: 'EdDSA', kid: id, typ: 'archivo+json' })
    .sign(key);
};

/** An archive that somebody kept, once it is seen to be whole; null: it is not one, or it was changed. */
export const openArchivo = async (text: string): Promise<Archivo | null> => {
  try {
    const jws = JSON.parse(text) as FlattenedJWS;
    const said = JSON.parse(Buffer.from(jws.payload, 'base64url').toString('utf8'));
    const archivo = archivoSchema.parse(said) as unknown as Archivo;
    const { kid } = JSON.parse(Buffer.from(jws.protected ?? '', 'base64url').toString('utf8'));
    const method = archivo.dids
      .flatMap(({ verificationMethod }) => verificationMethod)
      .find(({ id }) => id === kid);
    if (!method) return null;
    const key = createPublicKey({
      key: Buffer.concat([SPKI, rawKey(method.publicKeyMultibase)]),
      format: 'der',
      type: 'spki',
    });
    await flattenedVerify(jws, key, { algorithms: ['EdDSA'] });
    return archivo;
  } catch {
    return null;
  }
};

/** What was found of a document. */
export type Dictamen = {
  /** Of its PDF; null: it is not one. */
  readonly firma: FirmaDePdf | null;
  /** Of its credential, as of the archive; null: it carries none. `desconocida`: the archive is of before it, or lacks its lists. */
  readonly credencial: Verdict | null;
  /** The credential itself. */
  readonly dice: Credential | null;
};

/** What a credential is worth by an archive, which knows nothing of what happened after it. */
const verdictOf = async (dice: Credential, archivo: Archivo, now: Date): Promise<Verdict> => {
  const { verifySigned } = await openCredentials();
  const momento = new Date(archivo.hechoEn);
  const desde = new Date(String(dice.validFrom));
  const given = { dids: archivo.dids, lists: archivo.listas };
  if (desde > momento) {
    const verdict = await verifySigned(dice, { ...given, lists: [], now: desde });
    return verdict === 'invalida' ? verdict : 'desconocida';
  }
  const verdict = await verifySigned(dice, { ...given, now: momento });
  const ended = dice.validUntil !== undefined && new Date(String(dice.validUntil)) <= now;
  return ended && (verdict === 'vigente' || verdict === 'suspendida') ? 'vencida' : verdict;
};

const readJson = (text: string): Credential | null => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Credential)
      : null;
  } catch {
    return null;
  }
};

/**
 * Verifies a PDF of the school, or the credential of one, by an archive alone: neither this server nor the network is asked. Null: it
 * is neither.
 */
export const verifyDocumento = async (
  bytes: Uint8Array,
  archivo: Archivo,
  now: Date,
): Promise<Dictamen | null> => {
  const isPdf = Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-';
  const text = isPdf
    ? await readAttachment(bytes, 'credential.json')
    : Buffer.from(bytes).toString('utf8');
  const dice = text === null ? null : readJson(text);
  if (!isPdf && dice === null) return null;
  return {
    firma: isPdf ? await verifyPdf(bytes, archivo.certificados) : null,
    credencial: dice && (await verdictOf(dice, archivo, now)),
    dice,
  };
};
