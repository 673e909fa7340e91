/** A decision that is taken back: an Admin asks for it, and another one confirms it where there is one. */
import type { z } from 'zod';
import type { Db, Trx } from '../../../../../platform/server/db/index.ts';
import type { Slots } from '../../../../../platform/server/feature.ts';
import { recordCambio } from '../../../../../platform/server/historial/index.ts';
import type { Asking } from '../../../../../platform/server/origin.ts';
import type { Services } from '../../../../../platform/server/services.ts';
import type { Actor } from '../../../../../platform/shared/actor.ts';
import { refuse } from '../../../../../platform/shared/errors.ts';
import { readPersonaIdOf, readUidByEmail } from '../../../../identidad/cuentas/server/service.ts';
import { readCorreosDeAdmins } from '../../../../identidad/usuarios/server/service.ts';
import { onlyAjenas, requireOtraPersona } from '../../../acceso/server/service.ts';
import { RECONSIDERACION } from '../../../estados.ts';
import { canDecidePosgrado } from '../../../policy.ts';
import {
  type PresolicitudRow,
  takePasoPresolicitud,
} from '../../../presolicitudes/server/service.ts';
import { validarPresolicitudPath } from '../../../routes.ts';
import type * as contract from '../../contract.ts';
import { ERRORES_VALIDACION as ERRORES } from '../../errors.ts';
import { isReconsiderable } from '../../rules.ts';
import * as data from '../../server/data.ts';
import { cartaDeReconsiderada } from '../../server/mails.ts';
import { enQue, holdPresolicitud } from '../../server/service.ts';

type Context = Pick<Asking, 'actor' | 'services'>;

/** Whether another Admin could confirm it: another person, who is no party in the call. */
const hasOtroAdmin = async (db: Db | Trx, actor: Actor, convocatoriaId: string) => {
  for (const { email } of await readCorreosDeAdmins(db)) {
    const uid = await readUidByEmail(db as Db, email);
    if (uid === null || uid === actor.uid) continue;
    const personaId = await readPersonaIdOf(db, uid);
    if (personaId !== null && personaId === actor.personaId) continue;
    if ((await onlyAjenas(db, { personaId, email }, [convocatoriaId])).size > 0) return true;
  }
  return false;
};

/** @throws {CallError} FAILED_PRECONDITION: it cannot be taken back as it is now. */
const requireReconsiderable = async (trx: Trx, fila: PresolicitudRow): Promise<void> => {
  if (!isReconsiderable(fila.estado)) throw refuse('FAILED_PRECONDITION', ERRORES.noReconsiderable);
  if (await data.hasEnviada(trx, fila.id))
    throw refuse('FAILED_PRECONDITION', ERRORES.conSolicitud);
  if (await data.hasOtraViva(trx, fila.id)) throw refuse('FAILED_PRECONDITION', ERRORES.conOtra);
};

const reconsider = async (
  trx: Trx,
  services: Services,
  fila: PresolicitudRow,
  motivo: string,
): Promise<void> =>
  takePasoPresolicitud(trx, services, fila, {
    paso: 'reconsiderar',
    accion: 'presolicitud.reconsiderar',
    aviso: cartaDeReconsiderada(enQue(fila), motivo),
    cambios: { decidida_en: null, decidida_por: null, vence_en: null, no_cumplidos: [] },
    despues: { motivo },
  });

/** Asks for it, or does it where nobody else could confirm it. See `requestReconsideracionPresolicitud`. */
export const requestReconsideracion = async (
  trx: Trx,
  { id, motivo }: z.output<typeof contract.requestReconsideracionPresolicitud.input>,
  ctx: Context,
): Promise<{ id: string; pendiente: boolean }> => {
  const { actor, services } = ctx;
  const ahora = services.now();
  const { fila } = await holdPresolicitud(trx, id, ctx);
  await requireReconsiderable(trx, fila);
  const pedida = await data.insertReconsideracion(trx, {
    presolicitudId: id,
    motivo,
    por: actor.uid,
    ahora,
  });
  if (pedida === null) throw refuse('ALREADY_EXISTS', ERRORES.reconsideracionAbierta);
  const pendiente = await hasOtroAdmin(trx, actor, fila.convocatoria_id);
  if (!pendiente) {
    await data.updateReconsideracion(trx, pedida, 'aprobar', {
      ...{ por: actor.uid, ahora, nota: null, sinSegunda: true },
    });
    await reconsider(trx, services, fila, motivo);
  }
  const paso = pendiente ? 'pedir' : 'aprobar';
  await recordCambio(trx, 'reconsideracion.pedir', {
    id: pedida,
    personaId: fila.persona_id,
    motivo,
    despues: {
      estado: RECONSIDERACION.pasos[paso].a,
      presolicitudId: id,
      ...(!pendiente && { sinSegundaPersona: true }),
    },
  });
  return { id: pedida, pendiente };
};

