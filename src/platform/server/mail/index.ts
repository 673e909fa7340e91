import { randomUUID } from 'node:crypto';
import type { ClaseObligatoria, ClaseOpcional } from '../../shared/avisos.ts';
import { CORREO, type Medio, type SalidaCorreo } from '../../shared/correos.ts';
import type { Database, Trx } from '../db/index.ts';
import { perform, type Statement } from '../db/together.ts';
import type { Jobs } from '../jobs.ts';
import type { Log } from '../log.ts';
import { type Content, composeMail, type Letter, type Sender } from './compose.ts';
import {
  countCorreos,
  deleteOldCorreos,
  discardCorreos,
  findServidor,
  insertCorreo,
  insertCorreos,
  resendCorreos,
  selectMailbox,
} from './data.ts';
import { createDelivery, type DeliveryOptions } from './delivery.ts';
import { endPause } from './delivery-data.ts';
import { openSms } from './sms.ts';
import { openSmtp } from './smtp.ts';

/** A mail to one address. */
export type Message = {
  to: string;
  subject: string;
  /** Its id, of who writes it down elsewhere (`correos` of the history). */
  id?: string;
  /** Somebody waits in front of the screen for it (a code, a link): it goes before the others. */
  urgent?: boolean;
  /** Whoever it is for has their data cancelled: it is forgotten once it was delivered or given up. */
  forget?: boolean;
} & Clase &
  Letter;

/** What it is about; of a kind that may be switched off, also the account that it is for, which may not want it. */
type Clase = ClaseFija | { clase: ClaseOpcional; uid: string };
type ClaseFija = { clase: ClaseObligatoria };

/** A mail that nobody may switch off and for which nobody waits. */
export type MessageFijo = Letter & ClaseFija & Pick<Message, 'to' | 'subject'>;

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
/** Letters that one statement queues. */
const BULK = 500;
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
  /** The gateway that messages to telephones are given to. */
  smsUrl?: string | null;
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
            smtp && ((mail) => smtp.deliver(mail.id, mail.para, compose(mail, now()))),
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

  const inserting = (
    trx: Trx,
    {
      id = randomUUID(),
      ...mail
    }: Omit<Parameters<typeof insertCorreo>[1], 'id'> & { id?: string },
    until: Date,
    unless?: { uid: string; clase: ClaseOpcional },
  ): Statement<void> => ({
    query: insertCorreo(trx, { id, ...mail }, now(), until, unless),
    read: () => {
      queuedAt = performance.now();
    },
  });
  /**
   * Messages that nobody may switch off, as rows of `correos` for a function of the database that writes more
   * (JSON), and their ids; `written` is called before the commit that writes them, which lets them go out at once.
   */
  const lettersOf = (messages: readonly MessageFijo[]) => {
    const at = now();
    const common = {
      ...{ medio: 'correo', urgente: false, olvidar: false, estado: CORREO.pasos.escribir.a },
      ...{ proximo: at, vence_en: new Date(at.getTime() + TRIED_DAYS * DAY_MS) },
    };
    const filas = messages.map(({ to: para, subject: asunto, clase: _clase, ...contenido }) => ({
      ...{ ...common, id: randomUUID(), para, asunto, contenido },
    }));
    return {
      json: JSON.stringify(filas),
      ids: filas.map(({ id }) => id),
      written: (): void => {
        queuedAt = performance.now();
      },
    };
  };
  /** What queues a message, for who writes more with it; nothing, when its account switched that kind off. */
  const queueing = (trx: Trx, message: Message): Statement<void> => {
    const { to, subject, id, urgent = false, forget = false, clase: _clase, ...rest } = message;
    const { uid: _uid, ...contenido } = { uid: null, ...rest };
    return inserting(
      trx,
      {
        ...(id !== undefined && { id }),
        ...{ medio: 'correo', para: to, asunto: subject, contenido },
        ...{ urgente: urgent, olvidar: forget },
      },
      new Date(now().getTime() + TRIED_DAYS * DAY_MS),
      'uid' in message ? { uid: message.uid, clase: message.clase } : undefined,
    );
  };
  const fallaOf = (servidor: Awaited<ReturnType<typeof findServidor>> | null): Falla | null =>
    servidor
      ? { desde: servidor.desde, proximo: servidor.hasta, respuesta: servidor.respuesta }
      : null;
  const salidaOf = (kept: boolean, out: unknown, falla: Falla | null): SalidaCorreo =>
    kept ? 'buzonLocal' : !out ? 'sinServidor' : falla ? 'falla' : 'funciona';

  return {
    queueing,
    lettersOf,
    /** Queues a message in the transaction that causes it, unless its account switched that kind off. */
    queue: (trx: Trx, message: Message): Promise<void> => perform(trx, queueing(trx, message)),
    /**
     * Queues letters that nobody may switch off, `BULK` a statement, in the transaction that causes them. Gives their ids in the order of
     * `messages`.
     */
    async queueAll(trx: Trx, messages: readonly MessageFijo[]): Promise<string[]> {
      const all: string[] = [];
      for (let at = 0; at < messages.length; at += BULK) {
        const { json, ids, written } = lettersOf(messages.slice(at, at + BULK));
        await insertCorreos(trx, json);
        written();
        all.push(...ids);
      }
      return all;
    },
    /** Whether there is a way to send messages to telephones. */
    textsTelephones: sms !== null || localSms,
    /** Queues a message to a telephone in the transaction that causes it; only if `textsTelephones`. */
    queueText: (trx: Trx, { to, subject, text, until }: TextMessage): Promise<void> =>
      perform(
        trx,
        inserting(
          trx,
          { medio: 'telefono', para: to, asunto: subject, contenido: { text }, urgente: true },
          until,
        ),
      ),
    /**
     * Sends again what was given up, or at once what waits, with a new term. Gives the ids of those
     * for which it could be done; what was sent cannot: what it said is gone.
     */
    async resend(trx: Trx, ids: readonly string[]): Promise<string[]> {
      const at = now();
      const again = await resendCorreos(trx, ids, at, new Date(at.getTime() + TRIED_DAYS * DAY_MS));
      if (again.length > 0) await endPause(trx, 'correo', at);
      queuedAt = performance.now();
      return again;
    },
    /** Takes what was given up off the list. Gives the ids of those for which it could be done. */
    discard: (trx: Trx, ids: readonly string[]): Promise<string[]> => discardCorreos(trx, ids),
    /** How the queue and the way out are now. */
    async state(): Promise<MailState> {
      const [count, servidor, texts, pasarela] = await Promise.all([
        countCorreos(db, 'correo'),
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
