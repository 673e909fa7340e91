import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '../../../../tests/database.ts';
import type { Database } from './index.ts';
import { digestJsonb, digestOfJsonb, digestWritten, writeJsonb, writeString } from './jsonb.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** What a database takes: no NUL and no half of a character. */
const value = fc
  .jsonValue({ stringUnit: 'binary', noUnicodeString: false } as object)
  .filter((one) => !/\\u0000|\\ud[89a-f]/.test(JSON.stringify(one)));

it('is what the database makes of the same value', async () => {
  const samples = [
    ...fc.sample(value, 600),
    ...fc.sample(fc.double({ noNaN: true, noDefaultInfinity: true }), 200),
    { corta: 1, ab: [undefined, { ñ: 1, zz: 2, '😀': 3, '\uffee': 4 }], vacio: undefined },
    [-0, 1e21, -1.5e-7, 5e-324, 1.7976931348623157e308, 0.1, 'a"\\\b\f\n\r\t\u0001\u007f\u2028'],
    { en: new Date('2026-11-25T12:00:00Z'), '': { '': {} }, nada: [] },
  ];
  const { rows } = await sql<{ huella: string }>`
    select ${digestOfJsonb(sql`t.value`)} as huella
    from jsonb_array_elements(${JSON.stringify(samples)}::jsonb) with ordinality t order by t.ordinality`.execute(
    database.db,
  );
  expect(rows.map(({ huella }) => huella)).toEqual(samples.map(digestJsonb));
  expect(digestWritten(samples.map(writeJsonb))).toBe(digestJsonb(samples));
  // And it is JSON, of the same value.
  expect(samples.map((one) => JSON.parse(writeJsonb(one)))).toEqual(
    JSON.parse(JSON.stringify(samples)),
  );
});

it('writes a string as JSON does, whatever is in it', () => {
  // Quotes, controls and halves of a pair are rare among all there are.
  const unit = fc.oneof(
    fc.constantFrom('"', '\\', '\n', '\0', '\u001f', '\u007f', '\u2028', '\ud800', '\udfff'),
    fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
  );
  fc.assert(
    fc.property(fc.string({ unit }), (text) => {
      expect(writeString(text)).toBe(JSON.stringify(text));
    }),
  );
});
