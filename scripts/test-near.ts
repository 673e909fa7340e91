/**
 * `npm run test:near`: the suites beside what was changed since the last commit (or since the commit named as
 * argument), for the loop of development. Of a changed file it runs the suites of its own folder, or of the nearest
 * folder above it that has any and, of a contract or a policy, `tests/contracts`; of all that was changed, the linter.
 * It is no proof: `npm test` is.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const bin = (name: string) => join(ROOT, 'node_modules/.bin', name);
const git = (...args: string[]) =>
  spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout.split('\n').filter(Boolean);

const since = process.argv[2] ?? 'HEAD';
const changed = [
  ...new Set([
    ...git('diff', '--name-only', '--diff-filter=d', since),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]),
].filter((path) => /\.(ts|tsx|sql)$/.test(path));

const isSuite = (name: string) => name.endsWith('.test.ts') && !name.endsWith('.load.test.ts');

/** The suites of the nearest folder, going up, that has any. */
const suitesNear = (path: string): string[] => {
  if (isSuite(path)) return [path];
  if (path.startsWith('migrations/')) return ['tests/migrations.test.ts'];
  for (
    let dir = dirname(path);
    dir !== '.' && dir !== 'src' && dir !== 'tests';
    dir = dirname(dir)
  ) {
    const here = readdirSync(join(ROOT, dir)).filter(isSuite);
    if (here.length > 0) return here.map((name) => join(dir, name));
    const below = join(dir, 'server');
    if (existsSync(join(ROOT, below))) {
      const suites = readdirSync(join(ROOT, below)).filter(isSuite);
      if (suites.length > 0) return suites.map((name) => join(below, name));
    }
  }
  return [];
};

const suites = new Set(changed.flatMap(suitesNear));
if (changed.some((path) => /contract\.ts$|policy\.ts$/.test(path))) {
  suites.add('tests/contracts.test.ts');
}
if (changed.length === 0) {
  console.error('Nada cambió.');
  process.exit(0);
}
const run = (command: string, args: string[]) =>
  spawnSync(command, args, { cwd: ROOT, stdio: 'inherit' }).status === 0;
console.error(`${changed.length} archivos cambiados, ${suites.size} suites cerca de ellos.`);
const code = changed.filter((path) => !path.endsWith('.sql'));
const good = [
  code.length === 0 || run(bin('biome'), ['check', ...code]),
  suites.size === 0 || run(bin('vitest'), ['run', ...suites]),
];
process.exit(good.every(Boolean) ? 0 : 1);
