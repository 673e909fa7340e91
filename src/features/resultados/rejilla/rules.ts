/** A cell by its row and column, from 0. */
export type Lugar = { readonly f: number; readonly c: number };

/** Rows and columns of a grid. */
export type Medida = { readonly filas: number; readonly columnas: number };

/** The cells between two corners, whichever way they were chosen: both included. */
export type Bloque = { readonly desde: Lugar; readonly hasta: Lugar };

export const bloqueEntre = (a: Lugar, b: Lugar): Bloque => ({
  desde: { f: Math.min(a.f, b.f), c: Math.min(a.c, b.c) },
  hasta: { f: Math.max(a.f, b.f), c: Math.max(a.c, b.c) },
});

export const estaEn = ({ desde, hasta }: Bloque, { f, c }: Lugar): boolean =>
  f >= desde.f && f <= hasta.f && c >= desde.c && c <= hasta.c;

const dentro = (n: number, medida: number) => Math.max(0, Math.min(medida - 1, n));

/** How many rows a page is, for PageUp and PageDown. */
const PAGINA = 15;

type Tecla = { key: string; ctrlKey: boolean; metaKey: boolean };

/** Where a key leads from a cell, as in a spreadsheet; null: that key leads nowhere. */
export const lugarTras = (
  { f, c }: Lugar,
  { key, ctrlKey, metaKey }: Tecla,
  { filas, columnas }: Medida,
): Lugar | null => {
  const lejos = ctrlKey || metaKey;
  const a = (nf: number, nc: number): Lugar => ({ f: dentro(nf, filas), c: dentro(nc, columnas) });
  switch (key) {
    case 'ArrowUp':
      return a(lejos ? 0 : f - 1, c);
    case 'ArrowDown':
      return a(lejos ? filas - 1 : f + 1, c);
    case 'ArrowLeft':
      return a(f, lejos ? 0 : c - 1);
    case 'ArrowRight':
      return a(f, lejos ? columnas - 1 : c + 1);
    case 'Home':
      return a(lejos ? 0 : f, 0);
    case 'End':
      return a(lejos ? filas - 1 : f, columnas - 1);
    case 'PageUp':
      return a(f - PAGINA, c);
    case 'PageDown':
      return a(f + PAGINA, c);
    default:
      return null;
  }
};

/** The next cell of the row, or the first of the next one (`atras`: the other way); null past the end, where Tab leaves. */
export const siguiente = (
  { f, c }: Lugar,
  { filas, columnas }: Medida,
  atras = false,
): Lugar | null => {
  const n = f * columnas + c + (atras ? -1 : 1);
  return n < 0 || n >= filas * columnas ? null : { f: Math.floor(n / columnas), c: n % columnas };
};

const ENDS_CELL = new Set([undefined, '\t', '\n', '\r']);

/** Whether the quote at `at` stands alone in a cell of a later row than the one at `i`: «the same», and no end of that one. */
const opensAnother = (texto: string, i: number, at: number): boolean =>
  texto[at - 1] === '\t' && /[\n\r]/.test(texto.slice(i, at));

/**
 * Where the quote that opens a cell at `i` is closed: by one that ends its cell. Null: nothing closes it, so it is a letter of its cell
 * (Excel copies `"Falta el anexo 2` as it is, and people write `"` for «the same»).
 */
const closingOf = (texto: string, i: number): number | null => {
  if (ENDS_CELL.has(texto[i + 1])) return null;
  for (let at = texto.indexOf('"', i + 1); at >= 0; at = texto.indexOf('"', at + 1)) {
    if (texto[at + 1] === '"') at += 1;
    else return ENDS_CELL.has(texto[at + 1]) && !opensAnother(texto, i, at) ? at : null;
  }
  return null;
};

/**
 * A block as a spreadsheet copies it: rows by line, cells by tab; a cell with tabs, lines or quotes in it stands in quotes. The line at
 * its end is none.
 */
export const leerBloque = (texto: string): string[][] => {
  const filas: string[][] = [[]];
  let celda = '';
  for (let i = 0; i < texto.length; i += 1) {
    const letra = texto[i]!;
    const cierra = letra === '"' && celda === '' ? closingOf(texto, i) : null;
    if (cierra !== null) {
      celda = texto.slice(i + 1, cierra).replaceAll('""', '"');
      i = cierra;
    } else if (letra === '\t') {
      filas.at(-1)!.push(celda);
      celda = '';
    } else if (letra === '\n' || letra === '\r') {
      if (letra === '\r' && texto[i + 1] === '\n') i += 1;
      filas.at(-1)!.push(celda);
      celda = '';
      filas.push([]);
    } else celda += letra;
  }
  filas.at(-1)!.push(celda);
  const ultima = filas.at(-1)!;
  if (filas.length > 1 && ultima.length === 1 && ultima[0] === '') filas.pop();
  return filas;
};

/** The same, to be pasted elsewhere. */
export const escribirBloque = (filas: readonly (readonly string[])[]): string =>
  filas
    .map((fila) =>
      fila
        .map((celda) => (/[\t\n\r"]/.test(celda) ? `"${celda.replaceAll('"', '""')}"` : celda))
        .join('\t'),
    )
    .join('\n');

/**
 * Where each text of a block goes when it is pasted: from the corner of what is chosen on; one text fills all that is chosen. What would
 * be outside the grid is left out (`sobran` says how many).
 */
export const repartir = (
  bloque: readonly (readonly string[])[],
  elegido: Bloque,
  { filas, columnas }: Medida,
): { celdas: { lugar: Lugar; texto: string }[]; sobran: number } => {
  const { desde, hasta } = elegido;
  const una = bloque.length === 1 && bloque[0]!.length === 1 ? bloque[0]![0]! : null;
  const celdas: { lugar: Lugar; texto: string }[] = [];
  if (una !== null) {
    for (let f = desde.f; f <= hasta.f; f += 1) {
      for (let c = desde.c; c <= hasta.c; c += 1) celdas.push({ lugar: { f, c }, texto: una });
    }
    return { celdas, sobran: 0 };
  }
  let sobran = 0;
  for (const [df, fila] of bloque.entries()) {
    for (const [dc, texto] of fila.entries()) {
      const lugar = { f: desde.f + df, c: desde.c + dc };
      if (lugar.f < filas && lugar.c < columnas) celdas.push({ lugar, texto });
      else sobran += 1;
    }
  }
  return { celdas, sobran };
};
