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

const COMENTARIO = 'Está bien planteado y mejor escrito.';
const codeOf = ({ error }: { error?: { details?: Record<string, unknown> } }) =>
  error?.details?.code;

type Caso = {
  convocatoria: Convocatoria;
  evaluadores: EvaluadorHecho[];
  solicitudes: Awaited<ReturnType<typeof makeEnEvaluacion>>[];
};
/** A call whose first stage is drawn. */
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
  const etapaId = convocatoria.etapas[0]!.id;
  const { result } = await app.call('previewAsignacionEtapa', { etapaId }, admin);
  await app.call('assignSolicitudesEtapa', { etapaId, huella: result.huella }, admin);
  return { convocatoria, evaluadores, solicitudes };
};
const etapaOf = ({ convocatoria }: Caso) => convocatoria.etapas[0]!;
const rowsOf = (caso: Caso) =>
  app.services.db
    .selectFrom('asignaciones')
    .selectAll()
    .where('etapa_id', '=', etapaOf(caso).id)
    .orderBy('tercera')
    .orderBy('id')
    .execute();
const whose = (caso: Caso, row: { evaluador_id: string }) =>
  caso.evaluadores.find(({ id }) => id === row.evaluador_id)!;
/** The first assignment, and whose it is. */
const first = async (caso: Caso) => {
  const row = (await rowsOf(caso))[0]!;
  return { ...row, who: whose(caso, row) };
};
const get = (who: EvaluadorHecho, id: string) => app.call('getDictamenPropio', { id }, who);
const accept = (who: EvaluadorHecho, id: string) =>
  app.call('acceptAsignacionDictamen', { id }, who);
const dictamenOf = (caso: Caso, puntos: readonly number[], comentario = COMENTARIO) => ({
  criterios: Object.fromEntries(
    etapaOf(caso).criterios.map((id, n) => [id, { puntos: puntos[n] ?? puntos[0]!, comentario }]),
  ),
});
const save = (who: EvaluadorHecho, id: string, dictamen: object, revision = 0) =>
  app.call('saveDictamenPropio', { id, dictamen, revision }, who);
const submit = (who: EvaluadorHecho, id: string, dictamen: object, revision = 0) =>
  app.call('submitDictamenPropio', { id, dictamen, revision }, who);
const queue = async (who: { token: string }) =>
  (await app.call('listDictamenesPropios', {}, who)).result;

describe('the queue of an evaluator', () => {
  it('is theirs alone, by call and stage, by folio and never by who', async () => {
    const caso = await setUp(2, 3);
    const [uno] = caso.evaluadores;
    const result = await queue(uno!);
    expect(result).toMatchObject({
      evalua: true,
      convocatorias: [
        {
          programa: 'Maestría en Derecho Judicial',
          etapas: [{ nombre: 'Proyecto', criterios: 2, muestras: { total: 0, calificadas: 0 } }],
        },
      ],
    });
    expect(result.convocatorias[0].etapas[0].asignaciones).toEqual(
      caso.solicitudes
        .map(({ folio }) => folio)
        .toSorted()
        .map((folio) => expect.objectContaining({ folio, estado: 'pendiente', contestados: 0 })),
    );
    expect((await app.call('getPendientesDictamenes', null, uno!)).result).toEqual({ cuantos: 3 });
    const home = (await app.call('listPendientes', null, uno!)).result.propios;
    expect(home).toContainEqual(
      expect.objectContaining({
        titulo: 'Solicitudes por dictaminar',
        cuantos: 3,
        enlace: '/dictamenes',
      }),
    );
  });

  it('is empty for who evaluates nowhere', async () => {
    expect(await queue(admin)).toMatchObject({ evalua: false, convocatorias: [] });
    expect((await app.call('getPendientesDictamenes', null, admin)).result).toEqual({
      cuantos: null,
    });
    expect((await app.call('listDictamenesPropios', {})).http).toBe(401);
  });

  it('is nobody else’s: neither staff nor another evaluator opens, saves or delivers it', async () => {
    const caso = await setUp(2, 1);
    const { id, who } = await first(caso);
    const otro = caso.evaluadores.find((one) => one !== who)!;
    await accept(who, id);
    for (const alguien of [otro, admin as EvaluadorHecho]) {
      for (const call of [
        () => get(alguien, id),
        () => accept(alguien, id),
        () => save(alguien, id, dictamenOf(caso, [1]), 0),
        () => submit(alguien, id, dictamenOf(caso, [1])),
        () => app.call('declareImpedimentoDictamen', { id, motivo: 'Es amiga.' }, alguien),
      ]) {
        expect(codeOf(await call())).toBe('dictamen-no-existe');
      }
    }
    expect(codeOf(await get(who, randomUUID()))).toBe('dictamen-no-existe');
  });
});

