/**
 * A dump of the embedded database taken while it is written to, restored in another folder: it is of one
 * moment, whole, and the history's check says that it was restored.
 */
import {
  appendFileSync,
  copyFileSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip, gunzipSync, gzipSync } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveRestauracion } from '../src/features/auditoria/server/service.ts';
import { backup } from '../src/platform/server/db/backup.ts';
import { type Database, openDatabase } from '../src/platform/server/db/index.ts';
import { restore } from '../src/platform/server/db/restore.ts';
import type { Env } from '../src/platform/server/env.ts';
import { readSavedAnclas, saveAnclas } from '../src/platform/server/historial/anclas.ts';
import { recordCambio } from '../src/platform/server/historial/index.ts';
import { openHistorial } from '../src/platform/server/historial/signing.ts';
import { verifyCadenas } from '../src/platform/server/historial/verification.ts';
import { openSecrets } from '../src/platform/server/secrets.ts';
import { makeFolder } from './database.ts';
import { verifyNow } from './historial.ts';

/** What is spoilt on purpose is packed again as fast as may be. */
const FAST = { level: 1 };

const root = mkdtempSync(join(tmpdir(), 'respaldo-'));
const envOf = (dataDir: string) => ({ dataDir, s3: null, secretKey: null }) as unknown as Env;
const secretsOf = () => openSecrets({ secretKey: null, dataDir: first });
const open = async (dataDir: string) => {
  const opened = await openDatabase({ databaseUrl: null, dataDir, poolSize: 1 });
  openHistorial(opened.db, secretsOf());
  return opened;
};
const anchor = (db: Database['db'], dataDir: string) =>
  saveAnclas({ db, env: envOf(dataDir), secrets: secretsOf(), now: () => new Date() });

const first = join(root, 'primera');
/** Rows that only make the folder larger, so that a dump takes its time; 1,280 bytes each. */
const LASTRE = 5_000;
let database: Database;
beforeAll(async () => {
  await makeFolder(first);
  database = await open(first);
  await database.execute(`create table cuentas_de_prueba (id int primary key, saldo int not null);
    create table pases (id serial primary key, de int not null references cuentas_de_prueba,
      a int not null references cuentas_de_prueba, nota text not null);
    create table lastre (id int primary key, texto text not null);
    insert into cuentas_de_prueba select n, 100 from generate_series(1, 200) n;
    insert into lastre select n, repeat(md5(n::text), 40) from generate_series(1, ${LASTRE}) n;`);
});
afterAll(async () => {
  await database.close();
  rmSync(root, { recursive: true, force: true });
});

let passes = 0;
/** Two rows change and two are added together: a copy that is not of one moment shows it. */
const pass = () =>
  database.db.transaction().execute(async (trx) => {
    passes += 1;
    const [de, a] = [1 + (passes % 200), 1 + ((passes * 7 + 3) % 200)];
    const sql = (text: string) => trx.executeQuery({ sql: text, parameters: [] } as never);
    await sql(`update cuentas_de_prueba set saldo = saldo - 1 where id = ${de}`);
    await sql(`update cuentas_de_prueba set saldo = saldo + 1 where id = ${a}`);
    await sql(`update lastre set texto = reverse(texto) where id % 500 = ${passes % 500}`);
    await sql(`insert into pases (de, a, nota) values (${de}, ${a}, repeat('x', 900))`);
    await recordCambio(trx, 'prueba.pasar', { id: String(passes), actorUid: null });
  });

const numbers = async (db: Database) =>
  (
    await db.execute(`select (select sum(saldo) from cuentas_de_prueba)::int as saldo,
      (select count(*) from pases)::int as pases, (select coalesce(max(id), 0) from pases)::int as ultimo,
      (select count(*) from historial where accion = 'prueba.pasar')::int as historia,
      (select count(*) from lastre)::int as lastre`)
  ).rows[0] as Record<'saldo' | 'pases' | 'ultimo' | 'historia' | 'lastre', number>;

/** Restores as `npm run restore` does. */
const restored = async (file: string, name: string) => {
  const dataDir = join(root, name);
  mkdirSync(dataDir, { recursive: true });
  copyFileSync(join(first, 'secreto.key'), join(dataDir, 'secreto.key'));
  const secrets = openSecrets({ secretKey: null, dataDir });
  const manifest = await restore(file, { dataDir, secrets });
  return { dataDir, manifest, database: await open(dataDir) };
};

