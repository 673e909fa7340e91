import { X509Certificate } from 'node:crypto';
import { makeSelfSigned } from '../src/platform/server/pdf/signing/certificate.ts';
import type { Signer, SigningIdentity } from '../src/platform/server/pdf/signing/identity.ts';

const make = async (): Promise<SigningIdentity> => {
  const names = { name: 'Escuela de Prueba', organisation: 'Escuela de Prueba' };
  const made = await makeSelfSigned({ ...names, bits: 2048, now: new Date() });
  const { validTo } = new X509Certificate(made.certificates[0]!);
  return { ...made, holder: names.name, selfSigned: true, validUntil: new Date(validTo) };
};

let made: Promise<SigningIdentity> | undefined;

/** Somebody who signs, the same throughout a test file, for renderers that no portal made. */
export const testSigner: Signer = () => {
  made ??= make();
  return made;
};
