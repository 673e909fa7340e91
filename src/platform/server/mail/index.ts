import { randomUUID } from 'node:crypto';
import type { RawBuilder } from 'kysely';
import { CORREO, type Medio, type SalidaCorreo } from '../../shared/correos.ts';
import type { Database, Trx } from '../db/index.ts';
import type { Jobs } from '../jobs.ts';
import type { Log } from '../log.ts';
import { type Content, composeMail, type Letter, type Sender } from './compose.ts';
import {
  countCorreos,
  deleteOldCorreos,
  discardCorreos,
  findServidor,
  insertCorreo,
  resendCorreos,
  selectMailbox,
} from './data.ts';
import { createDelivery, type DeliveryOptions } from './delivery.ts';
import { endPause } from './delivery-data.ts';
import { openSms } from './sms.ts';
import { openSmtp } from './smtp.ts';
import { NotDelivered, type Verdict } from './verdict.ts';

/** A letter to one address, as `notificaciones` queues it. */
export type Outgoing = {
  to: string;
  subject: string;
  urgent?: boolean;
  forget?: boolean;
  /** See `Message`. */
  reserva?: string | undefined;
  /** It is not sent after this; undefined: it is true as long as mails are tried. */
  until?: Date | undefined;
  letter: Letter;
};

/** A message of a line or two to a telephone. */
export type TextMessage = {
  /** E.164: `+525512345678`. */
  to: string;
  /** What it is about, for the list of what is sent; the telephone does not get it. */
  subject: string;
  text: string;
  /** It is not sent after this. */
  until: Date;
};

/** How the queue is: `desde` is when the oldest that waits was written. */
export type MailState = {
  salida: SalidaCorreo;
  esperan: number;
  /** Id of the oldest that waits. */
  masAntiguo: string | null;
  desde: Date | null;
  fallidos: number;
  /** Only while the server takes nothing: since when, when it is tried next, what it said. */
  falla: Falla | null;
  /** The same of messages to telephones. */
  telefonos: { salida: SalidaCorreo; esperan: number; falla: Falla | null };
};

type Falla = { desde: Date; proximo: Date; respuesta: string | null };

/** A mail is tried for this long. */
const TRIED_DAYS = 5;
/** What was sent is remembered (without its text) for this long, what was given up for that long. */
export const SENT_DAYS = 30;
const FAILED_DAYS = 90;
/** What was to be sent to a telephone holds a code, and is not kept longer than this after its term. */
const CODES_DAYS = 1;
const DAY_MS = 86_400_000;
/** Deliveries at once, a connection each. Some servers refuse more from one sender. */
const LANES = 5;
/** A commit that follows a queued mail by more than this is left to the next look. */
const COMMIT_MS = 5_000;

/** The database dates a row some time after its term was counted; no term of a mail's own is that near to the days of trying. */
const DATED_MS = 60_000;

/** Whether a mail has a term of its own (an offer, a link that works for an hour) and it is over: it is not true any more. */
const isOverdue = (
  { creado_en, vence_en }: { creado_en: Date; vence_en: Date },
  at: Date,
): boolean =>
  vence_en <= at && vence_en.getTime() - creado_en.getTime() < TRIED_DAYS * DAY_MS - DATED_MS;

const OVERDUE: Verdict = {
  causa: 'mensaje',
  respuesta: 'No se envió: pasó el plazo en que servía.',
  codigo: 'VENCIDO',
};

export type MailOptions = Pick<
  DeliveryOptions,
  'log' | 'now' | 'onGivenUp' | 'retry' | 'leaseSeconds'
> & {
  database: Database;
  jobs: Jobs;
  log: Log;
  smtpUrl: string | null;
  /** The gateway that messages to telephones are given to. */
  smsUrl?: string | null;
  from: string;
  /** Who signs the mails, and with which colours. */
  sender: Sender;
  /** Keep messages readable at /dev/mail instead of sending them. */
  localMailbox: boolean;
};

/**
 * Mail, as the transport of `notificaciones`, which writes letters in the caller's transaction; after the commit this
 * process (or another that shares the database) delivers them, at least once, always with the same Message-ID.
 * Delivery is by SMTP, or (demo mode without SMTP_URL) into a local mailbox; with neither it waits.
 */
