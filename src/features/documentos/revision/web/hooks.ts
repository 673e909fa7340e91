import type { InputOf, OutputOf } from '../../../../platform/shared/callable.ts';
import { caller } from '../../../../platform/web/callables/client.ts';
import { useQueue } from '../../../../platform/web/queue/use-queue.ts';
import type * as contract from '../contract.ts';

const CALLS = {
  start: caller<typeof contract.startRevisionDocumento>('startRevisionDocumento'),
  renew: caller<typeof contract.renewRevisionDocumento>('renewRevisionDocumento'),
  end: caller<typeof contract.endRevisionDocumento>('endRevisionDocumento'),
  decide: caller<typeof contract.decideRevisionDocumento>('decideRevisionDocumento'),
  withdraw: caller<typeof contract.withdrawDecisionDocumento>('withdrawDecisionDocumento'),
};
/** What shows how many wait, and what became of one. */
const old = ['getPendientesDocumentos', 'listPendientes', 'listDocumentosPersona'].map(
  (callName) => ({ callName }),
);

type Turno = OutputOf<typeof contract.startRevisionDocumento>;
type Decision = InputOf<typeof contract.decideRevisionDocumento>;

/** The documents that wait, one after another. */
export const useRevision = () =>
  useQueue<Turno, Decision>(CALLS, {
    idOf: ({ documento }) => documento?.id,
    param: 'documento',
    old,
  });
