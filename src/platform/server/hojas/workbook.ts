import { posix } from 'node:path';
import { DAMAGED, UnreadableSpreadsheet } from './unreadable.ts';
import { attribute, MAX_TEXT, readXml } from './xml.ts';
import { TOO_BIG, type Zip } from './zip.ts';

/** What one has to know of a workbook to read a worksheet of it. */
export type Workbook = {
  /** Visible worksheets, in the workbook's order, with their part's name. */
  worksheets: { name: string; part: string }[];
  strings: readonly string[];
  /** By style index: whether numbers so styled are dates. */
  dateStyles: readonly boolean[];
  /** By style index: digits of a number shown with zeros before it (a postal code, «00000»). */
  zeros: readonly number[];
  /** By style index: whether numbers so styled are shown as percentages, a hundred times what the cell holds. */
  percents: readonly boolean[];
  /** By style index: whether numbers so styled are shown as a time without a day. */
  times: readonly boolean[];
  /** Dates count from 1904 (old Macintosh workbooks). */
  from1904: boolean;
};

/** Texts are all held in memory. 200,000 rows of ten different texts each are as many. */
const MAX_STRINGS = 2_000_000;
const MAX_STRINGS_BYTES = 120 * 1024 * 1024;
const SMALL = 16 * 1024 * 1024;

/** Excel writes some characters as _x000D_. */
export const decodeEscapes = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-F]{4})_/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;

type Relation = { target: string; type: string };

