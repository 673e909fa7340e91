import { useEffect } from 'react';
import { useNavigate, useParams } from 'react-router';
import { Loading } from '../../../../../platform/web/feedback/index.ts';
import { editVersionPath, plantillaPath } from '../../../routes.ts';
import { usePlantilla } from '../hooks.ts';

/** `/plantillas/:id/editar`: on to the draft that there is; without one, to where it is begun. */
export default function EditarPlantillaPage() {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const { data, isError } = usePlantilla(id);
  useEffect(() => {
    const borrador = data?.versiones.find(({ estado }) => estado === 'borrador');
    if (borrador) navigate(editVersionPath(id, borrador.id), { replace: true });
    else if (data || isError) navigate(plantillaPath(id), { replace: true });
  }, [data, isError, id, navigate]);
  return <Loading shape="page" />;
}
