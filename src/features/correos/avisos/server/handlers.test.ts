/** By which way avisos come, chosen over HTTP and by mail programs; what honours it; and digests. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import type { Message } from '../../../../platform/server/notificaciones/index.ts';
import {
  CLASES_OBLIGATORIAS,
  CLASES_OPCIONALES,
  type ClaseOpcional,
  type ModoAviso,
} from '../../../../platform/shared/avisos.ts';
import { calendarOf } from '../../../../platform/shared/working-days.ts';
import { modosDelDia, sendResumenes } from '../resumen/server/service.ts';

type Cuenta = Awaited<ReturnType<typeof makeCuenta>>;
let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
});
afterAll(() => portal.stop());

type Modos = { clase: ClaseOpcional; modo: ModoAviso }[];
const TODOS: Modos = CLASES_OPCIONALES.map((clase) => ({ clase, modo: 'correo' }));
const but = (...clases: ClaseOpcional[]): Modos =>
  TODOS.map(({ clase, modo }) => ({ clase, modo: clases.includes(clase) ? 'portal' : modo }));
const VENCER: Modos = [{ clase: 'documentosPorVencer', modo: 'portal' }];
const get = async (who: Cuenta) => (await portal.call('getAvisosPropios', null, who)).result.modos;
const save = (who: Cuenta, modos: readonly object[], antes: readonly object[] = TODOS) =>
  portal.call('saveAvisosPropios', { modos, antes }, who);

const asuntosDe = async ({ email }: Cuenta) => {
  const rows = await portal.services.db
    .selectFrom('correos')
    .select('asunto')
    .where('para', '=', email)
    .orderBy('asunto')
    .execute();
  return rows.map(({ asunto }) => asunto);
};
/** Writes to an account; gives the subjects of all that were written to it. */
const write = async (who: Cuenta, messages: readonly Message[]) => {
  const { db, notificaciones } = portal.services;
  await db.transaction().execute((trx) => notificaciones.notifyAll(trx, messages));
  return asuntosDe(who);
};
const letter = (to: string, subject: string) => ({
  to,
  subject,
  paragraphs: ['Hola.'],
  reason: 'Recibe este mensaje porque sí.',
});
const optional = (who: Cuenta): Message[] =>
  CLASES_OPCIONALES.map((clase) => ({
    ...letter(who.email, clase),
    ...{ clase, uid: who.uid, enlace: '/' },
  }));

it('what is not wanted by mail is kept in the portal only, for that account alone, until it is wanted again', async () => {
  const [ana, eva] = [await makeCuenta(portal), await makeCuenta(portal)];
  const all = [...CLASES_OPCIONALES].sort();
  expect(await get(ana)).toEqual(TODOS);
  // What is not named stays as it was.
  expect((await save(ana, VENCER)).result.modos).toEqual(but('documentosPorVencer'));
  expect([await get(ana), await get(eva)]).toEqual([but('documentosPorVencer'), TODOS]);
  expect(await write(ana, optional(ana))).toEqual(
    all.filter((one) => one !== 'documentosPorVencer'),
  );
  expect(await write(eva, optional(eva))).toEqual(all);
  const { result } = await portal.call('listNotificaciones', {}, ana);
  expect(result.filas.map(({ titulo }: { titulo: string }) => titulo).sort()).toEqual(all);
  expect((await save(ana, TODOS, but('documentosPorVencer'))).result.modos).toEqual(TODOS);
  expect(await write(ana, optional(ana))).toContain('documentosPorVencer');
});

