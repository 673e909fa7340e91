import { useParams } from 'react-router';
import { CallError } from '../../../../../platform/shared/errors.ts';
import { ErrorState, Loading } from '../../../../../platform/web/feedback/index.ts';
import { NotFoundScreen } from '../../../../../platform/web/system-screens.tsx';
import { Personal } from '../components/personal.tsx';
import { Propias, SinPresolicitud } from '../components/propia.tsx';
import { useValidacion } from '../hooks.ts';

/** `/validarPresolicitud/:cursoId`: one's own requirements; the applicants, for staff who do not apply. */
export default function ValidarPage() {
  const { cursoId = '' } = useParams();
  const { data, error, isPending, refetch } = useValidacion(cursoId);
  if (isPending) return <Loading shape="page" />;
  if (error instanceof CallError && ['NOT_FOUND', 'INVALID_ARGUMENT'].includes(error.status)) {
    return <NotFoundScreen />;
  }
  if (!data) return <ErrorState error={error} retry={() => void refetch()} />;
  const { curso, propias, personal } = data;
  if (propias.length > 0) return <Propias curso={curso.nombre} propias={propias} />;
  if (personal) return <Personal curso={curso} convocatorias={personal.convocatorias} />;
  return <SinPresolicitud curso={curso.nombre} />;
}
