/** The anchors' file, whatever a full disk or a power cut left of it. */
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openTestDatabase } from '../../../../tests/database.ts';
import type { Database } from '../db/index.ts';
import { openSecrets } from '../secrets.ts';
import type { Services } from '../services.ts';
import { readSavedAnclas, saveAnclas, startAnclas } from './anclas.ts';
import { recordCambio } from './index.ts';
import { openHistorial } from './signing.ts';
import { verifyCadenas } from './verification.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'anclas-'));
const path = join(dataDir, 'auditoria/anclas.jsonl');
const secrets = openSecrets({ secretKey: null, dataDir });
let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
  openHistorial(database.db, secrets);
  await database.db
    .transaction()
    .execute((trx) => recordCambio(trx, 'prueba.anclar', { id: '1', actorUid: null }));
});
afterAll(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

let at = Date.parse('2026-11-22T10:41:00Z');
const save = () => {
  at += 3_600_000;
  return saveAnclas({ db: database.db, env: { dataDir }, secrets, now: () => new Date(at) });
};
const read = () => readSavedAnclas(dataDir, secrets);
const verify = async () => verifyCadenas(database.db, await read());

it('a line that was cut is taken back by the next one, and hides none of those before', async () => {
  await save();
  await save();
  const whole = readFileSync(path, 'utf8');
  const line = whole.split('\n')[0]!;
  for (const torn of [line.slice(0, 40), line.slice(0, -1), '{', '\u0000\u0000\u0000']) {
    writeFileSync(path, whole + torn);
    expect(await read()).toHaveLength(2);
    expect(await verify()).toMatchObject({ integro: true });
    await save();
    expect(readFileSync(path, 'utf8').startsWith(`${whole}{"momento"`)).toBe(true);
    expect(await read()).toHaveLength(3);
  }
});

it('a whole last line without its line end stays', async () => {
  writeFileSync(path, readFileSync(path, 'utf8').trimEnd());
  const before = (await read()).length;
  await save();
  expect(await read()).toHaveLength(before + 1);
  expect(await verify()).toMatchObject({ integro: true });
});

it('a line in the middle that cannot be read is told by its number, and the others still count', async () => {
  writeFileSync(path, '');
  await save();
  appendFileSync(path, '{"momento":"2026-11-2\n');
  await save();
  const { integro, problemas } = await verify();
  expect(integro).toBe(false);
  expect(problemas).toEqual([expect.stringMatching(/^La línea 2 de auditoria\/anclas\.jsonl/)]);
  expect(await read()).toHaveLength(3);
});

it('each line is signed, and says which one was before it', async () => {
  writeFileSync(path, '');
  await save();
  await save();
  await save();
  const [first, second, third] = readFileSync(path, 'utf8').trimEnd().split('\n') as [
    string,
    string,
    string,
  ];
  const problemsOf = async (...lines: string[]) => {
    writeFileSync(path, `${lines.join('\n')}\n`);
    return (await verify()).problemas;
  };
  expect(await problemsOf(first, second, third)).toEqual([]);
  const { anclas } = await verify();
  expect(anclas).toEqual({
    comparadas: expect.any(Number),
    desde: JSON.parse(first).momento,
    hasta: JSON.parse(third).momento,
  });
  expect(anclas.comparadas).toBeGreaterThanOrEqual(16);

  expect(await problemsOf(first, third)).toEqual([expect.stringMatching(/^Faltan líneas .* 2\.$/)]);
  expect(await problemsOf(second, third)).toContainEqual(
    expect.stringMatching(/^Faltan líneas .* línea 1\.$/),
  );
  const other = second.replace('"eslabon":0', '"eslabon":7');
  expect(other).not.toBe(second);
  expect(await problemsOf(first, other, third)).toEqual([
    expect.stringMatching(/^La firma de la línea 2 /),
  ]);
  const unsigned = second.replace(/,"firma":"\w+"/, '');
  expect(await problemsOf(first, unsigned, third)).toEqual([
    expect.stringMatching(/^La línea 2 .* no lleva la firma/),
  ]);
  // Of another installation, whoever wrote them.
  const others = openSecrets({ secretKey: 'cd'.repeat(32), dataDir: '' });
  expect((await readSavedAnclas(dataDir, others))[0]).toEqual({ linea: 1, defecto: 'firma' });
});

it('the lines of before signatures still count, and are not enough', async () => {
  writeFileSync(path, '');
  await save();
  const { momento, anclas } = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, `${JSON.stringify({ momento, anclas })}\n`);
  expect((await verify()).problemas).toEqual([expect.stringMatching(/lleva la firma del portal/)]);
  await save();
  expect(await verify()).toMatchObject({ integro: true, anclas: { desde: momento } });
  anclas[0].hash = '0'.repeat(64);
  const [, signed] = readFileSync(path, 'utf8').split('\n');
  writeFileSync(path, `${JSON.stringify({ momento, anclas })}\n${signed}\n`);
  expect((await verify()).integro).toBe(false);
});

it('without the file, or with nothing in it, it is not whole and says so', async () => {
  for (const lose of [() => rmSync(path), () => writeFileSync(path, '')]) {
    lose();
    expect(await verify()).toMatchObject({
      integro: false,
      problemas: [expect.stringMatching(/^No hay anclas con qué comparar/)],
      anclas: { desde: null, hasta: null },
    });
  }
});

it('are written at the start and at the end of a server', async () => {
  rmSync(path);
  const log = { warn: vi.fn(), error: vi.fn() };
  const services = { db: database.db, env: { dataDir }, secrets, now: () => new Date(), log };
  const anclas = await startAnclas(services as unknown as Services);
  expect(await read()).toHaveLength(1);
  expect(log.warn).toHaveBeenCalledOnce();
  expect(await verify()).toMatchObject({ integro: true });
  await anclas.close();
  expect(await read()).toHaveLength(2);
  const again = await startAnclas(services as unknown as Services);
  expect(log.warn).toHaveBeenCalledOnce();
  await again.close();
  expect(log.error).not.toHaveBeenCalled();
});
