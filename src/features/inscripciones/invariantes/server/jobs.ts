import type { FeatureJobs } from '../../../../platform/server/feature.ts';
import { runRevision } from './service.ts';

export const invariantesJobs: FeatureJobs = {
  /** Every night seats, lines and history of the enrolments are proved to agree; what does not is told to the Admins. */
  'inscripciones-revisar': (services) => ({
    cron: '41 3 * * *',
    expireInSeconds: 1_800,
    run: async () => {
      await runRevision(services);
    },
  }),
};
