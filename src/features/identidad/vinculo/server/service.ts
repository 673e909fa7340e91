import type { Seguidor } from '../../../personas/clave/seguidores/server/service.ts';
import { updateCuentaRow } from '../../cuentas/server/data.ts';
import { revokeSesionesOf } from '../../sesiones/server/data.ts';
import { moveVinculaciones } from '../../vinculaciones/server/data.ts';
import { moveAceptaciones, moveAceptacionesDe, selectCuentasOf } from './data.ts';
import { curpAsignadaMail, expedientesSeparadosMail } from './mails.ts';

/**
 * The account goes with the person: with its password, photo, files and preferences, which are the
 * account's. Its claims are others, so its sessions end; the person is told by mail.
 */
export const vinculoSeguidor: Seguidor = {
  columnas: ['cuentas.persona_id', 'aceptaciones.persona_id', 'vinculaciones.persona_id'],
  llama: { cuentas: 'la cuenta', vinculaciones: 'solicitudes de su expediente' },
  libres: ['aceptaciones'],

  async look(trx, { de, a }, lock) {
    const cuentas = await selectCuentasOf(trx, a === null ? [de] : [de, a], lock);
    const [mine, theirs] = [de, a].map((id) => cuentas.find((c) => c.persona_id === id));
    return {
      siguen: mine
        ? [
            `La cuenta ${mine.email}, con su contraseña, su foto, sus archivos y sus preferencias. Se cierran sus sesiones.`,
          ]
        : [],
      impedimentos:
        mine && theirs
          ? [
              `Los dos expedientes tienen cuenta: ${mine.email} y ${theirs.email}. Pida a quien administra Usuarios que quite el vínculo de la que ya no se usará.`,
            ]
          : [],
      correos: new Map(cuentas.map(({ persona_id, email }) => [persona_id!, email])),
      version: cuentas,
    };
  },

  async follow(trx, { de, a, nombreCompleto, corrige = false, ctx, anotar }) {
    const { services } = ctx;
    const [cuenta] = await selectCuentasOf(trx, a === null ? [de] : [de, a], true);
    if (a !== null) {
      await moveAceptaciones(trx, de, a);
      await moveVinculaciones(trx, de, a);
    }
    if (!cuenta) return;
    const moves = cuenta.persona_id === de;
    await updateCuentaRow(trx, cuenta.uid, {
      displayName: nombreCompleto,
      ...(a !== null && { personaId: a }),
    });
    const terminadas = moves ? await revokeSesionesOf(trx, cuenta.uid) : 0;
    await services.notificaciones.notify(
      trx,
      curpAsignadaMail(services.env, cuenta, {
        porque: a !== null ? 'fusion' : corrige ? 'correccion' : 'asignacion',
        sesionesCerradas: moves,
      }),
    );
    if (!moves) return;
    anotar(a === null ? 'cuenta.cambiarClave' : 'cuenta.vincularPersona', {
      id: cuenta.uid,
      personaId: a ?? de,
      antes: { personaId: de },
      despues: { personaId: a ?? de, sesionesTerminadas: terminadas },
    });
  },

  async hold(trx, personaId) {
    await selectCuentasOf(trx, [personaId], true);
  },

  async separate(trx, { de, a, cuenta, ctx: { services }, anotar }) {
    if (cuenta === null) return;
    await moveAceptacionesDe(trx, cuenta, de);
    const terminadas = await revokeSesionesOf(trx, cuenta);
    const [row] = await selectCuentasOf(trx, [de], false);
    if (row) await services.notificaciones.notify(trx, expedientesSeparadosMail(services.env, row));
    anotar('cuenta.vincularPersona', {
      id: cuenta,
      personaId: de,
      antes: { personaId: a },
      despues: { personaId: de, sesionesTerminadas: terminadas },
    });
  },

  async rename(trx, { personaId, nombreCompleto }) {
    for (const { uid } of await selectCuentasOf(trx, [personaId], true)) {
      await updateCuentaRow(trx, uid, { displayName: nombreCompleto });
    }
  },
};
