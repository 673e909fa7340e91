import { randomUUID } from 'node:crypto';
import { type ColumnType, type Selectable, sql } from 'kysely';
import { createTransport } from 'nodemailer';
import type { Db, Tables, Trx } from '../db/index.ts';
import type { Jobs } from '../jobs.ts';
import { type Content, composeMail, type Letter, type Sender } from './compose.ts';

declare module '../db/index.ts' {
  interface Tables {
    correos: {
      id: string;
      para: string;
      asunto: string;
      /** What it says. Null once sent by SMTP: mails carry one-time links and are not kept. */
      contenido: ColumnType<Content | null, string | null, null>;
      estado: 'pendiente' | 'enviado';
      creado_en: Date;
      enviado_en: Date | null;
    };
  }
}

/** A mail to one address. One that is no letter yet goes out as its author wrote it. */
export type Message = { to: string; subject: string } & (Letter | { text: string });

const JOB = 'correo-enviar';

/**
 * Mail. `queue` writes the message and its job in the caller's transaction; a worker delivers it
 * with retries. Delivery is by SMTP, or (demo mode without SMTP_URL) into a local mailbox.
 */
export const createMail = (options: {
  db: Db;
  jobs: Jobs;
  smtpUrl: string | null;
  from: string;
  /** Who signs the mails, and with which colours. */
  sender: Sender;
  /** Keep messages readable at /dev/mail instead of sending them. */
  localMailbox: boolean;
  /** Seconds before the first retry; doubled each time (default 5). */
  retryDelay?: number;
}) => {
  const { db, jobs, smtpUrl, from, sender, localMailbox, retryDelay = 5 } = options;
  const transport = smtpUrl ? createTransport(smtpUrl, { from, pool: true } as never) : null;

  const compose = (mail: Selectable<Tables['correos']>, now: Date) =>
    composeMail(mail.asunto, mail.contenido ?? { text: '' }, sender, {
      writtenAt: mail.creado_en,
      now,
    });

  const send = async (mail: Selectable<Tables['correos']>) => {
    const { id } = mail;
    await transport?.sendMail({
      ...compose(mail, new Date()),
      from,
      // An address, not a text to parse: `a@x.example,b@y.example` is nobody's mailbox.
      to: { name: '', address: mail.para },
      // The same id on a retry, so that a receiver can drop the second copy.
      messageId: `<${id}@${from.split('@').at(-1)?.replace('>', '')}>`,
    });
    return id;
  };

  const deliver = async (batch: readonly { id: string }[]) => {
    const ids = batch.map(({ id }) => id);
    const mails = await db
      .selectFrom('correos')
      .selectAll()
      .where('id', 'in', ids)
      .where('estado', '=', 'pendiente')
      .execute();
    const results = await Promise.allSettled(mails.map(send));
    const sent = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    if (sent.length > 0) {
      await db
        .updateTable('correos')
        .set({
          estado: 'enviado',
          enviado_en: sql<Date>`now()`,
          ...(localMailbox && !transport ? {} : { contenido: null }),
        })
        .where('id', 'in', sent)
        .execute();
    }
    return new Map(
      results.flatMap((result, at) =>
        result.status === 'rejected' ? [[ids.indexOf(mails[at]!.id), result.reason as Error]] : [],
      ),
    );
  };
  jobs.defineBatch(JOB, deliver, {
    batchSize: 10,
    retryLimit: 12,
    retryDelay,
    expireInSeconds: 300,
    // Without a way out the messages wait in the queue until SMTP_URL is configured.
    work: transport !== null || localMailbox,
  });

  return {
    /** Queues a message in the transaction that causes it. */
    async queue(trx: Trx, { to, subject, ...content }: Message): Promise<void> {
      const id = randomUUID();
      await trx
        .insertInto('correos')
        .values({
          id,
          para: to,
          asunto: subject,
          contenido: JSON.stringify(content),
          estado: 'pendiente',
          creado_en: sql<Date>`now()`,
          enviado_en: null,
        })
        .execute();
      await jobs.send(trx, JOB, { id });
    },
    /** The local mailbox, newest first; null when there is none. */
    mailbox:
      localMailbox && !transport
        ? async () =>
            (
              await db
                .selectFrom('correos')
                .selectAll()
                .where('estado', '=', 'enviado')
                .orderBy('creado_en', 'desc')
                .limit(200)
                .execute()
            ).map((mail) => {
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
    close: () => transport?.close(),
  };
};

export type Mail = ReturnType<typeof createMail>;
