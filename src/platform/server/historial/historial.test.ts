import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../../tests/database.ts';
import { anclasOfNow } from '../../../../tests/historial.ts';
import type { Database } from '../db/index.ts';
import { actAs, actAsSystem, enterRequest, identify } from '../request-context.ts';
import { openSecrets } from '../secrets.ts';
import { type Cambio, readHistorialDe, recordCambio, recordCambios, recordOnce } from './index.ts';
import type { LineaDeAnclas } from './lineas.ts';
import { openHistorial } from './signing.ts';
import { verifyCadenas } from './verification.ts';

const secrets = openSecrets({ secretKey: 'ab'.repeat(32), dataDir: '' });
let database: Database;
/** What was kept outside when the history began. */
let anclas: LineaDeAnclas[];
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.execute(
    `alter table historial disable trigger all; truncate historial;
     alter table historial enable trigger all; delete from historial_cadenas;
     insert into historial_cadenas (cadena, eslabones, hash)
       select c, 0, sha256(convert_to('cadena ' || c, 'UTF8')) from generate_series(0, 15) as c`,
  );
  // As a process that has just started.
  openHistorial(database.db, secrets);
  anclas = await anclasOfNow(database.db);
});

/** Links of one transaction, and so of one chain. */
const recordAll = (changes: readonly Partial<Cambio>[]) =>
  database.db.transaction().execute(async (trx) => {
    for (const change of changes) {
      await recordCambio(trx, 'prueba.hacer', {
        actorUid: 'ana',
        id: '1',
        despues: { b: 1, a: 'Ñandú "«' },
        ...change,
      });
    }
  });
const record = (change: Partial<Cambio> = {}) => recordAll([change]);
const steps = (many: number) =>
  recordAll(Array.from({ length: many }, (_, paso) => ({ despues: { paso } })));

/** What somebody with SQL access would do: the trigger first. */
const tamper = (sql: string) =>
  database.execute(`alter table historial disable trigger all; ${sql}`);

const verify = () => verifyCadenas(database.db, anclas);

