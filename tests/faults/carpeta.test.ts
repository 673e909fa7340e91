/** The embedded database's folder, damaged in every way: refused with what to do, never opened anew. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backup } from '../../src/platform/server/db/backup.ts';
import { openDatabase } from '../../src/platform/server/db/index.ts';
import { lockDataDir } from '../../src/platform/server/db/lock.ts';
import { EnvError } from '../../src/platform/server/env.ts';
import { openSecrets } from '../../src/platform/server/secrets.ts';
import { makeFolder } from '../database.ts';
import { freePort, launch, ready } from '../launch.ts';
import { LONG } from './long.ts';

const root = mkdtempSync(join(tmpdir(), 'carpeta-'));
const whole = join(root, 'entera');
let copies = 0;
let table: string;

const open = (dataDir: string) => openDatabase({ databaseUrl: null, dataDir, poolSize: 1 });
const rowsIn = async (dataDir: string) => {
  const database = await open(dataDir);
  try {
    return (await database.execute('select count(*)::int as n from filas')).rows[0]!.n;
  } finally {
    await database.close();
  }
};

/** Why it does not open; fails when it does, and when that is no sentence for a person. */
const refusal = async (dataDir: string): Promise<string> => {
  const database = await open(dataDir).catch((error: unknown) => error);
  if (database instanceof EnvError) return database.message;
  if (database instanceof Error) throw database;
  await (database as Awaited<ReturnType<typeof open>>).close();
  throw new Error('it opened');
};

const originOf = (dataDir: string) => {
  const env = { dataDir, s3: null, secretKey: null };
  return { env, secrets: openSecrets(env) };
};

