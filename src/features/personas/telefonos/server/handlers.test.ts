import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import { makeEntrada } from '../../../../../tests/factories/entradas.ts';
import { makePersona } from '../../../../../tests/factories/personas.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import { type SmsGateway, startSmsGateway } from '../../../../../tests/sms.ts';

let portal: TestPortal;
let gateway: SmsGateway;
beforeAll(async () => {
  gateway = await startSmsGateway();
  portal = await startTestPortal({ SMS_URL: gateway.url });
});
afterAll(async () => {
  await portal.stop();
  await gateway.stop();
});
beforeEach(() => {
  gateway.manners.answer = 202;
  portal.setNow(null);
});

const MINUTE = 60_000;
let last = 5_510_000_000;
/** Somebody with a mobile that nobody else has. */
const someone = async (clase = 'celular') => {
  const persona = await makePersona(portal.services.db);
  const { token, uid } = await makeCuenta(portal, { personaId: persona.id });
  last += 1;
  const numero = `+52${last}`;
  const entrada = await makeEntrada(portal.services.db, persona.id, 'telefono', {
    clase,
    numero,
    extension: null,
  });
  return { ...persona, token, uid, numero, entrada };
};
type Someone = Awaited<ReturnType<typeof someone>>;

const request = ({ entrada, token }: Pick<Someone, 'entrada' | 'token'>) =>
  portal.call('requestCodigoTelefono', { entrada }, { token });
const confirm = ({ entrada, token }: Pick<Someone, 'entrada' | 'token'>, codigo: string) =>
  portal.call('confirmTelefono', { entrada, codigo }, { token });
const telefonos = async ({ clave, token }: Pick<Someone, 'clave' | 'token'>) =>
  (await portal.call('getApartadosPersona', { clave }, { token })).result.telefonos;
const edit = ({ clave, token, entrada }: Someone, numero: string, version: number) =>
  portal.call(
    'saveEntradaPersona',
    {
      clave,
      apartado: 'telefono',
      id: entrada,
      version,
      valores: { clase: 'celular', numero, extension: null },
    },
    { token },
  );

const textsTo = (numero: string) => gateway.received.filter(({ to }) => to === numero);
const codeTo = async (numero: string, nth = 1) => {
  await expect.poll(() => textsTo(numero).length).toBe(nth);
  return textsTo(numero)[nth - 1]!.text.slice(0, 6);
};
/** A code that is not that one. */
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const codeOf = async (answer: ReturnType<typeof confirm>) => (await answer).error?.details?.code;
const notes = async ({ id }: Someone) =>
  (
    await portal.services.db
      .selectFrom('historial')
      .selectAll()
      .where('entidad_id', '=', id)
      .where('accion', 'like', 'persona.%Telefono')
      .orderBy('id')
      .execute()
  ).map(({ accion, antes, despues }) => ({ accion, antes, despues }));

