import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export type Received = { to: string; messageId: string; subject: string; raw: string; at: number };

const refusal = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode });

const header = (raw: string, name: string) =>
  new RegExp(`^${name}: (.*)$`, 'im').exec(raw)?.[1]?.trim() ?? '';

/** A real SMTP server, whose manners a test sets by recipient. */
export const startSmtpServer = async (
  manners: {
    port?: number;
    /** An answer to RCPT TO (`[550, '5.1.1 No such user']`), or how long it takes (ms). */
    rcpt?: (to: string) => [number, string] | number | undefined;
    /** Milliseconds that it takes to answer to the message that it has. */
    scanMs?: number;
    /** An answer to the message itself. */
    data?: (to: string) => [number, string] | undefined;
    options?: SMTPServerOptions;
  } = {},
) => {
  const received: Received[] = [];
  let connections = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', ...(manners.options?.onAuth ? [] : ['AUTH'])],
    closeTimeout: 100,
    logger: false,
    onConnect(_session, done) {
      connections += 1;
      done();
    },
    onRcptTo({ address }, _session, done) {
      const answer = manners.rcpt?.(address);
      if (typeof answer === 'number') setTimeout(done, answer);
      else done(answer ? refusal(...answer) : null);
    },
    onData(stream, session, done) {
      let raw = '';
      stream.on('data', (chunk) => {
        raw += chunk;
      });
      stream.on('end', () => {
        const to = session.envelope.rcptTo[0]!.address;
        const answer = manners.data?.(to);
        if (answer) return done(refusal(...answer));
        received.push({
          to,
          raw,
          messageId: header(raw, 'Message-ID'),
          subject: header(raw, 'Subject'),
          at: Date.now(),
        });
        setTimeout(done, manners.scanMs ?? 0);
      });
    },
    ...manners.options,
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) =>
    server.listen(manners.port ?? 0, '127.0.0.1', () => resolve()),
  );
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    received,
    connections: () => connections,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
};

export type SmtpServer = Awaited<ReturnType<typeof startSmtpServer>>;

/**
 * Stands before an SMTP server and cuts the connection of the first mails: in the middle of the
 * message, or after the server has taken it and before it says so.
 */
export const startCutter = async (target: number, cuts: ('middle' | 'afterwards')[]) => {
  const sockets = new Set<Socket>();
  const { connect } = await import('node:net');
  const server: Server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
    }
    let inMessage = false;
    let cut: (typeof cuts)[number] | undefined;
    client.on('data', (chunk) => {
      const text = chunk.toString('latin1');
      if (/^DATA\r\n/m.test(text)) {
        inMessage = true;
        cut = cuts.shift();
      } else if (inMessage && cut === 'middle') {
        client.destroy();
        upstream.destroy();
        return;
      }
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      const text = chunk.toString('latin1');
      // 354 asks for the message; what comes after it says what became of it.
      if (inMessage && !/^354/m.test(text) && cut === 'afterwards') {
        client.destroy();
        upstream.destroy();
        return;
      }
      if (inMessage && !/^354/m.test(text)) inMessage = false;
      client.write(chunk);
    });
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
};
