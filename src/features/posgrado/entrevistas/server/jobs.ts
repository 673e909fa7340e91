import type { FeatureJobs } from '../../../../platform/server/feature.ts';
import { runRecordatorios } from './service.ts';

export const entrevistasJobs: FeatureJobs = {
  /** Each hour of the day: applicants and panels are reminded one working day before. */
  'posgrado-entrevistas': (services) => ({
    cron: '7 7-21 * * *',
    retryLimit: 2,
    run: () => runRecordatorios(services),
  }),
};
