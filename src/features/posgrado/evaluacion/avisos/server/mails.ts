import type { Env } from '../../../../../platform/server/env.ts';
import type { Message } from '../../../../../platform/server/notificaciones/index.ts';
import type { Carta } from '../../../../../platform/shared/cartas.ts';
import { formatMomento } from '../../../../../platform/shared/dates.ts';
import { dictamenesPath } from '../../../routes.ts';
import { ENCARGOS } from './textos.ts';

/** What an evaluator is told. */
export type AvisoDeEvaluador =
  | { tipo: 'registrado' }
  | { tipo: 'retirado' }
  | { tipo: 'asignadas'; etapa: string; cuantas: number; venceEn: Date | null };

const textoDe = (aviso: AvisoDeEvaluador, programa: string): Carta => {
  if (aviso.tipo !== 'asignadas') return ENCARGOS.carta(`encargo.${aviso.tipo}`, { programa });
  const { cuantas, etapa, venceEn } = aviso;
  const solicitudes = cuantas === 1 ? '1 solicitud' : `${cuantas} solicitudes`;
  return venceEn === null
    ? ENCARGOS.carta('encargo.asignadas', { programa, solicitudes, etapa })
    : ENCARGOS.carta('encargo.asignadasConPlazo', {
        ...{ programa, solicitudes, etapa },
        limite: formatMomento(venceEn),
      });
};

/** To an evaluator; nothing in it says of whom an application is. */
export const evaluadorMail = (
  env: Env,
  to: { email: string; uid: string; nombre: string },
  programa: string,
  aviso: AvisoDeEvaluador,
): Message => {
  return {
    to: to.email,
    uid: to.uid,
    clase: 'encargos',
    enlace: aviso.tipo === 'retirado' ? null : dictamenesPath,
    ...textoDe(aviso, programa),
    name: to.nombre,
    ...(aviso.tipo !== 'retirado' && {
      action: { label: 'Abrir Dictámenes', url: `${env.publicUrl}${dictamenesPath}` },
    }),
    reason: 'Recibe este mensaje porque la escuela le encargó evaluar solicitudes de posgrado.',
  };
};
