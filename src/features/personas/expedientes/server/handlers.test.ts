import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import { makeCurp, makePersona } from '../../../../../tests/factories/personas.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';

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
  for (const name of ['listPersonas', 'getPendientesPersonas']) {
    const data = name === 'listPersonas' ? {} : null;
    expect((await portal.call(name, data, { token })).error?.status).toBe('PERMISSION_DENIED');
    expect((await portal.call(name, data)).error?.status).toBe('UNAUTHENTICATED');
  }
});
