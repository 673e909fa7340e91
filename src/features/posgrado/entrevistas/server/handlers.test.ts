/** Slots of interviews over HTTP: made, taken, changed, cancelled, withdrawn, with each refusal and the instants at which they change. */
import ICAL from 'ical.js';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import { makeConcurso } from '../../../../../tests/factories/posgrado-concurso.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import { actAsSystem } from '../../../../platform/server/request-context.ts';
import { groupByFour } from '../../../../platform/shared/ids.ts';
import { isEnLinea } from '../rules.ts';
import { panelDe, releaseDe, runRecordatorios } from './service.ts';

/** Monday 26 April 2027, 10:00 in Mexico City; Wednesday 5 May is a holiday. */
const AHORA = new Date('2027-04-26T16:00:00.000Z');
const MARTES = '2027-05-04';
const JUEVES = '2027-05-06';
const LUGAR = 'https://reunion.example/sala-1';

type Cuenta = Awaited<ReturnType<typeof makeCuenta>>;
type Concurso = Awaited<ReturnType<typeof makeConcurso>>;
let portal: TestPortal;
let eva: Cuenta;
let concurso: Concurso;
let etapaId: string;
beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
  eva = await makeCuenta(portal, { role: 'Escolar' });
});
afterAll(() => portal?.stop());
beforeEach(async () => {
  portal.setNow(AHORA);
  concurso = await makeConcurso(portal, {
    etapas: [{ tipo: 'entrevista', nombre: 'Entrevista' }],
    solicitudes: 3,
    evaluadores: 3,
  });
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
const plan = (over: object = {}) => ({
  etapaId,
  ...{ desde: MARTES, hasta: JUEVES, de: '10:00', a: '11:00', minutos: 30, pausa: 0 },
  lugar: LUGAR,
  panel: concurso.evaluadores.slice(0, 2).map(({ id }) => id),
  ...over,
});
type Slot = { id: string; estado: string; inicia: string; solicitud: { id: string } | null };
const slots = async (over: object = {}): Promise<Slot[]> =>
  (await ok('listHorariosEntrevista', { etapaId, ...over })).filas;
/** Four slots: Tuesday and Thursday at 10:00 and 10:30. */
const open = async (over: object = {}): Promise<Slot[]> => {
  await ok('createHorariosEntrevista', plan(over));
  return slots();
};
const solicitud = (n = 0) => concurso.solicitudes[n]!;
const applicant = (n = 0) => makeCuenta(portal, { personaId: solicitud(n).personaId });
const choose = (who: Cuenta, horarioId: string, n = 0) =>
  call('setHorarioEntrevista', { solicitudId: solicitud(n).id, horarioId }, who);
const own = async (who: Cuenta, n = 0) =>
  ok('getEntrevistaPropia', { solicitudId: solicitud(n).id }, who);
const mailsTo = async (email: string) =>
  (
    await portal.services.db
      .selectFrom('correos')
      .select(['asunto', 'contenido'])
      .where('para', '=', email)
      .orderBy('creado_en')
      .orderBy('id')
      .execute()
  ).map(({ asunto, contenido }) => ({ asunto, texto: JSON.stringify(contenido) }));
const get = (path: string, { token }: { token: string }) =>
  fetch(new URL(path, portal.url).href, { headers: { cookie: `token=${token}` } });
const eventsOf = async (path: string, who: { token: string }) => {
  const answer = await get(path, who);
  expect(answer.status).toBe(200);
  return new ICAL.Component(ICAL.parse(await answer.text()))
    .getAllSubcomponents('vevent')
    .map((one) => ({
      uid: String(one.getFirstPropertyValue('uid')),
      secuencia: Number(one.getFirstPropertyValue('sequence')),
      estado: String(one.getFirstPropertyValue('status')),
      inicia: String(one.getFirstPropertyValue('dtstart')),
      zona: one.getFirstProperty('dtstart')?.getParameter('tzid'),
      lugar: String(one.getFirstPropertyValue('location')),
    }));
};
const TITULO = 'Elija el horario de su entrevista';
const pendientes = async (who: Cuenta) =>
  (await ok('listPendientes', {}, who)).propios.filter(
    ({ titulo }: { titulo: string }) => titulo === TITULO,
  );
const release = (id: string) =>
  actAsSystem(() =>
    portal.services.db.transaction().execute((trx) => releaseDe(trx, portal.services, id)),
  );
const remind = () => actAsSystem(() => runRecordatorios(portal.services));

describe('staff make slots', () => {
  it('on the working days of a period, one after another, for a panel of the call', async () => {
    const ensayo = await ok('rehearseHorariosEntrevista', plan());
    expect(ensayo).toEqual({
      horarios: [
        { inicia: '2027-05-04T16:00:00.000Z', termina: '2027-05-04T16:30:00.000Z' },
        { inicia: '2027-05-04T16:30:00.000Z', termina: '2027-05-04T17:00:00.000Z' },
        { inicia: '2027-05-06T16:00:00.000Z', termina: '2027-05-06T16:30:00.000Z' },
        { inicia: '2027-05-06T16:30:00.000Z', termina: '2027-05-06T17:00:00.000Z' },
      ],
      saltados: ['2027-05-05'],
      problema: null,
    });
    expect(await slots()).toEqual([]);
    expect(await ok('createHorariosEntrevista', plan())).toEqual({
      creados: 4,
      saltados: ['2027-05-05'],
    });
    const made = await slots();
    expect(made.map(({ inicia, estado, solicitud: de }) => [inicia, estado, de])).toEqual(
      ensayo.horarios.map(({ inicia }: { inicia: string }) => [inicia, 'abierto', null]),
    );
    expect(await ok('getEntrevistasEtapa', { etapaId })).toMatchObject({
      noSeCambia: null,
      horasCambio: 48,
      cuantas: { enEtapa: 3, conHorario: 0, libres: 4, realizadas: 0, ausentes: 0 },
      sinHorario: concurso.solicitudes.map(({ id, folio }) => ({
        solicitudId: id,
        folio: groupByFour(folio),
      })),
    });
    expect(await slots({ dia: MARTES })).toHaveLength(2);
    expect(await slots({ evaluadorId: concurso.evaluadores[2]!.id })).toEqual([]);
    expect(await slots({ estado: 'reservado' })).toEqual([]);
    expect((await slots({ descendente: true })).map(({ id }) => id)).toEqual(
      made.map(({ id }) => id).toReversed(),
    );
  });

  it('and not where they cannot be', async () => {
    const refused = async (over: object) => {
      const code = await codeOf('createHorariosEntrevista', plan(over));
      // The rehearsal says the same that making them would.
      const { problema } = await ok('rehearseHorariosEntrevista', plan(over));
      expect(problema).toEqual(expect.any(String));
      return code;
    };
    const precondition = (code: string) => ['FAILED_PRECONDITION', code];
    const festivo = { desde: '2027-05-05', hasta: '2027-05-05' };
    expect(await refused(festivo)).toEqual(precondition('horario-vacio'));
    expect(await refused({ a: '10:29' })).toEqual(precondition('horario-vacio'));
    expect(await refused({ desde: JUEVES, hasta: MARTES })).toEqual(precondition('horario-vacio'));
    expect(await refused({ de: '00:00', a: '23:59', minutos: 10, hasta: '2027-05-20' })).toEqual(
      precondition('horario-demasiados'),
    );
    expect(await refused({ desde: '2027-04-26', de: '09:00' })).toEqual(
      precondition('horario-pasado'),
    );
    expect(await refused({ desde: '2027-05-24', hasta: '2027-05-31' })).toEqual(
      precondition('horario-fuera-de-etapa'),
    );
    const otro = await makeConcurso(portal, { solicitudes: 0, evaluadores: 1 });
    expect(await refused({ panel: [otro.evaluadores[0]!.id] })).toEqual(
      precondition('horario-panel'),
    );
    const [uno] = plan().panel;
    expect(await refused({ panel: [uno, uno] })).toEqual(precondition('horario-panel'));
    const { db } = portal.services;
    await sql`update convocatoria_etapas set vence_en = '2027-05-06T16:45:00Z' where id = ${etapaId}`.execute(
      db,
    );
    expect(await refused({})).toEqual(precondition('horario-fuera-de-etapa'));
    await sql`update convocatoria_etapas set vence_en = '2027-05-06T17:00:00Z' where id = ${etapaId}`.execute(
      db,
    );
    await ok('createHorariosEntrevista', plan());
    await sql`update evaluadores set baja_en = now() where id = ${uno!}`.execute(db);
    expect(await refused({ desde: JUEVES, de: '07:00', a: '08:00' })).toEqual(
      precondition('horario-panel'),
    );
    await sql`update convocatoria_etapas set cerrada_en = now() where id = ${etapaId}`.execute(db);
    expect(await refused({})).toEqual(precondition('entrevista-cerrada'));
    await sql`update convocatorias set estado = 'cancelada' where id = ${concurso.convocatoriaId}`.execute(
      db,
    );
    expect(await refused({})).toEqual(precondition('convocatoria-concluida'));
    for (const mal of [
      { lugar: 'javascript:alert(1)' },
      { lugar: 'http://x.example' },
      { minutos: 5 },
      { de: '25:00' },
      { panel: [] },
      { desde: '2027-02-30' },
    ]) {
      expect((await call('createHorariosEntrevista', plan(mal))).error?.status).toBe(
        'INVALID_ARGUMENT',
      );
    }
  });

  it('and never at the time of another panel of the same person, whatever the call', async () => {
    await open();
    const [, dos, tres] = concurso.evaluadores;
    const encimado = ['FAILED_PRECONDITION', 'horario-encimado'];
    expect(await codeOf('createHorariosEntrevista', plan())).toEqual(encimado);
    expect(
      await codeOf('createHorariosEntrevista', plan({ panel: [dos!.id, tres!.id], de: '10:15' })),
    ).toEqual(encimado);
    await ok('createHorariosEntrevista', plan({ panel: [tres!.id] }));
    await ok('createHorariosEntrevista', plan({ de: '11:00', a: '12:00' }));
    const otro = await makeConcurso(portal, {
      etapas: [{ tipo: 'entrevista' }],
      solicitudes: 0,
      evaluadores: 1,
    });
    const { db } = portal.services;
    await sql`update evaluadores set persona_id = ${dos!.personaId} where id = ${otro.evaluadores[0]!.id}`.execute(
      db,
    );
    const alla = { etapaId: otro.etapas[0]!, panel: [otro.evaluadores[0]!.id] };
    expect(await codeOf('createHorariosEntrevista', plan(alla))).toEqual(encimado);
    // Two at once: one is made.
    const both = await Promise.all([
      call('createHorariosEntrevista', plan({ ...alla, de: '16:00', a: '17:00' })),
      call('createHorariosEntrevista', plan({ de: '16:00', a: '17:00' })),
    ]);
    expect(both.map(({ error }) => error?.details?.code ?? 'ok').sort()).toEqual([
      'horario-encimado',
      'ok',
    ]);
  });
});

describe('an applicant', () => {
  it('sees the free slots, takes one, and is told where and when', async () => {
    const [uno, dos] = await open();
    const ana = await applicant();
    const antes = await own(ana);
    expect(antes).toMatchObject({ horasCambio: 48, ahora: AHORA.toISOString() });
    expect(antes.entrevistas).toEqual([
      {
        etapa: { id: etapaId, nombre: 'Entrevista' },
        horario: null,
        cancelado: null,
        cambiaHasta: null,
        noSeElige: null,
        libres: (await slots()).map(({ id, inicia }) => ({
          id,
          inicia,
          termina: new Date(Date.parse(inicia) + 1_800_000).toISOString(),
          lugar: 'En línea',
        })),
        ics: null,
      },
    ]);
    expect(JSON.stringify(antes)).not.toContain(LUGAR);
    expect(await pendientes(ana)).toEqual([
      expect.objectContaining({ venceEn: '2027-05-06T16:30:00.000Z' }),
    ]);
    expect(await choose(ana, uno!.id)).toMatchObject({ result: null });
    // Again, its answer lost: nothing more.
    expect(await choose(ana, uno!.id)).toMatchObject({ result: null });
    const despues = (await own(ana)).entrevistas[0];
    expect(despues).toMatchObject({
      horario: { id: uno!.id, estado: 'reservado', lugar: LUGAR, enLinea: true },
      cambiaHasta: '2027-05-02T16:00:00.000Z',
      noSeElige: null,
      ics: `/entrevistas/${solicitud().id}/${etapaId}.ics`,
    });
    expect(despues.libres.map(({ id }: Slot) => id)).not.toContain(uno!.id);
    expect(await pendientes(ana)).toEqual([]);
    const cartas = await mailsTo(ana.email);
    expect(cartas.map(({ asunto }) => asunto)).toEqual([
      'Su entrevista quedó registrada: Maestría en Derecho Judicial',
    ]);
    expect(cartas[0]!.texto).toContain('4 de mayo de 2027, 10:00');
    expect(cartas[0]!.texto).toContain('hora del centro de México');
    expect(cartas[0]!.texto).toContain(LUGAR);
    expect(cartas[0]!.texto).toContain(despues.ics);
    expect(await panelDe(portal.services.db, etapaId, solicitud().id)).toEqual(plan().panel);
    expect(await panelDe(portal.services.db, etapaId, solicitud(1).id)).toBeNull();
    // Another one does not see it, nor may take it.
    const bea = await applicant(1);
    expect((await own(bea, 1)).entrevistas[0].libres.map(({ id }: Slot) => id)).not.toContain(
      uno!.id,
    );
    expect((await choose(bea, uno!.id, 1)).error).toMatchObject({
      status: 'ABORTED',
      details: { code: 'horario-ocupado' },
    });
    expect(await choose(bea, dos!.id, 1)).toMatchObject({ result: null });
  });

  it('takes a slot that another one wants at the same moment, or is told', async () => {
    const [uno] = await open();
    const [ana, bea, carla] = [await applicant(0), await applicant(1), await applicant(2)];
    const answers = await Promise.all([
      choose(ana, uno!.id, 0),
      choose(bea, uno!.id, 1),
      choose(carla, uno!.id, 2),
    ]);
    expect(answers.map(({ error }) => error?.details?.code ?? 'ok').sort()).toEqual([
      'horario-ocupado',
      'horario-ocupado',
      'ok',
    ]);
    expect((await slots({ estado: 'reservado' })).map(({ id }) => id)).toEqual([uno!.id]);
  });

  it('changes it once, until the very instant', async () => {
    const [uno, dos, tres] = await open();
    const ana = await applicant();
    await choose(ana, uno!.id);
    const limite = new Date('2027-05-02T16:00:00.000Z');
    portal.setNow(new Date(limite.getTime() + 1));
    expect((await choose(ana, dos!.id)).error).toMatchObject({
      status: 'FAILED_PRECONDITION',
      details: { code: 'entrevista-tarde' },
    });
    expect((await own(ana)).entrevistas[0]).toMatchObject({
      noSeElige: expect.stringContaining('Ya pasó'),
      libres: [],
    });
    portal.setNow(limite);
    expect(await choose(ana, tres!.id)).toMatchObject({ result: null });
    expect((await slots()).map(({ estado, solicitud: de }) => [estado, de?.id ?? null])).toEqual([
      ['abierto', null],
      ['abierto', null],
      ['reservado', solicitud().id],
      ['abierto', null],
    ]);
    expect((await choose(ana, dos!.id)).error?.details?.code).toBe('entrevista-ya-cambio');
    expect((await own(ana)).entrevistas[0]).toMatchObject({
      noSeElige: expect.stringContaining('Ya cambió'),
      libres: [],
    });
    expect((await mailsTo(ana.email)).map(({ asunto }) => asunto)).toEqual([
      'Su entrevista quedó registrada: Maestría en Derecho Judicial',
      'Su entrevista cambió de horario: Maestría en Derecho Judicial',
    ]);
    const historia = await portal.services.db
      .selectFrom('historial')
      .select(['accion', 'actor_uid'])
      .where('persona_id', '=', solicitud().personaId)
      .where('entidad', '=', 'entrevista')
      .orderBy('id')
      .execute();
    expect(historia).toEqual([
      { accion: 'entrevista.elegir', actor_uid: ana.uid },
      { accion: 'entrevista.cambiarHorario', actor_uid: ana.uid },
    ]);
  });

  it('closes with nothing missing when nobody who is to be scored came', async () => {
    const made = await open();
    for (const n of [0, 1, 2]) await choose(await applicant(n), made[n]!.id, n);
    portal.setNow(new Date(Date.parse(made[2]!.inicia) + 3_600_000));
    for (const n of [0, 1]) {
      const data = { horarioId: made[n]!.id, asistencia: 'sinPresentarse' };
      await ok('saveAsistenciaEntrevista', data);
    }
    // The third one came, and two evaluators are to score them.
    expect((await call('endEtapaEvaluacion', { etapaId })).error?.details).toMatchObject({
      ...{ code: 'etapa-con-pendientes', faltan: 2 },
    });
    const tres = { horarioId: made[2]!.id, asistencia: 'sinPresentarse' };
    await ok('saveAsistenciaEntrevista', tres);
    await ok('endEtapaEvaluacion', { etapaId });
  });

  it('swaps with another one without either waiting for ever', async () => {
    const [uno, dos] = await open();
    const [ana, bea] = [await applicant(0), await applicant(1)];
    await choose(ana, uno!.id, 0);
    await choose(bea, dos!.id, 1);
    const answers = await Promise.all([choose(ana, dos!.id, 0), choose(bea, uno!.id, 1)]);
    expect(answers.map(({ error }) => error?.details?.code)).toEqual([
      'horario-ocupado',
      'horario-ocupado',
    ]);
    // A refused change costs nothing and frees nothing.
    expect((await slots({ estado: 'reservado' })).map(({ solicitud: de }) => de!.id)).toEqual([
      solicitud(0).id,
      solicitud(1).id,
    ]);
  });

  it('takes no slot that began, of a stage that is closed, or that is not there', async () => {
    const [uno, dos] = await open();
    const ana = await applicant();
    portal.setNow(new Date(uno!.inicia));
    expect((await choose(ana, uno!.id)).error?.details?.code).toBe('horario-pasado');
    expect((await own(ana)).entrevistas[0].libres.map(({ id }: Slot) => id)).not.toContain(uno!.id);
    portal.setNow(AHORA);
    expect((await choose(ana, crypto.randomUUID())).error).toMatchObject({
      status: 'NOT_FOUND',
      details: { code: 'horario-no-existe' },
    });
    const { db } = portal.services;
    await sql`update convocatoria_etapas set cerrada_en = now() where id = ${etapaId}`.execute(db);
    expect((await choose(ana, dos!.id)).error?.details?.code).toBe('entrevista-cerrada');
    expect((await own(ana)).entrevistas[0]).toMatchObject({
      noSeElige: expect.stringContaining('cerrada'),
    });
  });

  it('chooses for themselves only, and while they take part', async () => {
    const [uno] = await open();
    const [ana, bea] = [await applicant(0), await applicant(1)];
    const nadie = await makeCuenta(portal);
    for (const who of [bea, nadie, eva]) {
      expect((await choose(who, uno!.id, 0)).error).toMatchObject({
        status: 'NOT_FOUND',
        details: { code: 'entrevista-no-participa' },
      });
      expect(await codeOf('getEntrevistaPropia', { solicitudId: solicitud().id }, who)).toEqual([
        'NOT_FOUND',
        'entrevista-no-participa',
      ]);
    }
    expect(
      (
        await portal.call('setHorarioEntrevista', {
          solicitudId: solicitud().id,
          horarioId: uno!.id,
        })
      ).error?.status,
    ).toBe('UNAUTHENTICATED');
    const { db } = portal.services;
    for (const estado of ['desistida', 'anulada']) {
      await sql`update solicitudes set estado = ${estado} where id = ${solicitud(estado === 'anulada' ? 1 : 0).id}`.execute(
        db,
      );
    }
    expect((await choose(ana, uno!.id, 0)).error?.details?.code).toBe('entrevista-no-participa');
    expect((await choose(bea, uno!.id, 1)).error?.details?.code).toBe('entrevista-no-participa');
    expect((await own(ana)).entrevistas).toEqual([]);
  });

  it('takes part once they passed the closed stages before it', async () => {
    const { db } = portal.services;
    concurso = await makeConcurso(portal, {
      etapas: [
        { tipo: 'examen', peso: 60, minimo: 6000 },
        { tipo: 'entrevista', peso: 40 },
      ],
      solicitudes: 3,
      evaluadores: 2,
    });
    const [examen, entrevista] = concurso.etapas;
    etapaId = entrevista!;
    const puntos = [6000, 5999, null];
    for (const [n, one] of puntos.entries()) {
      await ok('savePuntosExamenPosgrado', {
        ...{ etapaId: examen, solicitudId: solicitud(n).id, puntos: one, numero: n },
        motivo: 'Aplicación',
      });
    }
    const [uno, dos] = await open();
    // While the exam is open it keeps nobody.
    expect((await ok('getEntrevistasEtapa', { etapaId })).cuantas.enEtapa).toBe(3);
    await sql`update convocatoria_etapas set cerrada_en = now() where id = ${examen!}`.execute(db);
    expect((await ok('getEntrevistasEtapa', { etapaId })).cuantas.enEtapa).toBe(1);
    const [ana, bea] = [await applicant(0), await applicant(1)];
    expect((await own(bea, 1)).entrevistas).toEqual([]);
    expect((await choose(bea, uno!.id, 1)).error?.details?.code).toBe('entrevista-no-participa');
    expect(await pendientes(bea)).toEqual([]);
    expect(
      await codeOf('assignHorarioEntrevista', {
        ...{ horarioId: dos!.id, solicitudId: solicitud(2).id, motivo: 'A petición' },
      }),
    ).toEqual(['FAILED_PRECONDITION', 'entrevista-no-participa']);
    expect(await choose(ana, uno!.id, 0)).toMatchObject({ result: null });
  });

  it('meets no panel with a conflict, known or found when it is looked at', async () => {
    await open();
    const [, , tres] = concurso.evaluadores;
    await ok('createHorariosEntrevista', plan({ panel: [tres!.id], de: '12:00', a: '12:30' }));
    const { db } = portal.services;
    await sql`insert into impedimentos (evaluador_id, solicitud_id, estado, tipo, detalle, creado_en)
      values (${concurso.evaluadores[1]!.id}, ${solicitud().id}, 'vigente', 'recusado', 'x', now())`.execute(
      db,
    );
    const all = await slots();
    const ana = await applicant();
    const suyos = all.filter(({ inicia }) => inicia.includes('T18:'));
    expect((await own(ana)).entrevistas[0].libres.map(({ id }: Slot) => id)).toEqual(
      suyos.map(({ id }) => id),
    );
    expect((await choose(ana, all[0]!.id)).error?.details?.code).toBe('horario-impedido');
    expect(
      await codeOf('assignHorarioEntrevista', {
        ...{ horarioId: all[0]!.id, solicitudId: solicitud().id, motivo: 'A petición' },
      }),
    ).toEqual(['FAILED_PRECONDITION', 'horario-impedido']);
    // A referee of the application sits in the other panel, and nobody wrote that down yet.
    const correo = (await makeCuenta(portal, { personaId: tres!.personaId })).email;
    await sql`insert into recomendaciones (solicitud_id, estado, nombre, correo, institucion, relacion, creado_en, actualizado_en)
      values (${solicitud().id}, 'recibida', 'R', ${correo}, 'I', 'Jefa', now(), now())`.execute(
      db,
    );
    expect((await own(ana)).entrevistas[0].libres).toEqual([]);
    expect((await choose(ana, suyos[0]!.id)).error?.details?.code).toBe('horario-impedido');
    // Who interviews is not told to whom they interview.
    expect(JSON.stringify(await own(ana))).not.toContain(tres!.id);
  });

  it('has one interview at a time, whatever the call', async () => {
    const [uno] = await open();
    const otro = await makeConcurso(portal, {
      etapas: [{ tipo: 'entrevista' }],
      solicitudes: 1,
      evaluadores: 1,
    });
    const { db } = portal.services;
    await sql`update solicitudes set persona_id = ${solicitud().personaId} where id = ${otro.solicitudes[0]!.id}`.execute(
      db,
    );
    const alla = { etapaId: otro.etapas[0]!, panel: [otro.evaluadores[0]!.id], de: '10:15' };
    await ok('createHorariosEntrevista', plan(alla));
    const suyos: Slot[] = (await ok('listHorariosEntrevista', { etapaId: otro.etapas[0]! })).filas;
    const ana = await applicant();
    await choose(ana, uno!.id);
    expect(
      await codeOf(
        'setHorarioEntrevista',
        { solicitudId: otro.solicitudes[0]!.id, horarioId: suyos[0]!.id },
        ana,
      ),
    ).toEqual(['FAILED_PRECONDITION', 'horario-encimado']);
  });
});

describe('the school', () => {
  it('cancels slots with a reason: their applicants are told and choose again, which is no change of theirs', async () => {
    const [uno, dos, tres] = await open();
    const ana = await applicant();
    const panelista = await makeCuenta(portal, { personaId: concurso.evaluadores[0]!.personaId });
    await choose(ana, uno!.id);
    const input = {
      etapaId,
      parte: { ids: [uno!.id, dos!.id] },
      motivo: 'Suspensión de labores',
    };
    const done = { fallas: [], siguiente: null };
    expect(await ok('cancelHorariosEntrevista', input)).toEqual({
      ...{ ...done, cambiadas: 2, sinCambio: 0 },
    });
    const avisos = (await mailsTo(ana.email)).length;
    // Again: nothing more, nobody is told twice.
    expect(await ok('cancelHorariosEntrevista', input)).toEqual({
      ...{ ...done, cambiadas: 0, sinCambio: 2 },
    });
    expect(await mailsTo(ana.email)).toHaveLength(avisos);
    expect((await mailsTo(ana.email)).at(-1)).toMatchObject({
      asunto: 'Se canceló el horario de su entrevista: Maestría en Derecho Judicial',
      texto: expect.stringContaining('Suspensión de labores'),
    });
    expect((await mailsTo(panelista.email)).at(-1)?.asunto).toBe(
      'Se canceló una entrevista de su panel: Maestría en Derecho Judicial',
    );
    expect((await own(ana)).entrevistas[0]).toMatchObject({
      horario: null,
      cancelado: { inicia: uno!.inicia, motivo: 'Suspensión de labores' },
      noSeElige: null,
    });
    expect(await choose(ana, tres!.id)).toMatchObject({ result: null });
    expect((await own(ana)).entrevistas[0]).toMatchObject({ cancelado: null, noSeElige: null });
    const [, , , cuatro] = await slots();
    expect(await choose(ana, cuatro!.id)).toMatchObject({ result: null });
    const ajeno = await makeConcurso(portal, { etapas: [{ tipo: 'entrevista' }], solicitudes: 0 });
    // By another stage there are none of these.
    expect(
      await ok('cancelHorariosEntrevista', { ...input, etapaId: ajeno.etapas[0]! }),
    ).toMatchObject({ cambiadas: 0, sinCambio: 0 });
    // All that the filters show, but one.
    const todas = { filtros: { dia: JUEVES }, excepto: [cuatro!.id], tras: null };
    expect(await ok('cancelHorariosEntrevista', { ...input, parte: todas })).toMatchObject({
      cambiadas: 1,
      sinCambio: 0,
    });
    expect((await slots()).map(({ estado }) => estado)).toEqual([
      'cancelado',
      'cancelado',
      'cancelado',
      'reservado',
    ]);
  });

  it('gives a slot by hand, with a reason, and it costs its applicant no change', async () => {
    const [uno, dos, tres] = await open();
    const ana = await applicant();
    const give = (horarioId: string, n = 0) => ({
      ...{ horarioId, solicitudId: solicitud(n).id, motivo: 'No pudo entrar al portal' },
    });
    await ok('assignHorarioEntrevista', give(uno!.id));
    await ok('assignHorarioEntrevista', give(uno!.id));
    expect(await codeOf('assignHorarioEntrevista', give(uno!.id, 1))).toEqual([
      'ABORTED',
      'horario-ocupado',
    ]);
    await ok('assignHorarioEntrevista', give(dos!.id));
    expect((await slots()).map(({ estado }) => estado)).toEqual([
      'abierto',
      'reservado',
      'abierto',
      'abierto',
    ]);
    expect((await mailsTo(ana.email)).map(({ asunto }) => asunto)).toEqual(
      Array(2).fill('Se le asignó un horario de entrevista: Maestría en Derecho Judicial'),
    );
    expect(await choose(ana, tres!.id)).toMatchObject({ result: null });
    expect((await choose(ana, uno!.id)).error?.details?.code).toBe('entrevista-ya-cambio');
    portal.setNow(new Date(uno!.inicia));
    expect(await codeOf('assignHorarioEntrevista', give(uno!.id))).toEqual([
      'FAILED_PRECONDITION',
      'horario-pasado',
    ]);
    expect(await codeOf('assignHorarioEntrevista', give(crypto.randomUUID()))).toEqual([
      'NOT_FOUND',
      'horario-no-existe',
    ]);
  });

  it('records what became of an interview, once it has begun', async () => {
    const [uno, dos] = await open();
    const [ana, bea] = [await applicant(0), await applicant(1)];
    await choose(ana, uno!.id, 0);
    await choose(bea, dos!.id, 1);
    const record = (horarioId: string, asistencia: string) => ({ horarioId, asistencia });
    expect(await codeOf('saveAsistenciaEntrevista', record(uno!.id, 'realizado'))).toEqual([
      'FAILED_PRECONDITION',
      'entrevista-no-empieza',
    ]);
    portal.setNow(new Date('2027-05-04T17:00:00.000Z'));
    await ok('saveAsistenciaEntrevista', record(uno!.id, 'realizado'));
    await ok('saveAsistenciaEntrevista', record(uno!.id, 'realizado'));
    await ok('saveAsistenciaEntrevista', record(dos!.id, 'sinPresentarse'));
    for (const [horarioId, asistencia] of [
      [uno!.id, 'sinPresentarse'],
      [dos!.id, 'realizado'],
    ] as const) {
      expect(await codeOf('saveAsistenciaEntrevista', record(horarioId, asistencia))).toEqual([
        'ABORTED',
        'posgrado-ya-cambio',
      ]);
    }
    expect((await ok('getEntrevistasEtapa', { etapaId })).cuantas).toMatchObject({
      realizadas: 1,
      ausentes: 1,
      libres: 2,
    });
    expect(
      await codeOf('saveAsistenciaEntrevista', record(crypto.randomUUID(), 'realizado')),
    ).toEqual(['NOT_FOUND', 'horario-no-existe']);
    const [, , tres] = await slots();
    portal.setNow(new Date(tres!.inicia));
    // A slot that began with nobody in it is not one that may be given.
    expect((await ok('getEntrevistasEtapa', { etapaId })).cuantas).toMatchObject({ libres: 1 });
    // Nobody had that one.
    expect(await codeOf('saveAsistenciaEntrevista', record(tres!.id, 'realizado'))).toEqual([
      'ABORTED',
      'posgrado-ya-cambio',
    ]);
    // What is over stays: it is neither changed, nor cancelled, nor freed.
    const [, , , cuatro] = await slots();
    expect((await choose(ana, cuatro!.id, 0)).error?.details?.code).toBe('entrevista-terminada');
    expect(
      await codeOf('assignHorarioEntrevista', {
        ...{ horarioId: cuatro!.id, solicitudId: solicitud().id, motivo: 'A petición' },
      }),
    ).toEqual(['FAILED_PRECONDITION', 'entrevista-terminada']);
    const ids = [uno!.id, dos!.id];
    expect(
      await ok('cancelHorariosEntrevista', { etapaId, parte: { ids }, motivo: 'Por si acaso' }),
    ).toMatchObject({ cambiadas: 0, sinCambio: 2 });
    await release(solicitud().id);
    expect((await slots()).map(({ estado }) => estado).slice(0, 2)).toEqual([
      'realizado',
      'sinPresentarse',
    ]);
  });

  it('is staff without a part in the call; nobody else sees or does any of it', async () => {
    const [uno] = await open();
    const ana = await applicant();
    const parte = await makeCuenta(portal, { role: 'Admin', personaId: solicitud(1).personaId });
    const acts: [string, unknown][] = [
      ['rehearseHorariosEntrevista', plan()],
      ['createHorariosEntrevista', plan()],
      ['getEntrevistasEtapa', { etapaId }],
      ['listHorariosEntrevista', { etapaId }],
      ['cancelHorariosEntrevista', { etapaId, parte: { ids: [uno!.id] }, motivo: 'Por si acaso' }],
      [
        'assignHorarioEntrevista',
        { horarioId: uno!.id, solicitudId: solicitud().id, motivo: 'A petición' },
      ],
      ['saveAsistenciaEntrevista', { horarioId: uno!.id, asistencia: 'realizado' }],
    ];
    for (const [name, data] of acts) {
      expect((await portal.call(name, data)).error?.status).toBe('UNAUTHENTICATED');
      expect((await call(name, data, ana)).error?.status).toBe('PERMISSION_DENIED');
      expect(await codeOf(name, data, parte)).toEqual(['PERMISSION_DENIED', 'posgrado-es-parte']);
    }
    const otra = await makeConcurso(portal, { solicitudes: 0 });
    for (const id of [otra.etapas[0]!, crypto.randomUUID()]) {
      expect(await codeOf('getEntrevistasEtapa', { etapaId: id })).toEqual([
        'NOT_FOUND',
        'entrevista-no-existe',
      ]);
    }
  });
});

describe('an application that leaves', () => {
  it('frees its slot, which another one takes; its calendar says that it was cancelled', async () => {
    const [uno] = await open();
    const [ana, bea] = [await applicant(0), await applicant(1)];
    await choose(ana, uno!.id, 0);
    await ok('withdrawSolicitud', { id: solicitud().id }, ana);
    await release(solicitud().id);
    expect((await slots())[0]).toMatchObject({ estado: 'abierto', solicitud: null });
    expect(await choose(bea, uno!.id, 1)).toMatchObject({ result: null });
    const [evento] = await eventsOf(`/entrevistas/${solicitud().id}/${etapaId}.ics`, ana);
    expect(evento).toMatchObject({ estado: 'CANCELLED', secuencia: 1 });
    expect((await own(ana)).entrevistas[0]).toMatchObject({
      horario: null,
      noSeElige: expect.stringContaining('no participa'),
      libres: [],
    });
  });
});

describe('calendars', () => {
  it('keep one event for an applicant, whatever slot it is in, and its number grows', async () => {
    const [uno, , tres] = await open();
    const ana = await applicant();
    const path = `/entrevistas/${solicitud().id}/${etapaId}.ics`;
    expect((await get(path, ana)).status).toBe(404);
    await choose(ana, uno!.id);
    const read = async () => (await eventsOf(path, ana))[0]!;
    const uid = `entrevista-${etapaId}-${solicitud().id}`;
    expect(await read()).toEqual({
      ...{ uid, secuencia: 0, estado: 'CONFIRMED', zona: 'America/Mexico_City', lugar: LUGAR },
      inicia: '2027-05-04T10:00:00',
    });
    await choose(ana, tres!.id);
    expect(await read()).toMatchObject({ uid, secuencia: 2, inicia: '2027-05-06T10:00:00' });
    await ok('cancelHorariosEntrevista', {
      etapaId,
      parte: { ids: [tres!.id] },
      motivo: 'Se suspendió',
    });
    expect(await read()).toMatchObject({ uid, secuencia: 3, estado: 'CANCELLED' });
    await choose(ana, uno!.id);
    expect(await read()).toMatchObject({ uid, secuencia: 4, estado: 'CONFIRMED' });
    // Nobody else's, and no guess.
    const bea = await applicant(1);
    for (const who of [bea, eva]) expect((await get(path, who)).status).toBe(404);
    expect((await fetch(new URL(path, portal.url).href)).status).toBe(401);
    for (const mal of ['x', 'x.ics', `${etapaId}`, `${crypto.randomUUID()}.ics`]) {
      expect((await get(`/entrevistas/${solicitud().id}/${mal}`, ana)).status).toBe(404);
    }
    const answer = await get(path, ana);
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(answer.headers.get('cache-control')).toContain('no-store');
  });

  it('give a panel its interviews by folio, and take away those that are no more', async () => {
    const [uno, dos] = await open();
    const [ana, bea] = [await applicant(0), await applicant(1)];
    const panelista = await makeCuenta(portal, { personaId: concurso.evaluadores[0]!.personaId });
    const otro = await makeCuenta(portal, { personaId: concurso.evaluadores[2]!.personaId });
    expect(await eventsOf('/entrevistas/panel.ics', panelista)).toEqual([]);
    await choose(ana, uno!.id, 0);
    await choose(bea, dos!.id, 1);
    expect((await eventsOf('/entrevistas/panel.ics', panelista)).map(({ uid }) => uid)).toEqual([
      `horario-${uno!.id}`,
      `horario-${dos!.id}`,
    ]);
    await release(solicitud().id);
    expect(
      (await eventsOf('/entrevistas/panel.ics', panelista)).map(({ estado, secuencia }) => [
        estado,
        secuencia,
      ]),
    ).toEqual([
      ['CANCELLED', 2],
      ['CONFIRMED', 1],
    ]);
    expect(await eventsOf('/entrevistas/panel.ics', otro)).toEqual([]);
    const text = await (await get('/entrevistas/panel.ics', panelista)).text();
    expect(text.replace(/\r\n /g, '')).toContain(groupByFour(solicitud(1).folio));
    expect(await ok('listEntrevistasPanel', null, panelista)).toMatchObject({
      entrevistas: [{ id: dos!.id, folio: groupByFour(solicitud(1).folio), lugar: LUGAR }],
    });
    expect((await ok('listEntrevistasPanel', null, otro)).entrevistas).toEqual([]);
    expect((await get('/entrevistas/panel.ics', eva)).status).toBe(404);
    expect((await fetch(new URL('/entrevistas/panel.ics', portal.url).href)).status).toBe(401);
  });
});

describe('reminders', () => {
  it('go out one working day before, by day, once each', async () => {
    const [uno, dos, tres] = await open();
    const [ana, bea, carla] = [await applicant(0), await applicant(1), await applicant(2)];
    const panelista = await makeCuenta(portal, { personaId: concurso.evaluadores[0]!.personaId });
    await choose(ana, uno!.id, 0);
    await choose(bea, dos!.id, 1);
    await choose(carla, tres!.id, 2);
    const reminded = async (email: string) =>
      (await mailsTo(email)).filter(({ asunto }) => /Recordatorio|Entrevistas del/.test(asunto));
    const at = async (text: string) => {
      portal.setNow(new Date(text));
      await remind();
      const [a, b, c] = await Promise.all([ana, bea, carla].map(({ email }) => reminded(email)));
      return [a!.length, b!.length, c!.length, (await reminded(panelista.email)).length];
    };
    // Friday; Monday at 7:59 and at 8:00 in Mexico City.
    expect(await at('2027-04-30T20:00:00.000Z')).toEqual([0, 0, 0, 0]);
    expect(await at('2027-05-03T13:59:59.999Z')).toEqual([0, 0, 0, 0]);
    expect(await at('2027-05-03T14:00:00.000Z')).toEqual([1, 1, 0, 1]);
    expect(await at('2027-05-03T15:00:00.000Z')).toEqual([1, 1, 0, 1]);
    const [carta] = await reminded(panelista.email);
    expect(carta!.asunto).toBe('Entrevistas del 4 de mayo de 2027: Maestría en Derecho Judicial');
    for (const { folio } of [solicitud(0), solicitud(1)]) {
      expect(carta!.texto).toContain(groupByFour(folio));
    }
    expect(carta!.texto).not.toContain(groupByFour(solicitud(2).folio));
    // Wednesday is a holiday: those of Thursday are reminded of on Tuesday.
    expect(await at('2027-05-04T14:00:00.000Z')).toEqual([1, 1, 1, 2]);
  });

  it('tell a panel that had been reminded when a slot became free, and of who takes it then', async () => {
    const [uno] = await open();
    const [ana, bea] = [await applicant(0), await applicant(1)];
    const panelista = await makeCuenta(portal, { personaId: concurso.evaluadores[0]!.personaId });
    await choose(ana, uno!.id, 0);
    portal.setNow(new Date('2027-05-03T14:00:00.000Z'));
    await remind();
    await release(solicitud().id);
    await remind();
    await remind();
    expect((await mailsTo(panelista.email)).map(({ asunto }) => asunto)).toEqual([
      'Entrevistas del 4 de mayo de 2027: Maestría en Derecho Judicial',
      'Quedó libre una entrevista de su panel: Maestría en Derecho Judicial',
    ]);
    await choose(bea, uno!.id, 1);
    await remind();
    expect((await mailsTo(panelista.email)).at(-1)).toMatchObject({
      asunto: 'Entrevistas del 4 de mayo de 2027: Maestría en Derecho Judicial',
      texto: expect.stringContaining(groupByFour(solicitud(1).folio)),
    });
  });
});

it('no letter names anybody in its subject, and none tells the link before it is theirs', async () => {
  expect(isEnLinea(LUGAR)).toBe(true);
  const { rows } = await sql<{ asunto: string }>`select distinct asunto from correos
    where asunto ~ 'Pérez|Ruiz|Ana|Eva|SP27'`.execute(portal.services.db);
  expect(rows).toEqual([]);
});
