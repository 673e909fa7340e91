import type { ReactNode } from 'react';
import { EmptyState } from '../../../../../platform/web/feedback/index.ts';
import { IconEdit, IconMinus, IconPlus, toneClass } from '../../../../../platform/web/ui/index.ts';
import type { Definicion } from '../../../contract.ts';
import type { HechoDeclarado } from '../../../reglas/contract.ts';
import { compareDefiniciones, type Detalle, type Diferencia } from '../../comparacion/rules.ts';
import styles from './versiones.module.css';

const SIGNS = {
  nuevo: { Icon: IconPlus, tone: 'success', word: 'Nuevo' },
  quitado: { Icon: IconMinus, tone: 'danger', word: 'Quitado' },
  cambiado: { Icon: IconEdit, tone: 'info', word: 'Cambiado' },
} as const satisfies Record<Diferencia['clase'], unknown>;

/** What the second says that the first did not, in sentences. */
export function Diferencias({
  antes,
  despues,
  hechos,
  documentos,
  ninguna = <EmptyState title="Dicen lo mismo">Las dos versiones son iguales.</EmptyState>,
}: {
  antes: Definicion;
  despues: Definicion;
  /** What rules may ask for, where their conditions are to be said too. */
  hechos?: readonly HechoDeclarado[] | undefined;
  /** What the types of document are called, by key. */
  documentos?: ReadonlyMap<string, string> | undefined;
  /** What is said when there are none. */
  ninguna?: ReactNode;
}) {
  const found = compareDefiniciones(antes, despues, hechos, documentos);
  if (found.length === 0) return ninguna;
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets
    <ul role="list" className={styles.diferencias} aria-label="Diferencias">
      {found.map(({ clase, donde, texto, detalles }) => {
        const { Icon, tone, word } = SIGNS[clase];
        return (
          <li key={`${clase} ${donde} ${texto}`}>
            <span className={toneClass(tone)}>
              <Icon width="1em" height="1em" />
              <span className="sr-only">{word}: </span>
            </span>
            <div>
              <p>{texto}</p>
              <Detalles detalles={detalles} />
              <span className={styles.donde}>{donde}</span>
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function Detalles({ detalles }: { detalles: readonly Detalle[] }) {
  if (detalles.length === 0) return null;
  return (
    <ul className={styles.detalles}>
      {detalles.map(({ que, antes, despues }) => (
        <li key={que}>
          {antes === undefined ? (
            que
          ) : (
            <>
              {que}: antes <del>{antes}</del>; ahora <ins>{despues}</ins>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
