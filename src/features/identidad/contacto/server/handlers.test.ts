import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import { makeCurso, makeEdicion } from '../../../../../tests/factories/cursos.ts';
import { makePersona } from '../../../../../tests/factories/personas.ts';
import { makePlantilla, RESPUESTAS } from '../../../../../tests/factories/plantillas.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.stop());

const DIA = 86_400_000;
const CONFIRME = 'Confirme este correo para recibir avisos';
const ACUSE = 'Su inscripción a Juicio de amparo indirecto';

type Mail = { to: string; subject: string; text: string; links: string[] };
const mailsTo = async (...to: string[]): Promise<Mail[]> =>
  ((await portal.mails()) as Mail[]).filter((mail) => to.includes(mail.to));
const subjectsTo = async (to: string) => (await mailsTo(to)).map(({ subject }) => subject).sort();
const codeTo = async (to: string) => {
  const mail = (await mailsTo(to)).find(({ subject }) => subject === CONFIRME);
  return new URL(mail!.links[0]!).searchParams.get('oobCode')!;
};

const someone = async () => {
  const persona = await makePersona(portal.services.db);
  return makeCuenta(portal, { personaId: persona.id });
};

/** Enrols in something new with that contact address. */
const enrol = async (who: { token: string }, correo: string) => {
  const { db } = portal.services;
  const curso = await makeCurso(db);
  const plantilla = await makePlantilla(db);
  const edicion = await makeEdicion(db, {
    cursoId: curso.id,
    plantillaId: plantilla.id,
    ahora: new Date(),
  });
  const ids = {
    idCurso: curso.id,
    idPlantilla: plantilla.id,
    tipo: curso.tipo,
    edicionId: edicion.id,
  };
  const send = () =>
    portal.call(
      'submitInscripcion',
      { ...ids, version: 1, respuestas: { ...RESPUESTAS, correo } },
      who,
    );
  const sent = await send();
  expect(sent.error).toBeUndefined();
  return { ids, avisos: sent.result.avisos, send };
};
const confirm = (who: { token: string }, oobCode: string) =>
  portal.call('confirmCorreoContacto', { oobCode }, who);

describe('the address of an account', () => {
  it('gets the acuse, once, and confirms nothing, however it is written', async () => {
    const ana = await someone();
    const { avisos } = await enrol(ana, ana.email.toUpperCase());
    expect(avisos).toEqual({ correos: [ana.email], porConfirmar: null });
    expect(await subjectsTo(ana.email)).toEqual([ACUSE]);
  });
});

