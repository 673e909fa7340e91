import type { Curso } from './contract.ts';

/** What the routes call a kind of course, by its key: `curso`, `maestria`. */
export const tipoEnRuta = ({ clave }: Pick<Curso['tipo'], 'clave'>): string => clave.toLowerCase();

/** The offer: what one may enrol in, as a list and as a calendar. */
export const ofertaPath = '/oferta';

/** An edition, for whoever wants to enrol in it. */
export const ofertaEdicionPath = (edicionId: string): string =>
  `${ofertaPath}/${encodeURIComponent(edicionId)}`;
