import { DataTable, type TableColumn } from '../../../../../platform/web/table/index.ts';
import { PageHeading } from '../../../../../platform/web/ui/index.ts';
import { edicionPath } from '../../../routes.ts';
import type { EdicionListada } from '../../contract.ts';
import { EstadoDeEdicion, lugaresDe, periodoDe } from '../components/columnas.tsx';
import { useEdiciones } from '../hooks.ts';

const COLUMNS: readonly TableColumn<EdicionListada>[] = [
  {
    id: 'curso',
    header: 'Curso y edición',
    primary: true,
    width: 18,
    cell: (e) => `${e.curso.nombre}, ${e.nombre}`,
  },
  { id: 'estado', header: 'Estado', nowrap: true, cell: (e) => <EstadoDeEdicion {...e} /> },
  { id: 'inicia', header: 'Fechas', width: 12, descFirst: true, cell: periodoDe },
  { id: 'sede', header: 'Sede', cell: (e) => e.sede },
  { id: 'lugares', header: 'Lugares ocupados', align: 'end', nowrap: true, cell: lugaresDe },
  { id: 'tipo', header: 'Tipo', hidden: true, cell: (e) => e.curso.tipo },
  {
    id: 'clave',
    header: 'Clave del curso',
    hidden: true,
    nowrap: true,
    cell: (e) => e.curso.clave,
  },
];

/** For staff: when each course is given. */
export default function EdicionesPage() {
  const { state, query } = useEdiciones();
  return (
    <>
      <PageHeading
        title="Ediciones"
        lead="Cada vez que se imparte un curso: fechas, sede y cupo."
      />
      <DataTable
        id="ediciones"
        caption="Ediciones de los cursos"
        noun={{ one: 'edición', many: 'ediciones', feminine: true }}
        columns={COLUMNS}
        query={query}
        state={state}
        rowId={(e) => e.id}
        rowLabel={(e) => `${e.curso.nombre}, ${e.nombre}`}
        rowLink={(e) => edicionPath(e.id)}
        search={{ label: 'Buscar por curso, clave o edición' }}
        empty={{
          title: 'Todavía no hay ediciones',
          text: 'Aquí aparecerá cada edición que se abra de un curso.',
        }}
      />
    </>
  );
}
