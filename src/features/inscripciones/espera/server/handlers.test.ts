import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AHORA, type EnrolmentApp, startEnrolmentApp } from '../../../../../tests/factories/app.ts';
import { insertCuentaVerificada } from '../../../../../tests/factories/cuentas.ts';
import { makeActor, makePersona } from '../../../../../tests/factories/personas.ts';
import { RESPUESTAS } from '../../../../../tests/factories/plantillas.ts';
import { hoja, regla, todasDe } from '../../../../../tests/factories/reglas.ts';
import { conReparto, cupoDe } from '../../../../../tests/factories/reparto.ts';
import { actAsSystem } from '../../../../platform/server/request-context.ts';
import type { Actor } from '../../../../platform/shared/actor.ts';
import { runFilas } from './service.ts';

let app: EnrolmentApp;
beforeAll(async () => {
  app = await startEnrolmentApp();
});
afterAll(() => app.stop());

const HORA = 3_600_000;
const later = (hours: number) => new Date(AHORA.getTime() + hours * HORA);

type Offer = Awaited<ReturnType<EnrolmentApp['offer']>>;
const somebody = async (sexo: 'H' | 'M' = 'M'): Promise<Actor> =>
  makeActor(await makePersona(app.db, { sexo }));
/** Sends as somebody, each a second after the one before. */
let seconds = 0;
const send = async ({ ids, plantilla }: Offer, actor: Actor, more: object = {}) => {
  app.setNow(new Date(AHORA.getTime() + ++seconds * 1000));
  const data = { ...ids, version: plantilla.numero, respuestas: RESPUESTAS, ...more };
  const answer = await app.call('submitInscripcion', data, actor);
  app.setNow(AHORA);
  return answer;
};
const see = async ({ ids }: Offer, actor: Actor) =>
  (await app.call('getInscripcion', ids, actor)).result.enviada;
const leave = async (offer: Offer, actor: Actor, motivo = '') =>
  app.call('withdrawInscripcion', { id: (await see(offer, actor)).id, motivo }, actor);
const accept = async (offer: Offer, actor: Actor) =>
  app.call('acceptLugarInscripcion', { id: (await see(offer, actor)).id }, actor);
const rowOf = ({ edicion }: Offer, { personaId }: Actor) =>
  app.db
    .selectFrom('inscripciones')
    .selectAll()
    .where('edicion_id', '=', edicion.id)
    .where('persona_id', '=', personaId!)
    .orderBy('creado_en', 'desc')
    .executeTakeFirstOrThrow();
const at = async (date: Date) => {
  app.setNow(date);
  try {
    return await actAsSystem(() => runFilas(app.con));
  } finally {
    app.setNow(AHORA);
  }
};
const states = async (offer: Offer, people: readonly Actor[]) =>
  Promise.all(
    people.map(async (one) => {
      const { estado, lugar_vence_en } = await rowOf(offer, one);
      return lugar_vence_en ? 'ofrecido' : estado;
    }),
  );

