import ICAL from 'ical.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import { makeCurso, makeEdicion } from '../../../../../tests/factories/cursos.ts';
import { makePersona } from '../../../../../tests/factories/personas.ts';
import { makePlantilla } from '../../../../../tests/factories/plantillas.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';

const AHORA = new Date('2026-11-21T16:00:00.000Z');

let portal: TestPortal;
let yo: Awaited<ReturnType<typeof makeCuenta>>;
let personaId: string;
beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
  portal.setNow(AHORA);
  personaId = (await makePersona(portal.services.db)).id;
  yo = await makeCuenta(portal, { personaId });
});
afterAll(() => portal?.stop());

const call = (name: string, data: unknown = null, token = yo.token) =>
  portal.call(name, data, { token });
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(new URL(path, portal.url).href, { headers });
const cookie = () => ({ cookie: `token=${yo.token}` });

const eventsOf = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((one) => ({
    uid: String(one.getFirstPropertyValue('uid')),
    titulo: String(one.getFirstPropertyValue('summary')),
    secuencia: Number(one.getFirstPropertyValue('sequence')),
    estado: String(one.getFirstPropertyValue('status')),
    inicia: String(one.getFirstPropertyValue('dtstart')),
  }));

const edicion = async (nombre: string, given: Parameters<typeof makeEdicion>[2] = {}) => {
  const { db } = portal.services;
  const curso = await makeCurso(db, { nombre });
  const plantilla = await makePlantilla(db);
  return {
    ...(await makeEdicion(
      db,
      { cursoId: curso.id, plantillaId: plantilla.id, ahora: AHORA },
      given,
    )),
    ids: { idCurso: curso.id, idPlantilla: plantilla.id, tipo: curso.tipo },
    plantilla,
  };
};

const addSesion = (edicionId: string, fecha: string, tema = '') =>
  portal.services.db
    .insertInto('edicion_sesiones')
    .values({ edicion_id: edicionId, grupo_id: null, fecha, de: '16:00', a: '18:00', tema })
    .returning('id')
    .executeTakeFirstOrThrow();

/** In an edition, as if they had enrolled. */
const enrol = async (edicionId: string, plantillaId: string) => {
  const { db } = portal.services;
  const version = await db
    .selectFrom('plantilla_versiones')
    .select('id')
    .where('plantilla_id', '=', plantillaId)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('inscripciones')
    .values({
      persona_id: personaId,
      edicion_id: edicionId,
      plantilla_version_id: version.id,
      estado: 'inscrita',
      respuestas: '{}',
      evaluacion: null,
      enviada_en: AHORA,
    })
    .execute();
};

