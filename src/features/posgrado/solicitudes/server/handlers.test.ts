import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import {
  type Aspirante,
  type Convocatoria,
  DEFINICION_SOLICITUD,
  makeAspirante,
  makeConvocatoria,
  RESPUESTAS_SOLICITUD as RESPUESTAS,
} from '../../../../../tests/factories/posgrado.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import { actAsSystem } from '../../../../platform/server/request-context.ts';
import { GRACIA_MS } from '../../envios/rules.ts';
import { SOLICITUD } from '../../estados.ts';
import { requireSolicitud, startEvaluacion, takePasoSolicitud } from './service.ts';

const AHORA = new Date('2026-11-21T16:00:00.000Z');

let portal: TestPortal;
let cv: Convocatoria;
beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
  portal.setNow(AHORA);
  cv = await makeConvocatoria(portal.services.db, { ahora: AHORA });
});
afterAll(() => portal.stop());

const call = (who: { token: string }, name: string, data: object) =>
  portal.call(name, data, { token: who.token });
const must = async (who: { token: string }, name: string, data: object) => {
  const { result, error } = await call(who, name, data);
  if (error) throw new Error(`${name}: ${JSON.stringify(error)}`);
  return result;
};
const code = async (who: { token: string }, name: string, data: object) =>
  (await call(who, name, data)).error?.details?.code;

/** The letters to an address that are queued, newest first. */
const lettersTo = async (para: string) => {
  const rows = await portal.services.db
    .selectFrom('correos')
    .select(['asunto', 'contenido'])
    .where('para', '=', para)
    .orderBy('creado_en', 'desc')
    .execute();
  return rows.map(({ asunto, contenido }) => ({
    subject: asunto,
    text: JSON.stringify(contenido),
  }));
};

const envioDe = (convocatoria: Convocatoria, more: object = {}) => ({
  convocatoriaId: convocatoria.id,
  version: convocatoria.solicitud.version,
  respuestas: RESPUESTAS,
  llave: randomUUID(),
  ...more,
});

