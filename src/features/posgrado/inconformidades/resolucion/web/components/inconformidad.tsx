import { useState } from 'react';
import { formatMomento } from '../../../../../../platform/shared/dates.ts';
import { ErrorState, Loading, Notice } from '../../../../../../platform/web/feedback/index.ts';
import { useOnHide } from '../../../../../../platform/web/keep-alive/index.ts';
import { Link } from '../../../../../../platform/web/router.tsx';
import {
  Button,
  DataList,
  EstadoBadge,
  Folio,
  formatDateTime,
  nameOrAddress,
  Section,
} from '../../../../../../platform/web/ui/index.ts';
import { personPath } from '../../../../../personas/routes.ts';
import { INCONFORMIDAD } from '../../../../estados.ts';
import {
  convocatoriaPath,
  presolicitudDeCursoPath,
  solicitudEnMesaPath,
} from '../../../../routes.ts';
import { CONSECUENCIAS, type Consecuencia, faltaDe, SOBRE } from '../../../rules.ts';
import { type Inconformidad as Una, useInconformidad } from '../hooks.ts';
import { AsignarDialog } from './asignar-dialog.tsx';
import styles from './inconformidades.module.css';
import { ResolverDialog } from './resolver-dialog.tsx';

/** One request for the school: what is contested and why, its term, who studies it, and its decision. */
export function Inconformidad({ id, edicionId }: { id: string; edicionId: string }) {
  const { data, error, refetch } = useInconformidad(id);
  return (
    <>
      <p className={styles.volver}>
        <Link to={convocatoriaPath(edicionId, 'inconformidades')}>Todas las inconformidades</Link>
      </p>
      {data ? (
        <Contenido una={data} />
      ) : error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : (
        <Loading shape="ficha" />
      )}
    </>
  );
}

function Contenido({ una }: { una: Una }) {
  const { estado, texto } = una;
  return (
    <>
      <Section
        title="Inconformidad"
        action={
          <EstadoBadge tone={INCONFORMIDAD.tono(estado)}>
            {INCONFORMIDAD.palabra(estado)}
          </EstadoBadge>
        }
        panel
      >
        <Datos una={una} />
      </Section>
      {INCONFORMIDAD.is('abiertas', estado) && <Estudio una={una} />}
      <Section title="Razones">
        <p className={styles.texto}>{texto}</p>
      </Section>
      {una.resolucion !== null && <Resolucion una={una} resolucion={una.resolucion} />}
    </>
  );
}

function Datos({ una }: { una: Una }) {
  const { persona, sobre, etapa, notificadaEn, presentadaEn, responder, tramite } = una;
  return (
    <DataList
      items={[
        { label: 'Folio', value: <Folio>{una.folio}</Folio> },
        {
          label: 'Persona',
          value: persona ? (
            <Link to={personPath(persona.clave)}>{persona.nombre}</Link>
          ) : (
            'Expediente cancelado'
          ),
        },
        { label: 'Asunto', value: etapa === null ? SOBRE[sobre] : `${SOBRE[sobre]}: ${etapa}` },
        {
          label: tramite === 'solicitud' ? 'Solicitud' : 'Presolicitud',
          value:
            tramite === 'solicitud' ? (
              <Link to={solicitudEnMesaPath(una.edicionId, una.tramiteId)}>
                {una.folioTramite ? <Folio>{una.folioTramite}</Folio> : 'Ver la solicitud'}
              </Link>
            ) : (
              <Link to={presolicitudDeCursoPath(una.cursoId, una.tramiteId)}>
                Ver la presolicitud
              </Link>
            ),
        },
        { label: 'Decisión notificada', value: formatDateTime(notificadaEn) },
        { label: 'Presentada', value: formatDateTime(presentadaEn) },
        ...(responder
          ? [
              {
                label: 'Fecha límite',
                value: `${formatMomento(new Date(responder.venceEn))}: ${faltaDe(responder)}`,
              },
            ]
          : []),
        {
          label: 'A cargo de',
          value: una.asignada === null ? 'Sin asignar' : nameOrAddress(una.asignada),
        },
      ]}
    />
  );
}

