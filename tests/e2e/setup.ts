import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedDemo } from '../../scripts/demo-data.ts';
import { imageOf, makeFolder, openTestDatabase } from '../database.ts';
import { holdOptimised } from '../optimised/code.ts';
import makeOptimised from '../optimised/global.ts';
import { startTestPortal } from '../portal.ts';

/** Where the folders are that every worker's servers begin from: an empty portal's, and the demonstration's. */
const FOLDER = 'E2E_IMAGES';

const demoFolder = async (dataDir: string, image: string): Promise<void> => {
  const database = await openTestDatabase();
  const portal = await startTestPortal({}, { dataDir, jobs: false, portal: { database } });
  await seedDemo(portal.services);
  writeFileSync(image, await imageOf(database));
  await portal.stop();
};

/** Makes them once a run; the tests take copies. */
export default async (): Promise<() => void> => {
  await makeOptimised();
  holdOptimised();
  const folder = mkdtempSync(join(tmpdir(), 'portal-e2e-imagenes-'));
  await makeFolder(join(folder, 'vacia'));
  await demoFolder(join(folder, 'demo'), join(folder, 'demo.tar'));
  process.env[FOLDER] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
};

/** A data folder of one's own: a copy of the empty portal's, or of the demonstration's. */
export const copyOf = (which: 'vacia' | 'demo'): string => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-e2e-'));
  cpSync(join(process.env[FOLDER]!, which), dataDir, { recursive: true });
  return dataDir;
};

/** The demonstration's database, as `openImage` takes it. */
export const demoImage = (): Uint8Array => readFileSync(join(process.env[FOLDER]!, 'demo.tar'));
