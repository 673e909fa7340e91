import { searchIn } from '../../../../platform/shared/search.ts';
import { EmptyState, ErrorState, Loading } from '../../../../platform/web/feedback/index.ts';
import { Link } from '../../../../platform/web/router.tsx';
import { useUser } from '../../../../platform/web/session/react.tsx';
import { FilterBar } from '../../../../platform/web/table/index.ts';
import { formatNumber, IconRoute, PageHeading } from '../../../../platform/web/ui/index.ts';
import { NoSeLee } from '../../../../platform/web/ui/no-se-lee.tsx';
import type { RutaDeLista } from '../../contract.ts';
import { canSeePersonasDeRuta } from '../../policy.ts';
import { rutaPath, rutaPersonasPath } from '../../routes.ts';
import { Barra, EstadoDeAvance } from '../components/avance.tsx';
import styles from '../components/ruta.module.css';
import { useFiltrosRutas, useRutas } from '../hooks.ts';

const wordsOf = ({ clave, nombre, descripcion, dirigidaA }: RutaDeLista) =>
  `${clave} ${nombre} ${descripcion} ${dirigidaA}`;

export default function RutasPage() {
  const user = useUser();
  const { data, error, isPending, refetch } = useRutas();
  return (
    <>
      <PageHeading
        title="Rutas formativas"
        lead="Conjuntos ordenados de cursos. Cada una le dice qué lleva, qué puede tomar ahora y qué le falta."
      />
      {isPending ? (
        <Loading shape="list" label="Cargando las rutas…" />
      ) : !data ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : data.rutas.length === 0 ? (
        <EmptyState title="Todavía no hay rutas formativas" icon={IconRoute} level={2}>
          Aquí aparecerán cuando la escuela publique la primera.
        </EmptyState>
      ) : (
        <Lista rutas={data.rutas} personal={canSeePersonasDeRuta(user)} />
      )}
    </>
  );
}

function Lista({ rutas, personal }: { rutas: readonly RutaDeLista[]; personal: boolean }) {
  const state = useFiltrosRutas(rutas.some(({ avance }) => avance !== null));
  const { estado } = state.filters;
  const ofState = rutas.filter(({ avance }) => estado === undefined || avance?.estado === estado);
  const { filas } = searchIn(ofState, wordsOf, state.search);
  return (
    <>
      <FilterBar state={state} search={{ label: 'Buscar en las rutas' }} />
      <p role="status" className={styles.cuantas}>
        {filas.length === 1 ? '1 ruta' : `${formatNumber(filas.length)} rutas`}
      </p>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets */}
      <ul role="list" className={styles.list}>
        {filas.map((ruta) => (
          <li key={ruta.id}>
            <Fila ruta={ruta} personal={personal} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Fila({ ruta, personal }: { ruta: RutaDeLista; personal: boolean }) {
  const { avance, siguientes } = ruta;
  if (ruta.ilegible) {
    return (
      <article className={styles.fila}>
        <div>
          <p className={styles.clave}>{ruta.clave}</p>
          <h2>
            <NoSeLee />
          </h2>
          <p>Avise a la escuela: lo que se guarda de esta ruta debe recuperarse de un respaldo.</p>
        </div>
      </article>
    );
  }
  return (
    <article className={styles.fila}>
      <div>
        <p className={styles.clave}>{ruta.clave}</p>
        <h2>
          <Link to={rutaPath(ruta.id)}>{ruta.nombre}</Link>
        </h2>
        <p>{ruta.descripcion}</p>
        <p className={styles.quiet}>
          {ruta.dirigidaA !== '' && `${ruta.dirigidaA}. `}
          {formatNumber(ruta.etapas)} {ruta.etapas === 1 ? 'etapa' : 'etapas'},{' '}
          {formatNumber(ruta.cursos)} {ruta.cursos === 1 ? 'curso' : 'cursos'}, desde{' '}
          {formatNumber(ruta.horas)}
          {'\u00a0'}h
        </p>
      </div>
      <div className={styles.mio}>
        {avance && (
          <>
            <EstadoDeAvance estado={avance.estado} />
            <Barra acreditados={avance.acreditados} necesarios={avance.necesarios} />
            {avance.estado !== 'completada' && siguientes.length > 0 && (
              <p className={styles.quiet}>Puede tomar: {siguientes.join('; ')}.</p>
            )}
          </>
        )}
        {!ruta.seOfrece && <p className={styles.quiet}>Ya no se ofrece; usted puede terminarla.</p>}
        {personal && (
          <Link to={rutaPersonasPath(ruta.id)}>
            Quiénes están en ella<span className="sr-only">: {ruta.nombre}</span>
          </Link>
        )}
      </div>
    </article>
  );
}
