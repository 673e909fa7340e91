/** Grades and attendance by file, over HTTP: what each row would write, what is wrong with it, and who writes meanwhile. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import { makePersona } from '../../../../../tests/factories/personas.ts';
import { makeCursada, TERMINADA } from '../../../../../tests/factories/resultados.ts';
import { uploadHoja } from '../../../../../tests/importar.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import {
  beginImportacion,
  updateImportacion,
} from '../../../../platform/server/hojas/importaciones.ts';
import { ASISTENCIA, CALIFICACIONES, hojaDeEdicion } from '../rules.ts';

type Cuenta = Awaited<ReturnType<typeof makeCuenta>>;
type Cursada = Awaited<ReturnType<typeof makeCursada>>;
type Row = readonly (string | number | null)[];
let portal: TestPortal;
let eva: Cuenta;
beforeAll(async () => {
  portal = await startTestPortal();
  eva = await makeCuenta(portal, { role: 'Escolar' });
});
afterAll(() => portal.stop());

/** An edition that has begun: its results may be recorded. */
const makeEnCurso = (options: Parameters<typeof makeCursada>[1] = {}) =>
  makeCursada(portal, { ...options, edicion: { inicia: '2026-01-12', ...options.edicion } });

const ok = async (name: string, data: unknown, who: { token: string } = eva) => {
  const { result, error } = await portal.call(name, data, who);
  expect(error, JSON.stringify(error)).toBeUndefined();
  return result;
};
const notas = ({ edicion }: Cursada, rows: readonly Row[], who: { token: string } = eva) =>
  uploadHoja(
    portal,
    hojaDeEdicion(CALIFICACIONES, edicion.id),
    [['CURP', 'Correo de la cuenta', 'Calificación', 'Observación'], ...rows],
    who,
  );
const marcas = ({ edicion }: Cursada, rows: readonly Row[]) =>
  uploadHoja(
    portal,
    hojaDeEdicion(ASISTENCIA, edicion.id),
    [['CURP', 'Sesión', 'Hora', 'Asistencia'], ...rows],
    eva,
  );
const save = ({ edicion }: Cursada, inscripcionId: string, valor: number, version: number) =>
  portal.call(
    'saveResultadosEdicion',
    {
      edicionId: edicion.id,
      calificaciones: [{ inscripcionId, valor, version }],
      observaciones: [],
    },
    eva,
  );
const recorded = async ({ edicion }: Cursada) => {
  const { filas } = await ok('getResultadosEdicion', { edicionId: edicion.id });
  return filas.map((fila: { calificacion: { valor: number }; observacion: { valor: string } }) => [
    fila.calificacion.valor,
    fila.observacion.valor,
  ]);
};
const exported = async (hoja: string) => {
  const { archivo } = await ok('startExportacion', { hoja, tipo: 'csv', alMomento: true });
  const file = await fetch(`${portal.url}/api/exportaciones/${archivo.id}`, {
    headers: { authorization: `Bearer ${eva.token}` },
  });
  const lines = (await file.text())
    .replace(/^\ufeff/, '')
    .trim()
    .split(/\r?\n/);
  const cellsOf = (line: string) =>
    Array.from(line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g), ([, quoted, plain]) =>
      quoted === undefined ? plain! : quoted.replaceAll('""', '"'),
    );
  return { nombre: archivo.nombre as string, rows: lines.map(cellsOf) };
};

it('is of staff, of an edition that there is', async () => {
  const cursada = await makeEnCurso({ personas: 1 });
  const hoja = hojaDeEdicion(CALIFICACIONES, cursada.edicion.id);
  const persona = await makeCuenta(portal);
  expect((await notas(cursada, [], persona)).error?.status).toBe('PERMISSION_DENIED');
  expect((await portal.call('describeHoja', { hoja }, persona)).error?.status).toBe(
    'PERMISSION_DENIED',
  );
  for (const hoja of [CALIFICACIONES, `${CALIFICACIONES}-1`, 'resultados']) {
    expect((await portal.call('describeHoja', { hoja }, eva)).error?.status).toBe('NOT_FOUND');
  }
  const otra = { ...cursada, edicion: { ...cursada.edicion, id: crypto.randomUUID() } };
  const { preview } = await notas(otra, [[cursada.inscritas[0]!.clave, null, 8, null]]);
  await expect(preview()).rejects.toThrow('edicion-no-existe');
});

