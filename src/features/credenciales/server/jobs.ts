import type { FeatureJobs } from '../../../platform/server/feature.ts';
import { renewListas } from '../emisor/server/service.ts';
import { signPending } from './service.ts';

export const credencialesJobs: FeatureJobs = {
  /** What was issued and nobody asked for yet gets its credential. */
  'credenciales-firmar': (services) => ({
    cron: '*/5 * * * *',
    run: (_data, { signal }) => signPending(services, signal),
  }),
  /** Every status list is signed anew each day. */
  'credenciales-listas': (services) => ({ cron: '17 3 * * *', run: () => renewListas(services) }),
};
