import { createServer } from 'node:net';

/**
 * Below those that the system gives to whoever asks for any (32768 and more): nobody else gets one between the moment at which it
 * is found free and the one at which a server listens there, nor while that server is away.
 */
const FIRST = 11_000;
/** Each process begins with others. */
const EACH = 64;
const ALL = 339 * EACH;

let given = 0;

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** A port for a server that begins later, of another process or of this one. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = FIRST + ((process.pid * EACH + given++) % ALL);
    if (await isFree(port)) return port;
  }
};