describe('a piece', () => {
  it('is not opened before one says that nothing keeps one from scoring it', async () => {
    const caso = await setUp(2, 1);
    const { id, who } = await first(caso);
    expect((await get(who, id)).result).toMatchObject({ estado: 'pendiente', contenido: null });
    expect(codeOf(await save(who, id, dictamenOf(caso, [1])))).toBe('dictamen-sin-aceptar');
    expect(codeOf(await submit(who, id, dictamenOf(caso, [1])))).toBe('dictamen-sin-aceptar');
    expect((await accept(who, id)).result).toEqual({ estado: 'aceptada' });
    expect((await accept(who, id)).result).toEqual({ estado: 'aceptada' });
    const { contenido } = (await get(who, id)).result;
    expect(contenido.piezas).toEqual([
      {
        clave: 'exposicion',
        titulo: 'Motivos',
        datos: [{ etiqueta: 'Exposición', valor: 'Quiero juzgar con perspectiva de género.' }],
      },
      {
        clave: 'proyecto',
        titulo: 'Motivos',
        datos: [
          { etiqueta: 'Proyecto', valor: 'El precedente horizontal en los plenos regionales.' },
        ],
      },
    ]);
    expect(contenido.criterios[0]).toMatchObject({
      nombre: 'Motivos',
      piezas: ['exposicion'],
      anclas: ['Nada', 'Poco', 'Suficiente', 'Bien', 'Muy bien'],
    });
    expect(contenido.cartas).toBeNull();
  });

  it('says nothing of who it is of, whatever the criteria ask for', async () => {
    const caso = await setUp(2, 1, {
      etapas: [
        {
          ...{ tipo: 'rubrica', nombre: 'Todo', peso: 100 },
          criterios: [
            { nombre: 'Todo', peso: 100, piezas: ['datos', 'nombre', 'motivos', 'afirmativa'] },
          ],
        },
      ],
    });
    const { id, who } = await first(caso);
    await accept(who, id);
    const text = JSON.stringify([await get(who, id), await queue(who)]);
    const { nombre, clave, personaId } = caso.solicitudes[0]!;
    for (const secret of [nombre, clave, personaId, 'Lucía']) expect(text).not.toContain(secret);
    const columns = Object.keys((await get(who, id)).result);
    expect(columns).not.toContain('solicitudId');
  });

  it('of an application that was withdrawn is opened by nobody, and waits for nobody', async () => {
    const caso = await setUp(2, 1);
    const { id, who } = await first(caso);
    await accept(who, id);
    await sql`update solicitudes set estado = 'desistida' where id = ${caso.solicitudes[0]!.id}`.execute(
      app.services.db,
    );
    expect(codeOf(await get(who, id))).toBe('dictamen-solicitud-retirada');
    expect(codeOf(await save(who, id, dictamenOf(caso, [1])))).toBe('dictamen-solicitud-retirada');
    expect(codeOf(await submit(who, id, dictamenOf(caso, [1])))).toBe(
      'dictamen-solicitud-retirada',
    );
    expect((await queue(who)).convocatorias).toEqual([]);
    expect((await app.call('getPendientesDictamenes', null, who)).result).toEqual({ cuantos: 0 });
  });

  it('of a call in which the evaluator came to apply is closed to them', async () => {
    const caso = await setUp(2, 1);
    const { id, who } = await first(caso);
    await sql`insert into presolicitudes (persona_id, convocatoria_id, estado, creado_en, actualizado_en)
      values (${who.personaId}, ${caso.convocatoria.id}, 'borrador', ${AHORA}, ${AHORA})`.execute(
      app.services.db,
    );
    for (const call of [() => get(who, id), () => accept(who, id)]) {
      expect(codeOf(await call())).toBe('posgrado-es-parte');
    }
    expect(await queue(who)).toMatchObject({ evalua: false, convocatorias: [] });
  });
});

