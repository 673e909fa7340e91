import { type ReactNode, useState } from 'react';
import type { Slots } from '../../../../platform/web/feature.ts';
import { useOnHide } from '../../../../platform/web/keep-alive/index.ts';
import { ListDetail, useDetail } from '../../../../platform/web/panel/index.ts';
import { PageHeading } from '../../../../platform/web/ui/index.ts';
import type { Catalogo } from '../../definiciones/rules.ts';
import { Acciones, type Asunto } from '../components/acciones.tsx';
import { Arbol } from '../components/arbol.tsx';
import { Encabezado } from '../components/encabezado.tsx';
import { Indice } from '../components/indice.tsx';
import { ItemPanel } from '../components/item-panel.tsx';
import { Items } from '../components/items.tsx';
import { useCatalogoElegido, useVista } from '../hooks.ts';

type Historial = { historial: readonly Slots['historialDeRegistro'][] };

export function CatalogsPage({ historial }: Historial) {
  const catalogo = useCatalogoElegido();
  if (catalogo) return <CatalogoPage key={catalogo.id} {...{ catalogo, historial }} />;
  return (
    <>
      <PageHeading
        title="Catálogos"
        lead="Las listas con que se llenan los formularios, se cuentan los plazos y se emiten los documentos."
      />
      <Indice elegido={null} />
    </>
  );
}

/** One catalog, as a list or as the tree it is, and the item of it that is open. */
function CatalogoPage({ catalogo, historial }: Historial & { catalogo: Catalogo }) {
  const [vista, setVista] = useVista();
  const detail = useDetail('elemento');
  const [editing, setEditing] = useState<string | null>(null);
  const [asunto, setAsunto] = useState<Asunto | null>(null);
  useOnHide(() => setAsunto(null));
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
        layOut(<Arbol {...{ catalogo, onAsunto, detail }} />, [])
      ) : (
        <Items {...{ catalogo, onAsunto, detail, layOut }} />
      )}
      {asunto && <Acciones asunto={asunto} onClose={() => setAsunto(null)} onAsunto={onAsunto} />}
    </>
  );
}
