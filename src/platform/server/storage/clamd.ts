import { createReadStream } from 'node:fs';
import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';

/** Where clamd listens. */
export type ClamdAddress = { host: string; port: number } | { path: string };

/** What clamd says of some bytes; `unknown`: it was not there, or could not say. */
export type Scan =
  | { result: 'clean' }
  | { result: 'infected'; signature: string }
  /** `reason`: in codes, for the log. */
  | { result: 'unknown'; reason: string };

/** Milliseconds to be let in, without a byte either way, and for all of it. */
const CONNECT_MS = 3_000;
const SILENCE_MS = 20_000;
const SCAN_MS = 60_000;
const PIECE = 65_536;
/** More than any answer of clamd's. */
const ANSWER_MAX = 4_096;

/** `tcp://host:3310` or `unix:/path`; null: it is neither. */
export const readClamdAddress = (text: string): ClamdAddress | null => {
  const path = /^unix:(?:\/\/)?(\/.+)$/.exec(text)?.[1];
  if (path) return { path };
  if (!URL.canParse(text)) return null;
  const { protocol, hostname, port, pathname, username } = new URL(text);
  if (protocol !== 'tcp:' || hostname === '' || username !== '' || !/^\/?$/.test(pathname)) {
    return null;
  }
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 3310) };
};

const piece = (bytes: Uint8Array): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
};

/** Waits until more may be written; false: there is nobody to write to any more. */
const room = (socket: Socket): Promise<boolean> =>
  new Promise((resolve) => {
    const done = (open: boolean) => () => {
      socket.off('drain', onDrain).off('close', onClose);
      resolve(open);
    };
    const onDrain = done(true);
    const onClose = done(false);
    if (socket.destroyed) resolve(false);
    else socket.on('drain', onDrain).on('close', onClose);
  });

/** One session of one command: its answer, up to the zero byte that ends it; null: it ended without one. */
const converse = async (
  address: ClamdAddress,
  command: string,
  body: Readable | null,
): Promise<string | null> => {
  const socket = connect(address);
  const whole = setTimeout(() => socket.destroy(), SCAN_MS);
  const entry = setTimeout(() => socket.destroy(), CONNECT_MS);
  socket.setTimeout(SILENCE_MS, () => socket.destroy());
  let answer = '';
  const ended = new Promise<void>((resolve) => {
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
      if (answer.includes('\0') || answer.length > ANSWER_MAX) resolve();
    });
    socket.on('close', () => resolve());
    // What it means is said by the missing answer.
    socket.on('error', () => {});
  });
  socket.on('connect', () => clearTimeout(entry));
  try {
    socket.write(`z${command}\0`);
    if (body) {
      // It may answer, and leave, before it has it all: the file is too large for it.
      for await (const chunk of body as AsyncIterable<Buffer>) {
        for (let at = 0; at < chunk.length; at += PIECE) {
          if (!socket.writable || answer !== '') break;
          if (!socket.write(piece(chunk.subarray(at, at + PIECE))) && !(await room(socket))) break;
        }
        if (!socket.writable || answer !== '') break;
      }
      if (socket.writable) socket.write(Buffer.alloc(4));
    }
    await ended;
    const end = answer.indexOf('\0');
    return end < 0 ? null : answer.slice(0, end);
  } finally {
    clearTimeout(whole);
    clearTimeout(entry);
    socket.destroy();
    body?.destroy();
  }
};

/** What an answer to INSTREAM means. */
export const readVerdict = (answer: string | null): Scan => {
  if (answer === null) return { result: 'unknown', reason: 'sin-respuesta' };
  if (answer === 'stream: OK') return { result: 'clean' };
  const signature = /^stream: (.+) FOUND$/.exec(answer)?.[1];
  if (signature) return { result: 'infected', signature: signature.slice(0, 200) };
  const tooLarge = /size limit exceeded/i.test(answer);
  return { result: 'unknown', reason: tooLarge ? 'StreamMaxLength' : 'error-de-clamd' };
};

/** clamd, the daemon of ClamAV, by its own protocol. Nothing here throws: what it cannot say is `unknown`. */
export const openClamd = (address: ClamdAddress) => {
  const scan = async (body: Readable): Promise<Scan> => {
    try {
      return readVerdict(await converse(address, 'INSTREAM', body));
    } catch {
      return { result: 'unknown', reason: 'sin-bytes' };
    }
  };
  return {
    scan,
    scanFile: (path: string): Promise<Scan> => scan(createReadStream(path)),
    /** Throws when it does not answer. */
    check: async (): Promise<void> => {
      if ((await converse(address, 'PING', null)) !== 'PONG') throw new Error('clamd is away');
    },
  };
};

export type Clamd = ReturnType<typeof openClamd>;
