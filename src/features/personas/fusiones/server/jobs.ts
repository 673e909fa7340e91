import type { Services } from '../../../../platform/server/services.ts';
import { endVencidas } from '../../clave/server/service.ts';

/** Every hour what nobody confirmed in its days ends. */
export const defineFusionesJobs = ({ db, jobs, now }: Services): void => {
  jobs.define(
    'fusiones-vencer',
    async () => {
      await db.transaction().execute((trx) => endVencidas(trx, now()));
    },
    { cron: '23 * * * *' },
  );
};
