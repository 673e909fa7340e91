import { DataTable, type TableColumn } from '../../../../../platform/web/table/index.ts';
import {
  EstadoBadge,
  Folio,
  formatShortDate,
  PageHeading,
  properName,
} from '../../../../../platform/web/ui/index.ts';
import { ExportButton } from '../../../../trabajos/web/components/export-button.tsx';
import { ImportButton } from '../../../../trabajos/web/components/import-button.tsx';
import { personPath } from '../../../routes.ts';
import type { PersonaListada } from '../../contract.ts';
import { useExpedientes } from '../hooks.ts';

const nameOf = (p: PersonaListada): string => properName(p.nombreCompleto);

const Quiet = ({ children }: { children: string }) => (
  <span style={{ color: 'var(--muted)' }}>{children}</span>
);

/** What is as it should be is not said: only what waits for somebody stands out. */
function Pendiente({ persona }: { persona: PersonaListada }) {
  const { porRevisar, conCurp, curpDeclarada } = persona;
  if (porRevisar) return <EstadoBadge tone="warning">Datos por revisar</EstadoBadge>;
  if (curpDeclarada) return <EstadoBadge tone="info">CURP declarada</EstadoBadge>;
  return conCurp ? null : <Quiet>Sin CURP</Quiet>;
}

const COLUMNS: readonly TableColumn<PersonaListada>[] = [
  { id: 'nombre', header: 'Nombre', primary: true, width: 14, cell: nameOf },
  { id: 'clave', header: 'CURP o clave', nowrap: true, cell: (p) => <Folio>{p.clave}</Folio> },
  {
    id: 'correo',
    header: 'Correo',
    cell: (p) => p.correo ?? <Quiet>No hay</Quiet>,
  },
  {
    id: 'cuenta',
    header: 'Cuenta',
    nowrap: true,
    cell: (p) => (p.conCuenta ? 'Tiene' : <Quiet>Sin cuenta</Quiet>),
  },
  {
    id: 'pendiente',
    header: 'Pendiente',
    nowrap: true,
    cell: (p) => <Pendiente persona={p} />,
  },
  {
    id: 'creadoEn',
    header: 'Alta',
    nowrap: true,
    hidden: true,
    cell: (p) => formatShortDate(p.creadoEn),
  },
];

/** For staff: everybody with a file, and those of whom something waits. */
export default function ExpedientesPage() {
  const { state, query, filtros, refresh } = useExpedientes();
  return (
    <>
      <PageHeading
        title="Expedientes"
        lead="Abra el de una persona para consultarlo, asignarle su CURP o revisar los datos que no coinciden con ella."
        action={
          <>
            <ImportButton hoja="personas" onImported={() => void refresh()} />
            <ExportButton hoja="personas" filtros={filtros} />
          </>
        }
      />
      <DataTable
        id="expedientes"
        caption="Personas con expediente"
        noun={{ one: 'persona', many: 'personas', feminine: true }}
        columns={COLUMNS}
        query={query}
        state={state}
        rowId={(p) => p.id}
        rowLabel={nameOf}
        rowLink={(p) => personPath(p.clave)}
        search={{ label: 'Buscar por nombre, CURP, clave o correo' }}
        empty={{
          title: 'Todavía no hay personas',
          text: 'Aquí aparecerá cada quien que se registre o que usted importe.',
        }}
      />
    </>
  );
}
