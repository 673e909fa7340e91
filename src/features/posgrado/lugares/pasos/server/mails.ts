/** What an applicant is written about the seat that a call gives them. */
import { formatMomento } from '../../../../../platform/shared/dates.ts';
import type { SucesoDeLugar } from '../../../../inscripciones/pasos/server/service.ts';
import type { CartaDePaso } from '../../../envios/server/service.ts';
import { tramite } from '../../../envios/server/textos.ts';
import { solicitudPath } from '../../../routes.ts';

const textoDe = (suceso: SucesoDeLugar, programa: string, eraInscrita: boolean) => {
  switch (suceso.tipo) {
    case 'ofrecido':
      return tramite('lugar.ofrecido', { programa, limite: formatMomento(suceso.venceEn) });
    case 'baja':
      if (suceso.por === 'escuela') {
        const motivo = suceso.motivo ? `Motivo: ${suceso.motivo}` : '';
        return tramite('lugar.bajaPorEscuela', { programa, motivo });
      }
      return tramite(eraInscrita ? 'lugar.bajaPropia' : 'lugar.desistido', { programa });
    default:
      return tramite(`lugar.${suceso.tipo}`, { programa });
  }
};

/** The one letter of a step of a seat. */
export const cartaDeLugar = (
  suceso: SucesoDeLugar,
  {
    programa,
    convocatoriaId,
    folio,
    eraInscrita,
  }: { programa: string; convocatoriaId: string; folio: string | null; eraInscrita: boolean },
): CartaDePaso => ({
  ...textoDe(suceso, programa, eraInscrita),
  accion: {
    label: suceso.tipo === 'ofrecido' ? 'Confirmar o rechazar el lugar' : 'Ver su solicitud',
    ruta: solicitudPath(convocatoriaId),
  },
  ...(folio !== null && { folio }),
});
