import { useNavigate } from 'react-router';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import { useUser } from '../../../../../platform/web/session/react.tsx';
import { DataTable, type TableColumn } from '../../../../../platform/web/table/index.ts';
import {
  Button,
  EstadoBadge,
  Folio,
  formatNumber,
  IconPlus,
  PageHeading,
} from '../../../../../platform/web/ui/index.ts';
import { ExportButton } from '../../../../trabajos/web/components/export-button.tsx';
import { ImportButton } from '../../../../trabajos/web/components/import-button.tsx';
import { canEditOferta } from '../../../policy.ts';
import { cursoOfertaPath } from '../../../routes.ts';
import type { CursoListado } from '../../contract.ts';
import { CursoDialog } from '../components/curso-dialog.tsx';
import { useCursos } from '../hooks.ts';

const COLUMNS: readonly TableColumn<CursoListado>[] = [
  {
    id: 'nombre',
    header: 'Nombre',
    primary: true,
    width: 18,
    cell: (c) => (
      <>
        {c.nombre} {c.retirado && <EstadoBadge tone="neutral">Retirado</EstadoBadge>}
      </>
    ),
  },
  { id: 'clave', header: 'Clave', nowrap: true, cell: (c) => <Folio>{c.clave}</Folio> },
  { id: 'tipo', header: 'Tipo', nowrap: true, cell: (c) => c.tipo },
  { id: 'modalidad', header: 'Modalidad', cell: (c) => c.modalidad },
  { id: 'area', header: 'Área', cell: (c) => c.area },
  { id: 'horas', header: 'Horas', align: 'end', cell: (c) => formatNumber(c.horas) },
  { id: 'creditos', header: 'Créditos', align: 'end', hidden: true, cell: (c) => c.creditos },
  { id: 'ediciones', header: 'Ediciones', align: 'end', cell: (c) => formatNumber(c.ediciones) },
];

/** For staff: the courses that the school gives. */
export default function CursosPage() {
  const { state, query, filtros, refresh } = useCursos();
  const edits = canEditOferta(useUser());
  const navigate = useNavigate();
  const [adding, add] = useDisclosure();
  return (
    <>
      <PageHeading
        title="Cursos"
        lead="Cursos de la escuela. Cada uno se imparte por ediciones."
        action={
          edits && (
            <>
              <ImportButton hoja="cursos" onImported={() => void refresh()} />
              <ExportButton hoja="cursos" filtros={filtros} />
              <Button variant="primary" icon={<IconPlus />} onClick={add.open}>
                Agregar un curso
              </Button>
            </>
          )
        }
      />
      <DataTable
        id="cursos"
        caption="Cursos de la escuela"
        noun={{ one: 'curso', many: 'cursos' }}
        columns={COLUMNS}
        query={query}
        state={state}
        rowId={(c) => c.id}
        rowLabel={(c) => c.nombre}
        rowLink={(c) => cursoOfertaPath(c.id)}
        search={{ label: 'Buscar por nombre o clave' }}
        empty={{
          title: 'Todavía no hay cursos',
          text: 'Aquí aparecerá cada curso que se agregue o se importe.',
        }}
      />
      {adding && (
        <CursoDialog
          curso={null}
          onClose={add.close}
          onSaved={({ id }) => void navigate(cursoOfertaPath(id))}
        />
      )}
    </>
  );
}
