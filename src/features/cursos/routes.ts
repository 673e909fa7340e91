import type { Curso } from './contract.ts';

/** What the routes call a kind of course, by its key: `curso`, `maestria`. */
export const tipoEnRuta = ({ clave }: Pick<Curso['tipo'], 'clave'>): string => clave.toLowerCase();
