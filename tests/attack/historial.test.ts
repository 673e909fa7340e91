/**
 * Whoever has SQL, also as the database's owner, and makes the history say something else: the verification
 * says what is wrong. What chains the rows has no key, so each attack here chains them again as it likes.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { saveAnclas } from '../../src/platform/server/historial/anclas.ts';
import { recordCambio, recordCambios } from '../../src/platform/server/historial/index.ts';
import { openHistorial } from '../../src/platform/server/historial/signing.ts';
import type { Accion } from '../../src/platform/shared/historial.ts';
import { makeCuenta } from '../factories/cuentas.ts';
import { startTestPortal, type TestPortal } from '../portal.ts';

let portal: TestPortal;
let token: string;
let functions: string;
beforeAll(async () => {
  portal = await startTestPortal();
  ({ token } = await makeCuenta(portal, { role: 'Admin' }));
  functions = (
    await rows(`select pg_get_functiondef(oid) || ';' as text from pg_proc
    where proname in ('historial_anotar', 'historial_eslabonar')`)
  )
    .map(({ text }) => text)
    .join('\n');
});
afterAll(() => portal.stop());
/** As it was installed, with a process that has just started. */
beforeEach(async () => {
  await sql(`alter table historial disable trigger all; truncate historial;
    alter table historial drop constraint if exists historial_cadena_eslabon_key;
    alter table historial add constraint historial_cadena_eslabon_key unique (cadena, eslabon);
    alter table historial drop constraint if exists historial_pkey;
    alter table historial add primary key (id);
    alter table historial alter column id set generated always;
    alter table historial enable trigger all; delete from historial_cadenas;
    insert into historial_cadenas (cadena, eslabones, hash)
      select c, 0, sha256(convert_to('cadena ' || c, 'UTF8')) from generate_series(0, 15) as c;
    ${functions}`);
  forget();
  rmSync(anclas(), { force: true });
  await saveAnclas(portal.services);
});

/** A process knows what it saw; another one does not. */
const forget = () => openHistorial(portal.services.db, portal.services.secrets);

const sql = (text: string) => portal.services.database.execute(text);
const rows = async (text: string) => (await sql(text)).rows as Record<string, any>[];

/** As many transactions, so that every chain has some. */
const record = async (many: number, accion: Accion = 'prueba.hacer') => {
  for (let paso = 0; paso < many; paso++) {
    await portal.services.db.transaction().execute((trx) =>
      recordCambio(trx, accion, {
        actorUid: 'ana',
        id: String(paso),
        despues: { paso, texto: 'Ñandú "«' },
      }),
    );
  }
};

const anclas = () => join(portal.services.env.dataDir, 'auditoria/anclas.jsonl');

const verify = async () => {
  const { http, result } = await portal.call('verifyHistorial', null, { token });
  expect(http).toBe(200);
  return result as {
    integro: boolean;
    anotaciones: number;
    problemas: string[];
    anclas: { comparadas: number; desde: string | null };
  };
};
const problems = async () => {
  const { integro, problemas } = await verify();
  expect(integro).toBe(problemas.length === 0);
  return problemas.join('\n');
};

/** Chains every row anew, as the database itself does, and writes the heads. */
const chainAgain = () =>
  sql(`do $$
    declare r record; c int; h bytea; n bigint;
    begin
      for c in 0..15 loop
        h := sha256(convert_to('cadena ' || c, 'UTF8'));
        n := 0;
        for r in select ctid, * from historial where cadena = c order by eslabon, id loop
          n := n + 1;
          h := sha256(h || r.firma || convert_to(r.id || ' ' || c || ' ' || n, 'UTF8'));
          update historial set eslabon = n, hash = h where ctid = r.ctid;
        end loop;
        update historial_cadenas set eslabones = n, hash = h where cadena = c;
      end loop;
    end $$`);
const asOwner = async (text: string) => {
  await sql(`alter table historial disable trigger all;
    alter table historial drop constraint if exists historial_cadena_eslabon_key; ${text}`);
};

it('nobody touched it: whole, against the anchors of the start', async () => {
  await record(40);
  const { integro, anotaciones, anclas } = await verify();
  expect({ integro, anclas }).toEqual({
    integro: true,
    anclas: { comparadas: 16, desde: expect.any(String), hasta: expect.any(String) },
  });
  expect(anotaciones).toBe(40);
});

it('chaining again what is right is no attack', async () => {
  await record(20);
  await asOwner('select 1');
  await chainAgain();
  expect(await problems()).toBe('');
});

