import { Suspense } from 'react';
import { useNavigate } from 'react-router';
import { lazyPart } from '../../../../../platform/web/feature.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import { DataTable, type TableColumn } from '../../../../../platform/web/table/index.ts';
import {
  Button,
  EstadoBadge,
  formatDate,
  formatShortDate,
  IconPlus,
  PageHeading,
} from '../../../../../platform/web/ui/index.ts';
import { convocatoriaPath } from '../../../routes.ts';
import type { ConvocatoriaListada } from '../../avance/contract.ts';
import { EstadoDeConvocatoria } from '../components/estado.tsx';
import { useConvocatorias } from '../hooks.ts';

const Crear = lazyPart(() => import('../components/crear-dialog.tsx'), 'CrearDialog');

const COLUMNS: readonly TableColumn<ConvocatoriaListada>[] = [
  {
    id: 'programa',
    header: 'Programa',
    primary: true,
    width: 16,
    cell: ({ programa, edicion }) => `${programa}, ${edicion}`,
  },
  {
    id: 'estado',
    header: 'Estado',
    nowrap: true,
    cell: (one) =>
      one.porAprobar ? (
        <EstadoBadge tone="warning">Por aprobar</EstadoBadge>
      ) : (
        <EstadoDeConvocatoria {...one} />
      ),
  },
  {
    id: 'proxima',
    header: 'Próxima fecha',
    width: 11,
    cell: ({ proxima }) => proxima && `${proxima.titulo}: ${formatShortDate(proxima.en)}`,
  },
  {
    id: 'validas',
    header: 'Válidas',
    align: 'end',
    cell: (one) => one.presolicitudesValidas,
  },
  { id: 'enviadas', header: 'Solicitudes', align: 'end', cell: (one) => one.solicitudesEnviadas },
  {
    id: 'admitidas',
    header: 'Admitidas',
    align: 'end',
    nowrap: true,
    cell: ({ admitidas, cupo }) => `${admitidas} de ${cupo}`,
  },
  {
    id: 'inicia',
    header: 'Inicia',
    nowrap: true,
    hidden: true,
    descFirst: true,
    cell: ({ inicia }) => formatDate(inicia),
  },
];

/** The calls of the graduate programmes, for their staff. */
export default function ConvocatoriasPage() {
  const { state, query } = useConvocatorias();
  const navigate = useNavigate();
  const [creating, create] = useDisclosure();
  return (
    <>
      <PageHeading
        title="Convocatorias"
        lead="Selección de aspirantes a los programas de posgrado."
        action={
          <Button variant="primary" icon={<IconPlus />} onClick={create.open}>
            Crear convocatoria
          </Button>
        }
      />
      <DataTable
        id="convocatorias"
        caption="Convocatorias de posgrado"
        noun={{ one: 'convocatoria', many: 'convocatorias', feminine: true }}
        columns={COLUMNS}
        query={query}
        state={state}
        rowId={({ id }) => id}
        rowLabel={({ programa, edicion }) => `${programa}, ${edicion}`}
        rowLink={({ edicionId }) => convocatoriaPath(edicionId)}
        search={{ label: 'Buscar por programa o edición' }}
        empty={{
          title: 'Todavía no hay convocatorias',
          text: 'Cada convocatoria pertenece a una edición de un programa de posgrado.',
        }}
      />
      {creating && (
        <Suspense>
          <Crear
            onClose={create.close}
            onCreated={(edicionId) => void navigate(convocatoriaPath(edicionId))}
          />
        </Suspense>
      )}
    </>
  );
}
