import { Suspense } from 'react';
import { lazyPart, type Slots } from '../../../../platform/web/feature.ts';
import { Loading } from '../../../../platform/web/feedback/index.ts';
import { PageHeading } from '../../../../platform/web/ui/index.ts';
import { Indice } from '../components/indice.tsx';
import { useCatalogoElegido, useRamasAbiertas } from '../hooks.ts';

/** The list of all comes without what one of them needs: tables, panels. */
const CatalogoElegido = lazyPart(() => import('../components/catalogo.tsx'), 'CatalogoElegido');

type Historial = { historial: readonly Slots['historialDeRegistro'][] };

export function CatalogsPage({ historial }: Historial) {
  const catalogo = useCatalogoElegido();
  const ramas = useRamasAbiertas();
  if (catalogo) {
    return (
      <Suspense fallback={<Loading shape="list" />}>
        <CatalogoElegido key={catalogo.id} {...{ catalogo, ramas, historial }} />
      </Suspense>
    );
  }
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
