import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../../tests/factories/cuentas.ts';
import {
  type EvaluadorHecho,
  makeEnEvaluacion,
  makeEvaluador,
} from '../../../../../../tests/factories/evaluacion.ts';
import { type Convocatoria, makeConvocatoria } from '../../../../../../tests/factories/posgrado.ts';
import { startTestPortal, type TestPortal } from '../../../../../../tests/portal.ts';

let app: TestPortal;
let admin: Awaited<ReturnType<typeof makeCuenta>>;
const AHORA = new Date('2026-11-21T16:00:00.000Z');
beforeAll(async () => {
  app = await startTestPortal({}, { jobs: false });
  app.setNow(AHORA);
  admin = await makeCuenta(app, { role: 'Admin' });
});
afterAll(() => app?.stop());

const codeOf = ({ error }: { error?: { details?: Record<string, unknown> } }) =>
  error?.details?.code;

type Caso = {
  convocatoria: Convocatoria;
  evaluadores: EvaluadorHecho[];
  solicitudes: Awaited<ReturnType<typeof makeEnEvaluacion>>[];
};
const setUp = async (
  evaluan: number,
  aspiran: number,
  opciones: Omit<Parameters<typeof makeConvocatoria>[1], 'ahora'> = {},
): Promise<Caso> => {
  const convocatoria = await makeConvocatoria(app.services.db, { ahora: AHORA, ...opciones });
  const evaluadores: EvaluadorHecho[] = [];
  for (let n = 0; n < evaluan; n++) {
    evaluadores.push(await makeEvaluador(app, convocatoria, admin));
  }
  const solicitudes = [];
  for (let n = 0; n < aspiran; n++) {
    solicitudes.push(await makeEnEvaluacion(app.services, convocatoria));
  }
  return { convocatoria, evaluadores, solicitudes };
};
const etapaOf = ({ convocatoria }: Caso, at = 0) => convocatoria.etapas[at]!;
const preview = async (caso: Caso, at = 0) =>
  app.call('previewAsignacionEtapa', { etapaId: etapaOf(caso, at).id }, admin);
const assign = (caso: Caso, huella: string, at = 0) =>
  app.call('assignSolicitudesEtapa', { etapaId: etapaOf(caso, at).id, huella }, admin);
const draw = async (caso: Caso, at = 0) =>
  assign(caso, (await preview(caso, at)).result.huella, at);
const look = async (caso: Caso, at = 0) =>
  (await app.call('listAsignacionesEtapa', { etapaId: etapaOf(caso, at).id }, admin)).result;
const rowsOf = (caso: Caso, at = 0) =>
  app.services.db
    .selectFrom('asignaciones')
    .selectAll()
    .where('etapa_id', '=', etapaOf(caso, at).id)
    .execute();
const impedir = (evaluadorId: string, solicitudId: string) =>
  sql`insert into impedimentos (evaluador_id, solicitud_id, estado, tipo, detalle, creado_en)
    values (${evaluadorId}, ${solicitudId}, 'vigente', 'organo', 'Mismo órgano.', ${AHORA})`.execute(
    app.services.db,
  );
const deliver = async (
  who: EvaluadorHecho,
  id: string,
  criterios: readonly string[],
  puntos = 3,
) => {
  await app.call('acceptAsignacionDictamen', { id }, who);
  const dictamen = {
    criterios: Object.fromEntries(
      criterios.map((one) => [one, { puntos, comentario: 'Está bien planteado y mejor escrito.' }]),
    ),
  };
  return app.call('submitDictamenPropio', { id, dictamen, revision: 0 }, who);
};
/** Everybody delivers all that they have. */
const deliverAll = async (caso: Caso, at = 0, puntos = 3) => {
  for (const row of await rowsOf(caso, at)) {
    if (row.estado !== 'pendiente') continue;
    const who = caso.evaluadores.find(({ id }) => id === row.evaluador_id)!;
    const { error } = await deliver(who, row.id, etapaOf(caso, at).criterios, puntos);
    if (error) throw new Error(JSON.stringify(error));
  }
};

