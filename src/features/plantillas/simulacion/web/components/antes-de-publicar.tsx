import { Link } from '../../../../../platform/web/router.tsx';
import { formatNumber } from '../../../../../platform/web/ui/index.ts';
import { useSimulacion } from '../hooks.ts';

/** In the dialog that publishes: how many could enrol by what is about to be in force. */
export function AntesDePublicar({ versionId, probar }: { versionId: string; probar: string }) {
  const { data } = useSimulacion(versionId);
  if (!data) return null;
  const link = <Link to={probar}>Probar con todas las personas</Link>;
  if (!data.ultima) {
    return <p>Todavía no se sabe cuántas personas podrían inscribirse con ella. {link}.</p>;
  }
  const { total } = data.ultima.resultado;
  return (
    <p>
      Podrían inscribirse {formatNumber(total.elegibles)} de {formatNumber(total.personas)} personas
      {total.elegiblesAntes !== null &&
        `: ${formatNumber(total.ganan)} que hoy no pueden, y ${formatNumber(total.pierden)} que hoy pueden ya no podrían`}
      . {data.ultima.anterior && <>El borrador cambió desde que se probó. {link}.</>}
    </p>
  );
}
