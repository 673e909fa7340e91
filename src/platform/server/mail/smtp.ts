import { createTransport } from 'nodemailer';
import type { Composed } from './compose.ts';
import { judge, NotDelivered, type SmtpFailure } from './verdict.ts';

/** Milliseconds. A connection that says nothing is given up; a whole delivery too, however it drips. */
const CONNECT_MS = 15_000;
const SILENCE_MS = 120_000;
const DELIVERY_MS = 180_000;

/**
 * The way out: as many kept connections as there are lanes. A message is given to one that is
 * connected and signed in; what fails before that is the server's and not the message's.
 */
export const openSmtp = (options: { url: string; from: string; lanes: number }) => {
  const { url, from, lanes } = options;
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: lanes,
    maxMessages: 100,
    // A kept connection that had died is replaced once; who never answers is not asked five times.
    maxRequeues: 1,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as never);
  // The library makes this stream when a connection is ready to take the message.
  transport.use('stream', (mail, done) => {
    mail.message.processFunc((stream) => {
      (mail.data as { onHanded?: () => void }).onHanded?.();
      return stream;
    });
    done();
  });
  const host = from.split('@').at(-1)?.replace('>', '').trim();

  return {
    /** Resolves when the server has taken it; throws `NotDelivered`. */
    async deliver(
      id: string,
      to: string,
      { subject, text, html, unsubscribe }: Composed,
    ): Promise<void> {
      let handed = false;
      try {
        await transport.sendMail({
          from,
          // An address, not a text to parse: `a@x.example,b@y.example` is nobody's mailbox.
          to: { name: '', address: to },
          subject,
          text,
          html,
          // The same on a repetition, so that a receiver can drop the second copy.
          messageId: `<${id}@${host}>`,
          headers: {
            'Auto-Submitted': 'auto-generated',
            'X-Auto-Response-Suppress': 'All',
            'Content-Language': 'es-MX',
            ...(unsubscribe && {
              'List-Unsubscribe': `<${unsubscribe}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
          signal: AbortSignal.timeout(DELIVERY_MS),
          onHanded: () => {
            handed = true;
          },
        } as never);
      } catch (error) {
        const failure = error as SmtpFailure;
        const answered = handed && failure.responseCode !== undefined;
        throw new NotDelivered(judge(failure, handed), answered);
      }
    },
    /** Ends every connection, also those in the middle of a delivery. */
    close: () => (transport.close as (options: { force: boolean }) => void)({ force: true }),
  };
};

export type Smtp = ReturnType<typeof openSmtp>;
