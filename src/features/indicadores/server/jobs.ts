import type { FeatureJobs } from '../../../platform/server/feature.ts';
import { foldCambios, rebuildIndicadores, reviewIndicadores } from './service.ts';

export const indicadoresJobs: FeatureJobs = {
  /** What people did is in the figures at once, among the changes: this only keeps those few. */
  'indicadores-plegar': ({ db }) => ({
    cron: '* * * * *',
    retryLimit: 1,
    run: async () => {
      await foldCambios(db);
    },
  }),
  /** Every night the figures are compared with the enrolments, and made again if one is not right. */
  'indicadores-noche': ({ db, log, now }) => ({
    cron: '53 3 * * *',
    expireInSeconds: 1_800,
    run: async () => {
      const { diferencias, ejemplos } = await reviewIndicadores(db, now());
      if (diferencias === 0) return;
      log.error({ diferencias, ejemplos }, 'indicadores que no cuadraban: se rehacen');
      await rebuildIndicadores(db, now());
    },
  }),
};
