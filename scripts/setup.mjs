// Prepares a fresh clone: packages by the lock file, then (unless --no-build) the web application.
// Plain JavaScript and no packages: it runs on the machine's own Node (20 or newer), before anything
// is installed. What it has done it remembers, so that a second start is instant.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const BIN = join(ROOT, 'node_modules', '.bin');
const CACHE = join(ROOT, '.cache');

const major = Number(process.versions.node.split('.')[0]);
if (major < 20) {
  console.error(`Hace falta Node 20 o más nuevo; este es ${process.version}.`);
  process.exit(1);
}

const run = (command, args, env = {}) => {
  const result = spawnSync(command, args, {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  if (result.status !== 0) {
    console.error(`\nNo se pudo preparar el portal: falló «${command} ${args.join(' ')}».`);
    process.exit(result.status ?? 1);
  }
};

const digest = (paths) => {
  const hash = createHash('sha256');
  const add = (path) => {
    if (!existsSync(path)) return;
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort()) add(join(path, name));
    } else hash.update(path).update(readFileSync(path));
  };
  for (const path of paths) add(join(ROOT, path));
  return hash.digest('hex');
};

/** Runs `work` unless it was done for these same files. */
const once = (name, paths, stillThere, work) => {
  const stamp = join(CACHE, `${name}.sha256`);
  const current = digest(paths);
  if (stillThere && existsSync(stamp) && readFileSync(stamp, 'utf8') === current) return;
  work();
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(stamp, current);
};

once('install', ['package-lock.json', 'package.json'], existsSync(join(BIN, 'node')), () => {
  console.error('Instalando los paquetes del candado (package-lock.json)…');
  // npm was started by the machine's Node; its own path is in npm_execpath when `npm start` ran us.
  const npm = process.env.npm_execpath;
  // Not `ci`: it refuses a lock that lacks other systems' optional binaries, which a registry
  // mirror may not have. With a lock, `install --no-save` installs exactly what it pins.
  const args = ['install', '--no-save', '--no-fund', '--no-audit', '--loglevel=error'];
  const env = { ONNXRUNTIME_NODE_INSTALL: 'skip', LEFTHOOK: '0' };
  if (npm?.endsWith('.js')) run(process.execPath, [npm, ...args], env);
  else run('npm', args, env);
});

if (!process.argv.includes('--no-build')) {
  once(
    'build',
    ['src', 'index.html', 'vite.config.ts', 'scripts/route-files.ts', 'package-lock.json'],
    ['dist/web/index.html', 'dist/pages/assets.json'].every((path) => existsSync(join(ROOT, path))),
    () => {
      console.error('Construyendo la aplicación web…');
      run(join(BIN, 'node'), [
        join(ROOT, 'node_modules/vite/bin/vite.js'),
        'build',
        '--logLevel=warn',
      ]);
    },
  );
}
