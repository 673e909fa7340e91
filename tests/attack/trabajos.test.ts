/**
 * S4: losing the role and going on by the jobs that one asked for while one had it. S11: asking for so many that
 * others wait.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ArchivoRecibido, Trabajo } from '../../src/features/trabajos/contract.ts';
import { defineHoja } from '../../src/platform/server/hojas/define.ts';
import { isStaff } from '../../src/platform/shared/policy.ts';
import { makeCuenta, signInByWire } from '../factories/cuentas.ts';
import { writePersonas } from '../factories/hojas.ts';
import { startTestPortal, type TestPortal } from '../portal.ts';
import { LONG } from './long.ts';

/** A list whose export waits between blocks until it is let on. */
let letOn: (() => void)[] = [];
let begun: string[] = [];
const lenta = defineHoja<{ clave: string }>({
  id: 'prueba-lenta',
  title: 'pruebas',
  columns: [{ key: 'clave', header: 'Clave', example: 'A' }],
  policy: isStaff,
  async *exportRows(_filters, { actorUid }) {
    begun.push(actorUid);
    for (const clave of ['a', 'b', 'c']) {
      await new Promise<void>((resolve) => letOn.push(resolve));
      yield [{ clave }];
    }
  },
});

const ROWS = LONG ? 3_000 : 1_200;
let portal: TestPortal;
let admin: { uid: string; token: string };
let escolar: { uid: string; email: string; token: string };
let file: Buffer;
beforeAll(async () => {
  portal = await startTestPortal({}, { portal: { hojas: [lenta] } });
  admin = await makeCuenta(portal, { role: 'Admin' });
  const dir = mkdtempSync(join(tmpdir(), 'ataque-'));
  await writePersonas(join(dir, 'personas.csv'), 'csv', ROWS);
  file = readFileSync(join(dir, 'personas.csv'));
  rmSync(dir, { recursive: true });
});
afterAll(() => portal.stop());
beforeEach(async () => {
  escolar = await makeCuenta(portal, { role: 'Escolar' });
  [letOn, begun] = [[], []];
});

const by = ({ token }: { token: string }) => ({ token });
/** Their sessions end with it: they sign in again. */
const setRoleUsuario = async (role: string | null) => {
  expect((await portal.call('setRoleUsuario', { uid: escolar.uid, role }, by(admin))).http).toBe(
    200,
  );
  escolar.token = await signInByWire(portal, escolar.email);
};

const startImport = async (): Promise<string> => {
  const response = await fetch(`${portal.url}/api/importaciones?hoja=personas&nombre=lista.csv`, {
    method: 'POST',
    headers: { authorization: `Bearer ${escolar.token}` },
    body: file as never,
  });
  const { archivo, correspondencia } = ((await response.json()) as { result: ArchivoRecibido })
    .result;
  const data = { hoja: 'personas', archivo, correspondencia };
  return (await portal.call('startImportacion', data, by(escolar))).result.trabajo;
};
const startExport = async (who: { token: string } = escolar): Promise<string> =>
  (await portal.call('startExportacion', { hoja: 'prueba-lenta', tipo: 'csv' }, by(who))).result
    .trabajo;

const find = async (id: string): Promise<Trabajo> => {
  const { result } = await portal.call('listTrabajos', { todos: true }, by(admin));
  return (result.trabajos as Trabajo[]).find((one) => one.id === id)!;
};
const ofEscolar = async (id: string): Promise<Trabajo> =>
  (await portal.call('listTrabajos', {}, by(escolar))).result.trabajos.find(
    (one: Trabajo) => one.id === id,
  );
const until = async (id: string, test: (trabajo: Trabajo) => boolean): Promise<Trabajo> => {
  await expect.poll(async () => test(await find(id)), { interval: 20, timeout: 50_000 }).toBe(true);
  return find(id);
};
const ended = (id: string) => until(id, ({ terminadoEn }) => terminadoEn !== null);
const letBlock = async () => {
  await expect.poll(() => letOn.length, { interval: 5, timeout: 20_000 }).toBeGreaterThan(0);
  letOn.shift()!();
};

