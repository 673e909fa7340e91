/**
 * Many who enter at the same moment are counted and written together, and nobody waits for somebody else's account. Runs only on
 * a real PostgreSQL (TEST_DATABASE_URL).
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeCuenta } from '../factories/cuentas.ts';
import { verifyNow } from '../historial.ts';
import { startTestPortal, type TestPortal } from '../portal.ts';

describe.skipIf(!process.env.TEST_DATABASE_URL)('many who enter at one moment', () => {
  let portal: TestPortal;
  let people: Awaited<ReturnType<typeof makeCuenta>>[];
  beforeAll(async () => {
    portal = await startTestPortal();
    people = await Promise.all(Array.from({ length: 24 }, () => makeCuenta(portal)));
  });
  afterAll(() => portal?.stop());
  beforeEach(() => portal.services.db.deleteFrom('limites').execute());

  const enter = ({ email, password }: { email: string; password: string }) =>
    portal.call('signIn', { email, password });
  const limits = async () => {
    const rows = await portal.services.db
      .selectFrom('limites')
      .select(['llave', 'cuenta'])
      .execute();
    return rows
      .filter(({ cuenta }) => cuenta > 0)
      .map(({ llave, cuenta }) => `${llave.split(':', 1)[0]} ${cuenta}`);
  };
  const sesiones = async () => {
    const rows = await portal.services.db
      .selectFrom('sesiones')
      .select(['id', 'uid', sql<string>`xmin::text`.as('transaccion')])
      .where(
        'uid',
        'in',
        people.map(({ uid }) => uid),
      )
      .execute();
    return new Map(rows.map((row) => [row.id, row]));
  };

  it('have each their own session, one link of the history, and their attempts back', async () => {
    const before = await sesiones();
    const wrong = people.slice(0, 4).map((one) => ({ ...one, password: 'no-es-esa-1' }));
    // One of them in two tabs at once.
    const all = [...people, people[0]!];
    const answers = await Promise.all([...all, ...wrong].map(enter));
    expect(answers.map(({ http }) => http)).toEqual([
      ...all.map(() => 200),
      ...wrong.map(() => 401),
    ]);
    expect(answers.slice(0, all.length).map(({ result }) => result.uid)).toEqual(
      all.map(({ uid }) => uid),
    );
    const now = await sesiones();
    const opened = [...now.values()].filter(({ id }) => !before.has(id));
    expect(opened.map(({ uid }) => uid).sort()).toEqual(all.map(({ uid }) => uid).sort());
    expect(new Set(opened.map(({ transaccion }) => transaccion)).size).toBeLessThan(opened.length);
    const links = await portal.services.db
      .selectFrom('historial')
      .select(['entidad_id', 'actor_uid'])
      .where('accion', '=', 'sesion.abrir')
      .where(
        'entidad_id',
        'in',
        opened.map(({ id }) => id),
      )
      .execute();
    expect(new Map(links.map((one) => [one.entidad_id, one.actor_uid]))).toEqual(
      new Map(opened.map(({ id, uid }) => [id, uid])),
    );
    expect(links).toHaveLength(opened.length);
    // Four wrong ones from one address, at an account each. A success forgets what came from here, whichever came first.
    expect((await limits()).filter((one) => !one.startsWith('ingreso-cuenta-direccion'))).toEqual(
      expect.arrayContaining(['ingreso-direccion 4', ...wrong.map(() => 'ingreso-cuenta 1')]),
    );
    expect((await verifyNow(portal.services.db)).problemas).toEqual([]);
  });

  it('do not wait for whose account somebody holds, who enters when it is free', async () => {
    const [held, ...others] = people;
    const released = Promise.withResolvers<void>();
    const holding = Promise.withResolvers<void>();
    const hold = portal.services.db.transaction().execute(async (trx) => {
      await trx
        .selectFrom('cuentas')
        .select('uid')
        .where('uid', '=', held!.uid)
        .forUpdate()
        .execute();
      holding.resolve();
      await released.promise;
    });
    await holding.promise;
    let entered = false;
    const late = enter(held!).then((answer) => {
      entered = true;
      return answer;
    });
    const answers = await Promise.all(others.map(enter));
    expect(answers.every(({ http }) => http === 200)).toBe(true);
    expect(entered).toBe(false);
    released.resolve();
    await hold;
    expect((await late).http).toBe(200);
  });

  it('guesses at one account at one moment are as many as its limit', async () => {
    const { email } = people[5]!;
    const guesses = Array.from({ length: 30 }, () => enter({ email, password: 'no-es-esa-2' }));
    const answers = (await Promise.all(guesses)).map(({ http }) => http);
    expect(answers.filter((http) => http === 401)).toHaveLength(10);
    expect(answers.filter((http) => http === 429)).toHaveLength(20);
    expect((await limits()).sort()).toEqual([
      'ingreso-cuenta 10',
      'ingreso-cuenta-direccion 30',
      'ingreso-direccion 30',
    ]);
  });
});
