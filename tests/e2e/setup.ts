import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from '../database.ts';
import { demoImage } from '../demonstration.ts';
import { holdOptimised } from '../optimised/code.ts';
import makeOptimised from '../optimised/global.ts';

/** Where the folder is that every worker's servers begin from: an empty portal's. */
const EMPTY = 'E2E_EMPTY';

/** Makes what every worker begins from once a run; the tests take copies. */
export default async (): Promise<() => void> => {
  await makeOptimised();
  holdOptimised();
  const folder = mkdtempSync(join(tmpdir(), 'portal-e2e-vacia-'));
  await makeFolder(folder);
  await demoImage();
  process.env[EMPTY] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
};

/** A data folder of one's own: a copy of the empty portal's. */
export const copyOfEmpty = (): string => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-e2e-'));
  cpSync(process.env[EMPTY]!, dataDir, { recursive: true });
  return dataDir;
};
