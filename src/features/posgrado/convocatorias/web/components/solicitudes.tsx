import { useSearchParams } from '../../../../../platform/web/router.tsx';
import { DataTable, type TableColumn } from '../../../../../platform/web/table/index.ts';
import { EstadoBadge, Folio, formatShortDateTime } from '../../../../../platform/web/ui/index.ts';
import { ExportButton } from '../../../../trabajos/web/components/export-button.tsx';
import { SOLICITUD } from '../../../estados.ts';
import { solicitudEnMesaPath } from '../../../routes.ts';
import type { SolicitudListada } from '../../aspirantes/contract.ts';
import { AVANCES_EN_ETAPA } from '../../aspirantes/rules.ts';
import { type Convocatoria, useSolicitudes } from '../hooks.ts';
import styles from './convocatoria.module.css';
import { type Historial, Solicitud } from './solicitud.tsx';

/** What the staff should look at in an application, in words; null: nothing. */
const avisosDe = ({ sospecha, documentosPorRevisar, porExcluir }: SolicitudListada) =>
  [
    ...(porExcluir ? ['Exclusión por aprobar'] : []),
    ...(sospecha ? ['Carta por verificar'] : []),
    ...(documentosPorRevisar > 0 ? ['Documentos por revisar'] : []),
  ].join(' · ') || null;

const columnsOf = (convocatoria: Convocatoria): TableColumn<SolicitudListada>[] => [
  {
    id: 'folio',
    header: 'Folio',
    primary: true,
    nowrap: true,
    cell: ({ folio }) => <Folio>{folio}</Folio>,
  },
  { id: 'nombre', header: 'Nombre', width: 12, cell: ({ nombre }) => nombre },
  {
    id: 'estado',
    header: 'Estado',
    nowrap: true,
    cell: ({ estado }) => (
      <EstadoBadge tone={SOLICITUD.tono(estado)}>{SOLICITUD.palabra(estado)}</EstadoBadge>
    ),
  },
  ...(convocatoria.contenido.bases.recomendaciones > 0
    ? [
        {
          id: 'cartas',
          header: 'Cartas',
          nowrap: true,
          cell: ({ recomendaciones: { recibidas, pedidas } }: SolicitudListada) =>
            `${recibidas} de ${pedidas}`,
        },
      ]
    : []),
  ...convocatoria.contenido.etapas
    .filter(({ tipo }) => tipo !== 'documental')
    .map(({ id, nombre }) => ({
      id: `etapa-${id}`,
      header: nombre,
      nowrap: true,
      cell: ({ etapas }: SolicitudListada) => {
        const una = etapas.find(({ etapaId }) => etapaId === id);
        return una && AVANCES_EN_ETAPA[una.avance][0];
      },
    })),
  { id: 'avisos', header: 'Avisos', width: 10, cell: avisosDe },
  {
    id: 'enviadaEn',
    header: 'Enviada',
    nowrap: true,
    cell: ({ enviadaEn }) => enviadaEn && formatShortDateTime(enviadaEn),
  },
];

/** The applications of a call; one of them, when the address says which. */
export function Solicitudes({
  convocatoria,
  historial,
}: {
  convocatoria: Convocatoria;
  historial: Historial;
}) {
  const [params] = useSearchParams();
  const id = params.get('solicitud');
  return id === null ? (
    <Lista convocatoria={convocatoria} />
  ) : (
    <Solicitud key={id} id={id} convocatoria={convocatoria} historial={historial} />
  );
}

function Lista({ convocatoria }: { convocatoria: Convocatoria }) {
  const { state, query, filtros } = useSolicitudes(convocatoria.id);
  return (
    <div className={styles.lista}>
      <div className={styles.exportar}>
        <ExportButton hoja="solicitudes-posgrado" filtros={filtros} size="small" />
      </div>
      <DataTable
        id="solicitudes-de-convocatoria"
        caption="Solicitudes de la convocatoria"
        noun={{ one: 'solicitud', many: 'solicitudes', feminine: true }}
        columns={columnsOf(convocatoria)}
        query={query}
        state={state}
        rowId={({ id }) => id}
        rowLabel={({ folio }) => folio}
        rowLink={({ id }) => solicitudEnMesaPath(convocatoria.edicionId, id)}
        search={{ label: 'Buscar por folio o nombre' }}
        empty={{
          title: 'Todavía no hay solicitudes',
          text: 'Aquí aparece cada solicitud enviada.',
        }}
      />
    </div>
  );
}
