import type { FeatureJobs, Given } from '../../../../platform/server/feature.ts';
import { withConvocatorias } from '../../pasos/server/service.ts';
import { runRevision } from './service.ts';

export const invariantesJobs = (given: Given): FeatureJobs => ({
  /** Every night seats, lines and history of the enrolments, and what other features prove, are proved to agree; the Admins are told what does not. */
  'inscripciones-revisar': (services) => ({
    cron: '41 3 * * *',
    expireInSeconds: 1_800,
    run: async () => {
      await runRevision(withConvocatorias(services, given), given.all('invariantes'));
    },
  }),
});
