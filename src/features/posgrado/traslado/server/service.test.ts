/** Applications with their person: given to them, moved when two files become one, and cancelled. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Aspirante,
  type Convocatoria,
  makeAspirante,
  makeConvocatoria,
  RESPUESTAS_PRESOLICITUD,
  RESPUESTAS_SOLICITUD,
} from '../../../../../tests/factories/posgrado.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import type { Trx } from '../../../../platform/server/db/index.ts';
import { recordCambio } from '../../../../platform/server/historial/index.ts';
import { actAsSystem } from '../../../../platform/server/request-context.ts';
import { inOrder } from '../../../../platform/server/supresiones.ts';
import { PRESOLICITUD, SOLICITUD } from '../../estados.ts';
import { requirePresolicitud } from '../../presolicitudes/server/service.ts';
import { requireSolicitud } from '../../solicitudes/server/service.ts';
import { solicitudesAportes, solicitudesSupresiones } from '../../supresion/server/service.ts';
import { solicitudesSeguidor } from './service.ts';

const AHORA = new Date('2026-11-21T16:00:00.000Z');

let portal: TestPortal;
let cv: Convocatoria;
beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
  portal.setNow(AHORA);
  cv = await makeConvocatoria(portal.services.db, { ahora: AHORA });
});
afterAll(() => portal.stop());

const must = async (who: Aspirante, name: string, data: object) => {
  const { result, error } = await portal.call(name, data, { token: who.token });
  if (error) throw new Error(`${name}: ${JSON.stringify(error)}`);
  return result;
};
const sendPresolicitud = (who: Aspirante, ajuste?: string) =>
  must(who, 'submitPresolicitud', {
    ...{ convocatoriaId: cv.id, version: cv.presolicitud.version, llave: randomUUID() },
    respuestas: { ...RESPUESTAS_PRESOLICITUD, correo: who.email, ...(ajuste && { ajuste }) },
  });
const validate = (id: string) =>
  portal.services.db
    .updateTable('presolicitudes')
    .set({ estado: 'valida' })
    .where('id', '=', id)
    .execute();
const sendSolicitud = (who: Aspirante) =>
  must(who, 'submitSolicitud', {
    ...{ convocatoriaId: cv.id, version: cv.solicitud.version, llave: randomUUID() },
    respuestas: RESPUESTAS_SOLICITUD,
  });

const asSystem = <T>(work: (trx: Trx) => Promise<T>): Promise<T> =>
  actAsSystem(() => portal.services.db.transaction().execute(work));

/** Two files become one, and the history is written last. */
const merge = async (de: Aspirante, a: Aspirante) => {
  const par = { de: de.personaId, a: a.personaId };
  const seen = await asSystem((trx) => solicitudesSeguidor.look!(trx, par, true));
  await asSystem(async (trx) => {
    const later: (() => Promise<void>)[] = [];
    await solicitudesSeguidor.follow!(trx, {
      ...par,
      nombreCompleto: 'ANA PÉREZ RUIZ',
      ctx: { actor: null as never, services: portal.services },
      anotar: (accion, cambio) => later.push(() => recordCambio(trx, accion, cambio)),
    });
    for (const note of later) await note();
  });
  return seen;
};

describe('of two files that become one', () => {
  it('the more advanced stays with its application; a draft goes, and a sent one is annulled', async () => {
    const { db } = portal.services;
    const [ana, eva] = [await makeAspirante(portal), await makeAspirante(portal)];
    const deAna = await sendPresolicitud(ana);
    const deEva = await sendPresolicitud(eva);
    await validate(deEva.id);
    const solicitud = await sendSolicitud(eva);
    const seen = await merge(ana, eva);
    expect(seen.descartados).toEqual([
      'Presolicitud a Maestría en Derecho Judicial, Generación 2027 (enviada): se anula, porque la del otro expediente va más adelantada.',
    ]);
    expect(await requirePresolicitud(db, deAna.id)).toMatchObject({
      ...{ estado: 'anulada', persona_id: eva.personaId },
      motivo: expect.stringContaining('se fusionó con otro'),
    });
    expect(await requirePresolicitud(db, deEva.id)).toMatchObject({ estado: 'valida' });
    expect(await requireSolicitud(db, solicitud.id)).toMatchObject({
      ...{ estado: 'enviada', persona_id: eva.personaId },
    });

    // Of two that were sent, the referees of the one that is annulled are told.
    const [gil, fe] = [await makeAspirante(portal), await makeAspirante(portal)];
    for (const [who, correo] of [
      [gil, 'uno@unam.example'],
      [fe, 'dos@unam.example'],
    ] as const) {
      await validate((await sendPresolicitud(who)).id);
      await db
        .insertInto('recomendaciones')
        .values({
          ...{
            solicitud_id: (await sendSolicitud(who)).id,
            estado: 'invitada',
            nombre: 'Eva Díaz',
          },
          ...{ correo, institucion: 'UNAM', relacion: 'profesor', invitada_en: AHORA },
          ...{ creado_en: AHORA, actualizado_en: AHORA },
        })
        .execute();
    }
    await merge(gil, fe);
    const told = await db
      .selectFrom('correos')
      .select('asunto')
      .where('para', 'in', ['uno@unam.example', 'dos@unam.example'])
      .execute();
    expect(told).toEqual([{ asunto: 'Ya no hace falta la carta de recomendación' }]);

    const iva = await makeAspirante(portal);
    await must(iva, 'saveBorradorPresolicitud', { convocatoriaId: cv.id, respuestas: {} });
    const otra = await merge(iva, eva);
    expect(otra.descartados).toHaveLength(1);
    const left = await db
      .selectFrom('presolicitudes')
      .select('id')
      .where('persona_id', '=', iva.personaId)
      .execute();
    expect(left).toEqual([]);
  });
});

