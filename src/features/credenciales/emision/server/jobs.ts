import type { Services } from '../../../../platform/server/services.ts';
import { canIssueEmitidos } from '../../policy.ts';
import { EMISION_JOB, runEmision } from './service.ts';

/** The job that issues documents to all who passed an edition or completed a route. */
export const defineEmisiones = (services: Services): void => {
  services.trabajos.define<{ emisionId: string }>(EMISION_JOB, {
    policy: (owner) => canIssueEmitidos(owner),
    run: (datos, progress) => runEmision(datos, progress, services),
    cancelado: 'Se canceló: lo que ya se había emitido queda emitido.',
    detenido: 'Lo que ya se había emitido queda emitido.',
  });
};
