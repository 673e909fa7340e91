import { afterEach, describe, expect, it } from 'vitest';
import { createLane, type LaneFailure, type LaneOptions } from './lane.ts';

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
  readonly reason: LaneFailure;
  constructor(reason: LaneFailure, detail: string) {
    super(detail);
    this.reason = reason;
  }
}

const open: { close(): Promise<void> }[] = [];
const laneWith = (options: Partial<LaneOptions> = {}) => {
  const lane = createLane({
    worker: asModule(obedient),
    timeoutMs: 5_000,
    recycleAfter: 100,
    maxWaiting: 10,
    fail: (reason, detail) => new Failure(reason, detail),
    ...options,
  });
  open.push(lane);
  return lane;
};
afterEach(async () => {
  for (const lane of open.splice(0)) await lane.close();
});

describe('createLane', () => {
  it('answers each message, in order', async () => {
    const lane = laneWith();
    const done: unknown[] = [];
    await Promise.all(['a', 'b', 'c'].map((m) => lane.run(m).then((reply) => done.push(reply))));
    expect(done).toEqual(['a', 'b', 'c']);
  });

  it.each(['die', 'throw'])('fails only the message that made it %s', async (order) => {
    const lane = laneWith();
    const [bad, good] = await Promise.allSettled([lane.run(order), lane.run('b')]);
    expect(bad).toMatchObject({ status: 'rejected', reason: { reason: 'CRASHED' } });
    expect(good).toEqual({ status: 'fulfilled', value: 'b' });
  });

  it('gives up on a message that hangs and goes on with a new worker', async () => {
    const lane = laneWith({ timeoutMs: 800 });
    const [bad, good] = await Promise.allSettled([lane.run('hang'), lane.run('b')]);
    expect(bad).toMatchObject({ status: 'rejected', reason: { reason: 'TIMEOUT' } });
    expect(good).toEqual({ status: 'fulfilled', value: 'b' });
  });

  it('replaces the worker after its share', async () => {
    const lane = laneWith({ recycleAfter: 2 });
    const who = [await lane.run('who'), await lane.run('who'), await lane.run('who')];
    expect(who[0]).toBe(who[1]);
    expect(who[2]).not.toBe(who[0]);
  });

  it('fails each message, and no more, when the worker cannot start', async () => {
    const lane = laneWith({ worker: asModule('throw new Error("no")') });
    const both = await Promise.allSettled([lane.run('a'), lane.run('b')]);
    expect(both.map((r) => r.status)).toEqual(['rejected', 'rejected']);
  });

  it('refuses more than may wait', async () => {
    const lane = laneWith({ maxWaiting: 1 });
    const all = await Promise.allSettled([lane.run('a'), lane.run('b'), lane.run('c')]);
    expect(all[2]).toMatchObject({ status: 'rejected', reason: { reason: 'BUSY' } });
    expect(all[1]?.status).toBe('fulfilled');
  });

  it('on closing lets the current message finish and refuses the rest', async () => {
    const lane = laneWith();
    const all = Promise.allSettled([lane.run('a'), lane.run('b')]);
    await lane.close();
    expect(await all).toMatchObject([{ value: 'a' }, { reason: { reason: 'CLOSED' } }]);
    await expect(lane.run('c')).rejects.toMatchObject({ reason: 'CLOSED' });
  });
});
