import { useSearchParams } from '../../../../../platform/web/router.tsx';
import { DataTable, type TableColumn } from '../../../../../platform/web/table/index.ts';
import {
  EstadoBadge,
  formatDate,
  formatNumber,
  IconPlus,
  LinkButton,
  PageHeading,
} from '../../../../../platform/web/ui/index.ts';
import { VERSION } from '../../../estados.ts';
import { nuevaPlantillaPath, plantillaPath } from '../../../routes.ts';
import { bibliotecaPath, VISTA_BIBLIOTECA } from '../../../secciones/routes.ts';
import { Biblioteca } from '../../../secciones/web/components/biblioteca.tsx';
import type { PlantillaEnLista } from '../../contract.ts';
import { usePlantillas } from '../hooks.ts';

const COLUMNS: readonly TableColumn<PlantillaEnLista>[] = [
  { id: 'nombre', header: 'Plantilla', primary: true, width: 16, cell: (p) => p.nombre },
  {
    id: 'publicada',
    header: 'En vigor',
    cell: (p) =>
      p.publicada ? (
        <EstadoBadge tone={VERSION.tono('publicada')}>Versión {p.publicada.numero}</EstadoBadge>
      ) : (
        'Ninguna'
      ),
  },
  {
    id: 'borrador',
    header: 'Borrador',
    cell: (p) =>
      p.borrador ? (
        <EstadoBadge tone={VERSION.tono('borrador')}>Versión {p.borrador.numero}</EstadoBadge>
      ) : (
        'No hay'
      ),
  },
  {
    id: 'ediciones',
    header: 'Ediciones',
    align: 'end',
    descFirst: true,
    cell: (p) => formatNumber(p.ediciones),
  },
  {
    id: 'actualizadoEn',
    header: 'Último cambio',
    nowrap: true,
    descFirst: true,
    cell: (p) => formatDate(p.actualizadoEn),
  },
  { id: 'descripcion', header: 'Para qué es', hidden: true, width: 16, cell: (p) => p.descripcion },
];

/** `/plantillas`, and the library of sections as a view of it. */
export default function PlantillasPage() {
  const [params] = useSearchParams();
  return params.get('ver') === VISTA_BIBLIOTECA ? <Biblioteca /> : <Plantillas />;
}

function Plantillas() {
  const { state, query } = usePlantillas();
  return (
    <>
      <PageHeading
        title="Plantillas"
        lead="Formularios y reglas de inscripción."
        action={
          <>
            <LinkButton to={bibliotecaPath}>Biblioteca de secciones</LinkButton>
            <LinkButton to={nuevaPlantillaPath} variant="primary">
              <IconPlus width="1em" height="1em" /> Nueva plantilla
            </LinkButton>
          </>
        }
      />
      <DataTable
        id="plantillas"
        caption="Plantillas de inscripción"
        noun={{ one: 'plantilla', many: 'plantillas', feminine: true }}
        columns={COLUMNS}
        query={query}
        state={state}
        rowId={(p) => p.id}
        rowLabel={(p) => p.nombre}
        rowLink={(p) => plantillaPath(p.id)}
        search={{ label: 'Buscar', hint: 'Nombre o para qué es' }}
        empty={{
          title: 'Todavía no hay plantillas',
          text: 'Una plantilla dice cómo se inscribe uno a las ediciones que la usan.',
          action: <LinkButton to={nuevaPlantillaPath}>Nueva plantilla</LinkButton>,
        }}
      />
    </>
  );
}
