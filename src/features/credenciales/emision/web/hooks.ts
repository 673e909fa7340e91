import { caller } from '../../../../platform/web/callables/client.ts';
import { useCall, useCallMutation } from '../../../../platform/web/callables/hooks.ts';
import { listEmitidosCall } from '../../web/hooks.ts';
import type * as contract from '../contract.ts';
import type { Fuente, TipoEnLote } from '../rules.ts';

const preview = caller<typeof contract.previewEmisionDocumentos>('previewEmisionDocumentos');
const start = caller<typeof contract.startEmisionDocumentos>('startEmisionDocumentos');
const list = caller<typeof contract.listEmisionesDocumentos>('listEmisionesDocumentos');

/** Of which edition or route. */
export type DeFuente = { fuente: Fuente; fuenteId: string };

/** Who would be issued one now, and who not; asked each time that it is opened. */
export const useVistaDeEmision = (de: DeFuente & { tipo: TipoEnLote }) =>
  useCall(preview, de, { staleTime: 0, gcTime: 0 });

/** While one was asked for so lately (ms), its figures may still grow. */
const RECENT_MS = 600_000;

/** What was issued for it so far. */
export const useEmisiones = (de: DeFuente) =>
  useCall(list, de, {
    refetchInterval: ({ state: { data } }) =>
      data?.emisiones.some(({ pedidoEn }) => Date.now() - Date.parse(pedidoEn) < RECENT_MS)
        ? 3_000
        : false,
  });

export const useStartEmision = () =>
  useCallMutation(start, {
    invalidates: [list, preview, listEmitidosCall, { callName: 'listTrabajos' }],
  }).mutateAsync;
