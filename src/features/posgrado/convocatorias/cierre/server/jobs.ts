import type { FeatureJobs } from '../../../../../platform/server/feature.ts';
import type { Services } from '../../../../../platform/server/services.ts';
import { canDecidePosgrado, canManagePosgrado } from '../../../policy.ts';
import {
  AVISOS_DE_MODIFICACION,
  type AvisosDeModificacion,
  runAvisosDeModificacion,
} from '../../modificaciones/server/service.ts';
import {
  CANCELACION_DE_CONVOCATORIA,
  type CancelacionDeConvocatoria,
  concludeTerminadas,
  finishCancelaciones,
  runCancelacion,
} from './service.ts';

export const convocatoriasJobs: FeatureJobs = {
  /** Every night: what a stopped cancellation left, and calls in which nothing is left. */
  'posgrado-convocatorias': (services) => ({
    cron: '41 3 * * *',
    run: async () => {
      await finishCancelaciones(services);
      await concludeTerminadas(services);
    },
  }),
};

/** The long work of calls, which its owner follows in the tray. */
export const defineTrabajosDeConvocatorias = (services: Services): void => {
  services.trabajos.define<AvisosDeModificacion>(AVISOS_DE_MODIFICACION, {
    policy: canManagePosgrado,
    run: (datos, progress) => runAvisosDeModificacion(datos, progress, services),
    cancelado: 'Se canceló: a quienes faltaba no se les avisó.',
    detenido: 'A quienes faltaba no se les avisó.',
  });
  services.trabajos.define<CancelacionDeConvocatoria>(CANCELACION_DE_CONVOCATORIA, {
    policy: canDecidePosgrado,
    run: (datos, progress) => runCancelacion(datos, progress, services),
    cancelado: 'Se detuvo: lo que faltaba se anula por la noche.',
    detenido: 'Lo que faltaba se anula por la noche.',
  });
};
