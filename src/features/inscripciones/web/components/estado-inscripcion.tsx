import { EstadoBadge, IconEdit } from '../../../../platform/web/ui/index.ts';
import { type Estado, INSCRIPCION } from '../../estados.ts';

/** The state of an inscripción: its word and its icon. */
export function EstadoInscripcion({ estado }: { estado: Estado }) {
  return (
    <EstadoBadge tone={INSCRIPCION.tono(estado)} {...(estado === 'borrador' && { icon: IconEdit })}>
      {INSCRIPCION.palabra(estado)}
    </EstadoBadge>
  );
}
