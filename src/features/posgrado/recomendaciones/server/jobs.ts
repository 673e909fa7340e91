import type { FeatureJobs } from '../../../../platform/server/feature.ts';
import { runPlazos } from './service.ts';

export const recomendacionesJobs: FeatureJobs = {
  /** Every quarter of an hour: reminders that fell due, and letters whose deadline passed. */
  'posgrado-recomendaciones': (services) => ({
    cron: '*/15 * * * *',
    retryLimit: 1,
    run: () => runPlazos(services),
  }),
};
