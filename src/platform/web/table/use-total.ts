import { useState } from 'react';
import { messageOf } from '../callables/client.ts';
import { notify } from '../feedback/notifications.ts';
import type { AnyTableState } from './types.ts';

/** All that the search and the filters let through, as somebody may choose it. */
export type Total = {
  /** How many; null: not asked yet. */
  readonly known: number | null;
  /** Has them counted where they are not, and then goes on. */
  readonly count: (then: () => void) => void;
};

/**
 * How many rows may be chosen together: those in sight where they are all, or as many as `countAll` says when somebody
 * asks, of a list by cursor. Of another search it is another figure.
 */
export const useTotal = (
  state: AnyTableState,
  inSight: number | null,
  countAll: (() => Promise<number>) | undefined,
): Total => {
  const scope = JSON.stringify([state.search, state.filters]);
  const [counted, setCounted] = useState({ scope, total: null as number | null });
  const count: Total['count'] = (then) => {
    if (inSight !== null || !countAll) return then();
    countAll().then(
      (total) => {
        setCounted({ scope, total });
        then();
      },
      (error: unknown) => notify.error(messageOf(error)),
    );
  };
  return { known: inSight ?? (counted.scope === scope ? counted.total : null), count };
};
