import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../../tests/factories/cuentas.ts';
import { startTestPortal, type TestPortal } from '../../../../../../tests/portal.ts';
import { expectRefused } from '../../../../../../tests/refused.ts';
import { inspectTable, withTable } from '../../../../../platform/server/hojas/read.ts';
import type { ResultadoLote } from '../../../../../platform/shared/resultado-lote.ts';

let portal: TestPortal;
let admin: { uid: string; token: string };
let escolar: { uid: string; token: string };

beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.stop());
beforeEach(async () => {
  await portal.services.db.deleteFrom('cuentas').execute();
  admin = await makeCuenta(portal, { role: 'Admin' });
  escolar = await makeCuenta(portal, { role: 'Escolar' });
});

/** `many` accounts `m000`…, unverified. */
const makeMany = (many: number) =>
  portal.services.database.execute(
    `insert into cuentas (uid, email, email_verified, password_hash, display_name)
     select 'm' || lpad(i::text, 3, '0'), 'm' || i || '@varias.example', false, 'x', 'VARIAS ' || i
     from generate_series(1, ${many}) i`,
  );

const apply = async (accion: string, parte: object, token = admin.token): Promise<ResultadoLote> =>
  (await portal.call('applyToUsuarios', { accion, parte }, { token })).result;

const disabled = async () =>
  (
    await portal.services.db
      .selectFrom('cuentas')
      .select('uid')
      .where('disabled', '=', true)
      .orderBy('uid')
      .execute()
  ).map(({ uid }) => uid);

it('only an Admin does anything to many accounts', async () => {
  const data = { accion: 'deshabilitar', parte: { ids: [admin.uid] } };
  await expectRefused(portal.call, [{ token: escolar.token }], { applyToUsuarios: data });
  const all = { accion: 'deshabilitar', parte: { filtros: {}, excepto: [], tras: null, mas: 1 } };
  expect((await portal.call('applyToUsuarios', all, { token: admin.token })).http).toBe(400);
  expect(await disabled()).toEqual([]);
});

it('disables the chosen, tells which could not be, and writes each in the history', async () => {
  await makeMany(3);
  await portal.services.database.execute("update cuentas set disabled = true where uid = 'm002'");
  const ids = [admin.uid, escolar.uid, 'm001', 'm002', 'no-existe'];
  const done = await apply('deshabilitar', { ids });
  expect(done).toMatchObject({ cambiadas: 2, sinCambio: 1, siguiente: null });
  expect(done.fallas).toEqual([
    expect.objectContaining({ id: admin.uid, mensaje: expect.stringMatching(/su propia cuenta/) }),
  ]);
  expect(await disabled()).toEqual([escolar.uid, 'm001', 'm002'].sort());
  // Their sessions are over.
  expect((await portal.call('listSesiones', null, { token: escolar.token })).http).toBe(401);
  const notes = await portal.services.db
    .selectFrom('historial')
    .select(['entidad_id', 'actor_uid'])
    .where('accion', '=', 'cuenta.deshabilitar')
    .where('entidad_id', 'in', [escolar.uid, 'm001'])
    .execute();
  expect(notes.map(({ actor_uid }) => actor_uid)).toEqual([admin.uid, admin.uid]);
  expect((await apply('habilitar', { ids })).cambiadas).toBe(3);
});

it('goes on part by part over what the filters show, but what was left out', async () => {
  await makeMany(120);
  const filtros = { estado: 'sinVerificar', busqueda: 'varias' };
  let tras: string | null = null;
  const figures = { cambiadas: 0, partes: 0 };
  do {
    const done: ResultadoLote = await apply('deshabilitar', {
      filtros,
      excepto: ['m007', 'm100'],
      tras,
    });
    figures.cambiadas += done.cambiadas;
    figures.partes += 1;
    tras = done.siguiente;
  } while (tras !== null);
  // What has been disabled is no longer «sin verificar»: none is skipped for that.
  expect(figures).toEqual({ cambiadas: 118, partes: 3 });
  expect(await disabled()).not.toContain('m007');
});

