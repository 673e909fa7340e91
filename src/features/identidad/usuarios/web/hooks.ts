import type { Callable, InputOf, OutputOf } from '../../../../platform/shared/callable.ts';
import { type Caller, caller } from '../../../../platform/web/callables/client.ts';
import { useCall, useInvalidate } from '../../../../platform/web/callables/hooks.ts';
import { useSessionControl, useUser } from '../../../../platform/web/session/react.tsx';
import {
  type Filters,
  useTableQuery,
  useTableState,
} from '../../../../platform/web/table/index.ts';
import type * as factor from '../../factor/contract.ts';
import type * as contract from '../contract.ts';
import type * as lote from '../lote/contract.ts';

const listUsuarios = caller<typeof contract.listUsuarios>('listUsuarios');
const getUsuario = caller<typeof contract.getUsuario>('getUsuario');
const setRoleUsuario = caller<typeof contract.setRoleUsuario>('setRoleUsuario');
const setDisabledUsuario = caller<typeof contract.setDisabledUsuario>('setDisabledUsuario');
const sendVerificationUsuario =
  caller<typeof contract.sendVerificationUsuario>('sendVerificationUsuario');
const sendPasswordResetUsuario = caller<typeof contract.sendPasswordResetUsuario>(
  'sendPasswordResetUsuario',
);
const endSesionesUsuario = caller<typeof contract.endSesionesUsuario>('endSesionesUsuario');
const removeFactorUsuario = caller<typeof contract.removeFactorUsuario>('removeFactorUsuario');
const linkPersonaUsuario = caller<typeof contract.linkPersonaUsuario>('linkPersonaUsuario');
const applyToUsuarios = caller<typeof lote.applyToUsuarios>('applyToUsuarios');
const getTotalUsuarios = caller<typeof lote.getTotalUsuarios>('getTotalUsuarios');
const getPoliticaFactor = caller<typeof factor.getPoliticaFactor>('getPoliticaFactor');
const setPoliticaFactor = caller<typeof factor.setPoliticaFactor>('setPoliticaFactor');
const getFactor = { callName: 'getFactor' };
/** What an account's panel shows of its history, from another feature. */
const HISTORIAL = { callName: 'listHistorial' };

const FILTERS = {
  role: {
    kind: 'select',
    label: 'Rol',
    options: [
      { value: 'Admin', label: 'Admin' },
      { value: 'Escolar', label: 'Escolar' },
      { value: 'ninguno', label: 'Sin rol' },
    ],
  },
  estado: {
    kind: 'select',
    label: 'Estado',
    options: [
      { value: 'activa', label: 'Activa' },
      { value: 'sinVerificar', label: 'Sin verificar' },
      { value: 'deshabilitada', label: 'Deshabilitada' },
    ],
  },
} as const satisfies Filters;

/** Search and filters of the accounts, as batches and exports take them. */
export type FiltrosUsuarios = Pick<
  InputOf<typeof contract.listUsuarios>,
  'busqueda' | 'role' | 'estado'
>;

/** The accounts as the address asks for them. */
export const useUsuarios = () => {
  const state = useTableState({
    sortable: ['displayName', 'email', 'role', 'ultimoIngresoEn', 'creadoEn'],
    sort: { id: 'displayName', desc: false },
    filters: FILTERS,
  });
  const filtros: FiltrosUsuarios = {
    ...(state.search && { busqueda: state.search }),
    ...(state.filters.role && { role: state.filters.role }),
    ...(state.filters.estado && { estado: state.filters.estado }),
  };
  const query = useTableQuery(listUsuarios, {
    ...filtros,
    orden: state.sort.id,
    descendente: state.sort.desc,
    ...state.cursor,
    porPagina: state.pageSize,
  });
  const countAll = async () => (await getTotalUsuarios(filtros)).total;
  return { state, query, filtros, countAll };
};

/** One account with its sessions. */
export const useUsuario = (uid: string) => useCall(getUsuario, { uid });

/** Does the same to many accounts, part by part. */
export const useLoteUsuarios = () => {
  const invalidate = useInvalidate();
  return {
    apply: applyToUsuarios,
    refresh: () => void invalidate(listUsuarios, getUsuario, HISTORIAL),
  };
};

/** What an Admin can do to an account; the list is asked for again afterwards. */
export const useUsuarioChanges = () => {
  const invalidate = useInvalidate();
  const session = useSessionControl();
  const { uid } = useUser();
  const then =
    <C extends Callable>(call: Caller<C>) =>
    async (input: InputOf<C> & { uid: string }): Promise<OutputOf<C>> => {
      const output = await call(input);
      await invalidate(listUsuarios, getUsuario, HISTORIAL);
      // One's own account: the role changed, or the session is over.
      if (input.uid === uid) void session.reload();
      return output;
    };
  return {
    setRoleUsuario: then(setRoleUsuario),
    setDisabledUsuario: then(setDisabledUsuario),
    sendVerificationUsuario: then(sendVerificationUsuario),
    sendPasswordResetUsuario: then(sendPasswordResetUsuario),
    endSesionesUsuario: then(endSesionesUsuario),
    removeFactorUsuario: then(removeFactorUsuario),
    linkPersonaUsuario: then(linkPersonaUsuario),
  };
};

/** The roles that must have a second factor. */
export const usePoliticaFactor = () => useCall(getPoliticaFactor, null);

export const useSavePoliticaFactor = () => {
  const invalidate = useInvalidate();
  const session = useSessionControl();
  return async (input: InputOf<typeof factor.setPoliticaFactor>) => {
    await setPoliticaFactor(input);
    await invalidate(getPoliticaFactor, getFactor);
    // Who has just demanded it of their own role may be the first who lacks it.
    void session.reload();
  };
};
