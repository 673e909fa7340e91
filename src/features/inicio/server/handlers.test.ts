import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCuenta } from '../../../../tests/factories/cuentas.ts';
import { makeCurso, makeEdicion } from '../../../../tests/factories/cursos.ts';
import { completeExpediente } from '../../../../tests/factories/entradas.ts';
import { makeCurp, makePersona } from '../../../../tests/factories/personas.ts';
import { makePlantilla, RESPUESTAS } from '../../../../tests/factories/plantillas.ts';
import { makeCursada } from '../../../../tests/factories/resultados.ts';
import { startTestPortal, type TestPortal } from '../../../../tests/portal.ts';
import { fechaDe } from '../../../platform/shared/dates.ts';
import { plusDays } from '../../../platform/shared/months.ts';
import { seedCorreos } from '../../correos/server/seed.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.stop());

const days = (n: number) => new Date(Date.now() + n * 86_400_000);
const dayOf = (date: Date) => date.toISOString().slice(0, 10);

const pendientes = async ({ token }: { token: string }) =>
  (await portal.call('listPendientes', null, { token })).result;

it('says what waits for a person: drafts with their days, what begins soon, what the file lacks', async () => {
  const { db } = portal.services;
  const curso = await makeCurso(db);
  const plantilla = await makePlantilla(db);
  const edicion = async (nombre: string, cierra: Date, inicia: Date) => {
    const { id } = await makeEdicion(
      db,
      { cursoId: curso.id, plantillaId: plantilla.id, ahora: new Date() },
      { nombre, inscripcion_cierra: cierra, inicia: dayOf(inicia), termina: dayOf(days(90)) },
    );
    return { idCurso: curso.id, idPlantilla: plantilla.id, tipo: curso.tipo, edicionId: id };
  };
  const [late, soon, begun, far] = [
    await edicion('tarde', days(9), days(30)),
    await edicion('pronto', days(2), days(30)),
    await edicion('comienza', days(5), days(7)),
    await edicion('lejos', days(5), days(40)),
  ];
  const persona = await makePersona(db);
  const ana = await makeCuenta(portal, { personaId: persona.id });
  for (const ids of [late, soon]) {
    await portal.call('saveBorradorInscripcion', { ...ids, respuestas: {} }, { token: ana.token });
  }
  for (const ids of [begun, far]) {
    const data = { ...ids, version: 1, respuestas: RESPUESTAS };
    await portal.call('submitInscripcion', data, { token: ana.token });
  }
  const { propios, personal } = await pendientes(ana);
  expect(personal).toBeNull();
  expect(
    propios.map((p: { detalle: string; accion: string; enlace: string }) => [p.detalle, p.accion]),
  ).toEqual([
    [expect.stringContaining('pronto'), 'Continuar'],
    [expect.stringContaining('tarde'), 'Continuar'],
    [expect.stringContaining('comienza'), 'Ver mi inscripción'],
    [expect.stringContaining('Control Escolar'), 'Completar'],
  ]);
  expect(propios[0]).toMatchObject({
    venceEn: expect.any(String),
    enlace: `/inscripcion/${curso.id}/${plantilla.id}/${curso.tipo}/${soon.edicionId}`,
  });
  // What can no longer be sent is nobody's to do.
  await db.updateTable('ediciones').set({ cancelada_en: new Date() }).execute();
  expect((await pendientes(ana)).propios).toHaveLength(1);
});

