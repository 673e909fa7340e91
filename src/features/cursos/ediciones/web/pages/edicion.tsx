import type { ComponentType } from 'react';
import { useParams } from 'react-router';
import type { Policy } from '../../../../../platform/shared/actor.ts';
import { ErrorState, Loading, Notice } from '../../../../../platform/web/feedback/index.ts';
import { Link } from '../../../../../platform/web/router.tsx';
import { useUser } from '../../../../../platform/web/session/react.tsx';
import {
  DataList,
  formatDateTime,
  formatNumber,
  PageHeading,
  Section,
} from '../../../../../platform/web/ui/index.ts';
import { cursoOfertaPath, edicionesPath, edicionPath, mesaDeEdicionPath } from '../../../routes.ts';
import type { EdicionGuardada } from '../../contract.ts';
import { instanteDe } from '../../rules.ts';
import { EstadoDeEdicion, lugaresDe, PorConvocatoria, periodoDe } from '../components/columnas.tsx';
import { EdicionAcciones } from '../components/edicion-acciones.tsx';
import { Partes } from '../components/partes.tsx';
import { useEdicion } from '../hooks.ts';

const CRUMBS = [{ label: 'Ediciones', to: edicionesPath }];

/** A piece of an edition's page, below what the edition says. */
export type EdicionPieza = {
  /** Its heading. */
  readonly titulo: string;
  /** Who sees it: the policy of what it asks for. */
  readonly visible: Policy;
  /** Says whether an edition shows this section. Without it, every edition does. */
  readonly para?: (edicion: EdicionGuardada) => boolean;
  readonly Contenido: ComponentType<{ edicion: EdicionGuardada }>;
};

/** For staff: all that an edition says, and what other features put on its page. */
export function EdicionPage({ piezas }: { piezas: readonly EdicionPieza[] }) {
  const { id = '' } = useParams();
  const user = useUser();
  const query = useEdicion(id);
  if (query.isPending) return <Loading shape="page" />;
  if (query.isError) {
    return (
      <>
        <PageHeading title="Edición" breadcrumbs={CRUMBS} />
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      </>
    );
  }
  const { edicion, inscripciones, acta } = query.data;
  return (
    <>
      <PageHeading
        title={`${edicion.curso.nombre}, ${edicion.datos.nombre}`}
        breadcrumbs={CRUMBS}
        action={<EdicionAcciones {...{ edicion, inscripciones, acta }} />}
        meta={
          <>
            <EstadoDeEdicion estado={edicion.estado} />
            {edicion.porConvocatoria && <PorConvocatoria />}
            <span>{periodoDe(edicion.datos)}</span>
          </>
        }
      />
      <Cancelacion edicion={edicion} />
      <Datos edicion={edicion} />
      {(['grupo', 'docente', 'sesion'] as const).map((parte) => (
        <Partes key={parte} {...{ edicion, parte }} />
      ))}
      {piezas
        .filter(({ visible, para }) => visible(user) && (para?.(edicion) ?? true))
        .map(({ titulo, Contenido }) => (
          <Section key={titulo} title={titulo}>
            <Contenido edicion={edicion} />
          </Section>
        ))}
    </>
  );
}

const momento = (escrito: string): string => {
  const at = instanteDe(escrito);
  return at ? formatDateTime(at.toISOString()) : escrito;
};

function Datos({ edicion }: { edicion: EdicionGuardada }) {
  const { datos, curso, sede, plantilla, ocupados, porConvocatoria } = edicion;
  const que = porConvocatoria ? 'las presolicitudes' : 'las inscripciones';
  return (
    <Section title="Datos de la edición" panel>
      <DataList
        items={[
          { label: 'Curso', value: <Link to={cursoOfertaPath(curso.id)}>{curso.nombre}</Link> },
          { label: 'Se imparte', value: periodoDe(datos) },
          {
            label: 'Ingreso',
            value: porConvocatoria ? (
              <Link to={mesaDeEdicionPath(edicion.id)}>Por convocatoria</Link>
            ) : (
              'Por inscripción'
            ),
          },
          ...(porConvocatoria && !edicion.conConvocatoriaPublicada
            ? []
            : [
                { label: `Abren ${que}`, value: momento(datos.inscripcionAbre) },
                { label: `Cierran ${que}`, value: momento(datos.inscripcionCierra) },
              ]),
          { label: 'Sede', value: sede },
          { label: 'Lugares ocupados', value: lugaresDe({ cupo: datos.cupo ?? 0, ocupados }) },
          {
            label: 'Calificación mínima',
            value: datos.calificacionMinima ?? 'No se pide',
          },
          {
            label: 'Asistencia mínima',
            value:
              datos.asistenciaMinima === null
                ? 'No se pide'
                : `${formatNumber(datos.asistenciaMinima)} %`,
          },
          { label: 'Plantilla de inscripción', value: plantilla },
        ]}
      />
    </Section>
  );
}

/** Why it is not given, and where those who were in it may go. */
function Cancelacion({ edicion: { cancelacion } }: { edicion: EdicionGuardada }) {
  if (!cancelacion) return null;
  const { motivo, canceladaEn, alternativa } = cancelacion;
  return (
    <Notice tone="warning" title={`Se canceló el ${formatDateTime(canceladaEn)}`}>
      {motivo && <p>{motivo}</p>}
      {alternativa && (
        <p>
          Se ofreció en su lugar <Link to={edicionPath(alternativa.id)}>{alternativa.nombre}</Link>.
        </p>
      )}
    </Notice>
  );
}
