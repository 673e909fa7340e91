import { ErrorState, Loading } from '../../../../../platform/web/feedback/index.ts';
import styles from '../../../web/components/formulario.module.css';
import { FormularioDeMuestra } from '../../../web/components/formulario-de-muestra.tsx';
import { useSeccionDeBiblioteca } from '../hooks.ts';

/** A section of the library as whoever enrols will see it. */
export function VistaDeSeccion({ id, nombre }: { id: string; nombre: string }) {
  const { data, error, isPending, refetch } = useSeccionDeBiblioteca(id);
  if (isPending) return <Loading shape="form" />;
  if (!data) return <ErrorState error={error} retry={() => void refetch()} />;
  return (
    <section
      className={styles.vista}
      aria-label={`Así se verá «${nombre}»`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and must by the keyboard too
      tabIndex={0}
    >
      <FormularioDeMuestra definicion={{ secciones: [data.seccion] }} />
    </section>
  );
}
