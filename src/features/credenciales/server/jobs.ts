import type { FeatureJobs } from '../../../platform/server/feature.ts';
import { renewListas } from '../emisor/server/service.ts';
import { printPending } from '../impresion/server/service.ts';

export const credencialesJobs: FeatureJobs = {
  /** What was issued and nobody asked for yet gets its credential and its PDF. */
  'credenciales-firmar': (services) => ({
    cron: '* * * * *',
    expireInSeconds: 3600,
    run: (_data, { signal }) => printPending(services, signal),
  }),
  /** Every status list is signed anew each day. */
  'credenciales-listas': (services) => ({ cron: '17 3 * * *', run: () => renewListas(services) }),
};