it('the list of the edition is what is filled in; what comes back as it went changes nothing', async () => {
  const cursada = await makeEnCurso({ personas: 3, cuentas: true });
  await save(cursada, cursada.inscritas[1]!.id, 7.25, 0);
  const hoja = hojaDeEdicion(CALIFICACIONES, cursada.edicion.id);
  expect(await ok('describeHoja', { hoja })).toMatchObject({ conFilas: true });
  const { nombre, rows } = await exported(hoja);
  expect(nombre).toContain(cursada.curso.clave);
  const [clave] = cursada.inscritas.map((one) => one.clave);
  expect(rows).toHaveLength(4);
  expect(rows[1]?.slice(0, 2)).toEqual([clave, `${clave!.toLowerCase()}@cuentas.example`]);
  expect(rows[2]).toContain('7.25');
  const { preview } = await uploadHoja(portal, hoja, rows, eva);
  expect(await preview()).toMatchObject({
    errores: 0,
    cifras: { nuevas: 0, cambiadas: 0, sinCambio: 3 },
  });
  // Whose grades were handed over is in the history, under the edition.
  const { despues } = await portal.services.db
    .selectFrom('historial')
    .select('despues')
    .where('accion', '=', 'hoja.exportar')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(despues).toMatchObject({
    hoja: CALIFICACIONES,
    edicion: cursada.edicion.id,
    filas: 3,
    personas: expect.arrayContaining(cursada.inscritas.map(({ personaId }) => personaId)),
  });
});

it('shows every cell before and after, writes nothing until it is confirmed, and then all of it with its history', async () => {
  const cursada = await makeEnCurso({ personas: 3, cuentas: true });
  const [ana, bea, carla] = cursada.inscritas;
  await save(cursada, ana!.id, 6, 0);
  const { preview, run } = await notas(cursada, [
    [ana!.clave, null, '8,5', 'Mejoró'],
    [null, `${bea!.clave.toLowerCase()}@cuentas.example`, 9, null],
    [carla!.clave, null, null, null],
  ]);
  const vista = await preview();
  expect(vista).toMatchObject({
    errores: 0,
    cifras: { nuevas: 0, cambiadas: 2, sinCambio: 1 },
  });
  expect(vista.cambios.map(({ celdas }) => celdas)).toEqual([
    [
      { columna: 'calificacion', antes: '6.00', despues: '8.50' },
      { columna: 'observacion', antes: '', despues: 'Mejoró' },
    ],
    [{ columna: 'calificacion', antes: '', despues: '9.00' }],
  ]);
  const before = [
    [6, ''],
    [null, ''],
    [null, ''],
  ];
  expect(await recorded(cursada)).toEqual(before);
  const trabajo = await run();
  expect(trabajo).toMatchObject({ estado: 'terminado', cifras: { cambiadas: 2 } });
  expect(await recorded(cursada)).toEqual([
    [8.5, 'Mejoró'],
    [9, ''],
    [null, ''],
  ]);
  const history = await portal.services.db
    .selectFrom('historial')
    .select(['accion', 'entidad_id', 'actor_uid', 'antes', 'despues'])
    .where('peticion_id', '=', trabajo.id)
    .where('motivo', '=', 'Importación')
    .orderBy('id')
    .execute();
  const por = { actor_uid: eva.uid };
  expect(history).toEqual([
    {
      ...por,
      accion: 'resultado.calificar',
      entidad_id: ana!.id,
      antes: { calificacion: 6 },
      despues: { calificacion: 8.5 },
    },
    {
      ...por,
      accion: 'resultado.calificar',
      entidad_id: bea!.id,
      antes: { calificacion: null },
      despues: { calificacion: 9 },
    },
    { ...por, accion: 'resultado.observar', entidad_id: ana!.id, antes: null, despues: null },
  ]);
  expect(await portal.services.db.selectFrom('resultados_cambios').selectAll().execute()).toEqual(
    [],
  );
});

