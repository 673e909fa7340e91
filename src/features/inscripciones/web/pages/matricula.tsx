import { fechaDe } from '../../../../platform/shared/dates.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { EmptyState, ErrorState, Loading } from '../../../../platform/web/feedback/index.ts';
import {
  Button,
  IconClipboard,
  LinkButton,
  PageHeading,
} from '../../../../platform/web/ui/index.ts';
import { ownPath } from '../../../personas/routes.ts';
import type { MatriculaItem } from '../../contract.ts';
import { ERRORES } from '../../errors.ts';
import styles from '../components/matricula.module.css';
import { MatriculaRow } from '../components/matricula-row.tsx';
import { useMatricula } from '../hooks.ts';

/** `/matricula`: everything one has enrolled in, newest first, by year. */
export default function MatriculaPage() {
  return (
    <>
      <PageHeading title="Matrícula" lead="Todas sus inscripciones, con su estado y su acuse." />
      <Historial />
    </>
  );
}

function Historial() {
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useMatricula();
  if (isPending) return <Loading shape="list" label="Cargando su matrícula…" />;
  if (error instanceof CallError && error.details?.code === ERRORES.sinExpediente.code) {
    return (
      <EmptyState
        title="Su cuenta todavía no tiene un expediente"
        icon={IconClipboard}
        action={
          <LinkButton to={ownPath({ clave: null })} variant="primary">
            Ir a mi expediente
          </LinkButton>
        }
      >
        {ERRORES.sinExpediente.message}
      </EmptyState>
    );
  }
  if (!data) return <ErrorState error={error} retry={() => void refetch()} />;
  const inscripciones = data.pages.flatMap((page) => page.inscripciones);
  if (inscripciones.length === 0) {
    return (
      <EmptyState
        title="Su matrícula está vacía"
        icon={IconClipboard}
        action={
          <LinkButton to="/" variant="primary">
            Ver inscripciones abiertas
          </LinkButton>
        }
      >
        Cuando se inscriba a un curso, diplomado o posgrado quedará aquí para siempre, con su
        estado, su folio y su acuse en PDF.
      </EmptyState>
    );
  }
  return (
    <div className={styles.historial}>
      {byYear(inscripciones).map(([year, items]) => (
        <section key={year} className={styles.anio} aria-label={year}>
          <h2>{year}</h2>
          {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets */}
          <ul role="list">
            {items.map((item) => (
              <li key={item.id}>
                <MatriculaRow item={item} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {hasNextPage && (
        <p className={styles.more}>
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Mostrar inscripciones anteriores
          </Button>
        </p>
      )}
    </div>
  );
}

const byYear = (items: readonly MatriculaItem[]): [string, MatriculaItem[]][] => {
  const years: [string, MatriculaItem[]][] = [];
  for (const item of items) {
    const year = fechaDe(new Date(item.enviadaEn ?? item.creadoEn)).slice(0, 4);
    const last = years.at(-1);
    if (last?.[0] === year) last[1].push(item);
    else years.push([year, [item]]);
  }
  return years;
};