beforeAll(async () => {
  await makeFolder(whole);
  const database = await open(whole);
  await database.execute('create table filas (n int primary key, texto text)');
  await database.execute(
    "insert into filas select g, repeat('x', 400) from generate_series(1, 3000) g",
  );
  table = String(
    (await database.execute("select pg_relation_filepath('filas') as path")).rows[0]!.path,
  );
  await backup(database, originOf(whole), new Date('2026-11-20T03:10:00Z'));
  await backup(database, originOf(whole), new Date('2026-11-21T03:10:00Z'));
  await database.close();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A copy of the whole folder, as an orderly stop left it or as kill -9 would have. */
const copy = (stop: 'ordenado' | 'kill -9'): string => {
  const dataDir = join(root, `copia-${++copies}`);
  cpSync(whole, dataDir, { recursive: true });
  if (stop === 'kill -9') rmSync(join(dataDir, 'base/medidas.json'), { force: true });
  return dataDir;
};

const segments = (base: string) =>
  readdirSync(join(base, 'pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name));
const noise = (path: string, bytes: number) => writeFileSync(path, randomBytes(bytes));

/** What is done to it, and what the refusal says. */
const DAMAGES: Record<string, [(base: string) => void, RegExp]> = {
  'pg_wal empty': [
    (base) => {
      for (const name of segments(base)) rmSync(join(base, 'pg_wal', name));
    },
    /falta pg_wal/,
  ],
  'pg_wal gone': [(base) => rmSync(join(base, 'pg_wal'), { recursive: true }), /falta pg_wal/],
  'pg_wal cut': [
    (base) => truncateSync(join(base, 'pg_wal', segments(base)[0]!), 100_000),
    /pg_wal\/\w+ está cortado/,
  ],
  'pg_wal of noise': [
    (base) => {
      for (const name of segments(base)) noise(join(base, 'pg_wal', name), 16 * 1_048_576);
    },
    /alguno de sus archivos está dañado/,
  ],
  'pg_control gone': [
    (base) => rmSync(join(base, 'global/pg_control')),
    /falta global\/pg_control/,
  ],
  'pg_control cut': [
    (base) => truncateSync(join(base, 'global/pg_control'), 4_000),
    /pg_control está cortado/,
  ],
  'pg_control of noise': [
    (base) => noise(join(base, 'global/pg_control'), 8_192),
    /alguno de sus archivos está dañado/,
  ],
  'PG_VERSION gone': [(base) => rmSync(join(base, 'PG_VERSION')), /falta PG_VERSION/],
  'PG_VERSION empty': [(base) => truncateSync(join(base, 'PG_VERSION'), 0), /PG_VERSION/],
  'PG_VERSION of another version': [
    (base) => writeFileSync(join(base, 'PG_VERSION'), '12\n'),
    /PG_VERSION|otra versión/,
  ],
  'pg_xact gone': [(base) => rmSync(join(base, 'pg_xact'), { recursive: true }), /falta pg_xact/],
  'the tables gone': [(base) => rmSync(join(base, 'base'), { recursive: true }), /falta base/],
  'a table gone': [(base) => rmSync(join(base, table)), /falta/],
  'the catalog of tables cut': [
    (base) => truncateSync(join(base, 'base/5/1259'), 8_192),
    /base\/5\/1259|cortado|dañado/,
  ],
  'all of it gone': [
    (base) => {
      rmSync(base, { recursive: true });
      mkdirSync(base);
    },
    /no está/,
  ],
  'something else in its place': [
    (base) => {
      rmSync(base, { recursive: true });
      mkdirSync(base);
      writeFileSync(join(base, 'hola.txt'), 'hola');
    },
    /falta PG_VERSION/,
  ],
};

/** The ones that `npm test` does: one of each way in which they are found. */
const SOME = [
  'pg_wal empty',
  'pg_control gone',
  'pg_control of noise',
  'PG_VERSION gone',
  'something else in its place',
];

/** What a try to open it may leave or take. */
const LEFT_BY_A_TRY = /^(?:postmaster\.pid|medidas\.json)$/;

describe.each(LONG ? (['ordenado', 'kill -9'] as const) : (['kill -9'] as const))(
  'after a stop: %s',
  (stop) => {
    it.each(LONG ? Object.keys(DAMAGES) : SOME)('%s', { timeout: 60_000 }, async (name) => {
      const [damage, says] = DAMAGES[name]!;
      const dataDir = copy(stop);
      damage(join(dataDir, 'base'));
      const files = () =>
        readdirSync(join(dataDir, 'base')).filter((name) => !LEFT_BY_A_TRY.test(name));
      const before = files();
      const message = await refusal(dataDir);
      expect(message).toMatch(says);
      const dump = join(dataDir, 'respaldos/2026-11-21T03-10-00.tar.gz');
      expect(message).toContain(`npm run restore -- ${dump}`);
      expect(message).not.toMatch(/\n\s+at |undefined/);
      // Nothing was begun anew in its place, and the folder is free for who mends it.
      expect(files()).toEqual(before);
      lockDataDir(dataDir)();
      rmSync(dataDir, { recursive: true });
    });
  },
);

it('finds a table that was cut after an orderly stop', async () => {
  const dataDir = copy('ordenado');
  const path = join(dataDir, 'base', table);
  truncateSync(path, statSync(path).size / 2);
  expect(await refusal(dataDir)).toContain(table);
});

it.runIf(LONG)(
  'opens what is whole, also when a stop was not orderly, and when its record is an old one',
  async () => {
    for (const stop of ['ordenado', 'kill -9'] as const) {
      const dataDir = copy(stop);
      expect(await rowsIn(dataDir)).toBe(3_000);
      // Opened meanwhile by a version that knows nothing of the record.
      const record = readFileSync(join(dataDir, 'base/medidas.json'));
      const database = await open(dataDir);
      await database.execute("insert into filas select g, 'y' from generate_series(4000, 9000) g");
      await database.close();
      writeFileSync(join(dataDir, 'base/medidas.json'), record);
      expect(await rowsIn(dataDir)).toBe(8_001);
      rmSync(dataDir, { recursive: true });
    }
  },
);

it('gone from beside a living installation: no new one is begun', async () => {
  const dataDir = join(root, 'sin-base');
  mkdirSync(join(dataDir, 'auditoria'), { recursive: true });
  // A key may be put there before the first start.
  writeFileSync(join(dataDir, 'secreto.key'), '5e'.repeat(32));
  for (const name of ['auditoria/anclas.jsonl', 'emisor.llaves']) {
    writeFileSync(join(dataDir, name), 'x\n');
    for (const empty of [true, false]) {
      if (empty) mkdirSync(join(dataDir, 'base'));
      expect(await refusal(dataDir)).toMatch(
        new RegExp(`ya se usó \\(tiene ${name}\\).*No se empieza una base nueva`),
      );
      if (empty) expect(readdirSync(join(dataDir, 'base'))).toEqual([]);
      rmSync(join(dataDir, 'base'), { recursive: true, force: true });
    }
    rmSync(join(dataDir, name));
  }
  await (await open(dataDir)).close();
});

it.runIf(LONG)('begins again a first start that was cut', async () => {
  const dataDir = join(root, 'nueva');
  mkdirSync(join(dataDir, 'base/pg_wal'), { recursive: true });
  writeFileSync(join(dataDir, 'base.creando'), '');
  const database = await open(dataDir);
  expect((await database.execute('select 1 as uno')).rows).toEqual([{ uno: 1 }]);
  await database.close();
  expect(existsSync(join(dataDir, 'base.creando'))).toBe(false);
  await (await open(dataDir)).close();
});

it.each(['cerrojo.db', 'cerrojo.json'])('noise in %s', async (name) => {
  const dataDir = copy('kill -9');
  noise(join(dataDir, name), 3_000);
  if (name === 'cerrojo.json') expect(await rowsIn(dataDir)).toBe(3_000);
  else expect(await refusal(dataDir)).toContain(`rm -r ${join(dataDir, name)}`);
});

it.runIf(LONG)(
  'says so as a process, and what it says to do restores it',
  { timeout: 240_000 },
  async () => {
    const DATA_DIR = join(root, 'proceso');
    const PORT = String(await freePort());
    const first = launch({ DATA_DIR, PORT });
    await ready(Number(PORT));
    const made = await fetch(
      `http://127.0.0.1:${PORT}/identitytoolkit.googleapis.com/v1/accounts:signUp`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'antes@respaldo.example', password: 'Tren-Nube-Lago-2026' }),
      },
    );
    const { idToken } = (await made.json()) as { idToken: string };
    first.child.kill('SIGTERM');
    expect(await first.exit).toBe(0);
    const database = await open(DATA_DIR);
    await backup(database, originOf(DATA_DIR), new Date());
    await database.close();

    rmSync(join(DATA_DIR, 'base/PG_VERSION'));
    const second = launch({ DATA_DIR, PORT });
    expect(await second.exit).toBe(1);
    expect(second.output()).toContain('El portal no puede iniciar');
    expect(second.output()).not.toMatch(/\n\s+at /);
    const commands = second.output().match(/^ {2}(?:mv|DATA_DIR=).*$/gm)!;
    expect(commands).toHaveLength(2);
    execFileSync('sh', ['-ec', commands.join('\n')], { stdio: 'ignore' });

    const third = launch({ DATA_DIR, PORT });
    await ready(Number(PORT));
    const lookup = await fetch(
      `http://127.0.0.1:${PORT}/identitytoolkit.googleapis.com/v1/accounts:lookup`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ idToken }),
      },
    );
    expect(lookup.status).toBe(200);
    third.child.kill('SIGTERM');
    await third.exit;
  },
);
