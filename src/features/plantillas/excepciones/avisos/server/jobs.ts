import type { FeatureJobs } from '../../../../../platform/server/feature.ts';
import { tellPorVencer } from './service.ts';

export const excepcionesJobs: FeatureJobs = {
  /** Every day, in the morning: who may soon not be excused any more is told, once. */
  'plantillas-excepciones': (services) => ({
    cron: '17 9 * * *',
    run: () => tellPorVencer(services),
  }),
};
