/** What is published of a ranking, and to whom. Pure. */
import type { EstadoSolicitud } from '../estados.ts';
import type { Entradas, FilaRanking } from '../ranking/contract.ts';
import { desempatesEnPalabras, formulaEnPalabras } from '../ranking/rules.ts';
import type { Publicado } from './contract.ts';

/** Fewest people of whom a figure may be told. */
export const MINIMO_DE_PERSONAS = 5;

/** A row with how its application is once the results are in force. */
export type FilaAplicada = Pick<FilaRanking, 'folio' | 'posicion' | 'total'> & {
  readonly hoy: EstadoSolicitud;
};

/**
 * What anybody may read of a ranking. Admitted folios go by folio, so that their order tells nothing of their points; the last total is told
 * of five people at least.
 */
export const resultadosPublicos = (
  filas: readonly FilaAplicada[],
  entradas: Entradas,
  de: Pick<Publicado, 'numero' | 'publicadoEn' | 'sha256'> & { secreto: string },
): Publicado => {
  const { secreto, ...publicacion } = de;
  const conLugar = filas.filter(({ hoy }) => hoy === 'admitida' || hoy === 'inscrita');
  const enEspera = filas
    .filter(({ hoy }) => hoy === 'listaDeEspera')
    .toSorted((a, b) => (a.posicion ?? 0) - (b.posicion ?? 0));
  const totales = conLugar.flatMap(({ total }) => (total === null ? [] : [total]));
  return {
    ...publicacion,
    admitidas: conLugar.map(({ folio }) => folio).toSorted(),
    listaDeEspera: enEspera.map(({ folio }) => folio),
    ultima: totales.length >= MINIMO_DE_PERSONAS ? Math.min(...totales) : null,
    desierta: conLugar.length + enEspera.length === 0,
    formula: formulaEnPalabras(entradas.etapas),
    desempates: desempatesEnPalabras(entradas),
    sorteo: { hash: entradas.sorteo.hash, secreto },
  };
};

/** How anybody recomputes the draw, in words. */
export const COMO_SE_RECALCULA =
  'Escriba el secreto y, enseguida y sin espacios, el folio. Calcule el SHA-256 de ese texto (UTF-8) en hexadecimal. De dos folios empatados en todo lo demás va primero el que tiene el valor menor. El SHA-256 del secreto solo es la huella que se publicó con la convocatoria.';
