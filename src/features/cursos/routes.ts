import type { Curso } from './contract.ts';

/** What the routes call a kind of course, by its key: `curso`, `maestria`. */
export const tipoEnRuta = ({ clave }: Pick<Curso['tipo'], 'clave'>): string => clave.toLowerCase();

/** The offer: what one may enrol in, as a list and as a calendar. */
export const ofertaPath = '/oferta';

/** An edition, for whoever wants to enrol in it. */
export const ofertaEdicionPath = (edicionId: string): string =>
  `${ofertaPath}/${encodeURIComponent(edicionId)}`;

/** The school's courses, as it keeps them. */
export const cursosPath = '/cursos';
export const cursoPagePath = '/cursos/:id';
export const edicionesPath = '/ediciones';
export const edicionPagePath = '/ediciones/:id';
export const cursosPaths: readonly string[] = [
  cursosPath,
  cursoPagePath,
  edicionesPath,
  edicionPagePath,
];

/** A course as the school keeps it. */
export const cursoOfertaPath = (id: string): string => `${cursosPath}/${id}`;

/** An edition as the school keeps it. */
export const edicionPath = (id: string): string => `${edicionesPath}/${id}`;
