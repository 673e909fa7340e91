import { type CodeShape, decode, lossOf } from '../../../../platform/server/ocr/code-lattice.ts';
import type { Evidence } from '../../../../platform/server/ocr/code-reader.ts';
import {
  AGAINST_NOISE,
  type Box,
  type Lattice,
  type Line,
  type OcrPage,
} from '../../../../platform/server/ocr/types.ts';
import { printsNombres } from '../nombres/rules.ts';

const isDay = (month: string, day: string) =>
  Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31;

/**
 * The elector's key: two letters of each name, birth date, state, sex. The three digits that end it
 * say nothing of the person, and the end of a line is what is lost first.
 */
const CLAVE: CodeShape = {
  length: 15,
  allowed: (position) => {
    if (position < 6) return 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
    return position === 14 ? 'HM' : '0123456789';
  },
  plausible: (key) => isDay(key.slice(8, 10), key.slice(10, 12)),
};
/** Keys followed at once: a line may begin with each of its letters for nothing. */
const WIDTH = 24;
/** A line that loses more than this as a key is another one; a clear character of another type loses more. */
const KEY_LOSS = 4;
/**
 * A fact is confirmed by a line that loses no more than the first when it is to say so, contradicted
 * from the second on; between them the line is too blurred to tell.
 */
const CONFIRMED = 1.5;
const CONTRADICTED = 3;
/** Where the key has the letters of positions 1, 14, 3, 15, 4 and 16 of the CURP. */
const NAME_POSITIONS = [0, 13, 2, 14, 3, 15] as const;
/** A line as long as an RFC, with its label or without; so many characters of it are the CURP's. */
const RFC = /^\W*(?:R\W?F\W?C\W*)?(?:\w\W*){12,13}$/;
const RFC_PERSON = 10;
/** Separators are required: a run of eight digits can be a folio. */
const DATE = /(?<!\d)([0-3]\d)\s*[/.-]\s*([01]\d)\s*[/.-]\s*((?:19|20)\d\d)(?!\d)/g;
const BIRTH = /NAC[I1L]M|AC[I1L]M[I1L]E|FNAC|NACID|FECHANAC/;
/** Labels of dates that are not of birth. */
const OTHER = /INSCRIP|EXPED|VIGEN|VENC|EMISI|REGISTR|ALTA|INGRES|CADUC|VALID/;

/** A line with a date and little else. */
const MOST_OF_A_DATE = 14;
/** Names that give seven letters of a CURP are as good as two other facts. */
const NAMES = 2;

type PrintedDate = { date: string; label: 'birth' | 'other' | 'none'; line: Line };

/**
 * What the rest of a document says about the person. The check digit lets one misreading in ten
 * pass, among them H for M and ten days more in the date, so the other prints of the same data
 * decide: birth date (printed, elector's key), sex (printed, key), initials and consonants (key). A
 * print counts only as far as its picture is clear: what is asked is not what it reads, but how much
 * less likely it is to say what the CURP says.
 *
 * A CURP is contradicted by more facts of one kind than confirm it; names can only confirm it.
 */
export async function evidence(lines: readonly Line[], page: OcrPage): Promise<Evidence> {
  const text = lines.map((line) => line.text).join('\n');
  const key = await electorKey(lines, page);
  const dates = printedDates(lines);
  const sex = printedSex(lines) ?? (await sexBeside(lines, page));
  const numbers = lines.filter(isNumeric);
  const printsDate = (date: string) =>
    numbers.some((line) => lossOf(line.lattice, date) < CONFIRMED);
  const worn = numbers.filter(
    (line) =>
      line.text.length <= MOST_OF_A_DATE &&
      dates.every((d) => d.line !== line) &&
      nearestLabel(line, lines) !== 'other',
  );
  /** Whether a worn line is a date rather than another one. */
  const insteadOf = (date: string, other: string) =>
    worn.some(({ lattice }) => {
      const loss = lossOf(lattice, date);
      return loss < CONTRADICTED && lossOf(lattice, other) > loss + CONTRADICTED;
    });
  /** The first ten characters again, with three others after them: not the CURP's own line. */
  const printsRfc = (curp: string) =>
    lines.some(
      ({ text, lattice }) =>
        RFC.test(text) &&
        lossOf(lattice, curp.slice(0, RFC_PERSON)) < CONFIRMED &&
        lossOf(lattice, curp.slice(0, RFC_PERSON + 2)) > CONTRADICTED,
    );
  return {
    contradicts: (curp) => {
      const printed = printedBirth(curp);
      let date = 0;
      if (printsDate(printed)) date++;
      else if (
        dates.some(
          (d) =>
            (d.label === 'birth' || (d.label === 'none' && alike(d.date, printed))) &&
            lossOf(d.line.lattice, printed) > CONTRADICTED,
        ) ||
        nearly(printed).some((other) => insteadOf(other, printed))
      )
        date--;
      let gender = 0;
      let letters: number = NAME_POSITIONS.length;
      if (key) {
        date += key(birthOf(curp));
        gender += key(sexOf(curp));
        letters = NAME_POSITIONS.filter(
          (from, i) => key((position) => (position === i ? curp[from] : undefined)) >= 0,
        ).length;
      }
      if (sex) gender += sex === curp.charAt(10) ? 1 : -1;
      return date < 0 || gender < 0 || letters < NAME_POSITIONS.length / 2;
    },
    confirms: (curp) => {
      let facts = 0;
      if (printsDate(printedBirth(curp))) facts++;
      if (sex === curp.charAt(10)) facts++;
      if (key && key(birthOf(curp)) > 0 && key(sexOf(curp)) > 0) facts++;
      if (key && key(lettersOf(curp)) > 0) facts++;
      if (printsRfc(curp)) facts++;
      if (printsNombres(text, curp)) facts += NAMES;
      return facts;
    },
  };
}

