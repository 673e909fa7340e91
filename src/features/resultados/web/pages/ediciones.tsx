import {
  DataTable,
  type TableColumn,
  useTableQuery,
  useTableState,
} from '../../../../platform/web/table/index.ts';
import { EstadoBadge, formatShortDate, PageHeading } from '../../../../platform/web/ui/index.ts';
import { ESTADOS_EDICION } from '../../../cursos/contract.ts';
import type { EdicionDeLista } from '../../contract.ts';
import { resultadosPath } from '../../routes.ts';
import { ESTADOS_DE_RESULTADOS, type EstadoDeResultados } from '../../rules.ts';
import { listEdiciones } from '../hooks.ts';

function Acta({ edicion: { acta, estado } }: { edicion: EdicionDeLista }) {
  if (acta) {
    return <EstadoBadge tone="success">{`Cerrada, versión ${acta.version}`}</EstadoBadge>;
  }
  return estado === 'concluida' ? (
    <EstadoBadge tone="warning">Por cerrar</EstadoBadge>
  ) : (
    <EstadoBadge tone="info">{ESTADOS_EDICION[estado][0]}</EstadoBadge>
  );
}

const COLUMNS: readonly TableColumn<EdicionDeLista>[] = [
  { id: 'curso', header: 'Curso', primary: true, width: 16, cell: (e) => e.curso.nombre },
  { id: 'edicion', header: 'Edición', cell: (e) => e.nombre },
  {
    id: 'termina',
    header: 'Termina',
    nowrap: true,
    descFirst: true,
    cell: (e) => formatShortDate(e.termina),
  },
  {
    id: 'calificadas',
    header: 'Calificadas',
    nowrap: true,
    cell: (e) => `${e.calificadas} de ${e.inscritas}`,
  },
  { id: 'acta', header: 'Acta', cell: (e) => <Acta edicion={e} /> },
];

const ESTADOS = (Object.keys(ESTADOS_DE_RESULTADOS) as EstadoDeResultados[]).map((value) => ({
  value,
  label: ESTADOS_DE_RESULTADOS[value],
}));

/** The editions whose results are recorded: what waits for its acta first. */
export default function EdicionesConResultadosPage() {
  const state = useTableState({
    sortable: ['termina', 'curso'],
    sort: { id: 'termina', desc: true },
    filters: { estado: { kind: 'select', label: 'Acta', options: ESTADOS } },
    sharedSearch: true,
  });
  const query = useTableQuery(listEdiciones, {
    busqueda: state.search || undefined,
    estado: state.filters.estado,
    orden: state.sort.id,
    descendente: state.sort.desc,
    pagina: state.page,
    porPagina: state.pageSize,
  });
  return (
    <>
      <PageHeading
        title="Resultados"
        lead="Calificaciones, asistencia y actas de las ediciones que comenzaron."
      />
      <DataTable
        id="ediciones-con-resultados"
        caption="Ediciones con resultados"
        noun={{ one: 'edición', many: 'ediciones', feminine: true }}
        columns={COLUMNS}
        query={query}
        state={state}
        rowId={(e) => e.id}
        rowLabel={(e) => `${e.curso.nombre}, ${e.nombre}`}
        rowLink={(e) => resultadosPath(e.id)}
        search={{ label: 'Buscar', hint: 'Curso, clave o edición' }}
        empty={{
          title: 'Todavía no hay ediciones que calificar',
          text: 'Aparecen cuando comienzan y tienen personas inscritas.',
        }}
      />
    </>
  );
}
