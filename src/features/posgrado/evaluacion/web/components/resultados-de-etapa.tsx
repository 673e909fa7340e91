import { useState } from 'react';
import { CallError } from '../../../../../platform/shared/errors.ts';
import { groupByFour } from '../../../../../platform/shared/ids.ts';
import { ErrorState, Loading, Notice, notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { TextAreaField, useForm } from '../../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import {
  Button,
  EstadoBadge,
  Folio,
  formatDateTime,
  properName,
  Section,
} from '../../../../../platform/web/ui/index.ts';
import { ExportButton } from '../../../../trabajos/web/components/export-button.tsx';
import { formatPuntos } from '../../../ranking/rules.ts';
import type { ResultadoDeEtapa, Severidad } from '../../cierre/contract.ts';
import { ERRORES_EVALUACION } from '../../errors.ts';
import { useAsignaciones, useEndEtapa, useRequestReevaluacion, useResultados } from '../hooks.ts';
import styles from './mesa.module.css';

/** What came of a stage: nothing before it is closed, then its points and how severe each evaluator was. */
export function ResultadosDeEtapa({ etapaId }: { etapaId: string }) {
  const query = useAsignaciones(etapaId);
  if (query.isPending) return <Loading shape="list" />;
  if (query.isError) return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  const { cerradaEn } = query.data.etapa;
  return cerradaEn === null ? <Abierta etapaId={etapaId} /> : <Cerrada etapaId={etapaId} />;
}

function Abierta({ etapaId }: { etapaId: string }) {
  const [ending, end] = useDisclosure();
  return (
    <Section
      title="Resultados"
      lead="Los puntos se conocen hasta cerrar la etapa."
      action={<Button onClick={end.open}>Cerrar la etapa…</Button>}
    >
      {ending && <Cerrar etapaId={etapaId} onClose={end.close} />}
    </Section>
  );
}

function Cerrar({ etapaId, onClose }: { etapaId: string; onClose: () => void }) {
  const end = useEndEtapa();
  // Asked for only once the server says that something is missing.
  const [faltan, setFaltan] = useState<number | null>(null);
  const form = useForm({
    initial: { motivo: '' },
    validate: ({ motivo }) =>
      faltan !== null && motivo.trim().length < 10
        ? { motivo: 'Escriba por qué se cierra con dictámenes pendientes.' }
        : {},
    async submit({ motivo }) {
      try {
        return await end.mutateAsync({ etapaId, motivo: faltan === null ? null : motivo });
      } catch (error) {
        if (
          error instanceof CallError &&
          error.details?.code === ERRORES_EVALUACION.faltanEntregas.code
        ) {
          setFaltan(Number(error.details.faltan));
        }
        throw error;
      }
    },
    onSuccess: () => {
      notify.success('Se cerró la etapa. Sus puntos ya pueden verse.');
      onClose();
    },
  });
  return (
    <FormDialog
      title="Cerrar la etapa"
      form={form}
      submit="Cerrar etapa"
      busy="Cerrando…"
      danger
      keptAs={`etapa/${etapaId}/cierre`}
      onClose={onClose}
    >
      <p>Una etapa cerrada no se reabre.</p>
      {faltan !== null && (
        <TextAreaField
          {...form.field('motivo')}
          label={`Motivo para cerrarla con ${faltan} ${faltan === 1 ? 'dictamen pendiente' : 'dictámenes pendientes'}`}
          maxLength={500}
          rows={3}
        />
      )}
    </FormDialog>
  );
}

function Cerrada({ etapaId }: { etapaId: string }) {
  const query = useResultados(etapaId);
  if (query.isPending) return <Loading shape="list" />;
  if (query.isError) return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  const { resultados, severidad, noSeRepite, etapa } = query.data;
  return (
    <>
      <Section
        title="Resultados"
        lead={`Etapa cerrada el ${formatDateTime(etapa.cerradaEn)}.`}
        action={
          resultados.length > 0 && (
            <ExportButton
              hoja="dictamenes-posgrado"
              filtros={{ etapaId }}
              text="Los puntos y comentarios de cada dictamen entregado."
              size="small"
            />
          )
        }
      >
        {(etapa.minimo !== null || etapa.corte !== null) && (
          <p className={styles.resumen}>
            {etapa.minimo !== null && <span>Mínimo: {formatPuntos(etapa.minimo)}</span>}
            {etapa.corte !== null && <span>Pasan: {etapa.corte} y sus empates</span>}
          </p>
        )}
        {resultados.length === 0 ? (
          <Notice title="Ninguna solicitud se evaluó en esta etapa" />
        ) : (
          <Puntos resultados={resultados} noSeRepite={noSeRepite} etapaId={etapaId} />
        )}
      </Section>
      {severidad.length > 0 && <Severidades severidad={severidad} />}
    </>
  );
}

