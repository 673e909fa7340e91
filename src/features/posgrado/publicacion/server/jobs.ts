import type { FeatureJobs } from '../../../../platform/server/feature.ts';
import { concludeDesiertas, publishPendientes } from './service.ts';

export const publicacionJobs: FeatureJobs = {
  /** Every minute: results whose moment has come. After an outage they are late, and still whole. */
  'posgrado-publicar': (services) => ({
    cron: '* * * * *',
    retryLimit: 0,
    expireInSeconds: 600,
    run: async () => {
      await publishPendientes(services);
      await concludeDesiertas(services);
    },
  }),
};
