import type { InputOf } from '../../../../platform/shared/callable.ts';
import { caller } from '../../../../platform/web/callables/client.ts';
import { useCall, useInvalidate } from '../../../../platform/web/callables/hooks.ts';
import {
  type Property,
  type PropertyValue,
  useTableQuery,
  useTableState,
} from '../../../../platform/web/table/index.ts';
import { INSCRIPCION } from '../../estados.ts';
import type * as contract from '../contract.ts';

const listInscritos = caller<typeof contract.listInscritos>('listInscritos');
const getTotalInscritos = caller<typeof contract.getTotalInscritos>('getTotalInscritos');
const listOpciones = caller<typeof contract.listOpcionesInscritos>('listOpcionesInscritos');
const getInscrito = caller<typeof contract.getInscrito>('getInscrito');
const decideInscripciones = caller<typeof contract.decideInscripciones>('decideInscripciones');

/** What the list shows, as batches and exports take it. */
export type Filtros = InputOf<typeof contract.decideInscripciones>['parte'] extends infer P
  ? P extends { filtros: infer F }
    ? F
    : never
  : never;

export type Opciones = Awaited<ReturnType<typeof listOpciones>>;

/** What a plantilla's list is filtered by. */
export const useOpciones = (plantillaId: string) => useCall(listOpciones, { plantillaId });

const ESTADOS = [
  { value: 'porDecidir', label: 'Por decidir' },
  { value: 'ofrecido', label: 'Con un lugar ofrecido' },
  ...INSCRIPCION.estados
    .filter((estado) => estado !== 'borrador')
    .map((value) => ({ value, label: INSCRIPCION.palabra(value) })),
] as const;

const asOptions = (list: readonly { clave: string; nombre: string }[] = []) =>
  list.map(({ clave: value, nombre: label }) => ({ value, label }));

const BY = { opciones: 'options', texto: 'text', numero: 'number', fecha: 'date' } as const;

const asProperties = (campos: Opciones['campos'] = []): Property[] =>
  campos.map(({ clave: value, nombre: label, por, opciones }) => ({
    ...{ value, label, by: BY[por] },
    options: opciones.map(({ valor, etiqueta }) => ({ value: valor, label: etiqueta })),
  }));

/** What the address says of an answer, as the list is asked for it. */
const respuestaOf = (asked: PropertyValue): NonNullable<Filtros['respuesta']> => {
  const { property: campo, is, says, desde, hasta } = asked;
  if (is !== undefined) return { campo, es: is };
  if (says !== undefined) return { campo, dice: says };
  const isDay = /^\d{4}-/.test(desde ?? hasta ?? '');
  const end = (text: string) => (isDay ? text : Number(text));
  return {
    campo,
    ...(desde !== undefined && { desde: end(desde) }),
    ...(hasta !== undefined && { hasta: end(hasta) }),
  } as NonNullable<Filtros['respuesta']>;
};

/** What was sent with a plantilla, as the address asks for it. */
export const useInscritos = (plantillaId: string, opciones: Opciones | undefined) => {
  const ediciones = opciones?.ediciones ?? [];
  const state = useTableState({
    sortable: ['enviada'],
    sort: { id: 'enviada', desc: false },
    filters: {
      estado: { kind: 'select', label: 'Estado', options: ESTADOS },
      edicion: {
        kind: 'select',
        label: 'Edición',
        all: 'Todas',
        options: ediciones.map(({ id: value, nombre: label }) => ({ value, label })),
      },
      grupo: {
        kind: 'select',
        label: 'Grupo',
        options: ediciones.flatMap(({ nombre, grupos }) =>
          grupos.map((grupo) => ({ value: grupo.id, label: `${grupo.nombre} (${nombre})` })),
        ),
        more: true,
      },
      regla: {
        kind: 'select',
        label: 'Sin cumplir',
        all: 'Cualquier requisito',
        options: asOptions(opciones?.reglas),
        more: true,
      },
      cupo: {
        kind: 'select',
        label: 'Cupo',
        options: asOptions(opciones?.cupos),
        more: true,
      },
      respuesta: {
        kind: 'property',
        label: 'Pregunta',
        properties: asProperties(opciones?.campos),
        more: true,
      },
    },
  });
  const { estado, edicion, grupo, regla, cupo, respuesta } = state.filters;
  const filtros: Filtros = {
    plantillaId,
    ...(state.search && { busqueda: state.search }),
    ...(estado && { estado }),
    ...(edicion && { edicionId: edicion }),
    ...(grupo && { grupoId: grupo }),
    ...(regla && { regla }),
    ...(cupo && { cupo }),
    ...(respuesta && { respuesta: respuestaOf(respuesta) }),
  };
  const query = useTableQuery(listInscritos, {
    ...filtros,
    ...state.cursor,
    descendente: state.sort.desc,
    porPagina: state.pageSize,
  });
  const countAll = async () => (await getTotalInscritos(filtros)).total;
  return { state, query, filtros, countAll };
};

/** One of them, whole. */
export const useInscrito = (id: string) => useCall(getInscrito, { id });

/** Decides on one or many; `refresh` asks for what is shown again. */
export const useDecide = () => {
  const invalidate = useInvalidate();
  return {
    decide: decideInscripciones,
    refresh: () => void invalidate(listInscritos, listOpciones, getInscrito),
  };
};
