import type { Trx } from '../../../../platform/server/db/index.ts';
import type { FeatureJobs } from '../../../../platform/server/feature.ts';
import { recordCambio } from '../../../../platform/server/historial/index.ts';
import { actAsSystem } from '../../../../platform/server/request-context.ts';
import { cleanIntentos } from '../../intentos/server/service.ts';
import { hasPendientes } from '../../registro/server/data.ts';
import { deleteOldSesiones } from '../../sesiones/server/data.ts';
import { deleteAbandonedCuentas, deleteExpired, findCuentaByEmail, lockCuenta } from './data.ts';
import { passwordResetMail, unverifiedMail } from './mails.ts';
import { issueCodigo, RESET_JOB, type ResetJob } from './service.ts';

const CLEAN_JOB = 'identidad-limpiar';

/** The jobs of accounts: the reset mail, and the hourly cleaning. */
export const cuentasJobs: FeatureJobs = {
  [RESET_JOB]: ({ db, secrets, notificaciones, env }) => ({
    run: async ({ email, peticionId }: ResetJob) => {
      const address = secrets.open(email);
      const found = await findCuentaByEmail(db, address);
      if (!found) {
        if (await hasPendientes(db, address)) {
          await db
            .transaction()
            .execute((trx) => notificaciones.notify(trx, unverifiedMail(env, address)));
        }
        return;
      }
      const sendReset = async (trx: Trx) => {
        const cuenta = await lockCuenta(trx, found.uid);
        // Another address by now: this one opens nothing any more.
        if (!cuenta || cuenta.disabled || cuenta.email !== address) return;
        const code = await issueCodigo(trx, cuenta, 'PASSWORD_RESET');
        await notificaciones.notify(trx, passwordResetMail(env, cuenta.email, code));
        // Nobody has shown to be its owner: whoever knows the address may ask.
        await recordCambio(trx, 'cuenta.pedirRestablecimiento', {
          id: cuenta.uid,
          personaId: cuenta.persona_id,
        });
      };
      await actAsSystem(() => db.transaction().execute(sendReset), peticionId);
    },
  }),
  [CLEAN_JOB]: (services) => ({
    cron: '17 * * * *',
    run: async () => {
      const { db, throttle, tokens } = services;
      await db.transaction().execute(async (trx) => {
        for (const uid of await deleteAbandonedCuentas(trx)) {
          await recordCambio(trx, 'cuenta.eliminarAbandonada', { id: uid });
        }
      });
      await deleteExpired(db);
      await deleteOldSesiones(db);
      await cleanIntentos(services);
      await throttle.clean();
      await tokens.rotate();
    },
  }),
};
