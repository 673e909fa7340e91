import { randomInt } from 'node:crypto';
import type { z } from 'zod';
import { type Db, isUniqueViolation, type Trx } from '../../../../platform/server/db/index.ts';
import { recordCambio, recordOnce } from '../../../../platform/server/historial/index.ts';
import type { Asking } from '../../../../platform/server/origin.ts';
import { queueOf } from '../../../../platform/server/queues.ts';
import { currentRequest } from '../../../../platform/server/request-context.ts';
import type { Services } from '../../../../platform/server/services.ts';
import { CallError, type Status } from '../../../../platform/shared/errors.ts';
import { makeClaveSinCurp } from '../../../personas/clave/rules.ts';
import {
  createPersona,
  lockPersonaByClave,
  personaOfCurp,
} from '../../../personas/server/service.ts';
import { type Cuenta, findCuentaByPersona, updateCuentaRow } from '../../cuentas/server/data.ts';
import { MESSAGES } from '../../errors.ts';
import type { DatosDeRegistro } from '../../registro/server/data.ts';
import { displayNameOf } from '../../rules.ts';
import { revokeSesionesOf } from '../../sesiones/server/data.ts';
import type * as contract from '../contract.ts';
import { ERRORES } from '../errors.ts';
import { VINCULACION } from '../estados.ts';
import { canDecideVinculaciones, canTakeExpediente } from '../policy.ts';
import { vinculacionesPath } from '../routes.ts';
import { identificacionesDe } from '../rules.ts';
import {
  closeVinculacion,
  countEspera,
  findVinculacion,
  insertVinculacion,
  unlinkPersona,
  type VinculacionRow,
} from './data.ts';
import {
  expedienteRetiradoMail,
  expedienteUnidoMail,
  vinculacionConfirmadaMail,
  vinculacionPendienteMail,
  vinculacionRechazadaMail,
} from './mails.ts';

/** What became of the file: it is the account's, or staff have to confirm whose it is. */
export type Expediente = 'listo' | 'porConfirmar';

const link = (trx: Trx, uid: string, personaId: string, displayName: string) =>
  updateCuentaRow(trx, uid, { personaId, displayName });

const recordPersona = (trx: Trx, cuenta: Cuenta, personaId: string, conCurp: boolean) =>
  recordCambio(trx, 'persona.crear', {
    id: personaId,
    actorUid: cuenta.uid,
    despues: { cuenta: cuenta.uid, conCurp },
  });

/** How many random keys are tried before giving up: 10^8 keys, a few thousand in use. */
const CLAVE_TRIES = 20;

const namesOf = ({ nombre, apellidoPaterno, apellidoMaterno }: DatosDeRegistro) => ({
  nombre,
  apellidoPaterno,
  apellidoMaterno,
});

const makeSinCurp = async (trx: Trx, cuenta: Cuenta, datos: DatosDeRegistro): Promise<void> => {
  let personaId: string | null = null;
  for (let i = 0; personaId === null && i < CLAVE_TRIES; i++) {
    personaId = await createPersona(trx, {
      clave: makeClaveSinCurp(String(randomInt(100_000_000)).padStart(8, '0')),
      curp: null,
      ...namesOf(datos),
      nombreCompleto: displayNameOf(datos),
      fechaNacimiento: null,
      sexo: null,
      entidadNacimiento: null,
      discrepancias: [],
      curpDeclarada: datos.curp,
    });
  }
  if (personaId === null) throw new Error('no free key for a person without CURP');
  await link(trx, cuenta.uid, personaId, displayNameOf(datos));
  await recordPersona(trx, cuenta, personaId, false);
};

/** The file that has the CURP already: theirs at once, or staff will say. */
const claim = async (
  trx: Trx,
  services: Services,
  cuenta: Cuenta,
  curp: string,
  datos: DatosDeRegistro,
): Promise<Expediente> => {
  const persona = await lockPersonaByClave(trx, curp);
  if (!persona) throw new Error('the CURP that was taken is nobody’s');
  const known = persona.correo_conocido === cuenta.email;
  if (known && !(await findCuentaByPersona(trx, persona.id))) {
    await link(trx, cuenta.uid, persona.id, persona.nombre_completo);
    await recordCambio(trx, 'persona.reclamar', {
      id: persona.id,
      actorUid: cuenta.uid,
      despues: { cuenta: cuenta.uid },
    });
    await services.mail.queue(trx, expedienteUnidoMail(services.env, cuenta.email));
    return 'listo';
  }
  const id = await insertVinculacion(trx, {
    uid: cuenta.uid,
    personaId: persona.id,
    ...namesOf(datos),
  });
  if (id === null) {
    throw new CallError('FAILED_PRECONDITION', MESSAGES['vinculacion-pendiente'], {
      code: 'vinculacion-pendiente',
    });
  }
  await updateCuentaRow(trx, cuenta.uid, { displayName: displayNameOf(datos) });
  await recordCambio(trx, 'vinculacion.pedir', {
    id,
    actorUid: cuenta.uid,
    personaId: persona.id,
    despues: { cuenta: cuenta.uid },
  });
  await services.mail.queue(trx, vinculacionPendienteMail(services.env, cuenta.email));
  return 'porConfirmar';
};

/**
 * The file of an account whose email is verified, from what its registration said, in the transaction of
 * whoever calls: made anew, or claimed when the CURP has one. Throws FAILED_PRECONDITION
 * (`vinculacion-pendiente`) when the account waits for another.
 */
