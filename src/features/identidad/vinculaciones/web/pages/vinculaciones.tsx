import { DataTable, type TableColumn } from '../../../../../platform/web/table/index.ts';
import {
  EstadoBadge,
  Folio,
  formatDateTime,
  formatRelative,
  LinkButton,
  PageHeading,
  properName,
} from '../../../../../platform/web/ui/index.ts';
import type { FilaVinculacion } from '../../contract.ts';
import { revisionDe, revisionVinculacionesPath } from '../../routes.ts';
import { useVinculaciones } from '../hooks.ts';

const COLUMNS: readonly TableColumn<FilaVinculacion>[] = [
  {
    id: 'nombre',
    header: 'Nombre que escribió',
    primary: true,
    width: 10,
    cell: (v) => properName(v.nombreEscrito),
  },
  {
    id: 'expediente',
    header: 'Nombre del expediente',
    width: 10,
    cell: (v) => properName(v.nombreDelExpediente),
  },
  { id: 'clave', header: 'CURP', nowrap: true, cell: (v) => <Folio>{v.clave}</Folio> },
  {
    id: 'identificacion',
    header: 'Identificación',
    nowrap: true,
    cell: (v) =>
      v.identificacion ? (
        <EstadoBadge tone="success">Enviada</EstadoBadge>
      ) : (
        <EstadoBadge tone="warning">Falta</EstadoBadge>
      ),
  },
  {
    id: 'cuenta',
    header: 'Otra cuenta',
    nowrap: true,
    cell: (v) => (v.conOtraCuenta ? <EstadoBadge tone="danger">La tiene</EstadoBadge> : 'No'),
  },
  {
    id: 'creadoEn',
    header: 'Espera desde',
    nowrap: true,
    cell: (v) => (
      <time dateTime={v.creadoEn} title={formatDateTime(v.creadoEn)}>
        {formatRelative(v.creadoEn, new Date())}
      </time>
    ),
  },
];

export default function VinculacionesPage() {
  const { state, query } = useVinculaciones();
  return (
    <>
      <PageHeading
        title="Expedientes por confirmar"
        lead="Personas que se registraron con una CURP que ya tenía expediente. Compare su identificación y decida si es suyo."
        action={
          <LinkButton to={revisionVinculacionesPath} variant="primary">
            Revisar uno tras otro
          </LinkButton>
        }
      />
      <DataTable
        id="vinculaciones"
        caption="Expedientes por confirmar"
        noun={{ one: 'expediente', many: 'expedientes' }}
        columns={COLUMNS}
        query={query}
        state={state}
        rowId={(v) => v.id}
        rowLabel={(v) => properName(v.nombreEscrito)}
        rowLink={(v) => revisionDe(v.id)}
        empty={{
          title: 'No hay expedientes por confirmar',
          text: 'Aquí aparecerá quien se registre con una CURP que ya tiene expediente y con un correo que la escuela no conoce.',
        }}
      />
    </>
  );
}