describe('a score', () => {
  it('is saved as it is written, and not over what another window saved', async () => {
    const caso = await setUp(2, 1);
    const { id, who } = await first(caso);
    await accept(who, id);
    const half = { criterios: { [etapaOf(caso).criterios[0]!]: { puntos: 2, comentario: 'Sí' } } };
    const { result } = await save(who, id, half);
    expect(result).toMatchObject({ revision: 1 });
    // Its answer lost, the same again is the same.
    expect((await save(who, id, half)).result).toMatchObject({ revision: 1 });
    expect(codeOf(await save(who, id, dictamenOf(caso, [4])))).toBe('dictamen-ya-cambio');
    expect(codeOf(await submit(who, id, dictamenOf(caso, [4]), 0))).toBe('dictamen-ya-cambio');
    const opened = (await get(who, id)).result;
    expect(opened).toMatchObject({ revision: 1, contenido: { dictamen: half } });
    expect((await queue(who)).convocatorias[0].etapas[0].asignaciones[0].contestados).toBe(1);
    // What the rubric does not have is not kept.
    const more = {
      criterios: { ...half.criterios, [randomUUID()]: { puntos: 4, comentario: '' } },
    };
    await save(who, id, more, 1);
    expect((await get(who, id)).result.contenido.dictamen).toEqual(half);
  });

  it('is delivered whole, with a comment for each criterion, once and for good', async () => {
    const caso = await setUp(2, 1);
    const { id, who } = await first(caso);
    await accept(who, id);
    const [uno, dos] = etapaOf(caso).criterios;
    const wrong = await submit(who, id, {
      criterios: { [uno!]: { puntos: 3, comentario: 'Corto.' } },
    });
    expect(codeOf(wrong)).toBe('dictamen-incompleto');
    expect(Object.keys(wrong.error!.details.fields).toSorted()).toEqual(
      [`${uno}.comentario`, `${dos}.comentario`, `${dos}.puntos`].toSorted(),
    );
    for (const puntos of [5, -1, 2.5]) {
      expect((await submit(who, id, dictamenOf(caso, [puntos]))).error?.status).toBe(
        'INVALID_ARGUMENT',
      );
    }
    const dictamen = dictamenOf(caso, [3, 4]);
    const { result } = await submit(who, id, dictamen);
    expect(result).toEqual({ entregadaEn: AHORA.toISOString(), siguiente: null });
    // Sent again, its answer lost, it is the same; another one is refused.
    expect((await submit(who, id, dictamen)).result).toEqual(result);
    expect(codeOf(await submit(who, id, dictamenOf(caso, [0])))).toBe('dictamen-ya-entregado');
    expect(codeOf(await save(who, id, dictamenOf(caso, [0])))).toBe('dictamen-ya-entregado');
    const declares = await app.call(
      'declareImpedimentoDictamen',
      { id, motivo: 'Me equivoqué.' },
      who,
    );
    expect(codeOf(declares)).toBe('dictamen-ya-entregado');
    expect((await get(who, id)).result).toMatchObject({
      estado: 'entregada',
      contenido: { dictamen },
    });
  });

  it('is delivered once, however many windows press', async () => {
    const caso = await setUp(2, 1);
    const { id, who } = await first(caso);
    await accept(who, id);
    const answers = await Promise.all(
      [1, 2, 3].map((puntos) => submit(who, id, dictamenOf(caso, [puntos]))),
    );
    expect(answers.filter(({ error }) => !error)).toHaveLength(1);
  });

  it('leads to the next one that waits', async () => {
    const caso = await setUp(2, 2);
    const { id, who } = await first(caso);
    await accept(who, id);
    const { result } = await submit(who, id, dictamenOf(caso, [2]));
    const other = (await rowsOf(caso)).find((row) => whose(caso, row) === who && row.id !== id)!;
    expect(result.siguiente).toBe(other.id);
  });

  it('counts when it was received before the stage closed, and not after', async () => {
    const caso = await setUp(2, 1);
    const { id, who } = await first(caso);
    await accept(who, id);
    const close = (en: Date) =>
      app.services.db
        .updateTable('convocatoria_etapas')
        .set({ cerrada_en: en })
        .where('id', '=', etapaOf(caso).id)
        .execute();
    const later = (ms: number) => new Date(AHORA.getTime() + ms);
    await close(later(1000));
    app.setNow(later(1001));
    expect(codeOf(await submit(who, id, dictamenOf(caso, [2])))).toBe('etapa-cerrada');
    expect(codeOf(await save(who, id, dictamenOf(caso, [2])))).toBe('etapa-cerrada');
    expect((await get(who, id)).result.noSeDictamina).toMatch(/ya se cerró/);
    expect((await queue(who)).convocatorias).toEqual([]);
    // Received at that very moment, written when it was closed.
    app.setNow(later(1000));
    expect((await submit(who, id, dictamenOf(caso, [2]))).error).toBeUndefined();
    app.setNow(AHORA);
  });
});

