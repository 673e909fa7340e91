/**
 * kill -9 in the middle of 200 enrolments: after the restart every acknowledged one is there, none
 * is torn (seat, acuse and history agree), and the history's chain is whole.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { tipoEnRuta } from '../src/features/cursos/routes.ts';
import { apuntaOf, fieldsOf } from '../src/features/plantillas/formulario/rules.ts';
import { openDatabase } from '../src/platform/server/db/index.ts';
import { openHistorial } from '../src/platform/server/historial/signing.ts';
import { openSecrets } from '../src/platform/server/secrets.ts';
import { makeFolder } from './database.ts';
import { answerAll } from './factories/respuestas.ts';
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
  const base = `http://127.0.0.1:${port}`;
  await makeFolder(dataDir);
  const first = launch({ DATA_DIR: dataDir, PORT: String(port) }, 'scripts/start.ts');
  await ready(port);

  const call = async (name: string, data: unknown, token: string) => {
    const response = await fetch(`${base}/us-central1/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ data }),
    });
    return (await response.json()) as { result?: any; error?: { message: string } };
  };
  const signIn = async (n: number) => {
    const response = await fetch(
      `${base}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: `persona${n}@demo.example`, password: 'Portal-Demo-2026' }),
      },
    );
    return ((await response.json()) as { idToken?: string }).idToken ?? '';
  };

  const acknowledged: string[] = [];
  let asked = 0;
  const person = async (n: number) => {
    const token = await signIn(n);
    const { ofertas } = (await call('listOfertas', {}, token)).result;
    const free = ofertas.filter(
      (o: any) => o.momento === 'abierta' && o.inscripcion === null && o.lugares.libres > 0,
    );
    for (const { curso, edicion, plantillaId } of free.slice(0, EACH)) {
      const ids = {
        idCurso: curso.id,
        idPlantilla: plantillaId,
        tipo: tipoEnRuta(curso.tipo),
        edicionId: edicion.id,
      };
      const { plantilla, prellenado } = (await call('getInscripcion', ids, token)).result;
      // What points to a document, say, would have to be theirs.
      if (fieldsOf(plantilla.definicion).some((campo) => apuntaOf(campo) !== null)) continue;
      const respuestas = answerAll(plantilla.definicion, prellenado);
      asked += 1;
      const sent = await call(
        'submitInscripcion',
        { ...ids, version: plantilla.version, respuestas },
        token,
      );
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
      where i.edicion_id = e.id and i.estado in ('inscrita', 'acreditada', 'noAcreditada'))`),
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
