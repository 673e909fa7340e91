import type { Services } from '../../../../platform/server/services.ts';
import { canEditOferta } from '../../../cursos/policy.ts';
import { AVISOS_DE_EDICION, type AvisosDeEdicion, runAvisos } from './service.ts';

/** The job that tells those who are, or were, in an edition. */
export const defineAvisosDeEdicion = (services: Services): void => {
  services.trabajos.define<AvisosDeEdicion>(AVISOS_DE_EDICION, {
    policy: (owner) => canEditOferta(owner),
    run: (datos, progress) => runAvisos(datos, progress, services),
    cancelado: 'Se canceló: a quienes faltaba no se les avisó.',
    detenido: 'A quienes faltaba no se les avisó.',
  });
};
