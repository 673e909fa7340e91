/** Lint, types (both projects), structure, names, look-ups, who decides by a role, who asks for a kind of field, arrows between rooms, unused code, what docs/seguridad.md names, subjects of commits: all of them, in parallel. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const bin = (name: string) => join(ROOT, 'node_modules/.bin', name);

/** TypeScript's native compiler: a third of the processor's time. `typescript` is the last one with the API that others read programs by. */
const TSC = join(ROOT, 'node_modules/typescript-native/bin/tsc');

const CHECKS: [string, string, string[]][] = [
  ['lint', bin('biome'), ['check', '.']],
  [
    'types of the server',
    process.execPath,
    [TSC, '-p', 'tsconfig.server.json', '--noEmit', '--singleThreaded'],
  ],
  [
    'types of the web',
    process.execPath,
    [TSC, '-p', 'tsconfig.web.json', '--noEmit', '--singleThreaded'],
  ],
  ['structure', process.execPath, ['scripts/check-structure.ts']],
  ['names', process.execPath, ['scripts/check-names.ts']],
  ['circles of features', process.execPath, ['scripts/check-circles.ts']],
  ['look-ups', process.execPath, ['scripts/check-lookups.ts']],
  ['policies', process.execPath, ['scripts/check-policies.ts']],
  ['kinds of field', process.execPath, ['scripts/check-campos.ts']],
  ['handlers', process.execPath, ['scripts/check-handlers.ts']],
  ['tables', process.execPath, ['scripts/check-tables.ts']],
  ['states', process.execPath, ['scripts/states.ts', '--check']],
  ['commits', process.execPath, ['scripts/check-commits.ts']],
  ['security document', process.execPath, ['scripts/check-security.ts']],
  ['arrows', bin('depcruise'), ['src', '--config', '.dependency-cruiser.cjs']],
  ['unused', bin('knip'), []],
];

const run = ([name, command, args]: (typeof CHECKS)[number]) =>
  new Promise<boolean>((resolve) => {
    const child = spawn(command, args, { cwd: ROOT });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('exit', (code) => {
      if (code !== 0) console.error(`\n${name}:\n${output}`);
      resolve(code === 0);
    });
  });

const results: boolean[] = [];
// Two at a time: what the smallest machine has.
const queue = [...CHECKS];
await Promise.all(
  [0, 1].map(async () => {
    for (let check = queue.shift(); check; check = queue.shift()) results.push(await run(check));
  }),
);
if (results.includes(false)) process.exit(1);