const people = async () =>
  (
    await portal.services.database.execute(
      'select (select count(*) from personas)::int as vistas, (select count(*) from personas_todas)::int as todas',
    )
  ).rows[0];
const detenidos = async (id: string) =>
  portal.services.db
    .selectFrom('historial')
    .select(['actor_uid', 'despues'])
    .where('accion', '=', 'trabajo.detener')
    .where('entidad_id', '=', id)
    .execute();

const NO_LONGER = 'la cuenta que lo pidió ya no tiene permiso para hacerlo.';

describe('who is no longer Escolar', () => {
  it('imports nobody by asking again for what they had cancelled', async () => {
    const id = await startImport();
    expect((await portal.call('cancelTrabajo', { id }, by(escolar))).http).toBe(200);
    await setRoleUsuario(null);
    const retried = await portal.call('retryTrabajo', { id }, by(escolar));
    expect(retried.http).toBe(403);
    expect(retried.error?.message).toBe(`No se puede reintentar: ${NO_LONGER}`);
    expect((await portal.call('retryTrabajo', { id }, by(admin))).http).toBe(403);
    expect((await ofEscolar(id)).puedeReintentar).toBe(false);
    expect((await find(id)).estado).toBe('cancelado');
    // What had been written unseen is gone.
    await expect.poll(people).toEqual({ vistas: 0, todas: 0 });
  });

  it('imports nobody by what is half done', async () => {
    const id = await startImport();
    await until(id, ({ mensaje, avance }) => mensaje === 'Preparando las filas' && avance > 0);
    await setRoleUsuario(null);
    const trabajo = await ended(id);
    expect(trabajo).toMatchObject({
      estado: 'fallido',
      mensaje: `Se detuvo: ${NO_LONGER} No se importó ninguna fila.`,
    });
    expect(trabajo.avance).toBeLessThan(ROWS);
    await expect.poll(people).toEqual({ vistas: 0, todas: 0 });
    expect(await detenidos(id)).toEqual([{ actor_uid: null, despues: { motivo: NO_LONGER } }]);

    // With the role again it goes on.
    await setRoleUsuario('Escolar');
    expect((await portal.call('retryTrabajo', { id }, by(escolar))).http).toBe(200);
    expect((await ended(id)).estado).toBe('terminado');
    expect(await people()).toEqual({ vistas: ROWS, todas: ROWS });
    await portal.services.db.deleteFrom('personas').execute();
  });

  it('is given nothing of a list that was being written', async () => {
    const id = await startExport();
    await letBlock();
    await setRoleUsuario(null);
    await letBlock();
    const trabajo = await ended(id);
    expect(trabajo).toMatchObject({
      estado: 'fallido',
      mensaje: `Se detuvo: ${NO_LONGER} No se entregó ningún archivo.`,
    });
    // It was not read to its end.
    expect(letOn).toEqual([]);
    expect(await detenidos(id)).toHaveLength(1);
  });

  it('is given nothing of a list that was only being kept', async () => {
    const id = await startExport();
    await letBlock();
    await letBlock();
    // Between the last block and the file.
    await expect.poll(() => letOn.length, { interval: 5 }).toBe(1);
    await setRoleUsuario(null);
    await letBlock();
    expect((await ended(id)).estado).toBe('fallido');
    const { rows } = await portal.services.database.execute(
      'select count(*)::int as n from trabajos_archivos where propietario = $1',
      [escolar.uid],
    );
    expect(rows[0]).toEqual({ n: 0 });
  });

  it('does not see begin what was waiting', async () => {
    const before = await startExport(admin);
    await letBlock();
    const id = await startExport();
    await setRoleUsuario(null);
    await letBlock();
    await letBlock();
    expect((await ended(before)).estado).toBe('terminado');
    expect((await ended(id)).mensaje).toMatch(/^Se detuvo: /);
    expect(begun).toEqual([admin.uid]);
    expect(await detenidos(id)).toHaveLength(1);
  });

  it('does not download what was ready', async () => {
    const id = await startExport();
    for (let block = 0; block < 3; block++) await letBlock();
    await ended(id);
    const { archivo } = await ofEscolar(id);
    const download = () =>
      fetch(`${portal.url}/api/exportaciones/${archivo?.id}`, {
        headers: { authorization: `Bearer ${escolar.token}` },
      });
    expect((await download()).status).toBe(200);
    await setRoleUsuario(null);
    expect((await download()).status).toBe(403);
    expect((await ofEscolar(id)).archivo).toBeNull();
  });
});

