import { useState } from 'react';
import { Link } from 'react-router';
import { useOnHide } from '../../../../platform/web/keep-alive/index.ts';
import { IconArrowLeft, PageHeading } from '../../../../platform/web/ui/index.ts';
import { catalogosPath } from '../../routes.ts';
import { Acciones, type Asunto } from '../components/acciones.tsx';
import { Arbol } from '../components/arbol.tsx';
import styles from '../components/catalogos.module.css';
import { Encabezado } from '../components/encabezado.tsx';
import { Indice } from '../components/indice.tsx';
import { Items } from '../components/items.tsx';
import { useCatalogoElegido, useVista } from '../hooks.ts';

export default function CatalogsPage() {
  const { catalogo, named } = useCatalogoElegido();
  const [vista, setVista] = useVista();
  const [asunto, setAsunto] = useState<Asunto | null>(null);
  useOnHide(() => setAsunto(null));
  const tree = catalogo.padres && vista === 'arbol';
  return (
    <div className={styles.root} data-named={named ? '' : undefined}>
      <PageHeading
        title="Catálogos"
        documentTitle={named ? `${catalogo.titulo} · Catálogos` : 'Catálogos'}
        lead="Las listas con que se llenan los formularios, se cuentan los plazos y se emiten los documentos."
      />
      <div className={styles.columns}>
        <Indice elegido={catalogo.id} />
        <section className={styles.detail} aria-label={`Catálogo: ${catalogo.titulo}`}>
          <Link to={catalogosPath} className={styles.back}>
            <IconArrowLeft width="1em" height="1em" /> Todos los catálogos
          </Link>
          <Encabezado catalogo={catalogo} vista={vista} onVista={setVista} onAsunto={setAsunto} />
          {tree ? (
            <Arbol key={catalogo.id} catalogo={catalogo} onAsunto={setAsunto} />
          ) : (
            <Items key={catalogo.id} catalogo={catalogo} onAsunto={setAsunto} />
          )}
        </section>
      </div>
      {asunto && <Acciones asunto={asunto} onClose={() => setAsunto(null)} onAsunto={setAsunto} />}
    </div>
  );
}