/** One that waits, with its pre-application held. */
const holdReconsideracion = async (trx: Trx, id: string, ctx: Context) => {
  const row = await data.findReconsideracion(trx, id);
  if (!row) throw refuse('ABORTED', ERRORES.reconsideracionAtendida);
  return { row, ...(await holdPresolicitud(trx, row.presolicitud_id, ctx)) };
};

/** Confirms what another person asked for, or does not. See `decideReconsideracionPresolicitud`. */
export const decideReconsideracion = async (
  trx: Trx,
  { id, aprueba, nota }: z.output<typeof contract.decideReconsideracionPresolicitud.input>,
  ctx: Context,
): Promise<void> => {
  const { actor, services } = ctx;
  const { row, fila } = await holdReconsideracion(trx, id, ctx);
  await requireOtraPersona(trx, actor, row.pedida_por);
  if (aprueba) await requireReconsiderable(trx, fila);
  const paso = aprueba ? 'aprobar' : 'rechazar';
  const acto = { por: actor.uid, ahora: services.now(), nota: nota || null };
  if (!(await data.updateReconsideracion(trx, id, paso, acto))) {
    throw refuse('ABORTED', ERRORES.reconsideracionAtendida);
  }
  if (aprueba) await reconsider(trx, services, fila, row.motivo);
  await recordCambio(trx, `reconsideracion.${paso}`, {
    id,
    personaId: fila.persona_id,
    antes: { estado: row.estado },
    despues: { estado: RECONSIDERACION.pasos[paso].a, presolicitudId: fila.id },
    motivo: nota || null,
  });
};

/** Takes back what one asked for. See `withdrawReconsideracionPresolicitud`. */
export const withdrawReconsideracion = async (
  trx: Trx,
  id: string,
  ctx: Context,
): Promise<void> => {
  const { actor, services } = ctx;
  const { row, fila } = await holdReconsideracion(trx, id, ctx);
  if (row.pedida_por !== actor.uid) throw refuse('PERMISSION_DENIED', ERRORES.reconsideracionAjena);
  const acto = { por: actor.uid, ahora: services.now(), nota: null };
  if (!(await data.updateReconsideracion(trx, id, 'retirar', acto))) {
    throw refuse('ABORTED', ERRORES.reconsideracionAtendida);
  }
  await recordCambio(trx, 'reconsideracion.retirar', {
    id,
    personaId: fila.persona_id,
    antes: { estado: row.estado },
    despues: { estado: RECONSIDERACION.pasos.retirar.a, presolicitudId: fila.id },
  });
};

/** About whom an act on a request is. */
export const sujetoDeReconsideracion = async (
  { id }: { id: string },
  { services: { db } }: { services: Pick<Services, 'db'> },
) => ({ personaIds: [(await data.findReconsideracion(db, id))?.persona_id] });

/** What waits for another Admin. */
export const reconsideracionesPendientes: Slots['pendientes'] = {
  de: 'personal',
  policy: canDecidePosgrado,
  async find(db, { actor }) {
    const rows = await data.selectReconsideraciones(db);
    const otras = rows.filter(({ pedida_por }) => pedida_por !== actor.uid);
    if (otras.length === 0) return [];
    const ajenas = await onlyAjenas(
      db,
      actor,
      otras.map(({ convocatoria_id }) => convocatoria_id),
    );
    return otras
      .filter(({ convocatoria_id }) => ajenas.has(convocatoria_id))
      .map((row) => ({
        titulo: `Reconsideración por aprobar: ${row.curso_nombre}`,
        espera: row.creado_en,
        enlace: `${validarPresolicitudPath(row.curso_id)}?presolicitud=${row.presolicitud_id}`,
        accion: 'Revisar',
      }));
  },
};
