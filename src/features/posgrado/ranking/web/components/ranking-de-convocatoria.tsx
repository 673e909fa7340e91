import { useState } from 'react';
import { formatMomento } from '../../../../../platform/shared/dates.ts';
import { messageOf } from '../../../../../platform/web/callables/client.ts';
import { useMomento, useReloj } from '../../../../../platform/web/clock.ts';
import {
  EmptyState,
  ErrorState,
  Loading,
  Notice,
  notify,
} from '../../../../../platform/web/feedback/index.ts';
import { Link } from '../../../../../platform/web/router.tsx';
import { useUser } from '../../../../../platform/web/session/react.tsx';
import {
  Button,
  EstadoBadge,
  formatDateTime,
  formatRelative,
  properName,
} from '../../../../../platform/web/ui/index.ts';
import { RANKING } from '../../../estados.ts';
import { canDecidePosgrado } from '../../../policy.ts';
import { resultadosPosgradoPath } from '../../../routes.ts';
import type { RankingPresentado } from '../../contract.ts';
import { type Ranking, useActosDeRanking, useRanking } from '../hooks.ts';
import { AprobarDialog, CalcularDialog, CancelarPublicacionDialog } from './actos-de-ranking.tsx';
import { CambiosDeRanking } from './cambios-de-ranking.tsx';
import { CifrasDeRanking } from './cifras-de-ranking.tsx';
import { FilasDeRanking } from './filas-de-ranking.tsx';
import styles from './ranking.module.css';

/** The ranking of a call on its desk: computed, looked at, approved by another person, published at its moment. */
export function RankingDeConvocatoria({ convocatoriaId }: { convocatoriaId: string }) {
  const query = useRanking(convocatoriaId);
  if (query.isPending) return <Loading shape="page" />;
  if (query.isError) {
    return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  }
  const ranking = query.data;
  const { actual, rankings } = ranking;
  const vigente = rankings.find(({ id }) => id === actual?.id);
  if (!actual || !vigente) return <SinRanking ranking={ranking} />;
  return (
    <>
      <Situacion ranking={ranking} vigente={vigente} recibidoEn={query.dataUpdatedAt} />
      <CifrasDeRanking detalle={actual} />
      {actual.contra && actual.contra.cambios > 0 && (
        <CambiosDeRanking key={`k${actual.id}`} id={actual.id} contra={actual.contra} />
      )}
      <Anteriores rankings={rankings.filter(({ id }) => id !== actual.id)} />
      <FilasDeRanking key={actual.id} id={actual.id} etapas={actual.etapas} />
    </>
  );
}

function SinRanking({ ranking }: { ranking: Ranking }) {
  const { calcular, rankings } = ranking;
  return (
    <div className={styles.vacio}>
      <EmptyState title="Todavía no hay un ranking" action={<Calcular ranking={ranking} primary />}>
        {calcular.porque ??
          'Se calcula con las puntuaciones de las etapas cerradas; otra persona lo aprueba.'}
      </EmptyState>
      <Anteriores rankings={rankings} />
    </div>
  );
}

/** Computes, with the reason first where there are published results. */
function Calcular({ ranking, primary = false }: { ranking: Ranking; primary?: boolean }) {
  const [asked, setAsked] = useState(false);
  const { create } = useActosDeRanking();
  const { calcular, convocatoria, pideMotivo, rankings } = ranking;
  if (!calcular.permitido) return null;
  const label = rankings.length > 0 ? 'Calcular de nuevo' : 'Calcular el ranking';
  const run = () =>
    create
      .mutateAsync({ convocatoriaId: convocatoria.id })
      .then(({ numero }) => notify.success(`Se calculó el ranking ${numero}.`))
      .catch((error: unknown) => notify.error(messageOf(error)));
  return (
    <>
      <Button
        variant={primary ? 'primary' : 'secondary'}
        busy={create.isPending}
        onClick={() => (pideMotivo ? setAsked(true) : void run())}
      >
        {label}
      </Button>
      {asked && <CalcularDialog convocatoriaId={convocatoria.id} onClose={() => setAsked(false)} />}
    </>
  );
}

type Dialogo = 'aprobar' | 'cancelar';

