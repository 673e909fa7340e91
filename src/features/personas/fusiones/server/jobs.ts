import type { FeatureJobs } from '../../../../platform/server/feature.ts';
import { expireFusionesHechas } from '../../reversion/server/data.ts';
import { endVencidas } from '../propuestas/server/service.ts';

export const fusionesJobs: FeatureJobs = {
  /** Every hour what nobody confirmed in its days ends, and what can no longer be undone is forgotten. */
  'fusiones-vencer': ({ db, now }) => ({
    cron: '23 * * * *',
    run: async () => {
      await db.transaction().execute(async (trx) => {
        await endVencidas(trx, now());
        await expireFusionesHechas(trx, now());
      });
    },
  }),
};
