import { lookUp } from '../../../platform/shared/look-up.ts';
import { fold } from '../../../platform/shared/search.ts';

/*
 * Whether two files look like one person's: pure, symmetric, and blind to the order of the words. Who they are is
 * decided by staff; this only says which pairs are worth their time, and why. See docs/decisions/0056.
 */

/** What is compared of a file. */
export type Parecible = {
  nombre: string;
  apellidoPaterno: string;
  apellidoMaterno: string;
  /** YYYY-MM-DD. */
  fechaNacimiento: string | null;
  sexo: string | null;
  curp: string | null;
  curpDeclarada: string | null;
  /** Normalised addresses. */
  correos: readonly string[];
  /** As they are kept: `+525512345678`. */
  telefonos: readonly string[];
};

/** Why two files look alike, and what says that they are not; the words that people read. */
export const MOTIVOS = {
  mismoNombre: 'Se llaman igual',
  otroOrden: 'Los mismos nombres y apellidos, en otro orden',
  casiMismoNombre: 'Los nombres se distinguen por alguna letra',
  nombreIncompleto: 'A uno le falta un nombre o un apellido',
  otroApellido: 'Un apellido es otro',
  mismaFecha: 'Nacieron el mismo día',
  casiMismaFecha:
    'La fecha de nacimiento se distingue por una cifra, o el día y el mes están cambiados',
  mismoCorreo: 'Tienen el mismo correo',
  mismoTelefono: 'Tienen el mismo teléfono',
  curpDeclarada: 'Uno declaró la CURP del otro',
  curpCasiIgual: 'Las dos CURP son casi iguales',
} as const;
export const REPAROS = {
  otroNombre: 'Los nombres son distintos',
  otraFecha: 'Nacieron en fechas distintas',
  otroSexo: 'El sexo no es el mismo',
  otraCurp: 'Cada uno tiene una CURP distinta',
} as const;
export type Motivo = keyof typeof MOTIVOS;
export type Reparo = keyof typeof REPAROS;

export type Parecido = {
  /** From 0 (nothing) to 100. */
  puntaje: number;
  motivos: Motivo[];
  reparos: Reparo[];
};

/** What looks alike less than this is shown to nobody. */
export const PUNTAJE_MINIMO = 55;

/** How sure it looks, in three steps. */
export const NIVELES = {
  alto: { desde: 85, palabra: 'Muy probable', tono: 'warning' },
  medio: { desde: 70, palabra: 'Probable', tono: 'info' },
  bajo: { desde: PUNTAJE_MINIMO, palabra: 'Dudoso', tono: 'neutral' },
} as const;
export type Nivel = keyof typeof NIVELES;
export const nivelDe = (puntaje: number): Nivel =>
  puntaje >= NIVELES.alto.desde ? 'alto' : puntaje >= NIVELES.medio.desde ? 'medio' : 'bajo';

const PARTICULAS = new Set([
  'de',
  'del',
  'la',
  'las',
  'los',
  'el',
  'y',
  'e',
  'da',
  'do',
  'viuda',
  'vda',
]);
/** How names are shortened on forms. */
const ABREVIATURAS: Readonly<Record<string, string>> = {
  ma: 'maria',
  mª: 'maria',
  gpe: 'guadalupe',
  fco: 'francisco',
  fca: 'francisca',
  fdo: 'fernando',
  jse: 'jose',
  ant: 'antonio',
  hdez: 'hernandez',
  hdz: 'hernandez',
  gzlez: 'gonzalez',
  glez: 'gonzalez',
  glz: 'gonzalez',
  mtz: 'martinez',
  mtnez: 'martinez',
  rdz: 'rodriguez',
  rdgz: 'rodriguez',
  rguez: 'rodriguez',
  gtz: 'gutierrez',
  gtez: 'gutierrez',
  fdez: 'fernandez',
  fdz: 'fernandez',
  dguez: 'dominguez',
  dmgz: 'dominguez',
  jmz: 'jimenez',
  vzqz: 'vazquez',
  vqz: 'vazquez',
  lpz: 'lopez',
  snchz: 'sanchez',
};
const MOST_WORDS = 10;

