/**
 * Seats with quotas and a line, while everybody presses, leaves, accepts and lets pass at once. Runs only on a real
 * PostgreSQL (TEST_DATABASE_URL).
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runFilas } from '../../src/features/inscripciones/espera/server/service.ts';
import { reviewInscripciones } from '../../src/features/inscripciones/invariantes/server/service.ts';
import { actAsSystem } from '../../src/platform/server/request-context.ts';
import type { Actor } from '../../src/platform/shared/actor.ts';
import { AHORA, CONVOCATORIAS, type EnrolmentApp, startEnrolmentApp } from '../factories/app.ts';
import { makeActor, makePersona } from '../factories/personas.ts';
import { RESPUESTAS } from '../factories/plantillas.ts';
import { hoja, regla, todasDe } from '../factories/reglas.ts';
import { conReparto, cupoDe } from '../factories/reparto.ts';

const SEATS = 40;
const OF_MEN = 10;
const PEOPLE = 160;
const AT_ONCE = 24;

describe.skipIf(!process.env.TEST_DATABASE_URL)('a line and quotas, all at once', () => {
  let app: EnrolmentApp;
  beforeAll(async () => {
    app = await startEnrolmentApp({}, { jobs: false });
  });
  afterAll(() => app?.stop());

  type Offer = Awaited<ReturnType<EnrolmentApp['offer']>>;
  type Row = {
    id: string;
    persona_id: string;
    estado: string;
    cupo_clave: string | null;
    lugar_vence_en: Date | null;
    enviada_en: Date;
    grupo_id: string | null;
  };

  const people = (n: number): Promise<Actor[]> =>
    Promise.all(
      Array.from({ length: n }, async (_, i) =>
        makeActor(await makePersona(app.db, { sexo: i % 4 === 0 ? 'H' : 'M' })),
      ),
    );
  const submit = ({ ids }: Offer, actor: Actor) =>
    app.call('submitInscripcion', { ...ids, version: 1, respuestas: RESPUESTAS }, actor);
  /**
   * All of them, `AT_ONCE` in flight: more than the server has connections to the database, so that they press at the same
   * moment, and never so many that one would wait for a connection until it is refused. Nobody is sent again: a refusal is
   * an answer that the test does not expect.
   */
  const submitAll = async (offer: Offer, all: readonly Actor[]) => {
    const waiting = all.entries();
    const answers: Awaited<ReturnType<typeof submit>>[] = [];
    const worker = async () => {
      for (const [n, one] of waiting) answers[n] = await submit(offer, one);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    return answers;
  };
  const all = async (edicionId: string): Promise<Row[]> =>
    (
      await app.services.database.execute(
        'select * from inscripciones where edicion_id = $1 order by enviada_en, id',
        [edicionId],
      )
    ).rows as Row[];
  const promoteAll = () => actAsSystem(() => runFilas(app.con));

  /** What must hold at any moment at which nobody is writing. */
  const check = async (edicionId: string, cupo: number) => {
    const rows = await all(edicionId);
    const taken = rows.filter(
      ({ estado, lugar_vence_en }) => estado === 'inscrita' || lugar_vence_en !== null,
    );
    expect(await app.ocupados(edicionId)).toBe(taken.length);
    expect(taken.length).toBeLessThanOrEqual(cupo);
    const { rows: cupos } = await app.services.database.execute(
      'select clave, ocupados from edicion_cupos where edicion_id = $1 order by clave',
      [edicionId],
    );
    for (const { clave, ocupados } of cupos as { clave: string; ocupados: number }[]) {
      expect(taken.filter((one) => one.cupo_clave === clave)).toHaveLength(ocupados);
    }
    expect(rows.filter((one) => one.cupo_clave && !taken.includes(one))).toEqual([]);
    expect(await reviewInscripciones(app.db, AHORA, { demo: false, ...CONVOCATORIAS })).toEqual([]);
    return { rows, taken };
  };

  it(`${PEOPLE} people for ${SEATS} seats, ${OF_MEN} of them of a quota: none too many, none lost`, async () => {
    const offer = await app.offer({
      ...conReparto({ cupos: [cupoDe('H', OF_MEN)] }),
      edicion: { cupo: SEATS },
    });
    const answers = await submitAll(offer, await people(PEOPLE));
    expect(answers.filter(({ error }) => error)).toEqual([]);
    const { rows, taken } = await check(offer.edicion.id, SEATS);
    expect(rows).toHaveLength(PEOPLE);
    expect(taken).toHaveLength(SEATS);
    expect(taken.filter(({ cupo_clave }) => cupo_clave === 'hombres')).toHaveLength(OF_MEN);
    // Every answer is what the database says.
    const places = answers.flatMap(({ result }) => result.lugarEnEspera ?? []);
    expect(places).toHaveLength(PEOPLE - SEATS);
    const count = (estado: string) =>
      answers.filter(({ result }) => result.estado === estado).length;
    expect([count('inscrita'), count('enListaDeEspera')]).toEqual([SEATS, PEOPLE - SEATS]);
    // Who presses at one moment is written with others: there are fewer transactions than people.
    const { rows: transactions } = await app.services.database.execute(
      'select distinct xmin::text from inscripciones where edicion_id = $1',
      [offer.edicion.id],
    );
    expect(transactions.length).toBeLessThan(PEOPLE / 2);
  });

  it('offers go in the order of receipt, each once, however many look for the next one at once', async () => {
    const offer = await app.offer({ ...conReparto({}), edicion: { cupo: 5 } });
    for (const one of await people(25)) await submit(offer, one);
    await app.db
      .updateTable('ediciones')
      .set({ cupo: 12 })
      .where('id', '=', offer.edicion.id)
      .execute();
    await Promise.all(Array.from({ length: 8 }, promoteAll));
    await promoteAll();
    const { rows, taken } = await check(offer.edicion.id, 12);
    expect(taken).toHaveLength(12);
    const line = rows.filter(({ estado }) => estado === 'enListaDeEspera');
    expect(line.map(({ lugar_vence_en }) => lugar_vence_en !== null)).toEqual([
      ...Array(7).fill(true),
      ...Array(13).fill(false),
    ]);
    const { rows: offered } = await app.services.database.execute(
      `select count(*)::int as n from historial where accion = 'inscripcion.ofrecerLugar'
        and entidad_id in (select id::text from inscripciones where edicion_id = $1)`,
      [offer.edicion.id],
    );
    expect(offered).toEqual([{ n: 7 }]);
  });

  it('people leave, accept and arrive while others press: no deadlock, nothing lost, nobody jumps', async () => {
    const offer = await app.offer({
      ...conReparto({ cupos: [cupoDe('H', OF_MEN)] }),
      edicion: { cupo: SEATS },
    });
    const first = await people(80);
    await submitAll(offer, first);
    const byPerson = new Map(first.map((one) => [one.personaId, one]));
    const late = await people(40);
    for (let round = 0; round < 3; round += 1) {
      const rows = await all(offer.edicion.id);
      const leaving = rows.filter(({ estado }) => estado === 'inscrita').slice(0, 8);
      const offered = rows.filter(({ lugar_vence_en }) => lugar_vence_en !== null);
      const arriving = late.slice(round * 12, round * 12 + 12);
      for (const one of arriving) byPerson.set(one.personaId, one);
      const answers = await Promise.all([
        ...leaving.map(({ id, persona_id }) =>
          app.call('withdrawInscripcion', { id }, byPerson.get(persona_id)!),
        ),
        ...offered.flatMap(({ id, persona_id }, i) =>
          // Pressed twice; every third one declines instead.
          [1, 2].map(() =>
            app.call(
              i % 3 === 0 ? 'withdrawInscripcion' : 'acceptLugarInscripcion',
              { id },
              byPerson.get(persona_id)!,
            ),
          ),
        ),
        ...arriving.map((one) => submit(offer, one)),
        promoteAll().then(() => ({ error: undefined })),
      ]);
      const wrong = answers.flatMap(({ error }) => error?.details?.code ?? (error ? 'other' : []));
      // The second press of a decline finds it done.
      expect(wrong.filter((code) => code !== 'baja-no-permitida')).toEqual([]);
    }
    await promoteAll();
    const { rows, taken } = await check(offer.edicion.id, SEATS);
    // A line and no seat left over: all forty are somebody's.
    expect(taken).toHaveLength(SEATS);
    // Whoever waits still came after everybody who could have taken the same and was offered it.
    const waiting = rows.filter(
      ({ estado, lugar_vence_en }) => estado === 'enListaDeEspera' && lugar_vence_en === null,
    );
    const served = rows.filter(
      ({ lugar_vence_en, cupo_clave }) => lugar_vence_en !== null && cupo_clave === null,
    );
    for (const one of served) {
      for (const other of waiting) expect(one.enviada_en <= other.enviada_en).toBe(true);
    }
  });

  it('who accepts a seat and sends elsewhere at the same moment has one of them, where a rule forbids two', async () => {
    const una = regla(todasDe(hoja('historia.simultaneas', '<', 1)), { clave: 'una' });
    const waited = await app.offer({ ...conReparto({}, [una]), edicion: { cupo: 12 } });
    const other = await app.offer({ ...conReparto({}, [una]), edicion: { cupo: 100 } });
    const [inside, ours] = [await people(12), await people(12)];
    await submitAll(waited, inside);
    await submitAll(waited, ours);
    const rows = await all(waited.edicion.id);
    const idOf = ({ personaId }: Actor) => rows.find((row) => row.persona_id === personaId)!.id;
    for (const one of inside) await app.call('withdrawInscripcion', { id: idOf(one) }, one);
    await promoteAll();
    const told = await Promise.all(
      ours.map((one) =>
        Promise.all([
          app.call('acceptLugarInscripcion', { id: idOf(one) }, one),
          submit(other, one),
        ]),
      ),
    );
    const now = [...(await all(waited.edicion.id)), ...(await all(other.edicion.id))];
    for (const [n, one] of ours.entries()) {
      const his = now.filter(
        ({ persona_id, estado }) => persona_id === one.personaId && estado === 'inscrita',
      );
      expect(his).toHaveLength(1);
      const [refused] = told[n]!.flatMap(({ error }) => error ?? []);
      expect(['reglas-no-cumplidas-al-aceptar', 'reglas-no-cumplidas']).toContain(
        refused!.details.code,
      );
    }
  });

  it('a place costs the same however many wait, also in tables that were empty a moment ago', async () => {
    const { edicion } = await app.offer({ ...conReparto({}), edicion: { cupo: 1 } });
    const version = await app.db
      .selectFrom('plantilla_versiones')
      .select('id')
      .executeTakeFirstOrThrow();
    await app.services.database.session(async (ask) => {
      /** Pages of the database that are read to tell the place of the last one. */
      const pages = async () => {
        const last = (await all(edicion.id)).at(-1)!.id;
        const { rows } = await ask(
          `explain (analyze, buffers, format json) select * from fila_lugar('${last}', false)`,
        );
        const [{ Plan }] = rows[0]!['QUERY PLAN'] as [{ Plan: Record<string, number> }];
        return Plan['Shared Hit Blocks']! + Plan['Shared Read Blocks']!;
      };
      const come = (n: number) =>
        ask(
          `with gente as (insert into personas_todas (clave, nombre, apellido_paterno, apellido_materno, nombre_completo)
              select 'SC7' || lpad((g * $3::int)::text, 8, '0'), 'X', 'X', '', 'X X' from generate_series(1, $3::int) g returning id)
            insert into inscripciones (persona_id, edicion_id, plantilla_version_id, estado, enviada_en)
            select gente.id, $1, $2, 'enListaDeEspera', $4::timestamptz + row_number() over () * interval '2 ms' from gente`,
          [edicion.id, version.id, n, new Date(AHORA.getTime() + n)],
        );
      // Its plans are made while hardly anybody waits, and stay.
      await ask('set plan_cache_mode = force_generic_plan');
      await come(3);
      for (let n = 0; n < 6; n++) await pages();
      const few = await pages();
      await come(4_000);
      await ask('select fila_plegar($1)', [edicion.id]);
      await ask('vacuum edicion_filas_cambios');
      // What the database reads about its own tables, once after each change of them.
      for (let n = 0; n < 2; n++) await pages();
      expect(await pages()).toBeLessThan(few + 40);
      await ask('reset plan_cache_mode');
      // Nobody sent these.
      await ask('delete from inscripciones where edicion_id = $1', [edicion.id]);
    });
  });

  it('an offer that ends at the instant at which it is accepted is one or the other', async () => {
    const offer = await app.offer({ ...conReparto({}), edicion: { cupo: 10 } });
    const everybody = await people(40);
    for (const one of everybody) await submit(offer, one);
    const byPerson = new Map(everybody.map((one) => [one.personaId, one]));
    await app.db
      .updateTable('ediciones')
      .set({ cupo: 20 })
      .where('id', '=', offer.edicion.id)
      .execute();
    await promoteAll();
    const offered = (await all(offer.edicion.id)).filter((one) => one.lugar_vence_en !== null);
    expect(offered).toHaveLength(10);
    await app.services.database.execute(
      'update inscripciones set lugar_vence_en = $2 where edicion_id = $1 and lugar_vence_en is not null',
      [offer.edicion.id, AHORA],
    );
    await Promise.all([
      promoteAll(),
      promoteAll(),
      ...offered.map(({ id, persona_id }) =>
        app.call('acceptLugarInscripcion', { id }, byPerson.get(persona_id)!),
      ),
    ]);
    await promoteAll();
    const { rows, taken } = await check(offer.edicion.id, 20);
    expect(taken).toHaveLength(20);
    const ended = rows.filter(({ estado }) => estado === 'vencida');
    expect(ended).toHaveLength(10);
  });
});
