/** The results of an exam over HTTP: by file and by hand, in versions, with each refusal. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import { makeConcurso } from '../../../../../tests/factories/posgrado-concurso.ts';
import { uploadHoja } from '../../../../../tests/importar.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import {
  beginImportacion,
  updateImportacion,
} from '../../../../platform/server/hojas/importaciones.ts';
import { groupByFour } from '../../../../platform/shared/ids.ts';
import { hojaDeExamen } from '../rules.ts';
import { readPuntosExamen, readVersionExamen } from './service.ts';

type Cuenta = Awaited<ReturnType<typeof makeCuenta>>;
type Concurso = Awaited<ReturnType<typeof makeConcurso>>;
let portal: TestPortal;
let eva: Cuenta;
let concurso: Concurso;
let etapaId: string;
beforeAll(async () => {
  portal = await startTestPortal();
  eva = await makeCuenta(portal, { role: 'Escolar' });
});
afterAll(() => portal?.stop());
beforeEach(async () => {
  concurso = await makeConcurso(portal);
  etapaId = concurso.etapas[0]!;
});

const call = (name: string, data: unknown, who: { token: string } = eva) =>
  portal.call(name, data, who);
const ok = async (name: string, data: unknown, who?: { token: string }) => {
  const { result, error } = await call(name, data, who);
  expect(error, JSON.stringify(error)).toBeUndefined();
  return result;
};
const codeOf = async (name: string, data: unknown, who?: { token: string }) => {
  const { error } = await call(name, data, who);
  return [error?.status, error?.details?.code];
};
const motivo = (text = 'Primera aplicación', who?: { token: string }) =>
  ok('saveMotivoExamenPosgrado', { etapaId, motivo: text }, who);
const upload = (
  rows: readonly (readonly (string | number | null)[])[],
  who = eva,
  head = ['Folio', 'Puntos'],
) => uploadHoja(portal, hojaDeExamen(etapaId), [head, ...rows], who);
/** The first version, as its import writes it: a file is read by a process of its own, which only the tests of files need. */
const writeVersion = async (rows: readonly (readonly [string, number | 'NP'])[]) => {
  const filas = rows.map(([folio, puntos]) => ({
    folio,
    puntos: puntos === 'NP' ? null : Math.round(puntos * 100),
  }));
  await sql`with v as (
      insert into examenes (etapa_id, numero, motivo, importado_por, creado_en)
      values (${etapaId}, 1, 'Primera aplicación', ${eva.uid}, now()) returning id)
    insert into examen_puntos (examen_id, solicitud_id, puntos)
    select v.id, s.id, f.puntos from v, jsonb_to_recordset(${JSON.stringify(filas)}::jsonb) f(folio text, puntos int)
    join solicitudes s on s.folio = f.folio`.execute(portal.services.db);
};
const puntos = async () => {
  const read = await readPuntosExamen(portal.services.db, etapaId);
  return concurso.solicitudes.map(({ id }) => read.get(id));
};
const get = (who?: { token: string }) => ok('getExamenPosgrado', { etapaId }, who);
const byHand = (over: object = {}) => ({
  etapaId,
  solicitudId: concurso.solicitudes[0]!.id,
  puntos: 9000,
  motivo: 'Se leyó de nuevo la hoja',
  numero: 0,
  ...over,
});

