import type { z } from 'zod';
import { type Db, isUniqueViolation, type Trx } from '../../../../../platform/server/db/index.ts';
import { turnoOf } from '../../../../../platform/server/db/turnos.ts';
import { recordCambio, recordOnce } from '../../../../../platform/server/historial/index.ts';
import type { Asking } from '../../../../../platform/server/origin.ts';
import { currentRequest } from '../../../../../platform/server/request-context.ts';
import type { Services } from '../../../../../platform/server/services.ts';
import type { Actor } from '../../../../../platform/shared/actor.ts';
import { type CallError, refuse } from '../../../../../platform/shared/errors.ts';
import { readOfrecidos } from '../../../../catalogos/server/service.ts';
import { lockPersonaById } from '../../../../personas/server/service.ts';
import { findCuentaByPersona, lockCuenta } from '../../../cuentas/server/data.ts';
import { revokeSesionesOf } from '../../../sesiones/server/data.ts';
import { ERRORES } from '../../errors.ts';
import { VINCULACION } from '../../estados.ts';
import { canTakeExpediente } from '../../policy.ts';
import { identificacionesDe, MINUTOS_PARA_DESHACER, motivoDe } from '../../rules.ts';
import { findVinculacion, type VinculacionRow } from '../../server/data.ts';
import {
  expedienteRetiradoMail,
  vinculacionConfirmadaMail,
  vinculacionRechazadaMail,
} from '../../server/mails.ts';
import { linkPersona, requireVinculacion } from '../../server/service.ts';
import type * as contract from '../contract.ts';
import {
  closeVinculacion,
  selectPorContar,
  takePorContar,
  turnosDeVinculacion,
  undoRechazo,
  unlinkPersona,
  waitingFor,
} from './data.ts';

type Context = Pick<Asking, 'actor' | 'services'>;

const MINUTE = 60_000;

const mine = ({ actor, services }: Context) => turnoOf(actor.uid, services.now());

/** Why the request that is asked for is not given. */
const whyNot = async (trx: Trx, id: string): Promise<CallError> => {
  const { estado } = await requireVinculacion(trx, id);
  if (!VINCULACION.can('confirmar', estado)) return refuse('ABORTED', ERRORES.yaDecidida);
  return refuse('FAILED_PRECONDITION', ERRORES.deOtro);
};

/** The next one for whoever asks, held for them; what they held before is let go. */
export const startRevision = async (
  trx: Trx,
  { id, saltados }: { id?: string | undefined; saltados: readonly string[] },
  ctx: Context,
): Promise<VinculacionRow | null> => {
  const { actor } = ctx;
  const cola = { id: id ?? null, saltados };
  const taken = await turnosDeVinculacion.take(trx, mine(ctx), cola, waitingFor(actor));
  if (taken === null && id !== undefined) throw await whyNot(trx, id);
  await turnosDeVinculacion.release(trx, actor.uid, taken);
  const row = taken === null ? undefined : await findVinculacion(trx, taken);
  if (!row) return null;
  await recordOnce(trx, 'vinculacion.leer', { id: row.id, personaId: row.persona_id });
  return row;
};

/** The names under which the identification of an account is stored, the newest last. */
export const listIdentificaciones = async (
  uid: string,
  { actor, services }: Context,
): Promise<string[]> => {
  const folder = { prefix: identificacionesDe(uid), delimiter: false, after: '', limit: 10 };
  return (await services.storage.list(folder, { actor, ticket: null })).entries;
};

/** Why files are not confirmed, as the catalog offers it. */
export const readMotivos = async (db: Db) =>
  (await readOfrecidos(db, 'motivos-vinculacion')).map(({ clave, nombre }) => ({ clave, nombre }));

/** Holds one on. @throws {CallError} FAILED_PRECONDITION when it is somebody else's by now. */
export const keepRevision = async (trx: Trx, id: string, ctx: Context): Promise<void> => {
  const { estado } = await requireVinculacion(trx, id);
  if (!VINCULACION.can('confirmar', estado)) throw refuse('ABORTED', ERRORES.yaDecidida);
  if (!(await turnosDeVinculacion.renew(trx, id, mine(ctx)))) {
    throw refuse('FAILED_PRECONDITION', ERRORES.deOtro);
  }
};

export const endRevision = (trx: Trx, uid: string): Promise<void> =>
  turnosDeVinculacion.release(trx, uid, null);

/** Gives the file to the account that asked for it, and takes it from whoever had it. The file is held. */
const confirm = async (
  trx: Trx,
  row: VinculacionRow,
  sustituir: boolean,
  { actor, services }: Context,
): Promise<void> => {
  const asking = await lockCuenta(trx, row.uid);
  if (asking?.persona_id) throw refuse('FAILED_PRECONDITION', ERRORES.conExpediente);
  const holder = await findCuentaByPersona(trx, row.persona_id);
  if (holder) {
    if (!sustituir) throw refuse('FAILED_PRECONDITION', ERRORES.otraCuenta);
    if (!canTakeExpediente(actor)) throw refuse('PERMISSION_DENIED', ERRORES.soloAdmin);
    await unlinkPersona(trx, holder.uid);
    await revokeSesionesOf(trx, holder.uid);
    await services.notificaciones.notify(trx, expedienteRetiradoMail(holder));
    await recordCambio(trx, 'cuenta.vincularPersona', {
      id: holder.uid,
      personaId: row.persona_id,
      antes: { personaId: row.persona_id },
      despues: { personaId: null },
    });
  }
  await linkPersona(trx, row.uid, row.persona_id, row.nombre_completo);
  await revokeSesionesOf(trx, row.uid);
  await services.notificaciones.notify(trx, vinculacionConfirmadaMail(services.env, row));
};

