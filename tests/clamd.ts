import { type AddressInfo, createServer, type Socket } from 'node:net';

/** What every antivirus takes for harmful, and is not; in two pieces, so that this file is not. */
export const EICAR = [
  'X5O!P%@AP[4\\PZX54(P^)7CC)7}$',
  'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*',
].join('');

/**
 * A server of clamd's protocol (zPING, zINSTREAM) with the manners that a test sets: `away` ends every session at once,
 * `dies` in the middle of what it is sent, `mute` never answers, `limit` is its StreamMaxLength; `splits` sends its answer
 * letter by letter.
 */
export const startClamd = async () => {
  const manners = {
    away: false,
    dies: false,
    mute: false,
    splits: false,
    limit: Number.POSITIVE_INFINITY,
  };
  const scanned: number[] = [];
  const sockets = new Set<Socket>();
  const answer = async (socket: Socket, text: string) => {
    if (manners.mute) return;
    if (!manners.splits) {
      socket.end(`${text}\0`);
      return;
    }
    for (const letter of `${text}\0`) {
      socket.write(letter);
      await new Promise((resolve) => setImmediate(resolve));
    }
    socket.end();
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    if (manners.away) {
      socket.destroy();
      return;
    }
    let pending = Buffer.alloc(0);
    let command: string | null = null;
    const body: Buffer[] = [];
    let size = 0;
    socket.on('data', (chunk) => {
      pending = Buffer.concat([pending, chunk]);
      if (command === null) {
        const end = pending.indexOf(0);
        if (end < 0) return;
        command = pending.subarray(0, end).toString();
        pending = pending.subarray(end + 1);
        if (command === 'zPING') return void answer(socket, 'PONG');
      }
      while (pending.length >= 4) {
        const length = pending.readUInt32BE(0);
        if (length === 0) {
          scanned.push(size);
          const found = Buffer.concat(body).includes(EICAR);
          return void answer(socket, found ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK');
        }
        if (pending.length < 4 + length) return;
        size += length;
        body.push(pending.subarray(4, 4 + length));
        pending = pending.subarray(4 + length);
        if (manners.dies) return void socket.destroy();
        if (size > manners.limit) {
          return void answer(socket, 'INSTREAM size limit exceeded. ERROR');
        }
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `tcp://127.0.0.1:${port}`,
    manners,
    /** How many bytes each file had that it looked at to the end. */
    scanned,
    stop: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
};

export type ClamdServer = Awaited<ReturnType<typeof startClamd>>;
