import { describe, expect, it } from 'vitest';
import { returningTo, safeReturn } from './volver.ts';

describe('safeReturn', () => {
  it.each(['/people', '/person/X?tab=1#a', '/acuse?folio=1'])('accepts %s', (path) => {
    expect(safeReturn(path)).toBe(path);
  });

  it.each([
    null,
    '',
    'people',
    '//evil.com',
    '/\\evil.com',
    '/\t/evil.com',
    'https://evil.com/',
    'javascript:alert(1)',
    '/auth/login?volver=/auth/login',
    '/AUTH/register',
    '/auth',
  ])('refuses %j', (path) => {
    expect(safeReturn(path, '/inicio')).toBe('/inicio');
  });

  it('does not mistake a path that only begins like the sign-in pages', () => {
    expect(safeReturn('/authors')).toBe('/authors');
  });
});

it('goes on to where somebody was, in the address', () => {
  expect(returningTo('/auth/login', '/oferta/1?a=b')).toBe(
    '/auth/login?volver=%2Foferta%2F1%3Fa%3Db',
  );
  expect(returningTo('/auth/login?showBanner', '/rutas')).toBe(
    '/auth/login?showBanner&volver=%2Frutas',
  );
  for (const back of [null, '/', '/auth/login', '//malo.example', 'https://malo.example']) {
    expect(returningTo('/auth/register', back)).toBe('/auth/register');
  }
});
