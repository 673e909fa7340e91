import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeString, nameProblem, type StorageError, storageCodeOfHttp } from './storage.ts';

const codeOf = (work: () => unknown): string => {
  try {
    work();
    return 'no error';
  } catch (error) {
    return (error as StorageError).code;
  }
};

describe('decodeString', () => {
  it('gives back any bytes, with or without padding', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const base64 = Buffer.from(bytes).toString('base64');
        const url = Buffer.from(bytes).toString('base64url');
        for (const [format, text] of [
          ['base64', base64],
          ['base64', base64.replace(/=+$/, '')],
          ['base64url', url],
          ['base64url', url + '='.repeat((4 - (url.length % 4)) % 4)],
          ['data_url', `data:image/png;base64,${base64}`],
        ] as const) {
          expect([...decodeString(format, text).bytes]).toEqual([...bytes]);
        }
      }),
    );
  });

  it('gives back any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 100 }), (text) => {
        expect(Buffer.from(decodeString('raw', text).bytes).toString('utf8')).toBe(text);
        const url = `data:text/plain,${encodeURIComponent(text)}`;
        expect(Buffer.from(decodeString('data_url', url).bytes).toString('utf8')).toBe(text);
      }),
    );
  });

  it('lets nothing but its alphabet through', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), (text) => {
        if (/[^A-Za-z0-9+/=]/.test(text)) {
          expect(codeOf(() => decodeString('base64', text))).toBe('storage/invalid-format');
        }
        if (/[^A-Za-z0-9_=-]/.test(text)) {
          expect(codeOf(() => decodeString('base64url', text))).toBe('storage/invalid-format');
        }
      }),
    );
  });

  it.each([
    ['base64', 'a-b_'],
    ['base64', 'a_bc'],
    ['base64', 'YQ= ='],
    ['base64', 'YQ=='.repeat(2)],
    ['base64', 'abcde'],
    ['base64', 'YW\nJj'],
    ['base64url', 'a+bc'],
    ['base64url', 'a/bc'],
    ['base64url', 'ñandu'],
    ['data_url', 'hola'],
    ['data_url', 'data:text/plain'],
    ['data_url', 'data:text/plain;base64,a-b_'],
    ['data_url', 'data:text/plain,%zz'],
    ['data_url', ' data:,x'],
  ])('refuses %s %j', (format, text) => {
    expect(codeOf(() => decodeString(format, text))).toBe('storage/invalid-format');
  });

  it.each(['', 'RAW', 'hex', 'toString'])('does not know the format %j', (format) => {
    expect(codeOf(() => decodeString(format, 'x'))).toBe('storage/unknown');
  });

  it('reads the media type of a data URL', () => {
    const typeOf = (text: string) => decodeString('data_url', text).contentType;
    expect(typeOf('data:image/png;base64,AAAA')).toBe('image/png');
    expect(typeOf('data:text/plain;charset=utf-8,x')).toBe('text/plain;charset=utf-8');
    expect(typeOf('data:;base64,AAAA')).toBeNull();
    expect(typeOf('data:,x')).toBeNull();
  });
});

describe('nameProblem', () => {
  it.each([
    'users/abc/foto.jpg',
    'ines/a b (1).png',
    'ines/ñandú 😀.jpg',
    'a',
    'x/.oculto',
    'a/...',
  ])('takes %j', (name) => expect(nameProblem(name)).toBeNull());

  it.each([
    '',
    '/',
    '/etc/passwd',
    'users//a',
    'users/a/',
    '..',
    '.',
    'users/../ines/a',
    'users/./a',
    'users/%2e%2e/a',
    'users/a%2Fb',
    'users/a%00',
    'users\\a',
    'users/a\0.jpg',
    'users/a\n.jpg',
    'users/\u202egpj.exe',
    'users/\ud800',
    'x'.repeat(1_000),
    'ñ'.repeat(300),
  ])('refuses %j', (name) => expect(nameProblem(name)).toMatch(/\.$/));

  it('never lets a name climb, however it is decoded again', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (name) => {
        if (nameProblem(name) !== null) return;
        const again = decodeURIComponent(name.replace(/%(?![0-9a-f]{2})/gi, '%25'));
        const { pathname } = new URL(`http://h/base/${encodeURI(again)}`);
        expect(pathname.startsWith('/base/')).toBe(true);
      }),
    );
  });
});

describe('storageCodeOfHttp', () => {
  it("is the specification's table", () => {
    expect([400, 401, 402, 403, 404, 413, 500].map(storageCodeOfHttp)).toEqual([
      'unknown',
      'unauthenticated',
      'quota-exceeded',
      'unauthorized',
      'object-not-found',
      'unknown',
      'unknown',
    ]);
  });
});