describe('a telephone', () => {
  it('is verified by the code that was sent there, once, and neither is in the history nor in the database', async () => {
    const ana = await someone();
    expect(await telefonos(ana)).toEqual({ verificables: true, verificados: {}, enEspera: {} });
    const { result } = await request(ana);
    expect(Date.parse(result.venceEn) - Date.now()).toBeLessThanOrEqual(10 * MINUTE);
    const code = await codeTo(ana.numero);
    expect(code).toMatch(/^\d{6}$/);
    expect(textsTo(ana.numero)[0]!.authorization).toBe(
      `Basic ${Buffer.from('escuela:se creto').toString('base64')}`,
    );
    expect((await telefonos(ana)).enEspera).toEqual({ [ana.entrada]: result.venceEn });
    const kept = await portal.services.db.selectFrom('personas_telefonos').selectAll().execute();
    expect(JSON.stringify(kept)).not.toContain(code);
    const done = await confirm(ana, code);
    expect(done.error).toBeUndefined();
    expect(await telefonos(ana)).toMatchObject({
      verificados: { [ana.entrada]: done.result.verificadoEn },
      enEspera: {},
    });
    // Spent.
    expect(await codeOf(confirm(ana, code))).toBe('codigo-telefono-sin-pedir');
    expect((await request(ana)).error?.details.code).toBe('telefono-verificado');
    const history = await notes(ana);
    expect(history.map(({ accion }) => accion)).toEqual([
      'persona.pedirCodigoTelefono',
      'persona.verificarTelefono',
    ]);
    expect(JSON.stringify(history)).not.toMatch(new RegExp(`${code}|${ana.numero.slice(3)}`));
    // What the message said is gone with it.
    const [sent] = await portal.services.db
      .selectFrom('correos')
      .selectAll()
      .where('para', '=', ana.numero)
      .execute();
    expect(sent).toMatchObject({ medio: 'telefono', estado: 'enviado', contenido: null });
  });

  it('is refused with a wrong code, and the fifth time for good', async () => {
    const ana = await someone();
    await request(ana);
    const code = await codeTo(ana.numero);
    for (const quedan of [4, 3, 2, 1]) {
      expect((await confirm(ana, wrong(code))).error?.details).toMatchObject({
        code: 'codigo-telefono-incorrecto',
        quedan,
      });
    }
    expect(await codeOf(confirm(ana, wrong(code)))).toBe('codigo-telefono-agotado');
    expect(await codeOf(confirm(ana, code))).toBe('codigo-telefono-agotado');
    expect((await telefonos(ana)).verificados).toEqual({});
    expect((await notes(ana)).map(({ accion }) => accion)).toContain(
      'persona.agotarCodigoTelefono',
    );
    // Another one serves.
    await request(ana);
    expect((await confirm(ana, await codeTo(ana.numero, 2))).error).toBeUndefined();
  });

  it('is refused with a code that is over, or that another one took the place of', async () => {
    const ana = await someone();
    await request(ana);
    const first = await codeTo(ana.numero);
    await request(ana);
    const second = await codeTo(ana.numero, 2);
    if (first !== second)
      expect(await codeOf(confirm(ana, first))).toBe('codigo-telefono-incorrecto');
    portal.setNow(new Date(Date.now() + 10 * MINUTE + 1000));
    expect(await codeOf(confirm(ana, second))).toBe('codigo-telefono-vencido');
    expect((await confirm(ana, '12 345')).error?.status).toBe('INVALID_ARGUMENT');
  });

  it("is nobody else's to verify: not another person's, not staff's, not a house's", async () => {
    const [ana, eva] = [await someone(), await someone()];
    const staff = await makeCuenta(portal, { role: 'Admin' });
    for (const token of [eva.token]) {
      expect((await request({ entrada: ana.entrada, token })).error?.details.code).toBe(
        'telefono-no-existe',
      );
    }
    await request(ana);
    const code = await codeTo(ana.numero);
    expect(await codeOf(confirm({ entrada: ana.entrada, token: eva.token }, code))).toBe(
      'codigo-telefono-sin-pedir',
    );
    for (const answer of [
      await request({ entrada: ana.entrada, token: staff.token }),
      await confirm({ entrada: ana.entrada, token: staff.token }, code),
    ])
      expect(answer.error?.status).toBe('PERMISSION_DENIED');
    expect((await portal.call('requestCodigoTelefono', { entrada: ana.entrada })).http).toBe(401);
    expect((await confirm(ana, code)).error).toBeUndefined();
    // Staff see that it is, and are not offered to.
    expect(await telefonos({ clave: ana.clave, token: staff.token })).toMatchObject({
      verificables: false,
      verificados: { [ana.entrada]: expect.any(String) },
    });
    const casa = await someone('casa');
    expect((await request(casa)).error?.details.code).toBe('telefono-no-existe');
  });

  it('loses it when its number changes, also while its code is on the way', async () => {
    const ana = await someone();
    await request(ana);
    const code = await codeTo(ana.numero);
    last += 1;
    expect((await edit(ana, `${last}`, 1)).error).toBeUndefined();
    expect(await codeOf(confirm(ana, code))).toBe('codigo-telefono-sin-pedir');
    await request(ana);
    expect((await confirm(ana, await codeTo(`+52${last}`))).error).toBeUndefined();
    expect((await telefonos(ana)).verificados).toHaveProperty(ana.entrada);
    // Only how it is used changes: it is the same telephone.
    const { token, clave, entrada } = ana;
    await portal.call(
      'saveEntradaPersona',
      {
        clave,
        apartado: 'telefono',
        id: entrada,
        version: 2,
        valores: { clase: 'oficina', numero: `${last}`, extension: null },
      },
      { token },
    );
    expect((await telefonos(ana)).verificados).toHaveProperty(entrada);
    expect((await edit(ana, ana.numero, 3)).error).toBeUndefined();
    expect((await telefonos(ana)).verificados).toEqual({});
  });

  it('of two that confirm at once one spends the code, and wrong ones at once are each counted', async () => {
    const ana = await someone();
    await request(ana);
    const code = await codeTo(ana.numero);
    const both = await Promise.all([confirm(ana, code), confirm(ana, code)]);
    expect(both.filter(({ result }) => result)).toHaveLength(1);
    const eva = await someone();
    await request(eva);
    const other = await codeTo(eva.numero);
    const many = await Promise.all(Array.from({ length: 8 }, () => confirm(eva, wrong(other))));
    const codes = many.map(({ error }) => error?.details.code);
    expect(codes.filter((one) => one === 'codigo-telefono-incorrecto')).toHaveLength(4);
    expect(await codeOf(confirm(eva, other))).toBe('codigo-telefono-agotado');
  });

  it('gets no more than a few codes an hour, whoever asks for them', async () => {
    const ana = await someone();
    const answers = [];
    for (let i = 0; i < 6; i++) answers.push((await request(ana)).http);
    expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
    // The same number in another file.
    const eva = await someone();
    await edit(eva, ana.numero, 1);
    expect((await request(eva)).http).toBe(429);
  });
});

