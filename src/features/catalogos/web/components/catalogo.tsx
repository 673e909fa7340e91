import { type ReactNode, Suspense, useState } from 'react';
import { lazyPart, type Slots } from '../../../../platform/web/feature.ts';
import { Loading } from '../../../../platform/web/feedback/index.ts';
import { useOnHide } from '../../../../platform/web/keep-alive/index.ts';
import { ListDetail, useDetail } from '../../../../platform/web/panel/index.ts';
import { useLazyDialog } from '../../../../platform/web/ui/lazy-dialog.ts';
import { asksFirst } from '../../../../platform/web/unsaved.ts';
import type { Catalogo } from '../../definiciones/rules.ts';
import { type RamasAbiertas, useVista } from '../hooks.ts';
import type { Asunto } from './acciones.tsx';
import { Encabezado } from './encabezado.tsx';
import { ItemPanel } from './item-panel.tsx';
import { Items } from './items.tsx';

const loadAcciones = async () => (await import('./acciones.tsx')).Acciones;
const Arbol = lazyPart(() => import('./arbol.tsx'), 'Arbol');

type Historial = readonly Slots['historialDeRegistro'][];

/** One catalog, as a list or as the tree it is, and the item of it that is open. */
export function CatalogoElegido({
  catalogo,
  ramas,
  historial,
}: {
  catalogo: Catalogo;
  ramas: RamasAbiertas;
  historial: Historial;
}) {
  const [vista, setVista] = useVista();
  const detail = useDetail('elemento');
  const [editing, setEditing] = useState<string | null>(null);
  const [asunto, setAsunto] = useState<Asunto | null>(null);
  // The items that the tree shows, in their order.
  const [hojas, setHojas] = useState<readonly string[]>([]);
  const close = () => setAsunto(null);
  useOnHide(close);
  const Acciones = useLazyDialog(loadAcciones, asunto !== null, close);
  const onAsunto = (next: Asunto) => {
    if (next.kind !== 'editar' || next.item === null) return setAsunto(next);
    // What there is, is edited beside its list; what is being written of another is asked for first.
    const { id } = next.item;
    const edit = () => {
      setEditing(id);
      if (detail.id !== id) detail.go(id);
    };
    if (detail.id === id || !asksFirst(edit)) edit();
  };
  const layOut = (list: ReactNode, ids: readonly string[]) => (
    <ListDetail
      detail={detail}
      heading={<Encabezado {...{ catalogo, vista, onAsunto }} onVista={setVista} />}
      list={list}
      panel={
        detail.id && (
          <ItemPanel
            key={detail.id === editing ? 'editing' : 'reading'}
            id={detail.id}
            editing={detail.id === editing}
            onEdited={() => setEditing(null)}
            {...{ detail, ids, onAsunto, historial }}
          />
        )
      }
    />
  );
  return (
    <>
      {catalogo.padres && vista === 'arbol' ? (
        layOut(
          <Suspense fallback={<Loading shape="list" />}>
            <Arbol {...{ catalogo, onAsunto, detail, ramas }} onInSight={setHojas} />
          </Suspense>,
          hojas,
        )
      ) : (
        <Items {...{ catalogo, onAsunto, detail, layOut }} />
      )}
      {asunto && Acciones && <Acciones asunto={asunto} onClose={close} onAsunto={onAsunto} />}
    </>
  );
}