it('what is obligatory always comes, and nobody switches it off', async () => {
  const ana = await makeCuenta(portal);
  for (const clase of CLASES_OBLIGATORIAS) {
    const refused = await save(ana, [{ clase, modo: 'portal' }]);
    expect(refused.error?.status, clase).toBe('INVALID_ARGUMENT');
    // Not even by hand, in the database.
    await portal.services.db
      .insertInto('avisos_elegidos')
      .values({ uid: ana.uid, clase: clase as never, modo: 'portal', desde: new Date() })
      .execute();
  }
  await save(ana, but(...CLASES_OPCIONALES));
  const wrote = CLASES_OBLIGATORIAS.map(
    (clase) => ({ ...letter(ana.email, clase), clase, uid: ana.uid, enlace: null }) as Message,
  );
  expect(await write(ana, [...wrote, ...optional(ana)])).toEqual([...CLASES_OBLIGATORIAS].sort());
  expect(await get(ana)).toEqual(but(...CLASES_OPCIONALES));
});

it('a message without a kind, its account or its link is no message', () => {
  const sinClase = letter('ana@correo.example', 'x');
  // @ts-expect-error a new kind of mail says what it is about
  const uno: Message = sinClase;
  // @ts-expect-error only those that are declared
  const otro: Message = { ...sinClase, clase: 'boletin' };
  // @ts-expect-error whose choice is asked for
  const sinCuenta: Message = { ...sinClase, clase: 'documentosPorVencer', enlace: '/' };
  // @ts-expect-error an optional kind is of an account
  const deNadie: Message = { ...sinClase, clase: 'documentosPorVencer', enlace: '/', uid: null };
  // @ts-expect-error where it leads, or that there is nothing to open
  const sinEnlace: Message = { ...sinClase, clase: 'pedidos', uid: 'x' };
  expect([uno, otro, sinCuenta, deNadie, sinEnlace]).toHaveLength(5);
});

it('of two windows the second is told; sent twice it is done once, and the history has it', async () => {
  const ana = await makeCuenta(portal);
  expect((await portal.call('getAvisosPropios', null)).http).toBe(401);
  expect((await portal.call('saveAvisosPropios', { modos: [], antes: [] })).http).toBe(401);
  await save(ana, VENCER);
  expect((await save(ana, VENCER)).http).toBe(200);
  const late = await save(ana, [{ clase: 'documentosRevisados', modo: 'semanal' }]);
  expect([late.error?.status, late.error?.details?.code]).toEqual(['ABORTED', 'avisos-cambio']);
  expect(await get(ana)).toEqual(but('documentosPorVencer'));
  const rows = await portal.services.db
    .selectFrom('historial')
    .select(['accion', 'actor_uid', 'antes', 'despues'])
    .where('entidad', '=', 'cuenta')
    .where('entidad_id', '=', ana.uid)
    .where('accion', '=', 'cuenta.elegirAvisos')
    .execute();
  const none = { soloEnPortal: [], resumenDiario: [], resumenSemanal: [] };
  expect(rows).toEqual([
    {
      ...{ accion: 'cuenta.elegirAvisos', actor_uid: ana.uid, antes: none },
      despues: { ...none, soloEnPortal: ['documentosPorVencer'] },
    },
  ]);
});

