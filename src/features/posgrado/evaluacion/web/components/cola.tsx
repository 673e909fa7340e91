import { groupByFour } from '../../../../../platform/shared/ids.ts';
import {
  EmptyState,
  ErrorState,
  Loading,
  Notice,
} from '../../../../../platform/web/feedback/index.ts';
import {
  EstadoBadge,
  Folio,
  formatDateTime,
  formatNumber,
  IconScale,
  LinkButton,
  PageHeading,
  Section,
} from '../../../../../platform/web/ui/index.ts';
import { RecordList, RecordRow } from '../../../../../platform/web/ui/record-list.tsx';
import { ASIGNACION } from '../../../estados.ts';
import { dictamenesPath } from '../../../routes.ts';
import type { EtapaEnCola } from '../../dictamenes/contract.ts';
import { useDictamenes } from '../hooks.ts';
import styles from './dictamen.module.css';

type Asignada = EtapaEnCola['asignaciones'][number];

const isPendiente = ({ entregadaEn }: Asignada): boolean => entregadaEn === null;

/** What one has to score, by call and stage. */
export function Cola() {
  const query = useDictamenes();
  if (query.isPending) return <Loading shape="list" />;
  if (query.isError) {
    return (
      <>
        <PageHeading title="Dictámenes" />
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      </>
    );
  }
  const { convocatorias, evalua } = query.data;
  const pendientes = convocatorias.flatMap(({ etapas }) =>
    etapas.flatMap(({ asignaciones }) => asignaciones.filter(isPendiente)),
  ).length;
  return (
    <>
      <PageHeading
        title="Dictámenes"
        meta={
          <span>{pendientes === 1 ? '1 pendiente' : `${formatNumber(pendientes)} pendientes`}</span>
        }
      />
      {convocatorias.length === 0 && (
        <EmptyState
          title={
            evalua ? 'No tiene solicitudes por dictaminar' : 'No evalúa en ninguna convocatoria'
          }
          icon={IconScale}
        >
          {evalua
            ? 'Aparecerán aquí cuando la escuela las asigne.'
            : 'Cuando la escuela le registre para evaluar, lo encontrará aquí.'}
        </EmptyState>
      )}
      {convocatorias.map(({ id, programa, edicion, etapas }) => (
        <Section key={id} title={programa} lead={edicion}>
          {etapas.map((etapa) => (
            <Etapa key={etapa.id} etapa={etapa} />
          ))}
        </Section>
      ))}
    </>
  );
}

function Etapa({ etapa }: { etapa: EtapaEnCola }) {
  const { asignaciones, muestras, criterios } = etapa;
  const entregadas = asignaciones.filter((one) => !isPendiente(one)).length;
  const faltan = muestras.total - muestras.calificadas;
  const primera = asignaciones.find(isPendiente);
  return (
    <div className={styles.etapa}>
      <div className={styles.deEtapa}>
        <h3>{etapa.nombre}</h3>
        <p>
          {entregadas} de {asignaciones.length}{' '}
          {asignaciones.length === 1 ? 'entregado' : 'entregados'}
          {etapa.cerradaEn
            ? ` · Etapa cerrada el ${formatDateTime(etapa.cerradaEn)}`
            : etapa.venceEn
              ? ` · Fecha límite: ${formatDateTime(etapa.venceEn)}`
              : ''}
        </p>
        {faltan === 0 && primera && (
          <LinkButton variant="primary" to={hrefOf(primera)}>
            {entregadas === 0 ? 'Comenzar' : 'Continuar'}
          </LinkButton>
        )}
      </div>
      <progress
        className={styles.barraDeAvance}
        max={asignaciones.length}
        value={entregadas}
        aria-label={`Dictámenes entregados de ${etapa.nombre}`}
      />
      {faltan > 0 && (
        <Notice
          title={`Muestras calificadas: ${muestras.calificadas} de ${muestras.total}`}
          actions={
            <LinkButton variant="primary" to={`${dictamenesPath}?muestras=${etapa.id}`}>
              Calificar muestras
            </LinkButton>
          }
        >
          <p>Se califican antes de abrir la primera solicitud.</p>
        </Notice>
      )}
      <RecordList>
        {asignaciones.map((one) => (
          <RecordRow
            key={one.id}
            name={<Folio>{groupByFour(one.folio)}</Folio>}
            note={
              <>
                <EstadoBadge tone={ASIGNACION.tono(one.estado)}>
                  {ASIGNACION.palabra(one.estado)}
                </EstadoBadge>
                {one.entregadaEn
                  ? ` ${formatDateTime(one.entregadaEn)}`
                  : one.contestados > 0
                    ? ` ${one.contestados} de ${criterios} criterios con puntos`
                    : ''}
              </>
            }
            actions={
              <LinkButton
                size="small"
                to={hrefOf(one)}
                aria-label={`${actOf(one)} ${groupByFour(one.folio)}`}
              >
                {actOf(one)}
              </LinkButton>
            }
          />
        ))}
      </RecordList>
    </div>
  );
}

const hrefOf = ({ id }: Asignada): string => `${dictamenesPath}?dictamen=${id}`;
const actOf = (one: Asignada): string =>
  isPendiente(one) ? (one.estado === 'aceptada' ? 'Dictaminar' : 'Abrir') : 'Ver';
