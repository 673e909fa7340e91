import { Suspense } from 'react';
import { useNavigate } from 'react-router';
import { ListOrMonthSwitch, useListOrMonth } from '../../../../../platform/web/calendar/index.ts';
import { lazyPart } from '../../../../../platform/web/feature.ts';
import { Loading } from '../../../../../platform/web/feedback/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import { useUser } from '../../../../../platform/web/session/react.tsx';
import { DataTable, FilterBar, type TableColumn } from '../../../../../platform/web/table/index.ts';
import { Button, IconPlus, PageHeading } from '../../../../../platform/web/ui/index.ts';
import { ExportButton } from '../../../../trabajos/web/components/export-button.tsx';
import { ImportButton } from '../../../../trabajos/web/components/import-button.tsx';
import { canEditOferta } from '../../../policy.ts';
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
    id: 'ingreso',
    header: 'Ingreso',
    hidden: true,
    cell: (e) => (e.porConvocatoria ? 'Por convocatoria' : 'Por inscripción'),
  },
  {
    id: 'clave',
    header: 'Clave del curso',
    hidden: true,
    nowrap: true,
    cell: (e) => e.curso.clave,
  },
];

const Dialogo = lazyPart(() => import('../components/edicion-dialog.tsx'), 'EdicionDialog');
const Calendario = lazyPart(() => import('../components/calendario.tsx'), 'Calendario');

const BUSCAR = { label: 'Buscar por curso, clave o edición' };

/** For staff: when each course is given, as a list and by month: the same editions, by the same filters. */
export function EdicionesPage({
  inscripciones,
}: {
  /** The states in which an inscripción may be, to filter by. */
  inscripciones: readonly { value: string; label: string }[];
}) {
  const { state, query, filtros, refresh } = useEdiciones(inscripciones);
  const vista = useListOrMonth();
  const edits = canEditOferta(useUser());
  const navigate = useNavigate();
  const [adding, add] = useDisclosure();
  return (
    <>
      <PageHeading
        title="Ediciones"
        lead="Cada vez que se imparte un curso: fechas, sede y cupo."
        meta={<ListOrMonthSwitch legend="Cómo se ven las ediciones" {...vista} />}
        action={
          edits && (
            <>
              <ImportButton hoja="ediciones" onImported={() => void refresh()} />
              <ExportButton hoja="ediciones" filtros={filtros} />
              <Button variant="primary" icon={<IconPlus />} onClick={add.open}>
                Abrir una edición
              </Button>
            </>
          )
        }
      />
      {vista.ver === 'calendario' ? (
        <>
          <FilterBar state={state} search={BUSCAR} />
          <Suspense fallback={<Loading shape="list" />}>
            <Calendario filtros={filtros} />
          </Suspense>
        </>
      ) : (
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
          search={BUSCAR}
          empty={{
            title: 'Todavía no hay ediciones',
            text: 'Aquí aparecerá cada edición que se abra de un curso.',
          }}
        />
      )}
      {adding && (
        <Suspense>
          <Dialogo
            edicion={null}
            onClose={add.close}
            onSaved={({ id }) => void navigate(edicionPath(id))}
          />
        </Suspense>
      )}
    </>
  );
}
