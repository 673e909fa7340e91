import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../../tests/factories/cuentas.ts';
import { makeEnEvaluacion, makeEvaluador } from '../../../../../../tests/factories/evaluacion.ts';
import { makeActor, makePersona } from '../../../../../../tests/factories/personas.ts';
import { makeConvocatoria } from '../../../../../../tests/factories/posgrado.ts';
import { startTestPortal, type TestPortal } from '../../../../../../tests/portal.ts';
import { actAsSystem } from '../../../../../platform/server/request-context.ts';
import { refreshConvocatorias } from '../../resolucion/server/service.ts';
import { evaluadoresSeguidor } from './service.ts';

let app: TestPortal;
type Cuenta = Awaited<ReturnType<typeof makeCuenta>>;
let admin: Cuenta;
let escolar: Cuenta;
const AHORA = new Date('2026-11-21T16:00:00.000Z');
beforeAll(async () => {
  app = await startTestPortal({}, { jobs: false });
  app.setNow(AHORA);
  admin = await makeCuenta(app, { role: 'Admin' });
  escolar = await makeCuenta(app, { role: 'Escolar' });
});
afterAll(() => app?.stop());

const setUp = () => makeConvocatoria(app.services.db, { ahora: AHORA });
const codeOf = ({ error }: { error?: { details?: Record<string, unknown> } }) =>
  error?.details?.code;
const add = (convocatoriaId: string, clave: string, who: { token: string } = escolar, more = {}) =>
  app.call('createEvaluadorConvocatoria', { convocatoriaId, clave, ...more }, who);
const list = async (convocatoriaId: string, who: { token: string } = escolar) =>
  (await app.call('listEvaluadoresConvocatoria', { convocatoriaId }, who)).result.evaluadores;
const mailsTo = async (to: string) => {
  const rows = await app.services.db
    .selectFrom('correos')
    .select(['asunto', 'para'])
    .where('para', '=', to)
    .execute();
  return rows.map(({ asunto }) => asunto);
};

describe('who evaluates in a call', () => {
  it('is anybody with a file, by their CURP or key, and is told', async () => {
    const { id, etapas } = await setUp();
    const persona = await makePersona(app.services.db);
    const cuenta = await makeCuenta(app, { personaId: persona.id });
    const { result } = await add(id, ` ${persona.clave.toLowerCase()} `);
    expect(await list(id)).toEqual([
      expect.objectContaining({
        id: result.id,
        persona: { clave: persona.clave, nombre: 'ANA PÉREZ RUIZ' },
        conCuenta: true,
        etapas: [],
        baja: null,
        avance: [],
      }),
    ]);
    expect(await mailsTo(cuenta.email)).toEqual([
      'Se le registró para evaluar: Maestría en Derecho Judicial',
    ]);
    expect(codeOf(await add(id, persona.clave))).toBe('evaluador-ya-esta');
    // Only in one of its stages.
    const otra = await makePersona(app.services.db);
    await add(id, otra.clave, escolar, { etapas: [etapas[1]!.id] });
    expect((await list(id)).map((one: { etapas: string[] }) => one.etapas)).toContainEqual([
      etapas[1]!.id,
    ]);
    expect((await list(id)).find((one: { conCuenta: boolean }) => !one.conCuenta)).toBeDefined();
  });

  it('is nobody who is not there, nor in a stage of another call', async () => {
    const { id } = await setUp();
    const otra = await setUp();
    const { clave } = await makePersona(app.services.db);
    expect((await add(id, 'SC000000000')).error?.status).toBe('NOT_FOUND');
    expect((await add(randomUUID(), clave)).error?.status).toBe('NOT_FOUND');
    expect(codeOf(await add(id, clave, escolar, { etapas: [otra.etapas[0]!.id] }))).toBe(
      'etapa-no-existe',
    );
  });

  it('is nobody who applies or recommends there', async () => {
    const convocatoria = await setUp();
    const aspirante = await makeEnEvaluacion(app.services, convocatoria);
    expect(codeOf(await add(convocatoria.id, aspirante.clave))).toBe('evaluador-es-parte');
    const persona = await makePersona(app.services.db);
    const cuenta = await makeCuenta(app, { personaId: persona.id });
    await sql`insert into recomendaciones (solicitud_id, estado, nombre, correo, institucion, relacion, creado_en, actualizado_en)
      values (${aspirante.id}, 'porInvitar', 'Alguien', ${cuenta.email.toUpperCase()}, 'Una', 'colega', ${AHORA}, ${AHORA})`.execute(
      app.services.db,
    );
    expect(codeOf(await add(convocatoria.id, persona.clave))).toBe('evaluador-es-parte');
  });

  it('is registered once, however many press at the same time', async () => {
    const { id } = await setUp();
    const { clave } = await makePersona(app.services.db);
    const codes = (await Promise.all([add(id, clave), add(id, clave), add(id, clave)])).map(codeOf);
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    expect(codes.filter((code) => code === 'evaluador-ya-esta')).toHaveLength(2);
  });

  it('may be named in a draft, and goes with it', async () => {
    const { db } = app.services;
    const { id } = await makeConvocatoria(db, { ahora: AHORA, estado: 'borrador' });
    const { clave } = await makePersona(db);
    expect((await add(id, clave)).error).toBeUndefined();
    const borrador = await app.call('listEvaluadoresConvocatoria', { convocatoriaId: id }, escolar);
    expect(borrador.result).toMatchObject({ abierta: true });
    await db.deleteFrom('convocatorias').where('id', '=', id).execute();
    const left = await db
      .selectFrom('evaluadores')
      .select('id')
      .where('convocatoria_id', '=', id)
      .execute();
    expect(left).toEqual([]);
  });

  it('changes no more once the call is over', async () => {
    const { id } = await setUp();
    const { clave } = await makePersona(app.services.db);
    await sql`update convocatorias set estado = 'cancelada' where id = ${id}`.execute(
      app.services.db,
    );
    expect(codeOf(await add(id, clave))).toBe('convocatoria-concluida');
  });
});