describe('the draw of a stage', () => {
  it('is shown before it is made, and made as it was shown', async () => {
    const caso = await setUp(3, 6);
    const { result } = await preview(caso);
    expect(result).toMatchObject({ solicitudes: 6, nuevas: 12, impedidas: 0, incompletas: [] });
    expect(result.cargas.map((one: { despues: number }) => one.despues)).toEqual([4, 4, 4]);
    expect(await rowsOf(caso)).toEqual([]);
    // Whoever looks again sees the same: there is one seed, made once.
    expect((await preview(caso)).result).toEqual(result);
    expect((await assign(caso, 'otra')).error?.status).toBe('ABORTED');
    expect((await assign(caso, result.huella)).result).toEqual({ asignadas: 12, incompletas: 0 });
    const { filas, etapa } = await look(caso);
    expect(etapa.semilla).toBe(result.semilla);
    expect(filas.every((one: { faltan: number }) => one.faltan === 0)).toBe(true);
    // Sent again, its answer lost.
    expect((await assign(caso, result.huella)).result).toEqual({ asignadas: 0, incompletas: 0 });
    expect(await rowsOf(caso)).toHaveLength(12);
  });

  it('is made once, however many press at the same time', async () => {
    const caso = await setUp(3, 4);
    const { huella } = (await preview(caso)).result;
    const answers = await Promise.all([1, 2, 3].map(() => assign(caso, huella)));
    expect(answers.map(({ result }) => result.asignadas).toSorted()).toEqual([0, 0, 8]);
    expect(await rowsOf(caso)).toHaveLength(8);
  });

  it('says whose applications they are to nobody', async () => {
    const caso = await setUp(2, 2);
    await draw(caso);
    const all = JSON.stringify([
      await look(caso),
      (await preview(caso)).result,
      (await app.call('listAvanceEvaluacion', { convocatoriaId: caso.convocatoria.id }, admin))
        .result,
    ]);
    for (const { nombre, clave, personaId } of caso.solicitudes) {
      for (const text of [nombre, clave, personaId]) expect(all).not.toContain(text);
    }
  });

  it('tells evaluators how many, in one letter each', async () => {
    const caso = await setUp(2, 3);
    await draw(caso);
    for (const { email } of caso.evaluadores) {
      const rows = await app.services.db
        .selectFrom('correos')
        .select('asunto')
        .where('para', '=', email)
        .execute();
      expect(rows.map(({ asunto }) => asunto)).toContain(
        'Tiene 3 solicitudes por dictaminar: Maestría en Derecho Judicial',
      );
    }
  });

  it('leaves out pairs in conflict, and says which applications nobody may evaluate', async () => {
    const caso = await setUp(3, 4);
    const [uno, dos, tres] = caso.evaluadores;
    const [primera, segunda] = caso.solicitudes;
    for (const one of [uno!, dos!, tres!]) await impedir(one.id, primera!.id);
    for (const one of [uno!, dos!]) await impedir(one.id, segunda!.id);
    const { result } = await preview(caso);
    expect(result).toMatchObject({ nuevas: 5, impedidas: 5 });
    expect(result.incompletas.toSorted()).toEqual(
      [
        `${primera!.folio}: nadie puede evaluarla sin impedimento.`,
        `${segunda!.folio}: solo 1 de 2 puede evaluarla sin impedimento.`,
      ].toSorted(),
    );
    expect((await assign(caso, result.huella)).result).toEqual({ asignadas: 5, incompletas: 2 });
    const rows = await rowsOf(caso);
    expect(rows.some((row) => row.solicitud_id === primera!.id)).toBe(false);
    expect(
      rows.filter((row) => row.solicitud_id === segunda!.id).map((row) => row.evaluador_id),
    ).toEqual([tres!.id]);
    // Another evaluator completes them, and nothing else changes.
    const cuatro = await makeEvaluador(app, caso.convocatoria, admin);
    expect((await draw(caso)).result.asignadas).toBe(2);
    const added = (await rowsOf(caso)).filter((row) => row.evaluador_id === cuatro.id);
    expect(added.map((row) => row.solicitud_id).toSorted()).toEqual(
      [primera!.id, segunda!.id].toSorted(),
    );
  });

  it('is refused when something changed since it was shown', async () => {
    const caso = await setUp(3, 3);
    const { huella } = (await preview(caso)).result;
    await makeEnEvaluacion(app.services, caso.convocatoria);
    expect(codeOf(await assign(caso, huella))).toBe('asignacion-ya-cambio');
  });

  it('needs evaluators and applications, an open stage and a call in force', async () => {
    const sin = await setUp(0, 1);
    expect(codeOf(await preview(sin))).toBe('evaluacion-sin-evaluadores');
    expect(codeOf(await preview(await setUp(1, 0)))).toBe('evaluacion-sin-solicitudes');
    const caso = await setUp(2, 1);
    expect(codeOf(await preview(caso, 1))).toBe('etapa-anterior-abierta');
    expect((await look(caso, 1)).noSeAsigna).toMatch(/cerrar una etapa anterior/);
    const { db } = app.services;
    const { huella } = (await preview(caso)).result;
    await sql`update convocatorias set estado = 'cancelada' where id = ${caso.convocatoria.id}`.execute(
      db,
    );
    expect(codeOf(await preview(caso))).toBe('convocatoria-concluida');
    expect(codeOf(await assign(caso, huella))).toBe('convocatoria-concluida');
    const otra = { etapaId: randomUUID() };
    expect(codeOf(await app.call('previewAsignacionEtapa', otra, admin))).toBe('etapa-no-existe');
  });

  it('gives an interview to the panel that holds it', async () => {
    const caso = await setUp(4, 2, {
      etapas: [
        {
          ...{ tipo: 'entrevista', nombre: 'Entrevista', peso: 100 },
          criterios: [{ nombre: 'Desempeño', peso: 100, piezas: ['proyecto'] }],
        },
      ],
    });
    const [uno, dos] = caso.evaluadores;
    await app.services.db
      .insertInto('horarios')
      .values({
        ...{ etapa_id: etapaOf(caso).id, estado: 'reservado', panel: [uno!.id, dos!.id] },
        ...{ inicia: caso.convocatoria.after(30), termina: caso.convocatoria.after(31) },
        ...{ lugar: 'Sala 1', solicitud_id: caso.solicitudes[0]!.id, creado_por: 'quien' },
        ...{ creado_en: AHORA, actualizado_en: AHORA },
      } as never)
      .execute();
    await draw(caso);
    const suyas = (await rowsOf(caso)).filter(
      (row) => row.solicitud_id === caso.solicitudes[0]!.id,
    );
    expect(suyas.map((row) => row.evaluador_id).toSorted()).toEqual([uno!.id, dos!.id].toSorted());
  });
});

