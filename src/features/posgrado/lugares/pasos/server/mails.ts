/** What an applicant is written about the seat that a call gives them. */
import { formatMomento } from '../../../../../platform/shared/dates.ts';
import type { SucesoDeLugar } from '../../../../inscripciones/pasos/server/service.ts';
import type { CartaDePaso } from '../../../envios/server/service.ts';
import { solicitudPath } from '../../../routes.ts';

type Texto = { asunto: string; parrafos: string[]; accion: string };

const textoDe = (suceso: SucesoDeLugar, programa: string, eraInscrita: boolean): Texto => {
  switch (suceso.tipo) {
    case 'ofrecido':
      return {
        asunto: `Tiene un lugar en ${programa}`,
        parrafos: [
          'Se liberó un lugar y, por el orden de los resultados, le corresponde a usted. Su solicitud pasó a admitida.',
          `Confírmelo a más tardar el ${formatMomento(suceso.venceEn)}. Después de ese momento el lugar pasa a otra persona.`,
        ],
        accion: 'Confirmar o rechazar el lugar',
      };
    case 'aceptado':
      return {
        asunto: `Confirmó su lugar en ${programa}`,
        parrafos: ['Registramos su confirmación: quedó inscrita o inscrito en el programa.'],
        accion: 'Ver su solicitud',
      };
    case 'vencido':
      return {
        asunto: `Venció su lugar en ${programa}`,
        parrafos: [
          'El plazo para confirmar su lugar terminó y no lo confirmó. El lugar pasa a otra persona y su solicitud quedó vencida.',
        ],
        accion: 'Ver su solicitud',
      };
    case 'terminado':
      return {
        asunto: `Terminó la lista de espera de ${programa}`,
        parrafos: [
          'El programa comenzó y ya no se ofrecen lugares. Su solicitud estaba en la lista de espera y quedó vencida.',
        ],
        accion: 'Ver su solicitud',
      };
    case 'baja':
      if (suceso.por === 'escuela') {
        return {
          asunto: `Se le dio de baja de ${programa}`,
          parrafos: [
            'Control Escolar dio de baja su lugar.',
            ...(suceso.motivo ? [`Motivo: ${suceso.motivo}`] : []),
          ],
          accion: 'Ver su solicitud',
        };
      }
      return {
        asunto: eraInscrita ? `Su baja de ${programa}` : `Desistió de su solicitud a ${programa}`,
        parrafos: [
          eraInscrita
            ? 'Registramos su baja, como la pidió. Su lugar pasa a otra persona.'
            : 'Registramos que desiste de su solicitud. Su lugar, o su turno en la lista de espera, pasa a otra persona.',
        ],
        accion: 'Ver su solicitud',
      };
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
): CartaDePaso => {
  const { accion, ...texto } = textoDe(suceso, programa, eraInscrita);
  return {
    ...texto,
    accion: { label: accion, ruta: solicitudPath(convocatoriaId) },
    ...(folio !== null && { folio }),
  };
};
