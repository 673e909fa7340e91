import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBlank } from '../../../tests/database.ts';
import type { Database } from './db/index.ts';
import { createJobs } from './jobs.ts';
import { createLog } from './log.ts';

let database: Database;
beforeAll(async () => {
  database = await openBlank();
});
afterAll(() => database.close());

/** The queue of a process that starts now. */
const start = async (given: string[]) => {
  const jobs = createJobs(database, createLog('silent'));
  // Kept and not run by this process: it dies before it says anything.
  jobs.define('abandonados', async () => {}, { work: false });
  jobs.define('mata', async () => {}, { retryLimit: 2, work: false, deadLetter: 'abandonados' });
  await jobs.start();
  const { rows } = await database.execute(
    "select state, retry_count as veces from trabajos.job where name = 'mata'",
  );
  given.push(`${rows[0]?.state} ${rows[0]?.veces}`);
  return jobs;
};
/** What pg-boss writes when it hands a job out. */
const hand = () =>
  database.execute(`update trabajos.job set state = 'active', started_on = now(),
    retry_count = case when started_on is null then retry_count else retry_count + 1 end
    where name = 'mata' and state in ('created', 'retry')`);

it('a job that kills its process is given up at its limit, and told to who waits for it', async () => {
  const states: string[] = [];
  const first = await start(states);
  await database.db.transaction().execute((trx) => first.send(trx, 'mata', {}));
  await hand();
  await first.stop();
  for (let death = 1; death <= 4; death++) {
    const next = await start(states);
    await hand();
    await next.stop();
  }
  // One try and two more; the process died in each.
  expect(states).toEqual(['undefined undefined', 'retry 0', 'retry 1', 'failed 2', 'failed 2']);
  const { rows } = await database.execute(
    "select count(*)::int as n from trabajos.job where name = 'abandonados'",
  );
  expect(rows).toEqual([{ n: 1 }]);
});
