import type { Random } from './random.ts';

/**
 * Invented people. The code below is deliberately not the feature's own: a card printed by the
 * code under test would hide that code's mistakes.
 */
export type Person = {
  nombre: string;
  paterno: string;
  materno: string;
  /** ISO date. */
  nacimiento: string;
  sexo: 'H' | 'M';
  entidad: string;
  curp: string;
  claveElector: string;
  domicilio: string[];
  seccion: string;
  registro: string;
  vigencia: string;
};

const MEN = [
  'LUIS',
  'JORGE',
  'RAUL',
  'ERNESTO',
  'HUGO',
  'OSCAR',
  'DAVID',
  'ULISES',
  'IGNACIO',
  'BRUNO',
  'GABRIEL',
  'ISMAEL',
];
const WOMEN = [
  'ANA',
  'LAURA',
  'SOFIA',
  'ELENA',
  'ROCIO',
  'BEATRIZ',
  'OLGA',
  'IRENE',
  'DULCE',
  'SILVIA',
  'GLORIA',
  'ZOILA',
];
const SURNAMES = [
  'HERNANDEZ',
  'GARCIA',
  'LOPEZ',
  'QUIROZ',
  'ZAMBRANO',
  'OLVERA',
  'IBARRA',
  'BAUTISTA',
  'DOMINGUEZ',
  'ESTRADA',
  'SOSA',
  'TIRADO',
  'URIBE',
  'VILLALOBOS',
  'NAVARRO',
  'JUAREZ',
  'FUENTES',
  'CARRILLO',
  'ROSALES',
  'GUZMAN',
  'OROZCO',
  'BRAVO',
  'SALINAS',
  'LIZARRAGA',
  'MUÑOZ',
  'PEÑA',
  'ORDUÑO',
];
const STATES: readonly (readonly [code: string, number: string])[] = [
  ['AS', '01'],
  ['BC', '02'],
  ['BS', '03'],
  ['CL', '05'],
  ['CS', '07'],
  ['CH', '08'],
  ['DF', '09'],
  ['DG', '10'],
  ['GT', '11'],
  ['HG', '13'],
  ['JC', '14'],
  ['MC', '15'],
  ['MN', '16'],
  ['NL', '19'],
  ['OC', '20'],
  ['PL', '21'],
  ['QT', '22'],
  ['SP', '24'],
  ['SL', '25'],
  ['SR', '26'],
  ['VZ', '30'],
];
const STREETS = [
  'AV JUAREZ',
  'C ROBLE',
  'PRIV DE LOS SAUCES',
  'BLVD DEL LAGO',
  'C 16 DE SEPTIEMBRE',
];
const COLONIES = ['COL CENTRO', 'FRACC LAS LOMAS', 'COL OBRERA', 'BARRIO SAN JUAN'];
const TOWNS = ['VILLA NUEVA', 'PUERTO CLARO', 'SAN ANDRES', 'EL MIRADOR'];

const ALPHABET = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ';

/** The 18th character for the first 17 (RENAPO's weights 18…2 over an alphabet with Ñ). */
export function lastDigit(first17: string): string {
  let sum = 0;
  for (let i = 0; i < 17; i++) sum += ALPHABET.indexOf(first17[i]!) * (18 - i);
  return String((10 - (sum % 10)) % 10);
}

const vowel = (word: string) => [...word.slice(1)].find((c) => 'AEIOU'.includes(c)) ?? 'X';
const consonant = (word: string) => {
  const c = [...word.slice(1)].find((x) => !'AEIOU'.includes(x)) ?? 'X';
  return c === 'Ñ' ? 'X' : c;
};
const initial = (word: string) => (word[0] === 'Ñ' ? 'X' : word[0]!);

export function makePerson(random: Random): Person {
  const sexo = random.chance(0.5) ? 'H' : 'M';
  const first = random.pick(sexo === 'H' ? MEN : WOMEN);
  const nombre = random.chance(0.4) ? `${first} ${random.pick(sexo === 'H' ? MEN : WOMEN)}` : first;
  const paterno = random.pick(SURNAMES);
  const materno = random.pick(SURNAMES);
  const year = random.whole(1948, 2007);
  const month = String(random.whole(1, 12)).padStart(2, '0');
  const day = String(random.whole(1, 28)).padStart(2, '0');
  const [entidad, numero] = random.pick(STATES);
  const yymmdd = `${String(year).slice(2)}${month}${day}`;
  const homoclave =
    year < 2000 ? String(random.chance(0.6) ? 0 : random.whole(1, 9)) : random.pick([...'AABCD']);
  const first17 = [
    initial(paterno),
    vowel(paterno),
    initial(materno),
    initial(first),
    yymmdd,
    sexo,
    entidad,
    consonant(paterno),
    consonant(materno),
    consonant(first),
    homoclave,
  ].join('');
  const pair = (word: string) => initial(word) + consonant(word);
  return {
    nombre,
    paterno,
    materno,
    nacimiento: `${year}-${month}-${day}`,
    sexo,
    entidad,
    curp: first17 + lastDigit(first17),
    claveElector: `${pair(paterno)}${pair(materno)}${pair(first)}${yymmdd}${numero}${sexo}${random.whole(0, 9)}0${random.whole(0, 1)}`,
    domicilio: [
      `${random.pick(STREETS)} ${random.whole(1, 990)}`,
      `${random.pick(COLONIES)} ${random.whole(10000, 98999)}`,
      `${random.pick(TOWNS)}, ${entidad}.`,
    ],
    seccion: String(random.whole(100, 4999)).padStart(4, '0'),
    registro: `${Math.max(year + 18, 1991)} 0${random.whole(0, 3)}`,
    vigencia: `${random.whole(2019, 2025)} - ${random.whole(2029, 2035)}`,
  };
}
