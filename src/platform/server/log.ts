import { writeSync } from 'node:fs';
import { pino } from 'pino';
import { loggable, messageOf } from './loggable.ts';

const nap = new Int32Array(new SharedArrayBuffer(4));

/**
 * Standard output, a line at a time. Where the lines go may be full, or gone: then they are lost, and
 * not the portal with them. (pino's own writer ends the process then, or never lets it end.)
 */
const output = {
  write(line: string): void {
    const bytes = Buffer.from(line);
    let written = 0;
    for (let waits = 0; written < bytes.length && waits < 100; ) {
      try {
        written += writeSync(1, bytes, written);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
        // Whoever reads is behind.
        Atomics.wait(nap, 0, 0, 5);
        waits += 1;
      }
    }
  },
};

/**
 * Structured lines on standard output. Nothing personal goes in: callers log ids, route patterns
 * and codes, of a failure `loggable` says what may be said; these paths are a second net for what slips into an object.
 */
export const createLog = (level: string) =>
  pino(
    {
      level,
      serializers: { err: (error: unknown) => loggable(error) },
      hooks: {
        logMethod(args, method) {
          const [about, said] = args as [unknown, unknown?];
          const error = (about as { err?: unknown } | null)?.err ?? about;
          // A line that has no words of its own takes those of its failure.
          const isIts = error instanceof Error && (said ?? error.message) === error.message;
          method.apply(this, isIts ? [about as object, messageOf(error)] : args);
        },
      },
      redact: {
        paths: ['*.email', '*.curp', '*.clave', '*.password', '*.nombre', '*.displayName', '*.ip'],
        censor: '—',
      },
    },
    output,
  );

export type Log = ReturnType<typeof createLog>;
