import type { FeatureJobs } from '../../../../platform/server/feature.ts';
import { depurar } from './service.ts';

export const depuracionJobs: FeatureJobs = {
  /** Every night: data of applicants without a place whose term is over. */
  'posgrado-depurar': (services) => ({
    cron: '53 3 * * *',
    retryLimit: 3,
    expireInSeconds: 3600,
    run: async () => {
      await depurar(services);
    },
  }),
};