it('never leaves the school without an Admin', async () => {
  const other = await makeCuenta(portal, { role: 'Admin' });
  await Promise.all([
    apply('deshabilitar', { ids: [admin.uid, other.uid] }),
    apply('deshabilitar', { ids: [admin.uid, other.uid] }, other.token),
  ]);
  const { rows } = await portal.services.database.execute(
    "select count(*)::int as n from cuentas where role = 'Admin' and not disabled",
  );
  expect(rows[0]!.n).toBe(1);
});

it('ends sessions and sends verifications where there is something to do', async () => {
  await makeMany(2);
  await portal.services.database.execute("update cuentas set disabled = true where uid = 'm002'");
  const ids = [escolar.uid, 'm001', 'm002'];
  expect(await apply('terminarSesiones', { ids })).toMatchObject({ cambiadas: 1, sinCambio: 2 });
  const sent = await apply('reenviarVerificacion', { ids });
  expect(sent).toMatchObject({ cambiadas: 1, sinCambio: 1 });
  expect(sent.fallas).toEqual([
    { id: 'm002', nombre: 'VARIAS 2', mensaje: 'La cuenta está deshabilitada.' },
  ]);
  expect((await portal.mails()).map(({ to }) => to)).toContain('m1@varias.example');
});

it('the list is exported as the filters show it, to an Admin; the history keeps no search', async () => {
  await makeMany(3);
  const start = (filtros: object, token = admin.token) =>
    portal.call('startExportacion', { hoja: 'usuarios', tipo: 'csv', filtros }, { token });
  expect((await start({}, escolar.token)).http).toBe(403);
  expect((await start({ otro: 1 })).http).toBe(400);
  const rowsOf = async (filtros: object) => {
    const { result } = await start(filtros);
    for (;;) {
      const row = await portal.services.trabajos.find(result.trabajo);
      if (row?.terminado_en) {
        expect(row.mensaje).toMatch(/^Se export/);
        const url = `${portal.url}/api/exportaciones/${row.resultado!.archivo!.id}`;
        const file = await fetch(url, { headers: { authorization: `Bearer ${admin.token}` } });
        const path = join(portal.services.env.dataDir, 'bajado.csv');
        writeFileSync(path, Buffer.from(await file.arrayBuffer()));
        const cells = await withTable(path, await inspectTable(path), async ({ blocks }) => {
          const all = [];
          for await (const block of blocks) all.push(...block.map((one) => one.cells));
          return all;
        });
        return { url, cells };
      }
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  };
  expect((await rowsOf({})).cells).toHaveLength(5);
  const { cells } = await rowsOf({ busqueda: 'várias', estado: 'sinVerificar', excepto: ['m002'] });
  expect(cells.map(([nombre, , rol, estado]) => [nombre, rol, estado])).toEqual([
    ['VARIAS 1', null, 'Sin verificar'],
    ['VARIAS 3', null, 'Sin verificar'],
  ]);
  const { cells: chosen, url } = await rowsOf({ solo: [escolar.uid, 'm003'] });
  expect(chosen).toHaveLength(2);
  const notes = await portal.services.db
    .selectFrom('historial')
    .select('despues')
    .where('accion', '=', 'hoja.pedirExportacion')
    .orderBy('id')
    .execute();
  expect(notes[1]?.despues).toEqual({
    hoja: 'usuarios',
    tipo: 'csv',
    filtros: { busqueda: '(con texto)', estado: 'sinVerificar', excepto: '(1)' },
  });
  // Who is no longer an Admin cannot have the file either.
  await portal.services.database.execute(`update cuentas set role = 'Escolar' where uid = $1`, [
    admin.uid,
  ]);
  const late = await fetch(url, { headers: { authorization: `Bearer ${admin.token}` } });
  expect(late.status).toBe(403);
});
