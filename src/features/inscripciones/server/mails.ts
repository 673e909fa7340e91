import type { Message } from '../../../platform/server/mail/index.ts';
import { formatFecha } from '../../../platform/shared/dates.ts';
import { sinRotulo } from '../../cursos/rules.ts';
import type { AcuseImpreso } from '../acuse/contract.ts';

/**
 * Says that the enrolment was made, with the way to its acuse. `nombre` is the person's, in the case
 * of their file; `confirmacion`, what the plantilla adds.
 */
export const inscritaMail = (
  to: string,
  nombre: string,
  { curso, edicion, folio, url }: AcuseImpreso,
  confirmacion: string | undefined,
): Message => ({
  to,
  clase: 'pedidos',
  subject: `Su inscripción a ${curso.nombre}`,
  name: nombre,
  paragraphs: ['Su inscripción quedó registrada.'],
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
    ...(confirmacion ? [confirmacion] : []),
  ],
  reason: 'Recibe este mensaje porque se inscribió en el portal.',
});