describe('another contact address', () => {
  it('gets nothing but the question until whoever gave it follows its link; then the acuse', async () => {
    const ana = await someone();
    const otra = 'ana.trabajo@correo.example';
    const { ids, avisos, send } = await enrol(ana, otra);
    expect(avisos).toEqual({ correos: [ana.email], porConfirmar: otra });
    expect(await subjectsTo(ana.email)).toEqual([ACUSE]);
    const [question, ...more] = await mailsTo(otra);
    expect([question!.subject, more]).toEqual([CONFIRME, []]);
    // It may be a stranger's: nothing of who enrolled, nor in what.
    expect(question!.text).not.toMatch(/Ana|Pérez|amparo|acuse\?/);
    expect(question!.text).not.toContain(ana.email);
    // Sent again, the answer is the same, and nobody is asked anew.
    expect((await send()).result.avisos).toEqual(avisos);
    expect(await subjectsTo(otra)).toEqual([CONFIRME]);

    const done = await confirm(ana, await codeTo(otra));
    expect(done.result).toEqual({ email: otra });
    expect(await subjectsTo(otra)).toEqual([CONFIRME, ACUSE]);
    const { result } = await portal.call('getInscripcion', ids, ana);
    expect(result.enviada.avisos).toEqual({ correos: [ana.email, otra], porConfirmar: null });

    // The next one goes to both at once.
    const next = await enrol(ana, otra);
    expect(next.avisos).toEqual({ correos: [ana.email, otra], porConfirmar: null });
    expect(await subjectsTo(otra)).toEqual([CONFIRME, ACUSE, ACUSE]);
    const history = await portal.services.db
      .selectFrom('historial')
      .select('accion')
      .where('entidad_id', '=', ana.uid)
      .where('accion', 'like', 'cuenta.%Contacto')
      .orderBy('id')
      .execute();
    expect(history.map(({ accion }) => accion)).toEqual([
      'cuenta.pedirContacto',
      'cuenta.confirmarContacto',
    ]);
  });

  it('is confirmed by its own account only, once, while its link serves', async () => {
    const [ana, eva] = [await someone(), await someone()];
    const otra = 'compartida@correo.example';
    await enrol(ana, otra);
    const code = await codeTo(otra);
    expect((await portal.call('confirmCorreoContacto', { oobCode: code })).http).toBe(401);
    expect((await confirm(eva, code)).error?.details?.code).toBe('contacto-de-otra-cuenta');
    expect((await confirm(ana, 'no-es')).error?.details?.code).toBe('codigo-invalido');
    portal.setNow(new Date(Date.now() + 8 * DIA));
    const late = await confirm(ana, code);
    portal.setNow(new Date());
    expect(late.error?.details?.code).toBe('codigo-vencido');
    expect((await confirm(ana, code)).result).toEqual({ email: otra });
    expect((await confirm(ana, code)).error?.details?.code).toBe('codigo-invalido');
    // What one account confirmed is nothing for another.
    const { avisos } = await enrol(eva, otra);
    expect(avisos).toEqual({ correos: [eva.email], porConfirmar: otra });
  });

  it('can be asked again, which kills the link before, and no more than a few times', async () => {
    const ana = await someone();
    const otra = 'insistida@correo.example';
    await enrol(ana, otra);
    const first = await codeTo(otra);
    const ask = () => portal.call('requestCorreoContacto', { email: otra }, ana);
    expect((await ask()).result).toEqual({ ok: true });
    expect((await confirm(ana, first)).error?.details?.code).toBe('codigo-invalido');
    let refused: number | null = null;
    for (let i = 3; i <= 8 && refused === null; i++) if ((await ask()).http === 429) refused = i;
    expect(refused).toBe(6);
    // Enrolling goes on without it.
    expect((await enrol(ana, otra)).avisos.porConfirmar).toBe(otra);
    expect((await mailsTo(otra)).length).toBe(5);
  });
});

