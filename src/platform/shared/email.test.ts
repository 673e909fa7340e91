import { domainToASCII, domainToUnicode } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEmail } from './email.ts';

const emailOf = (text: string) => {
  const reading = readEmail(text);
  return reading.ok ? reading.email : null;
};

describe('readEmail', () => {
  it.each([
    ['ana@correo.example', 'ana@correo.example'],
    [' Ana.Pérez@x.example'.replace('é', 'e'), 'ana.perez@x.example'],
    ['ANA+curso@SUB.Correo.Example\n', 'ana+curso@sub.correo.example'],
    ["o'brien@cjf.gob.mx", "o'brien@cjf.gob.mx"],
    ['a_b-c.d@a-b.mx', 'a_b-c.d@a-b.mx'],
    ['x@educación.mx', 'x@xn--educacin-13a.mx'],
    ['x@EDUCACIO\u0301N.mx', 'x@xn--educacin-13a.mx'],
    ['x@xn--educacin-13a.mx', 'x@xn--educacin-13a.mx'],
    ['x@ñandú.example', 'x@xn--and-6ma2c.example'],
    // In the domain the full-width forms are the same name: the same mailbox, not another.
    ['x@ｃｏｒｒｅｏ．example', 'x@correo.example'],
    ['x@correo。example', 'x@correo.example'],
    ['x@почта.рф', `x@${domainToASCII('почта.рф')}`],
    [`${'a'.repeat(64)}@x.example`, `${'a'.repeat(64)}@x.example`],
  ])('reads %j', (text, email) => expect(emailOf(text)).toBe(email));

  it.each([
    '',
    'ana',
    'ana@',
    '@correo.example',
    'ana@correo',
    'ana@@correo.example',
    'ana@b@correo.example',
    'ana@correo..example',
    '.ana@correo.example',
    'ana.@correo.example',
    'a..b@correo.example',
    'ana@-correo.example',
    'ana@correo-.example',
    'ana@correo.example.',
    'ana@correo.e',
    'ana@correo.123',
    // Addresses of machines.
    'ana@127.0.0.1',
    'ana@[127.0.0.1]',
    'ana@[IPv6:::1]',
    'ana@0x7f.1',
    'ana@2130706433',
    // What a mailer reads in another way.
    'ana@correo.example,otra@correo.example',
    'ana@correo.example;otra@correo.example',
    'a@x.example,1.x',
    'a@x.example(1.x',
    'a@x.example<b.c',
    'ana@correo.example>',
    'Ana <ana@correo.example>',
    '"ana"@correo.example',
    'ana(comentario)@correo.example',
    'ana[1]@correo.example',
    'ana\\@correo.example',
    'ana:b@correo.example',
    'a%otra.example@correo.example',
    'otra.example!ana@correo.example',
    'a|b@correo.example',
    'ana@correo.example/x',
    'ana@correo.example?x',
    'ana@correo.example#x',
    'ana@correo.example:25',
    'ana@%63orreo.example',
    'ana b@correo.example',
    'ana@correo .example',
    'ana\u00a0b@correo.example',
    // What looks like another's.
    'аna@correo.example',
    'ana@gmаil.com',
    'ana@gmaıl.com',
    'ana@gmai\u0307l.com',
    'mısion@correo.example',
    'ａna@correo.example',
    'ana＠correo.example',
    'ana@ɡmail.com',
    '𝐚na@correo.example',
    '\u212aana@correo.example',
    // What is not seen.
    'a\u200bna@correo.example',
    'ana\u00ad@correo.example',
    'ana@cor\u00adreo.example',
    'ana\u202e@correo.example',
    'ana@\u2066correo.example',
    'ana\u{e0061}@correo.example',
    'ana\ufe0f@correo.example',
    'ana\u3164@correo.example',
    'ana\u0001@correo.example',
    'ana\u007f@correo.example',
    'a\nb@correo.example',
    'ana\ud800@correo.example',
    'ana\ue000@correo.example',
    `${'a'.repeat(65)}@x.example`,
    `a@${'a'.repeat(64)}.example`,
    `a@${'a.'.repeat(130)}example`,
  ])('refuses %j and says what to do', (text) => {
    const reading = readEmail(text);
    expect(reading.ok ? reading.email : null).toBeNull();
    expect(reading).toMatchObject({ problem: expect.stringMatching(/^[A-ZÁÉÍÓÚ].{10,}\.$/) });
  });

  const atom = fc.stringMatching(/^[A-Za-z0-9_+-]{1,12}$/);
  const label = fc.stringMatching(/^[A-Za-zñáü][A-Za-z0-9ñáü]{0,10}$/);
  const address = fc
    .tuple(
      fc.array(atom, { minLength: 1, maxLength: 3 }),
      fc.array(label, { minLength: 1, maxLength: 3 }),
    )
    .map(([local, domain]) => `${local.join('.')}@${domain.join('.')}.mx`);

  it('what it gives is plain, is read as itself, and is the name that is looked up', () => {
    fc.assert(
      fc.property(address, (text) => {
        const email = emailOf(text)!;
        expect(email).toMatch(/^[\x21-\x7e]+$/);
        expect(email).not.toMatch(/[,;()<>[\]"\\:%]/);
        expect(emailOf(email)).toBe(email);
        const [, given = ''] = text.split('@');
        const [, domain = ''] = email.split('@');
        expect(domain).toBe(domainToASCII(given.toLowerCase()));
        // However its owner writes it.
        expect(emailOf(text.toUpperCase())).toBe(email);
        expect(emailOf(`x@${domainToUnicode(domain)}`)).toBe(`x@${domain}`);
      }),
    );
  });

  it('of any text, what is taken has one @, no space, and nothing that is not seen', () => {
    const any = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc
        .tuple(fc.string({ unit: 'binary', maxLength: 8 }), address, fc.string({ maxLength: 8 }))
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(any, (text) => {
        const email = emailOf(text);
        if (email === null) return;
        expect(email).toMatch(/^[\x21-\x3f\x41-\x7e]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/);
        expect(email).toBe(email.toLowerCase());
      }),
      { numRuns: 2_000 },
    );
  });

  it('a sign that is not seen, anywhere within, makes it no address', () => {
    const hidden = fc
      .integer({ min: 0, max: 0x10ffff })
      .map((code) => String.fromCodePoint(code))
      .filter((sign) => /^[\p{Cf}\p{Cc}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}]$/u.test(sign));
    fc.assert(
      fc.property(address, fc.nat(100), hidden, (text, at, sign) => {
        const where = 1 + (at % (text.length - 1));
        expect(emailOf(text.slice(0, where) + sign + text.slice(where))).toBeNull();
      }),
    );
  });

  it('a plain domain is read as browsers and names do', () => {
    const plain = fc.string({ unit: fc.constantFrom(...'abxn019.-'), minLength: 1, maxLength: 14 });
    fc.assert(
      fc.property(plain, (domain) => {
        const email = emailOf(`a@${domain}.mx`);
        if (email === null) return;
        expect(email).toBe(`a@${new URL(`http://${domain}.mx/`).hostname}`);
      }),
      { numRuns: 3_000 },
    );
  });
});
