import { DataTable, type TableColumn } from '../../../../platform/web/table/index.ts';
import {
  Folio,
  formatDateTime,
  formatRelative,
  PageHeading,
  properName,
} from '../../../../platform/web/ui/index.ts';
import { NoSeLee } from '../../../../platform/web/ui/no-se-lee.tsx';
import type { FilaCorreccion } from '../../contract.ts';
import { correccionPath } from '../../routes.ts';
import { ETIQUETAS } from '../../rules.ts';
import { useCola } from '../hooks.ts';

const COLUMNS: readonly TableColumn<FilaCorreccion>[] = [
  {
    id: 'persona',
    header: 'Persona',
    primary: true,
    width: 12,
    cell: (f) => properName(f.nombreCompleto),
  },
  { id: 'clave', header: 'CURP o clave', nowrap: true, cell: (f) => <Folio>{f.clave}</Folio> },
  {
    id: 'campos',
    header: 'Pide corregir',
    width: 10,
    cell: (f) => f.campos?.map((campo) => ETIQUETAS[campo]).join(', ') ?? <NoSeLee />,
  },
  {
    id: 'creadoEn',
    header: 'Espera desde',
    nowrap: true,
    cell: (f) => (
      <time dateTime={f.creadoEn} title={formatDateTime(f.creadoEn)}>
        {formatRelative(f.creadoEn, new Date())}
      </time>
    ),
  },
];

export default function CorreccionesPage() {
  const { state, query } = useCola();
  return (
    <>
      <PageHeading
        title="Correcciones por revisar"
        lead="Nombres y CURP que las personas piden corregir, con el documento que lo comprueba."
      />
      <DataTable
        id="correcciones"
        caption="Correcciones por revisar"
        noun={{ one: 'corrección', many: 'correcciones', feminine: true }}
        columns={COLUMNS}
        query={query}
        state={state}
        rowId={(f) => f.id}
        rowLabel={(f) => properName(f.nombreCompleto)}
        rowLink={(f) => correccionPath(f.id)}
        empty={{
          title: 'No hay correcciones por revisar',
          text: 'Aquí aparecerán cuando alguien pida corregir su nombre o su CURP desde su expediente.',
        }}
      />
    </>
  );
}
