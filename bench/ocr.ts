/**
 * How well and how fast CURPs are read from synthetic cards (tests/cards). Usage:
 *   node bench/ocr.ts --cards 60 --negatives 42 --seed 7 [--level heavy] [--verbose]
 * Prefix with `taskset -c 0` to measure on one core. Seconds exclude making the card.
 */
import { parseArgs } from 'node:util';
import { findCurp } from '../src/features/personas/curp/rules.ts';
import { readCurpText } from '../src/features/personas/curp/server/grammar.ts';
import { createOcr } from '../src/platform/server/ocr/index.ts';
import { LEVELS, type Level } from '../tests/cards/distort.ts';
import { type Card, makeCard, makeNegative } from '../tests/cards/index.ts';

const { values } = parseArgs({
  options: {
    cards: { type: 'string', default: '60' },
    negatives: { type: 'string', default: '35' },
    seed: { type: 'string', default: '7' },
    level: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
});
const print = (line: string) => process.stdout.write(`${line}\n`);
const seed = Number(values.seed);
const ocr = createOcr();
const seconds: number[] = [];
const negativeSeconds: number[] = [];
const byLevel = new Map<Level, { total: number; exact: number; wrong: number }>();
let falseAccepts = 0;

async function measure(card: Card, times: number[]): Promise<string | null> {
  const started = performance.now();
  const { text, curp } = await readCurpText(ocr, card.image);
  times.push((performance.now() - started) / 1000);
  if (findCurp(text) !== curp) throw new Error(`text and CURP disagree for ${card.name}`);
  return curp;
}

for (let i = 0; i < Number(values.cards); i++) {
  const card = await makeCard(seed, i, values.level as Level | undefined);
  const curp = await measure(card, seconds);
  const tally = byLevel.get(card.level) ?? { total: 0, exact: 0, wrong: 0 };
  tally.total++;
  if (curp === card.curp) tally.exact++;
  else if (curp !== null) tally.wrong++;
  byLevel.set(card.level, tally);
  if (curp !== card.curp || values.verbose) {
    print(`${curp === card.curp ? 'ok  ' : 'MISS'} ${card.name} ${card.curp} → ${curp} ${seconds.at(-1)!.toFixed(1)} s`);
  }
}
for (let i = 0; i < Number(values.negatives); i++) {
  const card = await makeNegative(seed, i);
  const curp = await measure(card, negativeSeconds);
  if (curp !== null) {
    falseAccepts++;
    print(`FALSE ACCEPT ${card.name} → ${curp}`);
  }
}
await ocr.close();

const at = (list: readonly number[], share: number) =>
  [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))]?.toFixed(2) ?? '-';
print('level      exact  of  wrong');
for (const level of LEVELS) {
  const t = byLevel.get(level);
  if (t) print(`${level.padEnd(10)} ${String(t.exact).padStart(5)} ${String(t.total).padStart(3)} ${String(t.wrong).padStart(6)}`);
}
print(`false accepts: ${falseAccepts} of ${values.negatives} negatives`);
print(`seconds a card: p50 ${at(seconds, 0.5)}, p95 ${at(seconds, 0.95)}; negatives p50 ${at(negativeSeconds, 0.5)}, p95 ${at(negativeSeconds, 0.95)}`);
print(`peak RSS of the whole process: ${Math.round(process.resourceUsage().maxRSS / 1024)} MB (cards are made in it too)`);
