import { Suspense } from 'react';
import { lazyPart } from '../../../../platform/web/feature.ts';
import { ErrorBoundary } from '../../../../platform/web/feedback/index.ts';
import { useUser } from '../../../../platform/web/session/react.tsx';
import { isPresencial } from '../../../cursos/rules.ts';
import { inscripcionPath } from '../../routes.ts';
import type { Identificadores, Inscripcion } from '../hooks.ts';

const FaltasParaInscribirse = lazyPart(
  () => import('../../../personas/completitud/web/components/faltas-para-inscribirse.tsx'),
  'FaltasParaInscribirse',
);

/** What the file of whoever enrols lacks for this course, each with the way there and back. It keeps nobody from it. */
export function FaltasExpediente({
  ids,
  curso,
}: {
  ids: Identificadores;
  curso: Inscripcion['curso'];
}) {
  const { clave } = useUser();
  if (clave === null) return null;
  return (
    <ErrorBoundary instead={null}>
      <Suspense>
        <FaltasParaInscribirse
          clave={clave}
          presencial={isPresencial(curso)}
          volver={inscripcionPath(curso.id, ids.idPlantilla, curso.tipo, ids.edicionId)}
        />
      </Suspense>
    </ErrorBoundary>
  );
}