it('an optional letter carries where its kind is left, which a GET does not and a POST does, once', async () => {
  const ana = await makeCuenta(portal);
  const one = (clase: 'resultados' | 'pedidos') =>
    ({ ...letter(ana.email, clase), clase, uid: ana.uid, enlace: '/' }) as Message;
  await write(ana, [one('resultados'), one('pedidos')]);
  const rows = await portal.services.db
    .selectFrom('correos')
    .select(['asunto', 'contenido'])
    .where('para', '=', ana.email)
    .execute();
  const unsubscribeOf = (asunto: string) =>
    (rows.find((row) => row.asunto === asunto)!.contenido as { unsubscribe?: string }).unsubscribe;
  expect(unsubscribeOf('pedidos')).toBeUndefined();
  const address = new URL(unsubscribeOf('resultados')!).pathname;
  // The address says nothing of whom.
  expect(address).not.toContain(ana.uid);
  const send = (path: string, method: 'GET' | 'POST') =>
    fetch(portal.url + path, {
      method,
      redirect: 'manual',
      ...(method === 'POST' && {
        body: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
    });
  const got = await send(address, 'GET');
  expect([got.status, got.headers.get('location')]).toEqual([303, '/preferencias']);
  expect(await get(ana)).toEqual(TODOS);
  expect((await send(`${address.slice(0, -2)}AA`, 'POST')).status).toBe(404);
  for (const _twice of [1, 2]) expect((await send(address, 'POST')).status).toBe(204);
  expect(await get(ana)).toEqual(but('resultados'));
  const acts = await portal.services.db
    .selectFrom('historial')
    .select('accion')
    .where('entidad_id', '=', ana.uid)
    .where('accion', '=', 'cuenta.bajaDeAvisos')
    .execute();
  expect(acts).toHaveLength(1);
});

it('a digest tells once, of a working day at eight, what was not read of the kinds that were chosen', async () => {
  const ana = await makeCuenta(portal);
  await save(ana, [
    { clase: 'resultados', modo: 'diario' },
    { clase: 'encargos', modo: 'semanal' },
  ]);
  const tell = (clase: ClaseOpcional, subject: string, clave?: string) =>
    write(ana, [
      {
        ...letter(ana.email, subject),
        ...{ clase, uid: ana.uid, enlace: `/${subject}` },
        ...(clave !== undefined && { clave }),
      },
    ]);
  const services = (now: string) => ({ ...portal.services, now: () => new Date(now) });
  const at = portal.services.now;
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  // The Tuesday after next: nothing is written by then.
  const tuesday = day(+at() + (((2 - at().getUTCDay() + 7) % 7) + 7) * 86_400_000);
  await tell('resultados', 'acta-uno', 'acta');
  await tell('resultados', 'acta-dos', 'acta');
  await tell('resultados', 'leida');
  await tell('encargos', 'dictamenes');
  await portal.call('saveLecturaNotificaciones', { enlace: '/leida' }, ana);
  const digests = async () =>
    (
      await portal.services.db
        .selectFrom('correos')
        .select(['asunto', 'contenido'])
        .where('para', '=', ana.email)
        .execute()
    )
      .filter(({ asunto }) => asunto.startsWith('Tiene'))
      .map(({ asunto, contenido }) => [asunto, JSON.stringify(contenido)] as const);
  await sendResumenes(services(`${tuesday}T13:59:00Z`));
  expect(await digests()).toEqual([]);
  // Killed with the letter written and not committed: nothing is sent, and the next run sends one.
  const { notificaciones } = portal.services;
  const killed = {
    ...notificaciones,
    notify: async (...args: Parameters<typeof notificaciones.notify>) => {
      await notificaciones.notify(...args);
      throw new Error('killed');
    },
  };
  await expect(
    sendResumenes({ ...services(`${tuesday}T14:00:00Z`), notificaciones: killed }),
  ).rejects.toThrow('killed');
  expect(await digests()).toEqual([]);
  for (const _twice of [1, 2]) await sendResumenes(services(`${tuesday}T14:00:00Z`));
  const [first, ...more] = await digests();
  expect(more).toEqual([]);
  expect(first![0]).toBe('Tiene 1 aviso sin leer');
  expect(first![1]).toContain('acta-dos (2)');
  expect(first![1]).not.toMatch(/leida|dictamenes|acta-uno/);
  // The week after, on its first working day: what waited for it. What was told is not told again.
  const monday = day(Date.parse(`${tuesday}T00:00:00Z`) + 6 * 86_400_000);
  await sendResumenes(services(`${monday}T14:05:00Z`));
  const second = (await digests()).filter((one) => one[1].includes('dictamenes'));
  expect(second).toHaveLength(1);
  expect(second[0]![1]).not.toContain('acta');
});

it('a weekly digest is of the first working day of its week, also after a puente', () => {
  const calendar = calendarOf(['2026-11-16']);
  expect(modosDelDia('2026-11-15', calendar)).toEqual([]);
  expect(modosDelDia('2026-11-16', calendar)).toEqual([]);
  expect(modosDelDia('2026-11-17', calendar)).toEqual(['diario', 'semanal']);
  expect(modosDelDia('2026-11-18', calendar)).toEqual(['diario']);
});