it('whose account is disabled: what it asked for stops', async () => {
  const id = await startExport();
  await letBlock();
  const data = { uid: escolar.uid, disabled: true };
  expect((await portal.call('setDisabledUsuario', data, by(admin))).http).toBe(200);
  await letBlock();
  const trabajo = await ended(id);
  expect(trabajo.mensaje).toBe(
    'Se detuvo: la cuenta que lo pidió está deshabilitada o ya no existe. No se entregó ningún archivo.',
  );
  expect((await portal.call('retryTrabajo', { id }, by(admin))).http).toBe(403);
});

describe('many exports of one person', () => {
  const MANY = LONG ? 400 : 60;
  const MOST = 20;

  it('are refused beyond twenty, and another person is the next', async () => {
    const answers = await Promise.all(
      Array.from({ length: MANY }, () =>
        portal.call('startExportacion', { hoja: 'prueba-lenta', tipo: 'csv' }, by(escolar)),
      ),
    );
    const refused = answers.filter(({ http }) => http === 429);
    expect(refused).toHaveLength(MANY - MOST);
    for (const { error, headers } of refused) {
      expect(error?.message).toMatch(
        /^Ya tiene 20 trabajos en espera.* cancele los que no necesite/,
      );
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const theirs = answers.flatMap(({ result }) => result?.trabajo ?? []) as string[];
    await expect.poll(() => letOn.length).toBe(1);

    const other = await makeCuenta(portal, { role: 'Escolar' });
    const mine = await startExport(other);
    const ofOther = async () =>
      (await portal.call('listTrabajos', {}, by(other))).result.trabajos as Trabajo[];
    expect((await ofOther())[0]).toMatchObject({ id: mine, estado: 'enCola', lugar: 1 });
    const lugares = async () =>
      (await Promise.all(theirs.map(ofEscolar))).map(({ lugar }) => lugar).sort((a, b) => a! - b!);
    // One is under way; the other person comes before all that wait.
    expect((await lugares()).slice(0, 4)).toEqual([null, 2, 3, 4]);

    let open = true;
    const opening = (async () => {
      while (open) {
        letOn.shift()?.();
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    })();
    expect((await ended(mine)).estado).toBe('terminado');
    expect(begun.indexOf(other.uid)).toBe(1);
    expect((await ofOther())[0]?.lugar).toBeNull();
    // Asking again does not put them behind either.
    const again = await startExport(other);
    const from = begun.length;
    expect((await ended(again)).estado).toBe('terminado');
    expect(begun.indexOf(other.uid, from)).toBeLessThanOrEqual(from + 1);
    for (const id of theirs) await portal.call('cancelTrabajo', { id }, by(escolar));
    open = false;
    await opening;
  });

  it('that were refused leave room again when some have ended or were cancelled', async () => {
    const ids: string[] = [];
    for (let i = 0; i < MOST; i++) ids.push(await startExport());
    const data = { hoja: 'prueba-lenta', tipo: 'csv' };
    expect((await portal.call('startExportacion', data, by(escolar))).http).toBe(429);
    await portal.call('cancelTrabajo', { id: ids.at(-1) }, by(escolar));
    ids.push(await startExport());
    // Nor does asking again for one that was cancelled make more of them.
    const retried = await portal.call('retryTrabajo', { id: ids.at(-2) }, by(escolar));
    expect(retried.http).toBe(429);
    for (const id of ids) await portal.call('cancelTrabajo', { id }, by(escolar));
    await letBlock();
  });
});
