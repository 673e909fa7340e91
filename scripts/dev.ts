/**
 * `npm run dev`: the API restarts when a server file changes, the browser follows web files at
 * once (Vite). Open the address that Vite prints; it passes calls on to the API.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const api = process.env.PORT ?? '8080';
const web = process.env.WEB_PORT ?? '5173';
const env = {
  ...process.env,
  PORT: api,
  WEB_PORT: web,
  // The browser talks to Vite's origin.
  ALLOWED_ORIGINS: `http://localhost:${web},http://127.0.0.1:${web}`,
};
const children = [
  spawn(
    process.execPath,
    [
      '--liftoff-only',
      '--watch-path=src',
      '--watch-path=migrations',
      '--watch-preserve-output',
      'scripts/start.ts',
    ],
    {
      cwd: ROOT,
      stdio: 'inherit',
      env,
    },
  ),
  spawn(
    process.execPath,
    [join(ROOT, 'node_modules/vite/bin/vite.js'), '--port', web, '--strictPort'],
    {
      cwd: ROOT,
      stdio: 'inherit',
      env,
    },
  ),
];
const stop = () => {
  for (const child of children) child.kill('SIGTERM');
};
for (const child of children) child.on('exit', stop);
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
