/**
 * The whole test command (`npm test`, which .ci/run calls): checks, unit and HTTP suites on the
 * embedded database, the suites that need a real PostgreSQL, and the browser journeys.
 * `--only=checks|suites|postgres|browser` runs one part; `--only=faults` (`npm run test:faults`) all of
 * the suites of outages, of which the others do a short part.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from './throwaway-postgres.ts';

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

/** Installs Debian packages when we may (root, with apt); whether they are there afterwards is checked by who asks. */
const aptInstall = (packages: string[]) => {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.error(`Instalando de Debian: ${packages.join(', ')}…`);
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' });
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
};

/** What reads our PDFs without knowing anything of us: their tests fail where it is missing. */
const PDF_TOOLS = {
  pdfsig: 'poppler-utils',
  qpdf: 'qpdf',
  openssl: 'openssl',
  zbarimg: 'zbar-tools',
};
const installPdfTools = () => {
  const missing = Object.entries(PDF_TOOLS).filter(
    ([tool]) => spawnSync('which', [tool]).status !== 0,
  );
  if (missing.length > 0) aptInstall(missing.map(([, name]) => name));
};

if (wants('checks')) await run('comprobaciones (npm run validate)', NODE, ['scripts/validate.ts']);
if (wants('suites')) installPdfTools();
if (wants('suites')) {
  await run('pruebas sobre la base embebida', bin('vitest'), ['run'], { WHOLE: '1' });
}

/** No test needs what the suites' server wrote to outlive a power cut: what one needs, it starts a server for. */
const settings = { fsync: 'off', full_page_writes: 'off' };

/** A PostgreSQL to test on, installed when it is missing and we may. */
const findPostgres = async () => {
  const postgres = await startPostgres({ settings });
  if (postgres) return postgres;
  aptInstall(['postgresql']);
  return startPostgres({ settings });
};

/** Vitest on a real PostgreSQL of its own. */
const runOnPostgres = async (name: string, args: string[], env: Record<string, string> = {}) => {
  const postgres = await findPostgres();
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
  if (!process.env.CHROMIUM_PATH && !existsSync(SHELL)) aptInstall(['chromium-headless-shell']);
  if (!findBrowser()) aptInstall(['chromium']);
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
