/**
 * Applicants who send, withdraw and are decided on at once. Runs only on a real PostgreSQL (TEST_DATABASE_URL).
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Aspirante,
  type Convocatoria,
  makeAspirante,
  makeConvocatoria,
  RESPUESTAS_PRESOLICITUD,
  RESPUESTAS_SOLICITUD,
} from '../factories/posgrado.ts';
import { startTestPortal, type TestPortal } from '../portal.ts';

const AHORA = new Date('2026-11-21T16:00:00.000Z');

describe.skipIf(!process.env.TEST_DATABASE_URL)('applicants of a call, all at once', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await startTestPortal({}, { jobs: false });
    portal.setNow(AHORA);
  });
  afterAll(() => portal?.stop());

  const call = (who: Aspirante, name: string, data: object) =>
    portal.call(name, data, { token: who.token });
  const presolicitud = (cv: Convocatoria, who: Aspirante, llave = randomUUID()) =>
    call(who, 'submitPresolicitud', {
      ...{ convocatoriaId: cv.id, version: cv.presolicitud.version, llave },
      respuestas: { ...RESPUESTAS_PRESOLICITUD, correo: who.email },
    });
  const solicitud = (cv: Convocatoria, who: Aspirante, llave = randomUUID()) =>
    call(who, 'submitSolicitud', {
      ...{ convocatoriaId: cv.id, version: cv.solicitud.version, llave },
      respuestas: RESPUESTAS_SOLICITUD,
    });
  const many = (n: number) => Promise.all(Array.from({ length: n }, () => makeAspirante(portal)));
  const validate = async (cv: Convocatoria, people: readonly Aspirante[]) => {
    for (const who of people) await presolicitud(cv, who);
    await portal.services.db
      .updateTable('presolicitudes')
      .set({ estado: 'valida' })
      .where('convocatoria_id', '=', cv.id)
      .execute();
  };

  it('each has one live pre-application, however many tabs send it', async () => {
    const cv = await makeConvocatoria(portal.services.db, { ahora: AHORA });
    const people = await many(4);
    const answers = await Promise.all(
      people.flatMap((who) => {
        const llave = randomUUID();
        return [
          ...[llave, llave, llave].map((one) => presolicitud(cv, who, one)),
          presolicitud(cv, who),
        ];
      }),
    );
    const rows = await portal.services.db
      .selectFrom('presolicitudes')
      .select(['persona_id', 'estado'])
      .where('convocatoria_id', '=', cv.id)
      .execute();
    expect(rows.map(({ estado }) => estado)).toEqual(['enviada', 'enviada', 'enviada', 'enviada']);
    const refused = answers.flatMap(({ error }) => error?.details.code ?? []);
    expect(new Set(refused)).toEqual(new Set(['presolicitud-ya-enviada']));
    const folios = new Set(answers.flatMap(({ result }) => result?.folio ?? []));
    expect(folios.size).toBe(4);
  });

  it('the first applications fix the call once, and each has its own folio', async () => {
    const cv = await makeConvocatoria(portal.services.db, { ahora: AHORA });
    const people = await many(6);
    await validate(cv, people);
    const answers = await Promise.all(people.map((who) => solicitud(cv, who)));
    expect(answers.map(({ error }) => error)).toEqual(people.map(() => undefined));
    expect(new Set(answers.map(({ result }) => result.folioSolicitud)).size).toBe(6);
    const fixed = await portal.services.db
      .selectFrom('historial')
      .select('id')
      .where('accion', '=', 'convocatoria.congelar')
      .where('entidad_id', '=', cv.id)
      .execute();
    expect(fixed).toHaveLength(1);
  });

  it('withdrawing the pre-application and beginning the application: one of the two', async () => {
    const cv = await makeConvocatoria(portal.services.db, { ahora: AHORA });
    const people = await many(5);
    await validate(cv, people);
    const { db } = portal.services;
    const rows = await db
      .selectFrom('presolicitudes')
      .select(['id', 'persona_id'])
      .where('convocatoria_id', '=', cv.id)
      .execute();
    await Promise.all(
      people.flatMap((who) => {
        const { id } = rows.find(({ persona_id }) => persona_id === who.personaId)!;
        return [
          call(who, 'withdrawPresolicitud', { id }),
          solicitud(cv, who),
          call(who, 'saveBorradorSolicitud', { convocatoriaId: cv.id, respuestas: {} }),
        ];
      }),
    );
    for (const { id, persona_id } of rows) {
      const { estado } = await db
        .selectFrom('presolicitudes')
        .select('estado')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const live = await db
        .selectFrom('solicitudes')
        .select('estado')
        .where('persona_id', '=', persona_id)
        .execute();
      expect([estado, live.length]).toEqual(estado === 'valida' ? ['valida', 1] : ['retirada', 0]);
    }
  });

  it('correcting and withdrawing the application: nothing is sent after it was withdrawn', async () => {
    const cv = await makeConvocatoria(portal.services.db, { ahora: AHORA });
    const people = await many(4);
    await validate(cv, people);
    const sent = await Promise.all(people.map((who) => solicitud(cv, who)));
    await Promise.all(
      people.flatMap((who, n) => [
        solicitud(cv, who),
        call(who, 'withdrawSolicitud', { id: sent[n]!.result.id }),
        solicitud(cv, who),
      ]),
    );
    const rows = await portal.services.db
      .selectFrom('solicitudes')
      .select(['id', 'estado'])
      .where('convocatoria_id', '=', cv.id)
      .execute();
    expect(rows.map(({ estado }) => estado)).toEqual(people.map(() => 'desistida'));
    for (const { id } of rows) {
      const envios = await portal.services.db
        .selectFrom('posgrado_envios')
        .select('numero')
        .where('solicitud_id', '=', id)
        .orderBy('numero')
        .execute();
      expect(envios.map(({ numero }) => numero)).toEqual(envios.map((_, n) => n + 1));
    }
  });
});
