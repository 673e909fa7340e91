import type { Session } from '../session/store.ts';
import { keepOnlyOf, wipeKept } from './kept-pages.ts';
import { mirror } from './mirror.ts';

/** Wipes the device when somebody signs out, and what is another's when somebody signs in. */
export const followSession = (session: Session): (() => void) => {
  let uid: string | null = null;
  const follow = () => {
    const { status, user, left } = session.getState();
    if (status === 'signedIn' && user && user.uid !== uid) {
      uid = user.uid;
      void mirror.keepOnly(user);
      // A browser that keeps nothing has nothing to let go.
      keepOnlyOf(uid).catch(() => {});
    } else if (status === 'anonymous' && left) {
      uid = null;
      void mirror.wipe();
      wipeKept().catch(() => {});
    }
  };
  follow();
  return session.subscribe(follow);
};
