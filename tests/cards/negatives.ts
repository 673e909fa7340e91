import { type Face, frame, guilloche, HEIGHT, type Layout, text, WIDTH } from './layouts.ts';
import { lastDigit, type Person } from './people.ts';
import type { Random } from './random.ts';

/** `dated` are those on which birth date and sex are printed, so that wrong ones can be noticed. */
export type Layouts = { all: readonly Layout[]; dated: readonly Layout[] };

/** Pictures from which no CURP may be taken. */
export type Negative = (person: Person, random: Random, layouts: Layouts) => string;

const drawn = (face: Face, random: Random, { all }: Layouts) => random.pick(all)(face, random);
const dated = (face: Face, random: Random, layouts: Layouts) =>
  random.pick(layouts.dated)(face, random);

const hidden: Negative = (person, random, layouts) =>
  drawn({ person, curp: person.curp, hideCurp: random.pick(['bar', 'blank']) }, random, layouts);

const wrongCheckDigit: Negative = (person, random, layouts) => {
  const right = Number(person.curp[17]);
  const curp = person.curp.slice(0, 17) + ((right + random.whole(1, 9)) % 10);
  return drawn({ person, curp }, random, layouts);
};

/** One character missing, one doubled, or two neighbours of the state and consonants swapped. */
const misprint: Negative = (person, random, layouts) => {
  const c = person.curp;
  const at = random.whole(4, 15);
  const curp = random.pick([
    c.slice(0, at) + c.slice(at + 1),
    c.slice(0, at) + c[at] + c.slice(at),
    `${c.slice(0, 6)}13${c.slice(8)}`,
    `${c.slice(0, 11)}QQ${c.slice(13)}`,
    `${c.slice(0, 8)}3${c.slice(10)}`,
  ]);
  return drawn({ person, curp }, random, layouts);
};

/** Another birth date with its own right check digit: only the rest of the card gives it away. */
const otherDate: Negative = (person, random, layouts) => {
  const day = ((Number(person.curp.slice(8, 10)) + 10) % 28) + 1;
  const first17 =
    person.curp.slice(0, 8) + String(day).padStart(2, '0') + person.curp.slice(10, 17);
  return dated({ person, curp: first17 + lastDigit(first17) }, random, layouts);
};

/** The other sex, which leaves the check digit right (H and M differ by a multiple of ten). */
const otherSex: Negative = (person, random, layouts) => {
  const curp =
    person.curp.slice(0, 10) + (person.curp[10] === 'H' ? 'M' : 'H') + person.curp.slice(11);
  return dated({ person, curp }, random, layouts);
};

/** A letter printed for the digit it resembles, and part of the code under a finger. */
const spoiled: Negative = (person, random, layouts) => {
  const c = person.curp;
  const swapped = [...c.slice(4, 10)].map((d) => ({ 5: 'S', 8: 'B', 2: 'Z' })[d] ?? d).join('');
  const at = random.whole(4, 14);
  const curp =
    swapped === c.slice(4, 10) || random.chance(0.5)
      ? `${c.slice(0, at)}\u2588\u2588${c.slice(at + 2)}`
      : c.slice(0, 4) + swapped + c.slice(10);
  return drawn({ person, curp }, random, layouts);
};

/** A single character printed wrong, of the same kind, so that the check digit does not agree. */
const mistyped: Negative = (person, random, layouts) => {
  const c = person.curp;
  const at = random.pick([0, 2, 3, 4, 5, 7, 9, 13, 14, 15]);
  const others = /\d/.test(c[at]!) ? '0123456789' : 'BCDFGHJKLMNPQRSTVWXYZ';
  const wrong = [...others]
    .map((o) => c.slice(0, at) + o + c.slice(at + 1))
    .filter((x) => lastDigit(x.slice(0, 17)) !== x[17] && x !== c);
  return drawn({ person, curp: random.pick(wrong) }, random, layouts);
};

/** The elector's key, or another code of eighteen characters, where the CURP should be. */
const otherCode: Negative = (person, random, layouts) => {
  const c = person.curp;
  const curp = random.pick([
    person.claveElector,
    `${c.slice(0, 10)}AB1`,
    `MEX${random.whole(100000000, 999999999)}GTRX07`,
    `${c.slice(0, 16)}`,
  ]);
  return drawn({ person, curp }, random, layouts);
};

const back: Negative = (person, random) => {
  const mono = { size: 46, family: 'Liberation Mono', weight: 700 };
  let bars = '';
  for (let x = 60; x < 760; x += random.whole(4, 12)) {
    bars += `<rect x="${x}" y="60" width="${random.whole(2, 6)}" height="150" fill="#111"/>`;
  }
  const mrz = person.curp.slice(4, 10);
  return frame(
    `${bars}${text(800, 120, String(random.whole(100000000, 999999999)), { size: 34, family: 'Liberation Sans' })}
    ${text(60, 330, 'LIC. EJEMPLO INVENTADO', { size: 24, family: 'Liberation Sans' })}
    ${text(60, 365, 'SECRETARIO EJECUTIVO', { size: 22, family: 'Liberation Sans' })}
    ${text(50, 560, `IDMEX${random.whole(100000000, 999999999)}<<${random.whole(100000000, 999999999)}12`, mono)}
    ${text(50, 620, `${mrz}${random.whole(0, 9)}${person.sexo}31123${random.whole(0, 9)}MEX<02<<1234<7`, mono)}
    ${text(50, 680, `${person.paterno}<${person.materno}<<${person.nombre.replace(' ', '<')}<<<<<<<<`.slice(0, 30), mono)}`,
    random,
  );
};

const invoice: Negative = (person, random) => {
  const family = 'Liberation Sans';
  const rfc = person.curp.slice(0, 10) + random.pick(['AB1', 'K93', '7Q0']);
  return frame(
    `${text(60, 80, 'FACTURA', { size: 48, family, weight: 700 })}
    ${text(60, 150, `RFC ${rfc}`, { size: 32, family })}
    ${text(60, 210, `CLIENTE ${person.nombre} ${person.paterno}`, { size: 28, family })}
    ${text(60, 270, `FOLIO FISCAL 8F3A-${random.whole(1000, 9999)}-77BC`, { size: 28, family })}
    ${[1, 2, 3, 4, 5].map((i) => text(60, 300 + i * 55, `${i}  SERVICIO DE PAPELERIA   $ ${random.whole(100, 9000)}.00`, { size: 28, family })).join('')}
    ${text(60, 700, `CUENTA CLABE 0${random.whole(10000000, 99999999)}${random.whole(10000000, 99999999)}`, { size: 30, family })}`,
    random,
    '#ffffff',
  );
};

const noText: Negative = (_person, random) => {
  let shapes = '';
  for (let i = 0; i < 24; i++) {
    shapes += `<circle cx="${random.whole(0, WIDTH)}" cy="${random.whole(0, HEIGHT)}" r="${random.whole(10, 160)}" fill="hsl(${random.whole(0, 359)},40%,${random.whole(20, 90)}%)" opacity="0.6"/>`;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#cdd"/>${guilloche(random)}${shapes}</svg>`;
};

export const NEGATIVES: Readonly<Record<string, Negative>> = {
  hidden,
  wrongCheckDigit,
  misprint,
  otherDate,
  otherSex,
  spoiled,
  mistyped,
  otherCode,
  back,
  invoice,
  noText,
};
