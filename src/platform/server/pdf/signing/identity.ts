import { createPrivateKey, X509Certificate } from 'node:crypto';
import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { dataDirError } from '../../data-dir.ts';
import { type Env, EnvError } from '../../env.ts';
import type { Secrets } from '../../secrets.ts';
import { makeSelfSigned } from './certificate.ts';

/** Who signs the portal's documents, and with what. Never leaves the server but for `certificates`. */
export type SigningIdentity = {
  /** PEM, the signer's own first, then those that lead to its authority. */
  certificates: string[];
  /** PKCS #8 in PEM, without a password. */
  privateKey: string;
  /** The name in the certificate, as a person reads it. */
  holder: string;
  /** Made by the portal itself, and vouched for by nobody else. */
  selfSigned: boolean;
  /** Until when it may sign. */
  validUntil: Date;
};

/** Gives the identity of this installation, which it makes the first time when none is configured. */
export type Signer = () => Promise<SigningIdentity>;

type Source = Pick<Env, 'dataDir' | 'demo' | 'institution' | 'signing'>;

/** Beside `emisor.llaves`, and sealed as that one. */
const OWN_FILE = 'firma.llaves';
const BITS = 2048;

const PEM = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

const readConfigured = (name: string, path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new EnvError(
      `No se puede leer ${path} (${code}), que indica ${name}. Compruebe la ruta y que quien inicia el portal pueda leerlo.`,
    );
  }
};

const parseCertificates = (text: string, path: string): X509Certificate[] => {
  try {
    const found = [...text.matchAll(PEM)].map(([pem]) => new X509Certificate(pem));
    if (found.length > 0) return found;
  } catch {
    // Said below: both are a file that is no certificate.
  }
  throw new EnvError(
    `${path}, que indica SIGNING_CERT, no es un certificado en PEM. De un .cer (DER) se obtiene con: openssl x509 -inform der -in archivo.cer -out certificado.pem; de un .p12 o .pfx, con: openssl pkcs12 -in archivo.p12 -nokeys -out certificado.pem`,
  );
};

const parseKey = (text: string, path: string, password: string | null) => {
  try {
    return createPrivateKey({ key: text, passphrase: password ?? '' });
  } catch {
    throw new EnvError(
      `${path}, que indica SIGNING_KEY, no es una llave privada en PEM, o su contraseña (SIGNING_KEY_PASSWORD) es otra. De un .p12 o .pfx se obtiene con: openssl pkcs12 -in archivo.p12 -nocerts -out llave.pem`,
    );
  }
};

const day = (date: Date) => date.toISOString().slice(0, 10);
const commonName = (certificate: X509Certificate): string =>
  /^CN=(.+)$/m.exec(certificate.subject)?.[1] ?? certificate.subject.replaceAll('\n', ', ');

/** The identity that the configuration names. @throws {EnvError} with how to mend it. */
const readConfiguredIdentity = (signing: NonNullable<Env['signing']>, now: Date) => {
  const certificates = parseCertificates(
    readConfigured('SIGNING_CERT', signing.cert),
    signing.cert,
  );
  const key = parseKey(readConfigured('SIGNING_KEY', signing.key), signing.key, signing.password);
  const [own] = certificates as [X509Certificate, ...X509Certificate[]];
  if (key.asymmetricKeyType !== 'rsa' || (key.asymmetricKeyDetails?.modulusLength ?? 0) < BITS) {
    throw new EnvError(
      `La llave de SIGNING_KEY debe ser RSA de ${BITS} bits o más: con ella un mismo documento tiene siempre los mismos bytes. Pida a su autoridad un certificado RSA.`,
    );
  }
  if (!own.checkPrivateKey(key)) {
    throw new EnvError(
      'SIGNING_KEY no es la llave del primer certificado de SIGNING_CERT. Ponga primero el de quien firma, y después los de su autoridad.',
    );
  }
  if (now < new Date(own.validFrom) || now >= new Date(own.validTo)) {
    throw new EnvError(
      `El certificado de SIGNING_CERT vale del ${day(new Date(own.validFrom))} al ${day(new Date(own.validTo))}: hoy no puede firmar. Ponga uno vigente, o quite SIGNING_CERT y SIGNING_KEY para firmar con uno propio del portal.`,
    );
  }
  return identityOf(certificates.map(String), String(key.export({ type: 'pkcs8', format: 'pem' })));
};

const identityOf = (certificates: string[], privateKey: string): SigningIdentity => {
  const own = new X509Certificate(certificates[0]!);
  return {
    certificates,
    privateKey,
    holder: commonName(own),
    selfSigned: own.checkIssued(own),
    validUntil: new Date(own.validTo),
  };
};

/** Of two processes that start at once on a folder the loser keeps to what the winner made. */
const writeOnce = (path: string, text: string): void => {
  const mine = `${path}.${process.pid}`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(mine, text, { mode: 0o600 });
    try {
      linkSync(mine, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
      // Where there are no links (some network disks), a copy that replaces nothing.
      copyFileSync(mine, path, constants.COPYFILE_EXCL);
    } finally {
      rmSync(mine, { force: true });
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    throw dataDirError(path, error);
  }
};

const readOwn = (path: string, secrets: Secrets): SigningIdentity => {
  try {
    const kept = JSON.parse(secrets.open(readFileSync(path, 'utf8').trim()));
    return identityOf(kept.certificates, kept.privateKey);
  } catch {
    throw new EnvError(
      `El archivo ${path}, con la llave para firmar los PDF, está dañado o se selló con otra clave maestra. Restáurelo de un respaldo junto con su secreto.key (o SECRET_KEY); si se perdió, muévalo: lo nuevo se firmará con otra llave.`,
    );
  }
};

/**
 * Who signs here: the certificate of the configuration, or else one that the portal makes for itself the first time that it is
 * needed and keeps in DATA_DIR. What is configured, or kept, and cannot sign refuses the start.
 *
 * @throws {EnvError} with a sentence that says how to mend it.
 */
export const openSigner = (source: Source, secrets: Secrets, now: () => Date): Signer => {
  const { signing, dataDir, demo, institution } = source;
  const path = join(dataDir, OWN_FILE);
  let known: SigningIdentity | null = signing
    ? readConfiguredIdentity(signing, now())
    : existsSync(path)
      ? readOwn(path, secrets)
      : null;
  let making: Promise<SigningIdentity> | null = null;

  const make = async (): Promise<SigningIdentity> => {
    const made = await makeSelfSigned({
      name: `${institution.name}${demo ? ' (demostración)' : ''}`,
      organisation: institution.name,
      bits: BITS,
      now: now(),
    });
    writeOnce(path, secrets.seal(JSON.stringify(made)));
    return readOwn(path, secrets);
  };

  return async () => {
    if (known) return known;
    making ??= make().finally(() => {
      making = null;
    });
    known = await making;
    return known;
  };
};
