import type { Env } from '../../../../../platform/server/env.ts';
import type { Message } from '../../../../../platform/server/notificaciones/index.ts';
import { formatMomento } from '../../../../../platform/shared/dates.ts';
import { dictamenesPath } from '../../../routes.ts';

/** What an evaluator is told. */
export type AvisoDeEvaluador =
  | { tipo: 'registrado' }
  | { tipo: 'retirado' }
  | { tipo: 'asignadas'; etapa: string; cuantas: number; venceEn: Date | null };

type Texto = { asunto: string; parrafos: string[] };

const textoDe = (aviso: AvisoDeEvaluador, programa: string): Texto => {
  switch (aviso.tipo) {
    case 'registrado':
      return {
        asunto: `Se le registró para evaluar: ${programa}`,
        parrafos: [
          `La escuela le registró como persona evaluadora en la convocatoria de ${programa}.`,
          'Cuando tenga solicitudes por dictaminar, las encontrará en el portal, en Dictámenes.',
        ],
      };
    case 'retirado':
      return {
        asunto: `Ya no evalúa: ${programa}`,
        parrafos: [
          `La escuela retiró su registro como persona evaluadora en la convocatoria de ${programa}.`,
          'Los dictámenes que entregó se conservan; los pendientes pasaron a otras personas.',
        ],
      };
    case 'asignadas': {
      const { cuantas, etapa, venceEn } = aviso;
      const solicitudes = cuantas === 1 ? '1 solicitud' : `${cuantas} solicitudes`;
      return {
        asunto: `Tiene ${solicitudes} por dictaminar: ${programa}`,
        parrafos: [
          `Se le asignó ${solicitudes} en la etapa «${etapa}» de la convocatoria de ${programa}.`,
          venceEn === null
            ? 'Antes de abrir cada una se le preguntará si tiene algún impedimento.'
            : `La fecha límite es el ${formatMomento(venceEn)}. Antes de abrir cada una se le preguntará si tiene algún impedimento.`,
        ],
      };
    }
  }
};

/** To an evaluator; nothing in it says of whom an application is. */
export const evaluadorMail = (
  env: Env,
  to: { email: string; uid: string; nombre: string },
  programa: string,
  aviso: AvisoDeEvaluador,
): Message => {
  const { asunto, parrafos } = textoDe(aviso, programa);
  return {
    to: to.email,
    uid: to.uid,
    clase: 'encargos',
    enlace: aviso.tipo === 'retirado' ? null : dictamenesPath,
    subject: asunto,
    name: to.nombre,
    paragraphs: parrafos,
    ...(aviso.tipo !== 'retirado' && {
      action: { label: 'Abrir Dictámenes', url: `${env.publicUrl}${dictamenesPath}` },
    }),
    reason: 'Recibe este mensaje porque la escuela le encargó evaluar solicitudes de posgrado.',
  };
};