it.each([
  ['a chain 17, with its head', 17],
  ['a chain 17 without', 18],
  ['a chain before the first', -1],
])('%s', async (_, cadena) => {
  await record(3);
  const { id } = (await rows('select max(id) as id from historial'))[0]!;
  await asOwner(`insert into historial overriding system value
    select (jsonb_populate_record(h, jsonb_build_object('id', ${id} + 1, 'cadena', ${cadena}, 'eslabon', 1))).*
    from historial h where id = ${id}`);
  if (cadena !== 18) await sql(`insert into historial_cadenas values (${cadena}, 1, '\\x00')`);
  const found = await problems();
  expect(found).toMatch(
    new RegExp(
      `Cadena ${cadena}: no es del historial y tiene anotaciones \\(1; .* id ${id + 1}\\)`,
    ),
  );
  if (cadena !== 18) expect(found).toMatch(/está en historial_cadenas/);
});

it('a head removed and a row of its chain changed', async () => {
  await record(40);
  const { cadena, id } = (
    await rows("select cadena, id from historial where entidad_id = '7'")
  )[0]!;
  await asOwner(`delete from historial_cadenas where cadena = ${cadena};
    update historial set actor_uid = 'otro' where id = ${id}`);
  const found = await problems();
  expect(found).toContain(`Cadena ${cadena}: falta su registro en historial_cadenas.`);
  expect(found).toMatch(new RegExp(`Cadena ${cadena}: .*\\(id ${id}\\) cambió`));
});

it.each([
  ['who', "actor_uid = 'otro'"],
  ['what', "accion = 'otra'"],
  ['about what', "entidad_id = '8'"],
  ['whose file', "persona_id = '00000000-0000-4000-8000-000000000001'"],
  ['before', `antes = '{"paso": 1}'`],
  ['after', `despues = '{"paso": 8}'`],
  ['when', "momento = momento - interval '1 hour'"],
  ['why', "motivo = 'porque sí'"],
  ['from where', "origen = '203.0.113.1'"],
  ['the request', "peticion_id = 'otra'"],
  ['who signed', "emisor = '\\x0000000000000000'"],
])('a row that says something else: %s', async (_, change) => {
  await record(9);
  const { id } = (await rows("select id from historial where entidad_id = '7'"))[0]!;
  await asOwner(`update historial set ${change} where id = ${id}`);
  await chainAgain();
  expect(await problems()).toMatch(new RegExp(`\\(id ${id}\\) cambió o no está en su lugar`));
});

it('functions of the database that are others', async () => {
  await record(3);
  // Whoever writes is somebody else from now on; the chain is as it should be.
  const { definition } = (
    await rows("select pg_get_functiondef('historial_anotar'::regproc) as definition")
  )[0]!;
  await sql(
    definition.replace('values (nuevo, momento, actor_uid', "values (nuevo, momento, 'nadie'"),
  );
  await record(1, 'prueba.ajena');
  expect(await problems()).toMatch(/cambió o no está en su lugar/);

  // A chain that says nothing of what was before.
  await sql(`${definition}; create or replace function historial_eslabonar(
    anterior bytea, firma bytea, id bigint, cadena smallint, eslabon bigint) returns bytea
    language sql immutable as $$ select firma $$`);
  await record(1, 'prueba.suelta');
  const { id } = (await rows("select id from historial where accion = 'prueba.suelta'"))[0]!;
  expect(await problems()).toMatch(new RegExp(`\\(id ${id}\\) cambió`));
});

it('all of it removed before the first hour is over', async () => {
  await record(60);
  await asOwner('delete from historial');
  await chainAgain();
  expect(await problems()).toMatch(/falta o no es el que este servidor vio|fuera de la base/);
});

describe('a row removed, and the chain closed behind it', () => {
  const remove = async () => {
    await asOwner("delete from historial where entidad_id = '7' and entidad = 'prueba'");
    await chainAgain();
    forget();
  };

  it('before an anchor', async () => {
    await record(9);
    await saveAnclas(portal.services);
    await remove();
    expect(await problems()).toMatch(/no coincide con el que se anotó fuera de la base el /);
  });

  it('since the last one: those after it say that it was there', async () => {
    await record(120);
    await remove();
    expect(await problems()).toMatch(/falta o no es el que había cuando se hizo la anotación id/);
  });
});

it('a signed row written twice', async () => {
  await record(9);
  const { id } = (await rows('select max(id) as id from historial'))[0]!;
  await asOwner(`insert into historial overriding system value
    select (jsonb_populate_record(h, jsonb_build_object('id', ${id} + 1, 'eslabon', h.eslabon + 100))).*
    from historial h where entidad_id = '7' and entidad = 'prueba'`);
  await chainAgain();
  expect(await problems()).toMatch(new RegExp(`\\(id ${id + 1}\\) es copia de otra`));
});

