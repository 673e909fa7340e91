import { EstadoBadge } from '../../../../../platform/web/ui/index.ts';
import { type EstadoRequisito, REQUISITO_DE_PRESOLICITUD } from '../../rules.ts';

/** How a requirement stands: a word and an icon. */
export const EstadoDeRequisito = ({ estado }: { estado: EstadoRequisito }) => {
  const [palabra, tono] = REQUISITO_DE_PRESOLICITUD[estado];
  return <EstadoBadge tone={tono}>{palabra}</EstadoBadge>;
};
