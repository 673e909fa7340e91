/** Jobs that people see: once each item, cancel, retry, giving up; also with two processes' queues. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/database.ts';
import { makeActor } from '../../../tests/factories/personas.ts';
import type { Actor } from '../shared/actor.ts';
import { CallError } from '../shared/errors.ts';
import type { Database } from './db/index.ts';
import { createJobs, type Jobs } from './jobs.ts';
import { createLog } from './log.ts';
import { Outage } from './outage.ts';
import type { Progress } from './progress.ts';
import { createTrabajos, JobRefused, type TrabajoDefinition, type Trabajos } from './trabajos.ts';

let database: Database;
const running: Jobs[] = [];
beforeAll(async () => {
  database = await openTestDatabase();
  await database.execute('create table efectos (clave text not null)');
});
afterAll(() => database.close());
afterEach(async () => {
  await Promise.all(running.splice(0).map((jobs) => jobs.stop()));
  await database.execute('delete from efectos; delete from trabajos_visibles');
  owner = (uid) => makeActor(null, { uid, role: 'Escolar' });
  denied.splice(0);
  told.splice(0);
});

type Handler = TrabajoDefinition<object>['run'];

/** Who an account is, at this moment. */
let owner = (uid: string): Actor | null => makeActor(null, { uid, role: 'Escolar' });
const denied: { trabajoId: string; motivo: string }[] = [];
const discarded: string[] = [];
const told: string[] = [];

/** One process's queue. */
const open = async (handler: Handler, retryLimit = 5, idleSeconds = 300): Promise<Trabajos> => {
  const jobs = createJobs(database, createLog('silent'), { superviseSeconds: 1 });
  const trabajos = createTrabajos({
    database,
    jobs,
    eventos: {
      tell: (tema, tipo) => void told.push(`${tema} ${tipo}`),
      watch: () => {},
    },
    ownerNow: async (_, uid) => owner(uid),
    onDenied: async (_, what) => void denied.push(what),
  });
  trabajos.define('prueba', {
    policy: ({ role }) => role === 'Escolar',
    run: handler,
    discard: async (id) => void discarded.push(id),
    detenido: 'No se hizo nada.',
    retryLimit,
    retryDelay: 1,
    idleSeconds,
  });
  await jobs.start();
  running.push(jobs);
  return trabajos;
};

const send = (trabajos: Trabajos, propietario = 'u') =>
  database.db
    .transaction()
    .execute((trx) => trabajos.send(trx, 'prueba', { propietario, titulo: 'T', datos: {} }));

const until = async (trabajos: Trabajos, id: string, estado: string) => {
  await expect.poll(async () => (await trabajos.find(id))?.estado).toBe(estado);
  return (await trabajos.find(id))!;
};

const efectos = async () =>
  (await database.execute('select clave, count(*)::int as n from efectos group by 1 order by 1'))
    .rows;

const effect = (progress: Progress, key: string) =>
  progress.item(key, async (trx) => {
    await trx
      .insertInto('efectos' as never)
      .values({ clave: key } as never)
      .execute();
  });

it('a job that meets an outage of the database itself waits and spends no try', async () => {
  let away = false;
  const there: Database = {
    ...database,
    execute: (...args) =>
      away ? Promise.reject(new Outage('database')) : database.execute(...args),
  };
  const jobs = createJobs(there, createLog('silent'), { superviseSeconds: 1 });
  jobs.define('prueba-corte', async () => {
    away = true;
    throw new Outage('database');
  });
  await jobs.start();
  running.push(jobs);
  await database.db.transaction().execute((trx) => jobs.send(trx, 'prueba-corte', {}));
  await expect.poll(() => away).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  away = false;
  const job = async () =>
    (
      await database.execute(
        "select state, retry_count::int as tries from trabajos.job where name = 'prueba-corte'",
      )
    ).rows[0];
  await expect.poll(job).toEqual({ state: 'retry', tries: 0 });
});