/** The words of a name that tell people apart: folded, whole, without «de la». */
export const palabrasDe = (text: string): string[] =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !PARTICULAS.has(word))
    .map((word) => lookUp(ABREVIATURAS, word) ?? word);

/** How a word sounds in Mexico: s, c and z, b and v, y and ll, an h that nobody hears. */
export const sonidoDe = (word: string): string =>
  word
    .replace(/ll/g, 'y')
    .replace(/ph/g, 'f')
    .replace(/sh/g, 's')
    .replace(/ch/g, '#')
    .replace(/h/g, '')
    .replace(/#/g, 'ch')
    .replace(/qu(?=[ei])/g, 'k')
    .replace(/gu(?=[ei])/g, 'g')
    .replace(/g(?=[ei])/g, 'j')
    .replace(/c(?=[ei])/g, 's')
    .replace(/c(?!h)/g, 'k')
    .replace(/q/g, 'k')
    .replace(/z/g, 's')
    .replace(/v|w/g, 'b')
    .replace(/x/g, 'j')
    .replace(/y$/g, 'i')
    .replace(/(.)\1+/g, '$1');

/** How many letters are changed, missing, too many or swapped with their neighbour between two texts. */
export const distancia = (a: string, b: string): number => {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) least = Math.min(least, before[j - 2]! + 1);
      row.push(least);
    }
    [before, last] = [last, row];
  }
  return last[b.length]!;
};

/** How much two words are one, 0 to 1. */
const parecidoDePalabras = (a: string, b: string): number => {
  if (a === b) return 1;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length === 1) return long.startsWith(short) ? 0.7 : 0;
  if (sonidoDe(a) === sonidoDe(b)) return 0.96;
  if (short.length < 4) return 0;
  const apart = distancia(a, b);
  if (apart === 1) return 0.9;
  return apart === 2 && short.length >= 7 ? 0.8 : 0;
};

type Palabra = { texto: string; apellido: boolean };
const keyOf = ({ texto, apellido }: Palabra): string => `${texto} ${apellido ? 2 : 1}`;
/** In an order that does not hang from how they were written. */
const palabrasDePersona = (p: Parecible): Palabra[] =>
  [
    ...palabrasDe(p.nombre).map((texto) => ({ texto, apellido: false })),
    ...palabrasDe(`${p.apellidoPaterno} ${p.apellidoMaterno}`).map((texto) => ({
      texto,
      apellido: true,
    })),
  ]
    .slice(0, MOST_WORDS)
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));

/** Takes out the words that both have, letter by letter; gives how many. */
const takeEqual = (a: Palabra[], b: Palabra[]): { apellidos: number; all: number } => {
  let [apellidos, all] = [0, 0];
  // Those of the same kind first: «Cruz» the name is not «Cruz» the surname while there is another.
  for (const kindToo of [true, false]) {
    for (let i = a.length - 1; i >= 0; i--) {
      const one = a[i]!;
      const at = b.findIndex(
        (other) => other.texto === one.texto && (!kindToo || other.apellido === one.apellido),
      );
      if (at < 0) continue;
      if (one.apellido || b[at]!.apellido) apellidos++;
      all++;
      a.splice(i, 1);
      b.splice(at, 1);
    }
  }
  return { apellidos, all };
};

type Emparejado = { peso: number; parejas: [number, number][] };

