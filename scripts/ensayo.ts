/**
 * `npm run ensayo -- --personas 2000 --lugares 500 [--procesos 1]`: an opening day that is made up, on this machine and in a
 * database of its own beside the school's (with DATABASE_URL, on the same server; otherwise the embedded one in a temporary
 * folder). Nothing of the school is read or written, no mail leaves, and nothing stays: what one that was killed left, the
 * next one takes away.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Database, openDatabase } from '../src/platform/server/db/index.ts';
import { EnvError, readEnv } from '../src/platform/server/env.ts';
import { createPortal, runOrExplain } from '../src/server.ts';
import { type Base, openBase } from './ensayo/base.ts';
import { sendTodos } from './ensayo/envio.ts';
import { makeApertura } from './ensayo/gente.ts';
import { informe } from './ensayo/informe.ts';
import { reviewApertura } from './ensayo/revision.ts';
import { freePort } from './free-port.ts';

const ROOT = join(import.meta.dirname, '..');
/** Connections that are kept at a time: a browser keeps its own, and a machine has only so many. */
const EN_VUELO = 500;
/** In a server of the rehearsal: it ends with whoever began it, however that came to its end. */
const WITH_ITS_PARENT =
  'data:text/javascript,process.once("disconnect",()=>process.exit(1));process.channel?.unref()';
/** Milliseconds that a server has to become ready. */
const LISTO = 120_000;

const say = (text: string) => console.error(text);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const enteroDe = (name: string, text: string, min: number, max: number): number => {
  const n = Number(text);
  if (Number.isInteger(n) && n >= min && n <= max) return n;
  throw new EnvError(`--${name} es un número entero entre ${min} y ${max}.`);
};

/** What the portal of the rehearsal is told: of the school's own settings, only how many connections its database has. */
const variablesDe = ({ databaseUrl, dataDir }: Base): Record<string, string> => ({
  DEMO: '1',
  LOG_LEVEL: 'error',
  DATA_DIR: dataDir,
  SECRET_KEY: randomBytes(32).toString('hex'),
  ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
  ...(process.env.DATABASE_POOL && { DATABASE_POOL: process.env.DATABASE_POOL }),
});

/** Somebody ended it before its end: nothing more is begun, and nothing more is said of what was under way. */
let isInterrupted = false;
/**
 * What ends at once each server that runs and each database that is open here. Before the database is taken away: whoever
 * still has a connection would say that it was lost.
 */
const abiertos = new Set<() => unknown>();

const refuseInterrupted = (): void => {
  if (isInterrupted) throw new EnvError('El ensayo se interrumpió.');
};

/** The rehearsal's database, opened by this process until it closes it. */
const openHere = ({ databaseUrl, dataDir }: Base, poolSize: number): Promise<Database> => {
  refuseInterrupted();
  const opening = openDatabase({ databaseUrl, dataDir, poolSize });
  // What is under way on a connection ends with the database; those that wait end here.
  const end = (database: Database) => void database.close().catch(() => {});
  abiertos.add(() => opening.then(end, () => {}));
  return opening;
};

/** @throws {EnvError} it did not become ready, or was ended before. */
const startServer = async (variables: Record<string, string>) => {
  const port = await freePort();
  refuseInterrupted();
  const child: ChildProcess = spawn(
    process.execPath,
    ['--liftoff-only', '--import', WITH_ITS_PARENT, 'src/server.ts'],
    {
      cwd: ROOT,
      env: { PATH: process.env.PATH, ...variables, PORT: String(port), HOST: '127.0.0.1' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  );
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const end = () => {
    child.kill('SIGKILL');
    return exit;
  };
  abiertos.add(end);
  void exit.then(() => abiertos.delete(end));
  const base = `http://127.0.0.1:${port}`;
  const stop = async () => {
    child.kill('SIGTERM');
    const slow = setTimeout(() => child.kill('SIGKILL'), 20_000);
    await exit;
    clearTimeout(slow);
  };
  const until = Date.now() + LISTO;
  while (Date.now() < until && child.exitCode === null) {
    const answer = await fetch(`${base}/readyz`).catch(() => null);
    if (answer?.status === 200) return { base, stop };
    await pause(100);
  }
  await stop();
  throw new EnvError('El servidor del ensayo no llegó a estar listo; lo que dijo está arriba.');
};

/** Gives whether all agreed. */
const rehearse = async (
  base: Base,
  { personas, lugares, procesos }: Record<'personas' | 'lugares' | 'procesos', number>,
): Promise<boolean> => {
  const variables = variablesDe(base);
  say('Preparando a las personas y la edición del ensayo…');
  const env = readEnv(variables);
  const portal = await createPortal(env, { database: await openHere(base, env.databasePool) });
  const apertura = await makeApertura(portal.services, { personas, lugares });
  await portal.stop();
  say(procesos === 1 ? 'Iniciando el servidor…' : `Iniciando ${procesos} servidores…`);
  const started = await Promise.all(Array.from({ length: procesos }, () => startServer(variables)));
  try {
    say(`Se abre la inscripción: ${personas} personas envían…`);
    const step = Math.max(Math.floor(personas / 10), 1);
    const answers = await sendTodos(
      started.map((one) => one.base),
      apertura,
      {
        enVuelo: EN_VUELO,
        alResponder: (van) => {
          if (van % step === 0 && !isInterrupted) say(`  ${van} con respuesta`);
        },
      },
    );
    await Promise.all(started.map(({ stop }) => stop()));
    const database = await openHere(base, 2);
    const reviewed = await reviewApertura(database.db, apertura, answers, {
      desfase: EN_VUELO,
    });
    await database.close();
    process.stdout.write(`\n${informe(apertura, answers, reviewed)}\n`);
    return reviewed.problemas.length === 0;
  } finally {
    await Promise.all(started.map(({ stop }) => stop()));
  }
};

await runOrExplain(async () => {
  const { values } = parseArgs({
    options: {
      personas: { type: 'string', default: '2000' },
      lugares: { type: 'string', default: '500' },
      procesos: { type: 'string', default: '1' },
    },
  });
  const personas = enteroDe('personas', values.personas, 1, 20_000);
  const lugares = enteroDe('lugares', values.lugares, 1, 100_000);
  const procesos = enteroDe('procesos', values.procesos, 1, 32);
  const databaseUrl = process.env.DATABASE_URL || null;
  if (databaseUrl === null && procesos > 1) {
    throw new EnvError(
      'La base incluida la abre un solo proceso: para ensayar con varios, indique DATABASE_URL.',
    );
  }
  const base = await openBase(databaseUrl);
  if (base.cleaned > 0) say('Se quitó lo que dejó un ensayo que no terminó.');
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      isInterrupted = true;
      say('Ensayo interrumpido: se quita lo que hizo…');
      void Promise.all([...abiertos].map((end) => end()))
        .then(base.drop)
        .finally(() => {
          say('No quedó nada del ensayo.');
          process.exit(1);
        });
    });
  }
  let agreed = false;
  try {
    agreed = await rehearse(base, { personas, lugares, procesos });
  } catch (error) {
    // What it stood on was taken away from under it: nothing more to say.
    if (!isInterrupted) throw error;
  } finally {
    await base.drop();
  }
  if (isInterrupted) return;
  say('\nNo quedó nada del ensayo.');
  process.exit(agreed ? 0 : 1);
});