export const createMail = (options: MailOptions) => {
  const { database, jobs, smtpUrl, smsUrl = null, from, sender, localMailbox, now } = options;
  const { db } = database;
  const smtp = smtpUrl ? openSmtp({ url: smtpUrl, from, lanes: LANES }) : null;
  const local = localMailbox && !smtp;
  const sms = smsUrl ? openSms(smsUrl) : null;
  const localSms = localMailbox && !sms;
  const locals: Medio[] = [
    ...(local ? ['correo' as const] : []),
    ...(localSms ? ['telefono' as const] : []),
  ];
  const compose = (
    mail: { asunto: string; contenido: Content | null; creado_en: Date },
    at: Date,
  ) =>
    composeMail(mail.asunto, mail.contenido ?? { text: '' }, sender, {
      writtenAt: mail.creado_en,
      now: at,
    });

  const deliveryBy = (medio: Medio, deliver: DeliveryOptions['deliver']) =>
    createDelivery({
      ...options,
      db,
      medio,
      lanes: LANES,
      alone: database.kind === 'pglite',
      deliver,
    });
  const deliveries = [
    ...(smtp || local
      ? [
          deliveryBy(
            'correo',
            smtp &&
              ((mail) => {
                if (isOverdue(mail, now())) throw new NotDelivered(OVERDUE, false);
                return smtp.deliver(mail.id, mail.para, compose(mail, now()));
              }),
          ),
        ]
      : []),
    ...(sms || localSms
      ? [deliveryBy('telefono', sms && ((message) => sms.deliver(message, now())))]
      : []),
  ];

  let queuedAt = Number.NEGATIVE_INFINITY;
  const forgetCommits = database.onCommit(() => {
    if (performance.now() - queuedAt >= COMMIT_MS) return;
    for (const delivery of deliveries) delivery.lookSoon();
  });

  jobs.define(
    'correos-limpiar',
    async () => {
      const ago = (days: number) => new Date(now().getTime() - days * DAY_MS);
      await deleteOldCorreos(db, {
        sentBefore: ago(SENT_DAYS),
        failedBefore: ago(FAILED_DAYS),
        codesBefore: ago(CODES_DAYS),
      });
    },
    { cron: '47 * * * *', retryLimit: 1 },
  );

  /**
   * Letters as rows of `correos` for a statement that writes more, and their ids; `written` is called before the commit
   * that writes them, which lets them go out at once.
   */
  const lettersOf = (outgoing: readonly Outgoing[]) => {
    const at = now();
    const common = {
      ...{ medio: 'correo', estado: CORREO.pasos.escribir.a },
      ...{ proximo: at, vence_en: new Date(at.getTime() + TRIED_DAYS * DAY_MS) },
    };
    const filas = outgoing.map(
      ({ to, subject, urgent = false, forget = false, until, reserva = null, letter }) => ({
        ...{ ...common, id: randomUUID(), para: to, asunto: subject, contenido: letter },
        ...(until && until < common.vence_en && { vence_en: until }),
        ...{ urgente: urgent, olvidar: forget, reserva },
      }),
    );
    return { filas, ids: filas.map(({ id }) => id) };
  };
  const written = (): void => {
    queuedAt = performance.now();
  };
  const fallaOf = (servidor: Awaited<ReturnType<typeof findServidor>> | null): Falla | null =>
    servidor
      ? { desde: servidor.desde, proximo: servidor.hasta, respuesta: servidor.respuesta }
      : null;
  const salidaOf = (kept: boolean, out: unknown, falla: Falla | null): SalidaCorreo =>
    kept ? 'buzonLocal' : !out ? 'sinServidor' : falla ? 'falla' : 'funciona';

  return {
    lettersOf,
    written,
    /** Whether there is a way to send messages to telephones. */
    textsTelephones: sms !== null || localSms,
    /** Queues a message to a telephone in the transaction that causes it; only if `textsTelephones`. */
    async queueText(trx: Trx, { to, subject, text, until }: TextMessage): Promise<void> {
      await insertCorreo(
        trx,
        {
          ...{ id: randomUUID(), medio: 'telefono', para: to, asunto: subject },
          ...{ contenido: { text }, urgente: true },
        },
        now(),
        until,
      );
      written();
    },
    /**
     * Sends again what was given up, or at once what waits, with a new term. Gives the ids of those
     * for which it could be done; what was sent cannot: what it said is gone.
     */
    async resend(trx: Trx, ids: readonly string[]): Promise<string[]> {
      const at = now();
      const again = await resendCorreos(trx, ids, at, new Date(at.getTime() + TRIED_DAYS * DAY_MS));
      if (again.length > 0) await endPause(trx, 'correo', at);
      written();
      return again;
    },
    /** Takes what was given up off the list. Gives the ids of those for which it could be done. */
    discard: (trx: Trx, ids: readonly string[]): Promise<string[]> => discardCorreos(trx, ids),
    /** How the queue and the way out are now; `visibles`: a condition on the rows of `correos` that count. */
    async state(visibles?: RawBuilder<boolean>): Promise<MailState> {
      const [count, servidor, texts, pasarela] = await Promise.all([
        countCorreos(db, 'correo', visibles),
        findServidor(db, 'correo'),
        countCorreos(db, 'telefono'),
        findServidor(db, 'telefono'),
      ]);
      const falla = fallaOf(smtp && (servidor ?? null));
      const sinPasarela = fallaOf(sms && (pasarela ?? null));
      return {
        ...count,
        salida: salidaOf(local, smtp, falla),
        falla,
        telefonos: {
          salida: salidaOf(localSms, sms, sinPasarela),
          esperan: texts.esperan,
          falla: sinPasarela,
        },
      };
    },
    /** The local mailbox, newest first; null when there is none. */
    mailbox:
      locals.length > 0
        ? async () =>
            (await selectMailbox(db, locals)).map((mail) => {
              const { text, html } = compose(mail, mail.enviado_en ?? mail.creado_en);
              return {
                id: mail.id,
                medio: mail.medio,
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
    start: () => {
      for (const delivery of deliveries) delivery.start();
    },
    /** Ends delivering; what has not gone out waits for the next start. */
    async close(): Promise<void> {
      forgetCommits();
      await Promise.all(deliveries.map((delivery) => delivery.stop()));
      smtp?.close();
    },
  };
};

export type Mail = ReturnType<typeof createMail>;