it.each([
  ['without a signature', 'null'],
  ['with one that is nobody’s', `sha256('x')`],
])('a row written by hand, %s', async (_, firma) => {
  await record(9);
  const { id } = (await rows('select max(id) as id from historial'))[0]!;
  await asOwner(`insert into historial overriding system value
    select (jsonb_populate_record(h, jsonb_build_object('id', ${id} + 1, 'eslabon', h.eslabon + 100,
      'actor_uid', 'otro', 'firma', ${firma === 'null' ? 'null' : firma}))).*
    from historial h where entidad_id = '7' and entidad = 'prueba'`);
  if (firma !== 'null') await chainAgain();
  else {
    await sql(`update historial h set eslabon = c.eslabones + 1 from historial_cadenas c
        where h.id = ${id} + 1 and c.cadena = h.cadena;
      update historial_cadenas c set eslabones = h.eslabon, hash = h.hash from historial h
        where h.id = ${id} + 1 and c.cadena = h.cadena`);
  }
  expect(await problems()).toMatch(
    new RegExp(`\\(id ${id + 1}\\) (no lleva la firma del portal|cambió o no está en su lugar)`),
  );
});

it('a row beyond the end of its chain', async () => {
  await record(9);
  const { id } = (await rows('select max(id) as id from historial'))[0]!;
  await asOwner(`insert into historial overriding system value
    select (jsonb_populate_record(h, jsonb_build_object('id', ${id} + 1, 'eslabon', h.eslabon + 100))).*
    from historial h where entidad_id = '7' and entidad = 'prueba'`);
  expect(await problems()).toMatch(/está después del último que se registró/);
});

it('another id: another place in the list', async () => {
  await record(40);
  const { id } = (
    await rows("select id from historial where entidad_id = '7' and entidad = 'prueba'")
  )[0]!;
  await asOwner(`alter table historial alter column id set generated by default;
    update historial set id = id + 100000 where id = ${id}`);
  expect(await problems()).toMatch(/no está en su lugar|falta al menos una/);
});

it('an id that stands twice, wherever a block of the reading ends', async () => {
  await portal.services.db.transaction().execute((trx) =>
    recordCambios(
      trx,
      'prueba.varias',
      Array.from({ length: 1_200 }, (_, i) => ({ id: String(i) })),
      { actorUid: 'ana' },
    ),
  );
  expect(await problems()).toBe('');
  await asOwner(`alter table historial drop constraint historial_pkey;
    insert into historial overriding system value
    select (jsonb_populate_record(h, jsonb_build_object('actor_uid', 'otro'))).*
    from historial h where id between 480 and 520`);
  const found = await problems();
  expect(found).toMatch(/no está en su lugar/);
  // And a whole block of one and the same.
  await sql(`insert into historial overriding system value
    select h.* from historial h, generate_series(1, 1100) where h.id = 600 limit 1100`);
  expect(await problems()).toMatch(/problemas más/);
});

describe('the anchors', () => {
  it('all gone', async () => {
    await record(3);
    rmSync(anclas());
    const { integro, problemas, anclas: told } = await verify();
    expect(integro).toBe(false);
    expect(problemas).toEqual([expect.stringMatching(/^No hay anclas con qué comparar/)]);
    expect(told).toMatchObject({ comparadas: 0, desde: null });
  });

  it('are not emptied by the application', async () => {
    await expect(sql('truncate historial')).rejects.toThrow(/solo crece/);
    expect(readFileSync(anclas(), 'utf8')).toMatch(/"firma":"[0-9a-f]{64}"\}\n$/);
  });
});

it('the key never travels to the database', async () => {
  const { secrets, db } = portal.services;
  const sent: unknown[] = [];
  const pads = (key: Buffer, by: number) =>
    Buffer.concat([key, Buffer.alloc(32)]).map((byte) => byte ^ by);
  const keys = ['historial', 'historial.firma', 'historial.anclas'].flatMap((label) => {
    const key = secrets.derive(label);
    return [key, pads(key, 0x36), pads(key, 0x5c)].map((one) => Buffer.from(one).toString('hex'));
  });
  const spied = db.withPlugin({
    transformQuery: ({ node }) => {
      JSON.stringify(node, (_, value) => {
        if (value instanceof Uint8Array) sent.push(Buffer.from(value).toString('hex'));
        else if (value?.type === 'Buffer') sent.push(Buffer.from(value.data).toString('hex'));
        else if (typeof value === 'string') sent.push(value);
        return value;
      });
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await spied.transaction().execute(async (trx) => {
    const comun = { actorUid: 'ana' };
    await recordCambio(trx, 'prueba.espiar', { id: '1', ...comun });
    await recordCambios(trx, 'prueba.espiar', [{ id: '2' }, { id: '3' }], comun);
  });
  const all = sent.join(' ');
  expect(all).toContain('prueba.espiar');
  for (const key of keys) expect(all).not.toContain(key);
});
