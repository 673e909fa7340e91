import { caller } from '../../../../platform/web/callables/client.ts';
import { useCall, useCallMutation } from '../../../../platform/web/callables/hooks.ts';
import type * as documentos from '../../../documentos/contract.ts';
import type * as contract from '../contract.ts';

const listExcepcionesReglas =
  caller<typeof contract.listExcepcionesReglas>('listExcepcionesReglas');
const requestExcepcionRegla =
  caller<typeof contract.requestExcepcionRegla>('requestExcepcionRegla');
const decideExcepcionRegla = caller<typeof contract.decideExcepcionRegla>('decideExcepcionRegla');
const withdrawExcepcionRegla =
  caller<typeof contract.withdrawExcepcionRegla>('withdrawExcepcionRegla');
const listDocumentosPersona =
  caller<typeof documentos.listDocumentosPersona>('listDocumentosPersona');

const OLD = [listExcepcionesReglas, { callName: 'getInscripcion' }, { callName: 'listOfertas' }];

/** Of a plantilla, or of a person. */
export const useExcepciones = (de: { plantillaId: string } | { clave: string }) =>
  useCall(listExcepcionesReglas, de);
export const useRequestExcepcion = () =>
  useCallMutation(requestExcepcionRegla, { invalidates: OLD });
export const useDecideExcepcion = () => useCallMutation(decideExcepcionRegla, { invalidates: OLD });
export const useWithdrawExcepcion = () =>
  useCallMutation(withdrawExcepcionRegla, { invalidates: OLD });

/** What there is in somebody's vault that may prove something. */
export const useDocumentosDe = (clave: string) => useCall(listDocumentosPersona, { clave });
