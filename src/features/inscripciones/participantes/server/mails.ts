import type { Message } from '../../../../platform/server/mail/index.ts';
import { describePeriodo, sinRotulo } from '../../../cursos/rules.ts';

type Aviso = {
  curso: string;
  edicion: string;
  inicia: string;
  termina: string;
  sede: string | null;
};

const REASON = 'Recibe este mensaje porque se inscribió en esta edición en el portal.';

/** Says that an edition was cancelled, why, and where else one may enrol. */
export const edicionCanceladaMail = (
  to: string,
  nombre: string,
  aviso: Aviso,
  {
    motivo,
    alternativa,
    matricula,
  }: {
    motivo: string;
    alternativa: { nombre: string; url: string } | null;
    matricula: string;
  },
): Message => ({
  to,
  clase: 'ediciones',
  subject: `Se canceló ${aviso.curso}`,
  name: nombre,
  paragraphs: [
    'La escuela canceló la edición en la que usted estaba, y su inscripción quedó sin efecto.',
    `Motivo: ${motivo}`,
    ...(alternativa
      ? [
          `Puede inscribirse en ${alternativa.nombre}. Su lugar no pasa a ella por sí solo: hay que enviar la inscripción.`,
        ]
      : ['Puede inscribirse en cualquier otra edición abierta; esta baja no cuenta en su contra.']),
  ],
  ficha: {
    kind: 'Edición cancelada',
    title: aviso.curso,
    fields: [
      { label: 'Edición', value: sinRotulo('Edición', aviso.edicion) },
      { label: 'Fechas', value: describePeriodo(aviso.inicia, aviso.termina) },
      { label: 'Sede', value: aviso.sede },
    ],
  },
  action: alternativa
    ? { label: 'Inscribirse en la otra edición', url: alternativa.url }
    : { label: 'Ver su matrícula', url: matricula },
  reason: REASON,
});

/** Says that an edition is given on other days, or elsewhere. */
export const edicionCambioMail = (
  to: string,
  nombre: string,
  aviso: Aviso,
  { antes, url }: { antes: { inicia: string; termina: string; sede: string | null }; url: string },
): Message => ({
  to,
  clase: 'ediciones',
  subject: `Cambió ${aviso.curso}`,
  name: nombre,
  paragraphs: [
    'La escuela cambió las fechas o la sede de una edición en la que usted está. Su inscripción sigue como estaba.',
  ],
  ficha: {
    kind: 'Edición',
    title: aviso.curso,
    fields: [
      { label: 'Edición', value: sinRotulo('Edición', aviso.edicion) },
      { label: 'Fechas', value: describePeriodo(aviso.inicia, aviso.termina) },
      { label: 'Sede', value: aviso.sede },
      {
        label: 'Antes',
        value: [describePeriodo(antes.inicia, antes.termina), antes.sede]
          .filter(Boolean)
          .join(', '),
      },
    ],
  },
  action: { label: 'Ver su inscripción', url },
  reason: REASON,
});