it('says to staff what work waits, to each what they may do, and nothing to who has nothing', async () => {
  const { db } = portal.services;
  const curp = makeCurp();
  const file = await makePersona(db, { clave: curp, curp });
  await completeExpediente(db, file.id);
  const calm = await makeCuenta(portal, { personaId: file.id });
  expect(await pendientes(calm)).toMatchObject({ propios: [], personal: null });
  const escolar = await makeCuenta(portal, { role: 'Escolar' });
  const admin = await makeCuenta(portal, { role: 'Admin' });
  expect((await pendientes(escolar)).personal).toEqual([]);
  const asker = await makeCuenta(portal);
  await db
    .insertInto('vinculaciones')
    .values({
      uid: asker.uid,
      persona_id: file.id,
      nombre: 'Ana',
      apellido_paterno: 'Ruiz',
      apellido_materno: '',
    })
    .execute();
  await db.transaction().execute(seedCorreos);
  const titles = async (who: { token: string }) =>
    (await pendientes(who)).personal.map(
      ({ titulo, cuantos }: { titulo: string; cuantos: number }) => [titulo, cuantos],
    );
  expect(await titles(escolar)).toEqual([['Expediente por confirmar', 1]]);
  expect(await titles(admin)).toEqual([
    [expect.stringMatching(/^Correos? sin entregar$/), expect.any(Number)],
    ['Expediente por confirmar', 1],
  ]);
});

it('says to staff what is overdue and what begins soon, each with the number of its list', async () => {
  const own = await startTestPortal({}, { jobs: false });
  try {
    const { db } = own.services;
    const hoy = fechaDe(new Date());
    const dates = (inicia: number, termina: number) => ({
      inicia: plusDays(hoy, inicia),
      termina: plusDays(hoy, termina),
    });
    await makeCursada(own, { edicion: dates(-40, -2) });
    await makeCursada(own, { edicion: dates(-40, 0) });
    const soon = await makeCursada(own, { edicion: { nombre: 'Pronta', ...dates(6, 20) } });
    const far = await makeCursada(own, { edicion: { nombre: 'Lejana', ...dates(7, 20) } });
    const add = async (estado: string, venceEn: Date | null, { inscritas } = soon) => {
      const { id } = await makePersona(db);
      await sql`insert into inscripciones (persona_id, edicion_id, plantilla_version_id, estado, respuestas, enviada_en,
          lugar_ofrecido_en, lugar_vence_en)
        select ${id}, edicion_id, plantilla_version_id, ${estado}, '{}', enviada_en, ${venceEn && new Date()}, ${venceEn}
        from inscripciones where id = ${inscritas[0]!.id}`.execute(db);
    };
    await add('enRevision', null);
    await add('enListaDeEspera', days(1));
    const of = async (role: 'Admin' | 'Escolar') => {
      const { token } = await makeCuenta(own, { role });
      const { personal } = (await own.call('listPendientes', null, { token })).result;
      return { token, personal: personal as Record<string, unknown>[] };
    };
    const { token, personal } = await of('Admin');
    expect(personal.map(({ titulo, cuantos }) => [titulo, cuantos])).toEqual([
      [expect.stringMatching(/^Lugares ofrecidos sin respuesta: /), 1],
      ['Edición que comienza en los próximos 7 días', 1],
      [expect.stringMatching(/^Inscripciones por revisar: .*, Pronta$/), 1],
      ['Acta por cerrar', 1],
    ]);
    const { total } = (
      await own.call('listEdicionesConResultados', { estado: 'porCerrar' }, { token })
    ).result;
    expect(total).toBe(1);
    // Several editions make one entry, with a part for each list.
    await add('enRevision', null, far);
    const several = (await of('Admin')).personal.find(({ titulo }) => /revisar$/.test(`${titulo}`));
    expect(several).toMatchObject({ titulo: 'Inscripciones por revisar', cuantos: 2 });
    // Both were sent at the same moment: either order is right.
    expect(several!.partes).toHaveLength(2);
    expect(several!.partes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ titulo: expect.stringMatching(/, Pronta$/), cuantos: 1 }),
        expect.objectContaining({ titulo: expect.stringMatching(/, Lejana$/), cuantos: 1 }),
      ]),
    );
    // Escolar decides on no enrolment.
    expect((await of('Escolar')).personal.map(({ titulo }) => titulo)).toEqual([
      'Edición que comienza en los próximos 7 días',
      'Acta por cerrar',
    ]);
  } finally {
    await own.stop();
  }
});

it('is for whoever has signed in', async () => {
  expect((await portal.call('listPendientes', null)).http).toBe(401);
});
