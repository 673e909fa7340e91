import { useState } from 'react';
import { ErrorState, Loading, Notice } from '../../../../../platform/web/feedback/index.ts';
import { EstadoBadge, formatDateTime, properName } from '../../../../../platform/web/ui/index.ts';
import type { EtapaConAvance } from '../../cierre/contract.ts';
import { useAvance } from '../hooks.ts';
import { AsignacionDeEtapa } from './asignacion-de-etapa.tsx';
import { CalibracionDeEtapa } from './calibracion-de-etapa.tsx';
import styles from './mesa.module.css';
import { ResultadosDeEtapa } from './resultados-de-etapa.tsx';

/** The stages of a call that are scored: how far each is, and what is done in the chosen one. */
export function EvaluacionDeConvocatoria({ convocatoriaId }: { convocatoriaId: string }) {
  const query = useAvance(convocatoriaId);
  const [chosen, setChosen] = useState<string | null>(null);
  if (query.isPending) return <Loading shape="list" />;
  if (query.isError) return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  const { etapas } = query.data;
  const etapa =
    etapas.find(({ id }) => id === chosen) ??
    etapas.find(({ cerradaEn }) => cerradaEn === null) ??
    etapas.at(-1);
  if (!etapa) return <Notice title="Ninguna etapa se evalúa con rúbrica" />;
  return (
    <>
      <fieldset className={styles.etapas}>
        <legend className="sr-only">Etapa</legend>
        {etapas.map((one) => (
          <Tarjeta
            key={one.id}
            etapa={one}
            elegida={one.id === etapa.id}
            onElegir={() => setChosen(one.id)}
          />
        ))}
      </fieldset>
      {etapa.cerradaEn !== null && <ResultadosDeEtapa key={etapa.id} etapaId={etapa.id} />}
      <AsignacionDeEtapa key={`asignacion ${etapa.id}`} etapaId={etapa.id} />
      {(etapa.cerradaEn === null || etapa.muestras > 0) && (
        <CalibracionDeEtapa key={`calibracion ${etapa.id}`} etapaId={etapa.id} />
      )}
      {etapa.cerradaEn === null && <ResultadosDeEtapa key={etapa.id} etapaId={etapa.id} />}
    </>
  );
}

function Tarjeta({
  etapa: { nombre, venceEn, cerradaEn, cerro, solicitudes, asignadas, entregadas, sinEvaluadores },
  elegida,
  onElegir,
}: {
  etapa: EtapaConAvance;
  elegida: boolean;
  onElegir: () => void;
}) {
  return (
    <button type="button" className={styles.etapa} aria-pressed={elegida} onClick={onElegir}>
      <strong>{nombre}</strong>
      <span>
        {solicitudes === null
          ? 'Falta cerrar una etapa anterior'
          : `${solicitudes} ${solicitudes === 1 ? 'solicitud' : 'solicitudes'}`}
      </span>
      <span>
        {entregadas} de {asignadas} dictámenes entregados
      </span>
      <progress max={Math.max(asignadas, 1)} value={entregadas} aria-hidden="true" />
      {cerradaEn ? (
        <EstadoBadge tone="success">Cerrada el {formatDateTime(cerradaEn)}</EstadoBadge>
      ) : sinEvaluadores > 0 ? (
        <EstadoBadge tone="warning">Sin evaluadores suficientes: {sinEvaluadores}</EstadoBadge>
      ) : venceEn ? (
        <span>Fecha límite: {formatDateTime(venceEn)}</span>
      ) : null}
      {cerro && <span>La cerró {properName(cerro)}</span>}
    </button>
  );
}
