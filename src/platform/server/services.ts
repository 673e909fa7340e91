import type { Clock } from './clock.ts';
import type { Database, Db } from './db/index.ts';
import type { DiskWatch } from './disk.ts';
import type { Env } from './env.ts';
import type { Eventos } from './eventos/index.ts';
import type { Hojas } from './hojas/index.ts';
import type { Jobs } from './jobs.ts';
import type { Log } from './log.ts';
import type { Mail } from './mail/index.ts';
import type { Notificaciones } from './notificaciones/index.ts';
import type { Ocr } from './ocr/index.ts';
import type { PasswordStrength } from './password-strength/index.ts';
import type { PdfRenderer } from './pdf/index.ts';
import type { Signer } from './pdf/signing/identity.ts';
import type { Secrets } from './secrets.ts';
import type { Storage } from './storage/index.ts';
import type { Throttle } from './throttle.ts';
import type { Tokens } from './tokens.ts';
import type { Trabajos } from './trabajos.ts';
import type { Turns } from './turns.ts';

/**
 * Makes an object that no answer, log or job may carry: writing it as JSON, alone or within something else,
 * fails instead of giving its secrets away.
 */
export const neverSerialised = (what: object, name: string): void => {
  Object.defineProperty(what, 'toJSON', {
    configurable: true,
    value: () => {
      throw new Error(`${name} must never leave the server`);
    },
  });
};

/** What every handler may use. Built once by `src/server.ts` (and by the tests' fixture). */
export type Services = {
  env: Env;
  database: Database;
  db: Db;
  secrets: Secrets;
  tokens: Tokens;
  throttle: Throttle;
  jobs: Jobs;
  /** Jobs that people follow in the tray, with progress, cancel and retry. */
  trabajos: Trabajos;
  /** Who came before whom, of those who come for the same thing. */
  turns: Turns;
  /** What takes effect at a moment that was written before. */
  punctual: {
    /** After something was scheduled, put off or cancelled. */
    look: (db: Db) => Promise<void>;
    /** Before a request that was received at `receivedAt` is decided. */
    ready: (services: Services, receivedAt: Date) => Promise<void> | undefined;
    start: (db: Db) => Promise<void>;
    close: () => void;
  };
  /** The database's clock, and whether this machine's goes with it. */
  clock: Clock;
  /** The disk of DATA_DIR. */
  disk: DiskWatch;
  /** Live events: pokes to open browsers, after a commit. */
  eventos: Eventos;
  /** Import and export of the lists that declare themselves with `defineHoja`. */
  hojas: Hojas;
  /** The way out of letters; what people are told goes through `notificaciones`. */
  mail: Mail;
  /** Tells people what happened: kept for the bell, and by mail according to kind and preference. */
  notificaciones: Notificaciones;
  passwordStrength: PasswordStrength;
  pdf: PdfRenderer;
  /** The identity (certificate and key) that signs PDFs and the public archive. */
  signer: Signer;
  /** Reads text from pictures, in a process of its own. */
  ocr: Ocr;
  storage: Storage;
  log: Log;
  /** The server's clock; tests move it. */
  now: () => Date;
};
