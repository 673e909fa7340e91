import type { Problemas } from './problemas.ts';

/** The head of a chain at some moment, kept outside the database (see anclas.ts). */
export type Ancla = { cadena: number; eslabon: number; hash: string };

type LineaBuena = {
  linea: number;
  momento: string;
  anclas: readonly Ancla[];
  frontera?: readonly Ancla[] | undefined;
  respaldo?: string | undefined;
};

/**
 * A line of the anchors' file: the heads at a moment (ISO 8601); in the first one that was signed, also the
 * last row without signature of each chain; when the database was made anew from a dump, its name (what was
 * done after the dump is not in it). Or that it cannot be relied on.
 */
export type LineaDeAnclas =
  | LineaBuena
  | { linea: number; defecto: 'ilegible' | 'sinFirma' | 'firma' | 'faltan' };

const ARCHIVO = 'auditoria/anclas.jsonl';

const DEFECTOS: Record<'ilegible' | 'sinFirma' | 'firma' | 'faltan', (linea: number) => string> = {
  ilegible: (n) =>
    `La línea ${n} de ${ARCHIVO} no se puede leer: lo que se anotó ahí ya no se puede comparar.`,
  sinFirma: (n) =>
    `La línea ${n} de ${ARCHIVO} no lleva la firma del portal: no se tomó en cuenta.`,
  firma: (n) =>
    `La firma de la línea ${n} de ${ARCHIVO} no es de esta instalación: no se tomó en cuenta.`,
  faltan: (n) => `Faltan líneas de ${ARCHIVO} antes de la línea ${n}.`,
};

/** Whether a line can be relied on. */
export const isGood = (linea: LineaDeAnclas): linea is LineaBuena => !('defecto' in linea);

/** An anchor, with the moment (ISO 8601) when it was kept. */
export type AnclaVigente = Ancla & { momento: string };

/**
 * The anchors that must be found in the database: those of links that a restoration took away are not, since
 * the dump was made before them; all others are, also the ones of before the dump.
 */
export const vigentes = (lineas: readonly LineaDeAnclas[]): AnclaVigente[] => {
  let found: AnclaVigente[] = [];
  for (const { momento, anclas, frontera = [], respaldo } of lineas.filter(isGood)) {
    if (respaldo !== undefined) {
      const ultimo = new Map(anclas.map(({ cadena, eslabon }) => [cadena, eslabon]));
      found = found.filter((one) => one.eslabon <= (ultimo.get(one.cadena) ?? 0));
    }
    for (const ancla of [...frontera, ...anclas]) found.push({ ...ancla, momento });
  }
  return found;
};

/** What is wrong with the anchors' file itself. */
export const checkLineas = (lineas: readonly LineaDeAnclas[], p: Problemas): void => {
  for (const linea of lineas) {
    if ('defecto' in linea) p.add(ARCHIVO, DEFECTOS[linea.defecto](linea.linea));
  }
  const good = lineas.filter(isGood);
  if (good.length === 0) {
    p.add(
      ARCHIVO,
      `No hay anclas con qué comparar: ${ARCHIVO} no está, o no tiene ninguna. Sin ellas no se puede saber si alguien quitó anotaciones o escribió otra historia.`,
    );
  } else if (!good.some(({ frontera }) => frontera !== undefined)) {
    p.add(
      ARCHIVO,
      `Ninguna línea de ${ARCHIVO} lleva la firma del portal: cualquiera pudo escribirlas.`,
    );
  }
};