describe('the history', () => {
  it('is whole when nobody touched it, whatever the values', async () => {
    for (let i = 0; i < 40; i++) await record({ id: String(i % 7), motivo: `motivo ${i}` });
    await record({ actorUid: null, antes: null, despues: null });
    const { momento } = anclas[0] as { momento: string };
    expect(await verify()).toEqual({
      integro: true,
      anotaciones: 41,
      problemas: [],
      anclas: { comparadas: 16, desde: momento, hasta: momento },
      restauraciones: [],
    });
  });

  it('cannot be changed or deleted by the application', async () => {
    await record();
    await expect(database.execute("update historial set accion = 'otra'")).rejects.toThrow(
      /solo crece/,
    );
    await expect(database.execute('delete from historial')).rejects.toThrow(/solo crece/);
  });

  it.each([
    [
      'a changed datum',
      `update historial set despues = '{"a": 2}' where eslabon = 3`,
      /eslabón 3 .*cambió/,
    ],
    [
      'another author',
      `update historial set actor_uid = 'otro' where eslabon = 2`,
      /eslabón 2 .*cambió/,
    ],
    [
      'another time',
      `update historial set momento = momento + interval '1 s' where eslabon = 4`,
      /eslabón 4 .*cambió/,
    ],
    ['a removed row', 'delete from historial where eslabon = 2', /falta al menos una .*eslabón 3/],
    [
      'a removed row whose place was closed',
      'delete from historial where eslabon = 2; update historial set eslabon = eslabon - 1 where eslabon > 2',
      /cambió/,
    ],
    ['the last rows removed', 'delete from historial where eslabon >= 5', /faltan las últimas/],
    [
      'two rows that changed places',
      'update historial set eslabon = -1 where eslabon = 2; update historial set eslabon = 2 where eslabon = 3; update historial set eslabon = 3 where eslabon = -1',
      /eslabón 2 .*no está en su lugar/,
    ],
    [
      'a row written by hand',
      `insert into historial overriding system value select (jsonb_populate_record(h, jsonb_build_object('id', 999, 'eslabon', 7))).* from historial h where eslabon = 6`,
      /eslabón 7/,
    ],
  ])('finds %s', async (_name, sql, problem) => {
    await steps(6);
    await tamper(sql);
    const { integro, problemas } = await verify();
    expect(integro).toBe(false);
    expect(problemas.join('\n')).toMatch(problem);
  });

  it('an anchor outside the database finds a chain put back to an earlier state', async () => {
    await steps(3);
    const before = await database.execute('select * from historial_cadenas order by cadena');
    await record({ motivo: 'se borra' });
    const kept = await anclasOfNow(database.db);
    await tamper("delete from historial where motivo = 'se borra'");
    for (const row of before.rows) {
      await database.execute(
        'update historial_cadenas set eslabones = $1, hash = $2 where cadena = $3',
        [row.eslabones, row.hash, row.cadena],
      );
    }
    expect((await verifyCadenas(database.db, kept)).problemas.join()).toMatch(/fuera de la base/);
  });

  it('many records at once leave a link each, as one by one', async () => {
    const bulk = (from: number, many: number) =>
      database.db.transaction().execute((trx) =>
        recordCambios(
          trx,
          'prueba.varias',
          Array.from({ length: many }, (_, i) => ({
            id: String(from + i),
            ...(i % 2 === 0 && { despues: { paso: i, texto: 'Ñandú €' }, antes: { paso: null } }),
          })),
          { actorUid: 'ana', motivo: 'Ñ "«' },
        ),
      );
    await record();
    await Promise.all([bulk(0, 2_500), bulk(100, 300), record({ id: '7' })]);
    await bulk(0, 0);
    await record();
    expect(await verify()).toMatchObject({ integro: true, anotaciones: 2_803, problemas: [] });
    const { rows } = await database.execute(
      `select antes, despues, motivo, persona_id, origen from historial
       where accion = 'prueba.varias' and entidad_id in ('2', '3') order by entidad_id`,
    );
    const same = { motivo: 'Ñ "«', persona_id: null, origen: null };
    expect(rows).toEqual([
      { ...same, antes: { paso: null }, despues: { paso: 2, texto: 'Ñandú €' } },
      { ...same, antes: null, despues: null },
    ]);
    await tamper("update historial set actor_uid = 'otro' where entidad_id = '2400'");
    expect((await verify()).problemas.join()).toMatch(/cambió/);
  });

  it('two that record the same in opposite orders do not wait for each other', async () => {
    const both = ['1', '2', '3'].map((id) => ({ id }));
    const all = Array.from({ length: 60 }, (_, i) =>
      recordAll(i % 2 === 0 ? both : both.toReversed()),
    );
    await Promise.all(all);
    expect(await verify()).toMatchObject({ integro: true, anotaciones: 180 });
  });

  it('writers at once leave one whole chain', async () => {
    await Promise.all(Array.from({ length: 50 }, (_, i) => record({ id: String(i % 3) })));
    expect(await verify()).toMatchObject({ integro: true, anotaciones: 50 });
  });

  it('is verified while others write', async () => {
    await steps(1_200);
    let writing = true;
    const writers = Promise.all(
      Array.from({ length: 4 }, async () => {
        let written = 0;
        for (; writing; written++) await record({ id: String(written) });
        return written;
      }),
    );
    for (let i = 0; i < 3; i++) expect((await verify()).problemas).toEqual([]);
    writing = false;
    const written = (await writers).reduce((sum, one) => sum + one);
    expect(written).toBeGreaterThan(20);
    expect(await verify()).toMatchObject({ integro: true, anotaciones: 1_200 + written });
  });
});

