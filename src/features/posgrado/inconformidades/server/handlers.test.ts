/** Requests for review over HTTP: filed in time, attended by somebody who had no part in it, decided with what follows. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import { type EvaluadorHecho, makeEvaluador } from '../../../../../tests/factories/evaluacion.ts';
import {
  type Concursante,
  makeConcursante,
  publishLugares,
} from '../../../../../tests/factories/lugares.ts';
import { makePersona } from '../../../../../tests/factories/personas.ts';
import {
  type Aspirante,
  type Convocatoria,
  DEFINICION_SOLICITUD,
  makeAspirante,
  makeConvocatoria,
} from '../../../../../tests/factories/posgrado.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import { definicionSchema } from '../../../plantillas/escritura/contract.ts';
import type { FilaRanking } from '../../ranking/contract.ts';
import { RESULTADO } from '../../ranking/contract.ts';

/** Thursday 18 March 2027, 12:00 in Mexico City. Friday and the first three days of the week after are holidays. */
const AHORA = new Date('2027-03-18T18:00:00.000Z');
/** The last instant of Monday 29, the third working day. */
const PLAZO = new Date('2027-03-30T05:59:59.999Z');
const TEXTO =
  'El requisito que se señala está cumplido: presenté el título el primer día del plazo.';
const RAZONES =
  'Se revisó de nuevo el expediente completo y se comparó con lo que pide la convocatoria.';

type Cuenta = Awaited<ReturnType<typeof makeCuenta>>;
let portal: TestPortal;
let admin: Cuenta;
let escolar: Cuenta;
let revisora: Cuenta;
beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
  portal.setNow(AHORA);
  const staff = async (role: 'Admin' | 'Escolar', nombre: string) => {
    const { id: personaId } = await makePersona(db());
    const cuenta = await makeCuenta(portal, { role, personaId });
    await sql`update cuentas set display_name = ${nombre} where uid = ${cuenta.uid}`.execute(db());
    return cuenta;
  };
  admin = await staff('Admin', 'ADMINISTRADORA');
  escolar = await staff('Escolar', 'VALIDADORA');
  revisora = await staff('Escolar', 'REVISORA');
  await sql`delete from catalogo_items where catalogo = 'dias-inhabiles'`.execute(db());
  const festivo = (clave: string, hasta: string | null) =>
    call('saveItemCatalogo', {
      ...{ catalogo: 'dias-inhabiles', id: null, version: null },
      valores: { clave, nombre: 'Semana Santa', hasta },
    });
  expect((await festivo('2027-03-19', null)).error).toBeUndefined();
  expect((await festivo('2027-03-22', '2027-03-24')).error).toBeUndefined();
});
afterAll(() => portal?.stop());

const db = () => portal.services.db;
const call = (name: string, data: unknown, cuenta: { token: string } | null = admin) =>
  portal.call(name, data, cuenta ? { token: cuenta.token } : {});
const codeOf = ({ error }: { error?: { details?: Record<string, unknown> } }) =>
  error?.details?.code;
const at = async <T>(when: Date, act: () => Promise<T>): Promise<T> => {
  portal.setNow(when);
  try {
    return await act();
  } finally {
    portal.setNow(AHORA);
  }
};

const makeCall = (bases = {}) =>
  makeConvocatoria(db(), {
    ahora: new Date(AHORA.getTime() - 60 * 86_400_000),
    bases,
    solicitud: definicionSchema.parse({
      ...DEFINICION_SOLICITUD,
      reparto: { alLlenarse: 'esperaPorPuntos', horasParaAceptar: 24, cupos: [] },
    }),
  });

