import type { Socket } from 'node:net';
import pg from 'pg';

/** Milliseconds a statement may take before one asks whether the server is there at all. */
const SLOW = 3_000;
/** Milliseconds that the server has to answer that. */
const ANSWER = 2_000;
/** Unanswered questions in a row after which it is taken for gone. */
const MISSES = 2;
const EVERY = 1_000;

/**
 * Tells a slow statement from a server that will never answer (its machine froze, its network went):
 * a connection to such a one only hangs. When a statement takes long, a connection of its own asks;
 * if that stays without answer, everything that waits is ended, and nothing new begins until an
 * answer comes.
 */
export const createPulse = (connectionString: string) => {
  const waiting = new Map<object, { client: pg.PoolClient; since: number }>();
  let away = false;
  let misses = 0;
  let asking = false;

  const answers = async (): Promise<boolean> => {
    const client = new pg.Client({
      connectionString,
      connectionTimeoutMillis: ANSWER,
      query_timeout: ANSWER,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('select 1');
      return true;
    } catch (error) {
      // Too many connections, say: that is an answer. A server that starts or stops is not.
      const { code = '' } = error as { code?: string };
      return /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('57P');
    } finally {
      // Not awaited: a connection that hangs also hangs when it is closed.
      void client.end().catch(() => {});
    }
  };

  const giveUp = () => {
    for (const { client, since } of waiting.values()) {
      if (Date.now() - since < SLOW) continue;
      // The driver's own way to drop a connection whose server does not take leave.
      const { connection } = client as unknown as { connection: { stream: Socket } };
      connection.stream.destroy(
        Object.assign(new Error('the server does not answer'), { code: 'ETIMEDOUT' }),
      );
    }
  };

  const look = async () => {
    if (asking) return;
    const slow = [...waiting.values()].some(({ since }) => Date.now() - since > SLOW);
    if (!slow && !away) {
      misses = 0;
      return;
    }
    asking = true;
    const alive = await answers();
    asking = false;
    misses = alive ? 0 : misses + 1;
    away = misses >= MISSES;
    if (away) giveUp();
  };
  const timer = setInterval(() => void look(), EVERY);
  timer.unref();

  return {
    /** True while the server is known not to answer. */
    isAway: () => away,
    /** A statement was sent; call the result when its answer came. */
    asked(client: pg.PoolClient): () => void {
      const key = {};
      waiting.set(key, { client, since: Date.now() });
      return () => waiting.delete(key);
    },
    stop: () => clearInterval(timer),
  };
};
