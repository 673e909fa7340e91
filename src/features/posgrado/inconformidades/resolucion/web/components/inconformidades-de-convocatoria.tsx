import { useSearchParams } from '../../../../../../platform/web/router.tsx';
import { DataTable, type TableColumn } from '../../../../../../platform/web/table/index.ts';
import {
  EstadoBadge,
  Folio,
  formatShortDate,
  nameOrAddress,
} from '../../../../../../platform/web/ui/index.ts';
import { ExportButton } from '../../../../../trabajos/web/components/export-button.tsx';
import { INCONFORMIDAD } from '../../../../estados.ts';
import { inconformidadEnMesaPath } from '../../../../routes.ts';
import type { FilaInconformidad } from '../../../contract.ts';
import { plazoBreve, SOBRE } from '../../../rules.ts';
import { useInconformidades } from '../hooks.ts';
import { Inconformidad } from './inconformidad.tsx';
import styles from './inconformidades.module.css';

const COLUMNS: readonly TableColumn<FilaInconformidad>[] = [
  {
    id: 'folio',
    header: 'Folio',
    primary: true,
    nowrap: true,
    cell: ({ folio }) => <Folio>{folio}</Folio>,
  },
  {
    id: 'nombre',
    header: 'Nombre',
    width: 10,
    cell: ({ persona }) => persona?.nombre ?? 'Expediente cancelado',
  },
  {
    id: 'sobre',
    header: 'Asunto',
    width: 10,
    cell: ({ sobre, etapa }) => (etapa === null ? SOBRE[sobre] : `${SOBRE[sobre]}: ${etapa}`),
  },
  {
    id: 'estado',
    header: 'Estado',
    nowrap: true,
    cell: ({ estado }) => (
      <EstadoBadge tone={INCONFORMIDAD.tono(estado)}>{INCONFORMIDAD.palabra(estado)}</EstadoBadge>
    ),
  },
  {
    id: 'plazo',
    header: 'Plazo',
    nowrap: true,
    cell: ({ responder }) => responder && plazoBreve(responder),
  },
  {
    id: 'asignada',
    header: 'A cargo de',
    width: 8,
    cell: ({ asignada, propia }) =>
      propia ? 'Usted' : asignada === null ? 'Sin asignar' : nameOrAddress(asignada),
  },
  {
    id: 'presentada',
    header: 'Presentada',
    hidden: true,
    nowrap: true,
    cell: ({ presentadaEn }) => (
      <time dateTime={presentadaEn}>{formatShortDate(presentadaEn)}</time>
    ),
  },
];

/** The requests for review of a call; one of them, when the address says which. */
export function InconformidadesDeConvocatoria({
  convocatoriaId,
  edicionId,
}: {
  convocatoriaId: string;
  edicionId: string;
}) {
  const [params] = useSearchParams();
  const id = params.get('inconformidad');
  return id === null ? (
    <Lista {...{ convocatoriaId, edicionId }} />
  ) : (
    <Inconformidad key={id} id={id} edicionId={edicionId} />
  );
}

function Lista({ convocatoriaId, edicionId }: { convocatoriaId: string; edicionId: string }) {
  const { state, query, filtros } = useInconformidades(convocatoriaId);
  return (
    <div className={styles.lista}>
      <div className={styles.exportar}>
        <ExportButton hoja="inconformidades-posgrado" filtros={filtros} size="small" />
      </div>
      <DataTable
        id="inconformidades-de-convocatoria"
        caption="Inconformidades de la convocatoria"
        noun={{ one: 'inconformidad', many: 'inconformidades', feminine: true }}
        columns={COLUMNS}
        query={query}
        state={state}
        rowId={({ id }) => id}
        rowLabel={({ folio }) => folio}
        rowLink={({ id }) => inconformidadEnMesaPath(edicionId, id)}
        search={{ label: 'Buscar por folio o nombre' }}
        empty={{
          title: 'No hay inconformidades',
          text: 'Aquí aparece cada una al presentarse, con su plazo.',
        }}
      />
    </div>
  );
}
