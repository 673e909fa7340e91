import { randomInt } from 'node:crypto';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import type { Slots } from '../../../../platform/server/feature.ts';
import { recordCambio, recordVistos } from '../../../../platform/server/historial/index.ts';
import { queueOf } from '../../../../platform/server/queues.ts';
import type { Services } from '../../../../platform/server/services.ts';
import { CallError, refuse } from '../../../../platform/shared/errors.ts';
import { isSignedIn } from '../../../../platform/shared/policy.ts';
import { makeClaveSinCurp } from '../../../personas/clave/rules.ts';
import { propioPath } from '../../../personas/routes.ts';
import {
  createPersona,
  isCorreoDeOtro,
  lockPersonaByClave,
  personaOfCurp,
} from '../../../personas/server/service.ts';
import { type Cuenta, findCuentaByPersona, updateCuentaRow } from '../../cuentas/server/data.ts';
import { MESSAGES } from '../../errors.ts';
import type { DatosDeRegistro } from '../../registro/server/data.ts';
import { displayNameOf } from '../../rules.ts';
import { ERRORES } from '../errors.ts';
import { canDecideVinculaciones } from '../policy.ts';
import { revisionVinculacionesPath } from '../routes.ts';
import {
  countEspera,
  findLatestOf,
  findVinculacion,
  insertVinculacion,
  type VinculacionRow,
} from './data.ts';
import { expedientePedidoMail, expedienteUnidoMail, vinculacionPendienteMail } from './mails.ts';

/** What became of the file: it is the account's, or staff have to confirm whose it is. */
export type Expediente = 'listo' | 'porConfirmar';

/** The account gets that file, and its name. */
export const linkPersona = (trx: Trx, uid: string, personaId: string, displayName: string) =>
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
  await linkPersona(trx, cuenta.uid, personaId, displayNameOf(datos));
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
  const known =
    persona.correo_conocido === cuenta.email &&
    !(await isCorreoDeOtro(trx, cuenta.email, persona.id));
  const titular = await findCuentaByPersona(trx, persona.id);
  if (known && !titular) {
    await linkPersona(trx, cuenta.uid, persona.id, persona.nombre_completo);
    await recordCambio(trx, 'persona.reclamar', {
      id: persona.id,
      actorUid: cuenta.uid,
      despues: { cuenta: cuenta.uid },
    });
    await services.notificaciones.notify(trx, expedienteUnidoMail(services.env, cuenta));
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
  await services.notificaciones.notify(trx, vinculacionPendienteMail(services.env, cuenta));
  if (titular) {
    await services.notificaciones.notify(
      trx,
      expedientePedidoMail(services.env, titular, services.now()),
    );
  }
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
  await linkPersona(trx, cuenta.uid, personaId, persona.nombreCompleto);
  await recordPersona(trx, cuenta, personaId, true);
  return 'listo';
};

/** @throws {CallError} NOT_FOUND */
export const requireVinculacion = async (
  db: Parameters<typeof findVinculacion>[0],
  id: string,
): Promise<VinculacionRow> => {
  const row = await findVinculacion(db, id);
  if (!row) throw refuse('NOT_FOUND', ERRORES.noExiste);
  return row;
};

/** Whose files are asked for, for whoever looks at the list. */
export const recordLista = (db: Db, rows: readonly { persona_id: string }[]): Promise<void> =>
  recordVistos(
    db,
    'vinculacion.listar',
    rows.map(({ persona_id }) => persona_id),
  );

/** What an account whose file waits to be confirmed has to do: a photo of an identification is what staff confirm it by. */
export const vinculacionPropia: Slots['pendientes'] = {
  de: 'propios',
  policy: isSignedIn,
  async find(db, { actor: { uid, personaId } }) {
    const row = personaId === null ? await findLatestOf(db, uid) : undefined;
    if (row?.estado !== 'pendiente' || row.identificacion) return [];
    return [
      {
        titulo: 'Envíe una foto de su identificación',
        detalle: 'Control Escolar confirmará con ella que el expediente de su CURP es suyo.',
        enlace: propioPath(),
        accion: 'Enviar la foto',
      },
    ];
  },
};

/** The files that staff are to confirm. */
export const vinculacionesPendientes = queueOf({
  policy: canDecideVinculaciones,
  count: countEspera,
  titulo: ['Expediente por confirmar', 'Expedientes por confirmar'],
  enlace: revisionVinculacionesPath,
  accion: 'Revisar',
});
