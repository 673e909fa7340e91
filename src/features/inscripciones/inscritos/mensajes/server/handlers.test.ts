import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  AHORA,
  type EnrolmentApp,
  startEnrolmentApp,
} from '../../../../../../tests/factories/app.ts';
import { insertCuentaVerificada } from '../../../../../../tests/factories/cuentas.ts';
import { makeActor, makePersona } from '../../../../../../tests/factories/personas.ts';
import { RESPUESTAS } from '../../../../../../tests/factories/plantillas.ts';
import { expectRefused } from '../../../../../../tests/refused.ts';
import type { Actor } from '../../../../../platform/shared/actor.ts';

let app: EnrolmentApp;
let admin: Actor;
beforeAll(async () => {
  app = await startEnrolmentApp();
  // A job goes on as its owner, who is an account.
  const { uid, email } = await insertCuentaVerificada(app.db, { role: 'Admin' });
  admin = makeActor(null, { uid, email, role: 'Admin' });
});
afterAll(() => app.stop());

type Offer = Awaited<ReturnType<EnrolmentApp['offer']>>;
let n = 0;
/** Somebody who sends an inscripción; `contacto`: the address that they give for it, confirmed. */
const send = async ({ ids, plantilla }: Offer, { cuenta = true, contacto = '' } = {}) => {
  const persona = await makePersona(app.db);
  const email = `quien${++n}@correo.example`;
  const uid = `quien-${n}`;
  if (cuenta) await insertCuentaVerificada(app.db, { uid, email, persona_id: persona.id });
  if (contacto) {
    await app.db
      .insertInto('correos_contacto')
      .values({ uid, email: contacto, confirmado_en: AHORA } as never)
      .execute();
  }
  app.setNow(new Date(AHORA.getTime() + n * 1000));
  const answer = await app.call(
    'submitInscripcion',
    { ...ids, version: plantilla.numero, respuestas: { ...RESPUESTAS, correo: contacto || email } },
    makeActor(persona, { uid, email }),
  );
  expect(answer.error).toBeUndefined();
  app.setNow(AHORA);
  return { email, personaId: persona.id };
};
const TEXTO = 'Lleve una identificación.\n\nLa sede abre a las 8:00 h.';
const ask = (data: object, as: Actor | null = admin, name = 'sendMensajeInscritos') =>
  app.call(name, { asunto: 'Su primera sesión', texto: TEXTO, ...data }, as);
