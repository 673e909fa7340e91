/** The end of a call: cancelled, with everything alive in it, or concluded once nothing is left. */
import type { z } from 'zod';
import type { Trx } from '../../../../../platform/server/db/index.ts';
import { recordCambio } from '../../../../../platform/server/historial/index.ts';
import type { Asking } from '../../../../../platform/server/origin.ts';
import type { Progress } from '../../../../../platform/server/progress.ts';
import type { Services } from '../../../../../platform/server/services.ts';
import { fechaDe } from '../../../../../platform/shared/dates.ts';
import { refuse } from '../../../../../platform/shared/errors.ts';
import { nameInItsCase } from '../../../../../platform/shared/names.ts';
import type { TrabajoResultado } from '../../../../../platform/shared/trabajos.ts';
import { readCuentasDePersonas } from '../../../../identidad/cuentas/server/service.ts';
import { deConvocatoria, requireAjeno } from '../../../acceso/server/service.ts';
import { CONVOCATORIA, PRESOLICITUD, SOLICITUD } from '../../../estados.ts';
import { leaveLugar } from '../../../lugares/server/service.ts';
import {
  requirePresolicitud,
  takePasoPresolicitud,
} from '../../../presolicitudes/server/service.ts';
import {
  closePendientesDe,
  requireSolicitud,
  takePasoSolicitud,
} from '../../../solicitudes/server/service.ts';
import { ERRORES_CONVOCATORIA as ERRORES } from '../../errors.ts';
import { porQueNoConcluye } from '../../rules.ts';
import { type ConvocatoriaRow, requireConvocatoria } from '../../server/service.ts';
import type * as contract from '../contract.ts';
import {
  closeTramites,
  findPorConcluir,
  selectComenzadas,
  selectConBorrador,
  selectPorAnular,
  selectPresolicitudesVivas,
  selectSolicitudesVivas,
  updateCierre,
} from './data.ts';
import { canceladaMail, textoDeCancelacion } from './mails.ts';

export { findPorConcluir } from './data.ts';

type Context = Pick<Asking, 'actor' | 'services'>;

/** The job of the tray that annuls what was alive in a cancelled call, and tells its people. */
export const CANCELACION_DE_CONVOCATORIA = 'posgrado-cancelar';
export type CancelacionDeConvocatoria = { convocatoriaId: string };

const holdPublicada = async (trx: Trx, id: string, paso: 'cancelar' | 'concluir') => {
  const row = await requireConvocatoria(trx, { id }, { lock: true });
  if (!CONVOCATORIA.can(paso, row.estado)) throw refuse('FAILED_PRECONDITION', ERRORES.noPublicada);
  return row;
};

/** Cancels a published call; a job annuls what is alive in it. See `cancelConvocatoria`. */
export const cancelConvocatoria = async (
  trx: Trx,
  { id, motivo }: z.output<typeof contract.cancelConvocatoria.input>,
  { actor, services }: Context,
): Promise<void> => {
  await requireAjeno(trx, actor, id);
  const row = await holdPublicada(trx, id, 'cancelar');
  const en = services.now();
  if (!(await updateCierre(trx, id, { paso: 'cancelar', motivo }, en))) {
    throw refuse('FAILED_PRECONDITION', ERRORES.noPublicada);
  }
  await closeTramites(trx, id, { por: actor.uid, en });
  await recordCambio(trx, 'convocatoria.cancelar', {
    id,
    antes: { estado: row.estado },
    despues: { estado: CONVOCATORIA.pasos.cancelar.a, edicionId: row.edicion_id, motivo },
    motivo,
  });
  await services.trabajos.send(trx, CANCELACION_DE_CONVOCATORIA, {
    propietario: actor.uid,
    titulo: `Cancelación de la convocatoria: ${row.curso_nombre}, ${row.edicion_nombre}`,
    datos: { convocatoriaId: id } satisfies CancelacionDeConvocatoria,
  });
};

const cartaDe = (row: ConvocatoriaRow) =>
  textoDeCancelacion(row.curso_nombre, row.cancelada_motivo ?? '');

const annulSolicitud = async (
  trx: Trx,
  services: Services,
  row: ConvocatoriaRow,
  id: string,
): Promise<void> => {
  const one = await requireSolicitud(trx, id, { lock: true });
  // Its person may have withdrawn it meanwhile.
  if (!SOLICITUD.can('anular', one.estado)) return;
  const motivo = row.cancelada_motivo ?? '';
  await takePasoSolicitud(trx, services, one, {
    paso: 'anular',
    accion: 'solicitud.anular',
    aviso: cartaDe(row),
    motivo,
  });
  await closePendientesDe(trx, id, { motivo, ahora: services.now(), services });
  await leaveLugar(trx, services, one, motivo);
};