it('imports by folio however it is written, and tells an absence from 0 and from what is not there', async () => {
  const [uno, dos, tres] = concurso.solicitudes;
  expect(await get()).toMatchObject({
    numero: 0,
    noSeCaptura: null,
    motivo: '',
    cuantas: { presentes: 0, ausentes: 0, sinCapturar: 3 },
    versiones: [],
  });
  await motivo();
  expect(await get()).toMatchObject({ motivo: 'Primera aplicación' });
  const { preview, run } = await upload([
    [groupByFour(uno!.folio), '87,5'],
    [dos!.folio.toLowerCase(), 'NP'],
  ]);
  const vista = await preview();
  expect(vista).toMatchObject({ errores: 0, cifras: { cambiadas: 2 } });
  expect(vista.cambios.map(({ nombre, celdas }) => [nombre, celdas])).toEqual([
    [groupByFour(uno!.folio), [{ columna: 'puntos', antes: 'Sin capturar', despues: '87.50' }]],
    [groupByFour(dos!.folio), [{ columna: 'puntos', antes: 'Sin capturar', despues: 'Ausente' }]],
  ]);
  // A preview writes nothing.
  expect(await puntos()).toEqual([undefined, undefined, undefined]);
  expect(await run()).toMatchObject({ estado: 'terminado', cifras: { cambiadas: 2 } });
  expect(await puntos()).toEqual([8750, null, undefined]);
  expect(await get()).toMatchObject({
    numero: 1,
    motivo: '',
    cuantas: { presentes: 1, ausentes: 1, sinCapturar: 1 },
    versiones: [{ numero: 1, motivo: 'Primera aplicación', presentes: 1, ausentes: 1, cambios: 2 }],
  });
  const { filas } = await ok('listPuntosExamenPosgrado', { etapaId });
  expect(filas).toEqual(
    [
      { ...uno!, situacion: 'presente', puntos: 8750 },
      { ...dos!, situacion: 'ausente', puntos: null },
      { ...tres!, situacion: 'sinCapturar', puntos: null },
    ].map(({ id, folio, situacion, puntos: suyos }) => ({
      solicitudId: id,
      folio: groupByFour(folio),
      estado: 'enEvaluacion',
      enEtapa: true,
      situacion,
      puntos: suyos,
    })),
  );
  // Of each application there is a row, and one of the version.
  const historia = await portal.services.db
    .selectFrom('historial')
    .select(['accion', 'entidad', 'entidad_id', 'persona_id', 'despues', 'motivo'])
    .where('accion', 'in', ['examen.importar', 'examen.puntuar'])
    .where('entidad_id', '=', uno!.id)
    .execute();
  expect(historia).toEqual([
    {
      accion: 'examen.puntuar',
      entidad: 'solicitud',
      entidad_id: uno!.id,
      // Whoever is given their own history reads no points before the results.
      persona_id: null,
      despues: { etapa: 'Etapa 1', version: 1, puntos: '87.50' },
      motivo: 'Primera aplicación',
    },
  ]);
});

it('a second file is a second version over the first one: the newest counts, and the older one stays to be seen', async () => {
  const [uno, dos, tres] = concurso.solicitudes;
  await writeVersion([
    [uno!.folio, 80],
    [dos!.folio, 70],
  ]);
  await motivo('Se anularon los reactivos 4 y 17');
  const { preview, run } = await upload([
    [dos!.folio, 74.5],
    [uno!.folio, '80.00'],
    [tres!.folio, null],
  ]);
  expect(await preview()).toMatchObject({
    errores: 0,
    cifras: { cambiadas: 2, sinCambio: 1 },
    cambios: [
      { celdas: [{ antes: '70.00', despues: '74.50' }] },
      { celdas: [{ antes: 'Sin capturar', despues: 'Ausente' }] },
    ],
  });
  await run();
  expect(await puntos()).toEqual([8000, 7450, null]);
  const { versiones } = await get();
  expect(
    versiones.map((v: { numero: number; motivo: string; cambios: number }) => [
      v.numero,
      v.motivo,
      v.cambios,
    ]),
  ).toEqual([
    [2, 'Se anularon los reactivos 4 y 17', 2],
    [1, 'Primera aplicación', 2],
  ]);
  expect(await ok('listDiferenciasExamenPosgrado', { etapaId, numero: 2 })).toEqual({
    total: 2,
    filas: [
      { folio: groupByFour(dos!.folio), antes: { puntos: 7000 }, despues: { puntos: 7450 } },
      { folio: groupByFour(tres!.folio), antes: null, despues: { puntos: null } },
    ],
  });
  expect((await ok('listDiferenciasExamenPosgrado', { etapaId, numero: 1 })).total).toBe(2);
  expect(await ok('listDiferenciasExamenPosgrado', { etapaId, numero: 3 })).toEqual({
    total: 0,
    filas: [],
  });
  // The older one says what it said.
  const { rows } = await sql<{ puntos: number }>`select p.puntos from examen_puntos p
    join examenes x on x.id = p.examen_id where x.etapa_id = ${etapaId} and x.numero = 1 order by 1`.execute(
    portal.services.db,
  );
  expect(rows.map(({ puntos: one }) => one)).toEqual([7000, 8000]);
});