describe('a visible job', () => {
  it('does no item twice when it fails in between, and tells how far it is', async () => {
    let tries = 0;
    const trabajos = await open(async (_, progress) => {
      tries += 1;
      await effect(progress, 'a');
      await progress.report(1, 2, 'Va la primera');
      if (tries === 1) throw new Error('tropiezo');
      await effect(progress, 'b');
      return { mensaje: 'Listo.', cifras: { escritas: 2 } };
    });
    const id = await send(trabajos);
    const row = await until(trabajos, id, 'terminado');
    expect(tries).toBe(2);
    expect(row).toMatchObject({ avance: 2, total: 2, mensaje: 'Listo.', intento: 2 });
    expect(await efectos()).toEqual([
      { clave: 'a', n: 1 },
      { clave: 'b', n: 1 },
    ]);
  });

  it('pokes its owner when it was asked for, begins, goes on and ends, at most twice a second', async () => {
    let go = () => {};
    const waits = new Promise<void>((resolve) => {
      go = resolve;
    });
    const trabajos = await open(async (_, progress) => {
      await waits;
      for (let n = 0; n < 20; n++) await progress.report(n, 20, `Va la ${n}`);
      return null;
    });
    const id = await send(trabajos);
    await until(trabajos, id, 'enCurso');
    const mine = () => told.filter((one) => one === 'cuenta:u trabajos').length;
    await expect.poll(mine).toBeGreaterThan(0);
    const before = mine();
    go();
    await until(trabajos, id, 'terminado');
    // Twenty figures and the end: one poke at most now, and one when half a second is over.
    expect(mine() - before).toBeLessThanOrEqual(2);
    const ended = mine();
    await database.db.transaction().execute((trx) => trabajos.hide(trx, [id], 'u'));
    trabajos.tell('u');
    await expect.poll(mine).toBeGreaterThan(ended);
    expect(told).not.toContain('cuenta:otra trabajos');
  });

  it('does not exist when the transaction that asks for it does not commit', async () => {
    let ran = 0;
    const trabajos = await open(async () => {
      ran += 1;
      return null;
    });
    await database.db
      .transaction()
      .execute(async (trx) => {
        await trabajos.send(trx, 'prueba', { propietario: 'u', titulo: 'T', datos: {} });
        throw new Error('no');
      })
      .catch(() => {});
    await until(trabajos, await send(trabajos), 'terminado');
    expect(ran).toBe(1);
    expect(await trabajos.list('u')).toHaveLength(1);
  });

  it('stops where it is when it is cancelled, and goes on from there when asked again', async () => {
    let wait = true;
    const trabajos = await open(async (_, progress) => {
      await effect(progress, 'a');
      while (wait && !(await progress.isCancelled())) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      await effect(progress, 'b');
      return null;
    });
    const id = await send(trabajos);
    await until(trabajos, id, 'enCurso');
    while ((await efectos()).length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    const { db } = database;
    const trx = db.transaction();
    expect(await trx.execute((t) => trabajos.cancel(t, id, 'otra'))).toBeNull();
    expect(await trx.execute((t) => trabajos.cancel(t, id, 'u'))).not.toBeNull();
    expect(await trx.execute((t) => trabajos.cancel(t, id, 'u'))).toBeNull();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await efectos()).toEqual([{ clave: 'a', n: 1 }]);

    wait = false;
    expect(await trx.execute((t) => trabajos.retry(t, id, null))).not.toBeNull();
    await until(trabajos, id, 'terminado');
    expect(await efectos()).toEqual([
      { clave: 'a', n: 1 },
      { clave: 'b', n: 1 },
    ]);
  });

  it('is given up after its tries, and can be asked for again', async () => {
    let fail = true;
    const trabajos = await open(async () => {
      if (fail) throw new Error('siempre');
      return null;
    }, 1);
    const id = await send(trabajos);
    const row = await until(trabajos, id, 'fallido');
    expect(row.mensaje).toMatch(/no se intentará más/);
    fail = false;
    await database.db.transaction().execute((t) => trabajos.retry(t, id, 'u'));
    await until(trabajos, id, 'terminado');
  });

  it('is not tried again when its handler says that it makes no sense', async () => {
    let tries = 0;
    const trabajos = await open(async () => {
      tries += 1;
      throw new JobRefused('No se puede.', { reintentable: false });
    });
    const id = await send(trabajos);
    expect((await until(trabajos, id, 'fallido')).mensaje).toBe('No se puede.');
    expect(await database.db.transaction().execute((t) => trabajos.retry(t, id, 'u'))).toBeNull();
    expect(tries).toBe(1);
  });

  it('that hangs is given up after its time and tried again; the hung run changes nothing more', async () => {
    let tries = 0;
    let wake = () => {};
    const asleep = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const trabajos = await open(
      async (_, progress) => {
        tries += 1;
        await effect(progress, 'a');
        if (tries === 1) {
          await asleep;
          await effect(progress, 'hung');
        }
        await effect(progress, 'b');
        return null;
      },
      5,
      1,
    );
    const id = await send(trabajos);
    const row = await until(trabajos, id, 'terminado');
    wake();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(row.intento).toBe(2);
    expect((await efectos()).map(({ clave }) => clave)).toEqual(['a', 'b']);
  });

  it('is tried again when too many wait for what it needs', async () => {
    let tries = 0;
    const trabajos = await open(async () => {
      tries += 1;
      if (tries === 1) throw new CallError('UNAVAILABLE', 'Hay muchos.');
      return null;
    });
    await until(trabajos, await send(trabajos), 'terminado');
    expect(tries).toBe(2);
  });

  it('is done once although two processes share the queue', async () => {
    const work: Handler = async (_, progress) => {
      await effect(progress, progress.id);
      return null;
    };
    const [one] = [await open(work), await open(work)];
    const ids: string[] = [];
    for (let i = 0; i < 20; i++) ids.push(await send(one));
    for (const id of ids) await until(one, id, 'terminado');
    expect((await efectos()).map(({ n }) => n)).toEqual(Array(20).fill(1));
  });
});

