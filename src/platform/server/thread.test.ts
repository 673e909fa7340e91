import { afterEach, describe, expect, it, vi } from 'vitest';
import { createThread, type ThreadFailure, type ThreadOptions } from './thread.ts';

/** A worker that does what its message says. */
const obedient = `
  const { parentPort, threadId } = require('node:worker_threads');
  parentPort.on('message', (order) => {
    if (order === 'die') process.exit(7);
    if (order === 'throw') throw new Error('ay');
    if (order !== 'hang') parentPort.postMessage(order === 'who' ? threadId : order);
  });
  parentPort.postMessage('ready');
`;
const asModule = (code: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(
      `import { createRequire } from 'node:module'; const require = createRequire('/');${code}`,
    )}`,
  );

class Failure extends Error {
  readonly reason: ThreadFailure;
  constructor(reason: ThreadFailure, detail: string) {
    super(detail);
    this.reason = reason;
  }
}

const open: { close(): Promise<void> }[] = [];
const threadWith = (options: Partial<ThreadOptions> = {}) => {
  const thread = createThread({
    worker: asModule(obedient),
    timeoutMs: 5_000,
    recycleAfter: 100,
    maxWaiting: 10,
    fail: (reason, detail) => new Failure(reason, detail),
    ...options,
  });
  open.push(thread);
  return thread;
};
afterEach(async () => {
  vi.useRealTimers();
  for (const thread of open.splice(0)) await thread.close();
});

/** Time passes by `vi.advanceTimersByTime` alone, however long the workers take. */
const holdTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

describe('createThread', () => {
  it('answers each message, in order', async () => {
    const thread = threadWith();
    const done: unknown[] = [];
    await Promise.all(['a', 'b', 'c'].map((m) => thread.run(m).then((reply) => done.push(reply))));
    expect(done).toEqual(['a', 'b', 'c']);
  });

  it.each(['die', 'throw'])('fails only the message that made it %s', async (order) => {
    const thread = threadWith();
    const [bad, good] = await Promise.allSettled([thread.run(order), thread.run('b')]);
    expect(bad).toMatchObject({ status: 'rejected', reason: { reason: 'CRASHED' } });
    expect(good).toEqual({ status: 'fulfilled', value: 'b' });
  });

  it('gives up on a message that hangs and goes on with a new worker', async () => {
    holdTime();
    const thread = threadWith({ timeoutMs: 800 });
    // Started: what comes next is given to it at once.
    await thread.run('a');
    const both = Promise.allSettled([thread.run('hang'), thread.run('b')]);
    vi.advanceTimersByTime(800);
    const [bad, good] = await both;
    expect(bad).toMatchObject({ status: 'rejected', reason: { reason: 'TIMEOUT' } });
    expect(good).toEqual({ status: 'fulfilled', value: 'b' });
  });

  it('replaces the worker after its share', async () => {
    const thread = threadWith({ recycleAfter: 2 });
    const who = [await thread.run('who'), await thread.run('who'), await thread.run('who')];
    expect(who[0]).toBe(who[1]);
    expect(who[2]).not.toBe(who[0]);
  });

  it('ends after a while without work, and comes back with the next message', async () => {
    holdTime();
    const thread = threadWith({ idleMs: 50 });
    const first = await thread.run('who');
    vi.advanceTimersByTime(49);
    expect(await thread.run('who')).toBe(first);
    vi.advanceTimersByTime(50);
    expect(await thread.run('who')).not.toBe(first);
  });

  it('fails each message, and no more, when the worker cannot start', async () => {
    const thread = threadWith({ worker: asModule('throw new Error("no")') });
    const both = await Promise.allSettled([thread.run('a'), thread.run('b')]);
    expect(both.map((r) => r.status)).toEqual(['rejected', 'rejected']);
  });

  it('refuses more than may wait', async () => {
    const thread = threadWith({ maxWaiting: 1 });
    const all = await Promise.allSettled([thread.run('a'), thread.run('b'), thread.run('c')]);
    expect(all[2]).toMatchObject({ status: 'rejected', reason: { reason: 'BUSY' } });
    expect(all[1]?.status).toBe('fulfilled');
  });

  it('on closing lets the current message finish and refuses the rest', async () => {
    const thread = threadWith();
    const all = Promise.allSettled([thread.run('a'), thread.run('b')]);
    await thread.close();
    expect(await all).toMatchObject([{ value: 'a' }, { reason: { reason: 'CLOSED' } }]);
    await expect(thread.run('c')).rejects.toMatchObject({ reason: 'CLOSED' });
  });
});
