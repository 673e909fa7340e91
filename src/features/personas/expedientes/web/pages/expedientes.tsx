import { DataTable, type TableColumn } from '../../../../../platform/web/table/index.ts';
import {
  EstadoBadge,
  Folio,
  formatShortDate,
  PageHeading,
  properName,
} from '../../../../../platform/web/ui/index.ts';
import { personPath } from '../../../routes.ts';
import type { FilaExpediente } from '../../contract.ts';
import { useExpedientes } from '../hooks.ts';

const PENDIENTES: Record<FilaExpediente['pendientes'][number], string> = {
  sinCurp: 'Sin CURP',
  discrepancias: 'Datos por revisar',
};

const COLUMNS: readonly TableColumn<FilaExpediente>[] = [
  {
    id: 'nombre',
    header: 'Nombre',
    primary: true,
    width: 14,
    cell: (p) => properName(p.nombreCompleto),
  },
  { id: 'clave', header: 'CURP o clave', nowrap: true, cell: (p) => <Folio>{p.clave}</Folio> },
  {
    id: 'pendientes',
    header: 'Pendiente',
    nowrap: true,
    cell: (p) =>
      p.pendientes.length === 0
        ? 'Nada'
        : p.pendientes.map((one) => (
            <EstadoBadge key={one} tone="warning">
              {PENDIENTES[one]}
            </EstadoBadge>
          )),
  },
  {
    id: 'creadoEn',
    header: 'Alta',
    nowrap: true,
    descFirst: true,
    cell: (p) => formatShortDate(p.creadoEn),
  },
];

/** For staff: everybody's file, and those of which something waits. */
export default function ExpedientesPage() {
  const { state, query } = useExpedientes();
  return (
    <>
      <PageHeading
        title="Expedientes"
        lead="Abra el de una persona para consultarlo, asignarle su CURP o revisar los datos que no coinciden con ella."
      />
      <DataTable
        id="expedientes"
        caption="Expedientes"
        noun={{ one: 'expediente', many: 'expedientes' }}
        columns={COLUMNS}
        query={query}
        state={state}
        rowId={(p) => p.clave}
        rowLabel={(p) => properName(p.nombreCompleto)}
        rowLink={(p) => personPath(p.clave)}
        search={{ label: 'Buscar un expediente', hint: 'Nombre, CURP o clave' }}
        empty={{
          title: 'Ningún expediente espera nada',
          text: 'Aquí aparecerán los de las personas que se registren o que importe.',
        }}
      />
    </>
  );
}