it('says what is wrong with each row, and writes none', async () => {
  const [uno, dos, tres] = concurso.solicitudes;
  const otro = await makeConcurso(portal, { solicitudes: 1 });
  const { db } = portal.services;
  await sql`update solicitudes set estado = 'desistida' where id = ${tres!.id}`.execute(db);
  await motivo();
  const { preview, run } = await upload([
    [uno!.folio, 100.01],
    ['SP27-XXXX-XXXX-X', 80],
    [otro.solicitudes[0]!.folio, 80],
    [tres!.folio, 80],
    [dos!.folio, 80],
    [groupByFour(dos!.folio).toLowerCase(), 81],
    ['=cmd|" /C calc"!A0', 80],
    [null, 80],
    [uno!.folio, '=1+1'],
    [uno!.folio, 8.765],
    [uno!.folio, '-5'],
    [uno!.folio, '#REF!'],
  ]);
  const vista = await preview();
  const problemas = vista.problemas.map(({ fila, columna, mensaje }) => [fila, columna, mensaje]);
  expect(problemas).toEqual([
    [2, 'puntos', 'Los puntos van de 0 a 100.'],
    [3, 'folio', 'Ninguna solicitud tiene ese folio. Revise que esté bien escrito.'],
    [4, 'folio', 'Ese folio es de otra convocatoria.'],
    [5, 'folio', 'Esa solicitud ya no participa: está desistida.'],
    [7, 'folio', 'Se repite: la fila 6 ya lo tiene. Deje una sola.'],
    [8, 'folio', expect.stringContaining('No es un folio')],
    [9, 'folio', 'Falta folio. Escriba el dato.'],
    [10, 'puntos', expect.stringContaining('de 0 a 100')],
    [10, 'folio', expect.stringContaining('Se repite')],
    [11, 'puntos', 'Escriba dos decimales a lo más.'],
    [11, 'folio', expect.stringContaining('Se repite')],
    [12, 'puntos', 'Los puntos van de 0 a 100.'],
    [12, 'folio', expect.stringContaining('Se repite')],
    [13, 'puntos', 'La celda dice #REF!: corrija la fórmula.'],
    [13, 'folio', expect.stringContaining('Se repite')],
  ]);
  expect(await run()).toMatchObject({ estado: 'fallido' });
  expect(await puntos()).toEqual([undefined, undefined, undefined]);
  expect(await readVersionExamen(db, etapaId)).toBe(0);
});

it('needs its column of points in the file, though a cell of it may be empty, and the reason before the file', async () => {
  const [uno] = concurso.solicitudes;
  const sin = await upload([[uno!.folio]], eva, ['Folio']);
  await expect(sin.preview()).rejects.toThrow(/Falta la columna «Puntos»/);
  const { preview } = await upload([[uno!.folio, 80]]);
  expect((await preview()).problemas).toEqual([
    expect.objectContaining({ fila: 2, mensaje: expect.stringContaining('motivo') }),
  ]);
});

it('by hand: one change is one version; repeated, its answer lost, it is the same one', async () => {
  const [uno] = concurso.solicitudes;
  expect(await ok('savePuntosExamenPosgrado', byHand())).toEqual({ numero: 1 });
  expect(await ok('savePuntosExamenPosgrado', byHand())).toEqual({ numero: 1 });
  expect(await puntos()).toEqual([9000, undefined, undefined]);
  expect(await codeOf('savePuntosExamenPosgrado', byHand({ numero: 1 }))).toEqual([
    'FAILED_PRECONDITION',
    'examen-sin-cambio',
  ]);
  expect(await codeOf('savePuntosExamenPosgrado', byHand({ puntos: 8000 }))).toEqual([
    'ABORTED',
    'posgrado-ya-cambio',
  ]);
  await ok('savePuntosExamenPosgrado', byHand({ puntos: null, numero: 1 }));
  expect(await puntos()).toEqual([null, undefined, undefined]);
  const { versiones } = await get();
  expect(versiones).toMatchObject([
    { numero: 2, cambios: 1 },
    { numero: 1, cambios: 1 },
  ]);
  expect(await ok('listDiferenciasExamenPosgrado', { etapaId, numero: 2 })).toMatchObject({
    filas: [{ folio: groupByFour(uno!.folio), antes: { puntos: 9000 }, despues: { puntos: null } }],
  });
  for (const mal of [
    { puntos: 10_001 },
    { puntos: -1 },
    { puntos: 80.5 },
    { motivo: 'x' },
    { otra: 1 },
  ]) {
    expect((await call('savePuntosExamenPosgrado', byHand(mal))).error?.status).toBe(
      'INVALID_ARGUMENT',
    );
  }
});

