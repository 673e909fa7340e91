/** The end of a call: cancelled with everything alive in it, or concluded. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../../tests/factories/cuentas.ts';
import {
  type Aspirante,
  type Convocatoria,
  makeAspirante,
  makeConvocatoria,
} from '../../../../../../tests/factories/posgrado.ts';
import { startTestPortal, type TestPortal } from '../../../../../../tests/portal.ts';
import { actAsSystem } from '../../../../../platform/server/request-context.ts';
import type { EstadoPresolicitud, EstadoSolicitud } from '../../../estados.ts';
import { concludeTerminadas, finishCancelaciones } from './service.ts';

const AHORA = new Date('2026-11-27T16:00:00.000Z');
let portal: TestPortal;
type Cuenta = Awaited<ReturnType<typeof makeCuenta>>;
let admin: Cuenta;
let escolar: Cuenta;

beforeAll(async () => {
  portal = await startTestPortal();
  portal.setNow(AHORA);
  admin = await makeCuenta(portal, { role: 'Admin' });
  escolar = await makeCuenta(portal, { role: 'Escolar' });
});
afterAll(() => portal.stop());

const call = (name: string, data: unknown, cuenta: Cuenta | null = admin) =>
  portal.call(name, data, cuenta ? { token: cuenta.token } : {});
const MOTIVO = 'El programa no se impartirá este año.';

let folios = 0;
/** Somebody with a pre-application and, unless it is null, an application in these states. */
const participate = async (
  { id }: Convocatoria,
  presolicitud: EstadoPresolicitud,
  solicitud: EstadoSolicitud | null = null,
): Promise<Aspirante & { presolicitudId: string; solicitudId: string | null }> => {
  const { db } = portal.services;
  const quien = await makeAspirante(portal);
  const fechas = { creado_en: AHORA, actualizado_en: AHORA };
  const suya = { persona_id: quien.personaId, convocatoria_id: id, ...fechas };
  const una = await db
    .insertInto('presolicitudes')
    .values({ ...suya, estado: presolicitud })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (solicitud === null) return { ...quien, presolicitudId: una.id, solicitudId: null };
  folios += 1;
  const otra = await db
    .insertInto('solicitudes')
    .values({ ...suya, presolicitud_id: una.id, estado: solicitud, folio: `SP26-${folios}` })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { ...quien, presolicitudId: una.id, solicitudId: otra.id };
};

const estadosDe = async ({ id }: Convocatoria) => {
  const { db } = portal.services;
  const of = async (tabla: 'presolicitudes' | 'solicitudes') =>
    (await db.selectFrom(tabla).select('estado').where('convocatoria_id', '=', id).execute()).map(
      ({ estado }) => estado as string,
    );
  return {
    presolicitudes: (await of('presolicitudes')).sort(),
    solicitudes: (await of('solicitudes')).sort(),
  };
};
const estadoDe = async ({ id }: Convocatoria) =>
  (
    await portal.services.db
      .selectFrom('convocatorias')
      .select('estado')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).estado;