/** Every page and every reference are as they should be. */
const sound = async (db: Database) => {
  const { rows } = await db.execute(`select c.conrelid::regclass::text as tabla, c.conname as nombre
    from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace`);
  expect(rows.length).toBeGreaterThan(10);
  for (const { tabla, nombre } of rows) {
    // Checks all rows again.
    await db.execute(`alter table ${tabla} alter constraint ${nombre} deferrable;
      update pg_constraint set convalidated = false where conname = '${nombre}';
      alter table ${tabla} validate constraint ${nombre};`);
  }
  // Reads all pages, whose checksums are on, and makes the indexes anew: two of one key would not pass.
  await db.execute('reindex schema public');
  const { rows: tables } = await db.execute(
    "select oid::regclass::text as name from pg_class where relkind in ('r', 'm') and relnamespace = 'public'::regnamespace",
  );
  for (const { name } of tables) await db.execute(`select count(*) from ${name}`);
};

describe('a dump taken while people write', { timeout: 240_000 }, () => {
  it('is of one moment after it began, whatever is written meanwhile', async () => {
    for (let i = 0; i < 20; i++) await pass();
    await anchor(database.db, first);
    const before = await numbers(database);
    let writing = true;
    let longest = 0;
    const writers = [1, 2, 3].map(async () => {
      while (writing) {
        const from = performance.now();
        await pass();
        longest = Math.max(longest, performance.now() - from);
      }
    });
    const file = await backup(
      database,
      { env: envOf(first), secrets: openSecrets({ secretKey: null, dataDir: first }) },
      new Date(),
    );
    const after = await numbers(database);
    writing = false;
    await Promise.all(writers);
    await anchor(database.db, first);
    expect(after.pases).toBeGreaterThan(before.pases + 5);

    const copy = await restored(file, 'segunda');
    const found = await numbers(copy.database);
    expect(found.saldo).toBe(20_000);
    expect(found.lastre).toBe(LASTRE);
    expect(found.pases).toBeGreaterThanOrEqual(before.pases);
    expect(found.pases).toBeLessThanOrEqual(after.pases);
    expect(found.historia).toBe(found.pases);
    await sound(copy.database);
    expect(await verifyNow(copy.database.db)).toMatchObject({ integro: true });
    expect(copy.manifest).toMatchObject({ formato: 1, archivos: { cuantos: 0 } });
    await copy.database.close();
    // It opens again, and what was left of the restoration is gone.
    const again = await open(copy.dataDir);
    expect((await numbers(again)).pases).toBe(found.pases);
    await again.close();
    expect(readdirSync(copy.dataDir)).not.toContain('base.restaurando');
  });

  it('restored in its place: the history says so, and is not whole if anything else is missing', async () => {
    const file = await backup(
      database,
      { env: envOf(first), secrets: openSecrets({ secretKey: null, dataDir: first }) },
      new Date('2026-11-22T09:10:00Z'),
    );
    // Done and anchored after the dump: it will be lost.
    for (let i = 0; i < 5; i++) await pass();
    await anchor(database.db, first);
    const copy = await restored(file, 'tercera');
    const anclas = join(copy.dataDir, 'auditoria/anclas.jsonl');
    mkdirSync(join(copy.dataDir, 'auditoria'));
    copyFileSync(join(first, 'auditoria/anclas.jsonl'), anclas);
    const verify = async () =>
      verifyCadenas(copy.database.db, await readSavedAnclas(copy.dataDir, secretsOf()));
    expect((await verify()).integro).toBe(false);

    await saveRestauracion(
      {
        db: copy.database.db,
        env: envOf(copy.dataDir),
        secrets: secretsOf(),
        now: () => new Date('2026-11-23T15:00:00Z'),
      },
      basename(file),
      copy.manifest!.empezado,
    );
    const told = {
      integro: true,
      problemas: [],
      restauraciones: [
        { respaldo: '2026-11-22T09-10-00.tar.gz', momento: '2026-11-23T15:00:00.000Z' },
      ],
    };
    expect(await verify()).toMatchObject(told);
    // And when the history has grown past the lost links.
    for (let i = 0; i < 40; i++) {
      await copy.database.db
        .transaction()
        .execute((trx) => recordCambio(trx, 'prueba.seguir', { id: String(i), actorUid: null }));
    }
    await anchor(copy.database.db, copy.dataDir);
    expect(await verify()).toMatchObject(told);
    const { rows } = await copy.database.execute(
      "select despues from historial where accion = 'base.restaurar'",
    );
    expect(rows).toEqual([{ despues: expect.objectContaining({ respaldo: basename(file) }) }]);
    // A link of before the dump that is another one is still told.
    const [line] = readFileSync(anclas, 'utf8').split('\n');
    const old = JSON.parse(line!);
    old.anclas[0].hash = '0'.repeat(64);
    writeFileSync(anclas, readFileSync(anclas, 'utf8').replace(line!, JSON.stringify(old)));
    expect((await verify()).integro).toBe(false);
    await copy.database.close();
  });
});