it('two who write at once: one makes the version, the other is told', async () => {
  const otra = await makeCuenta(portal, { role: 'Escolar' });
  const answers = await Promise.all([
    call('savePuntosExamenPosgrado', byHand({ puntos: 5000 })),
    call('savePuntosExamenPosgrado', byHand({ puntos: 6000 }), otra),
  ]);
  expect(answers.map(({ error }) => error?.status ?? 'ok').sort()).toEqual(['ABORTED', 'ok']);
  expect(await readVersionExamen(portal.services.db, etapaId)).toBe(1);
});

it('a file that was looked at before somebody wrote by hand is not written over it', async () => {
  const [uno, dos] = concurso.solicitudes;
  await motivo();
  const { preview, run } = await upload([
    [uno!.folio, 80],
    [dos!.folio, 70],
  ]);
  await preview();
  await ok('savePuntosExamenPosgrado', byHand());
  expect(await run()).toMatchObject({ estado: 'fallido' });
  expect(await puntos()).toEqual([9000, undefined, undefined]);
  // The reason waits for the next file.
  expect((await get()).motivo).toBe('Primera aplicación');
});

it('while an import that was decided is written, who writes by hand is asked to wait', async () => {
  const { db } = portal.services;
  const id = crypto.randomUUID();
  const hoja = hojaDeExamen(etapaId);
  await db.transaction().execute((trx) => beginImportacion(trx, { id, hoja, actorUid: eva.uid }));
  await ok('savePuntosExamenPosgrado', byHand());
  await updateImportacion(db, id, { paso: 'decidir' });
  expect(
    (await call('savePuntosExamenPosgrado', byHand({ puntos: 1, numero: 1 }))).error?.status,
  ).toBe('UNAVAILABLE');
  await updateImportacion(db, id, { paso: 'terminar' });
  await ok('savePuntosExamenPosgrado', byHand({ puntos: 1, numero: 1 }));
});

it('nothing changes once the stage is closed, its results are published or its call is over', async () => {
  const { db } = portal.services;
  const [uno] = concurso.solicitudes;
  await writeVersion([[uno!.folio, 80]]);
  await motivo('Otra versión');
  const refused = async (code: string, message: RegExp) => {
    expect((await get()).noSeCaptura).toMatch(message);
    expect(await codeOf('savePuntosExamenPosgrado', byHand({ numero: 1 }))).toEqual([
      'FAILED_PRECONDITION',
      code,
    ]);
    expect(await codeOf('saveMotivoExamenPosgrado', { etapaId, motivo: 'Otra más' })).toEqual([
      'FAILED_PRECONDITION',
      code,
    ]);
    const { preview } = await upload([[uno!.folio, 81]]);
    expect((await preview()).problemas).toEqual([
      expect.objectContaining({ mensaje: expect.stringMatching(message) }),
    ]);
  };
  await sql`update convocatoria_etapas set cerrada_en = now(), cerrada_por = 'u' where id = ${etapaId}`.execute(
    db,
  );
  await refused('examen-cerrado', /nuevo ranking/);
  await sql`insert into rankings (convocatoria_id, numero, estado, formula, entradas, resultado, sha256, calculado_por,
      creado_en, aprobado_por, publicado_en)
    values (${concurso.convocatoriaId}, 1, 'publicado', 1, '{}', '{}', '', 'a', now(), 'b', now())`.execute(
    db,
  );
  await refused('examen-publicado', /ya se publicaron/);
  await sql`update convocatorias set estado = 'cancelada' where id = ${concurso.convocatoriaId}`.execute(
    db,
  );
  await refused('convocatoria-concluida', /concluyó o se canceló/);
  expect(await puntos()).toEqual([8000, undefined, undefined]);
});

