import type { FeatureJobs } from '../../../platform/server/feature.ts';
import { runPlazosDeSoporte } from '../plazos/server/service.ts';
import { printCerradas } from '../transcripcion/server/service.ts';

export const soporteJobs: FeatureJobs = {
  /** Every minute: mails to who is away, releases, resolutions, closings and their transcripts. */
  'soporte-plazos': (services) => ({
    cron: '* * * * *',
    retryLimit: 1,
    run: async () => {
      await runPlazosDeSoporte(services);
      await printCerradas(services);
    },
  }),
};
