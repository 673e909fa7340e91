import { formatFecha } from '../../../../platform/shared/dates.ts';
import { notify } from '../../../../platform/web/feedback/index.ts';
import { useDisclosure } from '../../../../platform/web/keep-alive/index.ts';
import {
  type BulkAction,
  DataTable,
  type RowAction,
  type TableColumn,
  useTableQuery,
  useTableState,
} from '../../../../platform/web/table/index.ts';
import {
  Button,
  EstadoBadge,
  Folio,
  formatShortDate,
  IconIdCard,
  PageHeading,
} from '../../../../platform/web/ui/index.ts';
import { NoSeLee } from '../../../../platform/web/ui/no-se-lee.tsx';
import type { EmitidoListado } from '../../contract.ts';
import { emitidoPdfPath, hojaTarjetasPath, validacionPath } from '../../routes.ts';
import { lookOf, MAX_TARJETAS, type Tipo, tipoOf } from '../../rules.ts';
import { listEmitidosCall } from '../hooks.ts';
import { useAcciones } from './acciones.tsx';
import { EmitirDialog } from './dialogos.tsx';

const COLUMNS: readonly TableColumn<EmitidoListado>[] = [
  {
    id: 'titular',
    header: 'Titular',
    primary: true,
    width: 12,
    cell: ({ ilegible, titular }) => (ilegible ? <NoSeLee /> : titular),
  },
  {
    id: 'programa',
    header: 'Programa',
    width: 11,
    cell: ({ ilegible, programa }) => (ilegible ? <NoSeLee /> : programa),
  },
  { id: 'folio', header: 'Folio', width: 15.5, cell: ({ folio }) => <Folio>{folio}</Folio> },
  {
    id: 'estado',
    header: 'Estado',
    nowrap: true,
    cell: ({ tipo, estado }) => {
      const { palabra, tono } = lookOf(tipo, estado);
      return <EstadoBadge tone={tono}>{palabra}</EstadoBadge>;
    },
  },
  {
    id: 'emitidoEn',
    header: 'Emisión',
    nowrap: true,
    cell: ({ emitidoEn }) => emitidoEn && formatShortDate(emitidoEn),
  },
  {
    id: 'vigenteHasta',
    header: 'Vigente hasta',
    nowrap: true,
    hidden: true,
    cell: ({ vigenteHasta }) => vigenteHasta && formatFecha(vigenteHasta),
  },
];

const ESTADOS = ['vigente', 'suspendida', 'revocada', 'vencida', 'sustituida', 'borrador'] as const;

/** The kinds of which one may say another thing than its acta. */
const CON_ACTA: readonly Tipo[] = ['certificado', 'certificacion'];

/** The documents of a kind as the address asks for them. */
const useEmitidos = (tipo: Tipo) => {
  const estados = ESTADOS.filter(
    (estado) =>
      (estado !== 'borrador' || tipoOf(tipo).visto || tipo === 'certificado') &&
      (estado !== 'vencida' || tipoOf(tipo).vigencia !== 'no'),
  );
  const state = useTableState({
    sortable: ['emitidoEn'],
    sort: { id: 'emitidoEn', desc: true },
    filters: {
      estado: {
        kind: 'select',
        label: 'Estado',
        options: [
          ...estados.map((estado) => ({ value: estado, label: lookOf(tipo, estado).palabra })),
          ...(CON_ACTA.includes(tipo)
            ? [{ value: 'enDesacuerdo' as const, label: 'No coincide con su acta' }]
            : []),
        ],
      },
    },
  });
  const { estado } = state.filters;
  const query = useTableQuery(listEmitidosCall, {
    tipo,
    ...(state.search && { busqueda: state.search }),
    ...(estado && { estado }),
    ascendente: !state.sort.desc,
    ...state.cursor,
    porPagina: state.pageSize,
  });
  return { state, query };
};

const descargar = ({ id, estado }: EmitidoListado): RowAction[] =>
  estado === 'borrador'
    ? []
    : [
        {
          label: 'Descargar el PDF',
          onSelect: () => window.location.assign(emitidoPdfPath(id, { descargar: true })),
        },
      ];

/** Cards of those that were chosen, ten to a sheet. */
const TARJETAS: readonly BulkAction[] = [
  {
    label: 'Imprimir tarjetas',
    icon: IconIdCard,
    run(selection) {
      if (selection.mode === 'some' && selection.count <= MAX_TARJETAS) {
        window.open(hojaTarjetasPath(selection.ids), '_blank', 'noopener');
      } else notify.error(`Elija hasta ${MAX_TARJETAS} credenciales, fila por fila o por página.`);
    },
  },
];

/** For staff: the documents of a kind, and what is done with each. */
export function Emitidos({ tipo }: { tipo: Tipo }) {
  const { palabra, plural, femenino } = tipoOf(tipo);
  const { state, query } = useEmitidos(tipo);
  const { actions, dialog } = useAcciones();
  const [issuing, issue] = useDisclosure();
  const nombre = palabra.toLocaleLowerCase('es-MX');
  return (
    <>
      <PageHeading
        title={plural}
        action={
          <Button variant="primary" onClick={issue.open}>
            Emitir {femenino ? 'una' : 'un'} {nombre}
          </Button>
        }
      />
      <DataTable
        id={`emitidos-${tipo}`}
        caption={`${plural} que la escuela ha emitido`}
        noun={{ one: nombre, many: plural.toLocaleLowerCase('es-MX'), feminine: femenino }}
        columns={COLUMNS}
        query={query}
        state={state}
        rowId={({ id }) => id}
        rowLabel={({ folio }) => folio}
        rowLink={({ estado, folio }) =>
          estado === 'borrador' ? undefined : validacionPath(tipo, folio)
        }
        rowActions={(emitido) => [...descargar(emitido), ...actions(emitido)]}
        {...(tipo === 'credencial' && { bulkActions: TARJETAS })}
        search={{ label: 'Buscar por nombre, programa o folio' }}
        empty={{
          title: `Todavía no hay ${plural.toLocaleLowerCase('es-MX')}`,
          text: 'Aquí aparecerá cada documento que se emita.',
        }}
      />
      {issuing && <EmitirDialog tipo={tipo} onClose={issue.close} />}
      {dialog}
    </>
  );
}
