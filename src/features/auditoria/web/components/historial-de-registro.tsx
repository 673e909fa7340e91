import type { Vocabulario } from '../../../../platform/shared/historial.ts';
import { ErrorState, Loading } from '../../../../platform/web/feedback/index.ts';
import { Link } from '../../../../platform/web/router.tsx';
import { LineaDeVida } from '../../../../platform/web/ui/index.ts';
import { auditoriaPath } from '../../routes.ts';
import { useHistorialDe } from '../hooks.ts';
import { decirAnotacion } from './anotaciones.tsx';

/** What was done to one record, the latest first, and where there is more. */
export function HistorialDeRegistro({
  entidad,
  id,
  vocabulario,
}: {
  entidad: string;
  id: string;
  vocabulario: Vocabulario;
}) {
  const historial = useHistorialDe(entidad, id);
  if (historial.isPending) return <Loading shape="list" />;
  if (historial.isError) {
    return <ErrorState error={historial.error} retry={() => void historial.refetch()} />;
  }
  const { filas } = historial.data;
  return (
    <>
      {filas.length === 0 ? (
        <p>Sin cambios.</p>
      ) : (
        <LineaDeVida
          label="Historial"
          events={filas.map((anotacion) => decirAnotacion(vocabulario, anotacion))}
        />
      )}
      <p style={{ marginBlockStart: 12 }}>
        <Link to={`${auditoriaPath}?${new URLSearchParams({ buscar: id })}`}>
          Ver todo en Auditoría
        </Link>
      </p>
    </>
  );
}
