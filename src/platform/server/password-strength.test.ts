import { describe, expect, it } from 'vitest';
import { passwordScore } from './password-strength.ts';

describe('passwordScore', () => {
  it.each([
    'contraseña12345',
    'password123456',
    '123456789012',
    'qwertyuiop12',
    'Guadalajara1970',
    'hernandezgarcia',
  ])('is low for %s', async (password) =>
    expect(await passwordScore(password, [])).toBeLessThan(3),
  );
  it.each(['Tren-Nube-Lago-2026', 'una frase larga y tonta', 'Portal-Demo-2026'])(
    'is high for %s',
    async (password) => expect(await passwordScore(password, [])).toBeGreaterThanOrEqual(3),
  );
  it("falls with the person's own data", async () => {
    const password = 'xochipilliquetzal';
    expect(await passwordScore(password, [])).toBeGreaterThanOrEqual(3);
    expect(await passwordScore(password, ['xochipilli.quetzal@correo.example'])).toBeLessThan(3);
  });
  it('answers at once for the longest', async () => {
    const started = performance.now();
    await passwordScore('aB3-'.repeat(32), []);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