const readRelations = async (zip: Zip, part: string): Promise<Map<string, Relation>> => {
  const name = posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`);
  const relations = new Map<string, Relation>();
  if (!zip.has(name)) return relations;
  for await (const events of readXml(zip.text(name, SMALL))) {
    for (const event of events) {
      if (event.kind !== 'open' || event.name !== 'Relationship') continue;
      const target = attribute(event.attributes, 'Target') ?? '';
      relations.set(attribute(event.attributes, 'Id') ?? '', {
        target: target.startsWith('/') ? target.slice(1) : posix.join(posix.dirname(part), target),
        type: (attribute(event.attributes, 'Type') ?? '').split('/').pop() ?? '',
      });
    }
  }
  return relations;
};

/** Texts that cells point to. Phonetic guides (`rPh`) are not part of the text. */
const readStrings = async (zip: Zip, part: string): Promise<string[]> => {
  const strings: string[] = [];
  let text = '';
  let inText = false;
  let phonetic = false;
  for await (const events of readXml(zip.text(part, MAX_STRINGS_BYTES))) {
    for (const event of events) {
      if (event.kind === 'text') {
        if (inText && text.length < MAX_TEXT) text += event.text;
      } else if (event.kind === 'open') {
        if (event.name === 'si') text = '';
        else if (event.name === 't') inText = !phonetic && !event.selfClosing;
        else if (event.name === 'rPh') phonetic = !event.selfClosing;
        if (event.name === 'si' && event.selfClosing) strings.push('');
      } else if (event.name === 't') inText = false;
      else if (event.name === 'rPh') phonetic = false;
      else if (event.name === 'si') strings.push(decodeEscapes(text));
    }
    if (strings.length > MAX_STRINGS) throw new UnreadableSpreadsheet(TOO_BIG);
  }
  return strings;
};

/** Built-in formats that show a day. */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);

/** The longest format that Excel writes. */
const MAX_FORMAT = 255;
/** Most formats and styles that it keeps in a workbook. */
const MAX_STYLES = 65_536;

/** A format of the user's shows a day when it has one of d, y outside quotes and brackets. */
const showsDay = (format: string) =>
  format.length <= MAX_FORMAT &&
  /[dy]/i.test(format.replace(/"[^"]*"|\[[^\]]*\]|\\./g, '').replace(/general|red|yellow/gi, ''));

/** Built-in formats that show a percentage: 0% and 0.00%. */
const isBuiltInPercent = (id: number) => id === 9 || id === 10;

/** A format of the user's shows a percentage when its sign stands outside quotes and brackets. */
const showsPercent = (format: string) =>
  format.length <= MAX_FORMAT && format.replace(/"[^"]*"|\[[^\]]*\]|\\./g, '').includes('%');

/** Built-in formats that show a time of the day. */
const isBuiltInTime = (id: number) => id >= 18 && id <= 21;

/** A format of the user's shows a time when it has hours or seconds outside quotes. `[h]` counts a duration. */
const showsTime = (format: string) =>
  format.length <= MAX_FORMAT &&
  !/\[[hms]+\]/i.test(format) &&
  /[hs]/i.test(format.replace(/"[^"]*"|\[[^\]]*\]|\\./g, '')) &&
  !showsDay(format);

const readStyles = async (
  zip: Zip,
  part: string,
): Promise<Pick<Workbook, 'dateStyles' | 'zeros' | 'percents' | 'times'>> => {
  const custom = new Map<
    number,
    { isDate: boolean; zeros: number; isPercent: boolean; isTime: boolean }
  >();
  const times: boolean[] = [];
  const dateStyles: boolean[] = [];
  const zeros: number[] = [];
  const percents: boolean[] = [];
  let inCells = false;
  for await (const events of readXml(zip.text(part, SMALL))) {
    for (const event of events) {
      if (event.kind === 'close' && event.name === 'cellXfs') inCells = false;
      if (event.kind !== 'open') continue;
      if (event.name === 'numFmt') {
        const format = attribute(event.attributes, 'formatCode') ?? '';
        custom.set(Number(attribute(event.attributes, 'numFmtId')), {
          isDate: showsDay(format),
          zeros: /^0{2,15}$/.exec(format)?.[0].length ?? 0,
          isPercent: showsPercent(format),
          isTime: showsTime(format),
        });
      } else if (event.name === 'cellXfs') inCells = !event.selfClosing;
      else if (event.name === 'xf' && inCells) {
        const id = Number(attribute(event.attributes, 'numFmtId') ?? 0);
        const format = custom.get(id);
        dateStyles.push(format?.isDate ?? isBuiltInDate(id));
        zeros.push(format?.zeros ?? 0);
        percents.push(format?.isPercent ?? isBuiltInPercent(id));
        times.push(format?.isTime ?? isBuiltInTime(id));
      }
      if (Math.max(custom.size, dateStyles.length) > MAX_STYLES)
        throw new UnreadableSpreadsheet(DAMAGED);
    }
  }
  return { dateStyles, zeros, percents, times };
};

/** Opens what is around the worksheets of a workbook. */
export const readWorkbook = async (zip: Zip): Promise<Workbook> => {
  const root = await readRelations(zip, '');
  const main = [...root.values()].find(({ type }) => type === 'officeDocument')?.target;
  const part = main && zip.has(main) ? main : 'xl/workbook.xml';
  if (!zip.has(part)) {
    throw new UnreadableSpreadsheet(
      'El archivo no es un libro XLSX ni un CSV. Guárdelo en uno de esos formatos e inténtelo de nuevo.',
    );
  }
  const relations = await readRelations(zip, part);
  const worksheets: Workbook['worksheets'] = [];
  let from1904 = false;
  for await (const events of readXml(zip.text(part, SMALL))) {
    for (const event of events) {
      if (event.kind !== 'open') continue;
      if (event.name === 'workbookPr') {
        from1904 = /^(1|true)$/.test(attribute(event.attributes, 'date1904') ?? '');
      }
      if (event.name !== 'sheet') continue;
      const target = relations.get(attribute(event.attributes, 'id') ?? '');
      const hidden = (attribute(event.attributes, 'state') ?? 'visible') !== 'visible';
      if (target?.type === 'worksheet' && !hidden && zip.has(target.target)) {
        worksheets.push({ name: attribute(event.attributes, 'name') ?? '', part: target.target });
      }
    }
  }
  if (worksheets.length === 0) throw new UnreadableSpreadsheet(DAMAGED);
  const partOf = (type: string) => {
    const target = [...relations.values()].find((relation) => relation.type === type)?.target;
    return target !== undefined && zip.has(target) ? target : null;
  };
  const strings = partOf('sharedStrings');
  const styles = partOf('styles');
  return {
    worksheets,
    strings: strings === null ? [] : await readStrings(zip, strings),
    ...(styles === null
      ? { dateStyles: [], zeros: [], percents: [], times: [] }
      : await readStyles(zip, styles)),
    from1904,
  };
};
