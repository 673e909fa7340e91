import { EstadoBadge } from '../../../../../platform/web/ui/index.ts';
import { type EstadoRequisito, REQUISITO_DE_PRESOLICITUD } from '../../rules.ts';

/** How a requirement stands: a word and an icon; `cerrada`: nobody will look at it any more. */
export const EstadoDeRequisito = ({
  estado,
  cerrada = false,
}: {
  estado: EstadoRequisito;
  cerrada?: boolean;
}) => {
  if (cerrada && estado === 'porRevisar') return <EstadoBadge>Sin revisar</EstadoBadge>;
  const [palabra, tono] = REQUISITO_DE_PRESOLICITUD[estado];
  return <EstadoBadge tone={tono}>{palabra}</EstadoBadge>;
};
