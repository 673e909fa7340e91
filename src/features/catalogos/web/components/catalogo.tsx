import { type ReactNode, Suspense, useState } from 'react';
import { lazyPart, type Slots } from '../../../../platform/web/feature.ts';
import { Loading } from '../../../../platform/web/feedback/index.ts';
import { useOnHide } from '../../../../platform/web/keep-alive/index.ts';
import { ListDetail, useDetail } from '../../../../platform/web/panel/index.ts';
import { useLazyDialog } from '../../../../platform/web/ui/lazy-dialog.ts';
import type { Catalogo } from '../../definiciones/rules.ts';
import { useVista } from '../hooks.ts';
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
  historial,
}: {
  catalogo: Catalogo;
  historial: Historial;
}) {
  const [vista, setVista] = useVista();
  const detail = useDetail('elemento');
  const [editing, setEditing] = useState<string | null>(null);
  const [asunto, setAsunto] = useState<Asunto | null>(null);
  const close = () => setAsunto(null);
  useOnHide(close);
  const Acciones = useLazyDialog(loadAcciones, asunto !== null, close);
  const onAsunto = (next: Asunto) => {
    if (next.kind !== 'editar' || next.item === null) return setAsunto(next);
    // What there is, is edited beside its list.
    setEditing(next.item.id);
    if (detail.id !== next.item.id) detail.go(next.item.id);
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
            <Arbol {...{ catalogo, onAsunto, detail }} />
          </Suspense>,
          [],
        )
      ) : (
        <Items {...{ catalogo, onAsunto, detail, layOut }} />
      )}
      {asunto && Acciones && <Acciones asunto={asunto} onClose={close} onAsunto={onAsunto} />}
    </>
  );
}
