import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

export const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
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
  const exit = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  return { child, exit, output: () => output };
};

/** Waits until the server of that port answers that it is ready. */
export const ready = async (port: number): Promise<void> => {
  for (let i = 0; i < 600; i++) {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (response?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the server did not become ready in 60 s');
};
