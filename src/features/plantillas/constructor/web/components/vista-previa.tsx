import { memo, useDeferredValue, useId, useState } from 'react';
import { Notice } from '../../../../../platform/web/feedback/index.ts';
import { ViewSwitch } from '../../../../../platform/web/ui/view-switch.tsx';
import type { Definicion } from '../../../contract.ts';
import { FormularioDeMuestra } from '../../../web/components/formulario-de-muestra.tsx';
import styles from './constructor.module.css';

const ANCHOS = [
  { value: '1280', label: 'En una computadora' },
  { value: '360', label: 'En un teléfono' },
] as const;

/** The form as whoever enrols will see it, while it is made. What is answered here is kept nowhere. */
export const VistaPrevia = memo(function VistaPrevia({ definicion }: { definicion: Definicion }) {
  const [ancho, setAncho] = useState<(typeof ANCHOS)[number]['value']>('1280');
  // Typing goes first: what is shown follows.
  const shown = useDeferredValue(definicion);
  const title = useId();
  const isEmpty = shown.secciones.every(({ campos }) => campos.length === 0);
  return (
    <section className={styles.previa} aria-labelledby={title}>
      <h2 id={title}>Así se verá</h2>
      <ViewSwitch
        legend="Ancho de la vista previa"
        views={ANCHOS}
        value={ancho}
        onChange={setAncho}
      />
      <section
        className={styles.marco}
        data-ancho={ancho}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and must by the keyboard too
        tabIndex={0}
        aria-label="Vista previa"
      >
        <div className={styles.hoja}>
          {isEmpty ? (
            <Notice title="Todavía no hay nada que mostrar">
              <p>Agregue una sección y sus campos: aparecerán aquí conforme los escriba.</p>
            </Notice>
          ) : (
            <FormularioDeMuestra definicion={shown} />
          )}
        </div>
      </section>
    </section>
  );
});
