import { expect, it } from 'vitest';
import { createGate } from './gate.ts';

it('looks once at each template and shape, and at what was refused each time', () => {
  const gate = createGate();
  let looks = 0;
  const pass = (template: string, document: unknown) => {
    looks = 0;
    gate.look(template, document, () => {
      looks += 1;
    });
    return looks;
  };
  const one = {
    title: 'Certificado',
    data: { filas: [{ valor: 'A' }], vigencia: null, demo: true },
  };
  expect(pass('a.typ', one)).toBe(1);
  // Another one's words are no other shape.
  expect(pass('a.typ', { ...one, title: 'Grado' })).toBe(0);
  expect(pass('b.typ', one)).toBe(1);
  for (const data of [
    { ...one.data, filas: [] },
    { ...one.data, filas: [{ valor: 'A' }, { valor: 'B' }] },
    { ...one.data, filas: [{ valor: ' ' }] },
    { ...one.data, vigencia: 'Hasta hoy' },
    { ...one.data, demo: false },
    { ...one.data, marco: 'doble' },
    { ...one.data, marco: 'sencillo' },
  ]) {
    expect([data, pass('a.typ', { ...one, data })]).toEqual([data, 1]);
  }
  expect(pass('a.typ', { ...one, title: '' })).toBe(1);

  const refuse = () =>
    gate.look('c.typ', one, () => {
      throw new Error('no title');
    });
  expect(refuse).toThrow('no title');
  expect(refuse).toThrow('no title');
});