type Decision = z.output<typeof contract.decideVinculacion.input>;

const readMotivo = async (trx: Trx, input: Decision): Promise<string | null> => {
  if (input.decision === 'confirmar') return null;
  const motivos = await readMotivos(trx);
  const motivo = motivos.find(({ clave }) => clave === input.motivo);
  if (!motivo) throw refuse('FAILED_PRECONDITION', ERRORES.sinMotivo);
  return motivoDe(motivo.nombre, input.nota);
};

/** The request with its file held, as whoever merges or gives a CURP holds it: what it says now stays so. */
const holdVinculacion = async (trx: Trx, id: string): Promise<VinculacionRow> => {
  const seen = await requireVinculacion(trx, id);
  await lockPersonaById(trx, seen.persona_id);
  const row = await requireVinculacion(trx, id);
  // Merged into another at this very moment, which nobody holds.
  if (row.persona_id !== seen.persona_id) throw refuse('ABORTED', ERRORES.cambio);
  return row;
};

/** Confirms whose the file is, or that it is not theirs; whoever does must hold it, or nobody. */
export const decide = async (trx: Trx, input: Decision, ctx: Context): Promise<VinculacionRow> => {
  const row = await holdVinculacion(trx, input.id);
  if (!VINCULACION.can(input.decision, row.estado)) throw refuse('ABORTED', ERRORES.yaDecidida);
  if (!(await turnosDeVinculacion.renew(trx, row.id, mine(ctx)))) {
    throw refuse('FAILED_PRECONDITION', ERRORES.deOtro);
  }
  if (input.decision === 'confirmar' && input.clave !== row.clave) {
    throw refuse('ABORTED', ERRORES.cambio);
  }
  const motivo = await readMotivo(trx, input);
  const how = { motivo, por: ctx.actor.uid, en: ctx.services.now() };
  if (!(await closeVinculacion(trx, row.id, input.decision, how))) {
    throw refuse('ABORTED', ERRORES.yaDecidida);
  }
  if (input.decision === 'confirmar') await confirm(trx, row, input.sustituir, ctx);
  await turnosDeVinculacion.end(trx, row.id);
  await recordCambio(trx, `vinculacion.${input.decision}`, {
    id: row.id,
    personaId: row.persona_id,
    antes: { estado: row.estado },
    despues: { estado: VINCULACION.pasos[input.decision].a, cuenta: row.uid },
    ...(motivo !== null && { motivo }),
  });
  return row;
};

/** Withdraws one's own rejection, while nobody was told; the request is held again by whoever does. */
export const withdrawDecision = async (trx: Trx, id: string, ctx: Context): Promise<void> => {
  const desde = new Date(+ctx.services.now() - MINUTOS_PARA_DESHACER * MINUTE);
  const row = await requireVinculacion(trx, id);
  if (!(await undoRechazo(trx, id, { por: ctx.actor.uid, desde }))) {
    throw refuse('FAILED_PRECONDITION', ERRORES.tarde);
  }
  await turnosDeVinculacion.renew(trx, id, mine(ctx));
  await recordCambio(trx, 'vinculacion.deshacer', {
    id,
    personaId: row.persona_id,
    antes: { estado: row.estado },
    despues: { estado: VINCULACION.pasos.deshacer.a, cuenta: row.uid },
  });
};

/** What served to decide goes; if that fails it goes by itself in some days. */
export const removeIdentificaciones = async (
  uid: string,
  { actor, services }: { actor: Actor | null; services: Services },
): Promise<void> => {
  try {
    await services.storage.removeOwned(uid, identificacionesDe(uid), { actor, ticket: null });
  } catch (error) {
    services.log.warn(
      { err: error, reqId: currentRequest()?.requestId },
      'no se borró una identificación',
    );
  }
};

/** Tells people that their file was not confirmed, once that can no longer be withdrawn. */
export const tellRechazadas = async (services: Services): Promise<void> => {
  const { db, env, notificaciones, now } = services;
  const en = now();
  const hasta = new Date(+en - MINUTOS_PARA_DESHACER * MINUTE);
  for (const { id } of await selectPorContar(db, hasta)) {
    const told = await db.transaction().execute(async (trx) => {
      const row = await takePorContar(trx, id, { hasta, en });
      if (row)
        await notificaciones.notify(trx, vinculacionRechazadaMail(env, row, row.motivo ?? ''));
      return row;
    });
    // Whoever asks for another file already has sent what proves that one.
    if (told && !told.espera_otra) {
      await removeIdentificaciones(told.uid, { actor: null, services });
    }
  }
};

/** What failed when a file was to be given; that it, or the account, has got another just now, in words. */
export const refuseTaken = (error: unknown): unknown =>
  isUniqueViolation(error) ? refuse('ABORTED', ERRORES.yaDecidida) : error;
