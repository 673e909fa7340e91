import type { ServerFeature } from '../../../platform/server/feature.ts';
import { indicadoresHandlers } from './handlers.ts';
import { indicadoresJobs } from './jobs.ts';

export const indicadores: ServerFeature = {
  name: 'indicadores',
  callables: indicadoresHandlers,
  jobs: indicadoresJobs,
};