/** The pairing of words that look alike with most in common: ten words that all look alike have 3,628,800 of them. */
const pair = (a: readonly Palabra[], b: readonly Palabra[]): Emparejado => {
  const alike = a.map((one) => b.map((other) => parecidoDePalabras(one.texto, other.texto)));
  // What can be done with the words from one on depends only on which of the other's are used: a bit each.
  const known = new Map<number, Emparejado>();
  const best = (from: number, used: number): Emparejado => {
    if (from === a.length) return { peso: 0, parejas: [] };
    const key = (used << 4) | from;
    const before = known.get(key);
    if (before) return before;
    let found = best(from + 1, used);
    for (let j = 0; j < b.length; j++) {
      const much = alike[from]![j]!;
      if (used & (1 << j) || much === 0) continue;
      const rest = best(from + 1, used | (1 << j));
      if (much + rest.peso > found.peso + 1e-9) {
        found = { peso: much + rest.peso, parejas: [[from, j], ...rest.parejas] };
      }
    }
    known.set(key, found);
    return found;
  };
  return best(0, 0);
};

type Nombres = { alike: number; motivo: Motivo | null };

/** How much two people are called the same, 0 to 1, and how they differ. */
const compareNombres = (one: Parecible, other: Parecible): Nombres => {
  // Of several pairings as good as each other one is taken: the same whichever comes first.
  const said = (words: readonly Palabra[]) => words.map(keyOf).join('|');
  const [a, b] = [palabrasDePersona(one), palabrasDePersona(other)].sort((x, y) =>
    said(x) < said(y) ? -1 : 1,
  ) as [Palabra[], Palabra[]];
  const [lengthA, lengthB] = [a.length, b.length];
  if (lengthA === 0 || lengthB === 0) return { alike: 0, motivo: null };
  const written = (p: Parecible) =>
    [p.nombre, p.apellidoPaterno, p.apellidoMaterno].map((t) => palabrasDe(t).join(' ')).join('|');
  const equal = takeEqual(a, b);
  const near = pair(a, b);
  const peso = equal.all + near.peso;
  const apellidos =
    equal.apellidos + near.parejas.filter(([i, j]) => a[i]!.apellido || b[j]!.apellido).length;
  const leftA = a.filter((_, i) => !near.parejas.some(([x]) => x === i));
  const leftB = b.filter((_, j) => !near.parejas.some(([, y]) => y === j));
  const alike = (2 * peso) / (lengthA + lengthB);
  if (leftA.length === 0 && leftB.length === 0) {
    if (near.parejas.length > 0) return { alike, motivo: 'casiMismoNombre' };
    return { alike: 1, motivo: written(one) === written(other) ? 'mismoNombre' : 'otroOrden' };
  }
  if (apellidos === 0) return { alike: Math.min(alike, 0.4), motivo: null };
  if (leftA.length === 0 || leftB.length === 0) {
    const shorter = Math.min(lengthA, lengthB);
    if (shorter < 2) return { alike: Math.min(alike, 0.4), motivo: null };
    const whole = (peso / shorter) * (shorter >= 3 ? 0.95 : 0.88);
    return { alike: whole, motivo: 'nombreIncompleto' };
  }
  const given = (left: readonly Palabra[]) => left.some(({ apellido }) => !apellido);
  // Brothers and sisters: what they are called is what tells them apart.
  if (given(leftA) || given(leftB)) return { alike: Math.min(alike, 0.5), motivo: null };
  return { alike: 0.7, motivo: 'otroApellido' };
};

/** Whether two dates (YYYY-MM-DD) are one that was mistyped. */
const isSlip = (a: string, b: string): boolean => {
  const [[, monthA, dayA], [, monthB, dayB]] = [a.split('-'), b.split('-')];
  if (a.slice(0, 4) === b.slice(0, 4) && monthA === dayB && dayA === monthB) return true;
  return distancia(a.replaceAll('-', ''), b.replaceAll('-', '')) === 1;
};

const shared = (a: readonly string[], b: readonly string[]): boolean =>
  a.some((one) => b.includes(one));

const SEXO_EN_CURP = 10;

/** Whether two CURPs that are not the same may yet be one person's: given twice, or mistyped. Twins differ in the sex. */
const isCurpSlip = (a: string, b: string): boolean =>
  a[SEXO_EN_CURP] === b[SEXO_EN_CURP] &&
  (a.slice(0, 16) === b.slice(0, 16) || distancia(a, b) <= 2);

