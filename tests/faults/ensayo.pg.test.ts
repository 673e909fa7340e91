/**
 * `npm run ensayo`: one that is interrupted leaves nothing; one that is killed leaves its database, and the next one takes it away, says what the machine can bear and
 * leaves nothing. Runs only on a real PostgreSQL (TEST_DATABASE_URL).
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { endOf } from '../launch.ts';

const ROOT = join(import.meta.dirname, '../..');
const PREFIX = 'portal_ensayo_';

const rehearse = (...args: string[]) => {
  const child = spawn(process.execPath, ['--liftoff-only', 'scripts/ensayo.ts', ...args], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: process.env.TEST_DATABASE_URL,
      NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/tests'),
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  return { child, exit: endOf(child), output: () => output };
};

type Rehearsal = ReturnType<typeof rehearse>;

/** Folders that a rehearsal of that process left. */
const foldersOf = (pid: number): string[] =>
  readdirSync(tmpdir()).filter((name) => {
    const mark = join(tmpdir(), name, 'proceso');
    return (
      name.startsWith(PREFIX) && existsSync(mark) && readFileSync(mark, 'utf8') === String(pid)
    );
  });

describe.skipIf(!process.env.TEST_DATABASE_URL)('a rehearsal', () => {
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
  afterAll(() => client.end());
  const databases = async (): Promise<string[]> =>
    (
      await client.query<{ datname: string }>(
        "select datname from pg_database where datname like 'portal\\_ensayo\\_%'",
      )
    ).rows.map(({ datname }) => datname);

  const isOpened = async (): Promise<boolean> =>
    (
      await client.query(
        `select from pg_stat_activity where datname like 'portal\\_ensayo\\_%' and application_name like 'portal%'`,
      )
    ).rows.length > 0;

  it('says what the machine bears and leaves nothing, also of one that was interrupted or killed', {
    timeout: 240_000,
  }, async () => {
    await client.connect();
    for (const isUnderWay of [
      ({ output }: Rehearsal) => output().includes('Preparando'),
      // Its server opens the database.
      async ({ output }: Rehearsal) => output().includes('Iniciando') && (await isOpened()),
    ]) {
      const interrupted = rehearse('--personas', '40', '--lugares', '16');
      await expect
        .poll(() => isUnderWay(interrupted), { timeout: 60_000, interval: 20 })
        .toBe(true);
      interrupted.child.kill('SIGINT');
      expect(await interrupted.exit).toBe(1);
      // Nothing but its own words: neither a server's nor the driver's.
      const said = /^(Preparando|Iniciando|Se abre|Ensayo interrumpido|No quedó nada)[ :].*$/;
      const [last, ...lines] = interrupted.output().trimEnd().split('\n').reverse();
      expect(last).toBe('No quedó nada del ensayo.');
      expect(lines.filter((line) => !said.test(line))).toEqual([]);
      expect(await databases()).toEqual([]);
      expect(foldersOf(interrupted.child.pid!)).toEqual([]);
    }

    const killed = rehearse();
    await expect.poll(killed.output, { timeout: 60_000 }).toContain('Preparando');
    killed.child.kill('SIGKILL');
    await killed.exit;
    expect(await databases()).toHaveLength(1);
    expect(foldersOf(killed.child.pid!)).toHaveLength(1);

    const whole = rehearse('--personas', '40', '--lugares', '16');
    expect(await whole.exit, whole.output()).toBe(0);
    for (const said of [
      'Se quitó lo que dejó un ensayo que no terminó.',
      'Inscritas: 16 (4 del cupo). En lista de espera: 24.',
      'Comprobado:',
      'Esta máquina atiende',
    ]) {
      expect(whole.output()).toContain(said);
    }
    expect(await databases()).toEqual([]);
    expect([...foldersOf(killed.child.pid!), ...foldersOf(whole.child.pid!)]).toEqual([]);
  });
});
