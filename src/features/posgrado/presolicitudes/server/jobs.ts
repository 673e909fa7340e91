import type { FeatureJobs } from '../../../../platform/server/feature.ts';
import { lapsePresolicitudes } from './service.ts';

export const presolicitudesJobs: FeatureJobs = {
  /** Every minute: observations whose term is over lapse their pre-application. */
  'posgrado-presolicitudes': (services) => ({
    cron: '* * * * *',
    retryLimit: 1,
    run: () => lapsePresolicitudes(services),
  }),
};
