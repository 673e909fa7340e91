import { generateKeyPair, randomBytes, webcrypto } from 'node:crypto';
import { promisify } from 'node:util';
import { BitString, Integer, PrintableString, Sequence, Set as SetOf, Utf8String } from 'asn1js';
import {
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  Extension,
  RelativeDistinguishedNames,
} from 'pkijs';
import { ALGORITHM, importKey } from './cades.ts';

const COUNTRY = '2.5.4.6';
const ORGANISATION = '2.5.4.10';
const COMMON_NAME = '2.5.4.3';
const BASIC_CONSTRAINTS = '2.5.29.19';
const KEY_USAGE = '2.5.29.15';
/** digitalSignature and nonRepudiation. */
const MAY_SIGN = new Uint8Array([0xc0]);

const DAY = 86_400_000;
const YEARS = 20;

/** X.520 bounds both names to 64 characters. */
const named = (type: string, text: string) =>
  new AttributeTypeAndValue({
    type,
    value:
      type === COUNTRY
        ? new PrintableString({ value: text })
        : new Utf8String({ value: [...text].slice(0, 64).join('') }),
  });

/** pkijs would write the three as one name of three parts: they are three, one within the other. */
const distinguished = (parts: AttributeTypeAndValue[]) =>
  new RelativeDistinguishedNames({
    typesAndValues: parts,
    valueBeforeDecode: new Sequence({
      value: parts.map((part) => new SetOf({ value: [part.toSchema()] })),
    }).toBER(),
  });

/** A certificate that nobody but its holder vouches for, with its key, in PEM. Takes some tenths of a second. */
export const makeSelfSigned = async ({
  name,
  organisation,
  bits,
  now,
}: {
  name: string;
  organisation: string;
  bits: number;
  now: Date;
}): Promise<{ certificates: string[]; privateKey: string }> => {
  const pair = await promisify(generateKeyPair)('rsa', { modulusLength: bits });
  const privateKey = String(pair.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const publicKey = await webcrypto.subtle.importKey(
    'spki',
    pair.publicKey.export({ type: 'spki', format: 'der' }),
    ALGORITHM,
    true,
    ['verify'],
  );
  const certificate = new Certificate({ version: 2 });
  // Positive, as a serial number must be.
  const serial = randomBytes(16);
  serial[0] = (serial[0]! & 0x7f) | 0x40;
  certificate.serialNumber = new Integer({ valueHex: new Uint8Array(serial).buffer });
  const who = [named(COUNTRY, 'MX'), named(ORGANISATION, organisation), named(COMMON_NAME, name)];
  certificate.issuer = distinguished(who);
  certificate.subject = distinguished(who);
  certificate.notBefore.value = new Date(+now - DAY);
  certificate.notAfter.value = new Date(+now + YEARS * 365.25 * DAY);
  certificate.extensions = [
    new Extension({
      extnID: BASIC_CONSTRAINTS,
      critical: true,
      extnValue: new BasicConstraints({ cA: false }).toSchema().toBER(),
    }),
    new Extension({
      extnID: KEY_USAGE,
      critical: true,
      extnValue: new BitString({ valueHex: MAY_SIGN.buffer, unusedBits: 6 }).toBER(),
    }),
  ];
  await certificate.subjectPublicKeyInfo.importKey(publicKey as never);
  await certificate.sign((await importKey(privateKey)) as never, 'SHA-256');
  const der = Buffer.from(certificate.toSchema(true).toBER());
  const lines = der
    .toString('base64')
    .match(/.{1,64}/g)
    ?.join('\n');
  return {
    certificates: [`-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`],
    privateKey,
  };
};
