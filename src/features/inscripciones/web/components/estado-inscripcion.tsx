import { EstadoBadge, IconEdit } from '../../../../platform/web/ui/index.ts';
import { type Estado, nombreEstado, tonoEstado } from '../../rules.ts';

/** The state of an inscripción: its word and its icon. */
export function EstadoInscripcion({ estado }: { estado: Estado }) {
  return (
    <EstadoBadge tone={tonoEstado(estado)} {...(estado === 'borrador' && { icon: IconEdit })}>
      {nombreEstado(estado)}
    </EstadoBadge>
  );
}
