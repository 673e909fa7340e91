/** PostgreSQL backed up with its own tools, as docs/OPERACION.md says: a dump, and a moment of its log. */
import { execFile, execFileSync } from 'node:child_process';
import {
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { startPostgres, type ThrowawayPostgres } from '../../scripts/throwaway-postgres.ts';
import { launch, ready } from '../launch.ts';
import { demoClient } from './demo.ts';
import { LONG } from './long.ts';

const ROOT = join(import.meta.dirname, '../..');
const SECRET_KEY = '5e'.repeat(32);
const root = mkdtempSync(join(tmpdir(), 'respaldo-pg-'));
const dataDir = join(root, 'datos');
const exec = promisify(execFile);
const bin = () => {
  const base = '/usr/lib/postgresql';
  const newest = readdirSync(base).sort((a, b) => Number(b) - Number(a))[0]!;
  return join(base, newest, 'bin');
};

let postgres: ThrowawayPostgres | null = null;
afterAll(async () => {
  await postgres?.stop();
  rmSync(root, { recursive: true, force: true });
});

const verify = (databaseUrl: string) =>
  new Promise<{ code: number; said: string }>((resolve) => {
    execFile(
      process.execPath,
      ['--liftoff-only', 'scripts/respaldo-verify.ts', '--completo'],
      {
        cwd: ROOT,
        env: {
          PATH: process.env.PATH,
          DEMO: '1',
          DATA_DIR: dataDir,
          DATABASE_URL: databaseUrl,
          SECRET_KEY,
        },
      },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, said: `${stdout}${stderr}` }),
    );
  });

const serve = async (databaseUrl: string, folder = dataDir) => {
  const port = await freePort();
  const server = launch(
    { DATABASE_URL: databaseUrl, DATA_DIR: folder, SECRET_KEY, PORT: String(port) },
    'scripts/start.ts',
  );
  await ready(port);
  return {
    ...demoClient(port),
    stop: async () => {
      server.child.kill('SIGTERM');
      expect(await server.exit).toBe(0);
    },
  };
};

const ask = async (url: string, sql: string) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
};

describe.runIf(LONG)('a database of PostgreSQL', () => {
  it('is restored from pg_dump, and at a moment from its log', { timeout: 900_000 }, async () => {
    const log = join(root, 'bitacora');
    mkdirSync(log, { mode: 0o777 });
    execFileSync('chmod', ['777', root, log]);
    postgres = await startPostgres({
      settings: {
        wal_level: 'replica',
        archive_mode: 'on',
        archive_command: `cp %p ${log}/%f`,
      },
    });
    if (!postgres) throw new Error('No PostgreSQL on this machine: install the Debian package.');
    const { url } = postgres;
    const first = await serve(url);
    const ana = await first.enrolling(2);
    await first.stop();

    // A dump, restored beside it.
    const dump = join(root, 'portal.dump');
    await exec(join(bin(), 'pg_dump'), ['-Fc', '-f', dump, url]);
    await ask(url, 'create database restaurada');
    const copy = new URL(url);
    copy.pathname = '/restaurada';
    await exec(join(bin(), 'pg_restore'), ['--no-owner', '--exit-on-error', '-d', copy.href, dump]);
    const found = await verify(copy.href);
    expect(found.said).toMatch(/Está completo/);
    expect(found.code).toBe(0);
    // With a folder of its own: what happens in the copy is no anchor of the first one's history.
    const own = join(root, 'datos-de-la-copia');
    cpSync(dataDir, own, { recursive: true });
    const second = await serve(copy.href, own);
    await second.signIn(3);
    await second.stop();
    void ana;

    // A base backup, what was written after it, and a moment between two writes.
    const base = join(root, 'base');
    await exec(join(bin(), 'pg_basebackup'), ['-d', url, '-D', base, '-c', 'fast', '-X', 'none']);
    await ask(url, 'create table marcas (nombre text)');
    await ask(url, "insert into marcas values ('antes')");
    const [moment] = await ask(url, 'select clock_timestamp()::text as ahora');
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await ask(url, "insert into marcas values ('después')");
    // The log after the moment must be archived: without it the recovery does not know where to stop.
    const [{ wal }] = await ask(url, 'select pg_walfile_name(pg_switch_wal()) as wal');
    await expect
      .poll(
        async () =>
          (
            await ask(
              url,
              `select failed_count::int as failed, last_archived_wal >= '${wal}' as archived from pg_stat_archiver`,
            )
          )[0],
        { timeout: 60_000 },
      )
      .toEqual({ failed: 0, archived: true });
    const port = await freePort();
    writeFileSync(
      join(base, 'postgresql.auto.conf'),
      [
        `restore_command = 'cp ${log}/%f %p'`,
        `recovery_target_time = '${moment.ahora}'`,
        "recovery_target_action = 'promote'",
        'archive_mode = off',
        // A recovery refuses fewer than its primary had, and the throwaway server has its own on the command line.
        'max_connections = 200',
        `port = ${port}`,
        "listen_addresses = '127.0.0.1'",
        `unix_socket_directories = '${root}'`,
      ].join('\n'),
    );
    writeFileSync(join(base, 'recovery.signal'), '');
    const as = process.getuid?.() === 0 ? Number(execFileSync('id', ['-u', 'postgres'])) : null;
    if (as !== null) {
      execFileSync('chown', ['-R', String(as), base]);
      chownSync(root, as, as);
    }
    const control = (...args: string[]) =>
      exec(join(bin(), 'pg_ctl'), ['-D', base, '-w', '-l', join(root, 'registro'), ...args], {
        ...(as !== null && { uid: as }),
      });
    await control('start').catch((error) => {
      throw new Error(readFileSync(join(root, 'registro'), 'utf8'), { cause: error });
    });
    try {
      const restored = new URL(url);
      restored.port = String(port);
      expect(await ask(restored.href, 'select nombre from marcas')).toEqual([{ nombre: 'antes' }]);
      const complete = await verify(restored.href);
      expect(complete.said).toMatch(/Está completo/);
    } finally {
      await control('stop', '-m', 'immediate');
    }
  });
});
