import { z } from 'zod';
import { readKept } from '../../../platform/shared/formatos.ts';

/** Days that a merge can be undone. */
export const DIAS_PARA_DESHACER = 30;

/** Until when one that is done now can be undone. */
export const venceReversion = (reunida: Date): Date =>
  new Date(reunida.getTime() + DIAS_PARA_DESHACER * 86_400_000);

/** A row of a table: each column's value as JSON text, so that nothing is rounded on its way. */
export type Fila = Readonly<Record<string, string>>;

/** Rows by table; of each table by its key. */
export type Foto = Readonly<Record<string, Readonly<Record<string, Fila>>>>;

/** What became of one row: `antes` null, it was written; `despues` null, it was taken away; or what changed in it. */
export type CambioDeFila = {
  readonly tabla: string;
  readonly llave: string;
  readonly antes: Fila | null;
  readonly despues: Fila | null;
};

/** What a merge changed, and which rows there were when it was done. */
export type Cambios = {
  readonly de: string;
  readonly a: string;
  readonly filas: readonly CambioDeFila[];
  readonly conocidas: Readonly<Record<string, readonly string[]>>;
};

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};
const isLlave = (text: string): boolean =>
  isJson(text) && z.array(z.string().refine(isJson)).safeParse(JSON.parse(text)).success;

const fila = z.record(z.string(), z.string().refine(isJson));
const cambios = z.object({
  de: z.uuid(),
  a: z.uuid(),
  filas: z.array(
    z.object({
      tabla: z.string(),
      llave: z.string().refine(isLlave),
      antes: fila.nullable(),
      despues: fila.nullable(),
    }),
  ),
  conocidas: z.record(z.string(), z.array(z.string())),
});

/** What is kept of a merge that can be undone. @throws {Ilegible} */
export const leerCambios = (kept: unknown): Cambios => readKept(() => cambios.parse(kept));

const only = (fila: Fila, columns: readonly string[]): Fila =>
  Object.fromEntries(columns.flatMap((c) => (c in fila ? [[c, fila[c]!]] : [])));

/** What is another thing in a photograph than in the one before. */
export const compararFotos = (antes: Foto, despues: Foto): CambioDeFila[] =>
  [...new Set([...Object.keys(antes), ...Object.keys(despues)])].flatMap((tabla) => {
    const [was, is] = [antes[tabla] ?? {}, despues[tabla] ?? {}];
    return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap(
      (llave): CambioDeFila[] => {
        const [before, after] = [was[llave] ?? null, is[llave] ?? null];
        if (!before || !after) return [{ tabla, llave, antes: before, despues: after }];
        const changed = Object.keys(before).filter((c) => before[c] !== after[c]);
        if (changed.length === 0) return [];
        return [{ tabla, llave, antes: only(before, changed), despues: only(after, changed) }];
      },
    );
  });

/** Columns that may be another since without anybody minding: they go back when they are as the merge left them. */
const BLANDAS = new Set(['actualizado_en', 'display_name', 'visto_en']);

export type Vuelta =
  /** To be written again, whole. */
  | { readonly hace: 'poner'; readonly tabla: string; readonly llave: string; readonly fila: Fila }
  | { readonly hace: 'quitar'; readonly tabla: string; readonly llave: string }
  | {
      readonly hace: 'cambiar';
      readonly tabla: string;
      readonly llave: string;
      readonly fila: Fila;
    };

/**
 * How a merge is undone where there is what `hoy` shows: what to do, rows that are another thing than the merge
 * left (`tocadas`), those that are new (`nuevas`). A row that was taken away since stays away.
 */
export const planReversion = (
  { filas, conocidas }: Cambios,
  hoy: Foto,
): {
  vueltas: Vuelta[];
  tocadas: { tabla: string; columnas: string[] }[];
  nuevas: { tabla: string; llave: string }[];
} => {
  const vueltas: Vuelta[] = [];
  const tocadas: { tabla: string; columnas: string[] }[] = [];
  for (const { tabla, llave, antes, despues } of filas) {
    const now = hoy[tabla]?.[llave];
    if (antes && !despues) vueltas.push({ hace: 'poner', tabla, llave, fila: antes });
    else if (!antes) {
      if (now) vueltas.push({ hace: 'quitar', tabla, llave });
      else tocadas.push({ tabla, columnas: [] });
    } else if (now && despues) {
      const other = Object.keys(despues).filter((c) => now[c] !== despues[c]);
      const hard = other.filter((c) => !BLANDAS.has(c));
      if (hard.length > 0) tocadas.push({ tabla, columnas: hard });
      const back = Object.keys(antes).filter((c) => !other.includes(c));
      vueltas.push({ hace: 'cambiar', tabla, llave, fila: only(antes, back) });
    } else if (tabla === 'cuentas') tocadas.push({ tabla, columnas: ['persona_id'] });
  }
  const nuevas = Object.entries(hoy).flatMap(([tabla, rows]) => {
    const known = new Set(conocidas[tabla]);
    return Object.keys(rows)
      .filter((llave) => !known.has(llave))
      .map((llave) => ({ tabla, llave }));
  });
  return { vueltas, tocadas, nuevas };
};

/** What of a `Seguidor` says how it goes back. */
type Vuelven = readonly {
  readonly columnas: readonly string[];
  readonly derivadas?: readonly string[];
  readonly soloPersona?: readonly string[];
}[];

/** The columns that name a person and of which a merge can be undone. The history is never written again. */
export const columnasQueVuelven = (seguidores: Vuelven): string[] => {
  const derivadas = new Set(['historial', ...seguidores.flatMap((s) => s.derivadas ?? [])]);
  return seguidores
    .flatMap(({ columnas }) => columnas)
    .filter((columna) => !derivadas.has(columna.split('.')[0]!));
};

/** Of the tables that say so only who a row is of goes back: what else the merge made of it has no way back. */
export const soloPersona = (
  filas: readonly CambioDeFila[],
  seguidores: Vuelven,
): CambioDeFila[] => {
  const columnas = new Set(seguidores.flatMap((s) => s.columnas));
  const tablas = new Set(seguidores.flatMap((s) => s.soloPersona ?? []));
  return filas.map((fila) => {
    if (!tablas.has(fila.tabla) || !fila.antes || !fila.despues) return fila;
    const keep = (side: Fila) =>
      only(
        side,
        Object.keys(side).filter((column) => columnas.has(`${fila.tabla}.${column}`)),
      );
    return { ...fila, antes: keep(fila.antes), despues: keep(fila.despues) };
  });
};

/** What a merge changed, from what there was before and after it. */
export const cambiosDe = (
  { de, a }: { de: string; a: string },
  antes: Fotos,
  despues: Fotos,
  seguidores: Vuelven,
): Cambios => ({
  de,
  a,
  filas: [
    ...soloPersona(compararFotos(antes.suyas, despues.suyas), seguidores),
    // What went by itself with a row that went.
    ...compararFotos(antes.colgadas, despues.colgadas).filter(({ despues: is }) => is === null),
  ],
  conocidas: Object.fromEntries(
    Object.entries(despues.suyas).map(([tabla, rows]) => [tabla, Object.keys(rows)]),
  ),
});

/** Every row of somebody, and what would go by itself with any of them. */
export type Fotos = { readonly suyas: Foto; readonly colgadas: Foto };
