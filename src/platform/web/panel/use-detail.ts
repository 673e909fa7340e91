import { useLocation, useNavigate } from 'react-router';
import { asksFirst } from '../unsaved.ts';

/** Under which a history entry notes that the panel was opened from the entry before it, and what that one said. */
const FROM = 'portalDetailFrom';

/**
 * Which record of a list is open beside it, in the address: reloaded, shared and gone back to. Opening it is a
 * step that Back undoes; going to the next one is not. The id is the portal's own: nobody's datum.
 */
export type DetailState = {
  /** Null: none. */
  readonly id: string | null;
  /** Props of the link that opens one; whatever else the address and the entry hold stays. */
  readonly linkTo: (id: string) => {
    to: { search: string };
    replace: boolean;
    state: object;
    onClick: (event: { preventDefault: () => void }) => void;
  };
  readonly go: (id: string) => void;
  readonly close: () => void;
};

/** `param` is the parameter's name. */
export const useDetail = (param: string): DetailState => {
  const location = useLocation();
  const navigate = useNavigate();
  const search = (id: string | null): string => {
    const params = new URLSearchParams(location.search);
    if (id === null) params.delete(param);
    else params.set(param, id);
    return `?${params}`;
  };
  const id = new URLSearchParams(location.search).get(param);
  const state = (location.state ?? {}) as { [FROM]?: string };
  const placeOf = (next: string) => ({
    to: { search: search(next) },
    replace: id !== null,
    state: id === null ? { ...state, [FROM]: search(null) } : state,
  });
  const go = (next: string) => {
    const { to, ...options } = placeOf(next);
    navigate(to, options);
  };
  return {
    id,
    linkTo: (next) => ({
      ...placeOf(next),
      // What is being written in the open one would go.
      onClick: (event) => {
        if (next !== id && asksFirst(() => go(next))) event.preventDefault();
      },
    }),
    go: (next) => {
      if (next === id || !asksFirst(() => go(next))) go(next);
    },
    close: () => {
      // The list as it is now: Back only where it leads to that.
      if (state[FROM] === search(null)) navigate(-1);
      else navigate({ search: search(null) }, { replace: true, state: { ...state, [FROM]: null } });
    },
  };
};
