import type { OutputOf } from '../../../../platform/shared/callable.ts';
import { caller } from '../../../../platform/web/callables/client.ts';
import { useCall } from '../../../../platform/web/callables/hooks.ts';
import type { getResultado } from '../contract.ts';

const getResultadoCall = caller<typeof getResultado>('getResultadoSolicitud');

export type Resultado = NonNullable<OutputOf<typeof getResultado>['resultado']>;

/** One's own result of a call; null before it is published. */
export const useResultado = (convocatoriaId: string) =>
  useCall(getResultadoCall, { convocatoriaId });
