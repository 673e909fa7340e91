import type { FeatureJobs, Given } from '../../../../platform/server/feature.ts';
import type { Services } from '../../../../platform/server/services.ts';
import { canAnswerArco } from '../../policy.ts';
import { canAskCopia } from '../policy.ts';
import type { Sujeto } from '../zip/server/service.ts';
import { COPIA_JOB, COPIA_TRAMITE_JOB, expireCopias, runCopia } from './service.ts';

export const copiasJobs: FeatureJobs = {
  /** Every hour: what nobody may download any more is removed. */
  'copias-vencer': (services) => ({ cron: '17 * * * *', run: () => expireCopias(services) }),
};

/** The job that makes a copy, of what every feature gives. */
export const defineCopia = (services: Services, { all }: Given): void => {
  services.trabajos.define<Sujeto>(COPIA_JOB, {
    policy: (owner, { uid }) => canAskCopia(owner) && owner.uid === uid,
    run: (sujeto, progress) => runCopia(sujeto, progress, all('aportes'), services),
    cancelado: 'Se canceló: no quedó ninguna copia.',
    detenido: 'No se entregó ninguna copia.',
  });
  services.trabajos.define<Sujeto>(COPIA_TRAMITE_JOB, {
    policy: (owner) => canAnswerArco(owner),
    run: (sujeto, progress) => runCopia(sujeto, progress, all('aportes'), services),
    cancelado: 'Se canceló: no quedó ninguna copia.',
    detenido: 'No se preparó ninguna copia.',
  });
};
