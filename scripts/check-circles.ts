/**
 * Features that reach each other through imports (a file-level circle is dependency-cruiser's to find). Run by
 * `npm run validate`. Two that do cannot be understood, moved or tested one without the other.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const FEATURES = join(ROOT, 'src/features');

/** The pairs that there are, each with why. Only to be taken away from: a new one is mended, not listed. */
const KNOWN: Readonly<Record<string, string>> = {
  'identidad ↔ personas':
    'an account is made with its file, and a file shows the photo and the identity images of its account',
};

/** Arrows from one feature to another, each with an import that makes it. */
const arrows = new Map<string, Map<string, string>>();

const IMPORT = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g;

for (const name of readdirSync(FEATURES, { recursive: true, encoding: 'utf8' })) {
  if (!/\.tsx?$/.test(name) || /\.test\.tsx?$/.test(name)) continue;
  const [from = ''] = name.split('/');
  const path = join(FEATURES, name);
  for (const [, target = ''] of readFileSync(path, 'utf8').matchAll(IMPORT)) {
    const [to = '', ...rest] = relative(FEATURES, join(dirname(path), target)).split('/');
    if (to === '..' || to === from || rest.length === 0) continue;
    const mine = arrows.get(from) ?? new Map<string, string>();
    arrows.set(from, mine.set(to, mine.get(to) ?? `${name} imports ${[to, ...rest].join('/')}`));
  }
}

/** The shortest way from one feature to another, as imports; null when there is none. */
const wayOf = (from: string, to: string): string[] | null => {
  const ways = new Map<string, string[]>([[from, []]]);
  for (const [at, way] of ways) {
    for (const [next, why] of arrows.get(at) ?? []) {
      if (next === to) return [...way, why];
      if (!ways.has(next)) ways.set(next, [...way, why]);
    }
  }
  return null;
};

const problems: string[] = [];
const found = new Set<string>();
const names = [...arrows.keys()].sort();
for (const [i, a] of names.entries()) {
  for (const b of names.slice(i + 1)) {
    const [there, back] = [wayOf(a, b), wayOf(b, a)];
    if (!there || !back) continue;
    const pair = `${a} ↔ ${b}`;
    found.add(pair);
    if (pair in KNOWN) continue;
    problems.push(
      `${pair} reach each other. Take one of these imports away: move what both need to the platform or to one of the two, or give it by a slot of the manifest (server/feature.ts, web/feature.ts).\n${[...there, ...back].map((why) => `  ${why}`).join('\n')}`,
    );
  }
}
for (const pair of Object.keys(KNOWN)) {
  if (!found.has(pair))
    problems.push(`${pair} no longer reach each other: take the pair out of KNOWN.`);
}

if (problems.length > 0) {
  console.error(problems.join('\n\n'));
  process.exit(1);
}