/** The dates of the same year and month, or year and day, as one printed DDMMYYYY. */
function nearly(date: string): string[] {
  const [day, month, year] = [date.slice(0, 2), date.slice(2, 4), date.slice(4)];
  const pad = (n: number) => String(n + 1).padStart(2, '0');
  const days = Array.from({ length: 31 }, (_, i) => pad(i) + month + year);
  const months = Array.from({ length: 12 }, (_, i) => day + pad(i) + year);
  return [...days, ...months].filter((other) => other !== date);
}

/** Where a line is a blur, any text loses little: a date is asked of lines of digits only. */
const isNumeric = ({ text }: Line): boolean => text.replace(/\D/g, '').length >= 6;

/** The birth date of a CURP as it is printed, DDMMYYYY. */
const printedBirth = (curp: string): string =>
  curp.slice(8, 10) +
  curp.slice(6, 8) +
  (/\d/.test(curp.charAt(16)) ? '19' : '20') +
  curp.slice(4, 6);

const birthOf =
  (curp: string): Asked =>
  (position) =>
    position >= 6 && position < 12 ? curp[position - 2] : undefined;

const sexOf =
  (curp: string): Asked =>
  (position) =>
    position === 14 ? curp[10] : undefined;

const lettersOf =
  (curp: string): Asked =>
  (position) => {
    const from = NAME_POSITIONS[position];
    return from === undefined ? undefined : curp[from];
  };

/** What is asked of the key: characters at some positions. */
type Asked = (position: number) => string | undefined;

/**
 * The elector's key of a document, or null: answers 1 when it confirms what is asked of it, −1 when it
 * contradicts it, 0 when its picture leaves that open. A key whose sex is left open is read by the second
 * network, too: H for M is the one misreading that no check digit notices.
 */
async function electorKey(
  lines: readonly Line[],
  page: OcrPage,
): Promise<((asked: Asked) => 1 | 0 | -1) | null> {
  const found = lines
    .filter(({ glyphs }) => glyphs.length >= CLAVE.length - 3)
    .flatMap(({ lattice, box }) => {
      const best = decode([lattice], CLAVE, WIDTH, KEY_LOSS)[0];
      const taken = best && best.loss < KEY_LOSS && CLAVE.plausible(best.code);
      return taken ? [{ lattice, box, loss: best.loss }] : [];
    })
    .sort((a, b) => a.loss - b.loss)[0];
  if (!found) return null;
  const first = askerOf([found.lattice], found.loss);
  const sex = (letter: string) => first((position) => (position === 14 ? letter : undefined));
  if (sex('H') === -1 || sex('M') === -1) return first;
  const again = await page.reread(found.box, [{ ...AGAINST_NOISE, second: true }]);
  const readings = [found.lattice, ...again.map(({ lattice }) => lattice)];
  const best = decode(readings, CLAVE, WIDTH)[0];
  return best && CLAVE.plausible(best.code) ? askerOf(readings, best.loss) : first;
}

/** Asks readings of one line, which lose so much as the key that they most resemble. */
const askerOf = (readings: readonly Lattice[], loss: number) => {
  const known = new Map<string, 1 | 0 | -1>();
  return (asked: Asked): 1 | 0 | -1 => {
    const wanted = Array.from({ length: CLAVE.length }, (_, i) => asked(i) ?? '?').join('');
    let answer = known.get(wanted);
    if (answer === undefined) {
      const allowed: CodeShape['allowed'] = (i, before) => asked(i) ?? CLAVE.allowed(i, before);
      const asAsked = decode(readings, { ...CLAVE, allowed }, WIDTH)[0];
      const more = (asAsked?.loss ?? Number.POSITIVE_INFINITY) - loss;
      answer = more < CONFIRMED ? 1 : more > CONTRADICTED ? -1 : 0;
      known.set(wanted, answer);
    }
    return answer;
  };
};

/**
 * A date without a legible label tells something only when it is nearly the one expected: two of
 * year, month and day the same. Others may be dates of issue.
 */
function alike(a: string, b: string): boolean {
  const parts = (date: string) => [date.slice(0, 2), date.slice(2, 4), date.slice(4)];
  return parts(a).filter((part, i) => part === parts(b)[i]).length >= 2;
}

