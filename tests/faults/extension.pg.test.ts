/** A PostgreSQL whose user may not add what searches need. Runs only on a real PostgreSQL (TEST_DATABASE_URL). */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/platform/server/db/index.ts';
import { migrate } from '../../src/platform/server/db/migrate.ts';

const MIGRATIONS = join(import.meta.dirname, '../../migrations');

describe.skipIf(!process.env.TEST_DATABASE_URL)('an extension that the user may not add', () => {
  const server = process.env.TEST_DATABASE_URL ?? '';
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  const address = (user?: string) => {
    const url = new URL(server);
    url.pathname = `/${name}`;
    if (user) {
      url.username = user;
      url.password = 'x';
    }
    return url.href;
  };
  const ask = async (url: string, sql: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  beforeAll(async () => {
    await ask(server, `create database ${name}`);
    await ask(
      address(),
      `create role ${name} login password 'x'; grant all on schema public to ${name};
       revoke create on database ${name} from public`,
    );
  });
  afterAll(async () => {
    await ask(server, `drop database ${name} with (force)`);
    await ask(server, `drop role ${name}`);
  });

  it('is said with what to do; once it is done, the portal starts', async () => {
    const database = await openDatabase({ databaseUrl: address(name), dataDir: '', poolSize: 2 });
    try {
      await expect(migrate(database, MIGRATIONS)).rejects.toThrow(
        /no puede agregar a su base la extensión pg_trgm.*«create extension pg_trgm;»/,
      );
      await ask(address(), 'create extension pg_trgm');
      expect(await migrate(database, MIGRATIONS)).toContain('0046-busqueda.sql');
    } finally {
      await database.close();
    }
  });
});
