import type { FeatureJobs } from '../../../../platform/server/feature.ts';
import { startEvaluacion } from './service.ts';

export const solicitudesJobs: FeatureJobs = {
  /** Every minute: what was sent to a call that stopped receiving passes to evaluation. */
  'posgrado-solicitudes': (services) => ({
    cron: '* * * * *',
    retryLimit: 1,
    run: async () => {
      await startEvaluacion(services);
    },
  }),
};
