import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { callable } from '../shared/callable.ts';
import { alongOf, createRegistry, handle, performCall, sentTo } from './callables.ts';

const secretive = callable({
  name: 'secretive',
  summary: '',
  input: z.null(),
  output: z.object({ shown: z.string() }),
});

describe('callables', () => {
  it('cannot be registered without a policy or public: true', () => {
    expect(() => handle(secretive, { run: async () => ({ shown: '' }) } as never)).toThrow(
      /policy/,
    );
  });
  it('cannot share a name', () => {
    const one = handle(secretive, { public: true, run: async () => ({ shown: '' }) });
    expect(() => createRegistry([one, one])).toThrow(/secretive/);
  });
  it('answer only what the contract names', async () => {
    const leaky = handle(secretive, {
      public: true,
      run: async () => ({ shown: 'a', passwordHash: 'b' }),
    });
    expect(await performCall(leaky, sentTo(leaky, null), { actor: null } as never)).toEqual({
      shown: 'a',
    });
  });
  it('tell a visitor from somebody without the right', async () => {
    const closed = handle(secretive, { policy: () => false, run: async () => ({ shown: '' }) });
    await expect(
      performCall(closed, sentTo(closed, null), { actor: null } as never),
    ).rejects.toMatchObject({
      status: 'UNAUTHENTICATED',
    });
    await expect(
      performCall(closed, sentTo(closed, null), { actor: { uid: 'a' } } as never),
    ).rejects.toMatchObject({ status: 'PERMISSION_DENIED' });
  });
  it('hold what was sent against the contract once, and not for who may not', async () => {
    const open = { yes: false };
    let held = 0;
    const counted = handle(
      callable({
        ...secretive,
        name: 'counted',
        input: z.null().refine(() => {
          held += 1;
          return true;
        }),
      }),
      { policy: () => open.yes, run: async () => ({ shown: '' }) },
    );
    const ctx = { actor: { uid: 'a' } } as never;
    await expect(performCall(counted, sentTo(counted, null), ctx)).rejects.toThrow();
    expect(held).toBe(0);
    open.yes = true;
    const sent = sentTo(counted, null);
    sent();
    await performCall(counted, sent, ctx);
    expect(held).toBe(1);
  });
  it('end after 70 seconds, the specification’s time, and not before', async () => {
    vi.useFakeTimers();
    try {
      const hangs = handle(secretive, { public: true, run: () => new Promise(() => {}) });
      let ended: unknown = null;
      performCall(hangs, sentTo(hangs, null), { actor: null } as never).catch((error: unknown) => {
        ended = error;
      });
      await vi.advanceTimersByTimeAsync(69_999);
      expect(ended).toBeNull();
      await vi.advanceTimersByTimeAsync(1);
      expect(ended).toMatchObject({ status: 'DEADLINE_EXCEEDED' });
    } finally {
      vi.useRealTimers();
    }
  });

  it('read ahead only what they expect, and answer nothing of it to who may not', async () => {
    const asked: unknown[] = [];
    const open = { yes: false };
    const eager = handle(
      callable({ ...secretive, name: 'eager', input: z.strictObject({ id: z.string() }) }),
      {
        policy: () => open.yes,
        ahead: async (_db, { id }) => {
          asked.push(id);
          return `read of ${id}`;
        },
        run: async (_input, { leido }) => ({ shown: leido }),
      },
    );
    const wrong = alongOf(eager, sentTo(eager, { id: 1 }))!;
    await expect(wrong.reading({} as never, { persona: null })).rejects.toThrow('no son los que');
    expect(asked).toEqual([]);
    const sent = sentTo(eager, { id: 'a' });
    const along = { ...alongOf(eager, sent)!, read: { leido: 'read before' } };
    const ctx = { actor: { uid: 'a' }, along } as never;
    await expect(performCall(eager, sent, ctx)).rejects.toMatchObject({
      status: 'PERMISSION_DENIED',
    });
    open.yes = true;
    expect(await performCall(eager, sent, ctx)).toEqual({ shown: 'read before' });
    // What could not be read with who asks is read by itself.
    const alone = { actor: { uid: 'a' }, services: {} } as never;
    expect(await performCall(eager, sentTo(eager, { id: 'b' }), alone)).toEqual({
      shown: 'read of b',
    });
  });
});
