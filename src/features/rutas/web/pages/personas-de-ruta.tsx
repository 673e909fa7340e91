import type { ComponentType } from 'react';
import { useParams } from 'react-router';
import type { Policy } from '../../../../platform/shared/actor.ts';
import type { OutputOf } from '../../../../platform/shared/callable.ts';
import { useUser } from '../../../../platform/web/session/react.tsx';
import { DataTable, type TableColumn } from '../../../../platform/web/table/index.ts';
import {
  EstadoBadge,
  Folio,
  formatShortDate,
  PageHeading,
  properName,
  Section,
} from '../../../../platform/web/ui/index.ts';
import { NoSeLee } from '../../../../platform/web/ui/no-se-lee.tsx';
import { personPath } from '../../../personas/routes.ts';
import type { FilaPersonaDeRuta, listPersonasDeRuta } from '../../contract.ts';
import { rutaPath, rutasPath } from '../../routes.ts';
import { Barra } from '../components/avance.tsx';
import { usePersonasDeRuta } from '../hooks.ts';

const COLUMNS: readonly TableColumn<FilaPersonaDeRuta>[] = [
  {
    id: 'persona',
    header: 'Persona',
    primary: true,
    width: 12,
    cell: (f) => properName(f.nombreCompleto),
  },
  { id: 'clave', header: 'CURP o clave', nowrap: true, cell: (f) => <Folio>{f.clave}</Folio> },
  {
    id: 'avance',
    header: 'Avance',
    nowrap: true,
    cell: (f) => (f.ilegible ? <NoSeLee /> : <Barra {...f} />),
  },
  {
    id: 'estado',
    header: 'Estado',
    nowrap: true,
    cell: (f) =>
      f.completadaEn ? (
        <EstadoBadge tone="success">Completada</EstadoBadge>
      ) : (
        <EstadoBadge tone="info">En curso</EstadoBadge>
      ),
  },
  { id: 'comenzada', header: 'Comenzó', nowrap: true, cell: (f) => formatShortDate(f.comenzadaEn) },
  {
    id: 'completada',
    header: 'Completó',
    nowrap: true,
    cell: (f) => (f.completadaEn ? formatShortDate(f.completadaEn) : null),
  },
  { id: 'version', header: 'Versión', nowrap: true, cell: (f) => f.numero },
  { id: 'cursando', header: 'Está cursando', width: 12, cell: (f) => f.cursando.join('; ') },
  { id: 'siguientes', header: 'Puede tomar', width: 12, cell: (f) => f.siguientes.join('; ') },
];

/** A piece of that page, below who is in the route. */
export type PersonasDeRutaPieza = {
  /** Its heading. */
  readonly titulo: string;
  readonly visible: Policy;
  readonly Contenido: ComponentType<{ rutaId: string }>;
};

/** For staff: who is in a route, how far, and what other features put below it. */
export function PersonasDeRutaPage({ piezas }: { piezas: readonly PersonasDeRutaPieza[] }) {
  const user = useUser();
  const { idRuta = '' } = useParams();
  const { state, query } = usePersonasDeRuta(idRuta);
  const nombre = (query.data as OutputOf<typeof listPersonasDeRuta> | undefined)?.ruta.nombre;
  return (
    <>
      <PageHeading
        title="Personas en la ruta"
        lead={nombre}
        breadcrumbs={[
          { label: 'Rutas formativas', to: rutasPath },
          ...(nombre ? [{ label: nombre, to: rutaPath(idRuta) }] : []),
        ]}
      />
      <DataTable
        id="personas-de-ruta"
        caption="Personas en la ruta"
        noun={{ one: 'persona', many: 'personas', feminine: true }}
        columns={COLUMNS}
        query={query}
        state={state}
        rowId={(f) => f.clave}
        rowLabel={(f) => properName(f.nombreCompleto)}
        rowLink={(f) => personPath(f.clave)}
        empty={{
          title: 'Nadie ha comenzado esta ruta',
          text: 'Aquí aparecerá quien la comience, o se inscriba en uno de sus cursos.',
        }}
      />
      {piezas
        .filter(({ visible }) => visible(user))
        .map(({ titulo, Contenido }) => (
          <Section key={titulo} title={titulo}>
            <Contenido rutaId={idRuta} />
          </Section>
        ))}
    </>
  );
}
