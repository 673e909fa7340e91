import './fonts.ts';
import { distort, LEVELS, type Level } from './distort.ts';
import { LAYOUTS } from './layouts.ts';
import { NEGATIVES } from './negatives.ts';
import { makePerson } from './people.ts';
import { createRandom } from './random.ts';

/** A picture and what must be read from it; `curp: null` for a picture that must give nothing. */
export type Card = {
  name: string;
  level: Level;
  negative: string | null;
  curp: string | null;
  image: Buffer;
};

/**
 * The `index`-th positive card of a seed: levels alternate fastest, then layouts, so that any
 * multiple of 5 is balanced by level.
 */
export async function makeCard(seed: number, index: number, level?: Level): Promise<Card> {
  const random = createRandom(seed * 7919 + index);
  const chosen = level ?? LEVELS[index % LEVELS.length]!;
  const layout = Math.floor(index / LEVELS.length) % LAYOUTS.length;
  const person = makePerson(random);
  const svg = LAYOUTS[layout]!({ person, curp: person.curp }, random);
  const image = await distort(svg, chosen, random);
  return {
    name: `${chosen}-${layout}-${seed}-${index}`,
    level: chosen,
    negative: null,
    curp: person.curp,
    image,
  };
}

/** The `index`-th picture that holds no acceptable CURP; kinds alternate, then levels. */
export async function makeNegative(seed: number, index: number): Promise<Card> {
  const random = createRandom(seed * 104729 + index);
  const kinds = Object.keys(NEGATIVES);
  const kind = kinds[index % kinds.length]!;
  const level = LEVELS[Math.floor(index / kinds.length) % LEVELS.length]!;
  const svg = NEGATIVES[kind]!(makePerson(random), random);
  return {
    name: `${kind}-${level}-${seed}-${index}`,
    level,
    negative: kind,
    curp: null,
    image: await distort(svg, level, random),
  };
}