it('is closed once everybody of the stage has points or an absence, by the version that was seen', async () => {
  const [uno, dos, tres] = concurso.solicitudes;
  const close = (numero: number) => codeOf('endExamenPosgrado', { etapaId, numero });
  expect((await get()).noSeCierra).toMatch(/3 solicitudes/);
  expect(await close(0)).toEqual(['FAILED_PRECONDITION', 'examen-faltan-puntos']);
  await writeVersion([
    [uno!.folio, 80],
    [dos!.folio, 'NP'],
  ]);
  expect((await get()).noSeCierra).toMatch(/Falta 1 solicitud/);
  const { error } = await call('endExamenPosgrado', { etapaId, numero: 1 });
  expect(error?.details).toEqual({ code: 'examen-faltan-puntos', faltan: 1 });
  await ok('savePuntosExamenPosgrado', byHand({ solicitudId: tres!.id, numero: 1 }));
  expect((await get()).noSeCierra).toBeNull();
  expect(await close(1)).toEqual(['ABORTED', 'posgrado-ya-cambio']);
  const { cerradaEn } = await ok('endExamenPosgrado', { etapaId, numero: 2 });
  // Again: it was closed then.
  expect(await ok('endExamenPosgrado', { etapaId, numero: 2 })).toEqual({ cerradaEn });
  expect(await get()).toMatchObject({ etapa: { cerradaEn }, noSeCierra: null });
  expect((await get()).noSeCaptura).toMatch(/cerrada/);
});

it('is not closed before the stages that decide who reaches it, nor while nobody does', async () => {
  const dos = await makeConcurso(portal, {
    etapas: [
      { tipo: 'documental', peso: 0 },
      { tipo: 'examen', peso: 40 },
      { tipo: 'examen', peso: 60 },
    ],
    solicitudes: 1,
  });
  const [, primero, segundo] = dos.etapas;
  for (const [n, id] of [primero!, segundo!].entries()) {
    await ok('savePuntosExamenPosgrado', {
      ...{ etapaId: id, solicitudId: dos.solicitudes[0]!.id, puntos: 8000 + n },
      ...{ motivo: 'Aplicación', numero: 0 },
    });
  }
  const close = (id: string) => codeOf('endExamenPosgrado', { etapaId: id, numero: 1 });
  expect(await close(segundo!)).toEqual(['FAILED_PRECONDITION', 'etapa-anterior-abierta']);
  await ok('endExamenPosgrado', { etapaId: primero, numero: 1 });
  await ok('endExamenPosgrado', { etapaId: segundo, numero: 1 });
  const nadie = await makeConcurso(portal, { solicitudes: 0 });
  expect(await codeOf('endExamenPosgrado', { etapaId: nadie.etapas[0]!, numero: 0 })).toEqual([
    'FAILED_PRECONDITION',
    'examen-sin-solicitudes',
  ]);
});

