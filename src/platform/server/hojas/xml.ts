import { lookUp } from '../../shared/look-up.ts';
import { DAMAGED, UnreadableSpreadsheet } from './unreadable.ts';

/** One piece of an XML text. Names come without their namespace's prefix. */
export type XmlEvent =
  | { kind: 'open'; name: string; attributes: string; selfClosing: boolean }
  | { kind: 'close'; name: string }
  | { kind: 'text'; text: string };

/** The longest cell: Excel's limit is 32,767 characters. */
export const MAX_TEXT = 40_000;
/** The longest piece that is waited for. */
const MAX_TOKEN = 1_000_000;

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const decodeEntities = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
        if (name !== undefined) return lookUp(NAMED, name) ?? whole;
        const code = hex !== undefined ? Number.parseInt(hex, 16) : Number(decimal);
        return code <= 0x10ffff ? String.fromCodePoint(code) : '';
      })
    : text;

/** The value of an attribute, by its local name. */
export const attribute = (attributes: string, name: string): string | undefined => {
  let from = 0;
  for (;;) {
    const at = attributes.indexOf(`${name}=`, from);
    if (at < 0) return undefined;
    const before = attributes[at - 1];
    const quote = attributes[at + name.length + 1];
    if ((at === 0 || /[\s:]/.test(before!)) && (quote === '"' || quote === "'")) {
      const start = at + name.length + 2;
      const end = attributes.indexOf(quote, start);
      return end < 0 ? undefined : decodeEntities(attributes.slice(start, end));
    }
    from = at + 1;
  }
};

const local = (name: string) => {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
};

const DOUBLE = 34;
const SINGLE = 39;
const GREATER = 62;

/** Where the tag that begins at `from` ends: a quoted `>` does not end it. -1: not yet here. */
const tagEnd = (text: string, from: number): number => {
  let quote = 0;
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === DOUBLE || code === SINGLE) quote = code;
    else if (code === GREATER) return i;
  }
  return -1;
};

/**
 * Cuts the XML of a workbook's part into pieces while it arrives, one array for each chunk. Enough
 * for SpreadsheetML: no document types (so no entities of its own) – those are refused.
 */
export async function* readXml(chunks: AsyncIterable<string>): AsyncGenerator<XmlEvent[]> {
  let rest = '';
  for await (const chunk of chunks) {
    const text = rest + chunk;
    const events: XmlEvent[] = [];
    let at = 0;
    while (at < text.length) {
      const open = text.indexOf('<', at);
      if (open < 0) break;
      if (open > at) events.push({ kind: 'text', text: decodeEntities(text.slice(at, open)) });
      at = open;
      const next = text[open + 1];
      if (next === '!' || next === '?') {
        if (next === '!' && text.length - open < 9) break;
        const [end, length] = text.startsWith('<!--', open)
          ? [text.indexOf('-->', open), 3]
          : text.startsWith('<![CDATA[', open)
            ? [text.indexOf(']]>', open), 3]
            : [text.indexOf('?>', open), 2];
        if (next === '!' && length === 2) throw new UnreadableSpreadsheet(DAMAGED);
        if (end < 0) break;
        if (text.startsWith('<![CDATA[', open)) {
          events.push({ kind: 'text', text: text.slice(open + 9, end) });
        }
        at = end + length;
        continue;
      }
      const end = tagEnd(text, open);
      if (end < 0) break;
      if (next === '/') {
        events.push({ kind: 'close', name: local(text.slice(open + 2, end).trim()) });
      } else {
        const selfClosing = text[end - 1] === '/';
        const tag = text.slice(open + 1, selfClosing ? end - 1 : end);
        const space = tag.search(/\s/);
        events.push({
          kind: 'open',
          name: local(space < 0 ? tag : tag.slice(0, space)),
          attributes: space < 0 ? '' : tag.slice(space + 1),
          selfClosing,
        });
      }
      at = end + 1;
    }
    rest = text.slice(at);
    if (rest.length > MAX_TOKEN) throw new UnreadableSpreadsheet(DAMAGED);
    yield events;
  }
  if (rest.trim() !== '') throw new UnreadableSpreadsheet(DAMAGED);
}
