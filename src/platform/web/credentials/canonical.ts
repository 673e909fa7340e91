import { TERMS, TYPE, TYPES } from './terms.ts';

/*
 * The canonical N-Quads (RDFC-1.0) of what the school signs. What is not known here is refused, never left out: a property that were
 * would not be covered by the signature. What has two parts without an address that say the same is refused too.
 */

/** What cannot be written: it is no document of the school's, or one of a form that this program does not know. */
export class UnknownForm extends Error {}

/** A part without an address; its label depends on what is said of it. */
type Blank = { readonly blank: number };
type Value = string | Blank;
type Quad = { readonly subject: Value; readonly predicate: string; readonly object: Value };

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\b', '\\b'],
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\f', '\\f'],
  ['\r', '\\r'],
  ['"', '\\"'],
  ['\\', '\\\\'],
]);

const quoted = (text: string): string =>
  `"${text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is escaped
    /[\u0000-\u001f"\\\u007f]/g,
    (letter) =>
      ESCAPES.get(letter) ??
      `\\u${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
  )}"`;

const ABSOLUTE = /^[a-z][a-z\d+.-]*:[^\s<>"{}|\\^`]+$/i;

const iri = (value: unknown): string => {
  if (typeof value !== 'string' || !ABSOLUTE.test(value)) throw new UnknownForm('address');
  return `<${value}>`;
};

const known = <T>(table: Readonly<Record<string, T>>, key: unknown): T => {
  if (typeof key !== 'string' || !Object.hasOwn(table, key)) throw new UnknownForm(String(key));
  return table[key] as T;
};

const literal = (value: unknown, type: string | undefined): string => {
  if (typeof value !== 'string' && typeof value !== 'boolean') throw new UnknownForm('value');
  return quoted(String(value)) + (type === undefined ? '' : `^^<${type}>`);
};

/** Everything that is said, with parts without an address numbered as they come. */
const quadsOf = (
  document: Readonly<Record<string, unknown>>,
): { quads: Quad[]; blanks: number } => {
  const quads: Quad[] = [];
  let blanks = 0;
  const visit = (value: unknown): Value => {
    if (typeof value === 'string') return iri(value);
    if (typeof value !== 'object' || value === null) throw new UnknownForm('value');
    const { '@context': _, id, type, ...rest } = value as Record<string, unknown>;
    const subject = id === undefined ? { blank: blanks++ } : iri(id);
    const say = (predicate: string, object: Value) => quads.push({ subject, predicate, object });
    for (const one of [type ?? []].flat()) say(TYPE, `<${known(TYPES, one)}>`);
    for (const [key, said] of Object.entries(rest)) {
      const term = known(TERMS, key);
      for (const one of [said].flat()) {
        if (term.is === 'node') say(term.iri, visit(one));
        else if (term.is === 'word') say(term.iri, iri(term.of + String(one)));
        else say(term.iri, literal(one, term.type));
      }
    }
    return subject;
  };
  visit(document);
  return { quads, blanks };
};

const write = ({ subject, predicate, object }: Quad, label: (one: Blank) => string): string => {
  const said = (value: Value) => (typeof value === 'string' ? value : label(value));
  return `${said(subject)} <${predicate}> ${said(object)} .\n`;
};

/** By code points, as the standard sorts. */
const sorted = (lines: readonly string[]): string[] => {
  const bytes = new TextEncoder();
  const keyed = lines.map((line) => ({ line, key: bytes.encode(line) }));
  keyed.sort(({ key: a }, { key: b }) => {
    const at = a.findIndex((byte, i) => byte !== b[i]);
    if (at < 0) return a.length - b.length;
    return b[at] === undefined ? 1 : (a[at] ?? 0) - b[at];
  });
  return keyed.map(({ line }) => line);
};

const hexOf = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const sha256 = async (text: string): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));

/** The canonical text of a document. @throws {UnknownForm} */
export const canonicalOf = async (document: Readonly<Record<string, unknown>>): Promise<string> => {
  const { quads, blanks } = quadsOf(document);
  const hashes = await Promise.all(
    Array.from({ length: blanks }, async (_, blank) => {
      const of = quads.filter(({ subject, object }) =>
        [subject, object].some((one) => typeof one === 'object' && one.blank === blank),
      );
      const lines = of.map((quad) => write(quad, (one) => (one.blank === blank ? '_:a' : '_:z')));
      return { blank, hash: hexOf(await sha256(sorted(lines).join(''))) };
    }),
  );
  if (new Set(hashes.map(({ hash }) => hash)).size < blanks) throw new UnknownForm('twice');
  const order = hashes.sort((a, b) => (a.hash < b.hash ? -1 : 1)).map(({ blank }) => blank);
  const lines = quads.map((quad) => write(quad, ({ blank }) => `_:c14n${order.indexOf(blank)}`));
  return [...new Set(sorted(lines))].join('');
};

/** What is signed: the digest of what the proof says of itself, and that of the document. */
export const signedBytesOf = async (
  document: Readonly<Record<string, unknown>>,
  proof: Readonly<Record<string, unknown>>,
): Promise<Uint8Array<ArrayBuffer>> => {
  const { proofValue: _, ...options } = proof;
  const both = await Promise.all(
    [canonicalOf(options), canonicalOf(document)].map(async (text) => sha256(await text)),
  );
  return new Uint8Array(both.flatMap((digest) => [...digest]));
};