type Dialogo = 'asignar' | 'resolver';

/** What follows while it is open: who studies it, and the decision. */
function Estudio({ una }: { una: Una }) {
  const [asked, setAsked] = useState<Dialogo | null>(null);
  useOnHide(() => setAsked(null));
  const close = () => setAsked(null);
  const { puede, asignadaA, responder } = una;
  return (
    <div className={styles.estudio}>
      <Notice
        tone={responder?.vencido ? 'danger' : 'warning'}
        title={
          asignadaA === null
            ? 'Inconformidad por asignar'
            : puede.decidir
              ? 'Inconformidad por resolver'
              : 'Inconformidad en estudio'
        }
        actions={
          <>
            {puede.decidir && (
              <Button variant="primary" onClick={() => setAsked('resolver')}>
                Resolver…
              </Button>
            )}
            {puede.asignar && (
              <Button
                variant={asignadaA === null ? 'primary' : 'secondary'}
                onClick={() => setAsked('asignar')}
              >
                {asignadaA === null ? 'Asignar…' : 'Asignar a otra persona…'}
              </Button>
            )}
          </>
        }
      >
        <p>
          {asignadaA === null
            ? 'La estudia y resuelve una persona que no intervino en la decisión.'
            : 'La resuelve la persona a cargo.'}
        </p>
      </Notice>
      {asked === 'asignar' && <AsignarDialog una={una} onClose={close} />}
      {asked === 'resolver' && <ResolverDialog una={una} onClose={close} />}
    </div>
  );
}

/** Where what follows from one that was granted is done; null: it is done already, or only in words. */
const sigueEn = (
  tipo: Consecuencia,
  { edicionId, cursoId, tramiteId }: Una,
): { label: string; to: string } | null => {
  switch (tipo) {
    case 'reconsiderar':
      return {
        label: 'Reconsiderar la presolicitud',
        to: presolicitudDeCursoPath(cursoId, tramiteId),
      };
    case 'evaluarDeNuevo':
      return { label: 'Ver la evaluación', to: convocatoriaPath(edicionId, 'evaluacion') };
    case 'corregirExamen':
      return { label: 'Corregir el examen', to: convocatoriaPath(edicionId, 'examenes') };
    case 'recalcular':
      return { label: 'Calcular otro ranking', to: convocatoriaPath(edicionId, 'ranking') };
    case 'reincorporar':
      return { label: 'Ver la solicitud', to: solicitudEnMesaPath(edicionId, tramiteId) };
    case 'otra':
      return null;
  }
};

function Resolucion({ una, resolucion }: { una: Una; resolucion: string }) {
  const { resolvio, resueltaEn, consecuencia, consecuenciaEtapa } = una;
  const sigue = consecuencia && sigueEn(consecuencia, una);
  return (
    <Section title="Resolución">
      <DataList
        items={[
          { label: 'Sentido', value: INCONFORMIDAD.palabra(una.estado) },
          ...(resueltaEn
            ? [
                {
                  label: 'Resuelta',
                  value: `${formatDateTime(resueltaEn)}${resolvio ? `, ${nameOrAddress(resolvio)}` : ''}`,
                },
              ]
            : []),
          ...(consecuencia
            ? [
                {
                  label: 'Consecuencia',
                  value: `${CONSECUENCIAS[consecuencia]}${consecuenciaEtapa ? `: ${consecuenciaEtapa}` : ''}`,
                },
              ]
            : []),
        ]}
      />
      <p className={styles.texto}>{resolucion}</p>
      {sigue && (
        <p>
          <Link to={sigue.to}>{sigue.label}</Link>
        </p>
      )}
    </Section>
  );
}
