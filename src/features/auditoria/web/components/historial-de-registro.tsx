import type { Vocabulario } from '../../../../platform/shared/historial.ts';
import { ErrorState, Loading } from '../../../../platform/web/feedback/index.ts';
import { Link } from '../../../../platform/web/router.tsx';
import { LineaDeVida, properName } from '../../../../platform/web/ui/index.ts';
import type { Anotacion } from '../../contract.ts';
import { auditoriaPath } from '../../routes.ts';
import { decirRenglon, describeCambio } from '../../rules.ts';
import { useHistorialDe } from '../hooks.ts';

const quienOf = ({ actor }: Anotacion): string =>
  actor === null ? 'El sistema' : properName(actor.nombre) || actor.email || 'Cuenta eliminada';

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
        <p>Todavía no se le ha hecho ningún cambio.</p>
      ) : (
        <LineaDeVida
          label="Historial"
          events={filas.map((anotacion) => ({
            id: String(anotacion.id),
            title: vocabulario.describeAccion(anotacion.accion),
            at: anotacion.momento,
            who: quienOf(anotacion),
            detail: [
              ...describeCambio(vocabulario, anotacion).renglones.map(decirRenglon),
              ...(anotacion.motivo ? [`Motivo: ${anotacion.motivo}`] : []),
            ].map((line) => <div key={line}>{line}</div>),
          }))}
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