export const makeExpediente = async (
  trx: Trx,
  services: Services,
  cuenta: Cuenta,
  datos: DatosDeRegistro,
): Promise<Expediente> => {
  if (datos.tipo === 'sinCurp') {
    await makeSinCurp(trx, cuenta, datos);
    return 'listo';
  }
  const persona = personaOfCurp(datos.curp ?? '', namesOf(datos), services.now());
  const personaId = await createPersona(trx, persona);
  if (personaId === null) return claim(trx, services, cuenta, persona.clave, datos);
  await link(trx, cuenta.uid, personaId, persona.nombreCompleto);
  await recordPersona(trx, cuenta, personaId, true);
  return 'listo';
};

const refuse = (status: Status, { code, message }: { code: string; message: string }) =>
  new CallError(status, message, { code });

export const requireVinculacion = async (
  db: Parameters<typeof findVinculacion>[0],
  id: string,
): Promise<VinculacionRow> => {
  const row = await findVinculacion(db, id);
  if (!row) throw refuse('NOT_FOUND', ERRORES.noExiste);
  return row;
};

/** Gives the file to the account that asked for it, and takes it from whoever had it. */
const confirm = async (
  trx: Trx,
  row: VinculacionRow,
  sustituir: boolean,
  { actor, services }: Context,
): Promise<void> => {
  // Held until the transaction ends: nobody links it meanwhile.
  await lockPersonaByClave(trx, row.clave);
  const holder = await findCuentaByPersona(trx, row.persona_id);
  if (holder) {
    if (!sustituir) throw refuse('FAILED_PRECONDITION', ERRORES.otraCuenta);
    if (!canTakeExpediente(actor)) throw refuse('PERMISSION_DENIED', ERRORES.soloAdmin);
    await unlinkPersona(trx, holder.uid);
    await revokeSesionesOf(trx, holder.uid);
    await services.mail.queue(trx, expedienteRetiradoMail(holder.email));
    await recordCambio(trx, 'cuenta.vincularPersona', {
      id: holder.uid,
      personaId: row.persona_id,
      antes: { personaId: row.persona_id },
      despues: { personaId: null },
    });
  }
  await link(trx, row.uid, row.persona_id, row.nombre_completo);
  await revokeSesionesOf(trx, row.uid);
  await services.mail.queue(trx, vinculacionConfirmadaMail(services.env, row.email));
};

type Context = Pick<Asking, 'actor' | 'services'>;

type Decision = z.output<typeof contract.decideVinculacion.input>;

/** Confirms whose the file is, or that it is not theirs. */
export const decide = async (trx: Trx, input: Decision, ctx: Context): Promise<VinculacionRow> => {
  const { services } = ctx;
  const row = await requireVinculacion(trx, input.id);
  const motivo = input.decision === 'rechazar' ? input.motivo : null;
  const closed = await closeVinculacion(trx, row.id, input.decision, {
    motivo,
    en: services.now(),
  });
  if (!closed) throw refuse('ABORTED', ERRORES.yaDecidida);
  if (input.decision === 'confirmar') await confirm(trx, row, input.sustituir, ctx);
  else
    await services.mail.queue(trx, vinculacionRechazadaMail(services.env, row.email, input.motivo));
  await recordCambio(trx, `vinculacion.${input.decision}`, {
    id: row.id,
    personaId: row.persona_id,
    antes: { estado: row.estado },
    despues: { estado: VINCULACION.pasos[input.decision].a, cuenta: row.uid },
    ...(motivo !== null && { motivo }),
  });
  return row;
};

/** What served to decide goes; if that fails it goes by itself in some days. */
export const removeIdentificaciones = async (
  uid: string,
  { actor, services }: Context,
): Promise<void> => {
  const who = { actor, ticket: null };
  try {
    await services.storage.removeOwned(uid, identificacionesDe(uid), who);
  } catch (error) {
    services.log.warn(
      { err: error, reqId: currentRequest()?.requestId },
      'no se borró una identificación',
    );
  }
};

/** What failed when a file was to be given; that it, or the account, has got another just now, in words. */
export const refuseTaken = (error: unknown): unknown =>
  isUniqueViolation(error) ? refuse('ABORTED', ERRORES.yaDecidida) : error;

/** Whose files are asked for, for whoever looks at the list. */
export const recordLista = async (
  db: Db,
  rows: readonly { persona_id: string }[],
): Promise<void> => {
  const personas = [...new Set(rows.map(({ persona_id }) => persona_id))].sort();
  if (personas.length === 0) return;
  await db
    .transaction()
    .execute((trx) =>
      recordOnce(trx, 'vinculacion.listar', { id: 'lista', despues: { personas } }),
    );
};

/** That somebody looked at what was asked for of a file. */
export const recordLectura = async (
  db: Db,
  { id, persona_id }: Pick<VinculacionRow, 'id' | 'persona_id'>,
): Promise<void> => {
  await db
    .transaction()
    .execute((trx) => recordOnce(trx, 'vinculacion.leer', { id, personaId: persona_id }));
};

/** The files that staff are to confirm. */
export const vinculacionesPendientes = queueOf({
  policy: canDecideVinculaciones,
  count: countEspera,
  titulo: ['Expediente por confirmar', 'Expedientes por confirmar'],
  enlace: vinculacionesPath,
  accion: 'Revisar',
});
