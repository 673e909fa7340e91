/** What people are told: written with what causes it, counted, listed, read, told to browsers, and forgotten. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import type { Message } from '../../../../platform/server/notificaciones/index.ts';
import { joinCuerpo } from '../../../../platform/shared/cartas.ts';
import { REVISION } from '../../../inscripciones/invariantes/server/textos.ts';
import { ENVIOS } from '../../../inscripciones/server/textos.ts';
import { SOPORTE } from '../../../soporte/server/textos.ts';
import { cleanNotificaciones, LEIDAS_DIAS, SIN_LEER_DIAS } from './service.ts';

type Cuenta = Awaited<ReturnType<typeof makeCuenta>>;
let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
});
afterAll(() => portal.stop());

const message = (who: Cuenta, subject: string, more: object = {}): Message => ({
  ...{ to: who.email, uid: who.uid, clase: 'pedidos', subject, enlace: `/${subject}` },
  ...{ paragraphs: ['Hola.'], reason: 'Recibe este mensaje porque sí.', ...more },
});
const tell = (...messages: Message[]) =>
  portal.services.db
    .transaction()
    .execute((trx) => portal.services.notificaciones.notifyAll(trx, messages));
const list = async (who: Cuenta, input: object = {}) =>
  (await portal.call('listNotificaciones', input, who)).result;
const sinLeer = async (who: Cuenta) =>
  (await portal.call('getNotificacionesSinLeer', null, who)).result.sinLeer;
const read = (who: Cuenta, which: object) => portal.call('saveLecturaNotificaciones', which, who);
const titulos = ({ filas }: { filas: readonly { titulo: string }[] }) =>
  filas.map(({ titulo }) => titulo);

it('is written with what causes it, or not at all, with a letter for each address of its person', async () => {
  const [ana, eva] = [await makeCuenta(portal), await makeCuenta(portal)];
  const { db, notificaciones } = portal.services;
  await expect(
    db.transaction().execute(async (trx) => {
      await notificaciones.notify(trx, message(ana, 'deshecha'));
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  expect(await sinLeer(ana)).toBe(0);
  const [ids, none, nobody] = await tell(
    message(ana, 'dos', { to: [ana.email, 'ana.otra@correo.example'] }),
    message(ana, 'ninguna', { to: [] }),
    message(ana, 'ajena', { to: 'otra@correo.example', uid: null, enlace: null }),
  );
  expect([ids!.length, none!.length, nobody!.length]).toEqual([2, 0, 1]);
  const filas = (await list(ana)).filas;
  expect(titulos({ filas }).sort()).toEqual(['dos', 'ninguna']);
  expect(filas[0]).toMatchObject({ cuantas: 1, leida: false });
  expect([await sinLeer(ana), await sinLeer(eva)]).toEqual([2, 0]);
  // An account that is no more by then is told nothing, and undoes nothing.
  await tell(message({ ...ana, uid: 'nadie' }, 'tarde'));
  // Codes and acuses are kept in no list.
  await tell({
    ...{ to: ana.email, clase: 'codigos', subject: 'Su código' },
    ...{ paragraphs: ['1'], reason: 'Sí.' },
  });
  expect(await sinLeer(ana)).toBe(2);
});

it('of one key is one line while it is unread, and another one after', async () => {
  const ana = await makeCuenta(portal);
  const clave = 'conversacion:1';
  await tell(message(ana, 'uno', { clave }), message(ana, 'dos', { clave }));
  await tell(message(ana, 'tres', { clave }), message(ana, 'otra'));
  expect(await sinLeer(ana)).toBe(2);
  const { filas } = await list(ana);
  expect(filas.find(({ titulo }: { titulo: string }) => titulo === 'tres').cuantas).toBe(2);
  await read(ana, { enlace: '/tres' });
  await tell(message(ana, 'cuatro', { clave }));
  expect(titulos(await list(ana)).sort()).toEqual(['cuatro', 'otra', 'tres']);
});

it('is listed by pages, read one by one, by its place, or all that were seen; only one’s own', async () => {
  const [ana, eva] = [await makeCuenta(portal), await makeCuenta(portal)];
  for (const n of [1, 2, 3, 4, 5]) await tell(message(ana, `n${n}`));
  await portal.services.db
    .updateTable('notificaciones')
    .set({ creado_en: new Date('2026-01-01T00:00:00Z') })
    .where('uid', '=', ana.uid)
    .where('titulo', 'in', ['n1', 'n2', 'n3'])
    .execute();
  const first = await list(ana, { porPagina: 2 });
  expect(titulos(first).sort()).toEqual(['n4', 'n5']);
  const second = await list(ana, { porPagina: 2, tras: first.siguiente });
  const third = await list(ana, { porPagina: 2, tras: second.siguiente });
  expect([...titulos(second), ...titulos(third)].sort()).toEqual(['n1', 'n2', 'n3']);
  expect(third.siguiente).toBeNull();
  expect(titulos(await list(ana, { porPagina: 2, antes: third.anterior }))).toEqual(
    titulos(second),
  );
  const id = first.filas[0].id;
  // Somebody else's stays as it was.
  expect((await read(eva, { ids: [id] })).result).toEqual({ sinLeer: 0 });
  expect((await read(ana, { ids: [id] })).result).toEqual({ sinLeer: 4 });
  expect((await read(ana, { enlace: '/n1' })).result).toEqual({ sinLeer: 3 });
  // What came after what was seen stays unread.
  expect((await read(ana, { hasta: '2026-01-01T00:00:00.000Z' })).result).toEqual({ sinLeer: 1 });
  expect(titulos(await list(ana, { soloSinLeer: true }))).toEqual([first.filas[1].titulo]);
  expect((await portal.call('getNotificacionesSinLeer', null)).http).toBe(401);
  expect((await portal.call('listNotificaciones', {})).http).toBe(401);
});

it('is told to the account’s browsers once it is committed, and when it is read', async () => {
  const ana = await makeCuenta(portal);
  const heard: string[] = [];
  const stop = portal.services.eventos.subscribe([`cuenta:${ana.uid}`], ({ tipo }) =>
    heard.push(tipo),
  );
  await tell(message(ana, 'viva'));
  await expect.poll(() => heard).toEqual(['notificaciones']);
  await read(ana, { enlace: '/viva' });
  expect(heard).toEqual(['notificaciones', 'notificaciones']);
  // There was nothing to read any more.
  await read(ana, { enlace: '/viva' });
  expect(heard).toHaveLength(2);
  stop();
});

it('is forgotten some time after it was read, or when nobody ever did', async () => {
  const ana = await makeCuenta(portal);
  await tell(message(ana, 'leida'), message(ana, 'sin-leer'));
  await read(ana, { enlace: '/leida' });
  const after = (days: number) => ({
    ...portal.services,
    now: () => new Date(+portal.services.now() + days * 86_400_000),
  });
  await cleanNotificaciones(after(LEIDAS_DIAS - 1));
  expect((await list(ana)).filas).toHaveLength(2);
  await cleanNotificaciones(after(LEIDAS_DIAS + 1));
  expect(titulos(await list(ana))).toEqual(['sin-leer']);
  await cleanNotificaciones(after(SIN_LEER_DIAS + 1));
  expect((await list(ana)).filas).toEqual([]);
});

it('says what an Admin wrote, by closed fields; of two Admins the second is told; it can be as it was', async () => {
  const [admin, ana] = [await makeCuenta(portal, { role: 'Admin' }), await makeCuenta(portal)];
  const clave = 'soporte.respuesta';
  const carta = SOPORTE.carta(clave, { folio: '7K3M' });
  const written = async () => {
    await tell(message(ana, 'x', { ...carta, clase: 'conversaciones', enlace: '/support' }));
    const [row] = await portal.services.db
      .selectFrom('correos')
      .select(['asunto', 'contenido'])
      .where('para', '=', ana.email)
      .orderBy('creado_en', 'desc')
      .limit(1)
      .execute();
    return [
      row!.asunto,
      (row!.contenido as unknown as { paragraphs: string[] }).paragraphs,
    ] as const;
  };
  expect(await written()).toEqual([carta.subject, carta.paragraphs]);
  const mine = {
    clave,
    version: 0,
    asunto: 'Respuesta en {folio}',
    cuerpo: 'Uno.\n\nDos {folio}.',
  };
  const save = (input: object, who: Cuenta = admin) => portal.call('saveTextoCarta', input, who);
  expect((await save(mine, ana)).error?.status).toBe('PERMISSION_DENIED');
  for (const [asunto, campo] of [
    ['Para {nombre}', 'asunto'],
    ['Llave {', 'asunto'],
  ]) {
    const { error } = await save({ ...mine, asunto });
    expect([error?.status, Object.keys(error?.details.fields)]).toEqual([
      'INVALID_ARGUMENT',
      [campo],
    ]);
  }
  expect((await save({ ...mine, clave: 'no.existe' })).error?.status).toBe('NOT_FOUND');
  expect((await save(mine)).result).toMatchObject({ version: 1, propio: true });
  expect((await save(mine)).error?.details.code).toBe('carta-cambio');
  expect(await written()).toEqual(['Respuesta en 7K3M', ['Uno.', 'Dos 7K3M.']]);
  const reset = await portal.call('resetTextoCarta', { clave, version: 1 }, admin);
  expect(reset.result).toMatchObject({ version: 2, propio: false });
  expect(await written()).toEqual([carta.subject, carta.paragraphs]);
  const { versiones } = (await portal.call('listVersionesTextoCarta', { clave }, admin)).result;
  expect(versiones.map(({ asunto }: { asunto: string | null }) => asunto)).toEqual([
    null,
    mine.asunto,
  ]);
  const { textos } = (await portal.call('listTextosCartas', null, admin)).result;
  // No subject of any letter may name somebody: it has no field that does.
  for (const { campos } of textos) {
    expect(campos.map(({ clave: campo }: { clave: string }) => campo)).not.toContain('nombre');
  }
  const acts = await portal.services.db
    .selectFrom('historial')
    .select(['accion', 'entidad_id'])
    .where('entidad', '=', 'carta')
    .orderBy('id')
    .execute();
  expect(acts).toEqual([
    { accion: 'carta.redactar', entidad_id: clave },
    { accion: 'carta.restablecer', entidad_id: clave },
  ]);
});

it('an acuse says what an Admin wrote, and of a list each line is a paragraph', async () => {
  const admin = await makeCuenta(portal, { role: 'Admin' });
  const { db, notificaciones } = portal.services;
  const acuse = async () => {
    const { filas } = await notificaciones.lettersOf(db, [
      {
        ...{ to: 'ana@example.com', clase: 'acuses', reason: 'Porque sí.' },
        ...ENVIOS.carta('inscripcion.enviada', { curso: 'Amparo' }),
      },
    ]);
    return JSON.stringify(filas);
  };
  expect(await acuse()).toMatch(/Su inscripción a Amparo.*quedó registrada/);
  const saved = await portal.call(
    'saveTextoCarta',
    {
      ...{ clave: 'inscripcion.enviada', version: 0 },
      ...{ asunto: 'Quedó en {curso}', cuerpo: 'Lo esperamos.' },
    },
    admin,
  );
  expect(saved.error).toBeUndefined();
  expect(await acuse()).toMatch(/Quedó en Amparo.*Lo esperamos/);
  const hallazgos = joinCuerpo(['Falta un lugar.', 'Sobra otro.']);
  expect(REVISION.carta('revision.hallazgos', { hallazgos }).paragraphs.slice(1)).toEqual([
    'Falta un lugar.',
    'Sobra otro.',
  ]);
});
