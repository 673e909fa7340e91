import { Suspense, useState } from 'react';
import { lazyPart } from '../../../../../platform/web/feature.ts';
import { Loading } from '../../../../../platform/web/feedback/index.ts';
import styles from './convocatoria.module.css';

const Bases = lazyPart(() => import('./bases-publicas.tsx'), 'BasesDeConvocatoria');

/** The terms of a call, folded: they are asked for when they are unfolded. */
export function BasesPlegables({ convocatoriaId }: { convocatoriaId: string }) {
  const [opened, setOpened] = useState(false);
  return (
    <details
      className={styles.plegables}
      onToggle={({ currentTarget }) => setOpened((was) => was || currentTarget.open)}
    >
      <summary>Bases de la convocatoria</summary>
      {opened && (
        <Suspense fallback={<Loading shape="ficha" />}>
          <Bases convocatoriaId={convocatoriaId} />
        </Suspense>
      )}
    </details>
  );
}
