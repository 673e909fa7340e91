import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  AHORA,
  type EnrolmentApp,
  GIVEN,
  startEnrolmentApp,
} from '../../../../tests/factories/app.ts';
import { makeCurso, makeEdicion } from '../../../../tests/factories/cursos.ts';
import { makePlantilla } from '../../../../tests/factories/plantillas.ts';
import { importRows } from '../../../../tests/importar.ts';
import { Momento } from '../../../platform/server/hojas/cells.ts';
import { type Hoja, HojaProblems } from '../../../platform/server/hojas/define.ts';
import type { Actor } from '../../../platform/shared/actor.ts';
import { momentoEnCelda } from '../../../platform/shared/dates.ts';
import { edicionesHoja } from '../ediciones/server/hojas.ts';
import { cursosHoja } from '../fichas/server/hojas.ts';

let app: EnrolmentApp;
let plantilla: { id: string; nombre: string };
const hojaDeCursos = cursosHoja(() => GIVEN.one('usosDeClaveDeCurso'));
const ediciones = edicionesHoja(
  () => GIVEN.one('participantesDeEdicion'),
  () => GIVEN.one('resultadosDeEdicion'),
);

beforeAll(async () => {
  app = await startEnrolmentApp({}, {});
  const { id } = await makePlantilla(app.db);
  plantilla = await app.db
    .selectFrom('plantillas')
    .select(['id', 'nombre'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
});
afterAll(() => app?.stop());

type Fila = Record<string, string | number | null>;
const ctx = () => ({ db: app.db, now: AHORA, actorUid: 'u1' });
const look = (hoja: Hoja, filas: Fila[]) =>
  hoja.checkRows!(
    filas.map((valores, i) => ({ fila: i + 2, valores })),
    ctx(),
  );
const write = (hoja: Hoja, filas: Fila[]) =>
  importRows({ ...app.services, now: () => AHORA }, hoja, filas);
const read = async (hoja: Hoja, filtros: object = {}): Promise<Fila[]> => {
  const found: Fila[] = [];
  const filters = hoja.filters!.parse(filtros);
  for await (const rows of hoja.exportRows!(filters, ctx())) found.push(...(rows as Fila[]));
  return found;
};
/** What a file brings of what was exported: not what is only exported. */
const importable = (hoja: Hoja, filas: Fila[]) =>
  filas.map((fila) =>
    Object.fromEntries(
      hoja.columns.flatMap(({ key, exportOnly }) => (exportOnly ? [] : [[key, fila[key] ?? null]])),
    ),
  ) as Fila[];
const historyOf = async (entidad: string, id: string) =>
  app.db
    .selectFrom('historial')
    .select(['accion', 'antes', 'despues', 'motivo'])
    .where('entidad', '=', entidad)
    .where('entidad_id', '=', id)
    .orderBy('id')
    .execute();

const nuevo = (clave: string, over: Fila = {}): Fila => ({
  clave,
  nombre: `Curso ${clave}`,
  tipo: 'CURSO',
  modalidad: 'MIXTA',
  area: 'AMPARO',
  horas: 20,
  ...over,
});
const nueva = (curso: string, nombre: string, over: Fila = {}): Fila => ({
  curso,
  nombre,
  inicia: '2027-01-18',
  termina: '2027-02-26',
  inscripcionAbre: '2026-12-07 09:00',
  inscripcionCierra: '2027-01-11',
  cupo: 30,
  plantilla: plantilla.nombre,
  ...over,
});
const makeConClave = async (clave: string) => makeCurso(app.db, { clave });
const celdasOf = async (hoja: Hoja, fila: Fila) => (await look(hoja, [fila])).efectos?.[0]?.celdas;

it('only an Admin imports and exports them', () => {
  const as = (role: string) => ({ uid: 'u', role }) as unknown as Actor;
  for (const hoja of [hojaDeCursos, ediciones]) {
    expect(['Admin', 'Escolar', 'Persona'].map((role) => hoja.policy(as(role)))).toEqual([
      true,
      false,
      false,
    ]);
  }
});

it('adds courses and changes, by their key, cell by cell, those that are there', async () => {
  const programa = 'La demanda\n| Requisitos\n| Plazos\nLa suspensión';
  const filas = [nuevo('IMP-1', { temario: programa, creditos: 2.5 }), nuevo('IMP-2')];
  expect((await look(hojaDeCursos, filas)).problems).toEqual([]);
  expect(await write(hojaDeCursos, filas)).toEqual({ nuevas: 2, cambiadas: 0, sinCambio: 0 });
  const row = await app.db
    .selectFrom('cursos')
    .select(['id', 'temario'])
    .where('clave', '=', 'IMP-1')
    .executeTakeFirstOrThrow();
  expect(row.temario).toEqual([
    { titulo: 'La demanda', contenido: 'Requisitos\nPlazos' },
    { titulo: 'La suspensión', contenido: '' },
  ]);
  const porComenzar = await makeEdicion(app.db, {
    cursoId: row.id,
    plantillaId: plantilla.id,
    ahora: AHORA,
  });
  const enCurso = await makeEdicion(
    app.db,
    { cursoId: row.id, plantillaId: plantilla.id, ahora: AHORA },
    { inicia: '2026-11-01', termina: '2026-12-20' },
  );
  // An empty cell changes nothing.
  const cambio = { clave: 'IMP-1', horas: 60, modalidad: null, nombre: 'Amparo contra leyes' };
  expect(await celdasOf(hojaDeCursos, cambio)).toEqual([
    { columna: 'nombre', antes: 'Curso IMP-1', despues: 'Amparo contra leyes' },
    { columna: 'horas', antes: '20', despues: '60' },
  ]);
  expect(await write(hojaDeCursos, [cambio])).toEqual({ nuevas: 0, cambiadas: 1, sinCambio: 0 });
  expect(await write(hojaDeCursos, [cambio])).toEqual({ nuevas: 0, cambiadas: 0, sinCambio: 1 });
  const versionOf = async (id: string) =>
    (
      await app.db
        .selectFrom('ediciones')
        .innerJoin('curso_versiones', 'curso_versiones.id', 'ediciones.curso_version_id')
        .select('curso_versiones.numero')
        .where('ediciones.id', '=', id)
        .executeTakeFirstOrThrow()
    ).numero;
  expect([await versionOf(porComenzar.id), await versionOf(enCurso.id)]).toEqual([2, 1]);
  expect(await historyOf('curso', row.id)).toEqual([
    expect.objectContaining({ accion: 'curso.agregar', motivo: 'Importación' }),
    {
      accion: 'curso.editar',
      motivo: 'Importación',
      antes: { nombre: 'Curso IMP-1', horas: 20 },
      despues: { nombre: 'Amparo contra leyes', horas: 60, edicionesQueSiguen: 1 },
    },
  ]);
});

it('says by row what is wrong with courses, and writes none of them', async () => {
  const filas = [
    nuevo('MAL-1'),
    nuevo('MAL-2', { area: 'Astrología' }),
    { clave: 'MAL-3', nombre: 'Sin lo demás' },
  ];
  const { problems } = await look(hojaDeCursos, filas);
  expect(problems.map(({ fila, columna }) => [fila, columna])).toEqual([
    [3, 'area'],
    [4, 'tipo'],
    [4, 'modalidad'],
    [4, 'area'],
    [4, 'horas'],
  ]);
  expect(problems[0]).toMatchObject({ duda: true, valor: 'Astrología' });
  await expect(write(hojaDeCursos, filas)).rejects.toThrow(HojaProblems);
  expect(await read(hojaDeCursos, { busqueda: 'mal-' })).toEqual([]);
});

it('what is exported can be imported again, and changes nothing', async () => {
  await makeEdicion(
    app.db,
    { cursoId: (await makeConClave('IDA-1')).id, plantillaId: plantilla.id, ahora: AHORA },
    { calificacion_minima: null, asistencia_minima: 70 },
  );
  for (const [hoja, filtros] of [
    [hojaDeCursos, {}],
    [ediciones, { busqueda: 'ida-1' }],
  ] as const) {
    const filas = await read(hoja, filtros);
    expect(filas.length).toBeGreaterThan(0);
    const figures = await write(hoja, importable(hoja, filas));
    expect(figures).toEqual({ nuevas: 0, cambiadas: 0, sinCambio: filas.length });
  }
  expect(await read(ediciones, { busqueda: 'ida-1', estado: 'cancelada' })).toEqual([]);
  // A workbook has the days and the moments as such, and they are read as they were.
  const [edicion] = await read(ediciones, { busqueda: 'ida-1' });
  for (const key of ['inicia', 'termina', 'inscripcionAbre', 'inscripcionCierra'] as const) {
    const { format, parse } = ediciones.columns.find((column) => column.key === key)!;
    const written = format!(edicion![key]);
    const cell = written instanceof Momento ? momentoEnCelda(written.instante) : written;
    expect(cell).toBeInstanceOf(Date);
    expect(parse!(cell as Date)).toEqual({ ok: true, value: edicion![key] });
  }
});

it('adds editions and changes, by course and name, those that are there', async () => {
  await makeConClave('EDI-1');
  const filas = [
    nueva('EDI-1', 'Primera 2027'),
    nueva('EDI-1', 'Segunda 2027', { sede: 'CENTRAL' }),
  ];
  expect((await look(ediciones, filas)).problems).toEqual([]);
  expect(await write(ediciones, filas)).toEqual({ nuevas: 2, cambiadas: 0, sinCambio: 0 });
  const cambio = { curso: 'EDI-1', nombre: 'PRIMERA  2027', cupo: 45, termina: '2027-03-05' };
  expect(await celdasOf(ediciones, cambio)).toEqual([
    { columna: 'termina', antes: '26 de febrero de 2027', despues: '5 de marzo de 2027' },
    { columna: 'cupo', antes: '30', despues: '45' },
  ]);
  expect(await write(ediciones, [cambio])).toMatchObject({ cambiadas: 1 });
  expect(await write(ediciones, [cambio])).toMatchObject({ sinCambio: 1 });
  const [, primera] = (await read(ediciones, { busqueda: 'edi-1' })).sort((a, b) =>
    String(b.nombre).localeCompare(String(a.nombre)),
  );
  expect(primera).toMatchObject({
    nombre: 'Primera 2027',
    cupo: 45,
    inscripcionCierra: '2027-01-11 23:59',
    calificacionMinima: null,
  });
});

it('says by row what is wrong with editions, also of who is enrolled, and writes none of them', async () => {
  const { id } = await makeConClave('OCU-1');
  const ids = { cursoId: id, plantillaId: plantilla.id, ahora: AHORA };
  const llena = await makeEdicion(app.db, ids, { nombre: 'Llena', ocupados: 12 });
  await makeEdicion(app.db, ids, { nombre: 'Cancelada', cancelada_en: AHORA });
  await makeEdicion(app.db, ids, { nombre: 'Doble' });
  await makeEdicion(app.db, ids, { nombre: 'doble' });
  const filas: Fila[] = [
    nueva('OCU-1', 'Buena'),
    { curso: 'OCU-1', nombre: 'Llena', cupo: 11 },
    { curso: 'OCU-1', nombre: 'Llena', inicia: '2026-12-02' },
    { curso: 'OCU-1', nombre: 'Cancelada', cupo: 5 },
    { curso: 'OCU-1', nombre: 'Doble', cupo: 5 },
    nueva('NADIE-1', 'Otra'),
    nueva('OCU-1', 'Al revés', { termina: '2027-01-01', plantilla: 'Ninguna así' }),
  ];
  const { problems } = await look(ediciones, filas);
  const said = problems.map(({ fila, columna, mensaje }) => [fila, columna, mensaje]);
  expect(said).toContainEqual([
    3,
    'cupo',
    'Ya hay 12 lugares ocupados: el cupo no puede ser menor.',
  ]);
  expect(said).toContainEqual([4, 'inicia', expect.stringContaining('en la página de la edición')]);
  expect(said).toContainEqual([5, null, expect.stringContaining('cancelada')]);
  expect(said).toContainEqual([6, 'nombre', expect.stringContaining('2 ediciones')]);
  expect(said).toContainEqual([7, 'curso', 'Ningún curso tiene esa clave.']);
  expect(said).toContainEqual([8, 'plantilla', 'Ninguna plantilla publicada se llama así.']);
  // The two rows of one edition.
  expect(said).toContainEqual([4, null, expect.stringContaining('La fila 3')]);
  expect(problems.some(({ fila }) => fila === 2)).toBe(false);
  await expect(write(ediciones, filas)).rejects.toThrow(HojaProblems);
  expect(await read(ediciones, { busqueda: 'buena' })).toEqual([]);
  // What has nothing to do with who is enrolled does change.
  const ventana = { curso: 'OCU-1', nombre: 'Llena', inscripcionCierra: '2026-11-30 18:00' };
  expect(await write(ediciones, [ventana])).toMatchObject({ cambiadas: 1 });
  expect((await historyOf('edicion', llena.id)).at(-1)).toMatchObject({
    accion: 'edicion.editar',
    despues: { inscripcionCierra: '2026-11-30 18:00' },
  });
});

it('is looked at again before it is decided, for whoever enrolled meanwhile', async () => {
  const { id } = await makeConClave('CAR-1');
  const edicion = await makeEdicion(
    app.db,
    { cursoId: id, plantillaId: plantilla.id, ahora: AHORA },
    { nombre: 'Carrera', ocupados: 3 },
  );
  const importacion = crypto.randomUUID();
  const run = { id: importacion, actorUid: 'u1', now: AHORA };
  const rows = [{ fila: 2, valores: { curso: 'CAR-1', nombre: 'Carrera', cupo: 4 } }];
  const inTrx = app.db.transaction();
  await inTrx.execute((trx) => ediciones.writer!.write(trx, rows, run));
  const current = () =>
    app.db.transaction().execute((trx) => ediciones.writer!.isCurrent!(trx, { id: importacion }));
  const seats = (ocupados: number) =>
    app.db.updateTable('ediciones').set({ ocupados }).where('id', '=', edicion.id).execute();
  expect(await current()).toBe(true);
  await seats(5);
  expect(await current()).toBe(false);
  // Once decided it is put in its place whatever happens: with the seats that are taken, and once.
  const apply = () =>
    app.db
      .transaction()
      .execute((trx) => ediciones.writer!.apply!(trx, { ...run, cursor: null }, null));
  await apply();
  await apply();
  const row = await app.db
    .selectFrom('ediciones')
    .select(['cupo', 'version'])
    .where('id', '=', edicion.id)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ cupo: 5, version: 2 });
  expect(await historyOf('edicion', edicion.id)).toHaveLength(1);
});

it('a thousand of each', async () => {
  const cursos = Array.from({ length: 1000 }, (_, i) => nuevo(`MIL-${i}`));
  expect(await write(hojaDeCursos, cursos)).toMatchObject({ nuevas: 1000 });
  const otros = cursos.map((fila) => ({ ...fila, horas: 21 }));
  expect(await write(hojaDeCursos, otros)).toMatchObject({ cambiadas: 1000 });
  const unas = cursos.map(({ clave }) => nueva(String(clave), 'Única'));
  expect(await write(ediciones, unas)).toMatchObject({ nuevas: 1000 });
  expect(await read(ediciones, { busqueda: 'mil-' })).toHaveLength(1000);
});