const DECLARADA = 40;

/** What each datum adds or takes away. */
const weigh = (a: Parecible, b: Parecible): Parecido & { tope: number } => {
  const motivos: Motivo[] = [];
  const reparos: Reparo[] = [];
  let puntaje = 0;
  let tope = 100;
  const { alike, motivo } = compareNombres(a, b);
  // 1 → 60, 0.4 → 0.
  puntaje += Math.max(0, alike - 0.4) * 100;
  if (alike <= 0.5) {
    puntaje = 0;
    reparos.push('otroNombre');
  } else if (motivo) motivos.push(motivo);
  const [day, other] = [a.fechaNacimiento, b.fechaNacimiento];
  if (day && other) {
    if (day === other) {
      puntaje += 25;
      motivos.push('mismaFecha');
    } else if (isSlip(day, other)) {
      puntaje += 12;
      motivos.push('casiMismaFecha');
    } else {
      puntaje -= 40;
      reparos.push('otraFecha');
    }
  }
  if (shared(a.correos, b.correos)) {
    puntaje += 15;
    motivos.push('mismoCorreo');
  }
  if (shared(a.telefonos, b.telefonos)) {
    puntaje += 10;
    motivos.push('mismoTelefono');
  }
  if (a.sexo && b.sexo && a.sexo !== b.sexo) {
    puntaje -= 25;
    reparos.push('otroSexo');
  }
  const said = [a, b].map(({ curp, curpDeclarada }) => curp ?? curpDeclarada);
  if (a.curp && b.curp) {
    if (isCurpSlip(a.curp, b.curp)) {
      motivos.push('curpCasiIgual');
      tope = 84;
    } else {
      reparos.push('otraCurp');
      tope = alike >= 0.95 && day === other && a.sexo === b.sexo ? 65 : 50;
    }
  } else if (said[0] && said[1]) {
    if (said[0] === said[1]) {
      puntaje += DECLARADA;
      motivos.push('curpDeclarada');
    } else if (isCurpSlip(said[0], said[1])) motivos.push('curpCasiIgual');
    else {
      puntaje -= 25;
      reparos.push('otraCurp');
    }
  }
  return { puntaje, motivos, reparos, tope };
};

/** How much two files look like one person's. The same whichever comes first. */
export const compararPersonas = (a: Parecible, b: Parecible): Parecido => {
  const { puntaje, motivos, reparos, tope } = weigh(a, b);
  return { puntaje: Math.round(Math.max(0, Math.min(puntaje, tope))), motivos, reparos };
};

/**
 * Under which keys a file is put: only files with one in common are compared, not everybody with everybody. Names by
 * their sound, whole and without each of their words (one that is mistyped or missing); the birth date with each
 * word; addresses, telephones and CURPs.
 */
export const clavesDeBloque = (p: Parecible): string[] => {
  const words = palabrasDePersona(p)
    .map(({ texto }) => sonidoDe(texto))
    .sort();
  const keys = new Set<string>();
  if (words.length > 1) keys.add(`n:${words.join(' ')}`);
  if (words.length > 2) {
    for (let i = 0; i < words.length; i++) keys.add(`n:${words.toSpliced(i, 1).join(' ')}`);
  }
  if (p.fechaNacimiento) for (const word of words) keys.add(`f:${p.fechaNacimiento} ${word}`);
  for (const correo of p.correos) keys.add(`c:${correo}`);
  for (const telefono of p.telefonos) keys.add(`t:${telefono}`);
  for (const curp of [p.curp, p.curpDeclarada]) {
    if (!curp) continue;
    keys.add(`u:${curp}`);
    keys.add(`u:${curp.slice(0, 16)}`);
  }
  return [...keys];
};

/** A key that more files have than this says nothing of anybody: they are not compared for having it. */
export const MAYOR_BLOQUE = 40;
