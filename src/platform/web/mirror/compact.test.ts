import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readShared, writeShared } from './compact.ts';

it('any value comes back as JSON would have it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(readShared(writeShared(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

it('what is shared is written once, and shared again', () => {
  const field = { clave: 'uno', etiqueta: 'x'.repeat(1_000), min: undefined };
  const past = Array.from({ length: 50 }, (_, i) => ({ en: i, campos: [field, field] }));
  const text = writeShared({ past });
  expect(text.length).toBeLessThan(5_000);
  const back = readShared(text) as typeof JSON_SHAPE;
  expect(back).toEqual(JSON.parse(JSON.stringify({ past })));
  expect(back.past[0]!.campos[0]).toBe(back.past[49]!.campos[1]);
});
const JSON_SHAPE = { past: [{ en: 0, campos: [{}] }] };

it('reads what older programs wrote, and moments as JSON writes them', () => {
  expect(readShared('{"motivo":"uno","lista":[[1]]}')).toEqual({ motivo: 'uno', lista: [[1]] });
  const at = new Date('2026-11-23T00:00:00Z');
  expect(readShared(writeShared({ at, undefined: undefined }))).toEqual({
    at: at.toISOString(),
  });
  expect(readShared(writeShared(null))).toBeNull();
});
