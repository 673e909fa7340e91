import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  AHORA,
  type EnrolmentApp,
  GIVEN,
  startEnrolmentApp,
} from '../../../../tests/factories/app.ts';
import { insertCuentaVerificada } from '../../../../tests/factories/cuentas.ts';
import { makeCurso, makeEdicion } from '../../../../tests/factories/cursos.ts';
import { makePlantilla, RESPUESTAS } from '../../../../tests/factories/plantillas.ts';
import type { Actor } from '../../../platform/shared/actor.ts';
import { plusDays } from '../../../platform/shared/months.ts';
import type { EdicionGuardada } from '../ediciones/contract.ts';
import { edicionesHandlers } from '../ediciones/server/handlers.ts';
import type { CursoGuardado, DatosDeCurso } from '../fichas/contract.ts';
import { fichasHandlers } from '../fichas/server/handlers.ts';

let app: EnrolmentApp;
let admin: Actor;
let otra: Actor;
let escolar: Actor;
let persona: Actor;
let plantillaId: string;

const staff = async (uid: string, role: 'Admin' | 'Escolar'): Promise<Actor> => {
  const email = `${uid}@cursos.example`;
  await insertCuentaVerificada(app.db, { uid, email, role, display_name: uid.toUpperCase() });
  return { ...(await app.person()), uid, email, role, personaId: null } as unknown as Actor;
};

beforeAll(async () => {
  app = await startEnrolmentApp(
    {},
    {
      handlers: [
        ...fichasHandlers(() => GIVEN.one('usosDeClaveDeCurso')),
        ...edicionesHandlers(
          () => GIVEN.one('participantesDeEdicion'),
          () => GIVEN.one('resultadosDeEdicion'),
        ),
      ],
    },
  );
  admin = await staff('ana', 'Admin');
  otra = await staff('olga', 'Admin');
  escolar = await staff('ema', 'Escolar');
  persona = await app.person();
  plantillaId = (await makePlantilla(app.db)).id;
});
afterAll(() => app?.stop());

const itemId = async (catalogo: string, clave: string): Promise<string> =>
  (
    await app.db
      .selectFrom('catalogo_items')
      .select('id')
      .where('catalogo', '=', catalogo as never)
      .where('clave', '=', clave)
      .executeTakeFirstOrThrow()
  ).id;

let n = 0;
const datos = async (over: Partial<DatosDeCurso> = {}): Promise<DatosDeCurso> => ({
  clave: `TST-${++n}`,
  nombre: 'Prueba pericial',
  tipoId: await itemId('tipos-actividad', 'CURSO'),
  modalidadId: await itemId('modalidades', 'MIXTA'),
  areaId: await itemId('areas', 'AMPARO'),
  horas: 40,
  creditos: 2.5,
  objetivo: 'Valorar la prueba.',
  temario: [{ titulo: 'Uno', contenido: '' }],
  requisitos: '',
  ...over,
});

const add = async (over: Partial<DatosDeCurso> = {}): Promise<CursoGuardado> => {
  const input = { id: null, version: null, datos: await datos(over) };
  return (await app.call('saveCurso', input, admin)).result.curso;
};

const getEdicion = async (id: string): Promise<EdicionGuardada> =>
  (await app.call('getEdicionGuardada', { id }, escolar)).result.edicion;

const edicionDe = (cursoId: string, over: Parameters<typeof makeEdicion>[2] = {}) =>
  makeEdicion(app.db, { cursoId, plantillaId, ahora: AHORA }, over);