it('says what is wrong with each row, and writes none of them', async () => {
  const cursada = await makeEnCurso({ personas: 3, cuentas: true });
  const [ana, bea] = cursada.inscritas;
  const ajena = await makePersona(portal.services.db);
  const { preview, run } = await notas(cursada, [
    [ana!.clave, null, 8, null],
    ['XXXX010101HDFXXX09', null, 8, null],
    [ajena.clave, null, 8, null],
    [bea!.clave, null, 10.5, null],
    [ana!.clave, null, 9, null],
    [null, 'nadie@correo.example', 8, null],
    [bea!.clave, `${ana!.clave.toLowerCase()}@cuentas.example`, 8, null],
    [null, null, 8, null],
    [bea!.clave, null, 'NP', null],
  ]);
  const vista = await preview();
  expect(vista.problemas.map(({ fila, columna, mensaje }) => [fila, columna, mensaje])).toEqual([
    [3, 'clave', 'Nadie tiene esa CURP o clave. Revise que esté bien escrita.'],
    [4, 'clave', 'Esta persona no está inscrita en la edición.'],
    [5, 'calificacion', 'La calificación va de 0 a 10.'],
    [6, null, 'La fila 2 ya trae este dato: deje una de las dos.'],
    [7, 'correo', 'Ninguna persona inscrita en la edición ingresa con ese correo.'],
    [8, 'correo', 'Esa CURP y este correo no son de la misma persona.'],
    [9, 'clave', 'Falta «CURP» (o «Correo de la cuenta»). Escriba el dato.'],
    [10, 'calificacion', 'Escriba un número de 0 a 10, como 8.5.'],
    [10, null, 'La fila 5 ya trae este dato: deje una de las dos.'],
  ]);
  expect(vista.cambios).toEqual([]);
  const trabajo = await run();
  expect(trabajo).toMatchObject({ estado: 'fallido', cifras: { errores: 9 } });
  expect(trabajo.archivo?.nombre).toContain('Informe');
  expect(await recorded(cursada)).toEqual(Array(3).fill([null, '']));
});

it('what somebody wrote after it was shown is told, and stays', async () => {
  const cursada = await makeEnCurso({ personas: 2 });
  const [ana, bea] = cursada.inscritas;
  const { preview, run } = await notas(cursada, [
    [ana!.clave, null, 8, null],
    [bea!.clave, null, 9, null],
  ]);
  await preview();
  await save(cursada, bea!.id, 5, 0);
  const trabajo = await run();
  expect(trabajo).toMatchObject({ estado: 'fallido', cifras: { errores: 1 } });
  expect(await recorded(cursada)).toEqual([
    [null, ''],
    [5, ''],
  ]);
  // An observation that somebody wrote is another cell.
  const otro = await notas(cursada, [[ana!.clave, null, 8, null]]);
  await otro.preview();
  await ok('saveResultadosEdicion', {
    edicionId: cursada.edicion.id,
    calificaciones: [],
    observaciones: [{ inscripcionId: ana!.id, valor: 'Va bien', version: 0 }],
  });
  expect(await otro.run()).toMatchObject({ estado: 'terminado' });
  expect((await recorded(cursada))[0]).toEqual([8, 'Va bien']);
});

it('nobody imports their own grade, nor into an acta that is closed', async () => {
  const cursada = await makeEnCurso({ personas: 2 });
  const [ana, bea] = cursada.inscritas;
  const propia = await makeCuenta(portal, { role: 'Escolar', personaId: ana!.personaId });
  const suya = await notas(cursada, [[ana!.clave, null, 10, null]], propia);
  expect((await suya.preview()).problemas.map(({ mensaje }) => mensaje)).toEqual([
    expect.stringContaining('Son sus propios resultados'),
  ]);
  // The list as it was handed over has their row too.
  const sinTocar = await notas(
    cursada,
    [
      [ana!.clave, null, null, null],
      [bea!.clave, null, 7, null],
    ],
    propia,
  );
  expect(await sinTocar.preview()).toMatchObject({ errores: 0 });

  await save(cursada, ana!.id, 8, 0);
  await save(cursada, bea!.id, 8, 0);
  portal.setNow(TERMINADA);
  try {
    const { huella } = await ok('previewCierreActa', { edicionId: cursada.edicion.id });
    await ok('confirmCierreActa', { edicionId: cursada.edicion.id, huella });
  } finally {
    portal.setNow(null);
  }
  const { preview } = await notas(cursada, [[bea!.clave, null, 9, null]]);
  expect((await preview()).problemas).toEqual([
    expect.objectContaining({ fila: 2, mensaje: expect.stringContaining('acta') }),
  ]);
});

