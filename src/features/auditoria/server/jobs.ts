import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Services } from '../../../platform/server/services.ts';
import { type Ancla, readAnclas } from './handlers.ts';

/** Anchors live beside the data, not in the database: who changes one does not change the other. */
const pathOf = (dataDir: string) => join(dataDir, 'auditoria', 'anclas.jsonl');

/** The anchors saved so far; none when the file is not there. */
export const readSavedAnclas = (dataDir: string): Ancla[] => {
  const path = pathOf(dataDir);
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .flatMap((line) => (JSON.parse(line) as { anclas: Ancla[] }).anclas);
};

/** Saves the heads of now. */
export const saveAnclas = async ({ db, env, now }: Services): Promise<void> => {
  const path = pathOf(env.dataDir);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const line = JSON.stringify({ momento: now().toISOString(), anclas: await readAnclas(db) });
  appendFileSync(path, `${line}\n`, { mode: 0o600 });
};

/** Every hour the heads of the chains are written outside the database. */
export const defineAuditoriaJobs = (services: Services): void => {
  services.jobs.define('auditoria-anclar', () => saveAnclas(services), { cron: '41 * * * *' });
};