describe('who may', () => {
  it('neither a visitor nor somebody without a role', async () => {
    const { id } = await setUp();
    const nadie = await makeCuenta(app);
    for (const name of [
      'listEvaluadoresConvocatoria',
      'listAvanceEvaluacion',
      'listImpedimentosConvocatoria',
    ]) {
      expect((await app.call(name, { convocatoriaId: id })).http).toBe(401);
      expect((await app.call(name, { convocatoriaId: id }, nadie)).http).toBe(403);
    }
    expect((await add(id, 'SC0', nadie)).http).toBe(403);
  });

  it('nobody adds or removes themselves', async () => {
    const { id } = await setUp();
    const persona = await makePersona(app.services.db);
    const suya = await makeCuenta(app, { role: 'Admin', personaId: persona.id });
    expect(codeOf(await add(id, persona.clave, suya))).toBe('sobre-uno-mismo');
    const { result } = await add(id, persona.clave);
    const quita = await app.call(
      'removeEvaluadorConvocatoria',
      { id: result.id, motivo: 'Ya no puedo.' },
      suya,
    );
    expect(codeOf(quita)).toBe('sobre-uno-mismo');
  });

  it('nobody of the staff who applies there sees or does anything', async () => {
    const convocatoria = await setUp();
    const solicitud = await makeEnEvaluacion(app.services, convocatoria);
    const suya = await makeCuenta(app, { role: 'Admin', personaId: solicitud.personaId });
    const uno = await makeEvaluador(app, convocatoria, escolar);
    const [etapa] = convocatoria.etapas;
    const etapaId = etapa!.id;
    const convocatoriaId = convocatoria.id;
    const calls: [string, object][] = [
      ['listEvaluadoresConvocatoria', { convocatoriaId }],
      ['listAvanceEvaluacion', { convocatoriaId }],
      ['listImpedimentosConvocatoria', { convocatoriaId }],
      ['listAsignacionesEtapa', { etapaId }],
      ['previewAsignacionEtapa', { etapaId }],
      ['assignSolicitudesEtapa', { etapaId, huella: '' }],
      ['listResultadosEtapa', { etapaId }],
      ['getCalibracionEtapa', { etapaId }],
      ['saveCalibracionEtapa', { etapaId, muestras: [] }],
      ['endEtapaEvaluacion', { etapaId }],
      [
        'createAsignacionEtapa',
        { etapaId, folio: 'X', evaluadorId: uno.id, motivo: 'Porque así.' },
      ],
      ['createImpedimentoEvaluador', { evaluadorId: uno.id, folio: 'X', motivo: 'Porque así.' }],
      ['removeEvaluadorConvocatoria', { id: uno.id, motivo: 'Porque así.' }],
    ];
    for (const [name, data] of calls) {
      expect([name, codeOf(await app.call(name, data, suya))]).toEqual([name, 'posgrado-es-parte']);
    }
    const home = (await app.call('listPendientes', null, suya)).result;
    expect(JSON.stringify(home)).not.toContain(convocatoria.edicionId);
  });
});

