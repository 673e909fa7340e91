import { useLocation, useNavigate } from 'react-router';
import {
  DataTable,
  type RowAction,
  type TableColumn,
} from '../../../../../platform/web/table/index.ts';
import {
  EstadoBadge,
  Folio,
  formatShortDate,
  PageHeading,
  properName,
  type Tone,
} from '../../../../../platform/web/ui/index.ts';
import { ExportButton } from '../../../../trabajos/web/components/export-button.tsx';
import { ImportButton } from '../../../../trabajos/web/components/import-button.tsx';
import { formatTelefono } from '../../../contactos/rules.ts';
import { personPath, tabPath } from '../../../routes.ts';
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

const DOCUMENTOS: Record<PersonaListada['documentos'][number], readonly [Tone | null, string]> = {
  pendiente: ['info', 'Por revisar'],
  rechazado: ['danger', 'Rechazado'],
  vencido: ['warning', 'Vencido'],
  validado: [null, 'Validados'],
  ninguno: [null, 'No hay'],
};

/** The most pressing state in which some document is. */
function Documentos({ estados: [first = 'ninguno'] }: { estados: PersonaListada['documentos'] }) {
  const [tone, word] = DOCUMENTOS[first];
  return tone ? <EstadoBadge tone={tone}>{word}</EstadoBadge> : <Quiet>{word}</Quiet>;
}

const COLUMNS: readonly TableColumn<PersonaListada>[] = [
  { id: 'nombre', header: 'Nombre', primary: true, width: 14, cell: nameOf },
  { id: 'clave', header: 'CURP o clave', nowrap: true, cell: (p) => <Folio>{p.clave}</Folio> },
  {
    id: 'adscripcion',
    header: 'Adscripción',
    width: 14,
    hidden: true,
    cell: (p) => p.adscripcion ?? <Quiet>No hay</Quiet>,
  },
  { id: 'categoria', header: 'Categoría', hidden: true, cell: (p) => p.categoria },
  {
    id: 'circuito',
    header: 'Circuito',
    nowrap: true,
    cell: (p) => p.circuito ?? <Quiet>No hay</Quiet>,
  },
  {
    id: 'expediente',
    header: 'Núm. de expediente',
    nowrap: true,
    hidden: true,
    cell: (p) => p.expediente && <Folio>{p.expediente}</Folio>,
  },
  {
    id: 'correo',
    header: 'Correo',
    cell: (p) => p.correo ?? <Quiet>No hay</Quiet>,
  },
  {
    id: 'telefono',
    header: 'Teléfono',
    nowrap: true,
    hidden: true,
    cell: (p) => p.telefono && formatTelefono(p.telefono),
  },
  {
    id: 'cuenta',
    header: 'Cuenta',
    nowrap: true,
    cell: (p) => (p.conCuenta ? 'Tiene' : <Quiet>Sin cuenta</Quiet>),
  },
  {
    id: 'completitud',
    header: 'Expediente',
    nowrap: true,
    hidden: true,
    cell: (p) =>
      p.faltan === 0 ? 'Completo' : p.faltan === 1 ? 'Falta 1 dato' : `Faltan ${p.faltan} datos`,
  },
  {
    id: 'documentos',
    header: 'Documentos',
    nowrap: true,
    hidden: true,
    cell: (p) => <Documentos estados={p.documentos} />,
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

/** What staff do for somebody, each where it is done. */
const useActions = () => {
  const navigate = useNavigate();
  return (p: PersonaListada): RowAction[] => {
    const tab = (label: string, id: string): RowAction => ({
      label,
      onSelect: () => navigate(tabPath(p.clave, id)),
    });
    return [
      ...(p.porRevisar ? [tab('Revisar los datos que no coinciden', 'perfil')] : []),
      ...(p.conCurp ? [] : [tab('Asignar CURP', 'perfil')]),
      tab('Ver su perfil', 'perfil'),
      tab('Ver sus contactos', 'contactos'),
      tab('Ver sus estudios', 'academicos'),
      tab('Ver sus documentos', 'documentos'),
    ];
  };
};

/** For staff: everybody with a file, and those of whom something waits. */
export default function ExpedientesPage() {
  const { state, query, filtros, refresh } = useExpedientes(useLocation().search);
  const actions = useActions();
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
        rowActions={actions}
        search={{ label: 'Buscar por nombre, CURP, correo, teléfono o expediente' }}
        empty={{
          title: 'Todavía no hay personas',
          text: 'Aquí aparecerá cada quien que se registre o que usted importe.',
        }}
      />
    </>
  );
}