it('while one that is decided is put in its place, who writes in the grid or closes the acta is asked to wait', async () => {
  const cursada = await makeEnCurso({ personas: 1 });
  const [ana] = cursada.inscritas;
  const id = crypto.randomUUID();
  const { db } = portal.services;
  const hoja = hojaDeEdicion(CALIFICACIONES, cursada.edicion.id);
  await db.transaction().execute((trx) => beginImportacion(trx, { id, hoja, actorUid: eva.uid }));
  expect((await save(cursada, ana!.id, 8, 0)).error).toBeUndefined();
  await updateImportacion(db, id, { paso: 'decidir' });
  expect((await save(cursada, ana!.id, 9, 1)).error?.status).toBe('UNAVAILABLE');
  portal.setNow(TERMINADA);
  try {
    const { huella } = await ok('previewCierreActa', { edicionId: cursada.edicion.id });
    const close = { edicionId: cursada.edicion.id, huella };
    expect((await portal.call('confirmCierreActa', close, eva)).error?.status).toBe('UNAVAILABLE');
  } finally {
    portal.setNow(null);
    await updateImportacion(db, id, { paso: 'terminar' });
  }
  expect((await save(cursada, ana!.id, 9, 1)).error).toBeUndefined();
});

it('attendance: a row for each session of each person, by its day and, when there are two, its hour', async () => {
  const cursada = await makeEnCurso({ personas: 2, sesiones: 2 });
  const [ana, bea] = cursada.inscritas;
  await sql`insert into edicion_sesiones (edicion_id, fecha, de, a, tema)
    values (${cursada.edicion.id}, '2026-12-03', '16:00', '18:00', 'Por la tarde')`.execute(
    portal.services.db,
  );
  const hoja = hojaDeEdicion(ASISTENCIA, cursada.edicion.id);
  expect((await exported(hoja)).rows).toHaveLength(1 + 2 * 3);
  const mal = await marcas(cursada, [
    [ana!.clave, '02/12/2026', null, 'a'],
    [ana!.clave, '2026-12-03', null, 'F'],
    [ana!.clave, '2026-12-09', null, 'F'],
    [bea!.clave, '2026-12-02', null, 'vino'],
    [ana!.clave, '2026-12-02', '9:00', 'R'],
  ]);
  expect((await mal.preview()).problemas.map(({ fila, columna }) => [fila, columna])).toEqual([
    [3, 'hora'],
    [4, 'fecha'],
    [5, 'asistencia'],
    [6, null],
  ]);
  const { preview, run } = await marcas(cursada, [
    [ana!.clave, '02/12/2026', null, 'a'],
    [ana!.clave, '2026-12-03', '16:00', 'Falta'],
    [bea!.clave, '2026-12-02', '09:00', 'J'],
  ]);
  const vista = await preview();
  expect(vista).toMatchObject({ errores: 0, cifras: { cambiadas: 3 } });
  expect(vista.cambios[1]?.celdas).toEqual([
    { columna: 'asistencia', antes: '', despues: 'Falta' },
  ]);
  expect(await run()).toMatchObject({ estado: 'terminado' });
  const { filas } = await ok('getAsistenciaEdicion', { edicionId: cursada.edicion.id });
  expect(filas.map((f: { marcas: { valor: string }[] }) => f.marcas.map((m) => m.valor))).toEqual([
    ['asistio', null, 'falta'],
    ['justificada', null, null],
  ]);
});
