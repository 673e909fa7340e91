/** The figures while many enrol at once and others fold, compare and make them again. Only on a real PostgreSQL. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  foldCambios,
  readIndicadores,
  rebuildIndicadores,
  reviewIndicadores,
} from '../../src/features/indicadores/server/service.ts';
import { AHORA, type EnrolmentApp, startEnrolmentApp } from '../factories/app.ts';
import { RESPUESTAS } from '../factories/plantillas.ts';

const PEOPLE = 120;
const MES = { desde: '2026-11', hasta: '2026-11' };

describe.skipIf(!process.env.TEST_DATABASE_URL)('figures under a crowd', () => {
  let app: EnrolmentApp;
  beforeAll(async () => {
    app = await startEnrolmentApp({}, { jobs: false });
  });
  afterAll(() => app?.stop());

  const sentIn = async (): Promise<number> => {
    const { tiempo } = await readIndicadores(app.db, MES, AHORA);
    return tiempo.reduce((sum, { enviadas }) => sum + enviadas, 0);
  };

  it('are exact at every moment, and nobody waits for them', async () => {
    const offers = await Promise.all(
      Array.from({ length: 3 }, () => app.offer({ edicion: { cupo: PEOPLE } })),
    );
    const people = await Promise.all(Array.from({ length: PEOPLE }, () => app.person()));
    let going = true;
    const found: number[] = [];
    const seen: number[] = [];
    const meanwhile = [
      async () => foldCambios(app.db),
      async () => rebuildIndicadores(app.db, AHORA),
      async () => found.push((await reviewIndicadores(app.db, AHORA)).diferencias),
      async () => seen.push(await sentIn()),
    ].map(async (act) => {
      while (going) await act();
    });
    const answers = await Promise.all(
      people.flatMap((person, i) =>
        [offers[i % 3]!, offers[(i + 1) % 3]!].map(({ ids }) =>
          app.call('submitInscripcion', { ...ids, version: 1, respuestas: RESPUESTAS }, person),
        ),
      ),
    );
    going = false;
    await Promise.all(meanwhile);
    expect(answers.filter(({ error }) => error)).toEqual([]);
    // What was found wrong at any moment, and what was seen: it only grew.
    expect(found.filter((n) => n > 0)).toEqual([]);
    expect(found.length).toBeGreaterThan(0);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(await sentIn()).toBe(2 * PEOPLE);
    await foldCambios(app.db);
    expect(await sentIn()).toBe(2 * PEOPLE);
  });
});
