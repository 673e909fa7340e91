import { searchIn } from '../../../platform/shared/search.ts';
import type { Edicion } from '../../cursos/contract.ts';
import { convocatoriaDeEdicionPath, tramiteDeConvocatoriaPath } from '../../cursos/routes.ts';
import { inscripcionPath } from '../routes.ts';
import type { Oferta } from './contract.ts';

/** Where the enrolment of an edition is at that moment; the instant that closes it is already closed. */
export const momentoDeInscripcion = (
  { inscripcionAbre, inscripcionCierra }: Pick<Edicion, 'inscripcionAbre' | 'inscripcionCierra'>,
  ahora: Date,
): Oferta['momento'] => {
  if (ahora < new Date(inscripcionAbre)) return 'proxima';
  return ahora < new Date(inscripcionCierra) ? 'abierta' : 'cerrada';
};

/** Free seats that whoever asks may take now: those kept for others are not theirs. */
export const libresPara = ({
  lugares,
  reserva,
}: {
  readonly lugares: { readonly libres: number };
  readonly reserva: Oferta['reserva'];
}): number => reserva?.paraUsted ?? lugares.libres;

/** Whether there is room for whoever comes: its call decides that later. */
const hasLugarPara = (oferta: Oferta): boolean =>
  oferta.edicion.porConvocatoria || libresPara(oferta) > 0;

/** Whether one may begin to enter it now: there is a seat for them, a line, or a call. */
export const canStart = (oferta: Oferta): boolean =>
  oferta.momento === 'abierta' &&
  !oferta.edicion.cancelada &&
  (hasLugarPara(oferta) || oferta.espera !== null);

/** Where one enters it, or sees what one sent to it. */
export const entradaPath = ({ curso, edicion, plantillaId, inscripcion }: Oferta): string => {
  if (!edicion.porConvocatoria) {
    return inscripcionPath(curso.id, plantillaId, curso.tipo, edicion.id);
  }
  return inscripcion === null || inscripcion.estado === 'borrador'
    ? convocatoriaDeEdicionPath(edicion.convocatoriaId)
    : tramiteDeConvocatoriaPath(edicion.convocatoriaId);
};

/** First what one can take; then one's own; then what opens soon; the full ones last. Each as they close. */
const placeOf = (oferta: Oferta): number => {
  if (oferta.inscripcion !== null && oferta.inscripcion.estado !== 'borrador') return 1;
  if (canStart(oferta) && hasLugarPara(oferta)) return 0;
  return oferta.momento === 'proxima' && !oferta.edicion.cancelada ? 2 : 3;
};

/** What the address says of the offer: words, and what it is narrowed to. */
export type FiltrosDeOferta = {
  readonly buscar: string;
  readonly tipo: string;
  readonly modalidad: string;
  readonly sede: string;
};

const datoOf = {
  tipo: ({ curso }: Oferta) => curso.tipo.nombre,
  modalidad: ({ curso }: Oferta) => curso.modalidad.nombre,
  sede: ({ edicion }: Oferta) => edicion.sede,
} as const;

export const FILTROS_DE_OFERTA = Object.keys(datoOf) as (keyof typeof datoOf)[];

const textOf = ({ curso, edicion }: Oferta): string =>
  [
    curso.nombre,
    curso.clave,
    curso.area,
    curso.tipo.nombre,
    curso.modalidad.nombre,
    edicion.nombre,
    edicion.sede,
  ].join(' ');

/** The offer that the filters let through, in the order in which it is read. */
export const selectOfertas = (
  ofertas: readonly Oferta[],
  { buscar, ...filtros }: FiltrosDeOferta,
): { filas: readonly Oferta[]; parecidas: boolean } => {
  const narrowed = ofertas.filter((oferta) =>
    FILTROS_DE_OFERTA.every((name) => !filtros[name] || datoOf[name](oferta) === filtros[name]),
  );
  const { filas, parecidas } = searchIn(narrowed, textOf, buscar);
  return {
    filas: parecidas ? filas : filas.toSorted((a, b) => placeOf(a) - placeOf(b)),
    parecidas,
  };
};

/** What each filter may be narrowed to, in the order of the alphabet. */
export const opcionesDe = (ofertas: readonly Oferta[], name: keyof typeof datoOf): string[] =>
  [...new Set(ofertas.flatMap((oferta) => datoOf[name](oferta) ?? []))].sort((a, b) =>
    a.localeCompare(b, 'es'),
  );
