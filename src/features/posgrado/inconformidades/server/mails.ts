/** What an applicant is written about a request for review. */
import { fechaDe, formatFecha } from '../../../../platform/shared/dates.ts';
import type { CartaDePaso } from '../../envios/server/service.ts';
import { tramite } from '../../envios/server/textos.ts';
import type { Consecuencia, Sobre } from '../rules.ts';

/** About what, and where it is seen. */
type DeQue = { programa: string; sobre: Sobre; etapa: string | null; folio: string; ruta: string };

const DECISION: Readonly<Record<Sobre, string>> = {
  improcedencia: 'la improcedencia de su presolicitud',
  exclusion: 'la exclusión de su solicitud',
  etapa: 'el resultado de su solicitud en una etapa',
  resultado: 'el resultado de su solicitud',
};

const decisionDe = ({ sobre, etapa }: Pick<DeQue, 'sobre' | 'etapa'>): string =>
  etapa === null ? DECISION[sobre] : `el resultado de su solicitud en la etapa «${etapa}»`;

const accionDe = ({ ruta }: DeQue) => ({ label: 'Ver la inconformidad', ruta });

export const cartaDePresentada = (
  que: DeQue,
  { dias, venceEn }: { dias: number; venceEn: Date },
): CartaDePaso => ({
  ...tramite('inconformidad.presentada', {
    ...{ programa: que.programa, sobre: decisionDe(que) },
    dias: dias === 1 ? '1 día hábil' : `${dias} días hábiles`,
    hasta: formatFecha(fechaDe(venceEn)),
  }),
  accion: accionDe(que),
  folio: que.folio,
});

/** What follows from one that was granted, for its person. */
export const consecuenciaEnPalabras = (tipo: Consecuencia, etapa: string | null): string | null => {
  const en = etapa === null ? '' : ` en la etapa «${etapa}»`;
  switch (tipo) {
    case 'reconsiderar':
      return 'La escuela revisará de nuevo su presolicitud y le escribirá cuando decida.';
    case 'evaluarDeNuevo':
      return `Otras personas evaluarán su solicitud${en}. Con sus puntos se calculará otro ranking.`;
    case 'corregirExamen':
      return `La escuela corregirá los puntos${en}. Con ellos se calculará otro ranking.`;
    case 'recalcular':
      return 'Se calculará otro ranking.';
    case 'reincorporar':
      return 'La exclusión se levantó y su solicitud vuelve al concurso.';
    case 'otra':
      return null;
  }
};

export const cartaDeResolucion = (
  que: DeQue,
  {
    resolucion,
    consecuencia,
  }: {
    resolucion: string;
    /** Null: it was not granted. */
    consecuencia: { tipo: Consecuencia; etapa: string | null } | null;
  },
): CartaDePaso => {
  const sigue = consecuencia && consecuenciaEnPalabras(consecuencia.tipo, consecuencia.etapa);
  const campos = { programa: que.programa, sobre: decisionDe(que), razones: resolucion };
  return {
    ...(consecuencia
      ? tramite('inconformidad.fundada', { ...campos, sigue: sigue ?? '' })
      : tramite('inconformidad.infundada', campos)),
    accion: accionDe(que),
    folio: que.folio,
  };
};