describe('the line', () => {
  it('forms in the order of receipt, and says the place and why', async () => {
    const offer = await app.offer({ ...conReparto({}), edicion: { cupo: 1 } });
    const [ana, beto, caro] = [await somebody(), await somebody(), await somebody()];
    expect((await send(offer, ana)).result).toMatchObject({
      estado: 'inscrita',
      lugarEnEspera: null,
    });
    const second = await send(offer, beto);
    expect(second.result).toMatchObject({ estado: 'enListaDeEspera', lugarEnEspera: 1 });
    expect((await send(offer, caro)).result.lugarEnEspera).toBe(2);
    // Sent again, it is the same one.
    expect((await send(offer, beto)).result).toEqual(second.result);
    expect(await see(offer, caro)).toMatchObject({
      estado: 'enListaDeEspera',
      puedeSalir: true,
      espera: {
        lugar: 2,
        total: 2,
        ofrecidoHasta: null,
        orden: expect.stringContaining('el instante en que el servidor recibió'),
        delante: [{ puntos: 0, ofrecido: false }],
      },
    });
    const acuse = await app.call('getAcuse', {
      folio: second.result.folio,
      clave: second.result.clave,
    });
    expect(acuse.result.detalle.estado.nombre).toBe('En lista de espera');
    expect(await app.ocupados(offer.edicion.id)).toBe(1);
  });

  it.each(['esperaPorTurno', 'esperaPorPuntos'] as const)(
    'of one millisecond, whoever came first is first, and nobody moves back (%s)',
    async (alLlenarse) => {
      const offer = await app.offer({ ...conReparto({ alLlenarse }), edicion: { cupo: 1 } });
      const people = await Promise.all(Array.from({ length: 9 }, () => somebody()));
      const data = { ...offer.ids, version: offer.plantilla.numero, respuestas: RESPUESTAS };
      const told: unknown[] = [];
      // The clock stands still. Some had begun a draft, in any order.
      for (const one of people.toReversed().filter((_, i) => i % 2 === 0)) {
        await app.call('saveBorradorInscripcion', { ...offer.ids, respuestas: {} }, one);
      }
      for (const one of people) {
        told.push((await app.call('submitInscripcion', data, one)).result.lugarEnEspera);
      }
      expect(told).toEqual([null, 1, 2, 3, 4, 5, 6, 7, 8]);
      const seen = await Promise.all(people.slice(1).map((one) => see(offer, one)));
      expect(seen.map(({ espera }) => espera.lugar)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    },
  );

  it('by points first, where the version says so', async () => {
    const prefiere = regla(todasDe(hoja('persona.sexo', 'in', ['H'])), {
      clave: 'prefiere',
      efecto: 'prioriza',
      puntos: 30,
    });
    const offer = await app.offer({
      ...conReparto({ alLlenarse: 'esperaPorPuntos' }, [prefiere]),
      edicion: { cupo: 1 },
    });
    const [ana, beto, dario] = [await somebody(), await somebody(), await somebody('H')];
    for (const one of [ana, beto]) await send(offer, one);
    expect((await send(offer, dario)).result.lugarEnEspera).toBe(1);
    expect((await see(offer, beto)).espera).toMatchObject({ lugar: 2, delante: [{ puntos: 30 }] });
    await leave(offer, ana);
    expect(await states(offer, [ana, beto, dario])).toEqual([
      'baja',
      'enListaDeEspera',
      'ofrecido',
    ]);
  });

  it('two places in line are not two seats where a rule forbids it: the second waits for the first', async () => {
    const una = regla(todasDe(hoja('historia.simultaneas', '<', 1)), {
      clave: 'una',
      mensaje: 'Ya está en otra edición.',
    });
    const offers = await Promise.all(
      [0, 1].map(() => app.offer({ ...conReparto({}, [una]), edicion: { cupo: 1 } })),
    );
    const beto = await somebody();
    const inside = await Promise.all(
      offers.map(async (offer) => {
        const who = await somebody();
        await send(offer, who);
        return who;
      }),
    );
    for (const offer of offers) {
      expect((await send(offer, beto)).result.estado).toBe('enListaDeEspera');
    }
    for (const [n, offer] of offers.entries()) await leave(offer, inside[n]!);
    const told = await Promise.all(offers.map((offer) => accept(offer, beto)));
    expect(told.filter(({ error }) => error === undefined)).toHaveLength(1);
    const [refused] = told.flatMap(({ error }) => error ?? []);
    expect(refused!.details.code).toBe('reglas-no-cumplidas-al-aceptar');
    expect(refused!.message).toMatch(/no puede aceptar este lugar.* Ya está en otra edición\.$/);
    const has = told.findIndex(({ error }) => error === undefined);
    const [first, second] = [offers[has]!, offers[1 - has]!];
    // Kept until its time is over, and theirs when they leave the other.
    expect(await states(second, [beto])).toEqual(['ofrecido']);
    await leave(first, beto);
    expect((await accept(second, beto)).error).toBeUndefined();
  });

  it('a seat that is left goes to the next by itself, who is told and accepts it', async () => {
    const offer = await app.offer({ ...conReparto({}), edicion: { cupo: 1 } });
    const [ana, beto] = [await somebody(), await somebody()];
    await insertCuentaVerificada(app.db, {
      uid: beto.uid,
      email: 'beto@correo.example',
      persona_id: beto.personaId,
    });
    await send(offer, ana);
    await send(offer, beto);
    expect((await accept(offer, beto)).error!.details.code).toBe('sin-lugar-ofrecido');
    expect((await leave(offer, ana, 'Cambié de adscripción')).error).toBeUndefined();
    expect(await rowOf(offer, ana)).toMatchObject({
      estado: 'baja',
      baja_motivo: 'Cambié de adscripción',
    });
    // The seat is kept for Beto, and counts.
    expect(await app.ocupados(offer.edicion.id)).toBe(1);
    expect((await see(offer, beto)).espera.ofrecidoHasta).toBe(later(24).toISOString());
    // Whoever comes now goes behind.
    const caro = await somebody();
    expect((await send(offer, caro)).result.estado).toBe('enListaDeEspera');
    expect((await accept(offer, beto)).error).toBeUndefined();
    expect((await accept(offer, beto)).error).toBeUndefined();
    expect(await states(offer, [beto, caro])).toEqual(['inscrita', 'enListaDeEspera']);
    expect(await app.ocupados(offer.edicion.id)).toBe(1);
    const mails = (await app.mails()).filter(({ to }) => to === 'beto@correo.example');
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      'Hay un lugar para usted en Juicio de amparo indirecto',
      'Ya tiene lugar en Juicio de amparo indirecto',
    ]);
    const offered = mails.find(({ subject }) => subject.startsWith('Hay un lugar'));
    expect(offered!.text).toContain('22 de noviembre de 2026');
  });

  it('an offer that nobody accepts in time ends, and the next one has it', async () => {
    const offer = await app.offer({ ...conReparto({}), edicion: { cupo: 1 } });
    const [ana, beto, caro] = [await somebody(), await somebody(), await somebody()];
    for (const one of [ana, beto, caro]) await send(offer, one);
    await leave(offer, ana);
    await at(later(23.9));
    expect(await states(offer, [beto, caro])).toEqual(['ofrecido', 'enListaDeEspera']);
    // At the very end it is over, whether or not the job has come by.
    app.setNow(later(24));
    expect((await accept(offer, beto)).error!.details.code).toBe('sin-lugar-ofrecido');
    const shown = async () => (await app.call('listMatricula', {}, beto)).result.inscripciones[0];
    expect(await shown()).toMatchObject({ estado: 'enListaDeEspera', lugarVencido: true });
    app.setNow(later(23.9));
    expect(await shown()).toMatchObject({ lugarVencido: false });
    await at(later(24));
    expect(await states(offer, [beto, caro])).toEqual(['vencida', 'ofrecido']);
    // Declining passes it on at once.
    await leave(offer, caro);
    expect(await states(offer, [caro])).toEqual(['baja']);
    expect(await app.ocupados(offer.edicion.id)).toBe(0);
  });

  it('of one whose version somebody made unreadable ends as the others do; nobody is let in by it', async () => {
    const [ilegible, otra] = [
      await app.offer({ ...conReparto({}), edicion: { cupo: 1 } }),
      await app.offer({ ...conReparto({}), edicion: { cupo: 1 } }),
    ];
    const [ana, beto] = [await somebody(), await somebody()];
    for (const offer of [ilegible, otra]) {
      await send(offer, ana);
      await send(offer, beto);
      await leave(offer, ana);
    }
    const { id } = await see(ilegible, beto);
    await app.services.database.execute(
      `alter table plantilla_versiones disable trigger plantilla_version_inmutable;
       update plantilla_versiones set definicion = '[]' where id = '${ilegible.plantilla.versionId}';
       alter table plantilla_versiones enable trigger plantilla_version_inmutable`,
    );
    const refused = await app.call('acceptLugarInscripcion', { id }, beto);
    expect(refused.error!.details.code).toBe('version-ilegible');
    await at(later(25));
    expect(await states(ilegible, [beto])).toEqual(['vencida']);
    expect(await states(otra, [beto])).toEqual(['vencida']);
  });

  it('seats that are added go to the line, and nobody jumps it', async () => {
    const offer = await app.offer({ ...conReparto({}), edicion: { cupo: 1 } });
    const [ana, beto, caro, dora] = await Promise.all([1, 2, 3, 4].map(() => somebody()));
    for (const one of [ana!, beto!, caro!]) await send(offer, one);
    await app.db
      .updateTable('ediciones')
      .set({ cupo: 2 })
      .where('id', '=', offer.edicion.id)
      .execute();
    // A seat is free, and two wait for it.
    expect((await send(offer, dora!)).result.lugarEnEspera).toBe(3);
    await at(AHORA);
    expect(await states(offer, [beto!, caro!, dora!])).toEqual([
      'ofrecido',
      'enListaDeEspera',
      'enListaDeEspera',
    ]);
  });

  it('is over when the edition begins', async () => {
    const offer = await app.offer({
      ...conReparto({}),
      edicion: { cupo: 1, inicia: '2026-11-23', inscripcion_cierra: later(20) },
    });
    const [ana, beto, caro] = [await somebody(), await somebody(), await somebody()];
    for (const one of [ana, beto, caro]) await send(offer, one);
    await leave(offer, ana);
    // Until midnight in Mexico City, though 24 hours would be longer.
    expect((await rowOf(offer, beto)).lugar_vence_en!.toISOString()).toBe(
      '2026-11-22T16:00:00.000Z',
    );
    await at(new Date('2026-11-23T06:00:00Z'));
    expect(await states(offer, [beto, caro])).toEqual(['vencida', 'vencida']);
  });
});

