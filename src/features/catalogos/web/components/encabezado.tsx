import {
  Button,
  IconList,
  IconPlus,
  IconRoute,
  IconSort,
} from '../../../../platform/web/ui/index.ts';
import type { Catalogo } from '../../definiciones/rules.ts';
import type { Asunto } from './acciones.tsx';
import { ArchivosCatalogo } from './archivos.tsx';
import styles from './catalogos.module.css';

/** What this catalog is, and what can be done to it as a whole. */
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
  return (
    <header className={styles.head}>
      <div className={styles.words}>
        <h2>{catalogo.titulo}</h2>
        <p>{catalogo.descripcion}</p>
      </div>
      <div className={styles.headActions}>
        <Button
          variant="primary"
          icon={<IconPlus />}
          onClick={() => onAsunto({ kind: 'editar', catalogo, item: null })}
        >
          Agregar {catalogo.singular}
        </Button>
        {catalogo.padres ? (
          <fieldset className={styles.vistas}>
            <legend className="sr-only">Vista</legend>
            <Button
              size="small"
              icon={<IconRoute />}
              aria-pressed={vista === 'arbol'}
              onClick={() => onVista('arbol')}
            >
              Árbol
            </Button>
            <Button
              size="small"
              icon={<IconList />}
              aria-pressed={vista === 'lista'}
              onClick={() => onVista('lista')}
            >
              Lista
            </Button>
          </fieldset>
        ) : (
          catalogo.id !== 'dias-inhabiles' && (
            <Button
              size="small"
              variant="quiet"
              icon={<IconSort />}
              onClick={() => onAsunto({ kind: 'ordenar', catalogo, padre: null })}
            >
              Cambiar el orden
            </Button>
          )
        )}
        <ArchivosCatalogo catalogo={catalogo} />
      </div>
    </header>
  );
}
