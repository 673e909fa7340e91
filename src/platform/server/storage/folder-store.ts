import { createReadStream } from 'node:fs';
import {
  access,
  copyFile,
  mkdir,
  open,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { filesOutage, Outage } from '../outage.ts';
import { MARK, type ObjectStore, objectPath } from './store.ts';

/** Milliseconds for one operation; a network disk that went away never answers. */
const LIMIT = 20_000;

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

/**
 * Objects as files of a folder. A file is complete on the disk before it gets its final name. Without its mark this is not the
 * folder but the empty place where its disk should be mounted: writing there would lose files, and reading there would say
 * that there are none.
 */
export const openFolderStore = async (root: string): Promise<ObjectStore> => {
  await mkdir(root, { recursive: true, mode: 0o700 });
  const mark = join(root, MARK);
  let bound: string | null = null;
  const check = async () => {
    // What is not bound yet is only looked at, to know whether it is the one.
    if (bound === null) return access(root);
    const text = await readFile(mark, 'utf8');
    if (!text.includes(bound)) throw new Error('the mark is of another database');
  };

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
    readMark: () =>
      within(
        readFile(mark, 'utf8').catch((error: unknown) => {
          if (isMissing(error)) return null;
          throw error;
        }),
      ),
    writeMark: (text) =>
      within(
        (async () => {
          await writeFile(`${mark}.parcial`, text, { mode: 0o600, flush: true });
          await rename(`${mark}.parcial`, mark);
        })(),
      ),
    bind(identity) {
      bound = identity;
    },
    place: `la carpeta ${root}`,
    markPlace: mark,
    howToMark: `: > ${mark}`,
    close() {},
  };
};