describe('quotas', () => {
  it('keep seats for their people until they are released to all', async () => {
    const offer = await app.offer({
      ...conReparto({ cupos: [cupoDe('H', 2)] }),
      edicion: { cupo: 3 },
    });
    const [ana, beta] = [await somebody(), await somebody()];
    const [dario, eloy, fito] = [await somebody('H'), await somebody('H'), await somebody('H')];
    // One seat is everybody's; two are men's.
    expect((await send(offer, ana)).result.estado).toBe('inscrita');
    expect((await send(offer, beta)).result.estado).toBe('enListaDeEspera');
    expect((await send(offer, dario)).result.estado).toBe('inscrita');
    expect(await rowOf(offer, dario)).toMatchObject({ cupo_clave: 'hombres', cupos: ['hombres'] });
    // Three days before enrolment closes (nine days from now) what is left is everybody's.
    await at(later(6 * 24 - 1));
    expect(await states(offer, [beta])).toEqual(['enListaDeEspera']);
    await at(later(6 * 24));
    expect(await states(offer, [beta])).toEqual(['ofrecido']);
    expect((await rowOf(offer, beta)).cupo_clave).toBeNull();
    for (const one of [eloy, fito]) {
      expect((await send(offer, one)).result.estado).toBe('enListaDeEspera');
    }
    expect(await app.ocupados(offer.edicion.id)).toBe(3);
  });

  it('a seat of a quota that is left goes to the next of its people, not to who waits before', async () => {
    const offer = await app.offer({
      ...conReparto({ cupos: [cupoDe('H', 1)] }),
      edicion: { cupo: 2 },
    });
    const [ana, beta] = [await somebody(), await somebody()];
    const [dario, eloy] = [await somebody('H'), await somebody('H')];
    for (const one of [ana, dario, beta, eloy]) await send(offer, one);
    expect(await states(offer, [ana, dario, beta, eloy])).toEqual([
      'inscrita',
      'inscrita',
      'enListaDeEspera',
      'enListaDeEspera',
    ]);
    await leave(offer, dario);
    expect(await states(offer, [beta, eloy])).toEqual(['enListaDeEspera', 'ofrecido']);
    await leave(offer, ana);
    expect(await states(offer, [beta, eloy])).toEqual(['ofrecido', 'ofrecido']);
    const { rows } = await app.services.database.execute(
      'select clave, ocupados from edicion_cupos where edicion_id = $1',
      [offer.edicion.id],
    );
    expect(rows).toEqual([{ clave: 'hombres', ocupados: 1 }]);
  });

  it('whoever is about to enrol sees what is kept for whom, until when, and what is left for them', async () => {
    const offer = await app.offer({
      ...conReparto({ cupos: [cupoDe('H', 2)] }),
      edicion: { cupo: 3 },
    });
    const [ana, dario, eloy] = [await somebody(), await somebody('H'), await somebody('H')];
    await send(offer, dario);
    const look = async (who: Actor) => (await app.call('getInscripcion', offer.ids, who)).result;
    const hasta = expect.stringMatching(/^20\d\d-.*Z$/);
    const kept = { nombre: 'Hombres', lugares: 2, libres: 1, hasta };
    expect((await look(ana)).reserva).toEqual({
      deTodas: 1,
      paraUsted: 1,
      cupos: [{ ...kept, propio: false }],
    });
    expect((await look(eloy)).reserva).toEqual({
      deTodas: 1,
      paraUsted: 2,
      cupos: [{ ...kept, propio: true }],
    });
    // Sent, there is nothing left to choose by; released, there is nothing kept.
    expect((await look(dario)).reserva).toBeNull();
    const cierra = new Date((await look(ana)).edicion.inscripcionCierra);
    app.setNow(new Date(cierra.getTime() - 2 * 24 * HORA));
    expect((await look(ana)).reserva).toBeNull();
    app.setNow(AHORA);
  });

  it('closed when full: refused, with its draft', async () => {
    const offer = await app.offer({
      ...conReparto({ alLlenarse: 'cerrar', cupos: [cupoDe('H', 1)] }),
      edicion: { cupo: 1 },
    });
    expect((await send(offer, await somebody())).error!.details.code).toBe('sin-lugares');
    expect((await send(offer, await somebody('H'))).result.estado).toBe('inscrita');
  });
});

