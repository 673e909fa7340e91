import { caller } from '../../../../platform/web/callables/client.ts';
import { useCallMutation } from '../../../../platform/web/callables/hooks.ts';
import { personPath } from '../../routes.ts';
import type { assignCurp, rehearseCurp } from '../contract.ts';

/** What would happen: asked for each time, since a rehearsal grows old. */
export const callRehearseCurp = caller<typeof rehearseCurp>('rehearseCurp');

const assignCurpCall = caller<typeof assignCurp>('assignCurp');
const getPersona = { callName: 'getPersona' };
const listUsuarios = { callName: 'listUsuarios' };

/** Does what was rehearsed; both files are shown anew. */
export const useAssignCurp = () =>
  useCallMutation(assignCurpCall, {
    invalidates: [
      getPersona,
      listUsuarios,
      { callName: 'listFusiones' },
      { callName: 'getFusion' },
    ],
    forgets: (path, input, output) =>
      path === personPath(input.clave) || path === personPath(output.clave),
  });
