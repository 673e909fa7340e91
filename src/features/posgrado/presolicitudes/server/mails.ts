import { formatMomento } from '../../../../platform/shared/dates.ts';
import type { CartaDePaso } from '../../envios/server/service.ts';
import { tramite } from '../../envios/server/textos.ts';
import { presolicitudPath } from '../../routes.ts';

/** In which programme, and of which call. */
export type DeQue = { programa: string; convocatoriaId: string };

const ver = (que: DeQue) => ({
  label: 'Ver su presolicitud',
  ruta: presolicitudPath(que.convocatoriaId),
});

/** Text of the letter that goes with the acuse. */
export const textoDeEnviada = ({ programa }: DeQue, { corrige }: { corrige: boolean }) =>
  tramite(corrige ? 'presolicitud.corregida' : 'presolicitud.enviada', { programa });

/** Its person withdrew it. */
export const cartaDeRetirada = (que: DeQue, { hasta }: { hasta: Date | null }): CartaDePaso => ({
  ...tramite('presolicitud.retirada', {
    programa: que.programa,
    periodo: hasta
      ? `Puede presentar otra hasta el ${formatMomento(hasta)}.`
      : 'El periodo de presolicitudes ya terminó.',
  }),
  accion: ver(que),
});

/** The term to answer the observations ended. */
export const cartaDeVencida = (que: DeQue, venceEn: Date): CartaDePaso => ({
  ...tramite('presolicitud.vencida', {
    programa: que.programa,
    vencio: formatMomento(venceEn),
  }),
  accion: ver(que),
});