/** Where the ranking that counts is on its way, and what may be done with it. */
function Situacion({
  ranking,
  vigente,
  recibidoEn,
}: {
  ranking: Ranking;
  vigente: RankingPresentado;
  recibidoEn: number;
}) {
  const [asked, setAsked] = useState<Dialogo | null>(null);
  const { actual, aprobar, convocatoria, ahora } = ranking;
  const close = () => setAsked(null);
  const enCurso = vigente.estado === 'calculado' || vigente.estado === 'aprobado';
  return (
    <>
      <div className={styles.situacion}>
        <div className={styles.cabeza}>
          <h2>Ranking {vigente.numero}</h2>
          <EstadoBadge tone={RANKING.tono(vigente.estado)}>
            {RANKING.palabra(vigente.estado)}
          </EstadoBadge>
        </div>
        <p className={styles.quieto}>
          Calculado por {properName(vigente.calculo)}, {formatDateTime(vigente.creadoEn)}
          {vigente.aprobo &&
            vigente.aprobadoEn &&
            ` · Aprobado por ${properName(vigente.aprobo)}, ${formatDateTime(vigente.aprobadoEn)}`}
        </p>
        {vigente.motivo && <p>Motivo: {vigente.motivo}</p>}
        {vigente.adelanto && <p>Motivo del adelanto: {vigente.adelanto}</p>}
        {vigente.estado === 'aprobado' && vigente.publicarEn && (
          <CuentaRegresiva en={vigente.publicarEn} ahora={ahora} recibidoEn={recibidoEn} />
        )}
        {vigente.estado === 'publicado' && vigente.publicadoEn && (
          <p>
            Se publicó el {formatMomento(new Date(vigente.publicadoEn))}.{' '}
            <Link to={resultadosPosgradoPath(convocatoria.edicionId)}>
              Ver los resultados públicos
            </Link>
          </p>
        )}
        {enCurso && actual && actual.quita.length > 0 && (
          <Notice tone="danger" title="Quitaría un lugar ya publicado">
            <p>
              {actual.quita.join(', ')}. Agregue{' '}
              {actual.quita.length === 1 ? 'un lugar' : 'lugares'} a la edición y calcule de nuevo.
            </p>
          </Notice>
        )}
        {aprobar.porque && <p>{aprobar.porque}</p>}
        <div className={styles.botones}>
          {aprobar.permitido && actual?.quita.length === 0 && (
            <Button variant="primary" onClick={() => setAsked('aprobar')}>
              Aprobar y programar
            </Button>
          )}
          {vigente.estado === 'aprobado' && <Cancelar onAsk={() => setAsked('cancelar')} />}
          <Calcular ranking={ranking} />
        </div>
      </div>
      {asked === 'aprobar' && actual && (
        <AprobarDialog ranking={ranking} detalle={actual} onClose={close} />
      )}
      {asked === 'cancelar' && <CancelarPublicacionDialog id={vigente.id} onClose={close} />}
    </>
  );
}

function Cancelar({ onAsk }: { onAsk: () => void }) {
  return canDecidePosgrado(useUser()) ? (
    <Button onClick={onAsk}>Cancelar la publicación</Button>
  ) : null;
}

/** How long it is until the results come out, by the server's clock. */
function CuentaRegresiva({
  en,
  ahora,
  recibidoEn,
}: {
  en: string;
  ahora: string;
  recibidoEn: number;
}) {
  const pasado = useMomento(ahora, recibidoEn, [en]) >= new Date(en);
  const reloj = useReloj(ahora, recibidoEn, false);
  return (
    <Notice
      tone="warning"
      title={pasado ? 'Publicando los resultados' : `Se publica el ${formatMomento(new Date(en))}`}
    >
      <p>{pasado ? 'Tarda un minuto a lo más.' : `Será ${formatRelative(en, reloj)}.`}</p>
    </Notice>
  );
}

/** Rankings that no longer count. */
function Anteriores({ rankings }: { rankings: readonly RankingPresentado[] }) {
  if (rankings.length === 0) return null;
  return (
    <details className={styles.plegado}>
      <summary>Rankings anteriores ({rankings.length})</summary>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets */}
      <ul role="list" className={styles.anteriores}>
        {rankings.map((one) => (
          <li key={one.id}>
            <strong>Ranking {one.numero}</strong>
            <span>
              {one.publicadoEn
                ? `Publicado el ${formatDateTime(one.publicadoEn)}`
                : `Calculado el ${formatDateTime(one.creadoEn)}`}
              {one.sustituidoEn && `; dejó de contar el ${formatDateTime(one.sustituidoEn)}`}
            </span>
            {one.sustituidoMotivo && <span>{one.sustituidoMotivo}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}