describe('its person', () => {
  const all = async (who: Aspirante) => {
    const titular = {
      ...{ personaIds: [who.personaId], uids: [who.uid], correos: [who.email], personal: false },
    };
    const given: Record<string, unknown[]> = {};
    for (const aporte of solicitudesAportes) {
      given[aporte.id] = [];
      for await (const filas of aporte.read(portal.services, titular)) {
        given[aporte.id]!.push(...filas.map(({ datos }) => datos));
      }
    }
    return given;
  };

  it('is given all of it, the sensitive answers too, and nothing of others', async () => {
    const [ana, eva] = [await makeAspirante(portal), await makeAspirante(portal)];
    const sent = await sendPresolicitud(ana, 'Rampa de Ana');
    await sendPresolicitud(eva, 'Rampa de Eva');
    const given = await all(ana);
    const text = JSON.stringify(given);
    expect(text).toContain('Rampa de Ana');
    expect(text).not.toContain('Rampa de Eva');
    expect(given['acuses-de-posgrado']).toMatchObject([{ folio: sent.folio.replaceAll('-', '') }]);
    expect(given['envios-de-posgrado']).toMatchObject([
      { respuestas_sensibles: { ajuste: 'Rampa de Ana' } },
    ]);
  });

  it('whose data are cancelled leaves what goes on; what was sent stays, without what is sensitive', async () => {
    const { db } = portal.services;
    const ana = await makeAspirante(portal);
    const presolicitud = await sendPresolicitud(ana, 'Rampa');
    await validate(presolicitud.id);
    const solicitud = await sendSolicitud(ana);
    const titular = {
      ...{ personaIds: [ana.personaId], uids: [ana.uid], correos: [ana.email], personal: false },
    };
    await asSystem(async (trx) => {
      for (const one of await inOrder(trx, solicitudesSupresiones)) {
        const { notificaciones } = portal.services;
        const now = { notificaciones, queda: true, ahora: AHORA, alFinal: () => {} };
        await one.perform(trx, titular, now);
      }
    });
    expect((await requirePresolicitud(db, presolicitud.id)).estado).toBe('retirada');
    expect(await requireSolicitud(db, solicitud.id)).toMatchObject({
      ...{ estado: 'desistida', motivo: 'Se suprimieron sus datos personales.' },
    });
    expect(JSON.stringify(await all(ana))).not.toContain('Rampa');
    expect((await all(ana))['envios-de-posgrado']).toHaveLength(2);

    const eva = await makeAspirante(portal);
    await must(eva, 'saveBorradorPresolicitud', { convocatoriaId: cv.id, respuestas: {} });
    await asSystem(async (trx) => {
      for (const one of await inOrder(trx, solicitudesSupresiones)) {
        const { notificaciones } = portal.services;
        const now = { notificaciones, queda: false, ahora: AHORA, alFinal: () => {} };
        await one.perform(trx, { ...titular, personaIds: [eva.personaId] }, now);
      }
    });
    expect((await all(eva)).presolicitudes).toEqual([]);
  });
});

describe('in each state', () => {
  const TABLAS = { presolicitudes: PRESOLICITUD, solicitudes: SOLICITUD };
  const casos = [
    ...PRESOLICITUD.estados.map((estado) => ['presolicitudes', estado] as const),
    ...SOLICITUD.estados.map((estado) => ['solicitudes', estado] as const),
  ];
  const insert = async (tabla: keyof typeof TABLAS, estado: string, { personaId }: Aspirante) => {
    const enviada = estado === 'borrador' ? null : AHORA;
    const add = async (a: string, en: string, mas = sql``, valores = sql``) => {
      const { rows } = await sql<{ id: string }>`insert into ${sql.table(a)}
          (persona_id, convocatoria_id, estado, enviada_en, creado_en, actualizado_en ${mas})
        values (${personaId}, ${cv.id}, ${en}, ${enviada}, ${AHORA}, ${AHORA} ${valores}) returning id`.execute(
        portal.services.db,
      );
      return rows[0]!.id;
    };
    if (tabla === 'presolicitudes') return add(tabla, estado);
    const previa = await add('presolicitudes', 'valida');
    const folio = `F${randomUUID().slice(0, 12)}`;
    return add(tabla, estado, sql`, presolicitud_id, folio`, sql`, ${previa}, ${folio}`);
  };
  const rowOf = async (tabla: string, id: string) => {
    const { rows } = await sql<{ estado: string; persona_id: string }>`select estado, persona_id
      from ${sql.table(tabla)} where id = ${id}`.execute(portal.services.db);
    return rows[0];
  };

  it.each(casos)(
    '%s %s: follows its person, and is left by one whose data are cancelled',
    async (tabla, estado) => {
      const [de, a] = [await makeAspirante(portal), await makeAspirante(portal)];
      const id = await insert(tabla, estado, de);
      await merge(de, a);
      expect(await rowOf(tabla, id)).toEqual({ estado, persona_id: a.personaId });

      const titular = {
        personaIds: [a.personaId],
        uids: [a.uid],
        correos: [a.email],
        personal: false,
      };
      const { notificaciones } = portal.services;
      await asSystem(async (trx) => {
        const now = { notificaciones, queda: true, ahora: AHORA, alFinal: () => {} };
        for (const one of await inOrder(trx, solicitudesSupresiones)) {
          await one.perform(trx, titular, now);
        }
      });
      const sale =
        tabla === 'solicitudes'
          ? SOLICITUD.can('desistir', estado as never) && 'desistida'
          : PRESOLICITUD.can('retirar', estado as never) && 'retirada';
      expect((await rowOf(tabla, id))?.estado).toBe(
        estado === 'borrador' ? undefined : sale || estado,
      );
    },
  );
});
