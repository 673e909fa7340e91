import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../../tests/factories/cuentas.ts';
import { makeEntrada } from '../../../../../../tests/factories/entradas.ts';
import {
  type EvaluadorHecho,
  makeEnEvaluacion,
  makeEvaluador,
} from '../../../../../../tests/factories/evaluacion.ts';
import { type Convocatoria, makeConvocatoria } from '../../../../../../tests/factories/posgrado.ts';
import { startTestPortal, type TestPortal } from '../../../../../../tests/portal.ts';
import { actAsSystem } from '../../../../../platform/server/request-context.ts';
import { groupByFour } from '../../../../../platform/shared/ids.ts';
import { definicionSchema } from '../../../../plantillas/escritura/contract.ts';
import { REGLA_VENTANA } from '../../../../plantillas/muestra/server/seed.ts';
import { refreshConvocatorias } from './service.ts';

let app: TestPortal;
let admin: Awaited<ReturnType<typeof makeCuenta>>;
let escolar: Awaited<ReturnType<typeof makeCuenta>>;
let organos: string[];
const AHORA = new Date('2026-11-21T16:00:00.000Z');
beforeAll(async () => {
  app = await startTestPortal({}, { jobs: false });
  app.setNow(AHORA);
  admin = await makeCuenta(app, { role: 'Admin' });
  escolar = await makeCuenta(app, { role: 'Escolar' });
  const { rows } = await sql<{ id: string }>`
    select id from catalogo_items where catalogo = 'organos' order by clave limit 2`.execute(
    app.services.db,
  );
  organos = rows.map(({ id }) => id);
});
afterAll(() => app?.stop());

const codeOf = ({ error }: { error?: { details?: Record<string, unknown> } }) =>
  error?.details?.code;

/** An application that names a superior and an adviser. */
const SOLICITUD = definicionSchema.parse({
  secciones: [
    {
      clave: 'motivos',
      titulo: 'Motivos',
      campos: [
        { clave: 'exposicion', tipo: 'textoLargo', etiqueta: 'Exposición', obligatorio: true },
        { clave: 'proyecto', tipo: 'textoLargo', etiqueta: 'Proyecto', obligatorio: true },
        { clave: 'jefe', tipo: 'texto', etiqueta: 'Jefe inmediato', obligatorio: false },
        { clave: 'asesora', tipo: 'texto', etiqueta: 'Asesora de tesis', obligatorio: false },
      ],
    },
  ],
  reglas: [REGLA_VENTANA],
});
const RESPUESTAS = { exposicion: 'Quiero juzgar mejor.', proyecto: 'El precedente.' };

const setUp = () => makeConvocatoria(app.services.db, { ahora: AHORA, solicitud: SOLICITUD });
const draw = async ({ etapas }: Convocatoria) => {
  const etapaId = etapas[0]!.id;
  const { result } = await app.call('previewAsignacionEtapa', { etapaId }, admin);
  return (await app.call('assignSolicitudesEtapa', { etapaId, huella: result.huella }, admin))
    .result;
};
const list = async ({ id }: Convocatoria, who = escolar) =>
  (await app.call('listImpedimentosConvocatoria', { convocatoriaId: id }, who)).result;
const tiposOf = async (convocatoria: Convocatoria) =>
  (await list(convocatoria)).impedimentos.map((one: { tipo: string; estado: string }) => [
    one.tipo,
    one.estado,
  ]);
const vivasOf = (solicitudId: string) =>
  app.services.db
    .selectFrom('asignaciones')
    .selectAll()
    .where('solicitud_id', '=', solicitudId)
    .where('estado', '<>', 'anulada')
    .execute();
const enOrgano = (personaId: string, organo: string, desde: string, hasta: string | null = null) =>
  makeEntrada(app.services.db, personaId, 'empleo', { organo, categoria: null, desde, hasta });
const several = async (convocatoria: Convocatoria, n: number) => {
  const all: EvaluadorHecho[] = [];
  for (let i = 0; i < n; i++) all.push(await makeEvaluador(app, convocatoria, admin));
  return all;
};