describe('by hand', () => {
  const create = (caso: Caso, evaluadorId: string, folio: string, motivo = 'Es su especialidad.') =>
    app.call(
      'createAsignacionEtapa',
      { etapaId: etapaOf(caso).id, folio, evaluadorId, motivo },
      admin,
    );
  const remove = (id: string, reemplazar = true) =>
    app.call('removeAsignacionEtapa', { id, motivo: 'Está de comisión.', reemplazar }, admin);

  it('an application is given with a reason, up to as many as the call asks for', async () => {
    const caso = await setUp(3, 1);
    const [uno, dos, tres] = caso.evaluadores;
    const { folio } = caso.solicitudes[0]!;
    expect((await create(caso, uno!.id, folio, 'Sí')).error?.status).toBe('INVALID_ARGUMENT');
    expect((await create(caso, uno!.id, folio)).error).toBeUndefined();
    expect(codeOf(await create(caso, uno!.id, folio))).toBe('asignacion-ya-existe');
    expect(codeOf(await create(caso, dos!.id, 'OTRO'))).toBe('asignacion-sin-solicitud');
    expect((await create(caso, dos!.id, folio)).error).toBeUndefined();
    expect(codeOf(await create(caso, tres!.id, folio))).toBe('asignacion-completa');
    const [fila] = (await look(caso)).filas;
    expect(fila.asignaciones.map((one: { motivo: string }) => one.motivo)).toEqual([
      'Es su especialidad.',
      'Es su especialidad.',
    ]);
  });

  it('a pair in conflict is refused, also one that nobody knew of', async () => {
    const caso = await setUp(1, 1);
    const [uno] = caso.evaluadores;
    await impedir(uno!.id, caso.solicitudes[0]!.id);
    expect(codeOf(await create(caso, uno!.id, caso.solicitudes[0]!.folio))).toBe(
      'asignacion-impedida',
    );
    const otra = await makeEnEvaluacion(app.services, caso.convocatoria);
    await sql`insert into recomendaciones (solicitud_id, estado, nombre, correo, institucion, relacion, creado_en, actualizado_en)
      values (${otra.id}, 'recibida', 'X', ${uno!.email}, 'Una', 'colega', ${AHORA}, ${AHORA})`.execute(
      app.services.db,
    );
    // Whoever recommends in the call evaluates nothing of it.
    expect(codeOf(await create(caso, uno!.id, otra.folio))).toBe('evaluador-no-existe');
  });

  it('what was not delivered is taken away, and goes to somebody else if that is asked for', async () => {
    const caso = await setUp(3, 1);
    await draw(caso);
    const [row] = (await look(caso)).filas[0].asignaciones;
    expect((await remove(row.id)).result).toEqual({ reasignadas: 1 });
    expect(codeOf(await remove(row.id))).toBe('dictamen-no-existe');
    const after = (await look(caso)).filas[0].asignaciones;
    expect(after).toHaveLength(2);
    expect(after.map((one: { evaluador: { id: string } }) => one.evaluador.id)).not.toContain(
      row.evaluador.id,
    );
    // Nobody is left: it stays without.
    expect((await remove(after[0].id)).result).toEqual({ reasignadas: 0 });
    expect((await look(caso)).filas[0].faltan).toBe(1);
    // Whoever it was taken from does not get it back by the draw.
    expect((await preview(caso)).result).toMatchObject({ nuevas: 0 });
  });

  it('what was delivered stays', async () => {
    const caso = await setUp(2, 1);
    await draw(caso);
    const [row] = await rowsOf(caso);
    const who = caso.evaluadores.find(({ id }) => id === row!.evaluador_id)!;
    await deliver(who, row!.id, etapaOf(caso).criterios);
    expect(codeOf(await remove(row!.id))).toBe('dictamen-ya-entregado');
    expect(codeOf(await remove(randomUUID()))).toBe('dictamen-no-existe');
  });

  it('nobody of the staff decides on what they evaluate themselves', async () => {
    const caso = await setUp(1, 1);
    const suya = await makeCuenta(app, { role: 'Admin' });
    const [uno] = caso.evaluadores;
    await app.services.db
      .updateTable('cuentas')
      .set({ persona_id: null })
      .where('uid', '=', uno!.uid)
      .execute();
    await app.services.db
      .updateTable('cuentas')
      .set({ persona_id: uno!.personaId })
      .where('uid', '=', suya.uid)
      .execute();
    const answer = await app.call(
      'createAsignacionEtapa',
      {
        etapaId: etapaOf(caso).id,
        folio: caso.solicitudes[0]!.folio,
        evaluadorId: uno!.id,
        motivo: 'Es mi especialidad.',
      },
      suya,
    );
    expect(codeOf(answer)).toBe('sobre-uno-mismo');
  });
});