/** Dates as DDMMYYYY with the kind of their nearest label, on the same line, to the left or above. */
function printedDates(lines: readonly Line[]): PrintedDate[] {
  const found: PrintedDate[] = [];
  for (const line of lines) {
    for (const match of line.text.matchAll(DATE)) {
      const [, day, month, year] = match;
      if (!isDay(month!, day!)) continue;
      const before = kindOf(line.text.slice(0, match.index));
      const label = before === 'none' ? nearestLabel(line, lines) : before;
      found.push({ date: `${day}${month}${year}`, label, line });
    }
  }
  return found;
}

function kindOf(text: string): PrintedDate['label'] {
  const upper = text.toUpperCase().replace(/[^A-Z0-9]/g, '');
  if (BIRTH.test(upper)) return 'birth';
  return OTHER.test(upper) ? 'other' : 'none';
}

function nearestLabel({ box }: Line, lines: readonly Line[]): PrintedDate['label'] {
  let nearest: { distance: number; label: PrintedDate['label'] } = { distance: 12, label: 'none' };
  for (const { box: b, text } of lines) {
    const label = kindOf(text);
    if (label === 'none') continue;
    const dx = box.cx - b.cx;
    const dy = box.cy - b.cy;
    const across = (-dx * box.uy + dy * box.ux) / box.hh;
    // From the label's end when it stands to the left, else between the two left edges.
    const along = (dx * box.ux + dy * box.uy) / box.hh;
    const [half, labelHalf] = [box.hw / box.hh, b.hw / box.hh];
    const distance =
      Math.abs(across) < 1
        ? along - half - labelHalf
        : across > 0
          ? across + Math.abs(along - half + labelHalf) / 2
          : Number.POSITIVE_INFINITY;
    if (distance > -2 && distance < nearest.distance) nearest = { distance, label };
  }
  return nearest.label;
}

/** Documents on which M is masculino (and F femenino): licences and passports. */
const MASCULINE_M = /LICENC|CONDUC|MANEJO|CHOFER|AUTOMOVI|PASAPORT|PASSPORT|SEXOSEX/;

/** What M alone says: mujer, but where it may be masculino. */
const letterSays = (letter: string | undefined, text: string): string | null =>
  letter === undefined || (letter === 'M' && MASCULINE_M.test(text)) ? null : letter;

const flat = ({ text }: Line) => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** H or M as printed. */
function printedSex(lines: readonly Line[]): string | null {
  const texts = lines.map(flat);
  const text = texts.join('\n');
  const words = lines.filter((_, i) => texts[i]!.length >= 4 && texts[i]!.length <= 12);
  /** Whether a line is to say one word rather than others that look like it. */
  const prints = (word: string, ...others: string[]) =>
    words.some(({ lattice }) => {
      const loss = lossOf(lattice, word);
      const clear = others.every((other) => lossOf(lattice, other) > loss + CONTRADICTED);
      return clear && loss < WORN_WORD;
    });
  if (/HOMBRE|MASCULINO/.test(text) || prints('HOMBRE', 'MUJER', 'NOMBRE')) return 'H';
  if (/MUJER|FEMENINO/.test(text) || prints('MUJER', 'HOMBRE', 'NOMBRE')) return 'M';
  return letterSays(/SEX[O0]\n?([HM])(?:\n|$)/.exec(text)?.[1], text);
}

/** One letter of a word may be lost whole: no other word of a document comes as near. */
const WORN_WORD = 5;
/** A short line that loses no more than this as the label of the sex is that label. */
const LABEL_LOSS = 5;
/** Where a letter without a label on its line is looked for below it, in half heights of the label. */
const BELOW = [2, 2.6, 3.2] as const;

/**
 * A single letter is often no line to the detector: it is looked for after the label and below it. H or
 * M when both networks tell them apart, else null.
 */
async function sexBeside(lines: readonly Line[], page: OcrPage): Promise<string | null> {
  const label = lines.find(
    ({ glyphs, lattice }) =>
      glyphs.length >= 3 && glyphs.length <= 5 && lossOf(lattice, 'SEXO') < LABEL_LOSS,
  );
  if (!label) return null;
  const { cx, cy, ux, uy, hw, hh } = label.box;
  const place = (along: number, down: number): Box => ({
    cx: cx + along * ux - down * uy,
    cy: cy + along * uy + down * ux,
    ux,
    uy,
    hw: 2.2 * hh,
    hh: 1.2 * hh,
  });
  const places = [place(hw + 2.2 * hh, 0), ...BELOW.map((down) => place(1.7 * hh - hw, down * hh))];
  for (const box of places) {
    const readings = await page.reread(box, [AGAINST_NOISE, { ...AGAINST_NOISE, second: true }]);
    const says = (letter: string, other: string) =>
      readings.every(
        ({ glyphs, lattice }) =>
          glyphs.length > 0 &&
          glyphs.length <= 2 &&
          lossOf(lattice, letter) < CONFIRMED &&
          lossOf(lattice, other) > lossOf(lattice, letter) + CONFIRMED,
      );
    const text = lines.map(flat).join('\n');
    if (says('M', 'H')) return letterSays('M', text);
    if (says('H', 'M')) return 'H';
  }
  return null;
}
