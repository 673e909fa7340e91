import type { CartaDePaso } from '../../envios/server/service.ts';
import { tramite } from '../../envios/server/textos.ts';
import { solicitudPath } from '../../routes.ts';

/** In which programme, and of which call. */
export type DeQue = { programa: string; convocatoriaId: string };

/** Text of the letter that goes with the acuse; `folio`: how the results name it. */
export const textoDeEnviada = (
  { programa }: DeQue,
  { corrige, folio }: { corrige: boolean; folio: string },
) => tramite(corrige ? 'solicitud.corregida' : 'solicitud.enviada', { programa, folio });

/** Its person withdrew it. */
export const cartaDeDesistimiento = (que: DeQue, folio: string | undefined): CartaDePaso => ({
  ...tramite('solicitud.desistida', { programa: que.programa }),
  accion: { label: 'Ver su solicitud', ruta: solicitudPath(que.convocatoriaId) },
  folio,
});