describe('conflicts that block', () => {
  it('the same órgano, now or within three years, is never assigned', async () => {
    const convocatoria = await setUp();
    const [uno, dos, tres, cuatro] = await several(convocatoria, 4);
    await enOrgano(uno!.personaId, organos[0]!, '2020-01-01');
    await enOrgano(dos!.personaId, organos[0]!, '2015-01-01', '2023-11-21');
    await enOrgano(tres!.personaId, organos[0]!, '2015-01-01', '2023-11-20');
    await enOrgano(cuatro!.personaId, organos[1]!, '2020-01-01');
    const solicitudes = [];
    for (let n = 0; n < 3; n++) {
      const una = await makeEnEvaluacion(app.services, convocatoria, { respuestas: RESPUESTAS });
      await enOrgano(una.personaId, organos[0]!, '2022-05-01');
      solicitudes.push(una);
    }
    expect(await draw(convocatoria)).toEqual({ asignadas: 6, incompletas: 0 });
    for (const { id } of solicitudes) {
      const suyas = (await vivasOf(id)).map((row) => row.evaluador_id);
      expect(suyas.toSorted()).toEqual([tres!.id, cuatro!.id].toSorted());
    }
    const { impedimentos, porResolver } = await list(convocatoria);
    expect(porResolver).toBe(0);
    expect(impedimentos).toHaveLength(6);
    expect(impedimentos[0]).toMatchObject({
      tipo: 'organo',
      estado: 'vigente',
      registro: null,
      detalle: expect.stringMatching(/^Ambos han estado en .+ desde el 21 de noviembre de 2023\.$/),
    });
  });

  it('who is named as superior or adviser, and who has the same name as a referee', async () => {
    const convocatoria = await setUp();
    const [jefa, asesora, recomienda, libre, libre2] = await several(convocatoria, 5);
    const nombreDe = async ({ personaId }: EvaluadorHecho) => {
      const { rows } = await sql<{
        n: string;
      }>`select nombre_completo as n from personas where id = ${personaId}`.execute(
        app.services.db,
      );
      return rows[0]!.n;
    };
    const una = await makeEnEvaluacion(app.services, convocatoria, {
      respuestas: {
        ...RESPUESTAS,
        jefe: `Mgda. ${await nombreDe(jefa!)}`,
        asesora: await nombreDe(asesora!),
      },
    });
    await sql`insert into recomendaciones (solicitud_id, estado, nombre, correo, institucion, relacion, creado_en, actualizado_en)
      values (${una.id}, 'invitada', ${await nombreDe(recomienda!)}, 'otra@correo.example', 'Una', 'colega', ${AHORA}, ${AHORA})`.execute(
      app.services.db,
    );
    await draw(convocatoria);
    expect((await tiposOf(convocatoria)).toSorted()).toEqual([
      ['asesor', 'vigente'],
      ['jefe', 'vigente'],
      ['recomendante', 'vigente'],
    ]);
    expect((await vivasOf(una.id)).map((row) => row.evaluador_id).toSorted()).toEqual(
      [libre!.id, libre2!.id].toSorted(),
    );
  });

  it('one that comes up later takes the assignment away, when it is opened or by night', async () => {
    const convocatoria = await setUp();
    const evaluadores = await several(convocatoria, 4);
    const una = await makeEnEvaluacion(app.services, convocatoria, { respuestas: RESPUESTAS });
    await draw(convocatoria);
    const [primera, segunda] = await vivasOf(una.id);
    const who = (id: string) => evaluadores.find((one) => one.id === id)!;
    await enOrgano(una.personaId, organos[0]!, '2022-05-01');
    await enOrgano(who(primera!.evaluador_id).personaId, organos[0]!, '2026-01-01');
    const accept = await app.call(
      'acceptAsignacionDictamen',
      { id: primera!.id },
      who(primera!.evaluador_id),
    );
    expect(accept.result).toEqual({ estado: 'anulada' });
    const despues = await vivasOf(una.id);
    expect(despues).toHaveLength(2);
    expect(despues.map((row) => row.evaluador_id)).not.toContain(primera!.evaluador_id);
    // The other one is delivered, and found impeded afterwards: annulled, kept, replaced.
    const suya = who(segunda!.evaluador_id);
    await app.call('acceptAsignacionDictamen', { id: segunda!.id }, suya);
    const dictamen = {
      criterios: Object.fromEntries(
        convocatoria.etapas[0]!.criterios.map((id) => [
          id,
          { puntos: 2, comentario: 'Está bien planteado y mejor escrito.' },
        ]),
      ),
    };
    await app.call('submitDictamenPropio', { id: segunda!.id, dictamen, revision: 0 }, suya);
    await enOrgano(suya.personaId, organos[0]!, '2026-02-01');
    await actAsSystem(() => refreshConvocatorias(app.services));
    const kept = await app.services.db
      .selectFrom('asignaciones')
      .selectAll()
      .where('id', '=', segunda!.id)
      .executeTakeFirstOrThrow();
    expect(kept).toMatchObject({
      estado: 'anulada',
      anulada_motivo: 'Se encontró un impedimento.',
      dictamen: expect.objectContaining(dictamen),
    });
    expect(await vivasOf(una.id)).toHaveLength(2);
    // Again it changes nothing.
    const before = await vivasOf(una.id);
    await actAsSystem(() => refreshConvocatorias(app.services));
    expect(await vivasOf(una.id)).toEqual(before);
  });

  it('what the evaluator declares goes to somebody else, in one act', async () => {
    const convocatoria = await setUp();
    const evaluadores = await several(convocatoria, 3);
    const una = await makeEnEvaluacion(app.services, convocatoria, { respuestas: RESPUESTAS });
    await draw(convocatoria);
    const [row] = await vivasOf(una.id);
    const who = evaluadores.find((one) => one.id === row!.evaluador_id)!;
    const declare = () =>
      app.call('declareImpedimentoDictamen', { id: row!.id, motivo: 'Es mi cuñada.' }, who);
    const answers = await Promise.all([declare(), declare()]);
    expect(answers.map(codeOf).toSorted()).toEqual(['dictamen-no-existe', undefined]);
    const vivas = await vivasOf(una.id);
    expect(vivas).toHaveLength(2);
    expect(vivas.map((one) => one.evaluador_id)).not.toContain(who.id);
    expect((await list(convocatoria)).impedimentos).toMatchObject([
      { tipo: 'declarado', estado: 'vigente', detalle: 'Es mi cuñada.' },
    ]);
  });
});

