import { formatMomento } from '../../../../../platform/shared/dates.ts';
import type { CallError } from '../../../../../platform/shared/errors.ts';
import { groupByFour } from '../../../../../platform/shared/ids.ts';
import { caller } from '../../../../../platform/web/callables/client.ts';
import { Notice } from '../../../../../platform/web/feedback/notice.tsx';
import { type PublicPageProps, publicPage } from '../../../../../platform/web/public/page.ts';
import { Link } from '../../../../../platform/web/router.tsx';
import {
  classes,
  Folio,
  formatDate,
  PageHeading,
  Section,
} from '../../../../../platform/web/ui/index.ts';
import { formatPuntos } from '../../../ranking/rules.ts';
import { solicitudPosgradoPath } from '../../../routes.ts';
import type { getResultados, Publicado } from '../../contract.ts';
import styles from '../components/resultados.module.css';

const getResultadosCall = caller<typeof getResultados>('getResultadosPosgrado');

/** `/resultadosPosgrado/{edicionId}`: for anyone, without signing in. */
function ResultadosPage({ answer, problem }: PublicPageProps<typeof getResultados>) {
  if (!answer) return <SinResultados problem={problem} />;
  const { curso, edicion, resultados, resultadosEn, retirarEn, retirados } = answer;
  const titulo = `Resultados: ${curso}`;
  if (resultados === null) {
    return (
      <>
        <PageHeading title={titulo} lead={edicion} />
        <Notice
          tone="info"
          title={retirados ? 'Los resultados ya no se muestran' : 'Resultados por publicar'}
        >
          <p>
            {retirados && retirarEn
              ? `Estuvieron publicados hasta el ${formatMomento(new Date(retirarEn))}.`
              : `La fecha de la convocatoria es el ${formatMomento(new Date(resultadosEn))}.`}
          </p>
          <p>
            Quien participó consulta su resultado en{' '}
            <Link to={solicitudPosgradoPath}>su solicitud</Link>.
          </p>
        </Notice>
      </>
    );
  }
  return (
    <>
      <PageHeading
        title={titulo}
        lead={edicion}
        meta={
          <span>
            Publicación {resultados.numero}, del {formatMomento(new Date(resultados.publicadoEn))}
          </span>
        }
      />
      <p className={styles.texto}>
        Quien participó consulta sus puntos, los comentarios y cómo pedir la revisión en{' '}
        <Link to={solicitudPosgradoPath}>su solicitud</Link>.
      </p>
      {resultados.desierta ? (
        <Notice tone="info" title="Convocatoria desierta">
          <p>Ninguna solicitud fue admitida.</p>
        </Notice>
      ) : (
        <Folios resultados={resultados} />
      )}
      <Calculo resultados={resultados} />
      <Sorteo resultados={resultados} />
      {retirarEn && <p>Esta página se retira el {formatDate(retirarEn)}.</p>}
    </>
  );
}

export default publicPage<typeof getResultados>({
  description: 'Resultados de una convocatoria de posgrado de la escuela, por folio.',
  ask: {
    call: getResultadosCall,
    input: ({ params }) => ({ edicionId: params.edicionId ?? '' }),
  },
  Page: ResultadosPage,
});

function SinResultados({ problem }: { problem: CallError | null }) {
  return (
    <>
      <PageHeading title="Resultados de posgrado" />
      <Notice tone="danger" title="No se encontraron resultados">
        <p>{problem?.message ?? 'Revise el enlace de la convocatoria.'}</p>
      </Notice>
    </>
  );
}

function Folios({ resultados: { admitidas, listaDeEspera, ultima } }: { resultados: Publicado }) {
  return (
    <>
      <Section title="Solicitudes admitidas" lead="En el orden de los folios.">
        {admitidas.length === 0 ? (
          <p>Ninguna.</p>
        ) : (
          // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets
          <ul role="list" className={styles.folios}>
            {admitidas.map((folio) => (
              <li key={folio}>
                <Folio>{groupByFour(folio)}</Folio>
              </li>
            ))}
          </ul>
        )}
        {ultima !== null && (
          <p className={styles.ultima}>
            Última puntuación admitida: <strong>{formatPuntos(ultima)}</strong>
          </p>
        )}
      </Section>
      <Section title="Lista de espera" lead="Por posición en los resultados.">
        {listaDeEspera.length === 0 ? (
          <p>Ninguna.</p>
        ) : (
          <ol className={classes(styles.folios, styles.linea)}>
            {listaDeEspera.map((folio) => (
              <li key={folio}>
                <Folio>{groupByFour(folio)}</Folio>
              </li>
            ))}
          </ol>
        )}
      </Section>
    </>
  );
}

function Calculo({ resultados: { formula, desempates, sha256 } }: { resultados: Publicado }) {
  return (
    <Section title="Cálculo">
      <dl className={styles.dato}>
        <dt>Fórmula</dt>
        <dd>{formula}</dd>
        <dt>En caso de empate deciden, en este orden</dt>
        <dd>
          <ol className={styles.orden}>
            {desempates.map((uno) => (
              <li key={uno}>{uno}</li>
            ))}
          </ol>
        </dd>
        <dt>Huella SHA-256 del ranking</dt>
        <dd>
          <Folio>{sha256}</Folio>
        </dd>
      </dl>
    </Section>
  );
}

function Sorteo({ resultados: { sorteo } }: { resultados: Publicado }) {
  return (
    <Section title="Comprobación del sorteo">
      <p className={styles.texto}>
        El sorteo se fijó antes de recibir solicitudes: con la convocatoria se publicó la huella de
        un secreto, que se da a conocer hoy.
      </p>
      <dl className={styles.dato}>
        <dt>Huella publicada con la convocatoria (SHA-256 del secreto)</dt>
        <dd>
          <Folio>{sorteo.hash}</Folio>
        </dd>
        <dt>Secreto</dt>
        <dd>
          <Folio>{sorteo.secreto}</Folio>
        </dd>
      </dl>
      <ol className={styles.pasos}>
        <li>Escriba el secreto y, enseguida, el folio sin guiones ni espacios.</li>
        <li>Calcule el SHA-256 de ese texto.</li>
        <li>De dos folios empatados en lo demás, va primero el del valor menor.</li>
      </ol>
      <p className={styles.texto}>Por ejemplo, en una terminal de Linux o de macOS:</p>
      <code className={styles.codigo} translate="no">
        printf '%s' '{sorteo.secreto}' 'FOLIO' | shasum -a 256
      </code>
      <p className={styles.texto}>
        Esta dirección entrega lo mismo como datos a quien la pide con{' '}
        <code translate="no">Accept: application/json</code>.
      </p>
    </Section>
  );
}