describe('a contact address that its person no longer wants', () => {
  const list = async (who: { token: string }) =>
    (await portal.call('listCorreosContacto', null, who)).result as {
      email: string;
      confirmadoEn: string | null;
    }[];
  const withdraw = (who: { token: string }, email: string) =>
    portal.call('withdrawCorreoContacto', { email }, who);
  const replace = (who: { token: string }, anterior: string, email: string) =>
    portal.call('replaceCorreoContacto', { anterior, email }, who);
  const confirmed = async (who: { token: string }, correo: string) => {
    const { ids } = await enrol(who, correo);
    expect((await confirm(who, await codeTo(correo))).error).toBeUndefined();
    return ids;
  };
  const avisosOf = async (who: { token: string }, ids: object) =>
    (await portal.call('getInscripcion', ids, who)).result.enviada.avisos;
  const accionesOf = async (uid: string) =>
    (
      await portal.services.db
        .selectFrom('historial')
        .select('accion')
        .where('entidad_id', '=', uid)
        .where('accion', 'like', 'cuenta.%Contacto')
        .orderBy('id')
        .execute()
    ).map(({ accion }) => accion);
  const CAMBIO = 'Cambió a dónde llegan sus avisos';
  const ULTIMO = 'Ya no se enviarán avisos a este correo';

  it('is withdrawn: notices go to the account only, both are told, and it may be given again', async () => {
    const [ana, eva] = [await someone(), await someone()];
    const otra = 'ana.retira@correo.example';
    const ids = await confirmed(ana, otra);
    expect(await list(ana)).toEqual([{ email: otra, confirmadoEn: expect.any(String) }]);

    expect((await portal.call('withdrawCorreoContacto', { email: otra })).http).toBe(401);
    expect((await withdraw(eva, otra)).error?.details?.code).toBe('contacto-no-existe');
    expect((await withdraw(ana, otra.toUpperCase())).result).toEqual({ ok: true });
    expect((await withdraw(ana, otra)).error?.details?.code).toBe('contacto-no-existe');
    expect(await list(ana)).toEqual([]);
    // Not even asked for again by what had it.
    expect(await avisosOf(ana, ids)).toEqual({ correos: [ana.email], porConfirmar: null });
    expect(await subjectsTo(otra)).toEqual([CONFIRME, ACUSE, ULTIMO].sort());
    const told = (await mailsTo(ana.email)).filter(({ subject }) => subject === CAMBIO);
    expect(told).toHaveLength(1);
    expect(told[0]!.text).toContain(otra);
    expect(told[0]!.text).toContain('Dirección de internet: 127.0.0.1');

    // Written again, it is asked anew, and gets nothing before.
    const { avisos } = await enrol(ana, otra);
    expect(avisos).toEqual({ correos: [ana.email], porConfirmar: otra });
    expect(await list(ana)).toEqual([{ email: otra, confirmadoEn: null }]);
    expect((await subjectsTo(otra)).filter((subject) => subject === ACUSE)).toHaveLength(1);
    expect(await accionesOf(ana.uid)).toEqual([
      'cuenta.pedirContacto',
      'cuenta.confirmarContacto',
      'cuenta.retirarContacto',
      'cuenta.pedirContacto',
    ]);
  });

  it('withdrawn before it was confirmed: its link is dead, and a stranger gets no further mail', async () => {
    const ana = await someone();
    const otra = 'de-otra-persona@correo.example';
    const { ids } = await enrol(ana, otra);
    const code = await codeTo(otra);
    expect((await withdraw(ana, otra)).result).toEqual({ ok: true });
    expect((await confirm(ana, code)).error?.details?.code).toBe('codigo-invalido');
    expect(await subjectsTo(otra)).toEqual([CONFIRME]);
    expect(await avisosOf(ana, ids)).toEqual({ correos: [ana.email], porConfirmar: null });
  });

  it('gives its place to another: its notices go there once that one is confirmed', async () => {
    const ana = await someone();
    const [vieja, nueva, tercera] = ['vieja', 'nueva', 'tercera'].map(
      (name) => `ana.${name}@correo.example`,
    ) as [string, string, string];
    const ids = await confirmed(ana, vieja);
    expect((await replace(ana, vieja, ana.email)).error?.details?.code).toBe(
      'contacto-de-la-cuenta',
    );
    expect((await replace(ana, vieja, vieja)).error?.details?.code).toBe('contacto-igual');
    expect((await replace(ana, vieja, 'no es')).error?.details?.fields).toHaveProperty('email');
    expect((await replace(ana, 'ajena@correo.example', nueva)).error?.details?.code).toBe(
      'contacto-no-existe',
    );
    expect(await subjectsTo(nueva)).toEqual([]);

    expect((await replace(ana, vieja, nueva)).result).toEqual({ porConfirmar: true });
    expect(await avisosOf(ana, ids)).toEqual({ correos: [ana.email], porConfirmar: nueva });
    expect(await subjectsTo(vieja)).toEqual([CONFIRME, ACUSE, ULTIMO].sort());
    expect(await subjectsTo(nueva)).toEqual([CONFIRME]);
    expect((await confirm(ana, await codeTo(nueva))).result).toEqual({ email: nueva });
    expect(await avisosOf(ana, ids)).toEqual({ correos: [ana.email, nueva], porConfirmar: null });
    expect(await subjectsTo(nueva)).toEqual([ACUSE, CONFIRME].sort());

    // Once more, and back to the first: never a circle, and an address confirmed already asks nothing.
    expect((await replace(ana, nueva, tercera)).result).toEqual({ porConfirmar: true });
    expect((await replace(ana, tercera, vieja)).result).toEqual({ porConfirmar: true });
    expect(await avisosOf(ana, ids)).toEqual({ correos: [ana.email], porConfirmar: vieja });
    expect(await list(ana)).toEqual([{ email: vieja, confirmadoEn: null }]);
    expect((await withdraw(ana, vieja)).result).toEqual({ ok: true });
    expect(await avisosOf(ana, ids)).toEqual({ correos: [ana.email], porConfirmar: null });

    const [una, dos] = ['una@correo.example', 'dos@correo.example'] as const;
    const [primera] = [await confirmed(ana, una), await confirmed(ana, dos)];
    expect((await replace(ana, una, dos)).result).toEqual({ porConfirmar: false });
    expect(await avisosOf(ana, primera)).toEqual({
      correos: [ana.email, dos],
      porConfirmar: null,
    });
  });

  it('is replaced and withdrawn no more often than it may be asked', async () => {
    const ana = await someone();
    const victima = 'victima@correo.example';
    await confirmed(ana, 'propia@correo.example');
    let actual = 'propia@correo.example';
    let refused = 0;
    for (let i = 0; i < 8 && !refused; i++) {
      if ((await replace(ana, actual, victima)).http === 429) refused = i;
      else actual = victima;
      if (refused) break;
      if ((await replace(ana, actual, `rodeo-${i}@correo.example`)).http === 429) refused = i;
      else actual = `rodeo-${i}@correo.example`;
    }
    expect(refused).toBeGreaterThan(0);
    expect((await mailsTo(victima)).length).toBeLessThanOrEqual(5);
  });
});

