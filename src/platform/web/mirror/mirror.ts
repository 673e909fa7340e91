import type { Found, MirrorOwner } from './seal.ts';
import type { disk as Disk, Sealed } from './store.ts';

export type { Found, MirrorOwner } from './seal.ts';

/** A text that nobody came back for is gone after this long. */
export const MIRROR_DAYS = 7;
const DAY_MS = 86_400_000;

const nameOf = ({ uid }: Pick<MirrorOwner, 'uid'>, key: string) => `${uid}/${key}`;

/** Asked for when a form opens, and not with the first files. */
const sealing = () => import('./seal.ts');

const isOld = ({ en }: Pick<Sealed, 'en'>, now: number) => now - en > MIRROR_DAYS * DAY_MS;

type Load = () => Promise<typeof Disk>;

/** How long what is written waits, at most, for a moment in which nobody types or presses. */
const IDLE_MS = 300;

/** When there is nothing to be drawn, and at once when the page goes. */
const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    const go = () => {
      globalThis.removeEventListener?.('pagehide', go);
      resolve();
    };
    globalThis.addEventListener?.('pagehide', go);
    if (typeof requestIdleCallback === 'undefined') setTimeout(go);
    else requestIdleCallback(go, { timeout: IDLE_MS });
  });

/**
 * Texts not yet saved, kept on the device until they are: sealed, by account, for some days. One write at a time for
 * each, the newest last. A device that keeps nothing (a private window, no room) is as one without a mirror.
 */
export const createMirror = (load: Load, now: () => number = Date.now) => {
  /** What is still to be written: null takes it away. */
  const pending = new Map<string, { owner: MirrorOwner; valor: unknown } | null>();
  let running: Promise<void> | null = null;

  const write = async () => {
    const disk = await load();
    for (const [name, change] of pending) {
      pending.delete(name);
      if (change === null) await disk.remove(name);
      else {
        const { seal } = await sealing();
        await disk.write(name, await seal(change.owner, change.valor, now()));
      }
    }
  };
  const soon = (): Promise<void> => {
    running ??= whenIdle()
      .then(write)
      .catch(() => {})
      .finally(() => {
        running = null;
        if (pending.size > 0) void soon();
      });
    return running;
  };
  const removeWhere = async (gone: (name: string, sealed: Sealed) => boolean) => {
    await running;
    const disk = await load();
    for (const [name, sealed] of await disk.all()) if (gone(name, sealed)) await disk.remove(name);
  };

  return {
    keep: (owner: MirrorOwner, key: string, valor: unknown): void => {
      pending.set(nameOf(owner, key), { owner, valor });
      void soon();
    },
    forget: (owner: MirrorOwner, key: string): void => {
      pending.set(nameOf(owner, key), null);
      void soon();
    },
    find: async <V>(owner: MirrorOwner, key: string): Promise<Found<V> | null> => {
      try {
        // Also where nothing is found: what is typed later may be typed without a connection.
        const { unseal } = await sealing();
        await running;
        const sealed = await (await load()).read(nameOf(owner, key));
        return sealed && !isOld(sealed, now()) ? await unseal<V>(owner, sealed) : null;
      } catch {
        return null;
      }
    },
    /** Somebody is in: what is of others, and what is old, goes. */
    keepOnly: ({ uid }: Pick<MirrorOwner, 'uid'>): Promise<void> =>
      removeWhere((name, sealed) => !name.startsWith(`${uid}/`) || isOld(sealed, now())).catch(
        () => {},
      ),
    /** Signed out: all of it goes. */
    wipe: (): Promise<void> => {
      pending.clear();
      return removeWhere(() => true).catch(() => {});
    },
  };
};

/** The page's one. */
export const mirror = createMirror(async () => (await import('./store.ts')).disk);
