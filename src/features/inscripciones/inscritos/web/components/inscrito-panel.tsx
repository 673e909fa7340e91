import { NO_SE_LEE } from '../../../../../platform/shared/ilegible.ts';
import { ErrorState, Loading, Notice } from '../../../../../platform/web/feedback/index.ts';
import {
  DetailActions,
  DetailPanel,
  DetailSection,
  type DetailState,
} from '../../../../../platform/web/panel/index.ts';
import { Link } from '../../../../../platform/web/router.tsx';
import type { RowAction } from '../../../../../platform/web/table/index.ts';
import {
  DataList,
  Folio,
  formatDateTime,
  properName,
} from '../../../../../platform/web/ui/index.ts';
import { personPath } from '../../../../personas/routes.ts';
import { Requisitos } from '../../../../plantillas/web/components/requisitos.tsx';
import { EstadoInscripcion } from '../../../web/components/estado-inscripcion.tsx';
import type { Inscrito } from '../../contract.ts';
import { Mensajes } from '../../mensajes/web/components/mensajes-enviados.tsx';
import { useMensajes } from '../../mensajes/web/hooks.ts';
import { decirIlegible } from '../../rules.ts';
import { useInscrito } from '../hooks.ts';

/** One inscripción beside the list: what its rules found, what was answered, and what may be decided. */
export function InscritoPanel({
  id,
  detail,
  rows,
  actionsOf,
}: {
  id: string;
  detail: DetailState;
  rows: readonly Inscrito[];
  actionsOf: (inscrito: Inscrito) => readonly RowAction[];
}) {
  const { data, error, refetch } = useInscrito(id);
  const inscrito: Inscrito | undefined = data ?? rows.find((row) => row.id === id);
  return (
    <DetailPanel
      detail={detail}
      ids={rows.map((row) => row.id)}
      noun="la inscripción"
      back="Inscripciones"
      title={inscrito ? properName(inscrito.persona.nombre) : error ? 'Inscripción' : 'Cargando…'}
      meta={inscrito && <EstadoInscripcion estado={inscrito.estado} />}
    >
      {inscrito && <DetailActions actions={actionsOf(inscrito)} />}
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {inscrito && (
        <DetailSection title="Inscripción">
          <Datos inscrito={inscrito} version={data?.version} />
        </DetailSection>
      )}
      {data && data.ilegible.length > 0 && (
        <DetailSection title={NO_SE_LEE}>
          <Notice tone="warning">{decirIlegible(data.ilegible)}</Notice>
        </DetailSection>
      )}
      {data ? (
        <>
          {!data.ilegible.includes('evaluacion') && (
            <DetailSection title="Requisitos">
              <Requisitos deOtra evaluacion={data.evaluacion} />
            </DetailSection>
          )}
          {data.secciones.map(({ titulo, respuestas }) => (
            <DetailSection key={titulo} title={titulo}>
              <DataList
                items={respuestas.map(({ etiqueta, valor }) => ({ label: etiqueta, value: valor }))}
              />
            </DetailSection>
          ))}
          <MensajesDe id={id} />
        </>
      ) : (
        !error && <Loading shape="list" label="Cargando la inscripción…" />
      )}
    </DetailPanel>
  );
}

/** What the school wrote to them, if anything. */
function MensajesDe({ id }: { id: string }) {
  const { data } = useMensajes({ inscripcionId: id });
  if (!data || data.mensajes.length === 0) return null;
  return (
    <DetailSection title="Mensajes que se le enviaron">
      <Mensajes mensajes={data.mensajes} />
    </DetailSection>
  );
}

function Datos({ inscrito, version }: { inscrito: Inscrito; version: number | undefined }) {
  const { persona, edicion, grupo, cupos, enviadaEn, puntos, folio, motivo, ofrecidoHasta } =
    inscrito;
  return (
    <DataList
      items={[
        { label: 'Edición', value: `${edicion.curso}, ${edicion.nombre}`, wide: true },
        {
          label: 'Expediente',
          value: <Link to={personPath(persona.clave)}>{persona.clave}</Link>,
        },
        ...(grupo ? [{ label: 'Grupo', value: grupo }] : []),
        ...(cupos.length > 0 ? [{ label: 'Cupo', value: cupos.join(', ') }] : []),
        { label: 'Recibida', value: formatDateTime(enviadaEn) },
        ...(version === undefined ? [] : [{ label: 'Formulario', value: `Versión ${version}` }]),
        ...(puntos > 0 ? [{ label: 'Puntos', value: `${puntos}` }] : []),
        ...(ofrecidoHasta
          ? [{ label: 'Lugar ofrecido hasta', value: formatDateTime(ofrecidoHasta) }]
          : []),
        ...(folio ? [{ label: 'Folio del acuse', value: <Folio>{folio}</Folio>, wide: true }] : []),
        ...(motivo ? [{ label: 'Motivo', value: motivo, wide: true }] : []),
      ]}
    />
  );
}
