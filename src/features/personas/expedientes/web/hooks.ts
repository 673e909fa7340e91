import { caller } from '../../../../platform/web/callables/client.ts';
import {
  useCall,
  useCallMutation,
  useInvalidate,
} from '../../../../platform/web/callables/hooks.ts';
import { useTableQuery, useTableState } from '../../../../platform/web/table/index.ts';
import type * as catalogos from '../../../catalogos/contract.ts';
import type { CatalogoId } from '../../../catalogos/definiciones/rules.ts';
import type * as usuarios from '../../../identidad/usuarios/contract.ts';
import { FALTAS } from '../../completitud/rules.ts';
import type * as contract from '../contract.ts';
import type { CUENTA, DOCUMENTOS, PENDIENTES } from '../rules.ts';

/** The accounts, as they are at this moment. */
export const callListUsuarios = caller<typeof usuarios.listUsuarios>('listUsuarios');
const linkPersona = caller<typeof usuarios.linkPersonaUsuario>('linkPersonaUsuario');
const listPersonas = caller<typeof contract.listPersonas>('listPersonas');
const listItems = caller<typeof catalogos.listItemsCatalogo>('listItemsCatalogo');
const getItem = caller<typeof catalogos.getItemCatalogo>('getItemCatalogo');

type Option<V extends string> = { readonly value: V; readonly label: string };

const PENDIENTE: readonly Option<(typeof PENDIENTES)[number]>[] = [
  { value: 'sinCurp', label: 'Sin CURP' },
  { value: 'curpDeclarada', label: 'CURP declarada' },
  { value: 'discrepancias', label: 'Datos por revisar' },
];
const CON_CUENTA: readonly Option<(typeof CUENTA)[number]>[] = [
  { value: 'con', label: 'Con cuenta' },
  { value: 'sin', label: 'Sin cuenta' },
];
const DOCUMENTO: readonly Option<(typeof DOCUMENTOS)[number]>[] = [
  { value: 'pendiente', label: 'Por revisar' },
  { value: 'rechazado', label: 'Rechazados' },
  { value: 'vencido', label: 'Vencidos' },
  { value: 'validado', label: 'Validados' },
  { value: 'ninguno', label: 'Sin documentos' },
];
const COMPLETO = [
  { value: 'completo', label: 'Completo' },
  { value: 'incompleto', label: 'Le falta algo' },
  ...FALTAS.map(({ clave, que }) => ({
    value: `falta-${clave}`,
    label: que.replace(/^(su|un|una|el) /, '').replace(/^./, (first) => first.toUpperCase()),
    grupo: 'Le falta',
  })),
];

/** As many as one answer brings. */
const MOST = 200;
const HOUR = 3_600_000;

/** What is offered of a catalog, in its order; of a tree, what hangs from an item. */
const useItems = (catalogo: CatalogoId, padreId?: string, enabled = true) => {
  const input = { catalogo, porPagina: MOST, ...(padreId && { padreId }) };
  const first = useCall(listItems, input, { enabled, staleTime: HOUR });
  const rest = useCall(
    listItems,
    { ...input, pagina: 2 },
    { enabled: enabled && (first.data?.total ?? 0) > MOST, staleTime: HOUR },
  );
  return enabled ? [...(first.data?.filas ?? []), ...(rest.data?.filas ?? [])] : [];
};

const optionOf = ({ id, nombre }: { id: string; nombre: string }) => ({ value: id, label: nombre });

/** What the address says of where people work, which decides what the filters offer. */
const useLugares = (search: string) => {
  const params = new URLSearchParams(search);
  const [circuito, organo] = [params.get('circuito') ?? '', params.get('organo') ?? ''];
  const circuitos = useItems('circuitos').map(optionOf);
  const organos = useItems('organos', circuito, circuito !== '').map(optionOf);
  const categorias = useItems('categorias').map(({ id, nombre, valores }) => ({
    ...optionOf({ id, nombre }),
    ...(typeof valores.grupo === 'string' && { grupo: valores.grupo }),
  }));
  // Of a link that names an órgano and no circuit.
  const solo = useCall(getItem, { id: organo }, { enabled: circuito === '' && organo !== '' });
  const only = circuito === '' && solo.data ? [optionOf(solo.data)] : [];
  return { circuito, circuitos, organos: [...organos, ...only], categorias };
};

/** The files as the address asks for it. */
export const useExpedientes = (search: string) => {
  const { circuito, circuitos, organos, categorias } = useLugares(search);
  const state = useTableState({
    sortable: ['nombre'],
    sort: { id: 'nombre', desc: false },
    filters: {
      circuito: { kind: 'select', label: 'Circuito', options: circuitos },
      organo: {
        kind: 'select',
        more: true,
        label: 'Órgano',
        options: organos,
        all: circuito ? 'Todos' : 'Elija antes un circuito',
      },
      categoria: {
        kind: 'select',
        more: true,
        label: 'Categoría',
        options: categorias,
        all: 'Todas',
      },
      completitud: { kind: 'select', more: true, label: 'Expediente', options: COMPLETO },
      documentos: { kind: 'select', more: true, label: 'Documentos', options: DOCUMENTO },
      cuenta: { kind: 'select', more: true, label: 'Cuenta', options: CON_CUENTA, all: 'Todas' },
      pendiente: { kind: 'select', label: 'Pendiente', options: PENDIENTE, all: 'Todas' },
    },
  });
  const chosen = Object.entries(state.filters).filter(([, value]) => value !== undefined);
  const filtros: Partial<typeof state.filters> & { busqueda?: string } = {
    ...(state.search && { busqueda: state.search }),
    ...Object.fromEntries(chosen),
  };
  const query = useTableQuery(listPersonas, {
    ...filtros,
    descendente: state.sort.desc,
    ...state.cursor,
    porPagina: state.pageSize,
  });
  const invalidate = useInvalidate();
  return { state, query, filtros, refresh: () => invalidate(listPersonas) };
};

/** Links an account with somebody's file; lists and that file are shown anew. */
export const useLinkPersona = () =>
  useCallMutation(linkPersona, {
    invalidates: [listPersonas, { callName: 'listUsuarios' }, { callName: 'getPersona' }],
  }).mutateAsync;
