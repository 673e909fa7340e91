/** The anchors' file, whatever a full disk or a power cut left of it. */
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '../../../../tests/database.ts';
import type { Database } from '../../../platform/server/db/index.ts';
import { openSecrets } from '../../../platform/server/secrets.ts';
import type { Services } from '../../../platform/server/services.ts';
import { prepareHistorial, recordCambio, verifyCadenas } from './handlers.ts';
import { readSavedAnclas, saveAnclas } from './jobs.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'anclas-'));
const path = join(dataDir, 'auditoria/anclas.jsonl');
let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
  prepareHistorial(openSecrets({ secretKey: null, dataDir }));
  await database.db.transaction().execute((trx) =>
    recordCambio(trx, {
      actorUid: null,
      accion: 'prueba.anclar',
      entidad: 'prueba',
      entidadId: '1',
    }),
  );
});
afterAll(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const save = () =>
  saveAnclas({ db: database.db, env: { dataDir }, now: () => new Date() } as unknown as Services);
const verify = () => verifyCadenas(database.db, readSavedAnclas(dataDir));

it('a line that was cut is taken back by the next one, and hides none of those before', async () => {
  await save();
  await save();
  const whole = readFileSync(path, 'utf8');
  const line = whole.split('\n')[0]!;
  for (const torn of [line.slice(0, 40), line.slice(0, -1), '{', '\u0000\u0000\u0000']) {
    writeFileSync(path, whole + torn);
    expect(readSavedAnclas(dataDir)).toHaveLength(2);
    expect(await verify()).toMatchObject({ integro: true });
    await save();
    expect(readFileSync(path, 'utf8').startsWith(`${whole}{"momento"`)).toBe(true);
    expect(readSavedAnclas(dataDir)).toHaveLength(3);
  }
});

it('a whole last line without its line end stays', async () => {
  writeFileSync(path, readFileSync(path, 'utf8').trimEnd());
  const before = readSavedAnclas(dataDir).length;
  await save();
  expect(readSavedAnclas(dataDir)).toHaveLength(before + 1);
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
  expect(readSavedAnclas(dataDir)).toHaveLength(3);
});
