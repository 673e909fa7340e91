import { caller } from '../../../../platform/web/callables/client.ts';
import { useCall, useCallMutation } from '../../../../platform/web/callables/hooks.ts';
import type * as contract from '../contract.ts';

const startSimulacionReglas =
  caller<typeof contract.startSimulacionReglas>('startSimulacionReglas');
const getSimulacionReglas = caller<typeof contract.getSimulacionReglas>('getSimulacionReglas');

const EVERY_MS = 1_500;

/** What is known of trying a version on everybody; asked again while one is under way. */
export const useSimulacion = (versionId: string) =>
  useCall(
    getSimulacionReglas,
    { versionId },
    {
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.enCurso ? EVERY_MS : false),
    },
  );

export const useStartSimulacion = () =>
  useCallMutation(startSimulacionReglas, {
    invalidates: [getSimulacionReglas, { callName: 'listTrabajos' }],
  });