describe('who does it is in the context', () => {
  const rows = async () => {
    const { rows } = await database.execute(
      'select actor_uid, entidad, peticion_id, origen from historial order by id',
    );
    return rows;
  };
  const doIt = (cambio: Partial<Cambio> = {}) =>
    database.db
      .transaction()
      .execute((trx) => recordCambio(trx, 'prueba.hacer', { id: '1', ...cambio }));
  /** As the server does: the request first, and whose it is once that is known. */
  const inRequest = (work: () => Promise<void>) =>
    new Promise<void>((resolve, reject) =>
      enterRequest({ requestId: 'r-1', ip: '203.0.113.7' }, () => work().then(resolve, reject)),
    );
  const web = { entidad: 'prueba', peticion_id: 'r-1', origen: '203.0.113.7' };
  const nowhere = { entidad: 'prueba', peticion_id: null, origen: null };

  it('a request: of a visitor, and of whoever it turns out to be', async () => {
    await inRequest(async () => {
      await doIt();
      identify('ana');
      await doIt();
      // Somebody else, or nobody, is said.
      await doIt({ actorUid: 'beto' });
      await doIt({ actorUid: null });
    });
    expect((await rows()).map(({ actor_uid, ...rest }) => [actor_uid, rest])).toEqual(
      [null, 'ana', 'beto', null].map((uid) => [uid, web]),
    );
  });

  it('two requests at once are two', async () => {
    await Promise.all(
      ['ana', 'beto'].map((uid) =>
        inRequest(async () => {
          identify(uid);
          await new Promise((resolve) => setTimeout(resolve, 5));
          await doIt({ motivo: uid });
        }),
      ),
    );
    const { rows: said } = await database.execute('select actor_uid, motivo from historial');
    for (const { actor_uid, motivo } of said) expect(actor_uid).toBe(motivo);
    expect(said).toHaveLength(2);
  });

  it('a job goes on as its owner, and the system is nobody, also within somebody’s request', async () => {
    await inRequest(async () => {
      identify('ana');
      await actAs('beto', () => doIt());
      await actAsSystem(() => doIt());
    });
    await actAsSystem(() => doIt(), 'r-9');
    expect(await rows()).toEqual([
      { actor_uid: 'beto', ...nowhere },
      { actor_uid: null, ...nowhere },
      { actor_uid: null, ...nowhere, peticion_id: 'r-9' },
    ]);
  });

  it('code that nobody runs says so instead of recording nobody', async () => {
    await expect(doIt()).rejects.toThrow(/Nobody acts here/);
    expect(await rows()).toEqual([]);
  });

  it('the same by the same a moment ago is one deed; by another it is another', async () => {
    const look = (uid: string) =>
      actAs(uid, () =>
        database.db
          .transaction()
          .execute((trx) => recordOnce(trx, 'prueba.mirar', { id: '1', entidad: 'otra' })),
      );
    await look('ana');
    await look('ana');
    await look('beto');
    expect((await rows()).map(({ actor_uid, entidad }) => [actor_uid, entidad])).toEqual([
      ['ana', 'otra'],
      ['beto', 'otra'],
    ]);
    const latest = await readHistorialDe(database.db, 'otra', '1');
    expect(latest.map(({ actorUid }) => actorUid)).toEqual(['beto', 'ana']);
  });
});

it('two databases of one process sign each with its own key', async () => {
  const other = await openTestDatabase();
  try {
    const kept = await anclasOfNow(other.db);
    await expect(
      other.db
        .transaction()
        .execute((trx) => recordCambio(trx, 'prueba.hacer', { id: '1', actorUid: null })),
    ).rejects.toThrow(/openHistorial/);
    openHistorial(other.db, openSecrets({ secretKey: 'cd'.repeat(32), dataDir: '' }));
    await other.db
      .transaction()
      .execute((trx) => recordCambio(trx, 'prueba.hacer', { id: '1', actorUid: null }));
    await record();
    expect((await verifyCadenas(other.db, kept)).problemas).toEqual([]);
    expect((await verify()).problemas).toEqual([]);
    // The same rows under the other's key.
    openHistorial(other.db, secrets);
    expect((await verifyCadenas(other.db, kept)).problemas.join()).toMatch(/cambió/);
  } finally {
    await other.close();
  }
});
