import { useParams } from 'react-router';
import { Loading } from '../../../../../platform/web/feedback/index.ts';
import { Redirect } from '../../../../../platform/web/router.tsx';
import { editVersionPath, plantillaPath } from '../../../routes.ts';
import { usePlantilla } from '../hooks.ts';

/** `/plantillas/:id/editar`: on to the draft that there is; without one, to where it is begun. */
export default function EditarPlantillaPage() {
  const { id = '' } = useParams();
  const { data, isError } = usePlantilla(id);
  if (!data && !isError) return <Loading shape="page" />;
  const borrador = data?.versiones.find(({ estado }) => estado === 'borrador');
  return <Redirect to={borrador ? editVersionPath(id, borrador.id) : plantillaPath(id)} />;
}
