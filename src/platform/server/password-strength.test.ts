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
  ])('is low for %s', (password) => expect(passwordScore(password, [])).toBeLessThan(3));
  it.each(['Tren-Nube-Lago-2026', 'una frase larga y tonta', 'Portal-Demo-2026'])(
    'is high for %s',
    (password) => expect(passwordScore(password, [])).toBeGreaterThanOrEqual(3),
  );
  it("falls with the person's own data", () => {
    const password = 'xochipilliquetzal';
    expect(passwordScore(password, [])).toBeGreaterThanOrEqual(3);
    expect(passwordScore(password, ['xochipilli.quetzal@correo.example'])).toBeLessThan(3);
  });
  it('answers at once for the longest', () => {
    const started = performance.now();
    passwordScore('aB3-'.repeat(32), []);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
