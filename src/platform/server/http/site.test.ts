import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../../tests/portal.ts';

const dir = mkdtempSync(join(tmpdir(), 'portal-site-'));
let portal: TestPortal;

beforeAll(async () => {
  writeFileSync(
    join(dir, 'index.html'),
    '<!doctype html><title>Portal</title><!--portal-config-->',
  );
  portal = await startTestPortal({}, { jobs: false, site: dir });
});
afterAll(async () => {
  await portal.stop();
  rmSync(dir, { recursive: true, force: true });
});

it('lets a page load its own files and nothing that stands in it', async () => {
  const { headers } = await portal.app.inject({
    url: '/auth/login',
    headers: { accept: 'text/html' },
  });
  const policy = String(headers['content-security-policy']).split('; ');
  expect(policy).toContain("script-src 'self'");
  expect(policy).toContain("style-src 'self'");
  expect(policy.join()).not.toMatch(/nonce|unsafe/);
});

it.each([
  ['a page', '/auth/login', 'text/html,*/*;q=0.8', 200, 'text/html'],
  ['a page, to who takes anything', '/auth/login', '*/*', 200, 'text/html'],
  ['a page, to who says nothing', '/', undefined, 200, 'text/html'],
  ['no page', '/nada', 'text/html', 404, 'text/html'],
  ['no page, to a program', '/nada', '*/*', 404, 'application/json'],
  ['a page asked for as data', '/auth/login', 'application/json', 404, 'application/json'],
  ['a missing asset', '/assets/no.js', 'text/html', 404, 'application/json'],
  ['an address that cannot be read', '/person/%zz', 'text/html', 404, 'text/html'],
  [
    'an address that cannot be read, of a letter cut in two',
    '/auth/%C3',
    'text/html',
    404,
    'text/html',
  ],
  ['only a sign', '/%', 'text/html,*/*;q=0.8', 404, 'text/html'],
  ['an address that cannot be read, to a program', '/%zz', '*/*', 404, 'application/json'],
  ['a file whose name cannot be read', '/v0/b/_/o/users%2', '*/*', 404, 'application/json'],
  ['a query that cannot be read', '/auth/login?a=%zz', 'text/html', 200, 'text/html'],
  ['a query with what no text has', '/auth/login?a=%00', 'text/html', 200, 'text/html'],
  ['a segment of 4,000 letters', `/person/${'x'.repeat(4_000)}`, 'text/html', 200, 'text/html'],
])('%s', async (_name, url, accept, status, type) => {
  const response = await portal.app.inject({ url, headers: accept ? { accept } : {} });
  expect([response.statusCode, response.headers['content-type']?.split(';')[0]]).toEqual([
    status,
    type,
  ]);
  expect(response.headers['content-security-policy']).toBeDefined();
  if (type === 'application/json') expect(response.json().error.message).toMatch(/\.$/);
});
