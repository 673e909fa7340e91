/** What processes on one database ask each other. Runs only on a real PostgreSQL (TEST_DATABASE_URL). */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/platform/server/db/index.ts';
import { createPeers, type Peers } from '../../src/platform/server/db/peers.ts';
import { createTurns, type Turns } from '../../src/platform/server/turns.ts';
import { openTestDatabase } from '../database.ts';

const LONG_MS = 20_000;

describe.skipIf(!process.env.TEST_DATABASE_URL)('turns among several processes', () => {
  let database: Database;
  let url: string;
  const started: Peers[] = [];
  beforeAll(async () => {
    database = await openTestDatabase();
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
      database.db,
    );
    const own = new URL(process.env.TEST_DATABASE_URL!);
    own.pathname = `/${rows[0]!.name}`;
    url = own.href;
  });
  afterAll(async () => {
    await Promise.all(started.map((one) => one.stop()));
    await database?.close();
  });

  const start = async (): Promise<{ turns: Turns; peers: Peers }> => {
    const peers = createPeers(url);
    started.push(peers);
    const turns = createTurns(peers);
    await turns.start();
    return { turns, peers };
  };

  it('whoever came before to another process is waited for, and who comes later is not', async () => {
    const [here, there] = [await start(), await start()];
    const first = there.turns.enter('fila');
    const other = there.turns.enter('otra');
    const mine = here.turns.enter('fila');
    const later = here.turns.enter('fila');
    let went = false;
    const waited = mine.before(LONG_MS).then(() => {
      went = true;
    });
    // Of another line nobody is waited for: by then those of this one were asked, too.
    await here.turns.enter('nadie').before(LONG_MS);
    expect(went).toBe(false);
    const after = there.turns.enter('fila');
    first.done();
    await waited;
    for (const one of [after, other, later, mine]) one.done();
  });

  it('a process that is gone is not waited for, nor one that says nothing for longer than one said', async () => {
    const [here, there] = [await start(), await start()];
    there.turns.enter('muerta');
    const waited = here.turns.enter('muerta').before(LONG_MS);
    await here.turns.enter('sin nadie').before(LONG_MS);
    await there.peers.stop();
    const began = performance.now();
    await waited;
    expect(performance.now() - began).toBeLessThan(LONG_MS / 2);

    const silent = await start();
    silent.turns.enter('callada');
    await here.turns.enter('callada').before(50);
  });

  it('what somebody else says on the channel is no matter', async () => {
    const here = await start();
    for (const said of ['', 'x', '{}', '{"from":1}', '{"from":"a","n":1,"to":{}}', 'null'])
      await sql`select pg_notify('portal_turnos', ${said})`.execute(database.db);
    const turn = here.turns.enter('otra más');
    turn.done();
    await turn.before(LONG_MS);
  });
});