const todos = ({ plantilla }: Offer) => ({
  filtros: { plantillaId: plantilla.id },
  excepto: [],
});
const finished = async (trabajo: string) => {
  for (;;) {
    const row = await app.services.trabajos.find(trabajo);
    if (row?.terminado_en) return row;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
};
const written = async (asunto: string) =>
  (await app.mails())
    .filter(({ subject }) => subject === asunto)
    .map(({ to }) => to)
    .toSorted();
const idsOf = async ({ plantilla }: Offer): Promise<string[]> => {
  const { result } = await app.call('listInscritos', { plantillaId: plantilla.id }, admin);
  return result.filas.map(({ id }: { id: string }) => id);
};

describe('a message to those who sent an inscripción', () => {
  it('is for Admins alone, and is refused with its reason', async () => {
    const offer = await app.offer();
    const escolar = makeActor(await makePersona(app.db), { role: 'Escolar' });
    const a = todos(offer);
    await expectRefused(app.call, [escolar], {
      sendMensajeInscritos: { id: randomUUID(), a, asunto: 'Asunto', texto: TEXTO },
      previewMensajeInscritos: { a, asunto: 'Asunto', texto: TEXTO },
      listMensajesInscritos: { plantillaId: offer.plantilla.id },
    });
    const nobody = await ask({ id: randomUUID(), a });
    expect(nobody.error!.details.code).toBe('mensaje-a-nadie');
    const lines = await ask({ id: randomUUID(), a, asunto: 'Uno\nBcc: x@y.example' });
    expect(lines.error!.details.fields.asunto).toContain('una sola línea');
    expect(
      (await ask({ id: randomUUID(), a, texto: 'Corto' })).error!.details.fields,
    ).toHaveProperty('texto');
  });

  it('is shown before it goes, and goes to each once, where the notices of their inscripción go', async () => {
    const offer = await app.offer();
    const ana = await send(offer, { contacto: 'ana-contacto@correo.example' });
    const luz = await send(offer);
    await send(offer, { cuenta: false });
    const a = todos(offer);
    const preview = await ask({ a }, admin, 'previewMensajeInscritos');
    expect(preview.result).toMatchObject({
      destinatarios: 3,
      sinCuenta: 1,
      ejemplo: {
        saludo: 'Buen día, Ana Pérez Ruiz:',
        parrafos: ['Lleve una identificación.', 'La sede abre a las 8:00 h.'],
      },
    });
    expect(await written('Su primera sesión')).toEqual([]);
    const id = randomUUID();
    const first = await ask({ id, a });
    // A second press, or an answer that was lost: the same.
    expect((await ask({ id, a })).result).toEqual(first.result);
    const trabajo = await finished(first.result.trabajo);
    expect(trabajo.mensaje).toBe(
      'Se enviaron 2 mensajes. Una inscripción es de quien no tiene cuenta: avísele por otro medio.',
    );
    expect(await written('Su primera sesión')).toEqual(
      ['ana-contacto@correo.example', ana.email, luz.email].toSorted(),
    );
    const { result } = await app.call(
      'listMensajesInscritos',
      { plantillaId: offer.plantilla.id },
      admin,
    );
    expect(result.mensajes).toMatchObject([
      {
        id,
        asunto: 'Su primera sesión',
        texto: TEXTO,
        destinatarios: 3,
        enviados: 2,
        sinCuenta: 1,
      },
    ]);
    const told = await app.db
      .selectFrom('historial')
      .select(['accion', 'persona_id'])
      .where('accion', 'in', ['mensajeInscritos.enviar', 'inscripcion.escribir'])
      .orderBy('id')
      .execute();
    expect(told.map(({ accion }) => accion)).toEqual([
      'mensajeInscritos.enviar',
      'inscripcion.escribir',
      'inscripcion.escribir',
    ]);
  });

  it('goes to those who are chosen, and beside one it is seen what they were written', async () => {
    const offer = await app.offer();
    const other = await app.offer();
    const ana = await send(offer);
    const luz = await send(offer);
    await send(other);
    const [first, second] = await idsOf(offer);
    const [ajena] = await idsOf(other);
    const { result } = await ask({
      id: randomUUID(),
      asunto: 'A una',
      a: { plantillaId: offer.plantilla.id, ids: [first, ajena] },
    });
    await finished(result.trabajo);
    expect(await written('A una')).toEqual([ana.email]);
    const otras = await app.offer();
    await send(otras, { cuenta: false });
    const none = await ask({ id: randomUUID(), a: todos(otras) });
    expect(none.error!.details.code).toBe('mensaje-sin-cuenta');
    const but = await ask({
      id: randomUUID(),
      asunto: 'A todas menos una',
      a: { ...todos(offer), excepto: [first] },
    });
    await finished(but.result.trabajo);
    expect(await written('A todas menos una')).toEqual([luz.email]);
    const of = async (inscripcionId: string | undefined) =>
      (await app.call('listMensajesInscritos', { inscripcionId }, admin)).result.mensajes.map(
        ({ asunto }: { asunto: string }) => asunto,
      );
    expect([await of(first), await of(second), await of(ajena)]).toEqual([
      ['A una'],
      ['A todas menos una'],
      [],
    ]);
  });

  it('whose job dies half-way goes on from there: each is written to once', async () => {
    const offer = await app.offer();
    const emails = [];
    for (let i = 0; i < 5; i += 1) emails.push((await send(offer)).email);
    // What a sequence counts is not undone: the third one fails the first time, and no other time.
    await sql`create sequence muere`.execute(app.db);
    await sql`create function muere() returns trigger language plpgsql as $$ begin
      if nextval('muere') = 3 then raise exception 'muere a la mitad'; end if; return new; end $$`.execute(
      app.db,
    );
    await sql`create trigger zz_muere before update on mensajes_destinatarios
      for each row execute function muere()`.execute(app.db);
    const { result } = await ask({ id: randomUUID(), asunto: 'A la mitad', a: todos(offer) });
    const trabajo = await finished(result.trabajo);
    await sql`drop trigger zz_muere on mensajes_destinatarios`.execute(app.db);
    expect(trabajo).toMatchObject({ estado: 'terminado', intento: 2 });
    expect(trabajo.mensaje).toBe('Se enviaron 5 mensajes.');
    expect(await written('A la mitad')).toEqual(emails.toSorted());
  });
});