describe('closing a stage', () => {
  const end = (caso: Caso, motivo: string | null = null, at = 0) =>
    app.call('endEtapaEvaluacion', { etapaId: etapaOf(caso, at).id, motivo }, admin);
  const resultados = (caso: Caso, at = 0) =>
    app.call('listResultadosEtapa', { etapaId: etapaOf(caso, at).id }, admin);

  it('is done with everything delivered, once; then its points are known', async () => {
    const caso = await setUp(3, 3);
    await draw(caso);
    expect(codeOf(await resultados(caso))).toBe('etapa-abierta');
    const falta = await end(caso);
    expect(codeOf(falta)).toBe('etapa-con-pendientes');
    expect(falta.error?.details.faltan).toBe(6);
    await deliverAll(caso);
    expect((await end(caso)).error).toBeUndefined();
    expect(codeOf(await end(caso))).toBe('etapa-cerrada');
    const { result } = await resultados(caso);
    expect(result.resultados).toHaveLength(3);
    expect(result.resultados[0]).toMatchObject({ puntos: 7500, repetida: false });
    expect(result.resultados[0].entregas[0]).toMatchObject({
      puntos: 7500,
      tercera: false,
      criterios: [
        { nombre: 'Motivos', puntos: 3 },
        { nombre: 'Proyecto', puntos: 3 },
      ],
    });
    expect(result.severidad).toHaveLength(3);
    expect(result.severidad[0]).toMatchObject({ dictamenes: 2, media: 7500, deOtros: 7500 });
    const { etapas } = (
      await app.call('listAvanceEvaluacion', { convocatoriaId: caso.convocatoria.id }, admin)
    ).result;
    expect(etapas[0]).toMatchObject({ asignadas: 6, entregadas: 6, solicitudes: 3 });
    expect(etapas[0].cerradaEn).toBe(AHORA.toISOString());
    expect(etapas[1]).toMatchObject({ solicitudes: 3, sinEvaluadores: 3 });
  });

  it('is done with something missing only with a reason', async () => {
    const caso = await setUp(2, 2);
    await draw(caso);
    const [row] = await rowsOf(caso);
    const who = caso.evaluadores.find(({ id }) => id === row!.evaluador_id)!;
    await deliver(who, row!.id, etapaOf(caso).criterios, 4);
    expect(codeOf(await end(caso))).toBe('etapa-con-pendientes');
    expect((await end(caso, 'Venció el plazo de la convocatoria.')).error).toBeUndefined();
    const { result } = await resultados(caso);
    expect(
      result.resultados.map((one: { puntos: number | null }) => one.puntos).toSorted(),
    ).toEqual([10_000, null]);
    // Closing is not undone: what waits is scored no more.
    const late = (await rowsOf(caso)).find((one) => one.estado === 'pendiente')!;
    const suyo = caso.evaluadores.find(({ id }) => id === late.evaluador_id)!;
    app.setNow(new Date(AHORA.getTime() + 60_000));
    expect(codeOf(await app.call('acceptAsignacionDictamen', { id: late.id }, suyo))).toBe(
      'etapa-cerrada',
    );
    app.setNow(AHORA);
  });

  it('needs applications', async () => {
    expect(codeOf(await end(await setUp(1, 0)))).toBe('evaluacion-sin-solicitudes');
    expect(codeOf(await end(await setUp(1, 1), null, 1))).toBe('etapa-anterior-abierta');
  });

  it('lets the next one begin with those who passed it', async () => {
    const caso = await setUp(3, 3, {
      etapas: [
        {
          ...{ tipo: 'rubrica', nombre: 'Proyecto', peso: 70, minimo: 6000 },
          criterios: [{ nombre: 'Proyecto', peso: 100, piezas: ['proyecto'] }],
        },
        {
          ...{ tipo: 'rubrica', nombre: 'Defensa', peso: 30 },
          criterios: [{ nombre: 'Defensa', peso: 100, piezas: ['proyecto'] }],
        },
      ],
    });
    await draw(caso);
    const baja = caso.solicitudes[0]!.id;
    for (const row of await rowsOf(caso)) {
      const who = caso.evaluadores.find(({ id }) => id === row.evaluador_id)!;
      await deliver(who, row.id, etapaOf(caso).criterios, row.solicitud_id === baja ? 2 : 3);
    }
    await end(caso);
    const { filas } = await look(caso, 1);
    expect(filas.map((one: { solicitudId: string }) => one.solicitudId).toSorted()).toEqual(
      [caso.solicitudes[1]!.id, caso.solicitudes[2]!.id].toSorted(),
    );
    expect((await draw(caso, 1)).result.asignadas).toBe(4);
  });

  it('an exam of before counts too', async () => {
    const caso = await setUp(2, 2, {
      etapas: [
        { tipo: 'examen', nombre: 'Examen', peso: 50, corte: 1 },
        {
          ...{ tipo: 'rubrica', nombre: 'Proyecto', peso: 50 },
          criterios: [{ nombre: 'Proyecto', peso: 100, piezas: ['proyecto'] }],
        },
      ],
    });
    const { db } = app.services;
    const { id } = await db
      .insertInto('examenes')
      .values({
        ...{ etapa_id: etapaOf(caso).id, numero: 1, motivo: 'Lectura.' },
        ...{ importado_por: 'quien', creado_en: AHORA },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const [una, otra] = caso.solicitudes;
    await db
      .insertInto('examen_puntos')
      .values([
        { examen_id: id, solicitud_id: una!.id, puntos: 9000 },
        { examen_id: id, solicitud_id: otra!.id, puntos: 8999 },
      ])
      .execute();
    expect(codeOf(await preview(caso, 1))).toBe('etapa-anterior-abierta');
    await db
      .updateTable('convocatoria_etapas')
      .set({ cerrada_en: AHORA })
      .where('id', '=', etapaOf(caso).id)
      .execute();
    const { filas } = await look(caso, 1);
    expect(filas.map((one: { folio: string }) => one.folio)).toEqual([una!.folio]);
    // An exam is not scored here.
    expect(codeOf(await end(caso))).toBe('etapa-no-existe');
  });

  it('an application is evaluated again by others, before the results are approved', async () => {
    const caso = await setUp(4, 1);
    await draw(caso);
    await deliverAll(caso, 0, 1);
    const again = (who = admin) =>
      app.call(
        'requestReevaluacionEtapa',
        {
          etapaId: etapaOf(caso).id,
          solicitudId: caso.solicitudes[0]!.id,
          motivo: 'La rúbrica se leyó con otro criterio.',
        },
        who,
      );
    expect(codeOf(await again())).toBe('etapa-abierta');
    await end(caso);
    app.setNow(new Date(AHORA.getTime() + 60_000));
    const before = (await rowsOf(caso)).map((row) => row.evaluador_id);
    expect((await again()).error).toBeUndefined();
    const rows = await rowsOf(caso);
    expect(rows.filter((row) => row.estado === 'anulada')).toHaveLength(2);
    const nuevas = rows.filter((row) => row.estado === 'pendiente');
    expect(nuevas).toHaveLength(2);
    for (const row of nuevas) expect(before).not.toContain(row.evaluador_id);
    // While it goes on, nobody sees what is delivered.
    const who = (id: string) => caso.evaluadores.find((one) => one.id === id)!;
    await deliver(who(nuevas[0]!.evaluador_id), nuevas[0]!.id, etapaOf(caso).criterios, 4);
    expect((await resultados(caso)).result.resultados).toMatchObject([
      { puntos: null, repetida: true, entregas: [] },
    ]);
    await deliver(who(nuevas[1]!.evaluador_id), nuevas[1]!.id, etapaOf(caso).criterios, 4);
    expect((await resultados(caso)).result.resultados).toMatchObject([
      { puntos: 10_000, repetida: false },
    ]);
    // Nobody is left who did not score it.
    expect(codeOf(await again())).toBe('evaluacion-sin-reemplazo');
    expect((await rowsOf(caso)).filter((row) => row.estado === 'entregada')).toHaveLength(2);
    await sql`insert into rankings (convocatoria_id, numero, estado, formula, entradas, resultado, sha256, calculado_por, creado_en)
      values (${caso.convocatoria.id}, 1, 'aprobado', 1, '{}', '{}', '', 'quien', ${AHORA})`.execute(
      app.services.db,
    );
    expect(codeOf(await again())).toBe('evaluacion-con-ranking');
    expect((await resultados(caso)).result.noSeRepite).toMatch(/ya se aprobaron/);
    app.setNow(AHORA);
  });
});

describe('the calibration of a stage', () => {
  const MUESTRAS = ['Primera', 'Segunda', 'Tercera'].map((titulo) => ({
    titulo,
    contenido: 'Un texto de muestra que todas las personas evaluadoras califican antes de empezar.',
  }));
  const save = (caso: Caso, muestras: object[] = MUESTRAS) =>
    app.call('saveCalibracionEtapa', { etapaId: etapaOf(caso).id, muestras }, admin);
  const get = async (caso: Caso) =>
    (await app.call('getCalibracionEtapa', { etapaId: etapaOf(caso).id }, admin)).result;
  const mine = async (caso: Caso, who: EvaluadorHecho) =>
    (await app.call('listMuestrasCalibracion', { etapaId: etapaOf(caso).id }, who)).result;
  const score = (caso: Caso, who: EvaluadorHecho, muestraId: string, puntos: number) =>
    app.call(
      'submitMuestraCalibracion',
      {
        muestraId,
        dictamen: {
          criterios: Object.fromEntries(
            etapaOf(caso).criterios.map((id) => [id, { puntos, comentario: '' }]),
          ),
        },
      },
      who,
    );

  it('comes before the first piece, and is told once all scored all', async () => {
    const caso = await setUp(2, 1);
    await draw(caso);
    await save(caso, MUESTRAS.slice(0, 1));
    expect((await save(caso)).result).toEqual({ muestras: 3 });
    expect((await save(caso, [...MUESTRAS, MUESTRAS[0]!])).error?.status).toBe('INVALID_ARGUMENT');
    const [uno, dos] = caso.evaluadores;
    const [row] = (await rowsOf(caso)).filter((one) => one.evaluador_id === uno!.id);
    const accept = () => app.call('acceptAsignacionDictamen', { id: row!.id }, uno!);
    expect(codeOf(await accept())).toBe('calibracion-pendiente');
    const { muestras } = await mine(caso, uno!);
    expect(muestras.map((one: { titulo: string }) => one.titulo)).toEqual([
      'Primera',
      'Segunda',
      'Tercera',
    ]);
    const half = await app.call(
      'submitMuestraCalibracion',
      { muestraId: muestras[0].id, dictamen: { criterios: {} } },
      uno!,
    );
    expect(codeOf(half)).toBe('dictamen-incompleto');
    expect((await score(caso, uno!, muestras[0].id, 3)).result).toEqual({ pendientes: 2 });
    // Sent again it is the same; another one is refused.
    expect((await score(caso, uno!, muestras[0].id, 3)).result).toEqual({ pendientes: 2 });
    expect(codeOf(await score(caso, uno!, muestras[0].id, 4))).toBe('dictamen-ya-entregado');
    expect(codeOf(await save(caso))).toBe('muestras-ya-calificadas');
    await score(caso, uno!, muestras[1].id, 2);
    expect(codeOf(await accept())).toBe('calibracion-pendiente');
    expect((await score(caso, uno!, muestras[2].id, 1)).result).toEqual({ pendientes: 0 });
    expect((await accept()).result).toEqual({ estado: 'aceptada' });
    // One of two: nothing is told yet.
    expect(await get(caso)).toMatchObject({ evaluadores: 2, terminaron: 1, distribucion: null });
    for (const [n, one] of muestras.entries()) await score(caso, dos!, one.id, n === 0 ? 3 : 0);
    const { distribucion } = await get(caso);
    expect(distribucion[0].criterios[0]).toEqual({ nombre: 'Motivos', cuantos: [0, 0, 0, 2, 0] });
    expect(distribucion[1].criterios[1]).toEqual({ nombre: 'Proyecto', cuantos: [1, 0, 1, 0, 0] });
  });

  it('is for the evaluators of the stage', async () => {
    const caso = await setUp(1, 1);
    await save(caso);
    const otro = await setUp(1, 1);
    const ajeno = otro.evaluadores[0]!;
    const list = await app.call('listMuestrasCalibracion', { etapaId: etapaOf(caso).id }, ajeno);
    expect(codeOf(list)).toBe('no-evalua');
    const { muestras } = await mine(caso, caso.evaluadores[0]!);
    expect(codeOf(await score(caso, ajeno, muestras[0].id, 1))).toBe('no-evalua');
    expect(codeOf(await score(caso, ajeno, randomUUID(), 1))).toBe('muestra-no-existe');
    await app.services.db
      .updateTable('convocatoria_etapas')
      .set({ cerrada_en: AHORA })
      .where('id', '=', etapaOf(caso).id)
      .execute();
    expect(codeOf(await score(caso, caso.evaluadores[0]!, muestras[0].id, 1))).toBe(
      'etapa-cerrada',
    );
    expect(codeOf(await save(caso))).toBe('etapa-cerrada');
  });
});
