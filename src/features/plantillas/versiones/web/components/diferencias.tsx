import type { ReactNode } from 'react';
import { EmptyState } from '../../../../../platform/web/feedback/index.ts';
import {
  classes,
  formatNumber,
  IconEdit,
  IconMinus,
  IconPlus,
  toneClass,
} from '../../../../../platform/web/ui/index.ts';
import type { Definicion } from '../../../contract.ts';
import type { HechoDeclarado } from '../../../reglas/contract.ts';
import { compareDefiniciones, type Detalle, type Diferencia } from '../../comparacion/rules.ts';
import styles from './versiones.module.css';

const SIGNS = {
  nuevo: { Icon: IconPlus, tone: 'success', word: 'Nuevo' },
  quitado: { Icon: IconMinus, tone: 'danger', word: 'Quitado' },
  cambiado: { Icon: IconEdit, tone: 'info', word: 'Cambiado' },
} as const satisfies Record<Diferencia['clase'], unknown>;

function Sign({ clase }: { clase: Diferencia['clase'] }) {
  const { Icon, tone } = SIGNS[clase];
  return (
    <span className={classes(styles.signo, toneClass(tone))}>
      <Icon width="1em" height="1em" />
    </span>
  );
}

/** How many there are of each class, with the sign of each; told anew when others are compared. */
export function Cuantas({ diferencias }: { diferencias: readonly Diferencia[] | undefined }) {
  const told = (Object.keys(SIGNS) as Diferencia['clase'][]).flatMap((clase) => {
    const count = diferencias?.filter((one) => one.clase === clase).length ?? 0;
    return count === 0 ? [] : [{ clase, count }];
  });
  return (
    <p className={styles.cuantas} role="status">
      {told.map(({ clase, count }) => (
        <span key={clase}>
          <Sign clase={clase} /> {SIGNS[clase].word}: {formatNumber(count)}{' '}
        </span>
      ))}
      {diferencias?.length === 0 && <span className="sr-only">Dicen lo mismo.</span>}
    </p>
  );
}

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
  return found.length === 0 ? ninguna : <ListaDeDiferencias diferencias={found} />;
}

export function ListaDeDiferencias({ diferencias }: { diferencias: readonly Diferencia[] }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets
    <ul role="list" className={styles.diferencias} aria-label="Diferencias">
      {diferencias.map(({ clase, donde, texto, detalles }) => (
        <li key={`${clase} ${donde} ${texto}`}>
          <Sign clase={clase} />
          <div>
            <p>
              <span className="sr-only">{SIGNS[clase].word}: </span>
              {texto}
            </p>
            <Detalles detalles={detalles} />
            <span className={styles.donde}>{donde}</span>
          </div>
        </li>
      ))}
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
