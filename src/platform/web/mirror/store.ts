import { createStore, del, entries, get, set } from 'idb-keyval';

/** What stands on the device: nothing that can be read without the key that the server gives to its owner. */
export type Sealed = { readonly en: number; readonly iv: Uint8Array; readonly datos: ArrayBuffer };

const store = createStore('portal-sin-guardar', 'textos');

/** The keys and bytes of the device, as `mirror.ts` uses them; loaded only once somebody is in. */
export const disk = {
  read: (key: string) => get<Sealed>(key, store),
  write: (key: string, sealed: Sealed) => set(key, sealed, store),
  remove: (key: string) => del(key, store),
  all: () => entries<string, Sealed>(store),
};
