import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeCuenta } from '../../../../tests/factories/cuentas.ts';
import { makePersona } from '../../../../tests/factories/personas.ts';
import { startTestPortal, type TestPortal } from '../../../../tests/portal.ts';
import { expectRefused } from '../../../../tests/refused.ts';
import { startSmtpServer } from '../../../../tests/smtp.ts';

const PRIVADO = 'https://portal.example/secreto?c=1';
let portal: TestPortal;
let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
let admin: { uid: string; token: string };
let escolar: { uid: string; token: string };

beforeAll(async () => {
  smtp = await startSmtpServer({
    rcpt: (to) => (to.startsWith('no') ? [550, '5.1.1 No such user'] : undefined),
  });
  portal = await startTestPortal({ SMTP_URL: smtp.url });
});
afterAll(async () => {
  await portal?.stop();
  await smtp?.stop();
});
beforeEach(async () => {
  const { db } = portal.services;
  await db.deleteFrom('correos').execute();
  await db.deleteFrom('cuentas').execute();
  admin = await makeCuenta(portal, { role: 'Admin' });
  escolar = await makeCuenta(portal, { role: 'Escolar' });
});

const queue = (...to: string[]) =>
  portal.services.db.transaction().execute(async (trx) => {
    for (const address of to) {
      await portal.services.notificaciones.notify(trx, {
        to: address,
        clase: 'codigos',
        subject: `Su código, ${address.split('@')[0]}`,
        paragraphs: ['Ábralo.'],
        action: { label: 'Abrir', url: PRIVADO },
        reason: 'Recibe este mensaje porque sí.',
      });
    }
  });

const list = async (data: object = {}) =>
  (await portal.call('listCorreos', data, { token: admin.token })).result;
const apply = async (accion: string, parte: object) =>
  (await portal.call('applyToCorreos', { accion, parte }, { token: admin.token })).result;
const settled = () => expect.poll(async () => (await list({ estado: 'pendiente' })).total).toBe(0);
const historyOf = async (id: string) =>
  portal.services.db
    .selectFrom('historial')
    .select(['accion', 'actor_uid', 'antes', 'despues', 'persona_id'])
    .where('entidad', '=', 'correo')
    .where('entidad_id', '=', id)
    .orderBy('id')
    .execute();

it('only an Admin sees what is sent, how the queue is, or has anything sent again', async () => {
  await expectRefused(portal.call, [{ token: escolar.token }], {
    listCorreos: {},
    getColaCorreos: null,
    applyToCorreos: { accion: 'reenviar', parte: { ids: ['x'] } },
  });
});

describe('the list', () => {
  it('says what was sent and what could not be and why, and never what a mail says', async () => {
    await queue('ana@correo.example', 'no-existe@correo.example');
    await settled();
    const answer = await list({ orden: 'para', descendente: false });
    expect(answer.total).toBe(2);
    expect(answer.filas).toMatchObject([
      {
        para: 'ana@correo.example',
        estado: 'enviado',
        causa: null,
        reenviable: false,
        intentos: 1,
      },
      {
        para: 'no-existe@correo.example',
        estado: 'fallido',
        causa: 'destinatario',
        respuesta: expect.stringContaining('550 5.1.1'),
        reenviable: true,
        proximo: null,
      },
    ]);
    expect(JSON.stringify(answer)).not.toContain('secreto');
    const cola = (await portal.call('getColaCorreos', null, { token: admin.token })).result;
    expect(cola).toEqual({
      salida: 'funciona',
      esperan: 0,
      masAntiguo: null,
      desde: null,
      fallidos: 1,
      falla: null,
      telefonos: { esperan: 0, falla: null },
    });
  });

  it('is found by address, subject without accents, or account; and filtered', async () => {
    await queue(
      'ana@correo.example',
      'no-hay@correo.example',
      escolar.uid ? 'eva@otro.example' : '',
    );
    await settled();
    const paras = async (data: object) =>
      (await list({ ...data, orden: 'para', descendente: false })).filas.map(
        ({ para }: { para: string }) => para,
      );
    expect(await paras({ busqueda: 'codigo ANA' })).toEqual(['ana@correo.example']);
    expect(await paras({ busqueda: 'codijo ana' })).toEqual(['ana@correo.example']);
    expect(await paras({ busqueda: '@correo' })).toEqual([
      'ana@correo.example',
      'no-hay@correo.example',
    ]);
    expect(await paras({ busqueda: '%' })).toEqual([]);
    expect(await paras({ estado: 'fallido' })).toEqual(['no-hay@correo.example']);
    const { email } = await portal.services.db
      .selectFrom('cuentas')
      .select('email')
      .where('uid', '=', escolar.uid)
      .executeTakeFirstOrThrow();
    await queue(email);
    expect(await paras({ busqueda: escolar.uid })).toEqual([email]);
  });

  it('leaves a reading in the file of those whose address it shows', async () => {
    const persona = await makePersona(portal.services.db);
    const { email } = await portal.services.db
      .updateTable('cuentas')
      .set({ persona_id: persona.id })
      .where('uid', '=', escolar.uid)
      .returning('email')
      .executeTakeFirstOrThrow();
    await queue(email);
    await list();
    const accesos = await portal.call('listAccesosExpediente', {}, { token: escolar.token });
    expect(accesos.result.filas.map(({ accion }: { accion: string }) => accion)).toContain(
      'correo.listar',
    );
  });
});

