import { useEffect, useRef, useState } from 'react';
import { TRABAJO } from '../../../platform/shared/trabajos.ts';
import { caller } from '../../../platform/web/callables/client.ts';
import { useCall, useCallMutation } from '../../../platform/web/callables/hooks.ts';
import { useEvento, usePaced } from '../../../platform/web/eventos/react.ts';
import { notify } from '../../../platform/web/feedback/index.ts';
import type {
  cancelTrabajo,
  hideTrabajos,
  listTrabajos,
  retryTrabajo,
  Trabajo,
} from '../contract.ts';
import { exportacionUrl } from '../routes.ts';
import { finalesTras, ultimoFinal } from '../rules.ts';

/** The tray: whoever puts a job in it asks for it anew. */
export const listTrabajosCall = caller<typeof listTrabajos>('listTrabajos');
const cancelTrabajoCall = caller<typeof cancelTrabajo>('cancelTrabajo');
const retryTrabajoCall = caller<typeof retryTrabajo>('retryTrabajo');
const hideTrabajosCall = caller<typeof hideTrabajos>('hideTrabajos');

export const isLive = ({ estado }: Pick<Trabajo, 'estado'>): boolean => TRABAJO.is('vivos', estado);

/** While something runs, a look now and then for an event that was lost. */
const LOOK_MS = 30_000;

/** The tray; `todos`: everybody's, for an Admin. It is asked for again when an event says that a job changed. */
export const useTrabajos = ({ todos = false }: { todos?: boolean } = {}) => {
  const query = useCall(
    listTrabajosCall,
    { todos },
    {
      staleTime: 1_000,
      refetchInterval: ({ state }) => (state.data?.trabajos.some(isLive) ? LOOK_MS : false),
    },
  );
  const again = usePaced(() => query.refetch());
  useEvento(todos ? 'trabajosDeTodos' : 'trabajos', again);
  useEvento('conectado', again);
  return query;
};

/** The file that a job left, to be downloaded from a notice. */
export const downloadOf = ({ id, nombre }: NonNullable<Trabajo['archivo']>) => ({
  label: 'Descargar',
  href: exportacionUrl(id),
  download: nombre,
});

/** Up to when somebody has seen what ended: account and instant, of the last one who used this browser. */
const VISTO = 'portal-trabajos-visto';

const readVisto = (uid: string): string | null => {
  try {
    const [whose, hasta] = (localStorage.getItem(VISTO) ?? '').split(' ');
    return whose === uid && hasta !== undefined ? hasta : null;
  } catch {
    return null;
  }
};

/**
 * The person's jobs that ended since they last looked, also while the portal was closed; `seen` marks all of them. The
 * instants are the server's: this device's clock may be another.
 */
export const useSinVer = (
  uid: string,
  trabajos: readonly Trabajo[] | undefined,
): [sinVer: ReadonlySet<string>, seen: () => void] => {
  const [visto, setVisto] = useState(() => readVisto(uid));
  const seen = () => {
    const hasta = ultimoFinal(trabajos ?? [], visto ?? '');
    setVisto(hasta);
    try {
      localStorage.setItem(VISTO, `${uid} ${hasta}`);
    } catch {
      // Without storage the mark lasts until the page is closed.
    }
  };
  // Whoever is here for the first time has nothing old to look at.
  const first = visto === null && trabajos !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (first) seen();
  }, [first]);
  return [visto === null ? new Set() : finalesTras(trabajos ?? [], visto), seen];
};

/** Says once that a job of the person's has ended, wherever they are by then. */
export const useAnnounceTrabajos = (trabajos: readonly Trabajo[]): void => {
  const before = useRef(new Map<string, Trabajo['estado']>());
  useEffect(() => {
    for (const trabajo of trabajos) {
      const was = before.current.get(trabajo.id);
      if (was !== undefined && isLive({ estado: was })) {
        const text = `${trabajo.titulo}: ${trabajo.mensaje ?? 'terminó.'}`;
        const action = trabajo.archivo ? downloadOf(trabajo.archivo) : undefined;
        if (trabajo.estado === 'terminado') notify.success(text, action);
        if (trabajo.estado === 'fallido') notify.error(text, action);
      }
      before.current.set(trabajo.id, trabajo.estado);
    }
  }, [trabajos]);
};

/** What is done to a job shows in the tray. */
export const tray = { invalidates: [listTrabajosCall] };
export const useCancelTrabajo = () => useCallMutation(cancelTrabajoCall, tray);
export const useRetryTrabajo = () => useCallMutation(retryTrabajoCall, tray);
export const useHideTrabajos = () => useCallMutation(hideTrabajosCall, tray);
