import { randomUUID } from 'node:crypto';
import type { SalidaCorreo } from '../../shared/correos.ts';
import type { Database, Trx } from '../db/index.ts';
import { perform, type Statement } from '../db/together.ts';
import type { Jobs } from '../jobs.ts';
import type { Log } from '../log.ts';
import { type Content, composeMail, type Letter, type Sender } from './compose.ts';
import {
  countCorreos,
  deleteOldCorreos,
  discardCorreos,
  endPause,
  findServidor,
  insertCorreo,
  resendCorreos,
  selectMailbox,
} from './data.ts';
import { createDelivery, type DeliveryOptions } from './delivery.ts';
import { openSmtp } from './smtp.ts';

/** A mail to one address. */
export type Message = {
  to: string;
  subject: string;
  /** Somebody waits in front of the screen for it (a code, a link): it goes before the others. */
  urgent?: boolean;
} & Letter;

/** How the queue is: `desde` is when the oldest that waits was written. */
export type MailState = {
  salida: SalidaCorreo;
  esperan: number;
  /** Id of the oldest that waits. */
  masAntiguo: string | null;
  desde: Date | null;
  fallidos: number;
  /** Only while the server takes nothing: since when, when it is tried next, what it said. */
  falla: { desde: Date; proximo: Date; respuesta: string | null } | null;
};

/** A mail is tried for this long. */
const TRIED_DAYS = 5;
/** What was sent is remembered (without its text) for this long, what was given up for that long. */
const SENT_DAYS = 30;
const FAILED_DAYS = 90;
const DAY_MS = 86_400_000;
/** Deliveries at once, a connection each. Some servers refuse more from one sender. */
const LANES = 5;
/** A commit that follows a queued mail by more than this is left to the next look. */
const COMMIT_MS = 5_000;

export type MailOptions = Pick<
  DeliveryOptions,
  'log' | 'now' | 'onGivenUp' | 'retry' | 'leaseSeconds'
> & {
  database: Database;
  jobs: Jobs;
  log: Log;
  smtpUrl: string | null;
  from: string;
  /** Who signs the mails, and with which colours. */
  sender: Sender;
  /** Keep messages readable at /dev/mail instead of sending them. */
  localMailbox: boolean;
};

/**
 * Mail. `queue` writes the message in the caller's transaction; after the commit this process (or
 * another that shares the database) delivers it, at least once, always with the same Message-ID.
 * Delivery is by SMTP, or (demo mode without SMTP_URL) into a local mailbox; with neither it waits.
 */
export const createMail = (options: MailOptions) => {
  const { database, jobs, smtpUrl, from, sender, localMailbox, now } = options;
  const { db } = database;
  const smtp = smtpUrl ? openSmtp({ url: smtpUrl, from, lanes: LANES }) : null;
  const local = localMailbox && !smtp;
  const compose = (
    mail: { asunto: string; contenido: Content | null; creado_en: Date },
    at: Date,
  ) =>
    composeMail(mail.asunto, mail.contenido ?? { text: '' }, sender, {
      writtenAt: mail.creado_en,
      now: at,
    });

  const delivery =
    smtp || local
      ? createDelivery({
          ...options,
          db,
          lanes: LANES,
          alone: database.kind === 'pglite',
          deliver: smtp && ((mail) => smtp.deliver(mail.id, mail.para, compose(mail, now()))),
        })
      : null;

  let queuedAt = Number.NEGATIVE_INFINITY;
  const forgetCommits = database.onCommit(() => {
    if (performance.now() - queuedAt < COMMIT_MS) delivery?.lookSoon();
  });

  jobs.define(
    'correos-limpiar',
    async () => {
      const ago = (days: number) => new Date(now().getTime() - days * DAY_MS);
      await deleteOldCorreos(db, { sentBefore: ago(SENT_DAYS), failedBefore: ago(FAILED_DAYS) });
    },
    { cron: '47 * * * *', retryLimit: 1 },
  );

  /** What queues a message, for who writes more with it. */
  const queueing = (
    trx: Trx,
    { to, subject, urgent = false, ...contenido }: Message,
  ): Statement<void> => ({
    query: insertCorreo(
      trx,
      { id: randomUUID(), para: to, asunto: subject, contenido, urgente: urgent },
      now(),
      new Date(now().getTime() + TRIED_DAYS * DAY_MS),
    ),
    read: () => {
      queuedAt = performance.now();
    },
  });

  return {
    queueing,
    /** Queues a message in the transaction that causes it. */
    queue: (trx: Trx, message: Message): Promise<void> => perform(trx, queueing(trx, message)),
    /**
     * Sends again what was given up, or at once what waits, with a new term. Gives the ids of those
     * for which it could be done; what was sent cannot: what it said is gone.
     */
    async resend(trx: Trx, ids: readonly string[]): Promise<string[]> {
      const at = now();
      const again = await resendCorreos(trx, ids, at, new Date(at.getTime() + TRIED_DAYS * DAY_MS));
      if (again.length > 0) await endPause(trx, at);
      queuedAt = performance.now();
      return again;
    },
    /** Takes what was given up off the list. Gives the ids of those for which it could be done. */
    discard: (trx: Trx, ids: readonly string[]): Promise<string[]> => discardCorreos(trx, ids),
    /** How the queue and the way out are now. */
    async state(): Promise<MailState> {
      const [count, servidor] = await Promise.all([countCorreos(db), findServidor(db)]);
      const falla = smtp && servidor;
      return {
        ...count,
        salida: local ? 'buzonLocal' : !smtp ? 'sinServidor' : falla ? 'falla' : 'funciona',
        falla: falla
          ? { desde: falla.desde, proximo: falla.hasta, respuesta: falla.respuesta }
          : null,
      };
    },
    /** The local mailbox, newest first; null when there is none. */
    mailbox: local
      ? async () =>
          (await selectMailbox(db)).map((mail) => {
            const { text, html } = compose(mail, mail.enviado_en ?? mail.creado_en);
            return {
              id: mail.id,
              to: mail.para,
              subject: mail.asunto,
              text,
              links: text.match(/https?:\/\/[^\s<>"]+/g) ?? [],
              at: mail.creado_en.toISOString(),
              html,
            };
          })
      : null,
    /** Begins to deliver. */
    start: () => delivery?.start(),
    /** Ends delivering; what has not gone out waits for the next start. */
    async close(): Promise<void> {
      forgetCommits();
      await delivery?.stop();
      smtp?.close();
    },
  };
};

export type Mail = ReturnType<typeof createMail>;