describe('whose owner may no longer have it done', () => {
  const demote = () => {
    owner = (uid) => makeActor(null, { uid });
  };
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

  it('must say who may have it done', async () => {
    const trabajos = await open(async () => null);
    expect(() => trabajos.define('otra', { run: async () => null } as never)).toThrow(/no policy/);
  });

  it('does not begin', async () => {
    demote();
    let ran = 0;
    const trabajos = await open(async () => {
      ran += 1;
      return null;
    });
    const id = await send(trabajos);
    const row = await until(trabajos, id, 'fallido');
    expect(row.mensaje).toBe(
      'Se detuvo: la cuenta que lo pidió ya no tiene permiso para hacerlo. No se hizo nada.',
    );
    expect(ran).toBe(0);
    expect(denied).toEqual([
      { trabajoId: id, motivo: 'la cuenta que lo pidió ya no tiene permiso para hacerlo.' },
    ]);
    expect(discarded).toContain(id);
  });

  it.each([
    ['a step', (progress: Progress) => effect(progress, 'b')],
    ['a decision', (progress: Progress) => progress.decide(async () => true)],
    ['a report', (progress: Progress) => progress.report(2, 3)],
    ['a look whether it goes on', (progress: Progress) => progress.isCancelled()],
  ] as const)('is stopped at %s', async (_name, door) => {
    let past = false;
    const trabajos = await open(async (_, progress) => {
      await effect(progress, 'a');
      demote();
      await door(progress);
      past = true;
      return null;
    });
    await until(trabajos, await send(trabajos), 'fallido');
    expect(past).toBe(false);
    expect(await efectos()).toEqual([{ clave: 'a', n: 1 }]);
    expect(denied).toHaveLength(1);
  });

  it('does not go on after a stumble', async () => {
    let tries = 0;
    const trabajos = await open(async () => {
      tries += 1;
      demote();
      throw new Error('tropiezo');
    });
    await until(trabajos, await send(trabajos), 'fallido');
    expect(tries).toBe(1);
    expect(denied).toHaveLength(1);
  });

  it('is not asked for again until they may, and then goes on', async () => {
    const trabajos = await open(async (_, progress) => {
      await effect(progress, 'a');
      return null;
    });
    demote();
    const id = await send(trabajos);
    await until(trabajos, id, 'fallido');
    const retry = (propietario: string | null) =>
      database.db.transaction().execute((t) => trabajos.retry(t, id, propietario));
    // Nor by whoever administers: it is the owner's.
    for (const who of ['u', null]) {
      await expect(retry(who)).rejects.toMatchObject({
        status: 'PERMISSION_DENIED',
        message: expect.stringMatching(/^No se puede reintentar: la cuenta .* ya no tiene permiso/),
      });
    }
    await wait(300);
    expect((await trabajos.find(id))?.estado).toBe('fallido');
    owner = (uid) => makeActor(null, { uid, role: 'Escolar' });
    expect(await retry('u')).not.toBeNull();
    await until(trabajos, id, 'terminado');
  });

  it('is finished once there is no way back, also by another run', async () => {
    let tries = 0;
    const trabajos = await open(async (_, progress) => {
      tries += 1;
      if (tries === 1) {
        await progress.decide(async () => true);
        demote();
        throw new Error('tropiezo');
      }
      await effect(progress, 'visible');
      return null;
    });
    await until(trabajos, await send(trabajos), 'terminado');
    expect(await efectos()).toEqual([{ clave: 'visible', n: 1 }]);
    expect(denied).toEqual([]);
  });

  it.each([
    ['is disabled', () => null, /está deshabilitada o ya no existe/],
    [
      'lacks the second factor',
      (uid: string) => makeActor(null, { uid, restricted: true, faltaSegundoFactor: true }),
      /le falta el segundo factor/,
    ],
    [
      'has not accepted the texts in force',
      (uid: string) => makeActor(null, { uid, faltaAceptar: true }),
      /no ha aceptado los textos vigentes/,
    ],
  ])('says why, when the account %s', async (_name, now, said) => {
    owner = now;
    const trabajos = await open(async () => null);
    expect((await until(trabajos, await send(trabajos), 'fallido')).mensaje).toMatch(said);
  });
});
