import { expect } from 'vitest';
import type { Item } from '../../src/features/catalogos/contract.ts';
import type { CatalogoId } from '../../src/features/catalogos/definiciones/rules.ts';
import type { Role } from '../../src/platform/shared/actor.ts';
import { startTestPortal } from '../portal.ts';
import { insertCuentaVerificada, signInByWire } from './cuentas.ts';

/** A portal whose catalogs are looked at: two Admins, one of the staff and a person, by their tokens, and what is done with items. */
export const startCatalogos = async () => {
  const portal = await startTestPortal();
  const signIn = async (uid: string, role: Role | null): Promise<string> => {
    const email = `${uid}@catalogos.example`;
    const display_name = `PERSONA ${uid.toUpperCase()}`;
    await insertCuentaVerificada(portal.services.db, { uid, email, display_name, role });
    return signInByWire(portal, email);
  };
  const admin = await signIn('ana', 'Admin');
  const call = (name: string, data: unknown, token?: string) =>
    portal.call(name, data, token ? { token } : {});
  const list = async (catalogo: CatalogoId, more: object = {}, token = admin) =>
    (await call('listItemsCatalogo', { catalogo, ...more }, token)).result as {
      total: number;
      filas: Item[];
    };
  return {
    ...{ portal, admin, call, list },
    otherAdmin: await signIn('beto', 'Admin'),
    escolar: await signIn('ciro', 'Escolar'),
    persona: await signIn('dora', null),
    find: async (catalogo: CatalogoId, clave: string): Promise<Item> => {
      const { filas } = await list(catalogo, { busqueda: clave, estado: 'todos', porPagina: 200 });
      return filas.find((item) => item.clave === clave)!;
    },
    add: async (
      catalogo: CatalogoId,
      valores: Record<string, unknown>,
      token = admin,
    ): Promise<Item> => {
      const nuevo = { catalogo, id: null, version: null, valores };
      const answer = await call('saveItemCatalogo', nuevo, token);
      expect(answer.error).toBeUndefined();
      return answer.result;
    },
    edit: (item: Item, valores: object, token: string) => {
      const { catalogo, id, version } = item;
      const cambiado = { catalogo, id, version, valores: { ...item.valores, ...valores } };
      return call('saveItemCatalogo', cambiado, token);
    },
  };
};
export type Catalogos = Awaited<ReturnType<typeof startCatalogos>>;
