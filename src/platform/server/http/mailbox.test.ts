import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../../tests/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
  const { db, notificaciones } = portal.services;
  await db.transaction().execute(async (trx) => {
    await notificaciones.notify(trx, {
      to: 'ana@correo.example',
      clase: 'codigos',
      subject: 'Hola <b>Ana</b>',
      paragraphs: ['<script>alert(1)</script>'],
      action: { label: 'Abrir', url: 'https://a.example/x?c=1&d=2' },
      reason: 'Recibe este mensaje porque sí.',
    });
  });
});
afterAll(() => portal.stop());

it('gives what was sent as data, its links included', async () => {
  const [mail] = await portal.mails();
  expect(mail).toEqual({
    id: expect.any(String),
    to: 'ana@correo.example',
    subject: 'Hola <b>Ana</b>',
    text: expect.stringContaining('<script>alert(1)</script>'),
    links: ['https://a.example/x?c=1&d=2'],
    at: expect.any(String),
  });
});

it('shows each as HTML in a frame that can do nothing but open its links beside', async () => {
  const page = await fetch(`${portal.url}/dev/mail`);
  const html = await page.text();
  expect(html).not.toMatch(/<script|<b>Ana/);
  const [, path = ''] = /<iframe src="([^"]+)"/.exec(html) ?? [];
  expect(html).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  expect(page.headers.get('content-security-policy')).toContain("frame-src 'self'");

  const mail = await fetch(portal.url + path);
  expect(mail.headers.get('content-type')).toContain('text/html');
  expect(mail.headers.get('cache-control')).toBe('no-store');
  const policy = mail.headers.get('content-security-policy');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'self'");
  expect(policy).toContain('sandbox allow-popups');
  const text = await mail.text();
  expect(text).toContain('<base target="_blank">');
  expect(text).not.toMatch(/<script/);
  expect((await fetch(`${portal.url}/dev/mail/no-es`)).status).toBe(404);
});