function Puntos({
  resultados,
  noSeRepite,
  etapaId,
}: {
  resultados: readonly ResultadoDeEtapa[];
  noSeRepite: string | null;
  etapaId: string;
}) {
  const [repitiendo, setRepitiendo] = useState<ResultadoDeEtapa | null>(null);
  const sorted = resultados.toSorted((a, b) => (b.puntos ?? -1) - (a.puntos ?? -1));
  return (
    <>
      <table className={styles.tabla}>
        <caption className="sr-only">Puntos de cada solicitud, de 0 a 100</caption>
        <thead>
          <tr>
            <th scope="col">Solicitud</th>
            <th scope="col" className={styles.numero}>
              Puntos
            </th>
            <th scope="col">Dictámenes</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map((one) => (
            <tr key={one.solicitudId}>
              <th scope="row">
                <Folio>{groupByFour(one.folio)}</Folio>
              </th>
              <td className={styles.numero} data-label="Puntos">
                {one.puntos === null ? 'Sin puntos' : formatPuntos(one.puntos)}
              </td>
              <td>
                {one.repetida ? (
                  <EstadoBadge tone="info">Se evalúa de nuevo</EstadoBadge>
                ) : (
                  <Entregas
                    resultado={one}
                    onRepetir={noSeRepite === null ? () => setRepitiendo(one) : null}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {repitiendo && (
        <Repetir etapaId={etapaId} resultado={repitiendo} onClose={() => setRepitiendo(null)} />
      )}
    </>
  );
}

function Entregas({
  resultado: { folio, entregas },
  onRepetir,
}: {
  resultado: ResultadoDeEtapa;
  onRepetir: (() => void) | null;
}) {
  if (entregas.length === 0) return <span className={styles.quiet}>Ninguno entregado</span>;
  return (
    <details className={styles.mas}>
      <summary>
        {entregas.map(({ puntos }) => formatPuntos(puntos)).join(' · ')}
        <span className="sr-only"> de {groupByFour(folio)}</span>
      </summary>
      <div className={styles.entregas}>
        {entregas.map(({ evaluador, puntos, tercera, entregadaEn, criterios }) => (
          <div key={`${evaluador} ${entregadaEn}`} className={styles.entrega}>
            <h4>
              {properName(evaluador)} · {formatPuntos(puntos)}{' '}
              {tercera && <EstadoBadge tone="info">Tercer dictamen</EstadoBadge>}
            </h4>
            <p className={styles.quiet}>Entregado el {formatDateTime(entregadaEn)}</p>
            {criterios.map((one) => (
              <p key={one.nombre}>
                <strong>
                  {one.nombre}: {one.puntos}
                </strong>{' '}
                {one.comentario}
              </p>
            ))}
          </div>
        ))}
        {onRepetir && (
          <div>
            <Button size="small" onClick={onRepetir}>
              Evaluar de nuevo…
            </Button>
          </div>
        )}
      </div>
    </details>
  );
}

function Repetir({
  etapaId,
  resultado,
  onClose,
}: {
  etapaId: string;
  resultado: ResultadoDeEtapa;
  onClose: () => void;
}) {
  const request = useRequestReevaluacion();
  const form = useForm({
    initial: { motivo: '' },
    validate: ({ motivo }) =>
      motivo.trim().length < 10 ? { motivo: 'Escriba el motivo en una frase.' } : {},
    submit: ({ motivo }) =>
      request.mutateAsync({ etapaId, solicitudId: resultado.solicitudId, motivo }),
    onSuccess: () => {
      notify.success(
        `${groupByFour(resultado.folio)} pasó a otras personas para evaluarse de nuevo.`,
      );
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Evaluar de nuevo ${groupByFour(resultado.folio)}`}
      form={form}
      submit="Evaluar de nuevo"
      busy="Asignando…"
      danger
      keptAs={`reevaluacion/${etapaId}/${resultado.solicitudId}`}
      onClose={onClose}
    >
      <p>Los dictámenes entregados se anulan y se conservan. Otras personas la evaluarán.</p>
      <TextAreaField {...form.field('motivo')} label="Motivo" maxLength={500} rows={3} />
    </FormDialog>
  );
}

/** Hundredths of a point with its sign. */
const diferencia = (media: number, deOtros: number): string => {
  const n = media - deOtros;
  return `${n > 0 ? '+' : n < 0 ? '−' : ''}${formatPuntos(Math.abs(n))}`;
};

function Severidades({ severidad }: { severidad: readonly Severidad[] }) {
  return (
    <Section
      title="Severidad"
      lead="Compara con otros dictámenes de las mismas solicitudes. No corrige puntos."
    >
      <table className={styles.tabla}>
        <caption className="sr-only">Media de cada evaluador, de 0 a 100</caption>
        <thead>
          <tr>
            <th scope="col">Evaluador</th>
            <th scope="col" className={styles.numero}>
              Dictámenes
            </th>
            <th scope="col" className={styles.numero}>
              Media
            </th>
            <th scope="col" className={styles.numero}>
              Media de otros
            </th>
            <th scope="col" className={styles.numero}>
              Diferencia
            </th>
          </tr>
        </thead>
        <tbody>
          {severidad
            .toSorted(
              (a, b) => a.media - (a.deOtros ?? a.media) - (b.media - (b.deOtros ?? b.media)),
            )
            .map(({ evaluador, dictamenes, media, deOtros }) => (
              <tr key={evaluador}>
                <th scope="row">{properName(evaluador)}</th>
                <td className={styles.numero} data-label="Dictámenes">
                  {dictamenes}
                </td>
                <td className={styles.numero} data-label="Media">
                  {formatPuntos(media)}
                </td>
                <td className={styles.numero} data-label="Media de otros">
                  {deOtros === null ? 'Sin dato' : formatPuntos(deOtros)}
                </td>
                <td className={styles.numero} data-label="Diferencia">
                  {deOtros === null ? 'Sin dato' : diferencia(media, deOtros)}
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </Section>
  );
}
