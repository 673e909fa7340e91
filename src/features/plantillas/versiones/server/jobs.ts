import type { FeatureJobs, Given } from '../../../../platform/server/feature.ts';
import { publishDue } from './service.ts';

export const plantillasJobs = ({ all }: Given): FeatureJobs => ({
  /** Every minute: drafts that were to be published from now on. */
  'plantillas-publicar': (services) => ({
    cron: '* * * * *',
    run: () => publishDue(services, all('hechos')),
  }),
});
