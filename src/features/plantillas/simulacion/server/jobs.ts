import type { Given } from '../../../../platform/server/feature.ts';
import type { Services } from '../../../../platform/server/services.ts';
import { canEditPlantillas } from '../../policy.ts';
import { runSimulacion, SIMULACION } from './service.ts';

/** The job that tries the rules of a version on everybody. */
export const defineSimulaciones = (services: Services, given: Given): void =>
  services.trabajos.define<{ simulacionId: string }>(SIMULACION, {
    policy: (owner) => canEditPlantillas(owner),
    run: (datos, progress) => runSimulacion(datos, progress, services, given),
  });
