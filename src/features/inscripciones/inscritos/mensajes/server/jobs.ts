import type { Services } from '../../../../../platform/server/services.ts';
import { canDecideInscripciones } from '../../../policy.ts';
import { MENSAJE_JOB, runMensaje } from './service.ts';

/** The job that writes to those who sent an inscripción. */
export const defineMensajes = (services: Services): void => {
  services.trabajos.define<{ mensajeId: string }>(MENSAJE_JOB, {
    policy: (owner) => canDecideInscripciones(owner),
    run: (datos, progress) => runMensaje(datos, progress, services),
    cancelado: 'Se canceló: a quienes faltaba no se les escribió.',
    detenido: 'A quienes faltaba no se les escribió.',
  });
};
