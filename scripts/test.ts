/**
 * The whole test command (`npm test`, which .ci/run calls): checks, unit and HTTP suites on the
 * embedded database, the suites that need a real PostgreSQL, and the browser journeys.
 * `--only=checks|suites|postgres|browser` runs one part; `--only=faults` (`npm run test:faults`) all of
 * the suites of outages, of which the others do a short part.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { hasPostgres, startPostgres } from './throwaway-postgres.ts';

const ROOT = join(import.meta.dirname, '..');
const NODE = process.execPath;
const bin = (name: string) => join(ROOT, 'node_modules/.bin', name);

const only = process.argv.find((arg) => arg.startsWith('--only='))?.slice('--only='.length);
const failures: string[] = [];

const run = (name: string, command: string, args: string[], env: Record<string, string> = {}) =>
  new Promise<void>((resolve) => {
    const started = Date.now();
    console.error(`\n── ${name}`);
    const child = spawn(command, args, {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    });
    child.on('exit', (code) => {
      console.error(
        `── ${name}: ${code === 0 ? 'bien' : 'FALLÓ'} (${Math.round((Date.now() - started) / 1000)} s)`,
      );
      if (code !== 0) failures.push(name);
      resolve();
    });
  });

const wants = (part: string) => only === undefined || only === part;

/** The shell is the same engine without what no test sees drawn: it asks for two thirds of the processor's time. */
const SHELL = '/usr/bin/chromium-headless-shell';

const findBrowser = (): string | null => {
  const paths = [
    process.env.CHROMIUM_PATH,
    SHELL,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ];
  return paths.find((path) => path && existsSync(path)) ?? null;
};

/** A program that ends, whatever it says. */
const ended = (command: string, args: string[], output: 'ignore' | 'inherit') =>
  new Promise<void>((resolve) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'ignore', output],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    child.on('error', () => resolve());
    child.on('exit', () => resolve());
  });

/** What apt does now: one thing at a time, with Debian's lists asked for once. */
let apt: Promise<void> | undefined;
/** Installs Debian packages when we may (root, with apt); whether they are there afterwards is checked by who asks. */
const aptInstall = (packages: string[]): Promise<void> => {
  const may = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!may || packages.length === 0) return apt ?? Promise.resolve();
  apt = (apt ?? ended('apt-get', ['update', '-qq'], 'ignore')).then(() => {
    console.error(`Instalando de Debian: ${packages.join(', ')}…`);
    const args = ['install', '-y', '-qq', '--no-install-recommends', ...packages];
    return ended('apt-get', args, 'inherit');
  });
  return apt;
};

/** What reads our PDFs without knowing anything of us: their tests fail where it is missing. */
const PDF_TOOLS = {
  pdfsig: 'poppler-utils',
  qpdf: 'qpdf',
  openssl: 'openssl',
  zbarimg: 'zbar-tools',
};
const missingPdfTools = () =>
  Object.entries(PDF_TOOLS)
    .filter(([tool]) => spawnSync('which', [tool]).status !== 0)
    .map(([, name]) => name);

// Half a minute that is mostly waited for: while the checks run, and the browser while the suites do.
const wantsServer = wants('postgres') || only === 'faults';
const forSuites = wants('suites') || wants('postgres') ? missingPdfTools() : [];
if (wantsServer && !hasPostgres()) forSuites.push('postgresql');
const suitesReady = aptInstall(forSuites);
const wantsShell = wants('browser') && !process.env.CHROMIUM_PATH && !existsSync(SHELL);
const browserReady = aptInstall(wantsShell ? ['chromium-headless-shell'] : []);

if (wants('checks')) await run('comprobaciones (npm run validate)', NODE, ['scripts/validate.ts']);
await suitesReady;
if (wants('suites')) {
  await run('pruebas sobre la base embebida', bin('vitest'), ['run'], { WHOLE: '1' });
}

/** No test needs what the suites' server wrote to outlive a power cut: what one needs, it starts a server for. */
const settings = { fsync: 'off', full_page_writes: 'off' };

/** Vitest on a real PostgreSQL of its own. */
const runOnPostgres = async (name: string, args: string[], env: Record<string, string> = {}) => {
  const postgres = await startPostgres({ settings });
  if (!postgres) {
    console.error(
      'No hay PostgreSQL en esta máquina y no se pudo instalar: instale el paquete «postgresql» de Debian.',
    );
    failures.push(name);
    return;
  }
  await run(name, bin('vitest'), ['run', '--config', 'vitest.postgres.config.ts', ...args], {
    ...env,
    TEST_DATABASE_URL: postgres.url,
  });
  await postgres.stop();
};

if (wants('postgres')) await runOnPostgres('pruebas sobre PostgreSQL', []);

if (only === 'faults') {
  const all = { FAULTS: '1' };
  await run('pruebas de fallos', bin('vitest'), ['run', 'tests/faults'], all);
  await runOnPostgres(
    'pruebas de fallos sobre PostgreSQL',
    ['tests/faults', 'tests/trabajos'],
    all,
  );
}

if (wants('browser')) {
  await browserReady;
  if (!findBrowser()) await aptInstall(['chromium']);
  const browser = findBrowser();
  if (browser) {
    await run('recorridos en el navegador', bin('playwright'), ['test'], {
      CHROMIUM_PATH: browser,
    });
  } else {
    console.error(
      'No hay un navegador y no se pudo instalar: instale el paquete «chromium» de Debian.',
    );
    failures.push('recorridos en el navegador');
  }
}

if (failures.length > 0) {
  console.error(`\nFalló: ${failures.join(', ')}.`);
  process.exit(1);
}
console.error('\nTodo bien.');