const actionsOf = async (id: string): Promise<string[]> =>
  (
    await app.db
      .selectFrom('historial')
      .select('accion')
      .where('entidad_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ accion }) => accion);

describe('courses', () => {
  it('are read by staff and kept by an Admin only', async () => {
    const input = { id: null, version: null, datos: await datos() };
    expect((await app.call('listCursos', {}, persona)).error?.status).toBe('PERMISSION_DENIED');
    expect((await app.call('listCursos', {}, escolar)).error).toBeUndefined();
    expect((await app.call('saveCurso', input, escolar)).error?.status).toBe('PERMISSION_DENIED');
    expect((await app.call('saveCurso', input, null)).error?.status).toBe('UNAUTHENTICATED');
  });

  it('say by field what is wrong, and that a key is taken', async () => {
    const curso = await add();
    const wrong = await app.call(
      'saveCurso',
      {
        id: null,
        version: null,
        datos: await datos({ nombre: '', horas: null, temario: [{ titulo: '', contenido: 'x' }] }),
      },
      admin,
    );
    expect(Object.keys(wrong.error?.details.fields).sort()).toEqual(['horas', 'nombre', 'temario']);
    const twice = { id: null, version: null, datos: await datos({ clave: curso.datos.clave }) };
    expect((await app.call('saveCurso', twice, admin)).error?.details.fields).toEqual({
      clave: 'Otro curso ya tiene esa clave. Escriba otra.',
    });
  });

  it('are found by words and by filters, and counted with their editions', async () => {
    const curso = await add({ nombre: 'Hermenéutica constitucional' });
    await edicionDe(curso.id);
    const found = await app.call('listCursos', { busqueda: 'hermeneutica' }, escolar);
    expect(found.result.filas).toMatchObject([{ id: curso.id, ediciones: 1, retirado: false }]);
    await app.call('setRetiradoCurso', { id: curso.id, retirado: true }, admin);
    const now = (estado: string) =>
      app.call('listCursos', { busqueda: 'hermeneutica', estado }, escolar);
    expect((await now('vigentes')).result.filas).toHaveLength(0);
    expect((await now('retirados')).result.filas).toHaveLength(1);
    expect(await actionsOf(curso.id)).toEqual(['curso.agregar', 'curso.retirar']);
  });

  it('take along the editions that have not begun, as of the day they are saved; others stay', async () => {
    const curso = await add({ nombre: 'Antes' });
    const porComenzar = await edicionDe(curso.id, { inicia: '2026-12-01', termina: '2026-12-20' });
    const enCurso = await edicionDe(curso.id, { inicia: '2026-11-21', termina: '2026-12-20' });
    const pasada = await edicionDe(curso.id, { inicia: '2026-01-10', termina: '2026-01-20' });
    const cancelada = await edicionDe(curso.id, { inicia: '2026-12-05', cancelada_en: AHORA });
    const save = async (nombre: string, version: number) =>
      app.call(
        'saveCurso',
        { id: curso.id, version, datos: { ...curso.datos, nombre, horas: 60 } },
        admin,
      );
    expect((await save('Después', 1)).result).toMatchObject({ siguen: 1 });
    const nombreDe = async (id: string) => (await getEdicion(id)).curso.nombre;
    const names = async () =>
      Promise.all([porComenzar, enCurso, pasada, cancelada].map(({ id }) => nombreDe(id)));
    expect(await names()).toEqual(['Después', 'Antes', 'Antes', 'Antes']);
    // The last instant before it begins, and the first one of its first day, in Mexico City.
    app.setNow(new Date('2026-12-01T05:59:59.999Z'));
    expect((await save('Todavía', 2)).result).toMatchObject({ siguen: 1 });
    app.setNow(new Date('2026-12-01T06:00:00.000Z'));
    expect((await save('Ya no', 3)).result).toMatchObject({ siguen: 0 });
    app.setNow(AHORA);
    expect(await names()).toEqual(['Todavía', 'Antes', 'Antes', 'Antes']);
    const { versiones } = (await app.call('getCursoGuardado', { id: curso.id }, escolar)).result;
    expect(versiones.map((v: { cambios: string[] }) => v.cambios)).toEqual([
      ['El nombre pasó de «Todavía» a «Ya no».'],
      ['El nombre pasó de «Después» a «Todavía».'],
      ['El nombre pasó de «Antes» a «Después».', 'Las horas pasaron de 40 a 60.'],
      [],
    ]);
  });

  it('edited by two say to the second what the first one saved', async () => {
    const curso = await add();
    const first = { ...curso.datos, nombre: 'De Ana' };
    await app.call('saveCurso', { id: curso.id, version: 1, datos: first }, admin);
    const second = { id: curso.id, version: 1, datos: { ...curso.datos, horas: 12 } };
    const { error } = await app.call('saveCurso', second, otra);
    expect(error).toMatchObject({
      status: 'ABORTED',
      details: { code: 'cambio-previo', actual: { version: 2, datos: { nombre: 'De Ana' } } },
    });
  });

  it('are deleted only while no edition is of them', async () => {
    const usado = await add();
    await edicionDe(usado.id);
    const gone = { id: usado.id, version: 1 };
    expect((await app.call('deleteCurso', gone, admin)).error?.details.code).toBe('en-uso');
    const libre = await add();
    expect((await app.call('deleteCurso', { id: libre.id, version: 1 }, admin)).result.ok).toBe(
      true,
    );
    expect((await app.call('getCursoGuardado', { id: libre.id }, admin)).error?.status).toBe(
      'NOT_FOUND',
    );
  });
});

/** An edition as its form would send it. */
const escrita = (cursoId: string, over: object = {}) => ({
  cursoId,
  plantillaId,
  nombre: 'Edición 1 · 2026',
  inicia: '2026-12-01',
  termina: '2026-12-18',
  inscripcionAbre: '2026-11-20 09:00',
  inscripcionCierra: '2026-11-28 18:00',
  sedeId: null,
  cupo: 30,
  calificacionMinima: 8,
  asistenciaMinima: 80,
  ...over,
});

const addEdicion = async (over: object = {}): Promise<EdicionGuardada> => {
  const curso = await add();
  const input = { id: null, version: null, datos: escrita(curso.id, over) };
  const { result, error } = await app.call('saveEdicion', input, admin);
  expect(error).toBeUndefined();
  return result;
};

const idsOf = (e: EdicionGuardada) => ({
  idCurso: e.curso.id,
  idPlantilla: e.datos.plantillaId,
  tipo: 'curso',
  edicionId: e.id,
});

const enrol = async (e: EdicionGuardada, more: object = {}) => {
  const email = `${randomUUID()}@personas.example`;
  const person = await app.person({ email });
  await insertCuentaVerificada(app.db, {
    uid: person.uid,
    email,
    persona_id: person.personaId,
  });
  const sent = { ...idsOf(e), version: 1, respuestas: RESPUESTAS, ...more };
  return { person, answer: await app.call('submitInscripcion', sent, person) };
};

const addGrupo = async (e: EdicionGuardada, nombre: string, cupo: number) =>
  (
    await app.call(
      'saveParteEdicion',
      {
        edicionId: e.id,
        id: null,
        version: null,
        contenido: { parte: 'grupo', datos: { nombre, horario: 'Martes', cupo } },
      },
      admin,
    )
  ).result as EdicionGuardada;

describe('editions', () => {
  it('are listed by state, course and days, and by month, with the same words', async () => {
    const e = await addEdicion({ nombre: 'Edición Ñandú' });
    const list = async (more: object) =>
      (await app.call('listEdiciones', { busqueda: 'nandu', ...more }, escolar)).result.filas;
    expect(await list({})).toMatchObject([{ id: e.id, estado: 'inscripcionesAbiertas' }]);
    expect(await list({ estado: 'inscripcionesAbiertas' })).toHaveLength(1);
    expect(await list({ estado: 'enCurso' })).toHaveLength(0);
    expect(await list({ desde: '2026-12-18' })).toHaveLength(1);
    expect(await list({ desde: '2026-12-19' })).toHaveLength(0);
    expect(await list({ hasta: '2026-11-30' })).toHaveLength(0);
    expect(await list({ comienzaDesde: '2026-12-01', comienzaHasta: '2026-12-31' })).toHaveLength(
      1,
    );
    expect(await list({ comienzaDesde: '2026-12-31' })).toHaveLength(0);
    expect(await list({ estado: 'noCanceladas', ocupacion: 0 })).toHaveLength(1);
    expect(await list({ ocupacion: 25 })).toHaveLength(0);
    const { inscripcionAbre, inscripcionCierra } = e.datos;
    const abre = inscripcionAbre.slice(0, 10);
    const cierra = inscripcionCierra.slice(0, 10);
    expect(await list({ recibeDesde: abre, recibeHasta: abre })).toHaveLength(1);
    expect(await list({ recibeDesde: cierra, recibeHasta: cierra })).toHaveLength(1);
    expect(await list({ recibeHasta: plusDays(abre, -1) })).toHaveLength(0);
    expect(await list({ recibeDesde: plusDays(cierra, 1) })).toHaveLength(0);
    const month = async (mes: string) =>
      (await app.call('listCalendarioEdiciones', { busqueda: 'nandu', mes }, escolar)).result.filas;
    expect(await month('2026-11')).toHaveLength(1);
    expect(await month('2026-12')).toHaveLength(1);
    expect(await month('2027-02')).toHaveLength(0);
  });

  it('are listed by the state of what people sent to them', async () => {
    const e = await addEdicion({ nombre: 'Edición por estado' });
    const list = async (inscripcion: string) => {
      const filtros = { busqueda: 'por estado', inscripcion };
      const ofMonth = { ...filtros, mes: e.datos.inicia.slice(0, 7) };
      const lista = (await app.call('listEdiciones', filtros, escolar)).result.filas;
      const mes = (await app.call('listCalendarioEdiciones', ofMonth, escolar)).result.filas;
      expect(mes).toHaveLength(lista.length);
      return lista.length;
    };
    expect(await list('inscrita')).toBe(0);
    await enrol(e);
    expect(await list('inscrita')).toBe(1);
    expect(await list('baja')).toBe(0);
    expect(await list('noHay')).toBe(0);
  });

  it('refuse less seats than are taken, and ask whether to tell whoever is in', async () => {
    const e = await addEdicion();
    const { person } = await enrol(e);
    await enrol(e);
    const save = (over: object, more: object = {}) =>
      app.call(
        'saveEdicion',
        { id: e.id, version: 1, datos: { ...e.datos, ...over }, ...more },
        admin,
      );
    expect((await save({ cupo: 1 })).error?.details.fields).toEqual({
      cupo: 'Ya hay 2 lugares ocupados: el cupo no puede ser menor.',
    });
    expect((await save({ termina: '2026-12-20' })).error?.details.fields).toHaveProperty('avisar');
    const saved = await save({ termina: '2026-12-20' }, { avisar: true });
    expect(saved.result.version).toBe(2);
    await expect
      .poll(
        async () =>
          (await app.mails()).filter(({ subject }) => subject.startsWith('Cambió')).length,
        {
          timeout: 20_000,
        },
      )
      .toBe(2);
    const told = (await app.mails()).find(({ to }) => to === person.email);
    expect(told?.text).toContain('20 de diciembre de 2026');
  });

  it('edited by two say to the second what the first one saved', async () => {
    const e = await addEdicion();
    await app.call('saveEdicion', { id: e.id, version: 1, datos: { ...e.datos, cupo: 40 } }, admin);
    const second = { id: e.id, version: 1, datos: { ...e.datos, nombre: 'Otra' } };
    expect((await app.call('saveEdicion', second, otra)).error).toMatchObject({
      status: 'ABORTED',
      details: { actual: { version: 2, datos: { cupo: 40 } }, quien: 'ANA' },
    });
  });

  it('are deleted only without any inscripción', async () => {
    const e = await addEdicion();
    await enrol(e);
    const gone = { id: e.id, version: 1 };
    expect((await app.call('deleteEdicion', gone, admin)).error?.details.code).toBe('en-uso');
    const libre = await addEdicion();
    const { result } = await app.call('deleteEdicion', { id: libre.id, version: 1 }, admin);
    expect(result.ok).toBe(true);
  });

  it('are copied to another term with groups, teachers and sessions, all as far from its beginning', async () => {
    const e = await addEdicion();
    const [grupo] = (await addGrupo(e, 'Grupo A', 10)).grupos;
    const part = (contenido: object) =>
      app.call('saveParteEdicion', { edicionId: e.id, id: null, version: null, contenido }, admin);
    await part({
      parte: 'docente',
      datos: { nombre: 'Eva Luna', papel: 'Titular', semblanza: '', grupoId: grupo!.id },
    });
    const sesion = { de: '16:00', a: '18:00', tema: 'Uno', lugar: '', grupoId: grupo!.id };
    await part({ parte: 'sesion', datos: { ...sesion, fecha: '2026-12-03' } });
    const at = { id: e.id, inicia: '2027-06-01' };
    const { result: vista } = await app.call('previewCopiaEdicion', at, admin);
    expect(vista).toMatchObject({
      datos: { termina: '2027-06-18', inscripcionAbre: '2027-05-21 09:00' },
      grupos: 1,
      docentes: 1,
      sesiones: [{ fecha: '2027-06-03', de: '16:00', a: '18:00' }],
      advertencias: [],
    });
    const { result } = await app.call('createCopiaEdicion', { ...at, nombre: 'Copia' }, admin);
    const copia = await getEdicion(result.id);
    expect(copia).toMatchObject({
      datos: { ...vista.datos, nombre: 'Copia' },
      ocupados: 0,
      grupos: [{ nombre: 'Grupo A', cupo: 10, ocupados: 0 }],
      sesiones: [{ fecha: '2027-06-03', grupoId: copia.grupos[0]!.id }],
      docentes: [{ nombre: 'Eva Luna', grupoId: copia.grupos[0]!.id }],
    });
    expect(await actionsOf(result.id)).toEqual(['edicion.copiar']);
  });
});

describe("a group's seats", () => {
  it('are taken with the edition’s, by whoever says which group, whose acuse names it', async () => {
    const e = await addEdicion();
    const con = await addGrupo(e, 'Matutino', 1);
    const { grupos } = await addGrupo(con, 'Vespertino', 5);
    const [matutino, vespertino] = grupos;
    const opened = await app.call('getInscripcion', idsOf(e), persona);
    expect(opened.result.grupos).toMatchObject([
      { nombre: 'Matutino', libres: 1 },
      { nombre: 'Vespertino', libres: 5 },
    ]);
    const none = await enrol(e);
    expect(none.answer.error?.details).toMatchObject({ fields: { grupoId: 'Elija un grupo.' } });
    const { answer } = await enrol(e, { grupoId: matutino!.id });
    const { folio, clave } = answer.result;
    const acuse = await app.call('getAcuse', { folio, clave });
    expect(acuse.result.detalle.edicion.grupo).toBe('Matutino');
    const late = await enrol(e, { grupoId: matutino!.id });
    expect(late.answer.error?.details.code).toBe('grupo-sin-lugares');
    expect((await enrol(e, { grupoId: vespertino!.id })).answer.error).toBeUndefined();
    const after = await getEdicion(e.id);
    expect(after.grupos.map(({ ocupados }) => ocupados)).toEqual([1, 1]);
    expect(after.ocupados).toBe(2);
    const small = { parte: 'grupo', datos: { nombre: 'Matutino', horario: '', cupo: 0 } };
    const less = { edicionId: e.id, id: matutino!.id, version: 1, contenido: small };
    expect((await app.call('saveParteEdicion', less, admin)).error?.details.fields).toHaveProperty(
      'cupo',
    );
    const gone = { edicionId: e.id, parte: 'grupo', id: matutino!.id, version: 1 };
    expect((await app.call('deleteParteEdicion', gone, admin)).error?.details.code).toBe('en-uso');
  });
});

describe('cancelling', () => {
  it('leaves nobody in, tells each one once, and says why and where else one may enrol', async () => {
    const otraEdicion = await addEdicion({ nombre: 'La otra' });
    const e = await addEdicion();
    const { grupos } = await addGrupo(e, 'Único', 10);
    const grupoId = grupos[0]!.id;
    const [a, b] = [await enrol(e, { grupoId }), await enrol(e, { grupoId })];
    const borrador = await app.person();
    await app.call('saveBorradorInscripcion', { ...idsOf(e), respuestas: {} }, borrador);

    const ask = { id: e.id, version: 1, alternativaId: otraEdicion.id };
    const cancel = (motivo: string, who: Actor) =>
      app.call('cancelEdicion', { ...ask, motivo }, who);
    expect((await cancel('No hay docente.', escolar)).error?.status).toBe('PERMISSION_DENIED');
    expect((await cancel('No', admin)).error?.details.fields).toHaveProperty('motivo');
    const motivo = 'La persona titular enfermó.';
    const { result, error } = await cancel(motivo, admin);
    expect(error).toBeUndefined();
    expect(result).toMatchObject({
      bajas: 2,
      edicion: {
        estado: 'cancelada',
        ocupados: 0,
        grupos: [{ ocupados: 0 }],
        cancelacion: { motivo, alternativa: { id: otraEdicion.id } },
      },
    });
    expect((await cancel(motivo, admin)).error?.details.code).toBe('edicion-cancelada');

    const rows = await app.db
      .selectFrom('inscripciones')
      .select(['id', 'estado', 'baja_motivo'])
      .where('edicion_id', '=', e.id)
      .orderBy('estado')
      .execute();
    expect(rows.map(({ estado }) => estado)).toEqual(['baja', 'baja', 'borrador']);
    expect(rows[0]!.baja_motivo).toBe(motivo);
    const told = async () =>
      (await app.mails()).filter(({ subject }) => subject.startsWith('Se canceló'));
    await expect.poll(async () => (await told()).length).toBe(2);
    const mails = await told();
    expect(mails.map(({ to }) => to).sort()).toEqual([a.person.email, b.person.email].sort());
    expect(mails[0]!.text).toContain(motivo);
    expect(mails[0]!.links.some((link) => link.includes(otraEdicion.id))).toBe(true);
    await expect
      .poll(() => actionsOf(rows[0]!.id))
      .toEqual([
        'inscripcion.inscribir',
        'inscripcion.cancelarEdicion',
        'inscripcion.avisarEdicion',
      ]);

    const form = await app.call('getInscripcion', idsOf(e), a.person);
    expect(form.result).toMatchObject({
      enviada: null,
      edicion: { cancelada: true },
      cancelacion: { motivo, alternativa: { edicionId: otraEdicion.id, tipo: 'CURSO' } },
    });
    const matricula = await app.call('listMatricula', {}, a.person);
    expect(matricula.result.inscripciones).toMatchObject([
      { estado: 'baja', cancelacion: { motivo, alternativa: { edicionId: otraEdicion.id } } },
    ]);
    const late = await enrol(e, { grupoId });
    expect(late.answer.error?.details.code).toBe('edicion-cancelada');
    const save = { id: e.id, version: 2, datos: e.datos };
    expect((await app.call('saveEdicion', save, admin)).error?.details.code).toBe(
      'edicion-cancelada',
    );
  });

  it('is refused of one that is over', async () => {
    const curso = await makeCurso(app.db);
    const e = await edicionDe(curso.id, { inicia: '2026-01-10', termina: '2026-01-20' });
    const input = { id: e.id, version: 1, motivo: 'Ya no hace falta.', alternativaId: null };
    expect((await app.call('cancelEdicion', input, admin)).error?.status).toBe(
      'FAILED_PRECONDITION',
    );
  });
});
