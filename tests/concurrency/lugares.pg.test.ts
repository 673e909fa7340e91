/**
 * The seats of a call while everybody confirms, leaves and lets pass at once. Runs only on a real PostgreSQL
 * (TEST_DATABASE_URL).
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runFilas } from '../../src/features/inscripciones/espera/server/service.ts';
import { reviewInscripciones } from '../../src/features/inscripciones/invariantes/server/service.ts';
import { actAsSystem } from '../../src/platform/server/request-context.ts';
import { CONVOCATORIAS } from '../factories/app.ts';
import {
  type ComoConvocatoria,
  type Concursante,
  makeConcursante,
  makeConLugares,
  publishLugares,
  readLugarDe,
} from '../factories/lugares.ts';
import { hoja, regla, todasDe } from '../factories/reglas.ts';
import { cupoDe } from '../factories/reparto.ts';
import { startTestPortal, type TestPortal } from '../portal.ts';

/** Friday 12 March 2027, 12:00 in Mexico City. */
const AHORA = new Date('2027-03-12T18:00:00.000Z');
const PLAZO = new Date('2027-03-18T05:59:59.999Z');

describe.skipIf(!process.env.TEST_DATABASE_URL)('the seats of a call, all at once', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await startTestPortal({}, { jobs: false });
    await portal.services.db
      .deleteFrom('catalogo_items')
      .where('catalogo', '=', 'dias-inhabiles' as never)
      .execute();
  });
  afterAll(() => portal?.stop());

  type Call = Awaited<ReturnType<typeof makeConLugares>>;
  /** A call whose first `cupo` have a seat; the others wait. */
  const open = async (como: ComoConvocatoria & { cupo: number }, cupos: readonly string[][]) => {
    portal.setNow(AHORA);
    const de = await makeConLugares(portal, AHORA, como);
    const people: Concursante[] = [];
    for (const one of cupos) people.push(await makeConcursante(portal, AHORA, de, one));
    await publishLugares(
      portal,
      de,
      people.map((one, n) => [one, n < como.cupo]),
    );
    return { de, people };
  };
  const nobody = (n: number) => Array.from({ length: n }, () => [] as string[]);
  const confirm = ({ solicitudId, token }: Concursante) =>
    portal.call('acceptLugarPosgrado', { solicitudId }, { token });
  const withdraw = async (one: Concursante) => {
    const { id } = await readLugarDe(portal, one);
    return portal.call('withdrawInscripcion', { id }, { token: one.token });
  };
  const pass = () =>
    actAsSystem(() => runFilas({ ...portal.services, ...CONVOCATORIAS })).then(() => undefined);
  const states = (people: readonly Concursante[]) =>
    Promise.all(people.map(async (one) => (await readLugarDe(portal, one)).solicitud));

  /** Everything holds, and no seat is given twice or lost. */
  const check = async ({ edicionId }: Call, cupo: number) => {
    const { rows } = await sql<{ ocupados: number; dadas: number }>`
      select e.ocupados, (select count(*)::int from inscripciones i where i.edicion_id = e.id
        and (i.estado = 'inscrita' or i.lugar_vence_en is not null)) as dadas
      from ediciones e where e.id = ${edicionId}`.execute(portal.services.db);
    expect(rows[0]!.ocupados).toBe(rows[0]!.dadas);
    expect(rows[0]!.ocupados).toBeLessThanOrEqual(cupo);
    const { db, secrets, now } = portal.services;
    expect(
      await reviewInscripciones(db, now(), { demo: false, secrets, ...CONVOCATORIAS }),
    ).toEqual([]);
    return rows[0]!.ocupados;
  };

  it('each confirms once, however often it is pressed', async () => {
    const { de, people } = await open({ cupo: 4 }, nobody(8));
    const answers = await Promise.all(people.flatMap((one) => [confirm(one), confirm(one)]));
    expect(answers.filter(({ http }) => http === 500)).toEqual([]);
    expect(await states(people)).toEqual([
      ...Array(4).fill('inscrita'),
      ...Array(4).fill('listaDeEspera'),
    ]);
    expect(await check(de, 4)).toBe(4);
  });

  it('whoever confirms at the last instant has the seat or has lost it, never both', async () => {
    const { de, people } = await open({ cupo: 6 }, nobody(14));
    const first = people.slice(0, 6);
    // The request is received before the end; the job looks after it.
    const confirming = Promise.all(first.map(confirm));
    portal.setNow(PLAZO);
    const passing = Promise.all([pass(), pass()]);
    const answers = await confirming;
    await passing;
    await pass();
    expect(answers.filter(({ http }) => http === 500)).toEqual([]);
    const after = await states(people);
    const kept = after.filter((one) => one === 'inscrita').length;
    answers.forEach(({ error }, n) => {
      expect(after[n]).toBe(error ? 'vencida' : 'inscrita');
    });
    // Each seat that lapsed went to the next in line, in order.
    expect(after.slice(6)).toEqual([
      ...Array(6 - kept).fill('admitida'),
      ...Array(8 - (6 - kept)).fill('listaDeEspera'),
    ]);
    expect(await check(de, 6)).toBe(6);
  });

  it('what is left while others look for the next goes once, in order and within the quotas', async () => {
    const { de, people } = await open(
      { cupo: 6, cupos: [cupoDe('H', 2)], bases: { cupos: 'minimo' } },
      Array.from({ length: 18 }, (_, n) => (n % 3 === 0 ? ['hombres'] : [])),
    );
    const answers = await Promise.all([
      ...people.slice(0, 4).map(withdraw),
      ...people.slice(4, 6).map(confirm),
      ...people.slice(6, 9).map(withdraw),
      pass(),
      pass(),
      pass(),
    ]);
    expect(answers.filter((one) => one?.http === 500)).toEqual([]);
    await pass();
    const after = await states(people);
    expect(after.slice(0, 9)).toEqual([
      ...Array(4).fill('desistida'),
      ...Array(2).fill('inscrita'),
      ...Array(3).fill('desistida'),
    ]);
    expect(await check(de, 6)).toBe(6);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from inscripciones
      where edicion_id = ${de.edicionId} and cupo_clave = 'hombres'`.execute(portal.services.db);
    expect(rows[0]!.n).toBeGreaterThanOrEqual(1);
  });

  it('somebody with a seat in two calls confirms one, where the rules forbid both', async () => {
    const sola = regla(todasDe(hoja('historia.simultaneas', '<', 1)), {
      ...{ clave: 'una', mensaje: 'Ya está en otro programa.' },
    });
    const una = { reglas: [sola], cupo: 1 };
    const { de, people } = await open(una, nobody(1));
    const quien = people[0]!;
    const otras = await makeConLugares(portal, AHORA, una);
    const segunda = await makeConcursante(portal, AHORA, otras, [], quien);
    await publishLugares(portal, otras, [[segunda, true]]);
    const answers = await Promise.all([confirm(quien), confirm(segunda)]);
    expect(answers.map(({ http }) => http).filter((http) => http === 500)).toEqual([]);
    expect((await states([quien, segunda])).sort()).toEqual(['admitida', 'inscrita']);
    await check(de, 1);
    await check(otras, 1);
  });
});