describe('the gateway', () => {
  it('may be down a while: the code arrives when it is back, and mails do not wait for it', async () => {
    const waiting = async () =>
      /^portal_sms_waiting (\d+)$/m.exec(await (await fetch(`${portal.url}/metrics`)).text())?.[1];
    // The codes of those before, who did not look at theirs.
    await expect.poll(waiting).toBe('0');
    gateway.manners.answer = 503;
    const ana = await someone();
    const before = gateway.tries();
    expect((await request(ana)).error).toBeUndefined();
    await expect.poll(() => gateway.tries() - before).toBeGreaterThan(0);
    const down = async () => (await portal.services.mail.state()).telefonos.falla?.respuesta;
    await expect.poll(down).toMatch(/HTTP 503/);
    expect((await portal.services.mail.state()).salida).toBe('buzonLocal');
    const admin = await makeCuenta(portal, { role: 'Admin' });
    const cola = (await portal.call('getColaCorreos', null, admin)).result;
    expect(cola.telefonos).toMatchObject({ falla: { respuesta: expect.stringMatching('503') } });
    expect(await waiting()).toBe('1');
    gateway.manners.answer = 202;
    // Its pause is over.
    const { db } = portal.services;
    await db
      .updateTable('correos_servidor')
      .set({ hasta: new Date(0) })
      .execute();
    await db
      .updateTable('correos')
      .set({ proximo: new Date(0) })
      .execute();
    expect((await confirm(ana, await codeTo(ana.numero))).error).toBeUndefined();
    await expect.poll(down).toBeUndefined();
  });

  it('is not given a code that is over, nor asked again for one that it refused', async () => {
    const ana = await someone();
    gateway.manners.answer = 422;
    await request(ana);
    const row = () =>
      portal.services.db
        .selectFrom('correos')
        .select(['id', 'estado', 'causa', 'respuesta'])
        .where('para', '=', ana.numero)
        .executeTakeFirstOrThrow();
    await expect.poll(async () => (await row()).estado).toBe('fallido');
    expect((await row()).respuesta).not.toContain(ana.numero.slice(3));
    const admin = await makeCuenta(portal, { role: 'Admin' });
    const { id } = await row();
    const sent = await portal.call(
      'applyToCorreos',
      { accion: 'reenviar', parte: { ids: [id] } },
      admin,
    );
    expect(sent.result.fallas[0].mensaje).toMatch(/pedir otro/);

    const eva = await someone();
    gateway.manners.answer = 202;
    const before = gateway.received.length;
    await portal.services.db.transaction().execute((trx) =>
      portal.services.mail.queueText(trx, {
        to: eva.numero,
        subject: 'Código',
        text: '000000',
        until: new Date(Date.now() - 1),
      }),
    );
    const estado = async () =>
      (
        await portal.services.db
          .selectFrom('correos')
          .select('estado')
          .where('para', '=', eva.numero)
          .executeTakeFirstOrThrow()
      ).estado;
    await expect.poll(estado).toBe('fallido');
    expect(gateway.received.length).toBe(before);
  });
});

it('without a gateway the portal does not offer it; in a demonstration the message is in the local mailbox', async () => {
  const none = await startTestPortal({ DEMO: '0', PUBLIC_URL: 'https://portal.example' });
  const demo = await startTestPortal({ SMTP_URL: 'smtp://127.0.0.1:1' });
  try {
    for (const [server, offered] of [
      [none, false],
      [demo, true],
    ] as const) {
      const persona = await makePersona(server.services.db);
      const { token } = await makeCuenta(server, { personaId: persona.id });
      const numero = '+525512345678';
      const entrada = await makeEntrada(server.services.db, persona.id, 'telefono', {
        clase: 'celular',
        numero,
      });
      const { result } = await server.call(
        'getApartadosPersona',
        { clave: persona.clave },
        { token },
      );
      expect(result.telefonos.verificables).toBe(offered);
      const asked = await server.call('requestCodigoTelefono', { entrada }, { token });
      expect(asked.error?.details.code).toBe(offered ? undefined : 'telefono-sin-mensajes');
      if (!offered) continue;
      const [message] = await server.mails();
      expect(Object.keys(message!).sort()).toEqual(['at', 'id', 'links', 'subject', 'text', 'to']);
      expect(message).toMatchObject({ to: numero, links: [] });
      const page = await (await fetch(`${server.url}/dev/mail`)).text();
      expect(page).toContain(`Mensaje al teléfono ${numero}`);
      const code = message!.text.slice(0, 6);
      const done = await server.call('confirmTelefono', { entrada, codigo: code }, { token });
      expect(done.error).toBeUndefined();
    }
  } finally {
    await none.stop();
    await demo.stop();
  }
});
