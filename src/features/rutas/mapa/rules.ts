import { type DefinicionRuta, dependencias, idDe, type ParteDeRuta, recorrer } from '../rules.ts';

/** Where each part of a route is drawn, in units of the drawing. Pure: screen, preview and tests have the same. */

export const ANCHO_CURSO = 232;
export const ALTO_CURSO = 76;
const CABEZA = 52;
const AIRE = 14;
const ENTRE = 12;
const ENTRE_ETAPAS = 56;
const MARGEN = 24;

export type Caja = { id: string; x: number; y: number; ancho: number; alto: number; nivel: number };
export type Flecha = { de: string; a: string; camino: string };
export type Dibujo = {
  ancho: number;
  alto: number;
  cajas: ReadonlyMap<string, Caja>;
  /** From what is required to what requires it. */
  flechas: readonly Flecha[];
};

const medida = (parte: ParteDeRuta): { ancho: number; alto: number } => {
  if (parte.tipo === 'curso') return { ancho: ANCHO_CURSO, alto: ALTO_CURSO };
  const partes = parte.partes.map(medida);
  const ancho = Math.max(ANCHO_CURSO, ...partes.map((one) => one.ancho)) + 2 * AIRE;
  const alto =
    CABEZA +
    partes.reduce((sum, one) => sum + one.alto + ENTRE, 0) +
    (partes.length > 0 ? 2 : AIRE);
  return { ancho, alto };
};

/** Stages side by side, what each holds one below the other; arrows for what each requires of itself. */
export const dibujar = (definicion: DefinicionRuta): Dibujo => {
  const cajas = new Map<string, Caja>();
  const put = (parte: ParteDeRuta, x: number, y: number, nivel: number, ancho: number) => {
    const { alto } = medida(parte);
    cajas.set(idDe(parte), { id: idDe(parte), x, y, ancho, alto, nivel });
    if (parte.tipo === 'curso') return;
    let top = y + CABEZA;
    for (const one of parte.partes) {
      put(one, x + AIRE, top, nivel + 1, ancho - 2 * AIRE);
      top += medida(one).alto + ENTRE;
    }
  };
  let left = MARGEN;
  let alto = 0;
  for (const etapa of definicion.etapas) {
    const size = medida(etapa);
    put(etapa, left, MARGEN, 0, size.ancho);
    left += size.ancho + ENTRE_ETAPAS;
    alto = Math.max(alto, size.alto);
  }
  const flechas = [...dependencias(definicion).values()].flat().flatMap((paso) => {
    if (paso.porque !== 'requiere') return [];
    const [de, a] = [cajas.get(paso.a), cajas.get(paso.de)];
    return de && a ? [{ de: paso.a, a: paso.de, camino: caminoDe(de, a) }] : [];
  });
  const deGrupos = recorrer(definicion).flatMap(({ id, parte }) =>
    parte.tipo === 'curso'
      ? []
      : parte.requiere.flatMap((requisito) => {
          const [de, a] = [cajas.get(requisito), cajas.get(id)];
          return de && a ? [{ de: requisito, a: id, camino: caminoDe(de, a) }] : [];
        }),
  );
  return {
    ancho: Math.max(left - ENTRE_ETAPAS + MARGEN, 2 * MARGEN),
    alto: alto + 2 * MARGEN,
    cajas,
    flechas: [...flechas, ...deGrupos],
  };
};

/** From the side of one box to the side of another; between boxes of one column, by the right of both. */
const caminoDe = (de: Caja, a: Caja): string => {
  const middle = ({ y, alto, nivel }: Caja) =>
    nivel === 0 ? y + CABEZA / 2 : y + Math.min(alto, ALTO_CURSO) / 2;
  const [y1, y2] = [middle(de), middle(a)];
  if (a.x > de.x + de.ancho) {
    const [x1, x2] = [de.x + de.ancho, a.x];
    const bend = Math.max(24, (x2 - x1) / 2);
    return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
  }
  if (de.x > a.x + a.ancho) {
    const [x1, x2] = [de.x, a.x + a.ancho];
    const bend = Math.max(24, (x1 - x2) / 2);
    return `M${x1} ${y1}C${x1 - bend} ${y1} ${x2 + bend} ${y2} ${x2} ${y2}`;
  }
  const [x1, x2] = [de.x + de.ancho, a.x + a.ancho];
  const out = Math.max(x1, x2) + 20;
  return `M${x1} ${y1}C${out} ${y1} ${out} ${y2} ${x2} ${y2}`;
};