it('is corrected after it was closed by an Admin, with a reason, and until the correction is over', async () => {
  const { db } = portal.services;
  const admin = await makeCuenta(portal, { role: 'Admin' });
  const [uno, dos, tres] = concurso.solicitudes;
  const open = { etapaId, motivo: 'Se anuló el reactivo 12' };
  expect(await codeOf('startCorreccionExamenPosgrado', open, admin)).toEqual([
    'FAILED_PRECONDITION',
    'examen-abierto',
  ]);
  await writeVersion([
    [uno!.folio, 80],
    [dos!.folio, 70],
    [tres!.folio, 60],
  ]);
  await ok('endExamenPosgrado', { etapaId, numero: 1 });
  expect((await call('startCorreccionExamenPosgrado', open)).error?.status).toBe(
    'PERMISSION_DENIED',
  );
  expect((await call('endCorreccionExamenPosgrado', { etapaId })).error?.status).toBe(
    'PERMISSION_DENIED',
  );
  const ranking = (estado: string, numero: number) =>
    sql`insert into rankings (convocatoria_id, numero, estado, formula, entradas, resultado, sha256, calculado_por, creado_en, aprobado_por)
      values (${concurso.convocatoriaId}, ${numero}, ${estado}, 1, '{}', '{}', '', 'a', now(), 'b')`.execute(
      db,
    );
  await ranking('aprobado', 1);
  expect(await codeOf('startCorreccionExamenPosgrado', open, admin)).toEqual([
    'FAILED_PRECONDITION',
    'examen-con-ranking',
  ]);
  await sql`update rankings set estado = 'publicado' where convocatoria_id = ${concurso.convocatoriaId}`.execute(
    db,
  );
  await ok('startCorreccionExamenPosgrado', open, admin);
  await ok('startCorreccionExamenPosgrado', { ...open, motivo: 'Otra vez lo mismo' }, admin);
  expect(await get()).toMatchObject({
    noSeCaptura: null,
    correccion: { motivo: 'Se anuló el reactivo 12' },
  });
  expect(await ok('savePuntosExamenPosgrado', byHand({ numero: 1, puntos: 8500 }))).toEqual({
    numero: 2,
  });
  await ok('endCorreccionExamenPosgrado', { etapaId }, admin);
  await ok('endCorreccionExamenPosgrado', { etapaId }, admin);
  expect(await codeOf('savePuntosExamenPosgrado', byHand({ numero: 2, puntos: 1 }))).toEqual([
    'FAILED_PRECONDITION',
    'examen-publicado',
  ]);
  // What was published stays to be read, and the next ranking has the other one.
  expect(await puntos()).toEqual([8500, 7000, 6000]);
  expect((await ok('listDiferenciasExamenPosgrado', { etapaId, numero: 2 })).total).toBe(1);
  await ok('startCorreccionExamenPosgrado', open, admin);
  await sql`update convocatorias set estado = 'concluida' where id = ${concurso.convocatoriaId}`.execute(
    db,
  );
  expect(await codeOf('savePuntosExamenPosgrado', byHand({ numero: 2, puntos: 1 }))).toEqual([
    'FAILED_PRECONDITION',
    'convocatoria-concluida',
  ]);
});

it('is read by staff without a part in the call, and by nobody else', async () => {
  const [uno] = concurso.solicitudes;
  await writeVersion([[uno!.folio, 80]]);
  const aspirante = await makeCuenta(portal, { personaId: uno!.personaId });
  const personal = await makeCuenta(portal, {
    role: 'Admin',
    personaId: concurso.solicitudes[1]!.personaId,
  });
  const reads: [string, unknown][] = [
    ['getExamenPosgrado', { etapaId }],
    ['listPuntosExamenPosgrado', { etapaId }],
    ['listDiferenciasExamenPosgrado', { etapaId, numero: 1 }],
    ['saveMotivoExamenPosgrado', { etapaId, motivo: 'Otra versión' }],
    ['savePuntosExamenPosgrado', byHand({ numero: 1 })],
    ['endExamenPosgrado', { etapaId, numero: 1 }],
    ['startCorreccionExamenPosgrado', { etapaId, motivo: 'Un reactivo' }],
    ['endCorreccionExamenPosgrado', { etapaId }],
  ];
  for (const [name, data] of reads) {
    expect((await portal.call(name, data)).error?.status).toBe('UNAUTHENTICATED');
    expect((await call(name, data, aspirante)).error?.status).toBe('PERMISSION_DENIED');
    expect(await codeOf(name, data, personal)).toEqual(['PERMISSION_DENIED', 'posgrado-es-parte']);
  }
  const suyo = await upload([[uno!.folio, 100]], personal);
  expect((await suyo.preview()).problemas).toEqual([
    expect.objectContaining({ mensaje: expect.stringContaining('aspirante o recomendante') }),
  ]);
  expect(
    (
      await call(
        'startExportacion',
        { hoja: hojaDeExamen(etapaId), tipo: 'csv', alMomento: true },
        personal,
      )
    ).error?.status,
  ).toBe('PERMISSION_DENIED');
  expect((await upload([[uno!.folio, 100]], aspirante)).error?.status).toBe('PERMISSION_DENIED');
  const recomendante = await makeCuenta(portal, { role: 'Escolar' });
  await sql`insert into recomendaciones (solicitud_id, estado, nombre, correo, institucion, relacion, creado_en, actualizado_en)
    values (${uno!.id}, 'invitada', 'R', ${recomendante.email.toUpperCase()}, 'I', 'Jefa', now(), now())`.execute(
    portal.services.db,
  );
  expect(await codeOf('getExamenPosgrado', { etapaId }, recomendante)).toEqual([
    'PERMISSION_DENIED',
    'posgrado-es-parte',
  ]);
});