describe('a disagreement', () => {
  /** Both score the only application: `a` and `b` of 400. */
  const both = async (a: readonly number[], b: readonly number[], evaluan = 4) => {
    const caso = await setUp(evaluan, 1);
    const rows = await rowsOf(caso);
    for (const [n, puntos] of [a, b].entries()) {
      const who = whose(caso, rows[n]!);
      await accept(who, rows[n]!.id);
      const { error } = await submit(who, rows[n]!.id, dictamenOf(caso, puntos));
      if (error) throw new Error(JSON.stringify(error));
    }
    return caso;
  };

  it('at the limit is none', async () => {
    // Weights 40 and 60: 4·40 + 3·60 = 340 and 2·40 + 3·60 = 260 differ by 80 of 400, 20 %.
    expect(await rowsOf(await both([4, 3], [2, 3]))).toHaveLength(2);
  });

  it('over the limit has a third evaluator, who is not told so; nor is anybody else before the stage closes', async () => {
    // 400 and 300 differ by 100 of 400, 25 %.
    const caso = await both([4, 4], [3, 3]);
    const rows = await rowsOf(caso);
    expect(rows.map(({ tercera }) => tercera)).toEqual([false, false, true]);
    const tercera = rows[2]!;
    const who = whose(caso, tercera);
    const dicho = JSON.stringify([await queue(who), (await get(who, tercera.id)).result]);
    expect(dicho).not.toMatch(/tercer|diferencia|desempate/i);
    const etapaId = etapaOf(caso).id;
    const mesa = (await app.call('listAsignacionesEtapa', { etapaId }, admin)).result;
    expect(mesa.filas[0].asignaciones).toHaveLength(2);
    expect(JSON.stringify(mesa.filas)).not.toContain(who.id);
    expect(mesa.filas[0].asignaciones[0].estado).toBeNull();
    const historial = await app.services.db
      .selectFrom('historial')
      .select(['accion', 'despues', 'antes'])
      .where('entidad', 'in', ['asignacion', 'evaluacion'])
      .execute();
    expect(JSON.stringify(historial)).not.toMatch(/tercera|puntos/);
    // The stage waits for them; it is not said why.
    const end = () => app.call('endEtapaEvaluacion', { etapaId }, admin);
    expect(codeOf(await end())).toBe('etapa-con-pendientes');
    await accept(who, tercera.id);
    await submit(who, tercera.id, dictamenOf(caso, [0, 0]));
    expect((await end()).error).toBeUndefined();
    const { resultados } = (await app.call('listResultadosEtapa', { etapaId }, admin)).result;
    // The median of 100, 75 and 0.
    expect(resultados[0]).toMatchObject({ puntos: 7500 });
    expect(resultados[0].entregas.map((one: { tercera: boolean }) => one.tercera)).toEqual([
      false,
      false,
      true,
    ]);
    const despues = (await app.call('listAsignacionesEtapa', { etapaId }, admin)).result;
    expect(despues.filas[0].asignaciones).toHaveLength(3);
  });

  it('waits for somebody who may settle it', async () => {
    const caso = await both([4, 4], [0, 0], 2);
    expect(await rowsOf(caso)).toHaveLength(2);
    const etapaId = etapaOf(caso).id;
    expect(codeOf(await app.call('endEtapaEvaluacion', { etapaId }, admin))).toBe(
      'etapa-con-pendientes',
    );
    const tres = await makeEvaluador(app, caso.convocatoria, admin);
    expect((await rowsOf(caso))[2]).toMatchObject({ evaluador_id: tres.id, tercera: true });
  });

  it('of both at the same moment has one third evaluator', async () => {
    const caso = await setUp(4, 1);
    const rows = await rowsOf(caso);
    for (const row of rows) await accept(whose(caso, row), row.id);
    await Promise.all(
      rows.map((row, n) => submit(whose(caso, row), row.id, dictamenOf(caso, [n === 0 ? 4 : 0]))),
    );
    expect((await rowsOf(caso)).filter(({ tercera }) => tercera)).toHaveLength(1);
  });
});

