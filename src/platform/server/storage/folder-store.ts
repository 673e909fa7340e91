import { createReadStream } from 'node:fs';
import { copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type ObjectStore, objectPath } from './store.ts';

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

const sync = async (path: string) => {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Objects as files of a folder. A file is complete on the disk before it gets its final name. */
export const createFolderStore = (root: string): ObjectStore => ({
  kind: 'carpeta',
  async putFile(id, path) {
    const target = join(root, objectPath(id));
    const dir = dirname(target);
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
  },
  async get(id, range) {
    const path = join(root, objectPath(id));
    try {
      // Opened here, so that whoever reads keeps the bytes even if the object is replaced.
      const handle = await open(path, 'r');
      return createReadStream(path, {
        fd: handle,
        ...(range ? { start: range.start, end: range.end } : {}),
      });
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  },
  async head(id) {
    try {
      return (await stat(join(root, objectPath(id)))).size;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  },
  delete: (id) => rm(join(root, objectPath(id)), { force: true }),
  close() {},
});