describe('conflicts that staff are asked about', () => {
  const asked = async () => {
    const convocatoria = await setUp();
    const evaluadores = await several(convocatoria, 3);
    const { rows } = await sql<{ paterno: string; materno: string }>`
      select apellido_paterno as paterno, apellido_materno as materno from personas
      where id = ${evaluadores[0]!.personaId}`.execute(app.services.db);
    const una = await makeEnEvaluacion(app.services, convocatoria, {
      respuestas: RESPUESTAS,
      persona: {
        apellidoPaterno: rows[0]!.paterno.toLowerCase(),
        apellidoMaterno: rows[0]!.materno,
      },
    });
    await draw(convocatoria);
    return { convocatoria, evaluadores, una };
  };
  const decide = (id: string, confirma: boolean, who: { token: string } = escolar) =>
    app.call(
      'decideImpedimentoEvaluador',
      { id, confirma, motivo: 'Se les preguntó a ambas partes.' },
      who,
    );

  it('are left out while there is somebody else, and wait for staff on their home', async () => {
    const { convocatoria, evaluadores, una } = await asked();
    expect((await vivasOf(una.id)).map((row) => row.evaluador_id)).not.toContain(
      evaluadores[0]!.id,
    );
    expect(await tiposOf(convocatoria)).toEqual([['apellidos', 'porResolver']]);
    const { personal } = (await app.call('listPendientes', null, escolar)).result;
    expect(personal).toContainEqual(
      expect.objectContaining({
        titulo: 'Impedimento por resolver',
        enlace: `/convocatorias/${convocatoria.edicionId}?seccion=evaluacion`,
      }),
    );
  });

  it('are discarded with a reason, once, and asked no more', async () => {
    const { convocatoria } = await asked();
    const { impedimentos } = await list(convocatoria);
    expect((await decide(impedimentos[0].id, false)).result).toEqual({ anuladas: 0 });
    expect(codeOf(await decide(impedimentos[0].id, true))).toBe('posgrado-ya-cambio');
    expect(codeOf(await decide(randomUUID(), true))).toBe('impedimento-no-existe');
    await actAsSystem(() => refreshConvocatorias(app.services));
    expect((await list(convocatoria)).impedimentos).toMatchObject([
      {
        estado: 'descartado',
        resolucion: 'Se les preguntó a ambas partes.',
        resolvio: 'ANA PÉREZ RUIZ',
      },
    ]);
  });

  it('take the assignment away when they are confirmed', async () => {
    const convocatoria = await setUp();
    const evaluadores = await several(convocatoria, 2);
    const { rows } = await sql<{ paterno: string; materno: string }>`
      select apellido_paterno as paterno, apellido_materno as materno from personas
      where id = ${evaluadores[0]!.personaId}`.execute(app.services.db);
    const una = await makeEnEvaluacion(app.services, convocatoria, {
      respuestas: RESPUESTAS,
      persona: { apellidoPaterno: rows[0]!.paterno, apellidoMaterno: rows[0]!.materno },
    });
    // There is nobody else: the doubtful pair is assigned, and told in the preview.
    const etapaId = convocatoria.etapas[0]!.id;
    const { result } = await app.call('previewAsignacionEtapa', { etapaId }, admin);
    expect(result).toMatchObject({ nuevas: 2, dudosas: 1 });
    await app.call('assignSolicitudesEtapa', { etapaId, huella: result.huella }, admin);
    const [impedimento] = (await list(convocatoria)).impedimentos;
    const tres = await makeEvaluador(app, convocatoria, admin);
    expect((await decide(impedimento.id, true)).result).toEqual({ anuladas: 1 });
    expect((await vivasOf(una.id)).map((row) => row.evaluador_id).toSorted()).toEqual(
      [evaluadores[1]!.id, tres.id].toSorted(),
    );
  });

  it('are resolved by nobody whom they are about', async () => {
    const { convocatoria, evaluadores } = await asked();
    const { impedimentos } = await list(convocatoria);
    const { db } = app.services;
    await db
      .updateTable('cuentas')
      .set({ role: 'Admin' })
      .where('uid', '=', evaluadores[0]!.uid)
      .execute();
    expect(codeOf(await decide(impedimentos[0].id, false, evaluadores[0]!))).toBe(
      'sobre-uno-mismo',
    );
  });
});

