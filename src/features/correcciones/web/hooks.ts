import type { InputOf } from '../../../platform/shared/callable.ts';
import { caller } from '../../../platform/web/callables/client.ts';
import { useCall, useCallMutation } from '../../../platform/web/callables/hooks.ts';
import { useTableQuery, useTableState } from '../../../platform/web/table/index.ts';
import { personPath } from '../../personas/routes.ts';
import type * as contract from '../contract.ts';
import { correccionesPath, correccionPath } from '../routes.ts';

const listCorreccionesPersona =
  caller<typeof contract.listCorreccionesPersona>('listCorreccionesPersona');
const requestCorreccionPersona = caller<typeof contract.requestCorreccionPersona>(
  'requestCorreccionPersona',
);
const withdrawCorreccionPersona = caller<typeof contract.withdrawCorreccionPersona>(
  'withdrawCorreccionPersona',
);
const listCorreccionesPersonas = caller<typeof contract.listCorreccionesPersonas>(
  'listCorreccionesPersonas',
);
const getCorreccionPersona = caller<typeof contract.getCorreccionPersona>('getCorreccionPersona');
const decideCorreccionPersona =
  caller<typeof contract.decideCorreccionPersona>('decideCorreccionPersona');

const OLD = [
  listCorreccionesPersona,
  listCorreccionesPersonas,
  getCorreccionPersona,
  { callName: 'getPendientesCorrecciones' },
  { callName: 'getPersona' },
  { callName: 'listPendientes' },
];

/** What somebody asked for. Reading another's leaves a note: it is asked for once, not at each look. */
export const useCorrecciones = (clave: string, propias: boolean) =>
  useCall(
    listCorreccionesPersona,
    { clave },
    propias ? {} : { staleTime: 60_000, refetchOnWindowFocus: false, refetchOnReconnect: false },
  );

export const useRequestCorreccion = () =>
  useCallMutation(requestCorreccionPersona, { invalidates: [listCorreccionesPersona] });
export const useWithdrawCorreccion = () =>
  useCallMutation(withdrawCorreccionPersona, { invalidates: [listCorreccionesPersona] });

/** The queue, as the address asks for it. */
export const useCola = () => {
  const state = useTableState({ sortable: ['creadoEn'], sort: { id: 'creadoEn', desc: false } });
  const query = useTableQuery(listCorreccionesPersonas, {
    descendente: state.sort.desc,
    pagina: state.page,
    porPagina: state.pageSize,
  });
  return { state, query };
};

/** One of them. Reading it leaves a note: it is asked for once, not at each look. */
export const useCorreccion = (id: string) =>
  useCall(
    getCorreccionPersona,
    { id },
    { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, refetchOnReconnect: false },
  );

/** Approves or rejects one; the queue, its page and the person's file are shown anew. */
export const useDecideCorreccion = () =>
  useCallMutation(decideCorreccionPersona, {
    invalidates: OLD,
    forgets: (path, { id }: InputOf<typeof contract.decideCorreccionPersona>, { clave }) =>
      path === correccionPath(id) || path === correccionesPath || path === personPath(clave),
  });
