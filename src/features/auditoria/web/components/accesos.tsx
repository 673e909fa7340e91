import type { Vocabulario } from '../../../../platform/shared/historial.ts';
import { EmptyState, ErrorState, Loading } from '../../../../platform/web/feedback/index.ts';
import { IconEye, properName } from '../../../../platform/web/ui/index.ts';
import { ExportButton } from '../../../trabajos/web/components/export-button.tsx';
import { useAccesos } from '../hooks.ts';
import { PorMeses } from './por-meses.tsx';

/** Who has looked at or changed the file of whoever asks, the latest first, page after page. */
export function Accesos({ vocabulario }: { vocabulario: Vocabulario }) {
  const accesos = useAccesos();
  if (accesos.isPending) return <Loading shape="list" />;
  if (!accesos.data) {
    return <ErrorState error={accesos.error} retry={() => void accesos.refetch()} />;
  }
  const filas = accesos.data.pages.flatMap((page) => page.filas);
  if (filas.length === 0) {
    return (
      <EmptyState title="Nadie más ha visto su expediente" icon={IconEye} level={3}>
        Cuando el personal de la escuela lo consulte o lo cambie, verá aquí quién fue y cuándo.
      </EmptyState>
    );
  }
  return (
    <PorMeses
      label="Consultas y cambios de su expediente"
      paginas={accesos}
      events={filas.map((acceso) => ({
        id: String(acceso.id),
        title: vocabulario.describeAccion(acceso.accion),
        at: acceso.momento,
        who: `${properName(acceso.quien)}${acceso.role ? ` (${acceso.role})` : ''}`,
        detail: acceso.motivo ?? undefined,
      }))}
    >
      <div style={{ marginBlockStart: 24 }}>
        <ExportButton
          hoja="accesos"
          size="small"
          text="Se exporta quién ha consultado o cambiado su expediente, y cuándo."
        />
      </div>
    </PorMeses>
  );
}
