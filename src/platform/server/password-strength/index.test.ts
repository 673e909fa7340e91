import { dictionary } from '@zxcvbn-ts/language-common';
import { afterAll, describe, expect, it } from 'vitest';
import { createPasswordStrength } from './index.ts';

const strength = createPasswordStrength();
afterAll(() => strength.close());

const scoreOf = async (password: string) => (await strength.scores([password], 'prueba'))[0]!;

describe('the score', () => {
  it.each([
    'contraseña12345',
    'password123456',
    'P4$$w0rd123456',
    '123456789012',
    'qwertyuiop12',
    'Guadalajara1970',
    'hernandezgarcia',
  ])('is low for %s', async (password) => expect(await scoreOf(password)).toBeLessThan(3));

  it.each(['Tren-Nube-Lago-2026', 'una frase larga y tonta', 'Portal-Demo-2026'])(
    'is high for %s',
    async (password) => expect(await scoreOf(password)).toBeGreaterThanOrEqual(3),
  );

  it('is low for every known password that is long enough to be chosen', async () => {
    // As short as a password may be.
    const known = dictionary['passwords-common'].filter((text) => text.length >= 12);
    expect(known.length).toBeGreaterThan(300);
    const scores = await strength.scores(known, 'prueba');
    expect(known.filter((_, i) => scores[i]! >= 3)).toEqual([]);
  });

  it('of several texts comes in their order, and of nothing is none', async () => {
    const texts = ['123456789012', '', 'una frase larga y tonta'];
    const [low, none, high] = await strength.scores(texts, 'prueba');
    expect({ low, none, high }).toEqual({ low: 1, none: 0, high: 4 });
  });
});

describe('in its own thread', () => {
  it('holds up nobody, whatever it is given', async () => {
    // By the processor's clock: another one's says how busy the machine is, too.
    const from = process.threadCpuUsage();
    const worst = ['P4ssw0rd$2026!!mexico', 'a1!a1!a1!a1!a1!a1!a1!a1!', 'aB3-'.repeat(32)];
    await Promise.all(worst.map((password) => scoreOf(password)));
    const { user, system } = process.threadCpuUsage(from);
    expect((user + system) / 1_000).toBeLessThan(400);
  });

  it('takes turns by who asks, and tells who sends too many to come back', async () => {
    const texts = ['P4ssw0rd$2026!!mexico'];
    const done: string[] = [];
    const ask = (from: string) =>
      strength.scores(texts, from).then(
        () => done.push(from),
        (error) => error.status as string,
      );
    const many = Array.from({ length: 140 }, () => ask('muchas'));
    const one = ask('una');
    await one;
    // The one under way, the one before it in the round, and itself.
    expect(done.length).toBeLessThanOrEqual(3);
    const answers = await Promise.all(many);
    expect(answers.filter((answer) => answer === 'UNAVAILABLE').length).toBe(140 - 101);
  });
});