/** Somebody whose pre-application was declared improcedente now, by that account. */
const improcedente = async ({ id }: Convocatoria, por = escolar.uid) => {
  const quien = await makeAspirante(portal);
  const { id: presolicitudId } = await db()
    .insertInto('presolicitudes')
    .values({
      ...{ persona_id: quien.personaId, convocatoria_id: id, estado: 'improcedente' },
      ...{ enviada_en: AHORA, decidida_en: AHORA, decidida_por: por, motivo: 'Falta el título.' },
      ...{ creado_en: AHORA, actualizado_en: AHORA },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { ...quien, tramite: { tramite: 'presolicitud', tramiteId: presolicitudId } };
};
type Impugnante = Aspirante & { tramite: { tramite: string; tramiteId: string } };

const filaDe = (id: string, over: Partial<FilaRanking> = {}): FilaRanking => ({
  ...{ id, folio: 'SP', estado: 'noAdmitida', posicion: 3, total: 5000, etapas: [] },
  ...{ detenida: null, excluida: false, desempate: null, cupo: null, espera: null },
  ...over,
});

let rankings = 0;
/** A published ranking with that row; the one before no longer counts. */
const publishRanking = async ({ id }: Convocatoria, filas: FilaRanking[], en = AHORA) => {
  rankings += 1;
  await sql`update rankings set estado = 'sustituido' where convocatoria_id = ${id} and estado = 'publicado'`.execute(
    db(),
  );
  await sql`insert into rankings (convocatoria_id, numero, estado, formula, entradas, resultado, sha256, calculado_por, creado_en,
      publicado_en)
    values (${id}, ${rankings}, 'publicado', 1, '{}'::jsonb, ${RESULTADO.write({ filas })}::text::jsonb, 'x', 'u', ${en}, ${en})`.execute(
    db(),
  );
};
/** Somebody whom the results did not admit. */
const noAdmitida = async (
  cv: Convocatoria,
  over: Partial<FilaRanking> = {},
  estado = 'noAdmitida',
): Promise<Concursante & Impugnante> => {
  const one = await makeConcursante(portal, new Date(AHORA.getTime() - 86_400_000), cv);
  await sql`update solicitudes set estado = ${estado} where id = ${one.solicitudId}`.execute(db());
  await publishRanking(cv, [filaDe(one.solicitudId, over)]);
  return { ...one, tramite: { tramite: 'solicitud', tramiteId: one.solicitudId } };
};

const listOf = async (one: Impugnante, who: { token: string } = one) =>
  (await call('listInconformidadesPropias', one.tramite, who)).result;
const submit = (one: Impugnante, sobre: string, over: object = {}) =>
  call(
    'submitInconformidadPosgrado',
    { llave: randomUUID(), ...one.tramite, sobre, texto: TEXTO, ...over },
    one,
  );
const file = async (one: Impugnante, sobre: string): Promise<string> => {
  const { result, error } = await submit(one, sobre);
  if (error) throw new Error(JSON.stringify(error));
  return result.id;
};
const assign = (id: string, { uid }: { uid: string }, over: object = {}, who: Cuenta = admin) =>
  call('assignInconformidadPosgrado', { id, uid, de: null, ...over }, who);
const decide = (id: string, decision: object, who: { token: string } = revisora) =>
  call('decideInconformidadPosgrado', { id, resolucion: RAZONES, ...decision }, who);
const infundada = { sentido: 'infundada' };
const fundada = (consecuencia: object) => ({ sentido: 'fundada', consecuencia });
const get = async (id: string, who: { token: string } = revisora) =>
  (await call('getInconformidadConvocatoria', { id }, who)).result;
const stateOf = async (id: string) =>
  (
    await db()
      .selectFrom('inconformidades')
      .select('estado')
      .where('id', '=', id)
      .executeTakeFirst()
  )?.estado;
const letters = async ({ email }: { email: string }) =>
  (
    await db()
      .selectFrom('correos')
      .select(['asunto', 'contenido'])
      .where('para', '=', email)
      .orderBy('creado_en')
      .execute()
  ).map(({ asunto, contenido }) => ({ asunto, texto: JSON.stringify(contenido) }));
const actions = async (id: string) => {
  const { rows } = await sql<{ accion: string }>`
    select accion from historial where entidad_id = ${id} order by id`.execute(db());
  return rows.map(({ accion }) => accion);
};
const solicitudOf = async ({ solicitudId }: Concursante) => {
  const { rows } = await sql<{ estado: string }>`
    select estado from solicitudes where id = ${solicitudId}`.execute(db());
  return rows[0]!.estado;
};

describe('filing one', () => {
  it('is possible about a pre-application declared improcedente, within working days, the last one whole', async () => {
    const one = await improcedente(await makeCall());
    expect(await listOf(one)).toMatchObject({
      materia: {
        ...{ sobre: 'improcedencia', etapa: null, notificadaEn: AHORA.toISOString() },
        dias: { presentar: 3, responder: 10 },
        presentar: { venceEn: PLAZO.toISOString(), diasHabiles: 3, vencido: false },
        porque: null,
      },
      propias: [],
    });
    const late = new Date(PLAZO.getTime() + 1);
    expect(codeOf(await at(late, () => submit(one, 'improcedencia')))).toBe(
      'inconformidad-fuera-de-plazo',
    );
    expect((await at(late, () => listOf(one))).materia).toMatchObject({
      presentar: { vencido: true },
      porque: 'El plazo para presentar la inconformidad terminó.',
    });
    const { result } = await at(PLAZO, () => submit(one, 'improcedencia'));
    expect(result.folio).toMatch(/^NC27-.{4}-.{4}-.{2}$/);
    // Ten working days after Monday 29 March.
    expect(result.venceEn).toBe('2027-04-13T05:59:59.999Z');
    expect(await listOf(one)).toMatchObject({
      materia: { porque: expect.stringContaining('Ya presentó') },
      propias: [
        {
          ...{ id: result.id, folio: result.folio, estado: 'presentada', texto: TEXTO },
          ...{ responder: { vencido: false }, resolucion: null, seRetira: true },
        },
      ],
    });
    const [carta] = await letters(one);
    expect(carta!.asunto).toBe('Recibimos su inconformidad: Maestría en Derecho Judicial');
    expect(carta!.texto).toContain('12 de abril de 2027');
    expect(await actions(result.id)).toEqual(['inconformidad.presentar']);
  });

  it('about an application: the stage where it stopped, or the result; a seat has nothing to contest', async () => {
    const cv = await makeCall();
    const detenida = cv.etapas[0]!.id;
    const ana = await noAdmitida(cv, { detenida, posicion: null });
    expect((await listOf(ana)).materia).toMatchObject({ sobre: 'etapa', etapa: 'Proyecto' });
    expect(codeOf(await submit(ana, 'resultado'))).toBe('inconformidad-sin-materia');
    expect((await submit(ana, 'etapa')).error).toBeUndefined();
    const beto = await noAdmitida(await makeCall(), { espera: 2 }, 'listaDeEspera');
    expect((await submit(beto, 'resultado')).error).toBeUndefined();
    for (const estado of ['enEvaluacion', 'admitida', 'desistida', 'anulada']) {
      const one = await noAdmitida(await makeCall(), {}, estado);
      expect((await listOf(one)).materia).toBeNull();
      expect(codeOf(await submit(one, 'resultado'))).toBe('inconformidad-sin-materia');
    }
  });

  it('counts from when the result was told: a ranking that changes nothing of theirs gives no other term', async () => {
    const cv = await makeCall();
    const ana = await noAdmitida(cv);
    const later = new Date(PLAZO.getTime() + 1);
    await publishRanking(cv, [filaDe(ana.solicitudId)], later);
    expect(codeOf(await at(later, () => submit(ana, 'resultado')))).toBe(
      'inconformidad-fuera-de-plazo',
    );
    await publishRanking(cv, [filaDe(ana.solicitudId, { posicion: 4 })], later);
    expect((await at(later, () => submit(ana, 'resultado'))).error).toBeUndefined();
  });

  it('twice is one: the same request again, two at once, and a second about the same', async () => {
    const one = await improcedente(await makeCall());
    const llave = randomUUID();
    const answers = await Promise.all([
      submit(one, 'improcedencia', { llave }),
      submit(one, 'improcedencia', { llave }),
    ]);
    expect(answers.map(({ result }) => result?.folio)).toEqual(
      Array(2).fill(answers[0]!.result.folio),
    );
    expect((await submit(one, 'improcedencia', { llave })).result).toEqual(answers[0]!.result);
    expect(codeOf(await submit(one, 'improcedencia'))).toBe('inconformidad-abierta');
    expect(await letters(one)).toHaveLength(1);
    const otra = await improcedente(await makeCall());
    expect(codeOf(await submit(otra, 'improcedencia', { llave }))).toBe(
      'inconformidad-sin-tramite',
    );
  });

  it('is for its person, about what is theirs, of some length, while the call is in force', async () => {
    const cv = await makeCall();
    const one = await improcedente(cv);
    const otro = await makeAspirante(portal);
    const suya = { ...otro, tramite: one.tramite };
    expect(codeOf(await submit(suya, 'improcedencia'))).toBe('inconformidad-sin-tramite');
    expect(codeOf(await call('listInconformidadesPropias', one.tramite, otro))).toBe(
      'inconformidad-sin-tramite',
    );
    expect(codeOf(await call('listInconformidadesPropias', one.tramite, admin))).toBe(
      'inconformidad-sin-tramite',
    );
    expect((await call('listInconformidadesPropias', one.tramite, null)).http).toBe(401);
    for (const texto of ['Corto.', 'x'.repeat(4_001)]) {
      expect((await submit(one, 'improcedencia', { texto })).error?.status).toBe(
        'INVALID_ARGUMENT',
      );
    }
    await sql`update convocatorias set estado = 'concluida' where id = ${cv.id}`.execute(db());
    expect(codeOf(await submit(one, 'improcedencia'))).toBe('convocatoria-concluida');
    expect((await listOf(one)).materia.porque).toContain('ya concluyó');
  });

  it('is withdrawn while it is open, and may be filed again in time', async () => {
    const one = await improcedente(await makeCall());
    const id = await file(one, 'improcedencia');
    const otro = await makeAspirante(portal);
    const withdraw = (who: { token: string } = one) =>
      call('withdrawInconformidadPosgrado', { id }, who);
    expect(codeOf(await withdraw(otro))).toBe('inconformidad-no-existe');
    expect((await withdraw()).result).toEqual({ ok: true });
    expect((await withdraw()).result).toEqual({ ok: true });
    expect(await stateOf(id)).toBe('retirada');
    expect(await actions(id)).toEqual(['inconformidad.presentar', 'inconformidad.retirar']);
    const second = await file(one, 'improcedencia');
    await assign(second, revisora);
    expect((await decide(second, infundada)).error).toBeUndefined();
    expect(codeOf(await call('withdrawInconformidadPosgrado', { id: second }, one))).toBe(
      'inconformidad-no-se-retira',
    );
    expect(codeOf(await submit(one, 'improcedencia'))).toBe('inconformidad-resuelta');
  });
});

describe('the desk', () => {
  it('shows them to the staff, the open ones first, and tells what waits', async () => {
    const cv = await makeCall();
    const [ana, beto] = [await improcedente(cv), await improcedente(cv)];
    const [una, otra] = [await file(ana, 'improcedencia'), await file(beto, 'improcedencia')];
    await assign(una, revisora);
    await decide(una, infundada);
    const list = async (over: object = {}, who: Cuenta = admin) =>
      call('listInconformidadesConvocatoria', { convocatoriaId: cv.id, ...over }, who);
    const { result } = await list();
    expect(result.total).toBe(2);
    expect(result.filas.map(({ id }: { id: string }) => id)).toEqual([otra, una]);
    expect(result.filas[0]).toMatchObject({
      ...{ estado: 'presentada', asignada: null, propia: false, sobre: 'improcedencia' },
      persona: { clave: beto.clave },
      responder: { venceEn: '2027-04-08T05:59:59.999Z', diasHabiles: 10, vencido: false },
    });
    expect(result.filas[1]).toMatchObject({ asignada: 'REVISORA', responder: null });
    const { folio } = result.filas[0];
    for (const busqueda of [folio, folio.replaceAll('-', ''), folio.slice(0, 9).toLowerCase()]) {
      expect((await list({ busqueda })).result.filas).toHaveLength(1);
    }
    expect((await list({ estado: 'infundada' })).result.total).toBe(1);
    const espera = (await call('listPendientes', null, escolar)).result.personal.find(
      ({ enlace }: { enlace: string }) => enlace.includes(cv.edicionId),
    );
    expect(espera).toMatchObject({
      titulo: 'Inconformidad por asignar: Maestría en Derecho Judicial',
      detalle: expect.stringContaining('7 de abril de 2027'),
    });
    await assign(otra, revisora);
    const pendientes = async (who: Cuenta) =>
      (await call('listPendientes', null, who)).result.personal.filter(
        ({ enlace }: { enlace: string }) => enlace.includes(cv.edicionId),
      );
    expect(await pendientes(escolar)).toEqual([]);
    expect(await pendientes(revisora)).toEqual([
      expect.objectContaining({ titulo: expect.stringContaining('por resolver') }),
    ]);
    expect(codeOf(await list({ convocatoriaId: randomUUID() }))).toBe('convocatoria-no-existe');
  });

  it('is of nobody who applies in the call, nor of who is not staff', async () => {
    const cv = await makeCall();
    const one = await improcedente(cv);
    const id = await file(one, 'improcedencia');
    const otro = await improcedente(cv);
    await sql`update cuentas set persona_id = null where persona_id = ${otro.personaId}`.execute(
      db(),
    );
    const parte = await makeCuenta(portal, { role: 'Admin', personaId: otro.personaId });
    const acts = [
      ['listInconformidadesConvocatoria', { convocatoriaId: cv.id }],
      ['getInconformidadConvocatoria', { id }],
      ['listRevisoresInconformidad', { id }],
      ['assignInconformidadPosgrado', { id, uid: revisora.uid, de: null }],
      ['decideInconformidadPosgrado', { id, ...infundada, resolucion: RAZONES }],
    ] as const;
    for (const [name, data] of acts) {
      expect(codeOf(await call(name, data, parte))).toBe('posgrado-es-parte');
      expect((await call(name, data, one)).http).toBe(403);
      expect((await call(name, data, null)).http).toBe(401);
      if ('id' in data) {
        expect(codeOf(await call(name, { ...data, id: randomUUID() }))).toBe(
          'inconformidad-no-existe',
        );
      }
    }
    expect((await call('listPendientes', null, parte)).result.personal).not.toContainEqual(
      expect.objectContaining({ enlace: expect.stringContaining(cv.edicionId) }),
    );
    expect(await stateOf(id)).toBe('presentada');
  });

  it('gives one to somebody who had no part in it: people are compared, not accounts', async () => {
    const cv = await makeCall();
    const one = await improcedente(cv);
    const id = await file(one, 'improcedencia');
    const revisores = async () =>
      new Map<string, { porque: string | null; abiertas: number }>(
        (await call('listRevisoresInconformidad', { id })).result.revisores.map(
          ({ uid, ...uno }: { uid: string; porque: string | null; abiertas: number }) => [uid, uno],
        ),
      );
    expect((await revisores()).get(escolar.uid)!.porque).toBe('Revisó la presolicitud.');
    expect((await revisores()).get(revisora.uid)!.porque).toBeNull();
    const no = await assign(id, escolar);
    expect(codeOf(no)).toBe('inconformidad-intervino');
    expect(no.error!.message).toContain('Revisó la presolicitud.');
    expect(codeOf(await assign(id, { uid: 'nadie' }))).toBe('inconformidad-sin-persona');
    expect(codeOf(await assign(id, one))).toBe('inconformidad-sin-persona');
    expect((await assign(id, revisora)).result).toEqual({ ok: true });
    expect((await assign(id, revisora)).result).toEqual({ ok: true });
    // Somebody else assigned it meanwhile.
    expect(codeOf(await assign(id, admin))).toBe('posgrado-ya-cambio');
    expect((await assign(id, admin, { de: revisora.uid })).result).toEqual({ ok: true });
    expect((await revisores()).get(admin.uid)!.abiertas).toBeGreaterThanOrEqual(1);
    expect(await actions(id)).toEqual([
      ...['inconformidad.presentar', 'inconformidad.asignar', 'inconformidad.asignar'],
    ]);
    expect((await get(id)).puede).toEqual({ asignar: true, decidir: false });
    expect(codeOf(await decide(id, infundada))).toBe('inconformidad-de-otra');
    expect((await decide(id, infundada, admin)).result).toEqual({ ok: true });
    expect(codeOf(await assign(id, revisora, { de: admin.uid }))).toBe('inconformidad-cerrada');
  });

  it('never to who observed, excluded, scored or captured; nor decided by who did since', async () => {
    const cv = await makeCall();
    const ana = await noAdmitida(cv);
    const id = await file(ana, 'resultado');
    const porque = async (uid: string) =>
      (await call('listRevisoresInconformidad', { id })).result.revisores.find(
        (one: { uid: string }) => one.uid === uid,
      ).porque;
    expect(await porque(escolar.uid)).toBeNull();
    await sql`insert into exclusiones (solicitud_id, estado, motivo, propuesta_por, decidida_por, creado_en, decidida_en)
      values (${ana.solicitudId}, 'rechazada', 'x', ${escolar.uid}, 'otro', now(), now())`.execute(
      db(),
    );
    expect(await porque(escolar.uid)).toBe('Propuso o decidió la exclusión.');
    await assign(id, revisora);
    // An evaluator with a role of the staff: another account of the same person.
    const { rows } = await sql<{ persona_id: string }>`
      select persona_id from cuentas where uid = ${revisora.uid}`.execute(db());
    const { id: evaluadorId } = await db()
      .insertInto('evaluadores')
      .values({
        ...{ convocatoria_id: cv.id, persona_id: rows[0]!.persona_id, nombrado_por: admin.uid },
        creado_en: AHORA,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await sql`insert into asignaciones (etapa_id, evaluador_id, solicitud_id, estado, creado_en, actualizado_en)
      values (${cv.etapas[0]!.id}, ${evaluadorId}, ${ana.solicitudId}, 'anulada', now(), now())`.execute(
      db(),
    );
    expect(await porque(revisora.uid)).toBe('Evaluó la solicitud.');
    expect(codeOf(await decide(id, infundada))).toBe('inconformidad-intervino');
    expect(await stateOf(id)).toBe('enEstudio');
  });
});

describe('a decision', () => {
  it('is told with its reasons, once, and changes nothing that is published', async () => {
    const cv = await makeCall();
    const [ana, beto] = [await noAdmitida(cv), await makeConcursante(portal, AHORA, cv)];
    await publishLugares(portal, cv, [[beto, true]]);
    const id = await file(ana, 'resultado');
    expect(codeOf(await decide(id, infundada))).toBe('inconformidad-de-otra');
    await assign(id, revisora);
    expect(await get(id)).toMatchObject({
      ...{
        texto: TEXTO,
        tramite: 'solicitud',
        tramiteId: ana.solicitudId,
        edicionId: cv.edicionId,
      },
      ...{ puede: { asignar: true, decidir: true }, consecuencia: null },
      opciones: [{ tipo: 'recalcular' }, { tipo: 'otra' }],
    });
    expect((await decide(id, { ...infundada, resolucion: 'No.' })).error?.status).toBe(
      'INVALID_ARGUMENT',
    );
    expect((await decide(id, infundada)).result).toEqual({ ok: true });
    expect((await decide(id, infundada)).result).toEqual({ ok: true });
    expect(codeOf(await decide(id, fundada({ tipo: 'recalcular' })))).toBe('inconformidad-cerrada');
    const cartas = await letters(ana);
    expect(cartas).toHaveLength(2);
    expect(cartas[1]!.asunto).toBe('Respuesta a su inconformidad: Maestría en Derecho Judicial');
    expect(cartas[1]!.texto).toContain('infundada');
    expect(cartas[1]!.texto).toContain(RAZONES);
    expect((await listOf(ana)).propias).toMatchObject([
      { estado: 'infundada', resolucion: RAZONES, responder: null, consecuencia: null },
    ]);
    expect(await solicitudOf(beto)).toBe('admitida');
    expect(await actions(id)).toEqual([
      ...['inconformidad.presentar', 'inconformidad.asignar', 'inconformidad.leer'],
      'inconformidad.declararInfundada',
    ]);
  });

  it('that grants one says what follows, and only what can', async () => {
    const cv = await makeCall();
    const one = await improcedente(cv);
    const id = await file(one, 'improcedencia');
    await assign(id, revisora);
    const sin = await decide(id, fundada({ tipo: 'recalcular' }));
    expect(codeOf(sin)).toBe('inconformidad-sin-consecuencia');
    expect((await decide(id, fundada({ tipo: 'reconsiderar' }))).result).toEqual({ ok: true });
    expect((await letters(one))[1]!.texto).toContain(
      'La escuela revisará de nuevo su presolicitud',
    );
    expect(await get(id)).toMatchObject({
      ...{ estado: 'fundada', consecuencia: 'reconsiderar', resolvio: 'REVISORA' },
      cursoId: cv.cursoId,
    });
    const ana = await noAdmitida(await makeCall());
    const otra = await file(ana, 'resultado');
    await assign(otra, revisora);
    await sql`update convocatorias set estado = 'cancelada'
      where id = (select convocatoria_id from solicitudes where id = ${ana.solicitudId})`.execute(
      db(),
    );
    expect((await get(otra)).opciones).toEqual([{ tipo: 'otra', etapas: [] }]);
    expect((await decide(otra, fundada({ tipo: 'otra' }))).result).toEqual({ ok: true });
  });

  /** A call with a closed rubric that these scored, and others who could. */
  const evaluated = async () => {
    const cv = await makeCall({ dictamenesPorSolicitud: 1 });
    const evaluadores: EvaluadorHecho[] = [];
    for (let n = 0; n < 2; n++) evaluadores.push(await makeEvaluador(portal, cv, admin));
    const etapaId = cv.etapas[0]!.id;
    await sql`update convocatoria_etapas set cerrada_en = ${AHORA}, cerrada_por = 'u' where id = ${etapaId}`.execute(
      db(),
    );
    return { cv, evaluadores, etapaId };
  };
  const asignaciones = async (solicitudId: string) => {
    const { rows } = await sql<{ evaluador_id: string; estado: string }>`
      select evaluador_id, estado from asignaciones where solicitud_id = ${solicitudId} order by estado`.execute(
      db(),
    );
    return rows;
  };

  it('has others score it again, also after the results are published', async () => {
    const { cv, evaluadores, etapaId } = await evaluated();
    const ana = await noAdmitida(cv, { detenida: etapaId });
    const [uno, dos] = evaluadores;
    await sql`insert into asignaciones (etapa_id, evaluador_id, solicitud_id, estado, entregada_en, creado_en, actualizado_en)
      values (${etapaId}, ${uno!.id}, ${ana.solicitudId}, 'entregada', ${AHORA}, ${AHORA}, ${AHORA})`.execute(
      db(),
    );
    const id = await file(ana, 'etapa');
    await assign(id, revisora);
    expect((await get(id)).opciones).toEqual([
      { tipo: 'evaluarDeNuevo', etapas: [{ id: etapaId, nombre: 'Proyecto' }] },
      ...[
        { tipo: 'recalcular', etapas: [] },
        { tipo: 'otra', etapas: [] },
      ],
    ]);
    const otraEtapa = fundada({ tipo: 'evaluarDeNuevo', etapaId: cv.etapas[1]!.id });
    expect(codeOf(await decide(id, otraEtapa))).toBe('inconformidad-sin-consecuencia');
    const answer = await decide(id, fundada({ tipo: 'evaluarDeNuevo', etapaId }));
    expect(answer.error).toBeUndefined();
    expect(await asignaciones(ana.solicitudId)).toEqual([
      { evaluador_id: uno!.id, estado: 'anulada' },
      { evaluador_id: dos!.id, estado: 'pendiente' },
    ]);
    expect(await solicitudOf(ana)).toBe('noAdmitida');
    expect((await letters(ana)).at(-1)!.texto).toContain('en la etapa «Proyecto»');
    expect((await listOf(ana)).propias[0].consecuencia).toContain('Otras personas evaluarán');
  });

  it('brings an excluded application back to the contest, and others score what it lacks', async () => {
    const { cv, evaluadores } = await evaluated();
    const ana = await makeConcursante(portal, new Date(AHORA.getTime() - 86_400_000), cv);
    const suya = { ...ana, tramite: { tramite: 'solicitud', tramiteId: ana.solicitudId } };
    await sql`update solicitudes set estado = 'noAdmitida' where id = ${ana.solicitudId}`.execute(
      db(),
    );
    await sql`insert into exclusiones (solicitud_id, estado, motivo, propuesta_por, decidida_por, creado_en, decidida_en)
      values (${ana.solicitudId}, 'vigente', 'Documento falso.', ${escolar.uid}, 'otro', ${AHORA}, ${AHORA})`.execute(
      db(),
    );
    const id = await file(suya, 'exclusion');
    expect(codeOf(await assign(id, escolar))).toBe('inconformidad-intervino');
    await assign(id, revisora);
    // The interviews are over: nobody holds one for it.
    const entrevista = cv.etapas[1]!.id;
    const close = (en: Date | null) =>
      sql`update convocatoria_etapas set cerrada_en = ${en} where id = ${entrevista}`.execute(db());
    await close(AHORA);
    const perdida = await decide(id, fundada({ tipo: 'reincorporar' }));
    expect(codeOf(perdida)).toBe('inconformidad-etapa-cerrada');
    expect(perdida.error!.message).toContain('«Entrevista»');
    expect(await solicitudOf(ana)).toBe('noAdmitida');
    await close(null);
    expect((await decide(id, fundada({ tipo: 'reincorporar' }))).error).toBeUndefined();
    expect(await solicitudOf(ana)).toBe('enEvaluacion');
    expect(await asignaciones(ana.solicitudId)).toMatchObject([{ estado: 'pendiente' }]);
    const { rows } = await sql<{ estado: string }>`
      select estado from exclusiones where solicitud_id = ${ana.solicitudId}`.execute(db());
    expect(rows).toEqual([{ estado: 'levantada' }]);
    expect(evaluadores).toHaveLength(2);
    expect((await letters(ana)).map(({ asunto }) => asunto)).toEqual([
      'Recibimos su inconformidad: Maestría en Derecho Judicial',
      'Respuesta a su inconformidad: Maestría en Derecho Judicial',
    ]);
    expect((await listOf(suya)).materia).toBeNull();
  });

  it('of two at once, one counts', async () => {
    const one = await improcedente(await makeCall());
    const id = await file(one, 'improcedencia');
    await assign(id, revisora);
    const answers = await Promise.all([
      decide(id, infundada),
      decide(id, fundada({ tipo: 'reconsiderar' })),
      call('withdrawInconformidadPosgrado', { id }, one),
    ]);
    expect(answers.filter(({ error }) => !error)).toHaveLength(1);
    expect(answers.filter(({ http }) => http === 500)).toEqual([]);
    expect((await letters(one)).length).toBeLessThanOrEqual(2);
  });
});

describe('its person', () => {
  it('has them in the copy of their data', async () => {
    const one = await improcedente(await makeCall());
    const id = await file(one, 'improcedencia');
    const { inconformidadesAporte } = await import('./service.ts');
    const found: unknown[] = [];
    const quien = { personaIds: [one.personaId], uids: [one.uid] } as never;
    for await (const part of inconformidadesAporte.read(portal.services as never, quien)) {
      found.push(...(part as unknown[]));
    }
    expect(JSON.stringify(found)).toContain(TEXTO);
    expect(JSON.stringify(found)).toContain(id);
  });
});
