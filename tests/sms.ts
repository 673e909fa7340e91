import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Texted = { to: string; text: string; authorization: string | undefined; id: string };

/** A real gateway of messages to telephones; `answer` is its status, which a test may change (null: it says nothing). */
export const startSmsGateway = async () => {
  const received: Texted[] = [];
  const manners: { answer: number | null } = { answer: 202 };
  let tries = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      tries += 1;
      if (manners.answer === null) return request.socket.destroy();
      if (manners.answer < 300) {
        const { to, text } = JSON.parse(body) as { to: string; text: string };
        const id = String(request.headers['idempotency-key']);
        received.push({ to, text, authorization: request.headers.authorization, id });
      }
      response.writeHead(manners.answer, { location: '/otra' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://escuela:se%20creto@127.0.0.1:${port}/enviar`,
    received,
    manners,
    tries: () => tries,
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};

export type SmsGateway = Awaited<ReturnType<typeof startSmsGateway>>;
