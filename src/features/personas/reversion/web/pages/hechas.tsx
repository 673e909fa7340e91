import { DataTable, type TableColumn } from '../../../../../platform/web/table/index.ts';
import {
  Folio,
  formatDateTime,
  formatRelative,
  formatShortDate,
  nameOrAddress,
  PageHeading,
  properName,
} from '../../../../../platform/web/ui/index.ts';
import { fusionesPath } from '../../../fusiones/routes.ts';
import type { FilaFusionHecha } from '../../contract.ts';
import { fusionHechaPath } from '../../routes.ts';
import { useFusionesHechas } from '../hooks.ts';

const COLUMNS: readonly TableColumn<FilaFusionHecha>[] = [
  {
    id: 'actual',
    header: 'Expediente',
    primary: true,
    width: 12,
    cell: (f) => properName(f.actual.nombreCompleto),
  },
  {
    id: 'clave',
    header: 'CURP o clave',
    nowrap: true,
    cell: (f) => <Folio>{f.actual.clave}</Folio>,
  },
  {
    id: 'anterior',
    header: 'Clave anterior',
    nowrap: true,
    cell: (f) => f.anterior && <Folio>{f.anterior.clave}</Folio>,
  },
  {
    id: 'hechaPor',
    header: 'Quién',
    width: 8,
    cell: (f) => f.hechaPor && nameOrAddress(f.hechaPor),
  },
  {
    id: 'hechaEn',
    header: 'Cuándo',
    nowrap: true,
    cell: (f) => (
      <time dateTime={f.hechaEn} title={formatDateTime(f.hechaEn)}>
        {formatRelative(f.hechaEn, new Date())}
      </time>
    ),
  },
  {
    id: 'venceEn',
    header: 'Se puede hasta',
    nowrap: true,
    cell: (f) => formatShortDate(f.venceEn),
  },
];

export default function HechasPage() {
  const { state, query } = useFusionesHechas();
  return (
    <>
      <PageHeading
        title="Fusiones realizadas"
        lead="Fusiones de los últimos 30 días, que aún se pueden deshacer."
        breadcrumbs={[{ label: 'Fusiones por confirmar', to: fusionesPath }]}
      />
      <DataTable
        id="fusiones-hechas"
        caption="Fusiones realizadas"
        noun={{ one: 'fusión', many: 'fusiones', feminine: true }}
        columns={COLUMNS}
        query={query}
        state={state}
        rowId={(f) => f.id}
        rowLabel={(f) => properName(f.actual.nombreCompleto)}
        rowLink={(f) => fusionHechaPath(f.id)}
        empty={{
          title: 'No hay fusiones que se puedan deshacer',
          text: 'Aquí aparecerán durante 30 días.',
        }}
      />
    </>
  );
}
