/**
 * The demonstration's data, seeded once a day and kept in `.cache/`: for the suites and journeys whose matter is not
 * that they are seeded. That an empty folder gets them at its first start, tests/process.test.ts says.
 */
import { createHash, randomUUID } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { seedDemo } from '../scripts/demo-data.ts';
import { imageOf, makeFolder, openEmbedded } from './database.ts';
import { startTestPortal } from './portal.ts';

const ROOT = join(import.meta.dirname, '..');

/** Of what makes it, and of the day: it says when courses begin. */
const digest = (): string => {
  const hash = createHash('sha256').update(new Date().toDateString());
  const sources = globSync(
    [
      'src/**/*.{ts,json}',
      'migrations/*.sql',
      'scripts/demo-data.ts',
      'tests/{database,demonstration}.ts',
    ],
    {
      cwd: ROOT,
    },
  );
  for (const path of sources.toSorted()) hash.update(path).update(readFileSync(join(ROOT, path)));
  return hash.digest('hex').slice(0, 16);
};

/** What the data folder has besides the database, and the database. */
const [FILES, IMAGE] = ['archivos', 'base.tar'];

let made: Promise<string> | undefined;
const make = async (): Promise<string> => {
  const kept = join(ROOT, '.cache', `demostracion-${digest()}`);
  if (existsSync(kept)) return kept;
  const making = `${kept}.${randomUUID()}`;
  mkdirSync(join(making, FILES), { recursive: true });
  const database = await openEmbedded();
  const portal = await startTestPortal(
    {},
    { dataDir: join(making, FILES), jobs: false, portal: { database } },
  );
  await seedDemo(portal.services);
  writeFileSync(join(making, IMAGE), await imageOf(database));
  await portal.stop();
  // Another process may have been first: one is as good as the other.
  if (!existsSync(kept)) renameSync(making, kept);
  return kept;
};

/** Where it is kept; made when it is not there. */
const demonstration = (): Promise<string> => {
  made ??= make();
  return made;
};

/** The demonstration's database, as `openImage` takes it. */
export const demoImage = async (): Promise<Uint8Array> =>
  new Uint8Array(readFileSync(join(await demonstration(), IMAGE)));

/** Copies what its data folder has besides the database. */
export const copyDemoFiles = async (dataDir: string): Promise<void> =>
  cpSync(join(await demonstration(), FILES), dataDir, { recursive: true });

/** Makes a data folder such as its first start leaves (`dataDir` is made when it is missing). */
export const makeDemoFolder = async (dataDir: string): Promise<void> => {
  await copyDemoFiles(dataDir);
  await makeFolder(dataDir, await demoImage());
};
