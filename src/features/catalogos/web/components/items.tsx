import { type ReactNode, useMemo } from 'react';
import { formatFecha } from '../../../../platform/shared/dates.ts';
import type { DetailState } from '../../../../platform/web/panel/index.ts';
import {
  DataTable,
  type RowAction,
  type TableColumn,
} from '../../../../platform/web/table/index.ts';
import {
  Button,
  Folio,
  formatShortDate,
  IconEdit,
  IconEye,
  IconEyeOff,
  IconPlus,
  IconTrash,
} from '../../../../platform/web/ui/index.ts';
import type { Item } from '../../contract.ts';
import { type Catalogo, catalogoOf } from '../../definiciones/rules.ts';
import { rutaOf, textOf } from '../../rules.ts';
import { useItems } from '../hooks.ts';
import type { Asunto } from './acciones.tsx';
import styles from './catalogos.module.css';
import { Inactivo } from './inactivo.tsx';
import { useLote } from './lote.tsx';

/** What can be done to an item, in the list and in the tree. */
export const accionesOf = (item: Item, onAsunto: (asunto: Asunto) => void): RowAction[] => {
  const catalogo = catalogoOf(item.catalogo);
  return [
    {
      label: 'Editar',
      icon: IconEdit,
      onSelect: () => onAsunto({ kind: 'editar', catalogo, item }),
    },
    item.activo
      ? {
          label: 'Desactivar',
          icon: IconEyeOff,
          onSelect: () => onAsunto({ kind: 'desactivar', catalogo, item }),
        }
      : {
          label: 'Reactivar',
          icon: IconEye,
          onSelect: () => onAsunto({ kind: 'reactivar', catalogo, item }),
        },
    {
      label: 'Borrar',
      icon: IconTrash,
      danger: true,
      onSelect: () => onAsunto({ kind: 'borrar', catalogo, item }),
    },
  ];
};

const columnsOf = (catalogo: Catalogo): readonly TableColumn<Item>[] => [
  {
    id: 'nombre',
    header: catalogo.nombre?.label ?? 'Nombre',
    primary: true,
    width: 14,
    cell: (item) => (
      <span className={styles.name}>
        {item.nombre}
        <Inactivo item={item} />
      </span>
    ),
  },
  {
    id: 'clave',
    header: catalogo.clave.label,
    nowrap: true,
    beside: true,
    cell: (item) =>
      catalogo.clave.kind === 'date' ? formatFecha(item.clave) : <Folio>{item.clave}</Folio>,
  },
  ...(catalogo.padres
    ? [{ id: 'ruta', header: 'Depende de', width: 11, cell: (item: Item) => rutaOf(item) }]
    : []),
  ...catalogo.campos.map((campo) => ({
    id: campo.key,
    header: campo.label,
    hidden: !campo.columna,
    nowrap: campo.kind === 'date',
    cell: (item: Item) => textOf(item, campo) || <span className={styles.empty}>—</span>,
  })),
  { id: 'orden', header: 'Lugar', align: 'end', hidden: true, cell: (item) => item.orden },
  {
    id: 'actualizadoEn',
    header: 'Último cambio',
    nowrap: true,
    hidden: true,
    descFirst: true,
    cell: (item) => formatShortDate(item.actualizadoEn),
  },
];

/** The items of a catalog as a list. */
export function Items({
  catalogo,
  onAsunto,
  detail,
  layOut,
}: {
  catalogo: Catalogo;
  onAsunto: (asunto: Asunto) => void;
  detail: DetailState;
  /** Where the list goes, and which items are in sight in it. */
  layOut: (list: ReactNode, ids: readonly string[]) => ReactNode;
}) {
  const { state, query } = useItems(catalogo);
  const columns = useMemo(() => columnsOf(catalogo), [catalogo]);
  const lote = useLote(catalogo);
  return (
    <>
      {layOut(
        <DataTable
          id={`catalogo-${catalogo.id}`}
          caption={catalogo.titulo}
          noun={{
            one: catalogo.singular,
            many: catalogo.plural,
            ...(catalogo.femenino && { feminine: true }),
          }}
          columns={columns}
          query={query}
          state={state}
          rowId={(item) => item.id}
          rowLabel={(item) => item.nombre}
          detail={detail}
          rowActions={(item) => accionesOf(item, onAsunto)}
          bulkActions={lote.bulkActions}
          search={{ label: `Buscar ${catalogo.plural}` }}
          empty={{
            title: `Todavía no hay ${catalogo.plural}`,
            text: 'Lo que agregue aquí se ofrecerá donde haga falta elegirlo.',
            action: (
              <Button
                icon={<IconPlus />}
                onClick={() => onAsunto({ kind: 'editar', catalogo, item: null })}
              >
                Agregar {catalogo.singular}
              </Button>
            ),
          }}
        />,
        (query.data?.filas ?? []).map((item) => item.id),
      )}
      {lote.dialog}
    </>
  );
}