describe('what could not be delivered', () => {
  it('is in the history without its address, sent again one by one or all at once, each recorded', async () => {
    await queue('no-1@correo.example', 'no-2@correo.example', 'ana@correo.example');
    await settled();
    const failed = (await list({ estado: 'fallido' })).filas as { id: string }[];
    expect(failed).toHaveLength(2);
    const [first] = await historyOf(failed[0]!.id);
    expect(first).toMatchObject({
      accion: 'correo.fallar',
      actor_uid: null,
      despues: { estado: 'fallido', causa: 'destinatario', codigo: 'RCPT TO 550 5.1.1' },
    });

    const one = await apply('reenviar', { ids: [failed[0]!.id] });
    expect(one).toMatchObject({ cambiadas: 1, fallas: [], siguiente: null });
    await settled();
    const all = await apply('reenviar', {
      filtros: { estado: 'fallido' },
      excepto: [],
      tras: null,
    });
    expect(all).toMatchObject({ cambiadas: 2, fallas: [], siguiente: null });
    await settled();
    expect((await historyOf(failed[0]!.id)).map(({ accion }) => accion)).toEqual([
      'correo.fallar',
      'correo.reenviar',
      'correo.fallar',
      'correo.reenviar',
      'correo.fallar',
    ]);
    expect((await historyOf(failed[0]!.id))[1]).toMatchObject({
      actor_uid: admin.uid,
      antes: { estado: 'fallido', causa: 'destinatario' },
      despues: { estado: 'pendiente' },
    });
  });

  it('is discarded; what was sent is neither sent again nor discarded', async () => {
    await queue('no-1@correo.example', 'ana@correo.example');
    await settled();
    const filas = (await list()).filas as { id: string; estado: string }[];
    const ids = filas.map(({ id }) => id);
    expect(
      await apply('reenviar', { ids: [filas.find((f) => f.estado === 'enviado')!.id] }),
    ).toMatchObject({
      cambiadas: 0,
      fallas: [{ mensaje: expect.stringContaining('Ya se envió') }],
    });
    expect(await apply('descartar', { ids })).toMatchObject({
      cambiadas: 1,
      fallas: [{ mensaje: expect.stringContaining('Ya se envió') }],
    });
    expect((await list()).total).toBe(1);
  });

  it('nothing that is not an id of a mail breaks a batch', async () => {
    expect(await apply('reenviar', { ids: ['x', '../..', '%'] })).toMatchObject({ cambiadas: 0 });
    const odd = { filtros: {}, excepto: [], tras: 'no-es' };
    expect(await apply('reenviar', odd)).toMatchObject({ cambiadas: 0 });
  });
});

it('the metrics say how many wait, since when, and how many could not be delivered', async () => {
  await queue('no-1@correo.example');
  await settled();
  const text = await (await fetch(`${portal.url}/metrics`)).text();
  expect(text).toMatch(/^portal_mail_waiting 0$/m);
  expect(text).toMatch(/^portal_mail_failed 1$/m);
  expect(text).toMatch(/^portal_mail_server_down_seconds 0$/m);
  expect(text).toMatch(/^portal_mail_total\{way="correo",result="failed"\} \d+$/m);
  expect(text).not.toContain('correo.example');
});