describe('leaving', () => {
  it('is for its person alone, and not once it began', async () => {
    const offer = await app.offer();
    const [ana, beto] = [await somebody(), await somebody()];
    await send(offer, ana);
    const { id } = await see(offer, ana);
    const other = await app.call('withdrawInscripcion', { id }, beto);
    expect(other.error!.status).toBe('NOT_FOUND');
    app.setNow(new Date('2026-12-01T06:00:00Z'));
    const late = await app.call('withdrawInscripcion', { id }, ana);
    app.setNow(AHORA);
    expect(late.error!.details.code).toBe('baja-no-permitida');
    expect((await app.call('withdrawInscripcion', { id }, ana)).error).toBeUndefined();
    const twice = await app.call('withdrawInscripcion', { id }, ana);
    expect(twice.error!.details.code).toBe('baja-no-permitida');
    expect(await app.ocupados(offer.edicion.id)).toBe(0);
    const { result } = await app.call('listMatricula', {}, ana);
    expect(result.inscripciones[0]).toMatchObject({ estado: 'baja', motivo: null });
  });

  it('is told to whoever comes back to the form, with its reason, until they send another', async () => {
    const offer = await app.offer();
    const [ana, beto] = [await somebody(), await somebody()];
    const anterior = async (who: Actor) =>
      (await app.call('getInscripcion', offer.ids, who)).result.anterior;
    expect(await anterior(ana)).toBeNull();
    await send(offer, ana);
    expect(await anterior(ana)).toBeNull();
    await leave(offer, ana, 'Cambié de adscripción.');
    const left = { estado: 'baja', en: AHORA.toISOString(), motivo: 'Cambié de adscripción.' };
    expect(await anterior(ana)).toEqual(left);
    const { ids } = offer;
    await app.call('saveBorradorInscripcion', { ...ids, respuestas: {} }, ana);
    expect(await anterior(ana)).toEqual(left);
    expect(await anterior(beto)).toBeNull();
    await send(offer, ana);
    expect(await anterior(ana)).toBeNull();
  });

  it('the same key is the same answer, whatever became of it', async () => {
    const offer = await app.offer();
    const ana = await somebody();
    const llave = crypto.randomUUID();
    const first = await send(offer, ana, { llave });
    expect(first.result.estado).toBe('inscrita');
    await leave(offer, ana);
    // Its answer was lost, and it comes again: nobody is enrolled by it a second time.
    const again = await send(offer, ana, { llave });
    expect(again.result).toMatchObject({ estado: 'baja', folio: first.result.folio });
    expect(await app.ocupados(offer.edicion.id)).toBe(0);
    // Another sending is another one.
    const anew = await send(offer, ana, { llave: crypto.randomUUID() });
    expect(anew.result.estado).toBe('inscrita');
    expect(anew.result.folio).not.toBe(first.result.folio);
  });
});
