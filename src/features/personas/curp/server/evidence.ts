import { type CodeShape, codesOf } from '../../../../platform/server/ocr/code-candidates.ts';
import type { Line } from '../../../../platform/server/ocr/index.ts';

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
/** Where the key has the letters of positions 1, 14, 3, 15, 4 and 16 of the CURP. */
const NAME_POSITIONS = [0, 13, 2, 14, 3, 15] as const;
/** Separators are required: a run of eight digits can be a folio. */
const DATE = /(?<!\d)([0-3]\d)\s*[/.-]\s*([01]\d)\s*[/.-]\s*((?:19|20)\d\d)(?!\d)/g;
const BIRTH = /NAC[I1L]M|AC[I1L]M[I1L]E|FNAC|NACID|FECHANAC/;
/** Labels of dates that are not of birth. */
const OTHER = /INSCRIP|EXPED|VIGEN|VENC|EMISI|REGISTR|ALTA|INGRES|CADUC|VALID/;

type PrintedDate = { date: string; label: 'birth' | 'other' | 'none' };

/**
 * What the rest of a document says about the person. The check digit lets one misreading in ten
 * pass, among them H for M and ten days more in the date, so the other prints of the same data
 * decide. Answers whether a CURP is contradicted by more facts of one kind than confirm it.
 *
 * Kinds: birth date (printed, elector's key), sex (printed, key), initials and consonants (key).
 */
export function contradictions(lines: readonly Line[]): (curp: string) => boolean {
  const flat = lines.map((line) => line.text.toUpperCase().replace(/[^A-Z0-9]/g, ''));
  const clave = lines.flatMap((line) => codesOf(line, CLAVE))[0];
  const dates = printedDates(lines);
  const birth = dates.filter((d) => d.label === 'birth');
  const unlabelled = dates.filter((d) => d.label === 'none');
  const sex = printedSex(flat);
  return (curp) => {
    const born = (/\d/.test(curp.charAt(16)) ? '19' : '20') + curp.slice(4, 10);
    let date = 0;
    if (dates.some((d) => d.date === born)) date++;
    else if (birth.length > 0 || unlabelled.some((d) => alike(d.date, born))) date--;
    let letters: number = NAME_POSITIONS.length;
    let gender = 0;
    if (clave) {
      date += clave.slice(6, 12) === curp.slice(4, 10) ? 1 : -1;
      gender += clave.charAt(14) === curp.charAt(10) ? 1 : -1;
      letters = NAME_POSITIONS.filter((p, i) => curp[p] === clave[i]).length;
    }
    if (sex) gender += sex === curp.charAt(10) ? 1 : -1;
    return date < 0 || gender < 0 || letters < NAME_POSITIONS.length / 2;
  };
}

/**
 * A date without a legible label tells something only when it is nearly the one expected: two of
 * year, month and day the same. Others may be dates of issue.
 */
function alike(a: string, b: string): boolean {
  const parts = (date: string) => [date.slice(0, 4), date.slice(4, 6), date.slice(6)];
  return parts(a).filter((part, i) => part === parts(b)[i]).length >= 2;
}

/** Dates as YYYYMMDD with the kind of their nearest label, on the same line, to the left or above. */
function printedDates(lines: readonly Line[]): PrintedDate[] {
  const found: PrintedDate[] = [];
  for (const line of lines) {
    for (const match of line.text.matchAll(DATE)) {
      const [, day, month, year] = match;
      if (!isDay(month!, day!)) continue;
      const before = kindOf(line.text.slice(0, match.index));
      const label = before === 'none' ? nearestLabel(line, lines) : before;
      found.push({ date: `${year}${month}${day}`, label });
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

/** H or M as printed. "M" alone is mujer on an elector's card and masculino on some licences. */
function printedSex(flat: readonly string[]): string | null {
  const text = flat.join('\n');
  if (/HOMBRE|MASCULINO/.test(text)) return 'H';
  if (/[MHN]UJER|FEMENINO/.test(text)) return 'M';
  const letter = /SEX[O0]\n?([HM])(?:\n|$)/.exec(text)?.[1];
  return letter === 'M' && !/ELECTOR|PARAVOTAR/.test(text) ? null : (letter ?? null);
}
