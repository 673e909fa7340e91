import { EstadoBadge } from '../../../../platform/web/ui/index.ts';
import type { TramiteArco } from '../../contract.ts';
import { PLAZO_CERCANO } from '../../rules.ts';

/** Working days left of the term that runs, marked when they are few. */
export function Plazo({ dias }: Pick<TramiteArco, 'dias'>) {
  if (dias === null) return <>Sin plazo</>;
  if (dias < 0) {
    return (
      <EstadoBadge tone="danger">
        {dias === -1 ? 'Venció hace 1 día hábil' : `Venció hace ${-dias} días hábiles`}
      </EstadoBadge>
    );
  }
  const text = dias === 0 ? 'Vence hoy' : dias === 1 ? '1 día hábil' : `${dias} días hábiles`;
  return <EstadoBadge tone={dias <= PLAZO_CERCANO ? 'warning' : 'neutral'}>{text}</EstadoBadge>;
}
