import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import { makeCurp, makePersona } from '../../../../../tests/factories/personas.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import { expectRefused } from '../../../../../tests/refused.ts';
import { APARTADOS } from '../../apartados/definiciones/rules.ts';
import type { Valores } from '../../apartados/rules.ts';
import { claveDeFalta, faltasDe } from '../../completitud/rules.ts';
import { COMPLETITUD } from '../rules.ts';

let portal: TestPortal;
let staff: { uid: string; token: string };
let email: string;
const ids: Record<string, string> = {};
beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
  const { db } = portal.services;
  staff = await makeCuenta(portal, { role: 'Escolar' });
  const people: [string, object?][] = [
    ['NÚÑEZ ÁVILA ÑANDÚ'],
    ['BEATRIZ HERNÁNDEZ SOTO', { curpDeclarada: 'HESB850101MDFRTT09' }],
    ['ANA ZARATE LEÓN', { correoConocido: 'ana.zarate@correo.example' }],
    ['ana zarate león'],
    ['CARLOS MUÑOZ RÍOS', { discrepancias: ['nombre'] }],
  ];
  for (const [nombreCompleto, more] of people) {
    const curp = nombreCompleto.startsWith('CARLOS') ? makeCurp() : null;
    const key = curp ? { curp, clave: curp } : {};
    const { id } = await makePersona(db, { nombreCompleto, ...key, ...more });
    ids[`${nombreCompleto}${ids[nombreCompleto] ? ' 2' : ''}`] = id;
  }
  ({ email } = await makeCuenta(portal, { personaId: ids['BEATRIZ HERNÁNDEZ SOTO']! }));
});
afterAll(() => portal.stop());

const list = async (input: object = {}, token = staff.token) =>
  portal.call('listPersonas', input, { token });
const names = async (input: object) =>
  (await list(input)).result.filas.map((p: { nombreCompleto: string }) => p.nombreCompleto);

it('shows everybody in the order of their names, page after page and back, in both directions', async () => {
  const all = await names({});
  expect(all).toEqual(
    all.toSorted((a: string, b: string) => a.localeCompare(b, 'es', { sensitivity: 'base' })),
  );
  expect(all).toHaveLength(5);
  expect(await names({ descendente: true })).toEqual(all.toReversed());
  for (const descendente of [false, true]) {
    const seen: string[] = [];
    const firsts: string[][] = [];
    let tras: string | undefined;
    do {
      const { result } = await list({ porPagina: 2, descendente, ...(tras && { tras }) });
      firsts.push(result.filas.map((p: { id: string }) => p.id));
      seen.push(...result.filas.map((p: { nombreCompleto: string }) => p.nombreCompleto));
      tras = result.siguiente ?? undefined;
    } while (tras);
    expect(seen).toEqual(descendente ? all.toReversed() : all);
    const back = await list({ porPagina: 2, descendente, antes: firsts[1]![0] });
    expect(back.result.filas.map((p: { id: string }) => p.id)).toEqual(firsts[0]);
  }
});

it('finds by words in any order, without accents, by a slip, by key and by address', async () => {
  expect(await names({ busqueda: 'avila nunez' })).toEqual(['NÚÑEZ ÁVILA ÑANDÚ']);
  const slip = await list({ busqueda: 'beatris hernandes' });
  expect(slip.result).toMatchObject({ parecidas: true, siguiente: null });
  expect(slip.result.filas[0].nombreCompleto).toBe('BEATRIZ HERNÁNDEZ SOTO');
  expect(await names({ busqueda: 'Ana.Zarate@Correo.example' })).toEqual(['ANA ZARATE LEÓN']);
  expect(await names({ busqueda: email.toUpperCase() })).toEqual(['BEATRIZ HERNÁNDEZ SOTO']);
  expect(await names({ busqueda: 'nadie@correo.example' })).toEqual([]);
  const { clave } = (await list({ busqueda: 'muñoz' })).result.filas[0];
  expect(await names({ busqueda: clave.toLowerCase() })).toEqual(['CARLOS MUÑOZ RÍOS']);
});

