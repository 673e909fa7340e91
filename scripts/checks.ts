/** What the checks of `npm run validate` share: the sources that they look at, and how they say what they found. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..');

/** A file's path inside the folder that is looked at, and what it says. */
export type Source = { name: string; text: string };

/** The programs of a folder of the house, without their tests. */
export const readSources = (dir: string): Source[] =>
  readdirSync(join(ROOT, dir), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => ({ name, text: readFileSync(join(ROOT, dir, name), 'utf8') }));

/** Ends the check: with what to do about each problem, if there is any. */
export const report = (problems: readonly string[]): void => {
  if (problems.length === 0) return;
  console.error(`${problems.join('\n')}\n\n${problems.length} problem(s).`);
  process.exit(1);
};
