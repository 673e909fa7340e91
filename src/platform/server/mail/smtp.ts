import { createTransport } from 'nodemailer';
import type { Composed } from './compose.ts';
import { judge, NotDelivered, type SmtpFailure } from './verdict.ts';

/**
 * Milliseconds. A delivery is given up that took this long until the message was written, however it drips. The answer to the message
 * is waited for as RFC 5321 §4.5.3.2.6 asks (ten minutes after the final dot): a server that scans first would get it again and again.
 */
const CONNECT_MS = 15_000;
const WAITS = { command: 180_000, reply: 10 * 60_000 };

/**
 * The way out: as many kept connections as there are lanes. A message is given to one that is
 * connected and signed in; what fails before that is the server's and not the message's.
 */
export const openSmtp = (options: {
  url: string;
  from: string;
  lanes: number;
  /** Tests: other waits, in milliseconds. */
  waits?: typeof WAITS;
}) => {
  const { url, from, lanes, waits = WAITS } = options;
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: lanes,
    maxMessages: 100,
    // A kept connection that had died is replaced once; who never answers is not asked five times.
    maxRequeues: 1,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    // Longer than any wait: which of them it is ends the delivery.
    socketTimeout: waits.command + waits.reply,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as never);
  // The library makes this stream when a connection is ready to take the message.
  transport.use('stream', (mail, done) => {
    mail.message.processFunc((stream) => {
      const { onHanded, onWritten } = mail.data as {
        onHanded?: () => void;
        onWritten?: () => void;
      };
      onHanded?.();
      // Its end is followed by the final dot.
      if (onWritten) stream.once('end', onWritten);
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
      const ended = new AbortController();
      const endAfter = (ms: number) => setTimeout(() => ended.abort(), ms);
      let timer = endAfter(waits.command);
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
          signal: ended.signal,
          onHanded: () => {
            handed = true;
          },
          onWritten: () => {
            clearTimeout(timer);
            timer = endAfter(waits.reply);
          },
        } as never);
      } catch (error) {
        const failure = error as SmtpFailure;
        const answered = handed && failure.responseCode !== undefined;
        throw new NotDelivered(judge(failure, handed), answered);
      } finally {
        clearTimeout(timer);
      }
    },
    /** Ends every connection, also those in the middle of a delivery. */
    close: () => (transport.close as (options: { force: boolean }) => void)({ force: true }),
  };
};

export type Smtp = ReturnType<typeof openSmtp>;