it('shows what waits for staff, and who has no account', async () => {
  expect(await names({ pendiente: 'discrepancias' })).toEqual(['CARLOS MUÑOZ RÍOS']);
  expect(await names({ pendiente: 'curpDeclarada' })).toEqual(['BEATRIZ HERNÁNDEZ SOTO']);
  expect(await names({ pendiente: 'sinCurp' })).not.toContain('CARLOS MUÑOZ RÍOS');
  expect(await names({ cuenta: 'con' })).toEqual(['BEATRIZ HERNÁNDEZ SOTO']);
  expect(await names({ cuenta: 'sin' })).toHaveLength(4);
  expect((await list({ cuenta: 'con' })).result.filas[0]).toMatchObject({
    correo: email,
    conCuenta: true,
    conCurp: false,
    curpDeclarada: 'HESB850101MDFRTT09',
  });
});

it('leads to what waits of somebody: the pair that may be one with theirs, and to who administers them, their account', async () => {
  const { db } = portal.services;
  const admin = await makeCuenta(portal, { role: 'Admin' });
  const of = async (busqueda: string, token?: string) =>
    (await list({ busqueda }, token)).result.filas[0];
  expect(await of('beatriz')).toMatchObject({ conCuenta: true, cuenta: null, duplicado: null });
  expect((await of('beatriz', admin.token)).cuenta).toEqual(expect.any(String));
  const [a, b] = [ids['BEATRIZ HERNÁNDEZ SOTO']!, ids['CARLOS MUÑOZ RÍOS']!].sort();
  const pair = await db
    .insertInto('duplicados')
    .values({
      persona_id: a!,
      otra_persona_id: b!,
      puntaje: 90,
      motivos: sql`array['nombre']`,
      reparos: sql`array[]::text[]`,
      estado: 'pendiente',
      huella: 'x',
      hallado_en: new Date(),
      visto_en: new Date(),
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  expect((await of('beatriz')).duplicado).toBe(pair.id);
  expect((await of('carlos')).duplicado).toBe(pair.id);
  await db.deleteFrom('duplicados').where('id', '=', pair.id).execute();
});

it('is for staff, and is in the history of everybody shown', async () => {
  const persona = await makeCuenta(portal);
  expect((await list({}, persona.token)).error?.status).toBe('PERMISSION_DENIED');
  const admin = await makeCuenta(portal, { role: 'Admin' });
  await list({ busqueda: 'nandu' }, admin.token);
  const rows = await portal.services.db
    .selectFrom('historial')
    .select(['actor_uid', 'despues'])
    .where('accion', '=', 'expediente.listar')
    .where('actor_uid', '=', admin.uid)
    .execute();
  expect(rows).toEqual([
    { actor_uid: admin.uid, despues: { personas: [ids['NÚÑEZ ÁVILA ÑANDÚ']] } },
  ]);
});

it('counts what waits, until it was looked at', async () => {
  const { db } = portal.services;
  const staff = await makeCuenta(portal, { role: 'Escolar' });
  const count = async () =>
    (await portal.call('getPendientesPersonas', null, { token: staff.token })).result;
  const before = await count();
  const una = await makePersona(db, { discrepancias: ['nombre'] });
  const { sinCurp, discrepancias } = before;
  expect(await count()).toEqual({ sinCurp: sinCurp + 1, discrepancias: discrepancias + 1 });
  await portal.call(
    'reviewDiscrepanciasPersona',
    { clave: una.clave, discrepancias: ['nombre'], nota: 'Se comparó con su acta.' },
    { token: staff.token },
  );
  expect(await count()).toEqual({ sinCurp: sinCurp + 1, discrepancias });
});

it('is for staff alone', async () => {
  const { token } = await makeCuenta(portal);
  await expectRefused(portal.call, [{ token }], { listPersonas: {}, getPendientesPersonas: null });
});

describe('what the list looks for and filters by', () => {
  /** Somebody whose names nobody else has, and what the list shows of them. */
  const someone = async (nombreCompleto: string, more: object = {}) => {
    const persona = await makePersona(portal.services.db, { nombreCompleto, ...more });
    const isShown = async (input: object) => (await names(input)).includes(nombreCompleto);
    const save = (apartado: string, valores: Valores, over: object = {}) =>
      portal.call(
        'saveEntradaPersona',
        { clave: persona.clave, apartado, id: randomUUID(), version: null, valores, ...over },
        { token: staff.token },
      );
    return { ...persona, isShown, save };
  };

  it('finds by telephone however it is written, by número de expediente, by the beginning of either', async () => {
    const { isShown, save } = await someone('IRIS TELEFÓNICA UNO');
    const { result } = await save('telefono', { clase: 'celular', numero: '81 2345 6789' });
    await save('servicio', { expediente: 'jc-7788', ingreso: '2015-02-01' });
    for (const busqueda of [
      '8123456789',
      '81 2345 6789',
      '(81) 2345-6789',
      '+52 1 81 2345 6789',
      '044 81 2345 6789',
      '81234',
      'iris 8123456789',
      'JC-7788',
      'jc-77',
    ]) {
      expect([busqueda, await isShown({ busqueda })]).toEqual([busqueda, true]);
    }
    // Not from its middle: four digits would be in a telephone of every thousandth.
    expect(await isShown({ busqueda: '3456' })).toBe(false);
    await save(
      'telefono',
      { clase: 'celular', numero: '+1 202 555 0123' },
      { id: result.id, version: 1 },
    );
    expect(await isShown({ busqueda: '8123456789' })).toBe(false);
    expect(await isShown({ busqueda: '+1 202-555-0123' })).toBe(true);
  });

  it('finds by CURP or a part, by the key of before, by the beginning of an address', async () => {
    const curp = makeCurp();
    const { id, isShown } = await someone('NORA CLAVES DOS', {
      curp,
      clave: curp,
      correoConocido: 'nora.dos@correo.example',
    });
    await portal.services.db
      .insertInto('claves_anteriores')
      .values({ clave: 'SC999999990', persona_id: id, anterior_id: null, datos: '{}' })
      .execute();
    for (const busqueda of [curp, curp.toLowerCase(), curp.slice(0, 10), 'sc999999990']) {
      expect([busqueda, await isShown({ busqueda })]).toEqual([busqueda, true]);
    }
    expect(await isShown({ busqueda: 'nora.dos@' })).toBe(true);
    const { email: own } = await makeCuenta(portal, { personaId: id });
    expect(await isShown({ busqueda: own })).toBe(true);
  });

  it('finds short words where a word begins, and by a slip in a name that nobody else has', async () => {
    await someone('LI WENDOLYNE XU');
    expect(await names({ busqueda: 'li xu' })).toEqual(['LI WENDOLYNE XU']);
    const slip = await list({ busqueda: 'wendoline' });
    expect(slip.result).toMatchObject({ parecidas: true, total: 1, siguiente: null });
    expect(await names({ busqueda: 'wndolyne xu' })).toEqual(['LI WENDOLYNE XU']);
    expect(await names({ busqueda: 'qqqqq' })).toEqual([]);
    // A percent sign, an underline and a backslash are what they are.
    expect(await names({ busqueda: '%' })).toEqual([]);
    expect((await list({ busqueda: 'wendol_ne' })).result.parecidas).toBe(true);
  });

  it('filters by where people work now, and follows them and their órgano when they move', async () => {
    const { db, database } = portal.services;
    const { rows } = await database.execute(
      `select o.id as organo, r.id as residencia, r.padre_id as circuito,
         (select id from catalogo_items where catalogo = 'circuitos' and id <> r.padre_id limit 1) as otro,
         (select id from catalogo_items where catalogo = 'categorias' and activo limit 1) as categoria
       from catalogo_items o join catalogo_items r on r.id = o.padre_id
       where o.catalogo = 'organos' and o.activo and r.catalogo = 'residencias' limit 1`,
    );
    const { organo, residencia, circuito, otro, categoria } = rows[0] as Record<string, string>;
    const { isShown, save } = await someone('PÍA ADSCRITA TRES');
    const empleo = { organo: organo!, categoria: categoria!, desde: '2020-01-01' };
    const { result, error } = await save('empleo', empleo);
    expect(error).toBeUndefined();
    for (const input of [
      { organo },
      { circuito },
      { categoria },
      { organo, circuito, categoria },
    ]) {
      expect(await isShown(input)).toBe(true);
    }
    const { filas } = (await list({ organo, busqueda: 'pia adscrita' })).result;
    expect(filas[0]).toMatchObject({ adscripcion: expect.any(String), faltan: 7 });
    expect(filas[0].circuito).toEqual(expect.any(String));
    expect(await isShown({ circuito: otro })).toBe(false);
    const move = (to: string) =>
      db
        .updateTable('catalogo_items')
        .set({ padre_id: to })
        .where('id', '=', residencia!)
        .execute();
    await move(otro!);
    expect(await isShown({ circuito: otro })).toBe(true);
    expect(await isShown({ circuito })).toBe(false);
    await move(circuito!);
    // Over: it is where somebody was.
    await save('empleo', { ...empleo, hasta: '2021-01-01' }, { id: result.id, version: 1 });
    expect(await isShown({ organo })).toBe(false);
  });

  it('filters by the states of documents, as they change, of the last version of each type', async () => {
    const { db, database } = portal.services;
    const { id, isShown } = await someone('OLGA DOCUMENTADA CUATRO');
    const { rows } = await database.execute(
      "select id from catalogo_items where catalogo = 'tipos-documento' and activo order by clave limit 1",
    );
    const [{ id: tipo_id }] = rows as [{ id: string }];
    const send = (version: number) =>
      db
        .insertInto('documentos')
        .values({
          persona_id: id,
          tipo_id,
          version,
          estado: 'pendiente',
          nombre: 'a.pdf',
          objeto: randomUUID(),
          sha256: '',
          bytes: 1,
          content_type: 'application/pdf',
          creado_en: new Date(),
        })
        .execute();
    const become = (version: number, estado: 'validado' | 'rechazado' | 'vencido') =>
      db
        .updateTable('documentos')
        .set({ estado })
        .where('persona_id', '=', id)
        .where('version', '=', version)
        .execute();
    const states = async () => {
      const { filas } = (await list({ busqueda: 'olga documentada' })).result;
      for (const documentos of filas[0].documentos)
        expect(await isShown({ documentos })).toBe(true);
      return filas[0].documentos;
    };
    expect(await states()).toEqual(['ninguno']);
    await send(1);
    expect(await states()).toEqual(['pendiente']);
    await become(1, 'validado');
    await send(2);
    expect(await states()).toEqual(['pendiente', 'validado']);
    await become(2, 'rechazado');
    expect(await states()).toEqual(['rechazado', 'validado']);
    await become(1, 'vencido');
    expect(await states()).toEqual(['rechazado']);
    expect(await isShown({ documentos: 'vencido' })).toBe(false);
  });

  it('says of any file that it lacks what the rules say', async () => {
    const { database } = portal.services;
    const valores: Record<string, Valores[]> = {
      empleo: [{ hasta: null }, { hasta: '2019-12-31' }, {}],
      estudio: [
        { estado: 'titulado', cedula: '1234567' },
        { estado: 'titulado', cedula: null },
        { estado: 'concluido' },
        { estado: 'trunco' },
      ],
    };
    const entrada = fc.constantFrom(...APARTADOS.map(({ id }) => id)).chain((apartado) =>
      fc.record({
        apartado: fc.constant(apartado),
        datos: fc.constantFrom(...(valores[apartado] ?? [{}])),
      }),
    );
    const files = fc.sample(
      fc.record({ conCurp: fc.boolean(), entradas: fc.array(entrada, { maxLength: 12 }) }),
      300,
    );
    const { rows } = await database.execute(
      `select personas_faltas(x ->> 'curp', x -> 'entradas') as faltas
       from jsonb_array_elements($1::jsonb) with ordinality as t(x, n) order by n`,
      [JSON.stringify(files.map((one) => ({ ...one, curp: one.conCurp ? 'X' : null })))],
    );
    for (const [i, { conCurp, entradas }] of files.entries()) {
      const said = faltasDe({
        conCurp,
        entradas: entradas.map(({ apartado, datos }) => ({ id: '', apartado, valores: datos })),
      }).map(claveDeFalta);
      expect((rows[i] as { faltas: string[] }).faltas.toSorted()).toEqual(said.toSorted());
      for (const falta of said) expect(COMPLETITUD).toContain(`falta-${falta}`);
    }
  });

  it('filters by what a file lacks', async () => {
    const { isShown, save } = await someone('LUZ INCOMPLETA CINCO');
    expect(await isShown({ completitud: 'falta-telefono' })).toBe(true);
    expect(await isShown({ completitud: 'incompleto' })).toBe(true);
    expect(await isShown({ completitud: 'completo' })).toBe(false);
    await save('telefono', { clase: 'celular', numero: '81 2345 6700' });
    expect(await isShown({ completitud: 'falta-telefono' })).toBe(false);
    expect((await list({ completitud: 'falta-nada' })).error?.status).toBe('INVALID_ARGUMENT');
  });
});
