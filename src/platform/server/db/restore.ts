import { createReadStream, createWriteStream, existsSync, readdirSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join, normalize, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract, type Headers } from 'tar-stream';
import { EnvError } from '../env.ts';
import type { Secrets } from '../secrets.ts';
import { baseDir } from './folder.ts';
import { MANIFEST, type Manifest, readManifest, requireKey } from './manifest.ts';
import { PglitePool } from './pglite.ts';

/** A name of a dump as a path below the folder; null for the folder itself. */
const inside = (name: string): string | null => {
  const path = normalize(name.replace(/^[./]*\//, '')).replace(/\/$/, '');
  if (path.split(sep).includes('..')) throw new Error(`the dump names ${name}`);
  return path === '' || path === '.' ? null : path;
};

/** Writes what a dump holds into a new folder; gives its manifest (null: of before there were any). */
const unpack = async (
  file: string,
  into: string,
  look: (manifest: Manifest) => void,
): Promise<Manifest | null> => {
  let manifest: Manifest | null = null;
  const take = async ({ name, type }: Headers, body: Readable): Promise<void> => {
    const path = inside(name);
    if (path === MANIFEST) {
      manifest = readManifest(await text(body));
      look(manifest);
      return;
    }
    if (path !== null && type === 'directory') {
      await mkdir(join(into, path), { recursive: true, mode: 0o700 });
    } else if (path !== null && type === 'file') {
      await mkdir(dirname(join(into, path)), { recursive: true, mode: 0o700 });
      await pipeline(body, createWriteStream(join(into, path), { mode: 0o600, flush: true }));
      return;
    }
    body.resume();
  };
  const from = extract();
  from.on('entry', (header, body, next) => {
    take(header, body).then(() => next(), next);
  });
  await pipeline(createReadStream(file), createGunzip(), from);
  return manifest;
};

/**
 * Makes the embedded database of a data folder from a dump, whole or not at all; memory does not grow with
 * its size. Whoever calls holds the folder's lock. Gives the dump's manifest, if it has one.
 * @throws {EnvError} there is a database already, the key is another, or the dump is not whole.
 */
export const restore = async (
  file: string,
  { dataDir, secrets }: { dataDir: string; secrets: Pick<Secrets, 'derive'> | null },
): Promise<Manifest | null> => {
  const base = baseDir(dataDir);
  if (existsSync(base) && readdirSync(base).length > 0) {
    throw new EnvError(`${base} ya existe. Muévala a otro lugar antes de restaurar.`);
  }
  const temporary = `${base}.restaurando`;
  await rm(temporary, { recursive: true, force: true });
  await mkdir(temporary, { recursive: true, mode: 0o700 });
  try {
    const manifest = await unpack(file, temporary, (read) => requireKey(read, secrets, dataDir));
    // Puts what was copied and what was written meanwhile together.
    const pool = await PglitePool.open(temporary);
    if (!(await pool.end())) throw new Error('no se cerró en orden');
    await rm(base, { recursive: true, force: true });
    await rename(temporary, base);
    return manifest;
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    if (error instanceof EnvError) throw error;
    throw new EnvError(
      `El respaldo ${file} está dañado o incompleto (${(error as Error).message}). No se cambió nada: use otro respaldo.`,
    );
  }
};
