import { describe, expect, it } from 'vitest';
import { createLane, type LaneOptions } from './lane.ts';

/** Work that ends when it is told to, and what began so far. */
const setup = (options: LaneOptions) => {
  const lane = createLane(options);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (key: string, name = key, signal?: AbortSignal) => {
    const done = lane.run(
      key,
      () => {
        begun.push(name);
        return new Promise<string>((resolve) => ends.push(() => resolve(name)));
      },
      signal,
    );
    done.catch(() => {});
    return done;
  };
  const tick = () => new Promise((resolve) => setImmediate(resolve));
  return {
    begun,
    ask,
    tick,
    async finish() {
      ends.shift()?.();
      await tick();
    },
  };
};

describe('createLane', () => {
  it('lets the turns go round: who asks for much does not make others wait for all of it', async () => {
    const { begun, ask, tick, finish } = setup({ atOnce: 1, waiting: 50, waitingEach: 20 });
    for (let i = 1; i <= 10; i++) ask('mucho', `mucho ${i}`);
    ask('poco');
    ask('otro');
    await tick();
    for (let i = 0; i < 4; i++) await finish();
    expect(begun).toEqual(['mucho 1', 'poco', 'otro', 'mucho 2', 'mucho 3']);
  });

  it('runs so many at once, and of one key', async () => {
    const { begun, ask, tick, finish } = setup({ atOnce: 2, waiting: 9 });
    ask('a', 'a1');
    ask('a', 'a2');
    ask('b');
    await tick();
    expect(begun).toEqual(['a1', 'b']);
    await finish();
    expect(begun).toEqual(['a1', 'b', 'a2']);
  });

  it('lets a key run more than one when that is how it was made', async () => {
    const { begun, ask, tick, finish } = setup({ atOnce: 2, atOnceEach: 2, waiting: 9 });
    for (const name of ['a1', 'a2', 'a3']) ask('a', name);
    ask('b');
    await tick();
    expect(begun).toEqual(['a1', 'a2']);
    await finish();
    expect(begun).toEqual(['a1', 'a2', 'b']);
  });

  it('refuses beyond so many of one key, with its own words', async () => {
    const tooMany = 'Espere unos segundos.';
    const { ask } = setup({ atOnce: 1, waiting: 9, waitingEach: 2, tooMany });
    ask('a');
    ask('a');
    ask('a');
    await expect(ask('a')).rejects.toMatchObject({ status: 'UNAVAILABLE', message: tooMany });
  });

  it('makes room for others in a full queue at the cost of who has most of it', async () => {
    const { begun, ask, tick, finish } = setup({ atOnce: 1, waiting: 3, waitingEach: 2 });
    ask('a', 'a1');
    ask('a', 'a2');
    const last = ask('a', 'a3');
    ask('b');
    ask('c');
    await expect(last).rejects.toMatchObject({ status: 'UNAVAILABLE' });
    // Each has one place now: there is none to take.
    await expect(ask('d')).rejects.toMatchObject({ status: 'UNAVAILABLE' });
    await tick();
    for (let i = 0; i < 4; i++) await finish();
    expect(begun).toEqual(['a1', 'b', 'c', 'a2']);
  });

  it('takes the addresses of one network for one visitor', async () => {
    const { begun, ask, tick, finish } = setup({ atOnce: 1, waiting: 9, waitingEach: 2 });
    for (let i = 1; i <= 3; i++) ask(`2001:db8:1:1::${i}`, `mucho ${i}`);
    await expect(ask('2001:db8:1:1:ffff::1')).rejects.toMatchObject({ status: 'UNAVAILABLE' });
    ask('2001:db8:1:2::1', 'otro');
    await tick();
    await finish();
    expect(begun).toEqual(['mucho 1', 'otro']);
  });

  it('forgets who left while waiting, and goes on after work that fails', async () => {
    const { begun, ask, tick, finish } = setup({ atOnce: 1, waiting: 9 });
    const gone = new AbortController();
    ask('a');
    const left = ask('b', 'b', gone.signal);
    ask('c');
    gone.abort(new Error('se fue'));
    await expect(left).rejects.toThrow('se fue');
    await tick();
    await finish();
    expect(begun).toEqual(['a', 'c']);

    const lane = createLane({ atOnce: 1, waiting: 1 });
    await expect(lane.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await lane.run('a', async () => 'sí')).toBe('sí');
  });

  it('with waitsForNext, leaves nobody waiting behind who asks again at once, however often', async () => {
    const order: string[] = [];
    const lane = createLane({ atOnce: 1, waiting: 99, waitingEach: 99, waitsForNext: true });
    const turn = (name: string) =>
      lane.run(name, async () => {
        order.push(name);
        await new Promise((resolve) => setImmediate(resolve));
      });
    // Two who share a key always have something waiting.
    const shared = [turn('otros'), turn('otros'), turn('otros'), turn('otros')];
    for (let i = 0; i < 60; i++) await turn('trabajo');
    await Promise.all(shared);
    expect(order.lastIndexOf('otros')).toBeLessThan(40);
  });

  it('with waitsForNext, lets a request that asks again at once go before who asks for much', async () => {
    const begun = async (waitsForNext: boolean) => {
      const order: string[] = [];
      const lane = createLane({ atOnce: 1, waiting: 99, waitingEach: 99, waitsForNext });
      const turn = (name: string) =>
        lane.run(name, async () => {
          order.push(name);
          await new Promise((resolve) => setImmediate(resolve));
        });
      const much = Array.from({ length: 6 }, () => turn('mucho'));
      // One call of three statements, each after the answer to the one before.
      for (let i = 0; i < 3; i++) await turn('poco');
      await Promise.all(much);
      return order.join(' ');
    };
    expect(await begun(true)).toBe('mucho poco poco poco mucho mucho mucho mucho mucho');
    expect(await begun(false)).toBe('mucho poco mucho poco mucho poco mucho mucho mucho');
  });
});