describe('what nobody is told before the stage closes', () => {
  it('not even an Admin, by any callable of the evaluation or of the call', async () => {
    const caso = await setUp(3, 2);
    const { id, who } = await first(caso);
    await accept(who, id);
    const secreto = `Comentario irrepetible ${randomUUID()} del dictamen.`;
    await submit(who, id, dictamenOf(caso, [4, 1], secreto));
    const etapaId = etapaOf(caso).id;
    const convocatoriaId = caso.convocatoria.id;
    const calls: [string, unknown][] = [
      ['listAvanceEvaluacion', { convocatoriaId }],
      ['listEvaluadoresConvocatoria', { convocatoriaId }],
      ['listImpedimentosConvocatoria', { convocatoriaId }],
      ['listAsignacionesEtapa', { etapaId }],
      ['getCalibracionEtapa', { etapaId }],
      ['listResultadosEtapa', { etapaId }],
      ['previewAsignacionEtapa', { etapaId }],
      ['getConvocatoria', { edicionId: caso.convocatoria.edicionId }],
      ['listHistorial', { pagina: 1, porPagina: 100 }],
    ];
    for (const quien of [admin, ...caso.evaluadores.filter((one) => one !== who)]) {
      for (const [name, data] of calls) {
        const said = JSON.stringify(await app.call(name, data, quien));
        expect([name, said.includes(secreto)]).toEqual([name, false]);
        expect([name, /"puntos":/.test(said)]).toEqual([name, false]);
      }
    }
    const historial = await sql<{
      todo: string;
    }>`select row_to_json(h)::text as todo from historial h`.execute(app.services.db);
    for (const { todo } of historial.rows) expect(todo).not.toContain(secreto);
  });

  it('nor when somebody else delivers: whatever the others read stays as it was, moments too', async () => {
    const caso = await setUp(3, 2);
    const { id, solicitud_id, who } = await first(caso);
    const otra = (await rowsOf(caso)).find(
      (row) => row.solicitud_id === solicitud_id && row.id !== id,
    )!;
    const par = whose(caso, otra);
    await accept(who, id);
    await accept(par, otra.id);
    const later = new Date(AHORA.getTime() + 3_600_000);
    const seen = async () =>
      JSON.stringify([
        (await get(par, otra.id)).result,
        ...(await Promise.all(caso.evaluadores.filter((one) => one !== who).map(queue))),
      ]).replaceAll(/"ahora":"[^"]+"/g, '');
    const before = await seen();
    app.setNow(later);
    try {
      const { error } = await submit(who, id, dictamenOf(caso, [4, 4]));
      expect(error).toBeUndefined();
      expect(await seen()).toBe(before);
    } finally {
      app.setNow(AHORA);
    }
  });
});
