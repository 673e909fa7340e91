/**
 * What one connection cannot show: people who take the seats of groups at the same instant, and an edition that is
 * cancelled while they do. Runs only on a real PostgreSQL (TEST_DATABASE_URL).
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { edicionesHandlers } from '../../src/features/cursos/ediciones/server/handlers.ts';
import type { Actor } from '../../src/platform/shared/actor.ts';
import { type EnrolmentApp, GIVEN, startEnrolmentApp } from '../factories/app.ts';
import { insertCuentaVerificada } from '../factories/cuentas.ts';
import { RESPUESTAS } from '../factories/plantillas.ts';

describe.skipIf(!process.env.TEST_DATABASE_URL)('groups of an edition', () => {
  let app: EnrolmentApp;
  beforeAll(async () => {
    app = await startEnrolmentApp(
      {},
      {
        handlers: edicionesHandlers(
          () => GIVEN.one('participantesDeEdicion'),
          () => GIVEN.one('resultadosDeEdicion'),
        ),
      },
    );
  });
  afterAll(() => app?.stop());

  const offerWithGroups = async (cupo: number, grupos: readonly number[]) => {
    const offer = await app.offer({ edicion: { cupo } });
    const rows = await app.db
      .insertInto('edicion_grupos')
      .values(
        grupos.map((lugares, i) => ({
          edicion_id: offer.edicion.id,
          nombre: `Grupo ${i + 1}`,
          cupo: lugares,
        })),
      )
      .returning('id')
      .execute();
    return { ...offer, grupos: rows.map(({ id }) => id) };
  };

  const ledger = async (edicionId: string) => {
    const { rows } = await app.services.database.execute(
      `select e.ocupados, (select array_agg(g.ocupados order by g.nombre) from edicion_grupos g
          where g.edicion_id = e.id) as grupos,
        (select array_agg(n order by nombre) from (select g.nombre, (select count(*)::int from inscripciones i
          where i.grupo_id = g.id and i.estado = 'inscrita') as n from edicion_grupos g where g.edicion_id = e.id) t)
          as dentro,
        (select count(*)::int from inscripciones i where i.edicion_id = e.id and i.estado = 'inscrita') as inscritas
       from ediciones e where e.id = $1`,
      [edicionId],
    );
    return rows[0] as unknown as {
      ocupados: number;
      grupos: number[];
      dentro: number[];
      inscritas: number;
    };
  };

  it('are never oversold, nor is the edition, whatever everybody asks for at once', async () => {
    // 5 + 30 seats of groups, and 25 of the edition: whoever comes early to the first group finds seats, but not of theirs.
    const { ids, edicion, grupos } = await offerWithGroups(25, [5, 30]);
    const people = await Promise.all(Array.from({ length: 80 }, () => app.person()));
    const answers = await Promise.all(
      people.map((person, i) =>
        app.call(
          'submitInscripcion',
          { ...ids, version: 1, respuestas: RESPUESTAS, grupoId: grupos[i % 2] },
          person,
        ),
      ),
    );
    const codes = answers.flatMap(({ error }) => error?.details?.code ?? []);
    expect(new Set(codes)).toEqual(new Set(['sin-lugares', 'grupo-sin-lugares']));
    const after = await ledger(edicion.id);
    expect(after.ocupados).toBe(25);
    expect(after.inscritas).toBe(25);
    expect(after.dentro).toEqual(after.grupos);
    expect(after.grupos[0]).toBeLessThanOrEqual(5);
    expect(after.grupos[0]! + after.grupos[1]!).toBe(25);
  }, 120_000);

  it('leave nobody in an edition that is cancelled while they enrol', async () => {
    const { ids, edicion, grupos } = await offerWithGroups(200, [100, 100]);
    const uid = 'ana-cancela';
    const email = 'ana@cancela.example';
    await insertCuentaVerificada(app.db, { uid, email, role: 'Admin' });
    const admin = { ...(await app.person()), uid, email, role: 'Admin' } as Actor;
    const people = await Promise.all(Array.from({ length: 60 }, () => app.person()));
    const enrol = (person: Actor, i: number) =>
      app.call(
        'submitInscripcion',
        { ...ids, version: 1, respuestas: RESPUESTAS, grupoId: grupos[i % 2] },
        person,
      );
    const before = await Promise.all(people.slice(0, 10).map(enrol));
    expect(before.every(({ error }) => error === undefined)).toBe(true);
    const [cancelled, ...late] = await Promise.all([
      app.call(
        'cancelEdicion',
        { id: edicion.id, version: 1, motivo: 'Se cancela ahora mismo.', alternativaId: null },
        admin,
      ),
      ...people.slice(10).map(enrol),
    ]);
    expect(cancelled.error).toBeUndefined();
    const inTime = late.filter(({ error }) => error === undefined).length;
    expect(cancelled.result.bajas).toBe(10 + inTime);
    expect(await ledger(edicion.id)).toMatchObject({
      ocupados: 0,
      grupos: [0, 0],
      dentro: [0, 0],
      inscritas: 0,
    });
  }, 120_000);
});
