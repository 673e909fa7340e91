import { NO_SE_LEE } from '../../shared/ilegible.ts';

/** In place of what is kept and cannot be read. Not of `index.ts`: no screen that is opened first needs it. */
export function NoSeLee() {
  return <em>{NO_SE_LEE}</em>;
}
