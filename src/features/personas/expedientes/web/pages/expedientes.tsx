import { lazy, Suspense, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isAdmin } from '../../../../../platform/shared/policy.ts';
import { notify } from '../../../../../platform/web/feedback/index.ts';
import { useOnHide } from '../../../../../platform/web/keep-alive/index.ts';
import { useUser } from '../../../../../platform/web/session/react.tsx';
import {
  type BulkAction,
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
import { usersPath } from '../../../../identidad/routes.ts';
import { ExportButton } from '../../../../trabajos/web/components/export-button.tsx';
import { ImportButton } from '../../../../trabajos/web/components/import-button.tsx';
import { canAssignCurp } from '../../../clave/policy.ts';
import { formatTelefono } from '../../../contactos/rules.ts';
import { duplicadoPath } from '../../../duplicados/routes.ts';
import { personPath, tabPath } from '../../../routes.ts';
import type { PersonaListada } from '../../contract.ts';
import type { Par } from '../components/fusionar.tsx';
import type { SinCuenta } from '../components/vincular.tsx';
import { useExpedientes } from '../hooks.ts';

const Fusionar = lazy(async () => ({
  default: (await import('../components/fusionar.tsx')).Fusionar,
}));

const Vincular = lazy(async () => ({
  default: (await import('../components/vincular.tsx')).Vincular,
}));

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
    hidden: true,
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

type Actions = {
  /** Asks with which other file this one is to be one. */
  onFusionar: (p: PersonaListada) => void;
  /** Asks with which account. */
  onVincular: (p: PersonaListada) => void;
};

/** What staff do for somebody, each where it is done: only what each may. */
const useActions = ({ onFusionar, onVincular }: Actions) => {
  const navigate = useNavigate();
  const user = useUser();
  return (p: PersonaListada): RowAction[] => {
    const go = (label: string, to: string): RowAction => ({
      label,
      onSelect: () => void navigate(to),
    });
    const tab = (label: string, id: string) => go(label, tabPath(p.clave, id));
    const propia = p.clave === user.clave;
    return [
      ...(p.porRevisar ? [tab('Revisar los datos que no coinciden', 'perfil')] : []),
      ...(p.documentos.includes('pendiente')
        ? [tab('Revisar sus documentos que esperan', 'documentos')]
        : []),
      ...(canAssignCurp(user) && !propia
        ? [
            ...(p.conCurp ? [] : [tab('Asignar CURP', 'perfil')]),
            ...(p.duplicado
              ? [go('Comparar con su posible duplicado', duplicadoPath(p.duplicado))]
              : []),
            { label: 'Fusionar con otro expediente', onSelect: () => onFusionar(p) },
          ]
        : []),
      ...(isAdmin(user)
        ? [
            p.cuenta
              ? go('Ver su cuenta', `${usersPath}?${new URLSearchParams({ cuenta: p.cuenta })}`)
              : { label: 'Vincularle una cuenta', onSelect: () => onVincular(p) },
          ]
        : []),
      tab('Ver su perfil', 'perfil'),
      tab('Ver sus contactos', 'contactos'),
      tab('Ver sus estudios', 'academicos'),
      tab('Ver sus documentos', 'documentos'),
      tab('Ver su historial', 'historial'),
    ];
  };
};

/** Which of two goes into which: who has no CURP into who has, or else the newer into the older. */
const parOf = (a: PersonaListada, b: PersonaListada): Par => {
  const [older, newer] = a.creadoEn <= b.creadoEn ? [a, b] : [b, a];
  const [de, en] = !older.conCurp && newer.conCurp ? [older, newer] : [newer, older];
  return { clave: de.clave, nombre: nameOf(de), otra: en.clave };
};

/** Two files that are to be one: chosen in the list, or one of them from its menu. */
const useFusionar = (rows: readonly PersonaListada[]) => {
  const [par, setPar] = useState<Par | null>(null);
  // Those of earlier pages may be chosen still.
  const [seen, setSeen] = useState<ReadonlyMap<string, PersonaListada>>(new Map());
  if (rows.some((row) => seen.get(row.id) !== row)) {
    setSeen(new Map([...seen, ...rows.map((row) => [row.id, row] as const)]));
  }
  useOnHide(() => setPar(null));
  const compare: BulkAction = {
    label: 'Comparar y fusionar',
    run: (selection, clear) => {
      const [a, b] =
        selection.mode === 'some' ? selection.ids.flatMap((id) => seen.get(id) ?? []) : [];
      if (!a || !b || selection.count !== 2) {
        notify.error('Elija dos expedientes, ni más ni menos, para compararlos.');
        return;
      }
      clear();
      setPar(parOf(a, b));
    },
  };
  return {
    compare,
    fusionar: (p: PersonaListada) => setPar({ clave: p.clave, nombre: nameOf(p), otra: '' }),
    dialog: par && (
      <Suspense>
        <Fusionar par={par} onClose={() => setPar(null)} />
      </Suspense>
    ),
  };
};

/** For staff: everybody with a file, and those of whom something waits. */
export default function ExpedientesPage() {
  const { state, query, filtros, refresh } = useExpedientes(useLocation().search);
  const { compare, fusionar, dialog } = useFusionar(query.data?.filas ?? []);
  const [sinCuenta, setSinCuenta] = useState<SinCuenta | null>(null);
  useOnHide(() => setSinCuenta(null));
  const actions = useActions({
    onFusionar: fusionar,
    onVincular: (p) => setSinCuenta({ clave: p.clave, nombre: nameOf(p) }),
  });
  const merges = canAssignCurp(useUser());
  return (
    <>
      <PageHeading
        title="Expedientes"
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
        {...(merges && { bulkActions: [compare] })}
        search={{ label: 'Buscar por nombre, CURP, correo, teléfono o expediente' }}
        empty={{
          title: 'Todavía no hay personas',
          text: 'Aquí aparecerá cada quien que se registre o que usted importe.',
        }}
      />
      {dialog}
      {sinCuenta && (
        <Suspense>
          <Vincular persona={sinCuenta} onClose={() => setSinCuenta(null)} />
        </Suspense>
      )}
    </>
  );
}
