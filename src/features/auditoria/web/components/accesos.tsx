import type { Vocabulario } from '../../../../platform/shared/historial.ts';
import { EmptyState, ErrorState, Loading } from '../../../../platform/web/feedback/index.ts';
import { IconEye, LineaDeVida, properName } from '../../../../platform/web/ui/index.ts';
import { ExportButton } from '../../../trabajos/web/components/export-button.tsx';
import { useAccesos } from '../hooks.ts';

/** Who has looked at or changed the file of whoever asks, the latest first. */
export function Accesos({ vocabulario }: { vocabulario: Vocabulario }) {
  const accesos = useAccesos();
  if (accesos.isPending) return <Loading shape="list" />;
  if (accesos.isError) {
    return <ErrorState error={accesos.error} retry={() => void accesos.refetch()} />;
  }
  if (accesos.data.length === 0) {
    return (
      <EmptyState title="Nadie más ha visto su expediente" icon={IconEye} level={3}>
        Cuando el personal de la escuela lo consulte o lo cambie, verá aquí quién fue y cuándo.
      </EmptyState>
    );
  }
  return (
    <>
      <LineaDeVida
        label="Consultas y cambios de su expediente"
        events={accesos.data.map((acceso, i) => ({
          id: `${acceso.momento}-${i}`,
          title: vocabulario.describeAccion(acceso.accion),
          at: acceso.momento,
          who: `${properName(acceso.quien)}${acceso.role ? ` (${acceso.role})` : ''}`,
          detail: acceso.motivo ?? undefined,
        }))}
      />
      <div style={{ marginBlockStart: 24 }}>
        <ExportButton
          hoja="accesos"
          size="small"
          text="Se exporta quién ha consultado o cambiado su expediente, y cuándo."
        />
      </div>
    </>
  );
}
