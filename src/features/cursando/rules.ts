import type { Cursado } from './contract.ts';

const DIA = 86_400_000;

type Sesion = { readonly fecha: string; readonly a: string };

/** How far an edition has come for somebody, at a day and an hour of Mexico City (YYYY-MM-DD, HH:MM). */
export const avanceDe = (
  { inicia, termina }: { readonly inicia: string; readonly termina: string },
  sesiones: readonly Sesion[],
  { fecha, hora }: { readonly fecha: string; readonly hora: string },
): Cursado['avance'] => {
  if (sesiones.length > 0) {
    const pasadas = sesiones.filter((one) => `${one.fecha} ${one.a}` <= `${fecha} ${hora}`).length;
    return { de: 'sesiones', pasadas, total: sesiones.length };
  }
  const days = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DIA);
  const total = days(inicia, termina) + 1;
  return { de: 'dias', pasadas: Math.min(Math.max(days(inicia, fecha), 0), total), total };
};

/** Whether it is over for its person: finished, cancelled, left or refused. */
export const isPasado = ({ estado, estadoEdicion }: Pick<Cursado, 'estado' | 'estadoEdicion'>) =>
  estadoEdicion === 'concluida' ||
  estadoEdicion === 'cancelada' ||
  !['borrador', 'enviada', 'enRevision', 'inscrita', 'enListaDeEspera'].includes(estado);