it('gives the file of an edition to whoever has signed in: its sessions, and its enrolment', async () => {
  const { id } = await edicion('Ñandú, güiro; «café»\n👩🏽‍⚖️');
  const path = `/calendario/edicion/${id}.ics`;
  expect((await get(path)).status).toBe(401);
  const first = await get(path, cookie());
  expect(first.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(first.headers.get('x-content-type-options')).toBe('nosniff');
  expect(eventsOf(await first.text())).toMatchObject([
    { uid: `${id}-periodo`, titulo: 'Ñandú, güiro; «café»\n👩🏽‍⚖️', inicia: '2026-12-01' },
    { uid: `${id}-inscripcion` },
  ]);
  const { id: sesion } = await addSesion(id, '2026-12-02', 'La demanda');
  const withSession = eventsOf(await (await get(path, cookie())).text());
  expect(withSession[0]).toMatchObject({
    uid: `${id}-sesion-${sesion}`,
    titulo: 'Ñandú, güiro; «café»\n👩🏽‍⚖️: La demanda',
    inicia: '2026-12-02T16:00:00',
    estado: 'CONFIRMED',
  });
  for (const none of ['00000000-0000-4000-8000-000000000000', 'x', "'"]) {
    expect((await get(`/calendario/edicion/${none}.ics`, cookie())).status).toBe(404);
  }
});

it('counts what changes of what it shows, and nothing else; a cancelled one says so', async () => {
  const { db } = portal.services;
  const { id } = await edicion('Que cambia');
  const read = async () => {
    const text = await (await get(`/calendario/edicion/${id}.ics`, cookie())).text();
    return eventsOf(text)[0]!;
  };
  expect(await read()).toMatchObject({ secuencia: 0 });
  const text = () => get(`/calendario/edicion/${id}.ics`, cookie()).then((one) => one.text());
  expect(await text()).toBe(await text());
  // Seats come and go all day.
  await db.updateTable('ediciones').set({ ocupados: 3 }).where('id', '=', id).execute();
  expect((await read()).secuencia).toBe(0);
  const { id: sesion } = await addSesion(id, '2026-12-03');
  expect((await read()).secuencia).toBe(1);
  await db
    .updateTable('edicion_sesiones')
    .set({ fecha: '2026-12-04' })
    .where('id', '=', sesion)
    .execute();
  expect(await read()).toMatchObject({ uid: `${id}-sesion-${sesion}`, secuencia: 2 });
  await db.updateTable('ediciones').set({ cancelada_en: AHORA }).where('id', '=', id).execute();
  expect(await read()).toMatchObject({ secuencia: 3, estado: 'CANCELLED' });
  await db.deleteFrom('edicion_sesiones').where('id', '=', sesion).execute();
  expect((await read()).secuencia).toBe(4);
  // An edition goes with its sessions, and with what was counted of it.
  const { id: otra } = await edicion('Que se va');
  await addSesion(otra, '2026-12-03');
  await db.deleteFrom('ediciones').where('id', '=', otra).execute();
});

it('follows one calendar by its key, without signing in, until it is withdrawn or changed', async () => {
  const mine = await edicion('En la que estoy');
  await addSesion(mine.id, '2026-12-05');
  await enrol(mine.id, mine.plantilla.id);
  const chosen = await edicion('La que elegí');
  const other = await edicion('De otros');
  await call('setEdicionCalendario', { edicionId: chosen.id, elegida: true });

  expect((await call('getCalendarioPropio')).result).toEqual({
    direccionDesde: null,
    elegidas: [chosen.id],
  });
  const { direccion } = (await call('renewCalendarioPropio')).result;
  const path = new URL(direccion).pathname;
  const answer = await get(path);
  expect(answer.status).toBe(200);
  const text = await answer.text();
  const titles = eventsOf(text).map(({ titulo }) => titulo);
  expect(titles.toSorted()).toEqual([
    'En la que estoy',
    'Inscripción: La que elegí',
    'La que elegí',
  ]);
  expect(text).not.toContain(other.id);
  // Nothing of who it is, and nothing of the key is kept.
  const persona = await portal.services.db
    .selectFrom('personas')
    .selectAll()
    .where('id', '=', personaId)
    .executeTakeFirstOrThrow();
  for (const secret of [
    persona.clave,
    persona.nombre,
    persona.apellido_paterno,
    yo.uid,
    personaId,
  ]) {
    expect(text.toLowerCase()).not.toContain(secret.toLowerCase());
  }
  const clave = path.slice('/calendario/'.length, -'.ics'.length);
  const kept = await portal.services.db
    .selectFrom('calendario_suscripciones')
    .selectAll()
    .execute();
  expect(JSON.stringify(kept)).not.toContain(clave);
  const said = await portal.services.db
    .selectFrom('historial')
    .select(['accion', 'antes', 'despues'])
    .where('entidad', '=', 'calendario')
    .execute();
  expect(said.map(({ accion }) => accion)).toEqual(['calendario.elegir', 'calendario.renovar']);
  expect(JSON.stringify(said)).not.toContain(clave);

  const renewed = new URL((await call('renewCalendarioPropio')).result.direccion).pathname;
  expect([(await get(path)).status, (await get(renewed)).status]).toEqual([404, 200]);
  await call('withdrawCalendarioPropio');
  await call('setEdicionCalendario', { edicionId: chosen.id, elegida: false });
  expect((await call('getCalendarioPropio')).result).toEqual({
    direccionDesde: null,
    elegidas: [],
  });
  // What was withdrawn is answered as what never was.
  const unknown = await get(`/calendario/${'A'.repeat(43)}.ics`);
  const withdrawn = await get(renewed);
  expect([withdrawn.status, unknown.status]).toEqual([404, 404]);
  const bare = async (one: Response) => {
    const { error } = (await one.json()) as { error: { message: string; details?: object } };
    return [error.message, Object.keys(error.details ?? {})];
  };
  expect(await bare(withdrawn)).toEqual(await bare(unknown));
});

it('is nobody’s once its account is closed', async () => {
  const otra = await makeCuenta(portal, {});
  const { direccion } = (await call('renewCalendarioPropio', null, otra.token)).result;
  const path = new URL(direccion).pathname;
  expect((await get(path)).status).toBe(200);
  await portal.services.db
    .updateTable('cuentas')
    .set({ disabled: true })
    .where('uid', '=', otra.uid)
    .execute();
  expect((await get(path)).status).toBe(404);
});

it('takes only so many guesses from one place', async () => {
  await portal.services.db
    .updateTable('limites')
    .set({ cuenta: 120 })
    .where('llave', 'like', 'calendario:%')
    .execute();
  const { direccion } = (await call('renewCalendarioPropio')).result;
  const path = new URL(direccion).pathname;
  // Whoever else is there has theirs.
  expect((await get(path)).status).toBe(200);
  const guess = path.replace(/[\w-]{6}(?=\.ics$|$)/, 'AAAAAA');
  expect(guess).not.toBe(path);
  expect((await get(guess)).status).toBe(429);
  await portal.services.db.deleteFrom('limites').execute();
  expect((await get(guess)).status).toBe(404);
});

it('is for whoever has signed in; an edition that is not there is not chosen', async () => {
  for (const [name, data] of [
    ['getCalendarioPropio', null],
    ['renewCalendarioPropio', null],
    ['withdrawCalendarioPropio', null],
    ['setEdicionCalendario', { edicionId: personaId, elegida: true }],
  ] as const) {
    expect([name, (await portal.call(name, data)).http]).toEqual([name, 401]);
  }
  const none = await call('setEdicionCalendario', { edicionId: personaId, elegida: true });
  expect(none.http).toBe(404);
});
