import type { FeatureJobs } from '../../../../platform/server/feature.ts';
import { endVencidas } from '../../clave/server/service.ts';

export const fusionesJobs: FeatureJobs = {
  /** Every hour what nobody confirmed in its days ends. */
  'fusiones-vencer': ({ db, now }) => ({
    cron: '23 * * * *',
    run: async () => {
      await db.transaction().execute((trx) => endVencidas(trx, now()));
    },
  }),
};
