import type { FeatureJobs, Given } from '../../../../platform/server/feature.ts';
import { withConvocatorias } from '../../pasos/server/service.ts';
import { runFilas } from './service.ts';

export const esperaJobs = (given: Given): FeatureJobs => ({
  /**
   * Every minute: offers that nobody accepted end, and every seat that is free – left, added, not kept any more for the
   * people of a quota – is offered to the next in line.
   */
  'inscripciones-filas': (services) => ({
    cron: '* * * * *',
    retryLimit: 1,
    run: async () => {
      await runFilas(withConvocatorias(services, given));
    },
  }),
});
