import type { FeatureJobs, Given } from '../../../../platform/server/feature.ts';
import { withConvocatorias } from '../../pasos/server/service.ts';
import { runRevision } from './service.ts';

export const invariantesJobs = (given: Given): FeatureJobs => ({
  /** Every night seats, lines and history of the enrolments are proved to agree; what does not is told to the Admins. */
  'inscripciones-revisar': (services) => ({
    cron: '41 3 * * *',
    expireInSeconds: 1_800,
    run: async () => {
      await runRevision(withConvocatorias(services, given));
    },
  }),
});
