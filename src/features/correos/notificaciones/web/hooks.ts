import { useEffect, useState } from 'react';
import { caller } from '../../../../platform/web/callables/client.ts';
import {
  useCall,
  useCallMutation,
  useInvalidate,
} from '../../../../platform/web/callables/hooks.ts';
import { useEvento, usePaced } from '../../../../platform/web/eventos/react.ts';
import type * as contract from '../contract.ts';

const sinLeerCall = caller<typeof contract.getNotificacionesSinLeer>('getNotificacionesSinLeer');
const listCall = caller<typeof contract.listNotificaciones>('listNotificaciones');
const lecturaCall = caller<typeof contract.saveLecturaNotificaciones>('saveLecturaNotificaciones');

/** The count follows what is told, and is asked for anew when live events come back or the window does. */
const FRESH_MS = 120_000;

/** How many are unread, as the server counts them: it is never added up here. */
export const useSinLeer = (): number => {
  const invalidate = useInvalidate();
  const again = usePaced(() => invalidate(sinLeerCall, listCall));
  useEvento('notificaciones', again);
  useEvento('conectado', again);
  const { data } = useCall(sinLeerCall, null, { staleTime: FRESH_MS });
  return data?.sinLeer ?? 0;
};

export const useLectura = () =>
  useCallMutation(lecturaCall, { invalidates: [sinLeerCall, listCall] });

/** The newest ones, for the bell. */
export const useRecientes = (porPagina: number) =>
  useCall(listCall, { porPagina }, { staleTime: 0 });

type Lugar = { tras: string } | { antes: string } | Record<never, never>;

/** All of them, page by page. */
export const useNotificaciones = (soloSinLeer: boolean) => {
  const [lugar, setLugar] = useState<Lugar>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its beginning
  useEffect(() => setLugar({}), [soloSinLeer]);
  const query = useCall(
    listCall,
    { soloSinLeer, porPagina: 25, ...lugar },
    { staleTime: 0, placeholderData: (before) => before },
  );
  return { query, setLugar, alPrincipio: Object.keys(lugar).length === 0 };
};
