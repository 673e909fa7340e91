import './fonts.ts';
import { BROWSER_CARDS, BROWSER_DATED, filmed } from './browser.ts';
import { CREDENTIALS, DATED_CREDENTIALS } from './credentials.ts';
import { distort, LEVELS, type Level } from './distort.ts';
import { underLamp } from './lamplight.ts';
import { LAYOUTS } from './layouts.ts';
import { type Layouts, NEGATIVES } from './negatives.ts';
import { PAPERS } from './papers.ts';
import { makePerson, type Person } from './people.ts';
import { createRandom, type Random } from './random.ts';
import { snapshot } from './snapshots.ts';

/** A picture and what must be read from it; `curp: null` for a picture that must give nothing. */
export type Card = {
  name: string;
  level: Level;
  negative: string | null;
  curp: string | null;
  /** Whose card it is; a negative may print something else. */
  person: Person;
  image: Buffer;
};

/** Families of pictures with nothing in common: what helps one alone is learnt by heart. */
export type Family = 'cards' | 'papers' | 'lamplight' | 'browser';
export const FAMILIES: Readonly<
  Record<
    Family,
    Layouts & { picture: (svg: string, level: Level, random: Random) => Promise<Buffer> }
  >
> = {
  cards: { all: LAYOUTS, dated: [0, 1, 5].map((i) => LAYOUTS[i]!), picture: distort },
  papers: { all: PAPERS, dated: [PAPERS[0]!], picture: snapshot },
  lamplight: { all: CREDENTIALS, dated: DATED_CREDENTIALS, picture: underLamp },
  browser: { all: BROWSER_CARDS, dated: BROWSER_DATED, picture: filmed },
};

/**
 * The `index`-th positive card of a seed: levels alternate fastest, then layouts, so that any
 * multiple of 5 is balanced by level.
 */
export async function makeCard(
  seed: number,
  index: number,
  level?: Level,
  family: Family = 'cards',
): Promise<Card> {
  const random = createRandom(seed * 7919 + index);
  const chosen = level ?? LEVELS[index % LEVELS.length]!;
  const { all, picture } = FAMILIES[family];
  const layout = Math.floor(index / LEVELS.length) % all.length;
  const person = makePerson(random);
  const svg = all[layout]!({ person, curp: person.curp }, random);
  return {
    name: `${chosen}-${layout}-${seed}-${index}`,
    level: chosen,
    negative: null,
    curp: person.curp,
    person,
    image: await picture(svg, chosen, random),
  };
}

/** The `index`-th picture that holds no acceptable CURP; kinds alternate, then levels. */
export async function makeNegative(
  seed: number,
  index: number,
  family: Family = 'cards',
  level?: Level,
): Promise<Card> {
  const random = createRandom(seed * 104729 + index);
  const kinds = Object.keys(NEGATIVES);
  const kind = kinds[index % kinds.length]!;
  const chosen = level ?? LEVELS[Math.floor(index / kinds.length) % LEVELS.length]!;
  const person = makePerson(random);
  const svg = NEGATIVES[kind]!(person, random, FAMILIES[family]);
  return {
    name: `${kind}-${chosen}-${seed}-${index}`,
    level: chosen,
    negative: kind,
    curp: null,
    person,
    image: await FAMILIES[family].picture(svg, chosen, random),
  };
}
