import { createReadStream } from 'node:fs';
import {
  access,
  copyFile,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { EnvError } from '../env.ts';
import { filesOutage, Outage } from '../outage.ts';
import { type ObjectStore, objectPath } from './store.ts';

/** Milliseconds for one operation; a network disk that went away never answers. */
const LIMIT = 20_000;

/**
 * Lies in the folder. Without it this is not the folder but the empty place where its disk should be
 * mounted: writing there would lose files, and reading there would say that there are none.
 */
const MARK = 'almacen.txt';
const MARK_TEXT =
  'Aquí están los archivos del portal. No borre este archivo: por él sabe el portal que el disco de esta carpeta está montado.\n';

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

const sync = async (path: string) => {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Fails as an outage of the files, also when no answer comes. */
const within = async <T>(work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Outage('files', new Error('no answer'))), LIMIT);
  });
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    throw filesOutage(error);
  } finally {
    clearTimeout(timer);
  }
};

/** Leaves the mark in a folder that has none yet, unless it is empty and should not be. */
const prepare = async (root: string, kept: () => Promise<number>): Promise<void> => {
  const mark = join(root, MARK);
  await mkdir(root, { recursive: true, mode: 0o700 });
  if (
    await access(mark).then(
      () => true,
      () => false,
    )
  ) {
    return;
  }
  const used = (await readdir(root)).some((name) => /^[0-9a-f]{2}$/.test(name));
  const files = used ? 0 : await kept();
  if (files > 0) {
    throw new EnvError(
      `La base de datos tiene registrados ${files.toLocaleString('es-MX')} archivos y la carpeta ${root} está vacía: ¿falta montar su disco o restaurarla? Si se perdieron y quiere seguir sin ellos, haga el archivo ${mark} (touch ${mark}) y vuelva a iniciar.`,
    );
  }
  await writeFile(mark, MARK_TEXT, { mode: 0o600 });
};

/**
 * Objects as files of a folder. A file is complete on the disk before it gets its final name. `kept`
 * says how many files the database knows: when there are some and the folder is empty, an EnvError
 * says so.
 */
export const openFolderStore = async (
  root: string,
  kept: () => Promise<number>,
): Promise<ObjectStore> => {
  await prepare(root, kept);
  const check = () => access(join(root, MARK));

  const put = async (id: string, path: string) => {
    const target = join(root, objectPath(id));
    const dir = dirname(target);
    await check();
    await mkdir(dir, { recursive: true, mode: 0o700 });
    await sync(path);
    try {
      await rename(path, target);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
      // The temporary folder is on another disk.
      await copyFile(path, `${target}.parcial`);
      await sync(`${target}.parcial`);
      await rename(`${target}.parcial`, target);
      await rm(path, { force: true });
    }
    await sync(dir);
  };

  /** Null for what is not there, if the folder itself is. */
  const find = async <T>(work: Promise<T>): Promise<T | null> => {
    try {
      return await work;
    } catch (error) {
      if (!isMissing(error)) throw error;
      await check();
      return null;
    }
  };

  return {
    kind: 'carpeta',
    putFile: (id, path) => within(put(id, path)),
    async get(id, range) {
      const path = join(root, objectPath(id));
      // Opened here, so that whoever reads keeps the bytes even if the object is replaced.
      const handle = await within(find(open(path, 'r')));
      return (
        handle &&
        createReadStream(path, {
          fd: handle,
          ...(range ? { start: range.start, end: range.end } : {}),
        })
      );
    },
    head: async (id) => (await within(find(stat(join(root, objectPath(id))))))?.size ?? null,
    delete: async (id) => {
      const path = join(root, objectPath(id));
      await within(check().then(() => rm(path, { force: true })));
    },
    check: () => within(check()),
    close() {},
  };
};
