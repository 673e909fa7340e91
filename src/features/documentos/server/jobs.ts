import type { FeatureJobs } from '../../../platform/server/feature.ts';
import { endVencidos, tellDecididos } from './service.ts';

export const documentosJobs: FeatureJobs = {
  /** What was decided is told together, once it can no longer be withdrawn. */
  'documentos-contar': (services) => ({ cron: '*/5 * * * *', run: () => tellDecididos(services) }),
  /** Every hour: what ends soon is told, and what is over ends. */
  'documentos-vencer': (services) => ({ cron: '41 * * * *', run: () => endVencidos(services) }),
};
