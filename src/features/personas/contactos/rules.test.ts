import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatTelefono, readTelefono } from './rules.ts';

it.each([
  ['55 1234 5678', '+525512345678'],
  ['(55) 1234-5678', '+525512345678'],
  ['+52 55 1234 5678', '+525512345678'],
  ['+52 1 55 1234 5678', '+525512345678'],
  ['0052 55 1234 5678', '+525512345678'],
  ['52 55 1234 5678', '+525512345678'],
  ['044 55 1234 5678', '+525512345678'],
  ['045 55 1234 5678', '+525512345678'],
  ['01 442 123 4567', '+524421234567'],
  ['+1 202 555 0123', '+12025550123'],
  ['00 34 912 345 678', '+34912345678'],
])('%s is %s', (texto, valor) => {
  expect(readTelefono(texto)).toEqual({ valor });
});

it.each([
  '',
  '12',
  '55 1234 567',
  '55 1234 56789',
  '0512345678',
  '+52 55 1234',
  '+',
  '+0123456789',
  'llámeme',
  '55+12345678',
  '1123456789 ext. 4',
])('«%s» is no telephone', (texto) => {
  expect(readTelefono(texto)).toHaveProperty('problema');
});

it('what is kept is read as it is, however it is shown, and is E.164', () => {
  const local = fc.stringMatching(/^[2-9]\d{9}$/);
  fc.assert(
    fc.property(local, (ten) => {
      const leido = readTelefono(ten);
      expect(leido).toEqual({ valor: `+52${ten}` });
      expect(readTelefono(formatTelefono(`+52${ten}`))).toEqual(leido);
    }),
  );
  fc.assert(
    fc.property(fc.string(), (texto) => {
      const leido = readTelefono(texto);
      if (!('valor' in leido)) return;
      expect(leido.valor).toMatch(/^\+[1-9]\d{7,14}$/);
      expect(readTelefono(leido.valor)).toEqual(leido);
    }),
  );
});

it('is shown as people in Mexico write it', () => {
  expect(formatTelefono('+525512345678')).toBe('55 1234 5678');
  expect(formatTelefono('+524421234567')).toBe('442 123 4567');
  expect(formatTelefono('+12025550123')).toBe('+12025550123');
});
