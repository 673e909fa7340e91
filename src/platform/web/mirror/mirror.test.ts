import { describe, expect, it } from 'vitest';
import { createMirror, MIRROR_DAYS } from './mirror.ts';
import type { disk, Sealed } from './store.ts';

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64url');
const ana = { uid: 'ana', espejo: keyOf(1) };
const eva = { uid: 'eva', espejo: keyOf(2) };

const device = () => {
  const kept = new Map<string, Sealed>();
  const clock = { now: 0 };
  const fake: typeof disk = {
    read: async (key) => kept.get(key),
    write: async (key, sealed) => void kept.set(key, sealed),
    remove: async (key) => void kept.delete(key),
    all: async () => [...kept],
  };
  return {
    kept,
    clock,
    mirror: createMirror(
      async () => fake,
      () => clock.now,
    ),
  };
};

describe('the mirror', () => {
  it('gives back the newest text, and nothing once it was forgotten', async () => {
    const { mirror } = device();
    for (const motivo of ['H', 'Ho', 'Hola']) mirror.keep(ana, 'inscripcion/1', { motivo });
    expect(await mirror.find(ana, 'inscripcion/1')).toEqual({ valor: { motivo: 'Hola' }, en: 0 });
    mirror.keep(ana, 'inscripcion/1', { motivo: 'Hola y más' });
    mirror.forget(ana, 'inscripcion/1');
    expect(await mirror.find(ana, 'inscripcion/1')).toBeNull();
  });

  it('leaves nothing on the device that can be read, and opens with its owner’s key alone', async () => {
    const { mirror, kept } = device();
    mirror.keep(ana, 'inscripcion/1', { apoyo: 'intérprete de lengua de señas' });
    await mirror.find(ana, 'inscripcion/1');
    const [name, sealed] = [...kept][0]!;
    expect(name).toBe('ana/inscripcion/1');
    expect(Buffer.from(sealed.datos).toString('utf8')).not.toContain('apoyo');
    expect(await mirror.find({ ...ana, espejo: eva.espejo }, 'inscripcion/1')).toBeNull();
  });

  it('is gone after some days, for another account, and at sign-out', async () => {
    const { mirror, kept, clock } = device();
    const write = async (owner: typeof ana) => {
      mirror.keep(owner, 'nota', 'texto');
      await mirror.find(owner, 'nota');
    };
    await write(ana);
    clock.now = (MIRROR_DAYS + 1) * 86_400_000;
    expect(await mirror.find(ana, 'nota')).toBeNull();
    await mirror.keepOnly(ana);
    expect(kept.size).toBe(0);

    await write(ana);
    await write(eva);
    await mirror.keepOnly(eva);
    expect([...kept.keys()]).toEqual(['eva/nota']);
    await mirror.wipe();
    expect(kept.size).toBe(0);
  });

  it('a device that keeps nothing is as one without it', async () => {
    const mirror = createMirror(() => Promise.reject(new Error('private window')));
    mirror.keep(ana, 'nota', 'texto');
    expect(await mirror.find(ana, 'nota')).toBeNull();
    await mirror.wipe();
  });
});
