import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nombreEnCopia } from './rules.ts';

it.each([
  ['Título de Ñandú 🎓.pdf', '001 Título de Ñandú 🎓.pdf'],
  ['../../etc/passwd', '001 _.._etc_passwd.bin'],
  ['CON:|?.pdf', '001 CON_.pdf'],
  ['titulo.hta', '001 titulo.hta.bin'],
  ['fin\u007f\u0080\u0085\u009fde línea.pdf', '001 fin_de línea.pdf'],
  ['...', '001 archivo.bin'],
  [`${'ñ'.repeat(300)}.pdf`, `001 ${'ñ'.repeat(96)}.pdf`],
])('%s', (nombre, expected) => expect(nombreEnCopia(1, nombre)).toBe(expected));

it('is a name that every system writes, one for each number, and keeps the ending', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(999), (nombre, n) => {
      const name = nombreEnCopia(n, nombre);
      expect(name).not.toMatch(/[<>:"/\\|?*\p{Cc}]/u);
      expect([...name].length).toBeLessThanOrEqual(104);
      expect(Number(name.slice(0, 3))).toBe(n);
      expect(nombreEnCopia(n, `${nombre}x.pdf`)).toMatch(/\.pdf$/);
    }),
    { numRuns: 50 },
  );
});
