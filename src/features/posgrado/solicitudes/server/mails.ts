import type { CartaDePaso } from '../../envios/server/service.ts';
import { tramite } from '../../envios/server/textos.ts';
import { solicitudPath } from '../../routes.ts';

/** In which programme, and of which call. */
export type DeQue = { programa: string; convocatoriaId: string };

/** Text of the letter that goes with the acuse; `folio`: how the results name it. */
export const textoDeEnviada = (
  { programa }: DeQue,
  { corrige, folio }: { corrige: boolean; folio: string },
): Pick<CartaDePaso, 'asunto' | 'parrafos'> => ({
  asunto: corrige ? `Su solicitud corregida a ${programa}` : `Su solicitud a ${programa}`,
  parrafos: [
    corrige
      ? 'Recibimos su solicitud corregida: sustituye a la anterior.'
      : 'Recibimos su solicitud. Puede corregirla y enviarla de nuevo hasta el cierre.',
    `Los resultados se publican por folio. El de su solicitud es ${folio}: consérvelo.`,
  ],
});

/** Its person withdrew it. */
export const cartaDeDesistimiento = (que: DeQue, folio: string | undefined): CartaDePaso => ({
  ...tramite('solicitud.desistida', { programa: que.programa }),
  accion: { label: 'Ver su solicitud', ruta: solicitudPath(que.convocatoriaId) },
  folio,
});