describe('what is not a whole dump, or not for here', { timeout: 120_000 }, () => {
  let file: string;
  beforeAll(async () => {
    let writing = true;
    const writer = (async () => {
      while (writing) await pass();
    })();
    file = await backup(
      database,
      { env: envOf(first), secrets: openSecrets({ secretKey: null, dataDir: first }) },
      new Date('2026-11-24T09:10:00Z'),
    );
    writing = false;
    await writer;
  });

  it.each([
    ['cut', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    [
      'with another byte',
      (bytes: Buffer) => {
        const other = Buffer.from(bytes);
        other[Math.floor(other.length / 3)]! ^= 0xff;
        return other;
      },
    ],
    ['no dump', () => Buffer.from('hola')],
    [
      'cut, and packed again',
      (bytes: Buffer) => {
        const whole = gunzipSync(bytes);
        return gzipSync(whole.subarray(0, Math.floor(whole.length / 1024) * 512), FAST);
      },
    ],
  ])('%s: is refused, and nothing is left', async (_, spoil) => {
    const bad = join(root, 'malo.tar.gz');
    writeFileSync(bad, spoil(readFileSync(file)));
    await expect(restored(bad, 'mala')).rejects.toThrow(/está dañado o incompleto/);
    expect(existsSync(join(root, 'mala/base'))).toBe(false);
    expect(existsSync(join(root, 'mala/base.restaurando'))).toBe(false);
  });

  it('without the end of its log: is refused, since it is not of one moment', async () => {
    const bad = join(root, 'sin-final.tar.gz');
    const [from, to] = [extract(), pack()];
    const names: string[] = [];
    from.on('entry', async ({ name, size, type, mode }, body, next) => {
      const bytes = await buffer(body);
      names.push(name);
      // The log has its beginning, and then nothing.
      if (name.startsWith('pg_wal/0')) bytes.fill(0, 8_192 * 4);
      if (type === 'directory') to.entry({ name, type, mode: mode! }, () => next());
      else to.entry({ name, size: size!, mode: mode! }, bytes, () => next());
    });
    from.on('finish', () => to.finalize());
    await Promise.all([
      pipeline(createReadStream(file), createGunzip(), from),
      pipeline(to, createGzip(FAST), createWriteStream(bad)),
    ]);
    expect(names[0]).toBe('manifiesto.json');
    expect(names).toContain('backup_label');
    await expect(restored(bad, 'sin-final')).rejects.toThrow(/está dañado o incompleto/);
    expect(existsSync(join(root, 'sin-final/base'))).toBe(false);
  });

  it('of before there were manifests: is restored all the same', async () => {
    const old = join(root, 'anterior.tar.gz');
    writeFileSync(old, await database.dump!());
    const copy = await restored(old, 'anterior');
    expect(copy.manifest).toBeNull();
    expect(await numbers(copy.database)).toEqual(await numbers(database));
    await copy.database.close();
  });

  it('made with another key, or without one: says which it needs', async () => {
    const dataDir = join(root, 'otra');
    mkdirSync(dataDir);
    await expect(restore(file, { dataDir, secrets: null })).rejects.toThrow(
      /^Falta la clave; .*secreto\.key: póngalo en /,
    );
    const other = openSecrets({ secretKey: 'ab'.repeat(32), dataDir });
    await expect(restore(file, { dataDir, secrets: other })).rejects.toThrow(
      /La clave de esta instalación no es la del respaldo/,
    );
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('is never written over a database', async () => {
    const copy = await restored(file, 'ocupada');
    await copy.database.close();
    const marks = readdirSync(join(copy.dataDir, 'base'));
    await expect(restored(file, 'ocupada')).rejects.toThrow(/ya existe/);
    expect(readdirSync(join(copy.dataDir, 'base'))).toEqual(marks);
  });

  it('keeps seven, and takes away what was cut', async () => {
    const dir = join(first, 'respaldos');
    for (let day = 1; day <= 9; day++)
      appendFileSync(join(dir, `2026-01-0${day}T09-10-00.tar.gz`), '');
    appendFileSync(join(dir, '2026-01-01T09-10-00.tar.gz.parcial'), '');
    // Later than the one that was made while this suite ran, whenever that is.
    const newest = await backup(
      database,
      { env: envOf(first), secrets: openSecrets({ secretKey: null, dataDir: first }) },
      new Date(Date.now() + 86_400_000),
    );
    const names = readdirSync(dir).sort();
    expect(names).toHaveLength(7);
    expect(names.at(-1)).toBe(basename(newest));
  });

  it('whose file cannot be written ends with the reason, and the next one works', async () => {
    const origin = {
      env: envOf(join(root, 'sin-sitio')),
      secrets: openSecrets({ secretKey: null, dataDir: first }),
    };
    mkdirSync(join(root, 'sin-sitio/respaldos/2026-11-26T09-10-00.tar.gz.parcial'), {
      recursive: true,
    });
    const at = new Date('2026-11-26T09:10:00Z');
    await expect(backup(database, origin, at)).rejects.toThrow(/EISDIR/);
    expect(existsSync(await backup(database, origin, new Date('2026-11-26T09:11:00Z')))).toBe(true);
  });
});