describe('cancelling', () => {
  it('annuls what is alive, closes slots and proposals, and tells each person once', async () => {
    const { db } = portal.services;
    const convocatoria = await makeConvocatoria(db, { ahora: AHORA });
    const solo = await participate(convocatoria, 'borrador');
    const enviada = await participate(convocatoria, 'enviada');
    const ambas = await participate(convocatoria, 'valida', 'enviada');
    await participate(convocatoria, 'valida', 'enEvaluacion');
    await participate(convocatoria, 'improcedente');
    await participate(convocatoria, 'valida', 'desistida');
    const etapa = convocatoria.etapas[1]!.id;
    const horario = await db
      .insertInto('horarios')
      .values({
        ...{ etapa_id: etapa, estado: 'abierto', panel: [], lugar: 'Sala 1', solicitud_id: null },
        ...{
          inicia: convocatoria.after(30),
          termina: convocatoria.after(31),
          creado_por: 'alguien',
        },
        ...{ creado_en: AHORA, actualizado_en: AHORA },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { result } = await call('cancelConvocatoria', { id: convocatoria.id, motivo: MOTIVO });
    expect(result).toEqual({ ok: true });
    await expect
      .poll(async () => (await estadosDe(convocatoria)).presolicitudes, { timeout: 20_000 })
      .toEqual(['anulada', 'anulada', 'anulada', 'anulada', 'borrador', 'improcedente']);
    expect((await estadosDe(convocatoria)).solicitudes).toEqual([
      'anulada',
      'anulada',
      'desistida',
    ]);
    const slot = await db
      .selectFrom('horarios')
      .select('estado')
      .where('id', '=', horario.id)
      .executeTakeFirstOrThrow();
    expect(slot.estado).toBe('cancelado');
    for (const { email } of [solo, enviada, ambas]) {
      await expect
        .poll(async () => (await portal.mails()).filter(({ to }) => to === email).length, {
          timeout: 20_000,
        })
        .toBe(1);
    }
    const [carta] = (await portal.mails()).filter(({ to }) => to === ambas.email);
    expect(carta!.text).toContain(MOTIVO);
    const again = await call('cancelConvocatoria', { id: convocatoria.id, motivo: MOTIVO });
    expect(again.error?.details.code).toBe('convocatoria-no-publicada');
  });

  it('what a stopped job left is annulled at night, once', async () => {
    const { db } = portal.services;
    const convocatoria = await makeConvocatoria(db, {
      ...{ ahora: AHORA, estado: 'cancelada', cancelada_en: AHORA, cancelada_motivo: MOTIVO },
    });
    await participate(convocatoria, 'valida', 'enviada');
    await actAsSystem(() => finishCancelaciones(portal.services));
    await actAsSystem(() => finishCancelaciones(portal.services));
    expect(await estadosDe(convocatoria)).toEqual({
      presolicitudes: ['anulada'],
      solicitudes: ['anulada'],
    });
  });

  it('is refused to Escolar, to others and for a draft', async () => {
    const { db } = portal.services;
    const convocatoria = await makeConvocatoria(db, { ahora: AHORA });
    const parte = await participate(convocatoria, 'enviada');
    const input = { id: convocatoria.id, motivo: MOTIVO };
    for (const cuenta of [escolar, parte]) {
      expect((await call('cancelConvocatoria', input, cuenta)).error?.status).toBe(
        'PERMISSION_DENIED',
      );
    }
    expect((await call('cancelConvocatoria', input, null)).error?.status).toBe('UNAUTHENTICATED');
    await db.updateTable('cuentas').set({ role: 'Admin' }).where('uid', '=', parte.uid).execute();
    expect((await call('cancelConvocatoria', input, parte)).error?.details.code).toBe(
      'posgrado-es-parte',
    );
    const borrador = await makeConvocatoria(db, { ahora: AHORA, estado: 'borrador' });
    expect(
      (await call('cancelConvocatoria', { ...input, id: borrador.id })).error?.details.code,
    ).toBe('convocatoria-no-publicada');
  });
});

describe('concluding', () => {
  const publish = async ({ id }: Convocatoria) => {
    const { db } = portal.services;
    await db
      .insertInto('rankings')
      .values({
        ...{ convocatoria_id: id, numero: 1, estado: 'publicado', formula: 1, sha256: 'x' },
        ...{ entradas: '{}', resultado: '{}', calculado_por: 'a', creado_en: AHORA },
      } as never)
      .execute();
  };

  it('waits until nothing is left, and says what is', async () => {
    const { db } = portal.services;
    const convocatoria = await makeConvocatoria(db, { ahora: AHORA });
    const end = async () =>
      (await call('endConvocatoria', { id: convocatoria.id }, escolar)).error?.message;
    expect(await end()).toBe('Todavía no cierran las solicitudes.');
    portal.setNow(convocatoria.after(41));
    try {
      const { solicitudId } = await participate(convocatoria, 'valida', 'enEvaluacion');
      expect(await end()).toBe('Los resultados no se han publicado.');
      await publish(convocatoria);
      expect(await end()).toContain('Queda');
      await db
        .updateTable('solicitudes')
        .set({ estado: 'noAdmitida' })
        .where('id', '=', solicitudId!)
        .execute();
      const { presolicitudId } = await participate(convocatoria, 'enviada');
      expect(await end()).toContain('presolicitud');
      await db
        .updateTable('presolicitudes')
        .set({ estado: 'improcedente' })
        .where('id', '=', presolicitudId)
        .execute();
      expect(await end()).toBeUndefined();
      expect(await estadoDe(convocatoria)).toBe('concluida');
      expect(await end()).toBe('Esta convocatoria no está publicada.');
    } finally {
      portal.setNow(AHORA);
    }
  });

  it('happens by itself once the edition has begun, also of one that nobody applied to', async () => {
    const convocatoria = await makeConvocatoria(portal.services.db, { ahora: AHORA });
    portal.setNow(convocatoria.after(80));
    try {
      await actAsSystem(() => concludeTerminadas(portal.services));
      expect(await estadoDe(convocatoria)).toBe('publicada');
      portal.setNow(convocatoria.after(91));
      await actAsSystem(() => concludeTerminadas(portal.services));
      expect(await estadoDe(convocatoria)).toBe('concluida');
    } finally {
      portal.setNow(AHORA);
    }
  });
});
