import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import { type FlattenedJWS, flattenedVerify, type GeneralJWS, GeneralSign } from 'jose';
import { z } from 'zod';
import {
  type Credential,
  type DidDocument,
  openCredentials,
  type Verdict,
} from '../../../../platform/server/credentials/index.ts';
import {
  commonName,
  type FirmaDePdf,
  fingerprint,
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

type Emisor = Pick<Services, 'env' | 'db' | 'secrets' | 'now' | 'signer'>;

const TYP = 'archivo+json';

/** A certificate in PEM as a JWS carries it (RFC 7515, `x5c`): its DER in base64. */
const x5cOf = (pem: string): string => new X509Certificate(pem).raw.toString('base64');

/**
 * The public archive as it is at this moment: a JWS (RFC 7515, general serialization) whose payload is an `Archivo`, with two
 * signatures. One is by the issuer's key, which the archive itself names; the other is by the certificate that signs PDFs, with
 * its chain in `x5c`: its fingerprint is printed on each document, so that an archive of a forger is told from the school's.
 */
export const readArchivo = async (services: Emisor): Promise<GeneralJWS> => {
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
  const { certificates, privateKey } = await services.signer();
  const x5c = certificates.map(x5cOf);
  return new GeneralSign(Buffer.from(JSON.stringify(archivo)))
    .addSignature(key)
    .setProtectedHeader({ alg: 'EdDSA', kid: id, typ: TYP })
    .addSignature(createPrivateKey(privateKey))
    .setProtectedHeader({ alg: 'RS256', x5c, typ: TYP })
    .sign();
};

/** A fingerprint as somebody copied it, with or without spaces and colons: its 64 digits in lower case; null: it is none. */
export const readHuella = (text: string): string | null => {
  const digits = text.replace(/[\s:]/g, '').toLowerCase();
  return /^[0-9a-f]{64}$/.test(digits) ? digits : null;
};

/** An archive that may be relied on, with the holder of the certificate that signed it. */
type Abierto = { readonly archivo: Archivo; readonly titular: string };

/** The certificates of a signature, each vouched for by the next; null: the signature names none. */
const chainOf = (signature: FlattenedJWS): X509Certificate[] | null => {
  const { x5c } = JSON.parse(Buffer.from(signature.protected ?? '', 'base64url').toString('utf8'));
  if (!Array.isArray(x5c) || x5c.length === 0) return null;
  const chain = x5c.map((der) => new X509Certificate(Buffer.from(String(der), 'base64')));
  const linked = chain.every((one, i) => i + 1 === chain.length || one.checkIssued(chain[i + 1]!));
  if (!linked) throw new Error('the chain is broken');
  return chain;
};

/**
 * Opens an archive that somebody kept.
 *
 * - `huella`: SHA-256 of the certificate that must have signed it (see `readHuella`).
 * - `sinCertificado`: it is signed by no certificate (an archive of an earlier version, or a forger's);
 * - `ajeno`: it is signed by another certificate than that of `huella`;
 * - `ilegible`: it is no archive, or it was changed.
 */
export const openArchivo = async (
  text: string,
  huella: string,
): Promise<Abierto | 'sinCertificado' | 'ajeno' | 'ilegible'> => {
  try {
    const { payload, signatures } = JSON.parse(text) as Partial<GeneralJWS>;
    if (typeof payload !== 'string') return 'ilegible';
    if (!Array.isArray(signatures)) return 'sinCertificado';
    const each = signatures.map((one): FlattenedJWS => ({ ...one, payload }));
    const chains = each.map(chainOf);
    const at = chains.findIndex((chain) => chain !== null);
    const own = chains[at]?.[0];
    if (!own) return 'sinCertificado';
    await flattenedVerify(each[at]!, own.publicKey, { algorithms: ['RS256'] });
    if (fingerprint(own.raw) !== huella) return 'ajeno';
    const said = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
    const archivo = archivoSchema.parse(said) as unknown as Archivo;
    await verifyIssuer(each.filter((_, i) => i !== at)[0], archivo);
    return { archivo, titular: commonName(own.raw) };
  } catch {
    return 'ilegible';
  }
};

/** @throws unless it is signed by a key of the issuer that the archive describes. */
const verifyIssuer = async (
  signature: FlattenedJWS | undefined,
  { dids }: Archivo,
): Promise<void> => {
  const { kid } = JSON.parse(Buffer.from(signature?.protected ?? '', 'base64url').toString('utf8'));
  const method = dids
    .flatMap(({ verificationMethod }) => verificationMethod)
    .find(({ id }) => id === kid);
  if (!signature || !method) throw new Error('no issuer signed it');
  const key = createPublicKey({
    key: Buffer.concat([SPKI, rawKey(method.publicKeyMultibase)]),
    format: 'der',
    type: 'spki',
  });
  await flattenedVerify(signature, key, { algorithms: ['EdDSA'] });
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
