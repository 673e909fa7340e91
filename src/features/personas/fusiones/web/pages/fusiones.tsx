import { DataTable, type TableColumn } from '../../../../../platform/web/table/index.ts';
import {
  EstadoBadge,
  Folio,
  formatDateTime,
  formatRelative,
  formatShortDate,
  LinkButton,
  nameOrAddress,
  PageHeading,
  properName,
} from '../../../../../platform/web/ui/index.ts';
import { fusionesHechasPath } from '../../../reversion/routes.ts';
import type { FilaFusion } from '../../contract.ts';
import { fusionPath } from '../../routes.ts';
import { useFusiones } from '../hooks.ts';

const COLUMNS: readonly TableColumn<FilaFusion>[] = [
  {
    id: 'anterior',
    header: 'Se fusiona',
    primary: true,
    width: 10,
    cell: (f) => properName(f.anterior.nombreCompleto),
  },
  {
    id: 'clave',
    header: 'Clave',
    nowrap: true,
    hidden: true,
    cell: (f) => <Folio>{f.anterior.clave}</Folio>,
  },
  {
    id: 'actual',
    header: 'Se conserva',
    width: 10,
    cell: (f) => properName(f.actual.nombreCompleto),
  },
  {
    id: 'curp',
    header: 'CURP o clave',
    nowrap: true,
    cell: (f) => <Folio>{f.actual.clave}</Folio>,
  },
  {
    id: 'propuso',
    header: 'Propuso',
    width: 8,
    cell: (f) =>
      f.esSuya ? <EstadoBadge tone="info">Usted</EstadoBadge> : nameOrAddress(f.propuestaPor),
  },
  {
    id: 'propuestaEn',
    header: 'Espera desde',
    nowrap: true,
    cell: (f) => (
      <time dateTime={f.propuestaEn} title={formatDateTime(f.propuestaEn)}>
        {formatRelative(f.propuestaEn, new Date())}
      </time>
    ),
  },
  { id: 'venceEn', header: 'Vence', nowrap: true, cell: (f) => formatShortDate(f.venceEn) },
];

export default function FusionesPage() {
  const { state, query } = useFusiones();
  return (
    <>
      <PageHeading
        title="Fusiones por confirmar"
        lead="Propuestas de fusión que debe confirmar otra persona."
        action={<LinkButton to={fusionesHechasPath}>Fusiones realizadas</LinkButton>}
      />
      <DataTable
        id="fusiones"
        caption="Fusiones por confirmar"
        noun={{ one: 'propuesta', many: 'propuestas', feminine: true }}
        columns={COLUMNS}
        query={query}
        state={state}
        rowId={(f) => f.id}
        rowLabel={(f) => properName(f.anterior.nombreCompleto)}
        rowLink={(f) => fusionPath(f.id)}
        empty={{
          title: 'No hay fusiones por confirmar',
          text: 'Aquí aparecerán cuando alguien proponga fusionar dos que son de la misma persona.',
        }}
      />
    </>
  );
}
