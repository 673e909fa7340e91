import type { InputOf, OutputOf } from '../../../../../platform/shared/callable.ts';
import { ANY_BUCKET } from '../../../../../platform/shared/storage.ts';
import { caller } from '../../../../../platform/web/callables/client.ts';
import { useQueue } from '../../../../../platform/web/queue/use-queue.ts';
import { VINCULACION_PARAM } from '../../routes.ts';
import type * as contract from '../contract.ts';

const CALLS = {
  start: caller<typeof contract.startRevisionVinculacion>('startRevisionVinculacion'),
  renew: caller<typeof contract.renewRevisionVinculacion>('renewRevisionVinculacion'),
  end: caller<typeof contract.endRevisionVinculacion>('endRevisionVinculacion'),
  decide: caller<typeof contract.decideVinculacion>('decideVinculacion'),
  withdraw: caller<typeof contract.withdrawDecisionVinculacion>('withdrawDecisionVinculacion'),
};
/** What shows how many wait, and what became of one. */
const old = ['listVinculaciones', 'listPendientes', 'getPersona'].map((callName) => ({ callName }));

type Turno = OutputOf<typeof contract.startRevisionVinculacion>;
type Decision = InputOf<typeof contract.decideVinculacion>;

/** The files that wait for staff to say whose they are, one after another. */
export const useRevision = () =>
  useQueue<Turno, Decision>(CALLS, {
    idOf: ({ vinculacion }) => vinculacion?.id,
    param: VINCULACION_PARAM,
    old,
  });

/** Where staff see an image of an identification. */
export const identificacionSrc = (name: string): string =>
  `/v0/b/${ANY_BUCKET}/o/${encodeURIComponent(name)}?alt=media`;

/** What it is, by how it was named when it was sent. */
export const typeOf = (name: string): string =>
  ({ png: 'image/png', webp: 'image/webp' })[name.split('.').pop() ?? ''] ?? 'image/jpeg';