it('is of exams only', async () => {
  const { etapas } = await makeConcurso(portal, { etapas: [{ tipo: 'rubrica' }], solicitudes: 0 });
  for (const id of [etapas[0]!, crypto.randomUUID()]) {
    expect(await codeOf('getExamenPosgrado', { etapaId: id })).toEqual([
      'NOT_FOUND',
      'examen-no-existe',
    ]);
    expect(await codeOf('savePuntosExamenPosgrado', byHand({ etapaId: id }))).toEqual([
      'NOT_FOUND',
      'examen-no-existe',
    ]);
  }
  expect(
    await codeOf('savePuntosExamenPosgrado', byHand({ solicitudId: crypto.randomUUID() })),
  ).toEqual(['FAILED_PRECONDITION', 'examen-fuera-de-etapa']);
});

it('is filtered, ordered and paged', async () => {
  const [uno, dos, tres] = concurso.solicitudes;
  await writeVersion([
    [uno!.folio, 60],
    [dos!.folio, 90],
    [tres!.folio, 'NP'],
  ]);
  const list = async (over: object) =>
    (await ok('listPuntosExamenPosgrado', { etapaId, ...over })).filas.map(
      (fila: { solicitudId: string }) => fila.solicitudId,
    );
  expect(await list({ orden: 'puntos', descendente: true })).toEqual([dos!.id, uno!.id, tres!.id]);
  expect(await list({ situacion: 'ausente' })).toEqual([tres!.id]);
  expect(await list({ busqueda: groupByFour(dos!.folio).toLowerCase() })).toEqual([dos!.id]);
  expect(await list({ busqueda: "%' or 1=1" })).toEqual([]);
  expect(await list({ porPagina: 2, pagina: 2 })).toEqual([tres!.id]);
  // One that left keeps what it had.
  await sql`update solicitudes set estado = 'desistida' where id = ${dos!.id}`.execute(
    portal.services.db,
  );
  expect(
    (await ok('listPuntosExamenPosgrado', { etapaId, situacion: 'presente' })).filas,
  ).toMatchObject([
    { solicitudId: uno!.id, enEtapa: true },
    { solicitudId: dos!.id, enEtapa: false, estado: 'desistida', puntos: 9000 },
  ]);
});

it('exports the folios blank, or with what is known of them, which can be imported again', async () => {
  const [uno, dos] = concurso.solicitudes;
  await writeVersion([
    [uno!.folio, 87.5],
    [dos!.folio, 'NP'],
  ]);
  const exported = async (filtros: object) => {
    const { archivo } = await ok('startExportacion', {
      hoja: hojaDeExamen(etapaId),
      tipo: 'csv',
      alMomento: true,
      filtros,
    });
    const answer = await fetch(`${portal.url}/api/exportaciones/${archivo.id}`, {
      headers: { authorization: `Bearer ${eva.token}` },
    });
    const lines = (await answer.text()).replace('\ufeff', '').trim().split('\r\n');
    return lines.map((line) => line.split(','));
  };
  const folios = concurso.solicitudes.map(({ folio }) => groupByFour(folio));
  expect(await exported({ enBlanco: true })).toEqual([
    ['Folio', 'Puntos'],
    ...folios.map((folio) => [folio, '']),
  ]);
  const llena = await exported({});
  expect(llena).toEqual([
    ['Folio', 'Puntos'],
    [folios[0], '87.5'],
    [folios[1], 'NP'],
    [folios[2], ''],
  ]);
  await motivo('La misma lista');
  const { preview } = await upload(llena.slice(1));
  expect(await preview()).toMatchObject({ errores: 0, cifras: { cambiadas: 1, sinCambio: 2 } });
});
