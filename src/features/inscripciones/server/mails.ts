import type { Message } from '../../../platform/server/mail/index.ts';
import { formatFecha } from '../../../platform/shared/dates.ts';
import type { AcuseImpreso } from '../acuse/contract.ts';

/** Says that the enrolment was made, with the way to its acuse. */
export const inscritaMail = (
  to: string,
  acuse: AcuseImpreso,
  confirmacion: string | undefined,
): Message => {
  const { persona, curso, edicion } = acuse;
  const lines = [
    `Buen día, ${persona.nombreCompleto}:`,
    '',
    `Su inscripción quedó registrada.`,
    '',
    `${curso.tipo}: ${curso.nombre}`,
    `Edición: ${edicion.nombre}`,
    `Inicia: ${formatFecha(edicion.inicia)}`,
    `Termina: ${formatFecha(edicion.termina)}`,
    ...(edicion.sede ? [`Sede: ${edicion.sede}`] : []),
    `Folio del acuse: ${acuse.folio}`,
    '',
    'Consulte y descargue su acuse en esta dirección:',
    acuse.url,
    '',
    'La dirección incluye la clave del acuse: compártala solo con quien deba verlo.',
    ...(confirmacion ? ['', confirmacion] : []),
    '',
    acuse.institucion,
  ];
  return { to, subject: `Su inscripción a ${curso.nombre}`, text: lines.join('\n') };
};
