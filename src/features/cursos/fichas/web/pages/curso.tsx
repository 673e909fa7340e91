import { useParams } from 'react-router';
import { ErrorState, Loading } from '../../../../../platform/web/feedback/index.ts';
import {
  DataList,
  EstadoBadge,
  Folio,
  formatNumber,
  PageHeading,
  Section,
} from '../../../../../platform/web/ui/index.ts';
import { EdicionesDeCurso } from '../../../ediciones/web/components/ediciones-de-curso.tsx';
import { cursosPath } from '../../../routes.ts';
import type { CursoGuardado } from '../../contract.ts';
import { CursoAcciones } from '../components/curso-acciones.tsx';
import { Temario } from '../components/temario.tsx';
import { Versiones } from '../components/versiones.tsx';
import { useCurso } from '../hooks.ts';

const TITLE = 'Cursos';
const CRUMBS = [{ label: TITLE, to: cursosPath }];

/** For staff: all that a course says, its editions and how it has changed. */
export default function CursoPage() {
  const { id = '' } = useParams();
  const query = useCurso(id);
  if (query.isPending) return <Loading shape="page" />;
  if (query.isError) {
    return (
      <>
        <PageHeading title="Curso" breadcrumbs={CRUMBS} />
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      </>
    );
  }
  const { curso, ediciones, cuantasEdiciones, versiones } = query.data;
  return (
    <>
      <PageHeading
        title={curso.datos.nombre}
        breadcrumbs={CRUMBS}
        action={<CursoAcciones {...{ curso, ediciones }} cuantas={cuantasEdiciones} />}
        meta={
          <>
            <span>
              Clave <Folio>{curso.datos.clave}</Folio>
            </span>
            {curso.retirado && <EstadoBadge tone="neutral">Retirado</EstadoBadge>}
          </>
        }
      />
      <Datos curso={curso} />
      <Section title="Temario" panel>
        <Temario temario={curso.datos.temario} />
      </Section>
      <EdicionesDeCurso {...{ curso, ediciones }} cuantas={cuantasEdiciones} />
      <Versiones versiones={versiones} />
    </>
  );
}

function Datos({ curso: { datos, tipo, modalidad, area } }: { curso: CursoGuardado }) {
  return (
    <Section title="Datos del curso" panel>
      <DataList
        items={[
          { label: 'Tipo', value: tipo },
          { label: 'Modalidad', value: modalidad },
          { label: 'Área', value: area },
          { label: 'Horas', value: datos.horas === null ? null : formatNumber(datos.horas) },
          { label: 'Créditos', value: datos.creditos },
          { label: 'Objetivo', value: datos.objetivo },
          { label: 'Requisitos', value: datos.requisitos },
        ]}
      />
    </Section>
  );
}
