import { useEffect, useRef } from 'react';
import { useTitle } from '../../../../platform/web/keep-alive/index.ts';
import { Floating, useFloating } from '../../../../platform/web/table/floating.tsx';
import {
  Button,
  IconChevronDown,
  IconList,
  IconPlus,
  IconRoute,
  IconSort,
} from '../../../../platform/web/ui/index.ts';
import { ViewSwitch } from '../../../../platform/web/ui/view-switch.tsx';
import type { Catalogo } from '../../definiciones/rules.ts';
import type { Asunto } from './acciones.tsx';
import { ArchivosCatalogo } from './archivos.tsx';
import styles from './catalogos.module.css';
import { Indice } from './indice.tsx';

const VISTAS = [
  { value: 'arbol', label: 'Árbol', icon: <IconRoute /> },
  { value: 'lista', label: 'Lista', icon: <IconList /> },
] as const;

/** The catalog that was last shown: whoever goes on to another is told by its heading. */
let shown = '';

/** Which catalog this is, the way to the others, and what can be done to it as a whole: in one line. */
export function Encabezado({
  catalogo,
  vista,
  onVista,
  onAsunto,
}: {
  catalogo: Catalogo;
  vista: 'arbol' | 'lista';
  onVista: (vista: 'arbol' | 'lista') => void;
  onAsunto: (asunto: Asunto) => void;
}) {
  useTitle(`${catalogo.titulo} · Catálogos`);
  const heading = useRef<HTMLHeadingElement>(null);
  const menu = useFloating();
  useEffect(() => {
    if (shown !== '' && shown !== catalogo.id) heading.current?.focus({ preventScroll: true });
    shown = catalogo.id;
  }, [catalogo.id]);
  return (
    <header className={styles.head}>
      <div className={styles.which}>
        <h1 ref={heading} tabIndex={-1}>
          {catalogo.titulo}
        </h1>
        <Button size="small" variant="quiet" {...menu.button()}>
          <span>
            Cambiar<span className="sr-only"> de catálogo</span>
          </span>
          <IconChevronDown />
        </Button>
        <Floating handle={menu} label="Cambiar de catálogo">
          <Indice elegido={catalogo.id} onGo={menu.close} />
        </Floating>
      </div>
      <div className={styles.headActions}>
        <Button
          size="small"
          variant="primary"
          icon={<IconPlus />}
          onClick={() => onAsunto({ kind: 'editar', catalogo, item: null })}
        >
          Agregar {catalogo.singular}
        </Button>
        {catalogo.padres ? (
          <ViewSwitch legend="Vista" views={VISTAS} value={vista} onChange={onVista} />
        ) : (
          catalogo.id !== 'dias-inhabiles' && (
            <Button
              size="small"
              icon={<IconSort />}
              onClick={() => onAsunto({ kind: 'ordenar', catalogo, padre: null })}
            >
              Cambiar el orden
            </Button>
          )
        )}
        <ArchivosCatalogo catalogo={catalogo} />
      </div>
      <p className={styles.about}>{catalogo.descripcion}</p>
    </header>
  );
}
