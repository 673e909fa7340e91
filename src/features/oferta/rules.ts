import { describeCupo, describeLugares } from '../cursos/rules.ts';
import { libresPara } from '../inscripciones/ofertas/rules.ts';
import type { EdicionOfrecida } from './contract.ts';

const describeFila = ({ antes, porPuntos }: NonNullable<EdicionOfrecida['espera']>): string => {
  if (antes === 0) return 'nadie antes';
  return `${porPuntos ? 'hasta ' : ''}${antes === 1 ? '1 lugar' : `${antes} lugares`} antes`;
};

/** What is left for whoever asks, in words, and how long the line is where there is nothing. */
export const describeCabida = ({
  lugares,
  reserva,
  espera,
  edicion,
}: Pick<EdicionOfrecida, 'lugares' | 'reserva' | 'espera'> & {
  edicion: Pick<EdicionOfrecida['edicion'], 'porConvocatoria'>;
}): string => {
  if (edicion.porConvocatoria) return describeCupo(lugares);
  const libres = libresPara({ lugares, reserva });
  const suyos = libres < lugares.libres ? ' para usted' : '';
  if (libres > 0) return `${describeLugares({ libres })}${suyos}`;
  const full = suyos === '' ? describeLugares({ libres }) : `Sin lugares${suyos}`;
  return espera === null ? full : `${full}. Lista de espera: ${describeFila(espera)}`;
};
