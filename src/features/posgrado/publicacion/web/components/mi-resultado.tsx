import { formatMomento } from '../../../../../platform/shared/dates.ts';
import { ErrorState, Loading } from '../../../../../platform/web/feedback/index.ts';
import { Link } from '../../../../../platform/web/router.tsx';
import {
  DataList,
  EstadoBadge,
  Folio,
  Section,
  type Tone,
} from '../../../../../platform/web/ui/index.ts';
import { SOLICITUD } from '../../../estados.ts';
import { formatPuntos } from '../../../ranking/rules.ts';
import { resultadosPosgradoPath } from '../../../routes.ts';
import { type Resultado, useResultado } from '../hooks.ts';
import styles from './mi-resultado.module.css';

type Etapa = Resultado['etapas'][number];
type Dictamen = Etapa['dictamenes'][number];

/** One's own result once it is published: the total, each stage, and each criterion with its comment. Before, it draws nothing. */
export function MiResultado({ convocatoriaId }: { convocatoriaId: string }) {
  const { data, error, refetch } = useResultado(convocatoriaId);
  if (!data) {
    return error ? (
      <ErrorState error={error} retry={() => void refetch()} />
    ) : (
      <Loading shape="list" label="Cargando el resultado…" />
    );
  }
  return data.resultado && <Contenido resultado={data.resultado} />;
}

function Contenido({ resultado }: { resultado: Resultado }) {
  const { estado, total, posicion, publicadoEn, razones, etapas } = resultado;
  return (
    <Section title="Resultado">
      <DataList
        items={[
          {
            label: 'Resultado publicado',
            value: (
              <EstadoBadge tone={SOLICITUD.tono(estado)}>{SOLICITUD.palabra(estado)}</EstadoBadge>
            ),
          },
          ...(total === null ? [] : [{ label: 'Total', value: `${formatPuntos(total)} de 100` }]),
          ...(posicion === null ? [] : [{ label: 'Posición', value: `${posicion}` }]),
          { label: 'Publicación', value: formatMomento(new Date(publicadoEn)) },
        ]}
      />
      {/* The first sentence of whoever has a position says the total and the position, which stand above. */}
      {razones.slice(posicion === null ? 0 : 1).map((razon) => (
        <p key={razon} className={styles.razon}>
          {razon}
        </p>
      ))}
      <div className={styles.etapas}>
        {etapas.map((etapa) => (
          <DeEtapa key={etapa.nombre} etapa={etapa} />
        ))}
      </div>
      <Calculo resultado={resultado} />
    </Section>
  );
}

const SITUACION: Readonly<Record<Etapa['es'], readonly [string, Tone]>> = {
  pasa: ['Aprobada', 'success'],
  noLlega: ['No llegó a esta etapa', 'neutral'],
  ausente: ['No se presentó', 'danger'],
  bajoMinimo: ['Bajo el mínimo', 'danger'],
  fueraDeCorte: ['Fuera del corte', 'danger'],
};

const CUENTA = {
  media: 'Cuenta el promedio de los dictámenes.',
  mediana: 'Cuenta la mediana de los dictámenes.',
} as const;

function DeEtapa({ etapa }: { etapa: Etapa }) {
  const { nombre, peso, minimo, corte, centesimas, es, cuenta, dictamenes } = etapa;
  const [palabra, tono] = SITUACION[es];
  const bases = [
    ...(peso > 0 ? [`${peso} % del total`] : []),
    ...(minimo === null ? [] : [`mínimo ${formatPuntos(minimo)}`]),
    ...(corte === null ? [] : [`pasan ${corte}`]),
  ];
  return (
    <article className={styles.etapa}>
      <div className={styles.cabeza}>
        <h3>{nombre}</h3>
        <EstadoBadge tone={tono}>{palabra}</EstadoBadge>
      </div>
      {centesimas !== null && (
        <p>
          <strong>{formatPuntos(centesimas)}</strong> de 100
        </p>
      )}
      {bases.length > 0 && <p className={styles.quiet}>{bases.join(' · ')}</p>}
      {dictamenes.map((dictamen, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they come in one order, without an id
        <DeDictamen key={at} numero={at + 1} etapa={nombre} dictamen={dictamen} />
      ))}
      {cuenta && dictamenes.length > 1 && <p className={styles.quiet}>{CUENTA[cuenta]}</p>}
    </article>
  );
}

function DeDictamen({
  numero,
  etapa,
  dictamen: { puntos, maximo, criterios },
}: {
  numero: number;
  etapa: string;
  dictamen: Dictamen;
}) {
  const pesos = criterios.reduce((sum, { peso }) => sum + peso, 0);
  return (
    <details className={styles.dictamen}>
      <summary>
        Dictamen {numero}: {formatPuntos(Math.round((puntos * 10_000) / maximo))} de 100
        <span className="sr-only">, {etapa}</span>
      </summary>
      <ul className={styles.criterios}>
        {criterios.map(({ nombre, peso, puntos: dados, ancla, comentario }) => (
          <li key={nombre}>
            <p>
              <strong>{nombre}</strong>{' '}
              <span className={styles.quiet}>{Math.round((peso * 100) / pesos)} %</span>
            </p>
            <p>
              {dados} de 4{ancla && `: ${ancla}`}
            </p>
            {comentario && <p className={styles.comentario}>{comentario}</p>}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** How the total was computed, and the draw where it decided. */
function Calculo({ resultado: { formula, sorteo, folio, edicionId } }: { resultado: Resultado }) {
  return (
    <details className={styles.dictamen}>
      <summary>Cálculo del resultado</summary>
      <p>{formula}</p>
      {sorteo && (
        <dl className={styles.sorteo}>
          <dt>Huella publicada con la convocatoria (SHA-256 del secreto)</dt>
          <dd>
            <Folio>{sorteo.hash}</Folio>
          </dd>
          <dt>Secreto del sorteo</dt>
          <dd>
            <Folio>{sorteo.secreto}</Folio>
          </dd>
          <dt>SHA-256 del secreto y {folio}</dt>
          <dd>
            <Folio>{sorteo.propio}</Folio>
          </dd>
          <dt>SHA-256 del secreto y {sorteo.otra.folio}</dt>
          <dd>
            <Folio>{sorteo.otra.valor}</Folio>
          </dd>
        </dl>
      )}
      {sorteo && <p>De dos folios empatados en lo demás, va primero el del valor menor.</p>}
      <p>
        <Link to={resultadosPosgradoPath(edicionId)}>Resultados públicos</Link>
      </p>
    </details>
  );
}
