import type { FeatureJobs } from '../../../../../platform/server/feature.ts';
import { refreshConvocatorias } from './service.ts';

export const evaluacionJobs: FeatureJobs = {
  /** Every night: files change, and with them who may score what. */
  'posgrado-impedimentos': (services) => ({
    cron: '25 3 * * *',
    run: () => refreshConvocatorias(services),
  }),
};