describe('a conflict that no file says', () => {
  it('is registered by staff with a reason, once, and takes the assignment away', async () => {
    const convocatoria = await setUp();
    await several(convocatoria, 3);
    const una = await makeEnEvaluacion(app.services, convocatoria, { respuestas: RESPUESTAS });
    await draw(convocatoria);
    const [row] = await vivasOf(una.id);
    const create = (folio: string) =>
      app.call(
        'createImpedimentoEvaluador',
        { evaluadorId: row!.evaluador_id, folio, motivo: 'La persona aspirante la recusó.' },
        escolar,
      );
    expect(codeOf(await create('OTRO'))).toBe('asignacion-sin-solicitud');
    // As the screens write it.
    expect((await create(groupByFour(una.folio).toLowerCase())).result).toMatchObject({
      anuladas: 1,
    });
    expect(codeOf(await create(una.folio))).toBe('impedimento-ya-esta');
    expect((await vivasOf(una.id)).map((one) => one.evaluador_id)).not.toContain(row!.evaluador_id);
    expect((await list(convocatoria)).impedimentos[0]).toMatchObject({
      tipo: 'recusado',
      registro: 'ANA PÉREZ RUIZ',
    });
  });
});

describe('by night', () => {
  it('what nobody evaluates any more is annulled', async () => {
    const convocatoria = await setUp();
    await several(convocatoria, 2);
    const una = await makeEnEvaluacion(app.services, convocatoria, { respuestas: RESPUESTAS });
    await draw(convocatoria);
    await sql`update solicitudes set estado = 'desistida' where id = ${una.id}`.execute(
      app.services.db,
    );
    await actAsSystem(() => refreshConvocatorias(app.services));
    expect(await vivasOf(una.id)).toEqual([]);
  });
});
