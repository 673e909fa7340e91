import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
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
import { join } from 'node:path';
import { dataDirError } from './data-dir.ts';
import { EnvError } from './env.ts';

/** What is kept encrypted or derived under the installation's one master key. */
export type Secrets = {
  /** Encrypts for storage at rest (AES-256-GCM); `open` gives the text back or throws. */
  seal: (text: string) => string;
  open: (sealed: string) => string;
  /** A key of its own for one purpose, always the same for the same label (32 bytes). */
  derive: (label: string) => Buffer;
  /** The same ready for use, and kept: of labels that are written in the source, never made of data. */
  prepared: (label: string) => KeyObject;
};

/** The number of the one block that a key of 32 bytes takes. */
const FIRST_BLOCK = Buffer.of(1);

/**
 * The master key comes from SECRET_KEY, or from a random file that the first start leaves in the
 * data folder, readable by its owner only. There is no default one.
 */
export const openSecrets = (source: { secretKey: string | null; dataDir: string }): Secrets => {
  const master = source.secretKey
    ? Buffer.from(source.secretKey, 'hex')
    : readOrCreate(source.dataDir);
  // HKDF-SHA256 without salt (RFC 5869) for one block of it: what node's own does, which takes eight times as long for each label.
  const extracted = createSecretKey(createHmac('sha256', Buffer.alloc(32)).update(master).digest());
  const derive = (label: string) =>
    createHmac('sha256', extracted).update(label).update(FIRST_BLOCK).digest();
  // A key that is prepared once: from its bytes each use would begin with half of what sealing costs.
  const sealing = createSecretKey(derive('seal'));
  const kept = new Map<string, KeyObject>();
  return {
    derive,
    prepared(label) {
      const known = kept.get(label);
      if (known) return known;
      const made = createSecretKey(derive(label));
      kept.set(label, made);
      return made;
    },
    seal(text) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', sealing, iv);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString(
        'utf8',
      );
    },
  };
};

const readOrCreate = (dataDir: string): Buffer => {
  const path = join(dataDir, 'secreto.key');
  const mine = `${path}.${process.pid}`;
  let hex: string;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    if (!existsSync(path)) {
      // Linked when it is whole: of two processes that start at once the loser reads the winner's.
      writeFileSync(mine, randomBytes(32).toString('hex'), { mode: 0o600 });
      try {
        linkSync(mine, path);
      } catch (error) {
        // Where there are no links (some network disks), a copy that replaces nothing.
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
          copyFileSync(mine, path, constants.COPYFILE_EXCL);
      } finally {
        rmSync(mine, { force: true });
      }
    }
    hex = readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw dataDirError(path, error);
  }
  if (!/^[0-9a-f]{64}$/.test(hex)) {
    throw new EnvError(
      `El archivo ${path} está dañado. Restáurelo de un respaldo, o escriba la clave en SECRET_KEY.`,
    );
  }
  return Buffer.from(hex, 'hex');
};
