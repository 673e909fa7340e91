import { groupByFour } from '../../../../../platform/shared/ids.ts';
import { DataTable, type TableColumn } from '../../../../../platform/web/table/index.ts';
import { EstadoBadge, Folio, properName, Section } from '../../../../../platform/web/ui/index.ts';
import { ExportButton } from '../../../../trabajos/web/components/export-button.tsx';
import { SOLICITUD } from '../../../estados.ts';
import type { DetalleDeRanking, FilaPresentada } from '../../contract.ts';
import { formatPuntos } from '../../rules.ts';
import { useFilas } from '../hooks.ts';

const Resultado = ({ estado }: Pick<FilaPresentada, 'estado'>) => (
  <EstadoBadge tone={SOLICITUD.tono(estado)}>{SOLICITUD.palabra(estado)}</EstadoBadge>
);

const enEtapa = ({ centesimas, es }: FilaPresentada['etapas'][number]): string =>
  es === 'ausente' ? 'No se presentó' : centesimas === null ? '—' : formatPuntos(centesimas);

const columnsOf = (etapas: DetalleDeRanking['etapas']): TableColumn<FilaPresentada>[] => [
  { id: 'posicion', header: 'Posición', nowrap: true, cell: ({ posicion }) => posicion ?? '—' },
  {
    id: 'folio',
    header: 'Folio',
    primary: true,
    nowrap: true,
    cell: ({ folio }) => <Folio>{groupByFour(folio)}</Folio>,
  },
  {
    id: 'nombre',
    header: 'Nombre',
    width: 12,
    cell: ({ nombre }) => (nombre === null ? 'Expediente cancelado' : properName(nombre)),
  },
  {
    id: 'total',
    header: 'Total',
    nowrap: true,
    descFirst: true,
    cell: ({ total }) => (total === null ? '—' : formatPuntos(total)),
  },
  {
    id: 'estado',
    header: 'Resultado',
    nowrap: true,
    cell: ({ estado }) => <Resultado estado={estado} />,
  },
  { id: 'lugar', header: 'Lugar', nowrap: true, cell: ({ lugar }) => lugar ?? '—' },
  { id: 'porque', header: 'Motivo', width: 16, cell: ({ porque }) => porque ?? '—' },
  ...etapas.flatMap(({ id, nombre, peso }, at) =>
    peso === 0
      ? []
      : [
          {
            id: `etapa-${id}`,
            header: nombre,
            cell: ({ etapas: pasos }: FilaPresentada) => {
              const paso = pasos[at];
              return paso ? enEtapa(paso) : '—';
            },
          },
        ],
  ),
  {
    id: 'hoy',
    header: 'Estado actual',
    hidden: true,
    nowrap: true,
    cell: ({ estadoActual }) => SOLICITUD.palabra(estadoActual),
  },
];

/** Every application of a ranking, with its points and why. */
export function FilasDeRanking({ id, etapas }: { id: string; etapas: DetalleDeRanking['etapas'] }) {
  const { state, query, filtros } = useFilas(id);
  return (
    <Section
      title="Solicitudes"
      action={<ExportButton hoja="ranking-posgrado" filtros={filtros} size="small" />}
    >
      <DataTable
        id="ranking-de-convocatoria"
        caption="Solicitudes del ranking"
        noun={{ one: 'solicitud', many: 'solicitudes', feminine: true }}
        columns={columnsOf(etapas)}
        query={query}
        state={state}
        rowId={({ solicitudId }) => solicitudId}
        rowLabel={({ folio }) => groupByFour(folio)}
        search={{ label: 'Buscar por folio o nombre' }}
        empty={{ title: 'Ninguna solicitud compitió', text: 'Nadie llegó a evaluación.' }}
      />
    </Section>
  );
}
