import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { SmtpServer } from './smtp.ts';

const ROOT = join(import.meta.dirname, '..');

/** A process of tests/fixtures/mailer.ts, ready once it has queued what it was to queue. */
export const startMailer = async (options: {
  folder?: string;
  databaseUrl?: string;
  smtp: string;
  queue?: number;
}) => {
  const child = spawn(
    process.execPath,
    [
      '--liftoff-only',
      'tests/fixtures/mailer.ts',
      options.folder ?? '',
      options.smtp,
      String(options.queue ?? 0),
    ],
    {
      cwd: ROOT,
      env: {
        PATH: process.env.PATH,
        ...(options.databaseUrl && { DATABASE_URL: options.databaseUrl }),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await Promise.race([
    new Promise<void>((resolve) => child.stdout.once('data', () => resolve())),
    exit.then(() => {
      throw new Error('the mailer ended before it was ready');
    }),
  ]);
  const end = (signal: 'SIGKILL' | 'SIGTERM') => async () => {
    child.kill(signal);
    await exit;
  };
  return { kill: end('SIGKILL'), stop: end('SIGTERM') };
};

/**
 * What an SMTP server was given: how many mails, how many of them more than once, and how many whose
 * repetitions did not carry the same Message-ID.
 */
export const summary = ({ received }: SmtpServer) => {
  const ids = new Map<string, Set<string>>();
  for (const { to, messageId } of received) {
    ids.set(to, (ids.get(to) ?? new Set()).add(messageId));
  }
  return {
    different: ids.size,
    repeated: received.length - ids.size,
    mixed: [...ids.values()].filter((set) => set.size > 1).length,
  };
};
