import { createHash, createPrivateKey, webcrypto, X509Certificate } from 'node:crypto';
import { ObjectIdentifier, OctetString, Sequence } from 'asn1js';
import {
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs';

/** Deterministic, unlike ECDSA and PSS: what is signed twice has the same bytes. */
export const ALGORITHM = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const;

const DATA = '1.2.840.113549.1.7.1';
const SIGNED_DATA = '1.2.840.113549.1.7.2';
const CONTENT_TYPE = '1.2.840.113549.1.9.3';
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';

/** A private key in PEM, to sign with. */
export const importKey = (pem: string): Promise<webcrypto.CryptoKey> =>
  webcrypto.subtle.importKey(
    'pkcs8',
    createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' }),
    ALGORITHM,
    false,
    ['sign'],
  );

const bufferOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;
const sha256 = (bytes: Uint8Array): ArrayBuffer =>
  bufferOf(createHash('sha256').update(bytes).digest());

/** SigningCertificateV2 ::= SEQUENCE { certs SEQUENCE OF ESSCertIDv2 }, of SHA-256, which is the default and is left out. */
const signingCertificate = (der: Uint8Array) =>
  new Sequence({
    value: [
      new Sequence({
        value: [new Sequence({ value: [new OctetString({ valueHex: sha256(der) })] })],
      }),
    ],
  });

/** Signs bytes for others; see `createCades`. */
export type Cades = {
  /** Bytes that no signature of its takes more than: the same for an identity, whatever is signed. */
  readonly room: number;
  sign(content: Uint8Array): Promise<Uint8Array>;
};

/** What a signature has besides its certificates: attributes, names, and a key of up to 4,096 bits. */
const BESIDES = 2_048;

/**
 * What signs for an identity: a detached CAdES signature (baseline B-B) in DER, with contentType, messageDigest and
 * signingCertificateV2, and **without** signingTime: the moment is in the PDF's own dictionary.
 */
export const createCades = async (identity: {
  certificates: readonly string[];
  privateKey: string;
}): Promise<Cades> => {
  const ders = identity.certificates.map((pem) => new X509Certificate(pem).raw);
  const certificates = ders.map((der) => Certificate.fromBER(bufferOf(der)));
  const [der] = ders as [Buffer, ...Buffer[]];
  const [own] = certificates as [Certificate, ...Certificate[]];
  const key = await importKey(identity.privateKey);

  const sign = async (content: Uint8Array): Promise<Uint8Array> => {
    // In the order of their encodings, as DER wants a set to be.
    const attributes = [
      new Attribute({ type: CONTENT_TYPE, values: [new ObjectIdentifier({ value: DATA })] }),
      new Attribute({
        type: MESSAGE_DIGEST,
        values: [new OctetString({ valueHex: sha256(content) })],
      }),
      new Attribute({ type: SIGNING_CERTIFICATE_V2, values: [signingCertificate(der)] }),
    ];
    const signed = new SignedData({
      version: 1,
      encapContentInfo: new EncapsulatedContentInfo({ eContentType: DATA }),
      signerInfos: [
        new SignerInfo({
          version: 1,
          sid: new IssuerAndSerialNumber({ issuer: own.issuer, serialNumber: own.serialNumber }),
          signedAttrs: new SignedAndUnsignedAttributes({ type: 0, attributes }),
        }),
      ],
      certificates,
    });
    await signed.sign(key as never, 0, 'SHA-256', bufferOf(content));
    const info = new ContentInfo({ contentType: SIGNED_DATA, content: signed.toSchema(true) });
    return new Uint8Array(info.toSchema().toBER());
  };
  return { room: ders.reduce((sum, one) => sum + one.length, BESIDES), sign };
};
