import { keepPreviousData } from '@tanstack/react-query';
import { caller } from '../../../platform/web/callables/client.ts';
import { useCall } from '../../../platform/web/callables/hooks.ts';
import type { FiltrosDeIndicadores, getIndicadores, listOpcionesIndicadores } from '../contract.ts';

const getIndicadoresCall = caller<typeof getIndicadores>('getIndicadores');
const listOpcionesCall = caller<typeof listOpcionesIndicadores>('listOpcionesIndicadores');

/** The figures of a period; those of before stay while others come. */
export const useIndicadores = (filtros: FiltrosDeIndicadores) =>
  useCall(getIndicadoresCall, filtros, { placeholderData: keepPreviousData });

/** What they can be asked of. */
export const useOpciones = () => useCall(listOpcionesCall, null, { staleTime: 300_000 });
