import type { FeatureJobs } from '../../../../platform/server/feature.ts';
import { tellRechazadas } from '../revision/server/service.ts';

export const vinculacionesJobs: FeatureJobs = {
  /** What was not confirmed is told once it can no longer be withdrawn. */
  'vinculaciones-contar': (services) => ({
    cron: '*/5 * * * *',
    run: () => tellRechazadas(services),
  }),
};
