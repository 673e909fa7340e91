/**
 * kill -9 in the middle of 200 enrolments: after the restart every acknowledged one is there, none
 * is torn (seat, acuse and history agree), and the history's chain is whole.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '../src/platform/server/db/index.ts';
import { openHistorial } from '../src/platform/server/historial/signing.ts';
import { openSecrets } from '../src/platform/server/secrets.ts';
import { makeDemoFolder } from './demonstration.ts';
import { demoClient } from './faults/demo.ts';
import { verifyNow } from './historial.ts';
import { freePort, launch, ready } from './launch.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'portal-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const PEOPLE = 40;
const EACH = 5;
/** Acknowledged enrolments after which the process is killed. */
const KILL_AFTER = 60;

it('loses no acknowledged enrolment and tears none', { timeout: 240_000 }, async () => {
  const port = await freePort();
  await makeDemoFolder(dataDir);
  const first = launch({ DATA_DIR: dataDir, PORT: String(port) }, 'scripts/start.ts');
  await ready(port);

  const { call, signIn, writable } = demoClient(port);
  const acknowledged: string[] = [];
  let asked = 0;
  const person = async (n: number) => {
    const token = await signIn(n);
    for await (const { ids, version, respuestas } of writable(token, EACH)) {
      asked += 1;
      const sent = await call('submitInscripcion', { ...ids, version, respuestas }, token);
      if (!sent.result) continue; // The edition filled up: refused, nothing written.
      acknowledged.push(sent.result.folio);
      if (acknowledged.length === KILL_AFTER) first.child.kill('SIGKILL');
    }
  };
  // The ninth, eighteenth… demo people have not verified their email.
  const people = Array.from({ length: PEOPLE + 6 }, (_, i) => i + 1).filter(
    (n) => (n - 1) % 9 !== 0,
  );
  await Promise.allSettled(people.map(person));
  first.child.kill('SIGKILL');
  await first.exit;
  expect(acknowledged.length).toBeGreaterThanOrEqual(KILL_AFTER);
  expect(asked).toBeGreaterThan(acknowledged.length);

  const database = await openDatabase({ databaseUrl: null, dataDir, poolSize: 1 });
  const rows = async (sql: string, params: unknown[] = []) =>
    (await database.execute(sql, params)).rows;
  const kept = await rows('select folio from acuses where folio = any($1)', [
    acknowledged.map((folio) => folio.replaceAll('-', '')),
  ]);
  const keptAsShown = await rows('select folio from acuses where folio = any($1)', [acknowledged]);
  expect(Math.max(kept.length, keptAsShown.length)).toBe(acknowledged.length);

  expect(
    await rows(`select e.id from ediciones e where e.ocupados <> (select count(*) from inscripciones i
      where i.edicion_id = e.id and (i.estado in ('inscrita', 'acreditada', 'noAcreditada') or i.lugar_vence_en is not null))`),
  ).toEqual([]);
  expect(
    await rows(`select i.id from inscripciones i left join acuses a on a.inscripcion_id = i.id
      where i.estado = 'inscrita' and a.folio is null`),
  ).toEqual([]);
  expect(
    await rows(`select a.folio from acuses a join inscripciones i on i.id = a.inscripcion_id
      where i.estado = 'borrador'`),
  ).toEqual([]);
  openHistorial(database.db, openSecrets({ secretKey: null, dataDir }));
  expect((await verifyNow(database.db)).problemas).toEqual([]);
  await database.close();
});
