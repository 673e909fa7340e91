/**
 * Several processes deliver one queue of mail, and die in the middle of it: each mail goes out, and
 * what goes out twice has the same Message-ID. On the embedded database one process after the other;
 * on PostgreSQL (tests/concurrency/correos.pg.test.ts) at once.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { makeFolder } from './database.ts';
import { startMailer, summary } from './mailer.ts';
import { startSmtpServer } from './smtp.ts';

const closing: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

it('kill -9 in the middle of a hundred mails loses none', async () => {
  const smtp = await startSmtpServer({ rcpt: () => 20 });
  const folder = mkdtempSync(join(tmpdir(), 'portal-'));
  closing.push(
    () => smtp.stop(),
    () => rmSync(folder, { recursive: true, force: true }),
  );
  await makeFolder(folder);
  const first = await startMailer({ folder, smtp: smtp.url, queue: 100 });
  await expect
    .poll(() => smtp.received.length, { timeout: 30_000, interval: 10 })
    .toBeGreaterThan(30);
  await first.kill();
  const before = smtp.received.length;
  expect(before).toBeLessThan(100);

  const second = await startMailer({ folder, smtp: smtp.url });
  closing.push(second.stop);
  await expect.poll(() => summary(smtp).different, { timeout: 30_000 }).toBe(100);
  const { mixed, repeated } = summary(smtp);
  expect(mixed).toBe(0);
  // At most what was on its way or not yet written down when it died.
  expect(repeated).toBeLessThanOrEqual(50);
});
