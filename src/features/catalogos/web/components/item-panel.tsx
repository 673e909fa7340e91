import { Suspense, useState } from 'react';
import { lazyPart, type Slots } from '../../../../platform/web/feature.ts';
import { ErrorBoundary, ErrorState, Loading } from '../../../../platform/web/feedback/index.ts';
import {
  DetailActions,
  DetailHistory,
  DetailPanel,
  DetailSection,
  type DetailState,
} from '../../../../platform/web/panel/index.ts';
import { DataList, formatDateTime } from '../../../../platform/web/ui/index.ts';
import type { Item } from '../../contract.ts';
import { catalogoOf } from '../../definiciones/rules.ts';
import { camposDe, rutaOf, textOf } from '../../rules.ts';
import { useItem, useUso } from '../hooks.ts';
import type { Asunto } from './acciones.tsx';
import { Inactivo } from './inactivo.tsx';
import type { SinGuardar } from './item-dialog.tsx';
import { accionesOf } from './items.tsx';
import { Usos } from './usos.tsx';

const ItemEditor = lazyPart(() => import('./item-dialog.tsx'), 'ItemEditor');

/** All of one item: what it says, where it is used and its history; there it is also edited. */
export function ItemPanel({
  id,
  detail,
  ids,
  editing,
  onEdited,
  onAsunto,
  historial,
}: {
  id: string;
  detail: DetailState;
  /** The items in sight in the list. */
  ids: readonly string[];
  editing: boolean;
  onEdited: () => void;
  onAsunto: (asunto: Asunto) => void;
  historial: readonly Slots['historialDeRegistro'][];
}) {
  const { data: item, error, refetch } = useItem(id);
  const [sinGuardar, setSinGuardar] = useState<SinGuardar | null>(null);
  const catalogo = item && catalogoOf(item.catalogo);
  const title = item?.nombre ?? (error ? 'Elemento' : 'Cargando…');
  return (
    <DetailPanel
      detail={detail}
      ids={ids}
      noun={catalogo ? `${catalogo.femenino ? 'la' : 'el'} ${catalogo.singular}` : 'el elemento'}
      back={catalogo?.titulo ?? 'Catálogo'}
      title={editing && catalogo ? `Editar ${catalogo.singular}` : title}
      busy={editing}
      unsaved={editing && sinGuardar?.has === true}
      onDiscard={() => {
        sinGuardar?.forget();
        onEdited();
      }}
      meta={item && <Inactivo item={item} />}
    >
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!item && !error && <Loading shape="form" />}
      {item && editing && (
        <DetailSection title={item.nombre}>
          <ErrorBoundary>
            <Suspense fallback={<Loading shape="form" />}>
              <ItemEditor
                catalogo={catalogoOf(item.catalogo)}
                item={item}
                onClose={onEdited}
                onUnsaved={setSinGuardar}
              />
            </Suspense>
          </ErrorBoundary>
        </DetailSection>
      )}
      {item && !editing && (
        <>
          <DetailActions actions={accionesOf(item, onAsunto)} />
          <DetailSection title="Datos">
            <Datos {...item} />
          </DetailSection>
          <DetailSection title="Se usa en">
            <Uso id={id} />
          </DetailSection>
          <DetailHistory pieces={historial} entidad="catalogo" id={id} />
        </>
      )}
    </DetailPanel>
  );
}

const Datos = (item: Item) => (
  <DataList
    items={[
      ...camposDe(catalogoOf(item.catalogo))
        .filter(({ key }) => key !== 'nombre')
        .map((campo) => ({
          label: campo.label,
          value: campo.key === 'padre' ? rutaOf(item) : textOf(item, campo),
        })),
      { label: 'Último cambio', value: formatDateTime(item.actualizadoEn) },
    ]}
  />
);

function Uso({ id }: { id: string }) {
  const uso = useUso(id);
  if (uso.isError) return <ErrorState error={uso.error} retry={() => void uso.refetch()} />;
  if (!uso.data) return <Loading shape="list" />;
  return uso.data.usos.length === 0 ? <p>Nada lo usa todavía.</p> : <Usos usos={uso.data.usos} />;
}