/** A text in lines of at most so many letters; the last one says that there was more. */
export const enLineas = (texto: string, letras: number, lineas: number): string[] => {
  const found: string[] = [];
  let line = '';
  for (const word of texto.split(/\s+/)) {
    const next = line === '' ? word : `${line} ${word}`;
    if (next.length <= letras || line === '') line = next;
    else {
      found.push(line);
      line = word;
    }
  }
  if (line !== '') found.push(line);
  if (found.length <= lineas) return found;
  const shown = found.slice(0, lineas);
  const last = shown[lineas - 1]!;
  return [...shown.slice(0, -1), `${last.slice(0, letras - 1).trimEnd()}…`];
};

/** A part of the drawing that is shown: its corner and size, in its units. */
export type Vista = { x: number; y: number; ancho: number; alto: number };

const MENOR = 0.25;
const MAYOR = 3;

/** How many times bigger than life, of a window so wide. */
export const escalaDe = (vista: Vista, ventana: { ancho: number }): number =>
  ventana.ancho / vista.ancho;

/** Zooms around a point of the drawing, which stays where it is; never further than can be read. */
export const acercar = (
  vista: Vista,
  factor: number,
  ventana: { ancho: number },
  centro = { x: vista.x + vista.ancho / 2, y: vista.y + vista.alto / 2 },
): Vista => {
  const now = escalaDe(vista, ventana);
  const real = Math.min(MAYOR, Math.max(MENOR, now * factor)) / now;
  return {
    x: centro.x - (centro.x - vista.x) / real,
    y: centro.y - (centro.y - vista.y) / real,
    ancho: vista.ancho / real,
    alto: vista.alto / real,
  };
};

/** The smallest movement after which a box is seen whole, or its beginning when it does not fit. */
export const mostrar = (vista: Vista, caja: Omit<Caja, 'id' | 'nivel'>, margen = 16): Vista => {
  const along = (start: number, size: number, from: number, length: number): number => {
    const [a, b] = [from - margen, from + length + margen];
    if (b - a >= size || a < start) return a;
    return b > start + size ? b - size : start;
  };
  return {
    ...vista,
    x: along(vista.x, vista.ancho, caja.x, caja.ancho),
    y: along(vista.y, vista.alto, caja.y, caja.alto),
  };
};

/** Keeps some of the drawing in sight. */
export const dentro = (vista: Vista, dibujo: { ancho: number; alto: number }): Vista => {
  const clamp = (start: number, size: number, whole: number) =>
    Math.min(Math.max(start, Math.min(0, whole - size)), Math.max(0, whole - size));
  return {
    ...vista,
    x: clamp(vista.x, vista.ancho, dibujo.ancho),
    y: clamp(vista.y, vista.alto, dibujo.alto),
  };
};

export type Direccion = 'arriba' | 'abajo' | 'izquierda' | 'derecha' | 'inicio' | 'fin';

/** The node that an arrow goes to: up and down in the order of reading, sideways to the nearest of the next stage. */
export const vecino = (
  definicion: DefinicionRuta,
  dibujo: Dibujo,
  desde: string,
  hacia: Direccion,
): string => {
  const nodos = recorrer(definicion);
  const at = nodos.findIndex(({ id }) => id === desde);
  if (at < 0) return nodos[0]?.id ?? desde;
  if (hacia === 'inicio') return nodos[0]!.id;
  if (hacia === 'fin') return nodos.at(-1)!.id;
  if (hacia === 'arriba') return nodos[Math.max(0, at - 1)]!.id;
  if (hacia === 'abajo') return nodos[Math.min(nodos.length - 1, at + 1)]!.id;
  const etapa = nodos[at]!.etapa + (hacia === 'derecha' ? 1 : -1);
  const here = dibujo.cajas.get(desde)!;
  const near = nodos
    .filter((one) => one.etapa === etapa)
    .map(({ id }) => ({ id, far: Math.abs(dibujo.cajas.get(id)!.y - here.y) }))
    .toSorted((a, b) => a.far - b.far);
  return near[0]?.id ?? desde;
};