describe('where somebody is written to', () => {
  it('is read by themselves and by staff, on the record, and by nobody else', async () => {
    const persona = await makePersona(portal.services.db);
    const ana = await makeCuenta(portal, { personaId: persona.id });
    const [eva, escolar] = [await someone(), await makeCuenta(portal, { role: 'Escolar' })];
    const vieja = `vieja.${ana.uid}@otro.example`.toLowerCase();
    const otra = `otra.${ana.uid}@otro.example`.toLowerCase();
    for (const email of [vieja, otra]) {
      expect((await portal.call('requestCorreoContacto', { email }, ana)).http).toBe(200);
    }
    await confirm(ana, await codeTo(otra));
    await portal.call('withdrawCorreoContacto', { email: vieja }, ana);
    const list = (who?: { token: string }) =>
      portal.call('listCorreosPersona', { clave: persona.clave }, who);
    const said = {
      cuenta: { email: ana.email, verificado: true },
      contacto: [{ email: otra, confirmadoEn: expect.any(String) }],
    };
    const readings = async () =>
      (
        await portal.services.db
          .selectFrom('historial')
          .select(['accion', 'actor_uid'])
          .where('entidad_id', '=', persona.id)
          .where('accion', '=', 'persona.leer')
          .execute()
      ).map(({ actor_uid }) => actor_uid);
    expect((await list(ana)).result).toEqual(said);
    expect((await list()).http).toBe(401);
    expect((await list(eva)).error?.status).toBe('PERMISSION_DENIED');
    expect(await readings()).toEqual([]);
    expect((await list(escolar)).result).toEqual(said);
    expect(await readings()).toEqual([escolar.uid]);

    const sin = await makePersona(portal.services.db);
    const none = await portal.call('listCorreosPersona', { clave: sin.clave }, escolar);
    expect(none.result).toEqual({ cuenta: null, contacto: [] });
  });
});