const annulPresolicitud = async (
  trx: Trx,
  services: Services,
  row: ConvocatoriaRow,
  { id, avisada }: { id: string; avisada: boolean },
): Promise<void> => {
  const one = await requirePresolicitud(trx, id, { lock: true });
  if (!PRESOLICITUD.can('anular', one.estado)) return;
  await takePasoPresolicitud(trx, services, one, {
    paso: 'anular',
    accion: 'presolicitud.anular',
    aviso: avisada ? null : cartaDe(row),
    motivo: row.cancelada_motivo,
  });
};

/** How many are annulled between two looks at what is left. */
const BLOCK = 50;

/** Annuls what is alive in a cancelled call, each in a transaction of its own; done again, it finds nothing. Gives how many. */
const annulVivas = async (
  services: Services,
  row: ConvocatoriaRow,
  report: (n: number) => Promise<void>,
): Promise<number> => {
  const { db } = services;
  let anuladas = 0;
  const inTrx = async (work: (trx: Trx) => Promise<void>) => {
    await db.transaction().execute(work);
    anuladas += 1;
    await report(anuladas);
  };
  for (;;) {
    const ids = await selectSolicitudesVivas(db, row.id, BLOCK);
    for (const id of ids) await inTrx((trx) => annulSolicitud(trx, services, row, id));
    if (ids.length < BLOCK) break;
  }
  for (;;) {
    const vivas = await selectPresolicitudesVivas(db, row.id, BLOCK);
    for (const one of vivas) await inTrx((trx) => annulPresolicitud(trx, services, row, one));
    if (vivas.length < BLOCK) break;
  }
  return anuladas;
};

/** Annuls what was alive in a cancelled call and tells its people, also those who had only begun. */
export const runCancelacion = async (
  { convocatoriaId }: CancelacionDeConvocatoria,
  progress: Progress,
  services: Services,
): Promise<TrabajoResultado> => {
  const { db, env, notificaciones } = services;
  const row = await requireConvocatoria(db, { id: convocatoriaId });
  const anuladas = await annulVivas(services, row, (n) => progress.report(n));
  const que = {
    ...{ programa: row.curso_nombre, edicion: row.edicion_nombre },
    motivo: row.cancelada_motivo ?? '',
  };
  let after: string | null = null;
  for (;;) {
    const people = await selectConBorrador(db, row.id, { after, limit: BLOCK });
    const cuentas = await readCuentasDePersonas(
      db,
      people.map((one) => one.persona_id),
    );
    for (const one of people) {
      const cuenta = cuentas.get(one.persona_id);
      if (!cuenta) continue;
      const nombre = nameInItsCase(
        one.persona_nombre,
        one.persona_apellido_paterno,
        one.persona_apellido_materno,
      );
      const quien = { to: cuenta.email, uid: cuenta.uid, nombre, publicUrl: env.publicUrl };
      await progress.item(one.persona_id, async (trx) => {
        await notificaciones.notify(trx, deConvocatoria(row.id, canceladaMail(quien, que)));
      });
    }
    after = people.at(-1)?.persona_id ?? null;
    if (people.length < BLOCK) break;
  }
  return {
    mensaje: `Se anularon ${anuladas === 1 ? '1 trámite' : `${anuladas} trámites`}.`,
    cifras: { anuladas },
  };
};

/** Finishes cancellations whose job was stopped. */
export const finishCancelaciones = async (services: Services): Promise<void> => {
  for (const id of await selectPorAnular(services.db)) {
    const row = await requireConvocatoria(services.db, { id });
    await annulVivas(services, row, async () => {});
  }
};

/** Concludes a call in which nothing is left. @throws {CallError} FAILED_PRECONDITION: it is not published, or something is */
export const concludeConvocatoria = async (trx: Trx, id: string, ahora: Date): Promise<void> => {
  const row = await holdPublicada(trx, id, 'concluir');
  const quedan = await findPorConcluir(trx, id);
  const porque = porQueNoConcluye(quedan, { solicitudCierra: row.solicitud_cierra, ahora });
  if (porque !== null) {
    throw refuse('FAILED_PRECONDITION', { ...ERRORES.noConcluye, message: porque });
  }
  if (!(await updateCierre(trx, id, { paso: 'concluir' }, ahora))) {
    throw refuse('FAILED_PRECONDITION', ERRORES.noPublicada);
  }
  await recordCambio(trx, 'convocatoria.concluir', {
    id,
    antes: { estado: row.estado },
    despues: { estado: CONVOCATORIA.pasos.concluir.a, edicionId: row.edicion_id },
  });
};

/** Concludes by itself, once its edition has begun, each call in which nothing is left. */
export const concludeTerminadas = async (services: Services): Promise<void> => {
  const { db } = services;
  const ahora = services.now();
  for (const id of await selectComenzadas(db, fechaDe(ahora))) {
    const row = await requireConvocatoria(db, { id });
    const quedan = await findPorConcluir(db, id);
    const porque = porQueNoConcluye(quedan, { solicitudCierra: row.solicitud_cierra, ahora });
    if (porque === null) {
      await db.transaction().execute((trx) => concludeConvocatoria(trx, id, ahora));
    }
  }
};
