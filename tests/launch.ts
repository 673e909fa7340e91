import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

export { freePort } from '../scripts/free-port.ts';

/** Those that run, by their port. */
const running = new Map<string, { child: ChildProcess; output: () => string }>();

// A test that fails before it ends its server leaves none behind.
process.once('exit', () => {
  for (const { child } of running.values()) child.kill('SIGKILL');
});

/**
 * How a process ended, once all that it said is here; of one that was killed at once: what it had begun itself may keep its
 * output open for a moment.
 */
export const endOf = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => {
    child.once('close', (code) => resolve(code));
    child.once('exit', (code, signal) => {
      if (signal === 'SIGKILL') resolve(code);
    });
  });

/**
 * A server as a process of its own, to be killed. `script` is src/server.ts or scripts/start.ts;
 * `within` a command that ends by running what follows it.
 */
export const launch = (
  env: Record<string, string>,
  script = 'src/server.ts',
  within: readonly string[] = [],
) => {
  const [command, ...args] = [...within, process.execPath, '--liftoff-only', script];
  const child = spawn(command!, args, {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      DEMO: '1',
      LOG_LEVEL: 'silent',
      // A fifth of what starting takes is reading the same TypeScript again.
      NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/tests'),
      ...env,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const launched = { child, output: () => output };
  if (env.PORT) running.set(env.PORT, launched);
  return { ...launched, exit: endOf(child) };
};

/** Waits until the server of that port answers that it is ready; fails at once with what it said when it has ended. */
export const ready = async (port: number): Promise<void> => {
  const { child, output } = running.get(String(port)) ?? {};
  for (let i = 0; i < 1_800; i++) {
    if (child?.exitCode != null) throw new Error(`the server ended:\n${output?.()}`);
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (response?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the server did not become ready in three minutes');
};
