import type { MessageFijo } from '../../../platform/server/notificaciones/index.ts';
import { formatFecha } from '../../../platform/shared/dates.ts';
import { lookUp } from '../../../platform/shared/look-up.ts';
import { sinRotulo } from '../../cursos/rules.ts';
import type { AcuseImpreso } from '../acuse/contract.ts';
import type { Estado } from '../estados.ts';

/** What sending came to, by the state that the acuse prints. */
const DECIDIDO: Readonly<Partial<Record<Estado, string>>> = {
  enRevision:
    'Recibimos su inscripción. Control Escolar la revisa antes de asignarle un lugar; le escribiremos cuando decida.',
  enListaDeEspera:
    'Recibimos su inscripción. Por ahora no hay lugares: está en la lista de espera. Si se libera uno y usted sigue, le escribiremos para que lo acepte; en el portal ve su lugar en la lista.',
};

/**
 * Says what became of the inscripción that was sent, with the way to its acuse. `nombre` is the person's, in the case
 * of their file; `confirmacion`, what the plantilla adds for whoever has a seat.
 */
export const enviadaMail = (
  to: string,
  nombre: string,
  { curso, edicion, folio, url, estado }: AcuseImpreso,
  confirmacion: string | undefined,
): MessageFijo => ({
  to,
  clase: 'acuses',
  subject: `Su inscripción a ${curso.nombre}`,
  name: nombre,
  paragraphs: [lookUp(DECIDIDO, estado.codigo) ?? 'Su inscripción quedó registrada.'],
  ficha: {
    kind: 'Acuse de inscripción',
    title: curso.nombre,
    folio,
    fields: [
      { label: 'Tipo', value: curso.tipo },
      { label: 'Edición', value: sinRotulo('Edición', edicion.nombre) },
      { label: 'Grupo', value: edicion.grupo ?? null },
      { label: 'Inicia', value: formatFecha(edicion.inicia) },
      { label: 'Termina', value: formatFecha(edicion.termina) },
      { label: 'Sede', value: edicion.sede },
    ],
  },
  action: { label: 'Consultar y descargar su acuse', url },
  notes: [
    'La dirección incluye la clave del acuse: compártala solo con quien deba verlo.',
    ...(confirmacion && lookUp(DECIDIDO, estado.codigo) === undefined ? [confirmacion] : []),
  ],
  reason: 'Recibe este mensaje porque se inscribió en el portal.',
});
