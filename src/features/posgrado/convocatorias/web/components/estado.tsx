import { EstadoBadge } from '../../../../../platform/web/ui/index.ts';
import { CONVOCATORIA, type EstadoConvocatoria } from '../../../estados.ts';
import { MOMENTOS_DE_CONVOCATORIA, type MomentoDeConvocatoria } from '../../rules.ts';

/** The state of a call and, while it is published, where it stands. */
export function EstadoDeConvocatoria({
  estado,
  momento,
}: {
  estado: EstadoConvocatoria;
  momento: MomentoDeConvocatoria | null;
}) {
  return (
    <EstadoBadge tone={momento === null ? CONVOCATORIA.tono(estado) : 'info'}>
      {momento === null ? CONVOCATORIA.palabra(estado) : MOMENTOS_DE_CONVOCATORIA[momento]}
    </EstadoBadge>
  );
}
