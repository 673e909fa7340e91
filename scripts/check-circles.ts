/**
 * Features that reach each other through imports (a file-level circle is dependency-cruiser's to find). Run by
 * `npm run validate`. Two that do cannot be understood, moved or tested one without the other.
 */
import { dirname, join, relative } from 'node:path';
import { readSources, report, type Source } from './checks.ts';

/** The pairs that there are, each with why. Only to be taken away from: a new one is mended, not listed. */
const KNOWN: Readonly<Record<string, string>> = {
  'identidad ↔ personas':
    'an account is made with its file, and a file shows the photo and the identity images of its account',
};

const IMPORT = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g;

/** Arrows from one feature to another, each with an import that makes it. */
type Arrows = Map<string, Map<string, string>>;

const arrowsOf = (sources: readonly Source[]): Arrows => {
  const arrows: Arrows = new Map();
  for (const { name, text } of sources) {
    const [from = ''] = name.split('/');
    for (const [, target = ''] of text.matchAll(IMPORT)) {
      const [to = '', ...rest] = relative('/', join('/', dirname(name), target)).split('/');
      // Whatever goes further up than the features themselves is no feature's.
      const up = target.split('/').filter((part) => part === '..').length;
      if (up >= name.split('/').length || to === from || rest.length === 0) continue;
      const mine = arrows.get(from) ?? new Map<string, string>();
      arrows.set(from, mine.set(to, mine.get(to) ?? `${name} imports ${[to, ...rest].join('/')}`));
    }
  }
  return arrows;
};

/** The shortest way from one feature to another, as imports; null when there is none. */
const wayOf = (arrows: Arrows, from: string, to: string): string[] | null => {
  const ways = new Map<string, string[]>([[from, []]]);
  for (const [at, way] of ways) {
    for (const [next, why] of arrows.get(at) ?? []) {
      if (next === to) return [...way, why];
      if (!ways.has(next)) ways.set(next, [...way, why]);
    }
  }
  return null;
};

/** The pairs of features that reach each other and are not known, and the known ones that no longer do. */
export const findCircles = (
  sources: readonly Source[],
  known: Readonly<Record<string, string>>,
): string[] => {
  const arrows = arrowsOf(sources);
  const problems: string[] = [];
  const found = new Set<string>();
  const names = [...arrows.keys()].sort();
  for (const [i, a] of names.entries()) {
    for (const b of names.slice(i + 1)) {
      const [there, back] = [wayOf(arrows, a, b), wayOf(arrows, b, a)];
      if (!there || !back) continue;
      const pair = `${a} ↔ ${b}`;
      found.add(pair);
      if (pair in known) continue;
      problems.push(
        `${pair} reach each other. Take one of these imports away: move what both need to the platform or to one of the two, or give it by a slot of the manifest (server/feature.ts, web/feature.ts).\n${[...there, ...back].map((why) => `  ${why}`).join('\n')}`,
      );
    }
  }
  for (const pair of Object.keys(known)) {
    if (!found.has(pair))
      problems.push(`${pair} no longer reach each other: take the pair out of KNOWN.`);
  }
  return problems;
};

if (import.meta.main) report(findCircles(readSources('src/features'), KNOWN));