/** Somebody with a valid pre-application there. */
const makeValidada = async (convocatoria = cv): Promise<Aspirante & { presolicitudId: string }> => {
  const ana = await makeAspirante(portal);
  const { id } = await portal.services.db
    .insertInto('presolicitudes')
    .values({
      ...{ persona_id: ana.personaId, convocatoria_id: convocatoria.id, estado: 'valida' },
      ...{ enviada_en: AHORA, decidida_en: AHORA, creado_en: AHORA, actualizado_en: AHORA },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { ...ana, presolicitudId: id };
};
const send = (who: Aspirante, more: object = {}, convocatoria = cv) =>
  must(who, 'submitSolicitud', envioDe(convocatoria, more));
const rowOf = (id: string) => requireSolicitud(portal.services.db, id);

const takeThrough = (id: string, ...pasos: (keyof typeof SOLICITUD.pasos)[]) =>
  portal.services.db.transaction().execute((trx) =>
    actAsSystem(async () => {
      for (const paso of pasos) {
        const row = await requireSolicitud(trx, id, { lock: true });
        const accion = `solicitud.${paso as 'evaluar'}` as const;
        await takePasoSolicitud(trx, portal.services, row, { paso, accion, aviso: null });
      }
    }),
  );

describe('needs a valid pre-application', () => {
  it('to be begun, to be sent, and to be sent what was begun', async () => {
    const ana = await makeAspirante(portal);
    const draft = { convocatoriaId: cv.id, respuestas: RESPUESTAS };
    expect(await code(ana, 'saveBorradorSolicitud', draft)).toBe('solicitud-sin-presolicitud');
    expect(await code(ana, 'submitSolicitud', envioDe(cv))).toBe('solicitud-sin-presolicitud');
    const { puede } = await must(ana, 'getSolicitud', { convocatoriaId: cv.id });
    expect(puede.enviar.porque).toBe('Necesita una presolicitud válida en esta convocatoria.');

    const eva = await makeValidada();
    await must(eva, 'saveBorradorSolicitud', draft);
    await portal.services.db
      .updateTable('presolicitudes')
      .set({ estado: 'anulada' })
      .where('id', '=', eva.presolicitudId)
      .execute();
    expect(await code(eva, 'submitSolicitud', envioDe(cv))).toBe('solicitud-sin-presolicitud');
  });

  it('and a file', async () => {
    const sinExpediente = await makeCuenta(portal);
    for (const [name, data] of [
      ['getSolicitud', { convocatoriaId: cv.id }],
      ['submitSolicitud', envioDe(cv)],
      ['saveBorradorSolicitud', { convocatoriaId: cv.id, respuestas: {} }],
      ['discardBorradorSolicitud', { convocatoriaId: cv.id }],
    ] as const) {
      expect(await code(sinExpediente, name, data)).toBe('sin-expediente');
    }
  });
});

describe('sending', () => {
  it('gives the folio of the results, an acuse, and fixes what the ranking looks at', async () => {
    const ana = await makeValidada();
    const { db } = portal.services;
    await must(ana, 'saveBorradorSolicitud', {
      ...{ convocatoriaId: cv.id, respuestas: { ...RESPUESTAS, afirmativa: true }, desde: null },
    });
    const sent = await send(ana, { respuestas: { ...RESPUESTAS, afirmativa: true } });
    expect(sent).toMatchObject({ estado: 'enviada', numero: 1 });
    expect(sent.folioSolicitud).toMatch(/^SP26-[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]$/);
    const row = await rowOf(sent.id);
    expect(row).toMatchObject({
      folio: sent.folioSolicitud.replaceAll('-', ''),
      afirmativa: true,
      antiguedad_dias: null,
      cupos: [],
      respuestas: {},
      sensibles: null,
      guardado_en: null,
    });
    const { congelada_en } = await db
      .selectFrom('convocatorias')
      .select('congelada_en')
      .where('id', '=', cv.id)
      .executeTakeFirstOrThrow();
    expect(congelada_en).not.toBeNull();
    const acuse = (await portal.call('getAcuse', { folio: sent.folio, clave: sent.clave })).result;
    expect(acuse).toMatchObject({
      de: 'solicitud',
      detalle: {
        estado: { nombre: 'Enviada' },
        propios: [{ etiqueta: 'Folio de la solicitud', valor: sent.folioSolicitud, clave: true }],
      },
    });
    expect(JSON.stringify(acuse)).not.toContain('Acción afirmativa');
    const seen = await must(ana, 'getSolicitud', { convocatoriaId: cv.id });
    expect(seen).toMatchObject({
      borrador: null,
      resultado: null,
      recomendaciones: { pedidas: 0, vivas: 0, recibidas: 0 },
      solicitud: {
        folio: sent.folioSolicitud,
        respuestas: { ...RESPUESTAS, afirmativa: true },
        afirmativa: true,
        envios: [{ numero: 1, folio: sent.folio }],
      },
      puede: { enviar: { permitido: true }, desistir: { permitido: true } },
    });
    const [letter] = await lettersTo(ana.email);
    expect(letter!.subject).toBe('Su solicitud a Maestría en Derecho Judicial');
    expect(letter!.text).toContain(sent.folioSolicitud);
  });

  it('counts days of service at the day of the cut, and the quotas that one may take', async () => {
    const suya = await makeConvocatoria(portal.services.db, {
      ahora: AHORA,
      bases: { fechaCorte: '2026-12-01' },
      solicitud: {
        ...DEFINICION_SOLICITUD,
        reparto: {
          ...{ alLlenarse: 'esperaPorPuntos', horasParaAceptar: 72 },
          cupos: ['M', 'H'].map((sexo) => ({
            ...{ clave: `sexo${sexo}`, nombre: sexo, lugares: 1, liberaDias: null },
            condicion: {
              combinator: 'and',
              rules: [{ field: 'persona.sexo', operator: 'in', value: [sexo] }],
            },
          })),
        },
      },
    });
    const ana = await makeValidada(suya);
    await must(ana, 'saveEntradaPersona', {
      ...{ clave: ana.clave, apartado: 'servicio', id: randomUUID(), version: null },
      valores: { expediente: '12345', ingreso: '2026-11-01' },
    });
    const { id } = await send(ana, {}, suya);
    expect(await rowOf(id)).toMatchObject({ antiguedad_dias: 30, cupos: ['sexoM'] });
    const { solicitud } = await must(ana, 'getSolicitud', { convocatoriaId: suya.id });
    expect(solicitud).toMatchObject({ cupos: ['M'], antiguedadDias: 30 });
  });

  it('twice with one key, at once or later, is the same; each person has another folio', async () => {
    const ana = await makeValidada();
    const envio = envioDe(cv);
    const both = await Promise.all([
      must(ana, 'submitSolicitud', envio),
      must(ana, 'submitSolicitud', envio),
    ]);
    const again = await must(ana, 'submitSolicitud', envio);
    expect(new Set([...both, again].map(({ folio }) => folio)).size).toBe(1);
    const eva = await makeValidada();
    expect((await send(eva)).folioSolicitud).not.toBe(again.folioSolicitud);
  });

  it('corrected until the close: a new sending and a new acuse, under the same folio', async () => {
    const ana = await makeValidada();
    const first = await send(ana, { respuestas: { ...RESPUESTAS, publicaciones: 'Una' } });
    await must(ana, 'saveBorradorSolicitud', {
      ...{
        convocatoriaId: cv.id,
        respuestas: { ...RESPUESTAS, publicaciones: 'Dos' },
        desde: null,
      },
    });
    const draft = await must(ana, 'getSolicitud', { convocatoriaId: cv.id });
    expect(draft.borrador.respuestas.publicaciones).toBe('Dos');
    expect(draft.solicitud.respuestas.publicaciones).toBe('Una');
    const second = await send(ana, { respuestas: { ...RESPUESTAS, publicaciones: 'Dos' } });
    expect(second).toMatchObject({ numero: 2, folioSolicitud: first.folioSolicitud, id: first.id });
    const { result } = await portal.call('getAcuse', { folio: second.folio, clave: second.clave });
    expect(result.detalle.propios).toContainEqual({
      ...{ etiqueta: 'Envío', valor: '2, sustituye al anterior', clave: false },
    });
    const old = await portal.call('getAcuse', { folio: first.folio, clave: first.clave });
    expect(JSON.stringify(old.result)).toContain('Una');
    // Corrections that were not sent can be thrown away; what was sent stays.
    await must(ana, 'saveBorradorSolicitud', {
      ...{ convocatoriaId: cv.id, respuestas: { ...RESPUESTAS, publicaciones: 'Tres' } },
    });
    await must(ana, 'discardBorradorSolicitud', { convocatoriaId: cv.id });
    const seen = await must(ana, 'getSolicitud', { convocatoriaId: cv.id });
    expect([seen.borrador, seen.solicitud.estado]).toEqual([null, 'enviada']);
  });

  it('a rule that stands in the way refuses, and nothing is lost', async () => {
    const suya = await makeConvocatoria(portal.services.db, {
      ahora: AHORA,
      solicitud: {
        ...DEFINICION_SOLICITUD,
        reglas: [
          {
            ...{
              clave: 'edad',
              efecto: 'impide',
              descripcion: 'Menor de 30',
              mensaje: 'No puede.',
            },
            condicion: {
              combinator: 'and',
              rules: [{ field: 'persona.edad', operator: '<', value: 30 }],
            },
          },
        ],
      },
    });
    const ana = await makeValidada(suya);
    await must(ana, 'saveBorradorSolicitud', { convocatoriaId: suya.id, respuestas: RESPUESTAS });
    const { error } = await call(ana, 'submitSolicitud', envioDe(suya));
    expect(error!.details).toMatchObject({
      code: 'reglas-no-cumplidas',
      reglas: [{ clave: 'edad', cumple: false, mensaje: 'No puede.' }],
    });
    const { borrador, evaluacion } = await must(ana, 'getSolicitud', { convocatoriaId: suya.id });
    expect(borrador.respuestas).toMatchObject(RESPUESTAS);
    expect(evaluacion).toMatchObject([{ clave: 'edad', cumple: false }]);
  });

  it('asks for the referees of the call, and invites them', async () => {
    const suya = await makeConvocatoria(portal.services.db, {
      ...{ ahora: AHORA, bases: { recomendaciones: 1 } },
    });
    const ana = await makeValidada(suya);
    expect(await code(ana, 'submitSolicitud', envioDe(suya))).toBe('solicitud-sin-recomendantes');
    const { id } = await must(ana, 'saveBorradorSolicitud', {
      ...{ convocatoriaId: suya.id, respuestas: RESPUESTAS },
    });
    const propose = (estado: 'porInvitar', correo: string) =>
      portal.services.db
        .insertInto('recomendaciones')
        .values({
          ...{ solicitud_id: id, estado, nombre: 'Rosa Díaz', correo, institucion: 'UNAM' },
          ...{ relacion: 'profesor', creado_en: AHORA, actualizado_en: AHORA },
        })
        .execute();
    await propose('porInvitar', 'rosa@unam.example');
    expect(await send(ana, {}, suya)).toMatchObject({ estado: 'enviada' });
    const [row] = await portal.services.db
      .selectFrom('recomendaciones')
      .select('estado')
      .where('solicitud_id', '=', id)
      .execute();
    expect(row).toEqual({ estado: 'invitada' });
    expect(await lettersTo('rosa@unam.example')).toHaveLength(1);

    // Corrected it still needs them, but one who declined counts.
    await portal.services.db
      .updateTable('recomendaciones')
      .set({ estado: 'declinada' })
      .where('solicitud_id', '=', id)
      .execute();
    expect(await send(ana, {}, suya)).toMatchObject({ numero: 2 });
    await portal.services.db.deleteFrom('recomendaciones').where('solicitud_id', '=', id).execute();
    expect(await code(ana, 'submitSolicitud', envioDe(suya))).toBe('solicitud-sin-recomendantes');
  });
});

describe('deadlines', () => {
  it('are those of the clock of the server when it was received', async () => {
    const { db } = portal.services;
    const cierra = cv.after(0.5);
    const suya = await makeConvocatoria(db, { ahora: AHORA, solicitud_cierra: cierra });
    const [ana, eva] = [await makeValidada(suya), await makeValidada(suya)];
    portal.setNow(new Date(cierra.getTime() - 1));
    const sent = await send(ana, {}, suya);
    portal.setNow(cierra);
    expect(await code(eva, 'submitSolicitud', envioDe(suya))).toBe('solicitud-fuera-de-plazo');
    expect(await code(ana, 'submitSolicitud', envioDe(suya))).toBe('solicitud-fuera-de-plazo');
    // What is typed is kept all the same.
    await must(eva, 'saveBorradorSolicitud', { convocatoriaId: suya.id, respuestas: RESPUESTAS });

    const start = () => actAsSystem(() => startEvaluacion(portal.services));
    expect(await start()).toBe(0);
    portal.setNow(new Date(cierra.getTime() + GRACIA_MS));
    expect(await start()).toBe(1);
    expect(await start()).toBe(0);
    expect((await rowOf(sent.id)).estado).toBe('enEvaluacion');
    expect(await code(ana, 'submitSolicitud', envioDe(suya))).toBe('solicitud-no-editable');
    expect(await code(ana, 'discardBorradorSolicitud', { convocatoriaId: suya.id })).toBe(
      'solicitud-no-editable',
    );
    const { linea, borrador } = await must(eva, 'getSolicitud', { convocatoriaId: suya.id });
    expect(borrador.respuestas).toMatchObject(RESPUESTAS);
    expect(linea.at(-1)).toMatchObject({ titulo: 'Publicación de resultados', pasado: false });
    portal.setNow(AHORA);
  });

  it('before it opens nothing is sent, and everything may be ready', async () => {
    const suya = await makeConvocatoria(portal.services.db, {
      ...{ ahora: AHORA, solicitud_abre: cv.after(1) },
    });
    const ana = await makeValidada(suya);
    await must(ana, 'saveBorradorSolicitud', { convocatoriaId: suya.id, respuestas: RESPUESTAS });
    expect(await code(ana, 'submitSolicitud', envioDe(suya))).toBe('solicitud-todavia-no');
  });
});

describe('withdrawing', () => {
  it('is for good, whoever asks again, and cancels what others were still to do', async () => {
    const { db } = portal.services;
    const ana = await makeValidada();
    const otra = await makeValidada();
    const { id, folioSolicitud } = await send(ana);
    await db
      .insertInto('recomendaciones')
      .values({
        ...{ solicitud_id: id, estado: 'invitada', nombre: 'Rosa Díaz', correo: 'r@unam.example' },
        ...{ institucion: 'UNAM', relacion: 'profesor', invitada_en: AHORA },
        ...{ creado_en: AHORA, actualizado_en: AHORA },
      })
      .execute();
    const { id: evaluadorId } = await db
      .insertInto('evaluadores')
      .values({
        ...{ convocatoria_id: cv.id, persona_id: otra.personaId, nombrado_por: 'q' },
        creado_en: AHORA,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('asignaciones')
      .values({
        ...{ etapa_id: cv.etapas[0]!.id, evaluador_id: evaluadorId, solicitud_id: id },
        ...{ estado: 'pendiente', creado_en: AHORA, actualizado_en: AHORA },
      })
      .execute();
    await db
      .insertInto('horarios')
      .values({
        ...{ etapa_id: cv.etapas[1]!.id, estado: 'reservado', panel: [evaluadorId] },
        ...{ inicia: cv.after(30), termina: cv.after(31), lugar: 'Aula 1', solicitud_id: id },
        creado_por: 'quien',
        ...{ creado_en: AHORA, actualizado_en: AHORA },
      })
      .execute();
    expect(await code(otra, 'withdrawSolicitud', { id })).toBe('solicitud-no-existe');
    const withdraw = () => must(ana, 'withdrawSolicitud', { id, motivo: null });
    expect(await withdraw()).toEqual({ estado: 'desistida' });
    expect(await withdraw()).toEqual({ estado: 'desistida' });
    const estados = async (tabla: 'recomendaciones' | 'asignaciones') =>
      (await db.selectFrom(tabla).select('estado').where('solicitud_id', '=', id).execute()).map(
        ({ estado }) => estado,
      );
    expect(await estados('recomendaciones')).toEqual(['cancelada']);
    expect(await estados('asignaciones')).toEqual(['anulada']);
    expect(
      await db.selectFrom('horarios').select('estado').where('lugar', '=', 'Aula 1').execute(),
    ).toEqual([{ estado: 'abierto' }]);
    expect((await lettersTo(ana.email))[0]!.text).toContain(folioSolicitud);
    expect(await lettersTo('r@unam.example')).toHaveLength(1);
    expect(await code(ana, 'submitSolicitud', envioDe(cv))).toBe('solicitud-no-editable');
    expect(
      await code(ana, 'saveBorradorSolicitud', { convocatoriaId: cv.id, respuestas: {} }),
    ).toBe('solicitud-no-editable');
  });

  it('from every state of which the machine says so, and from no other', async () => {
    const caminos: Record<string, (keyof typeof SOLICITUD.pasos)[]> = {
      enviada: [],
      enEvaluacion: ['evaluar'],
      admitida: ['evaluar', 'admitir'],
      listaDeEspera: ['evaluar', 'esperar'],
      noAdmitida: ['evaluar', 'noAdmitir'],
      inscrita: ['evaluar', 'admitir', 'inscribir'],
      vencida: ['evaluar', 'admitir', 'vencer'],
      anulada: ['anular'],
    };
    for (const [estado, camino] of Object.entries(caminos)) {
      const ana = await makeValidada();
      const { id } = await send(ana);
      await takeThrough(id, ...camino);
      const { puede } = await must(ana, 'getSolicitud', { convocatoriaId: cv.id });
      const may = SOLICITUD.can('desistir', estado as 'enviada');
      expect(puede.desistir.permitido).toBe(may);
      expect(await code(ana, 'withdrawSolicitud', { id })).toBe(
        may ? undefined : 'solicitud-no-se-desiste',
      );
      expect((await rowOf(id)).estado).toBe(may ? 'desistida' : estado);
    }
  });
});

it('every step is taken from its states and from no other', async () => {
  const caminos: Readonly<Record<string, (keyof typeof SOLICITUD.pasos)[]>> = {
    enviada: [],
    enEvaluacion: ['evaluar'],
    admitida: ['evaluar', 'admitir'],
    listaDeEspera: ['evaluar', 'esperar'],
    noAdmitida: ['evaluar', 'noPasar'],
    inscrita: ['evaluar', 'esperar', 'promover', 'inscribir'],
    desistida: ['desistir'],
    vencida: ['evaluar', 'esperar', 'vencer'],
    anulada: ['anular'],
  };
  const pasos = Object.keys(SOLICITUD.pasos).filter(
    (paso) => !['empezar', 'guardar', 'descartar'].includes(paso),
  ) as (keyof typeof SOLICITUD.pasos)[];
  const ana = await makeValidada();
  const { id: modelo } = await send(ana);
  for (const [estado, camino] of Object.entries(caminos)) {
    for (const paso of pasos) {
      const tried = portal.services.db.transaction().execute((trx) =>
        actAsSystem(async () => {
          for (const one of [...camino, paso]) {
            const row = await requireSolicitud(trx, modelo, { lock: true });
            await takePasoSolicitud(trx, portal.services, row, {
              ...{ paso: one, accion: 'solicitud.leer', aviso: null },
            });
          }
          throw new Error((await requireSolicitud(trx, modelo)).estado);
        }),
      );
      const refused = 'Alguien más lo cambió mientras tanto. Actualice la pantalla.';
      await expect(tried, `${paso} from ${estado}`).rejects.toThrow(
        SOLICITUD.can(paso, estado as 'enviada') ? SOLICITUD.pasos[paso].a! : refused,
      );
    }
  }
});

it('who is staff and begins one is a party there', async () => {
  const staff = await makeAspirante(portal);
  await portal.services.db
    .updateTable('cuentas')
    .set({ role: 'Escolar' })
    .where('uid', '=', staff.uid)
    .execute();
  await must(staff, 'saveBorradorPresolicitud', { convocatoriaId: cv.id, respuestas: {} });
  const { db } = portal.services;
  const { requireAjeno } = await import('../../acceso/server/service.ts');
  await expect(
    requireAjeno(db, { personaId: staff.personaId, email: staff.email }, cv.id),
  ).rejects.toThrow('Usted participa en esta convocatoria');
});
