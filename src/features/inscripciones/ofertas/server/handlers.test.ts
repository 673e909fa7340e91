import { afterAll, beforeAll, expect, it } from 'vitest';
import { AHORA, type EnrolmentApp, startEnrolmentApp } from '../../../../../tests/factories/app.ts';
import { makeCurso, makeEdicion } from '../../../../../tests/factories/cursos.ts';
import { makeEntrada } from '../../../../../tests/factories/entradas.ts';
import { makeActor, makePersona } from '../../../../../tests/factories/personas.ts';
import { makePlantilla, RESPUESTAS } from '../../../../../tests/factories/plantillas.ts';
import { conReparto, cupoDe } from '../../../../../tests/factories/reparto.ts';
import type { Oferta } from '../contract.ts';

let app: EnrolmentApp;
beforeAll(async () => {
  app = await startEnrolmentApp();
});
afterAll(() => app.stop());

const days = (n: number) => new Date(AHORA.getTime() + n * 86_400_000);

it('lists what is open or about to open, the soonest to close first, with seats and my state', async () => {
  const curso = await makeCurso(app.db);
  const plantilla = await makePlantilla(app.db);
  const edicion = (nombre: string, abre: number, cierra: number, more = {}) =>
    makeEdicion(
      app.db,
      { cursoId: curso.id, plantillaId: plantilla.id, ahora: AHORA },
      {
        nombre,
        inscripcion_abre: days(abre),
        inscripcion_cierra: days(cierra),
        ...more,
      },
    );
  const late = await edicion('tarde', -1, 20);
  const soon = await edicion('pronto', -1, 2, { cupo: 10, ocupados: 9 });
  await edicion('llena', -1, 5, { cupo: 4, ocupados: 4 });
  await edicion('próxima', 10, 30);
  await edicion('lejana', 31, 60);
  await edicion('cerrada', -9, -1);
  await edicion('cierra ahora', -9, 0);
  await edicion('cancelada', -1, 9, { cancelada_en: AHORA });

  const ana = await app.person();
  const ids = (edicionId: string) => ({
    idCurso: curso.id,
    idPlantilla: plantilla.id,
    tipo: 'curso',
    edicionId,
  });
  await app.call('saveBorradorInscripcion', { ...ids(late.id), respuestas: {} }, ana);
  const data = { ...ids(soon.id), version: 1, respuestas: RESPUESTAS };
  await app.call('submitInscripcion', data, ana);

  const { result } = await app.call('listOfertas', {}, ana);
  expect(result.ahora).toBe(AHORA.toISOString());
  const shown = result.ofertas.map((oferta: Oferta) => [
    oferta.edicion.nombre,
    oferta.momento,
    oferta.lugares.libres,
    oferta.inscripcion?.estado ?? null,
  ]);
  expect(shown).toEqual([
    ['pronto', 'abierta', 0, 'inscrita'],
    ['llena', 'abierta', 0, null],
    ['tarde', 'abierta', 30, 'borrador'],
    ['próxima', 'proxima', 30, null],
  ]);
  expect(result.ofertas[0]).toMatchObject({ plantillaId: plantilla.id, curso: { creditos: 2.5 } });

  // Somebody else, and an account without a person, see the offer without Ana's state.
  for (const actor of [await app.person(), { ...ana, personaId: null }]) {
    const other = (await app.call('listOfertas', {}, actor)).result.ofertas;
    expect(other.map((oferta: Oferta) => oferta.inscripcion)).toEqual([null, null, null, null]);
  }
});

it('says what the own file lacks to enrol, with the way to the very field', async () => {
  const ana = await app.person();
  const ask = async (actor: object) =>
    (await app.call('listOfertas', {}, actor as never)).result.faltas;
  const que = (faltas: { que: string }[]) => faltas.map((falta) => falta.que);
  const before = await ask(ana);
  expect(que(before.enLinea)).toEqual(['su CURP', 'un teléfono', 'su adscripción actual']);
  expect(que(before.presencial)).toEqual([
    'su CURP',
    'un teléfono',
    'un contacto de emergencia',
    'su adscripción actual',
  ]);
  expect(before.enLinea[0].enlace).toBeNull();
  expect(before.enLinea[1].enlace).toMatch(/^\/person\/.+\?ver=contactos&abrir=telefono$/);
  const telefono = { clase: 'celular', numero: '+525512345678' };
  await makeEntrada(app.db, ana.personaId!, 'telefono', telefono);
  expect(que((await ask(ana)).enLinea)).toEqual(['su CURP', 'su adscripción actual']);
  expect(await ask({ ...ana, personaId: null })).toEqual({ presencial: [], enLinea: [] });
});

it('is for whoever has signed in', async () => {
  expect((await app.call('listOfertas', {})).http).toBe(401);
  const restricted = await app.person({ restricted: true });
  expect((await app.call('listOfertas', {}, restricted)).http).toBe(403);
});

it('says what of the seats is for whoever asks, until when, and how many wait before them', async () => {
  const repartida = await app.offer({
    ...conReparto({ alLlenarse: 'cerrar', cupos: [cupoDe('H', 2)] }),
    edicion: { cupo: 3, nombre: 'repartida' },
  });
  const conFila = await app.offer({
    ...conReparto({ alLlenarse: 'esperaPorPuntos' }),
    edicion: { cupo: 1, nombre: 'con fila' },
  });
  const quien = async (sexo: 'H' | 'M') => makeActor(await makePersona(app.db, { sexo }));
  const send = async ({ ids }: typeof conFila, who: Awaited<ReturnType<typeof quien>>) => {
    const data = { ...ids, version: 1, respuestas: RESPUESTAS };
    return (await app.call('submitInscripcion', data, who)).error?.details.code;
  };
  const [mujer, hombre] = [await quien('M'), await quien('H')];
  expect(await send(repartida, mujer)).toBeUndefined();
  for (let i = 0; i < 3; i += 1) expect(await send(conFila, await quien('M'))).toBeUndefined();
  const shown = async (nombre: string, who: Awaited<ReturnType<typeof quien>>) => {
    const { result } = await app.call('listOfertas', {}, who);
    return result.ofertas.find(({ edicion }: Oferta) => edicion.nombre === nombre) as Oferta;
  };
  const otra = await quien('M');
  expect(await shown('repartida', hombre)).toMatchObject({
    lugares: { libres: 2 },
    reserva: {
      ...{ deTodas: 0, paraUsted: 2 },
      cupos: [{ nombre: 'Hombres', lugares: 2, libres: 2, propio: true }],
    },
    espera: null,
  });
  expect((await shown('repartida', otra)).reserva).toMatchObject({
    paraUsted: 0,
    cupos: [{ propio: false, hasta: expect.any(String) }],
  });
  // As it was said, so it is: she may not, he may.
  expect(await send(repartida, otra)).toBe('sin-lugares');
  expect(await send(repartida, hombre)).toBeUndefined();
  expect(await shown('con fila', otra)).toMatchObject({
    reserva: null,
    espera: { antes: 2, porPuntos: true },
  });
});