describe('an evaluator who leaves', () => {
  it('is told, goes once, and their pending applications go to others; what they delivered stays', async () => {
    const convocatoria = await setUp();
    const [uno, dos, tres] = [
      await makeEvaluador(app, convocatoria, admin),
      await makeEvaluador(app, convocatoria, admin),
      await makeEvaluador(app, convocatoria, admin),
    ];
    const solicitudes = [];
    for (let n = 0; n < 4; n++)
      solicitudes.push(await makeEnEvaluacion(app.services, convocatoria));
    const etapa = convocatoria.etapas[0]!;
    const { huella } = (await app.call('previewAsignacionEtapa', { etapaId: etapa.id }, admin))
      .result;
    await app.call('assignSolicitudesEtapa', { etapaId: etapa.id, huella }, admin);
    const cola = (await app.call('listDictamenesPropios', {}, uno)).result.convocatorias[0]
      .etapas[0].asignaciones;
    const [primera] = cola;
    await app.call('acceptAsignacionDictamen', { id: primera.id }, uno);
    const dictamen = {
      criterios: Object.fromEntries(
        etapa.criterios.map((id) => [
          id,
          { puntos: 3, comentario: 'Está bien planteado y mejor escrito.' },
        ]),
      ),
    };
    await app.call('submitDictamenPropio', { id: primera.id, dictamen, revision: 0 }, uno);
    const remove = () =>
      app.call('removeEvaluadorConvocatoria', { id: uno.id, motivo: 'Pidió licencia.' }, escolar);
    const { result } = await remove();
    expect(result).toEqual({ reasignadas: cola.length - 1, sinReemplazo: 0 });
    expect(codeOf(await remove())).toBe('evaluador-no-existe');
    const after = await list(convocatoria.id);
    expect(after.find((one: { id: string }) => one.id === uno.id)).toMatchObject({
      baja: { motivo: 'Pidió licencia.' },
      avance: [{ etapaId: etapa.id, asignadas: 1, entregadas: 1 }],
    });
    const rows = await app.services.db
      .selectFrom('asignaciones')
      .select(['evaluador_id', 'solicitud_id', 'estado'])
      .where('etapa_id', '=', etapa.id)
      .where('estado', '<>', 'anulada')
      .execute();
    for (const { id } of solicitudes) {
      expect(rows.filter((row) => row.solicitud_id === id)).toHaveLength(2);
    }
    expect(new Set(rows.map((row) => row.evaluador_id))).toEqual(
      new Set([uno.id, dos.id, tres.id]),
    );
    expect(await mailsTo(uno.email)).toContain('Ya no evalúa: Maestría en Derecho Judicial');
    // They see nothing of it any more.
    expect((await app.call('listDictamenesPropios', {}, uno)).result).toMatchObject({
      evalua: false,
      convocatorias: [],
    });
  });

  it('goes by night when they came to apply in the call', async () => {
    const convocatoria = await setUp();
    const uno = await makeEvaluador(app, convocatoria, admin);
    await sql`insert into presolicitudes (persona_id, convocatoria_id, estado, creado_en, actualizado_en)
      values (${uno.personaId}, ${convocatoria.id}, 'borrador', ${AHORA}, ${AHORA})`.execute(
      app.services.db,
    );
    expect((await app.call('listDictamenesPropios', {}, uno)).result.evalua).toBe(false);
    await actAsSystem(() => refreshConvocatorias(app.services));
    expect((await list(convocatoria.id))[0].baja.motivo).toBe(
      'Participa en la convocatoria, o su expediente ya no está disponible.',
    );
  });
});

describe('two files that become one', () => {
  it('leave one evaluator with what both had: of one application, the delivered score', async () => {
    const convocatoria = await setUp();
    const [uno, dos] = [
      await makeEvaluador(app, convocatoria, admin),
      await makeEvaluador(app, convocatoria, admin),
    ];
    await makeEnEvaluacion(app.services, convocatoria);
    const etapa = convocatoria.etapas[0]!;
    const { huella } = (await app.call('previewAsignacionEtapa', { etapaId: etapa.id }, admin))
      .result;
    await app.call('assignSolicitudesEtapa', { etapaId: etapa.id, huella }, admin);
    const { db } = app.services;
    const rows = () =>
      db
        .selectFrom('asignaciones')
        .select(['id', 'evaluador_id', 'estado'])
        .where('etapa_id', '=', etapa.id)
        .execute();
    const suya = (await rows()).find((row) => row.evaluador_id === uno.id)!;
    await app.call('acceptAsignacionDictamen', { id: suya.id }, uno);
    const dictamen = {
      criterios: Object.fromEntries(
        etapa.criterios.map((id) => [
          id,
          { puntos: 3, comentario: 'Está bien planteado y mejor escrito.' },
        ]),
      ),
    };
    await app.call('submitDictamenPropio', { id: suya.id, dictamen, revision: 0 }, uno);
    const par = { de: uno.personaId, a: dos.personaId };
    const notes: string[] = [];
    await db.transaction().execute(async (trx) => {
      const { siguen } = await evaluadoresSeguidor.look!(trx, par, true);
      expect(siguen).toEqual(['Evaluación de posgrado: Maestría en Derecho Judicial.']);
      await evaluadoresSeguidor.follow!(trx, {
        ...par,
        nombreCompleto: 'X',
        ctx: { actor: makeActor(null), services: app.services },
        anotar: (accion) => notes.push(accion),
      });
    });
    expect((await rows()).toSorted((a, b) => (a.estado < b.estado ? -1 : 1))).toEqual([
      expect.objectContaining({ evaluador_id: dos.id, estado: 'anulada' }),
      { id: suya.id, evaluador_id: dos.id, estado: 'entregada' },
    ]);
    const activos = await db
      .selectFrom('evaluadores')
      .select(['id', 'persona_id'])
      .where('convocatoria_id', '=', convocatoria.id)
      .where('baja_en', 'is', null)
      .execute();
    expect(activos).toEqual([{ id: dos.id, persona_id: dos.personaId }]);
    expect(notes).toEqual([
      'asignacion.cambiarPersona',
      'asignacion.anular',
      'evaluador.cambiarPersona',
    ]);
  });
});
