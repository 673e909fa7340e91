/**
 * How well and how fast CURPs are read from synthetic cards (tests/cards). Usage:
 *   node bench/ocr.ts --cards 60 --negatives 35 --seed 7 [--family FAMILY] [--level heavy] [--verbose]
 * FAMILY is cards, papers, lamplight (written from the description of photos that were not read) or
 * browser (drawn by Chromium, for a final measure only). `CARD_FONTS=/folder:/folder` adds fonts that
 * the machine does not have. Every miss is printed with its picture's name.
 * Prefix with `taskset -c 0` to measure on one core. The cards are made by a process of their own,
 * so that time and memory here are the reader's alone; they stay in the temporary folder.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findCurp } from '../src/features/personas/curp/rules.ts';
import { readCurpText } from '../src/features/personas/curp/server/grammar.ts';
import { createOcr } from '../src/platform/server/ocr/index.ts';
import { LEVELS, type Level } from '../tests/cards/distort.ts';
import type { Family } from '../tests/cards/index.ts';

type Entry = { name: string; level: Level; negative: string | null; curp: string | null };

const { values } = parseArgs({
  options: {
    cards: { type: 'string', default: '60' },
    negatives: { type: 'string', default: '35' },
    seed: { type: 'string', default: '7' },
    level: { type: 'string' },
    family: { type: 'string', default: 'cards' },
    verbose: { type: 'boolean', default: false },
    make: { type: 'boolean', default: false },
  },
});
const print = (line: string) => process.stdout.write(`${line}\n`);
const [cards, negatives, seed] = [values.cards, values.negatives, values.seed].map(Number) as [
  number,
  number,
  number,
];
const family = values.family as Family;
const folder = join(
  tmpdir(),
  `ocr-${family}-${seed}-${cards}-${negatives}-${values.level ?? 'all'}`,
);

async function make(): Promise<void> {
  const { makeCard, makeNegative } = await import('../tests/cards/index.ts');
  const { closeBrowser } = await import('../tests/cards/browser.ts');
  mkdirSync(`${folder}.part`, { recursive: true });
  const entries: Entry[] = [];
  for (let i = 0; i < cards + negatives; i++) {
    const {
      image,
      person: _,
      ...entry
    } = i < cards
      ? await makeCard(seed, i, values.level as Level | undefined, family)
      : await makeNegative(seed, i - cards, family, values.level as Level | undefined);
    writeFileSync(join(`${folder}.part`, entry.name), image);
    entries.push(entry);
  }
  await closeBrowser();
  writeFileSync(join(`${folder}.part`, 'index.json'), JSON.stringify(entries));
  renameSync(`${folder}.part`, folder);
}

/** Processor seconds so far and peak memory in MB of the reader's own process, and of this one. */
function usage(): { cpu: number; reader: number; own: number } {
  const list = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8');
  const child = `/proc/${list.trim().split(' ')[0]}`;
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const own = { cpu: (userCPUTime + systemCPUTime) / 1e6, own: Math.round(maxRSS / 1024) };
  if (list === '') return { ...own, reader: 0 };
  const ticks = readFileSync(`${child}/stat`, 'utf8').split(') ')[1]!.split(' ');
  const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`${child}/status`, 'utf8'))![1];
  return {
    own: own.own,
    cpu: own.cpu + (Number(ticks[11]) + Number(ticks[12])) / 100,
    reader: Math.round(Number(peak) / 1024),
  };
}

async function measure(): Promise<void> {
  const entries = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as Entry[];
  const ocr = createOcr();
  const seconds: number[] = [];
  const negativeSeconds: number[] = [];
  const processor: number[] = [];
  const tallies = new Map<Level, { total: number; exact: number; wrong: number }>();
  let falseAccepts = 0;
  for (const { name, level, negative, curp: expected } of entries) {
    const started = performance.now();
    const before = usage().cpu;
    const { text, curp } = await readCurpText(ocr, join(folder, name));
    const took = (performance.now() - started) / 1000;
    if (findCurp(text) !== curp) throw new Error(`text and CURP disagree for ${name}`);
    if (!negative) processor.push(usage().cpu - before);
    (negative ? negativeSeconds : seconds).push(took);
    if (negative && curp !== null) falseAccepts++;
    if (!negative) {
      const tally = tallies.get(level) ?? { total: 0, exact: 0, wrong: 0 };
      tally.total++;
      if (curp === expected) tally.exact++;
      else if (curp !== null) tally.wrong++;
      tallies.set(level, tally);
    }
    if (curp !== expected || values.verbose) {
      const verdict =
        curp === expected ? 'ok' : curp === null ? 'MISS' : negative ? 'FALSE ACCEPT' : 'WRONG';
      print(`${verdict} ${name}: ${expected} → ${curp}, ${took.toFixed(1)} s`);
    }
  }
  const { reader, own } = usage();
  await ocr.close();

  const at = (list: readonly number[], share: number) =>
    [...list]
      .sort((a, b) => a - b)
      [Math.min(list.length - 1, Math.floor(list.length * share))]?.toFixed(2) ?? '-';
  const column = (value: string | number) => String(value).padStart(6);
  print('level     exact    of wrong');
  for (const level of LEVELS) {
    const t = tallies.get(level);
    if (t) print(`${level.padEnd(9)}${column(t.exact)}${column(t.total)}${column(t.wrong)}`);
  }
  print(`false accepts: ${falseAccepts} of ${negatives} negatives`);
  print(`seconds a card: p50 ${at(seconds, 0.5)}, p95 ${at(seconds, 0.95)}`);
  print(`processor seconds a card: p50 ${at(processor, 0.5)}, p95 ${at(processor, 0.95)}`);
  print(`seconds a negative: p50 ${at(negativeSeconds, 0.5)}, p95 ${at(negativeSeconds, 0.95)}`);
  print(`peak RSS: reader ${reader} MB, process that asks ${own} MB`);
}

if (values.make) {
  await make();
} else {
  if (!existsSync(folder)) {
    execFileSync(process.execPath, [import.meta.filename, ...process.argv.slice(2), '--make']);
  }
  await measure();
}
