/** Two processes share the queue of mail of one PostgreSQL. Runs only with TEST_DATABASE_URL. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { startMailer, summary } from '../mailer.ts';
import { startSmtpServer } from '../smtp.ts';

const serverUrl = process.env.TEST_DATABASE_URL;
const closing: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const admin = async (sql: string, url = serverUrl) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows as Record<string, unknown>[];
};

const makeDatabase = async () => {
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  await admin(`create database ${name}`);
  closing.push(() => admin(`drop database ${name} with (force)`));
  const url = new URL(serverUrl!);
  url.pathname = `/${name}`;
  return url.href;
};

describe.skipIf(!serverUrl)('two processes on one PostgreSQL', () => {
  it('deliver five hundred mails, each once', async () => {
    const databaseUrl = await makeDatabase();
    const smtp = await startSmtpServer({ rcpt: () => 3 });
    closing.push(() => smtp.stop());
    const first = await startMailer({ databaseUrl, smtp: smtp.url, queue: 500 });
    const second = await startMailer({ databaseUrl, smtp: smtp.url });
    closing.push(first.stop, second.stop);
    await expect.poll(() => smtp.received.length, { timeout: 60_000 }).toBe(500);
    // Written down behind the last one's delivery: then none is to be sent, and what is on its way has come when they ended.
    const left = () =>
      admin(
        'select estado, count(*)::int as n, count(distinct reservado_por)::int as procesos, count(contenido)::int as textos from correos group by 1',
        databaseUrl,
      );
    await expect
      .poll(left, { timeout: 60_000 })
      .toEqual([{ estado: 'enviado', n: 500, procesos: 0, textos: 0 }]);
    await Promise.all([first.stop(), second.stop()]);
    expect(summary(smtp)).toEqual({ different: 500, repeated: 0, mixed: 0 });
  });

  it('one dies by kill -9: the other delivers what it had, with the same Message-ID', async () => {
    const databaseUrl = await makeDatabase();
    const smtp = await startSmtpServer({ rcpt: () => 10 });
    closing.push(() => smtp.stop());
    const first = await startMailer({ databaseUrl, smtp: smtp.url, queue: 500 });
    const second = await startMailer({ databaseUrl, smtp: smtp.url });
    closing.push(second.stop);
    await expect
      .poll(() => smtp.received.length, { timeout: 60_000, interval: 10 })
      .toBeGreaterThan(60);
    await first.kill();
    expect(smtp.received.length).toBeLessThan(500);
    await expect.poll(() => summary(smtp).different, { timeout: 60_000 }).toBe(500);
    const { mixed, repeated } = summary(smtp);
    expect(mixed).toBe(0);
    // At most what was on its way or not yet written down when it died.
    expect(repeated).toBeLessThanOrEqual(50);
  });

  it('wait while the database cuts every connection, and go on by themselves', async () => {
    const databaseUrl = await makeDatabase();
    const smtp = await startSmtpServer({ rcpt: () => 10 });
    closing.push(() => smtp.stop());
    const mailer = await startMailer({ databaseUrl, smtp: smtp.url, queue: 300 });
    closing.push(mailer.stop);
    for (const many of [20, 100, 200]) {
      await expect
        .poll(() => smtp.received.length, { timeout: 60_000, interval: 10 })
        .toBeGreaterThan(many);
      await admin(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = '${new URL(databaseUrl).pathname.slice(1)}'`,
      );
    }
    await expect.poll(() => summary(smtp).different, { timeout: 60_000 }).toBe(300);
    expect(summary(smtp).mixed).toBe(0);
    // Written down behind the last one's delivery.
    const left = () => admin('select distinct estado from correos', databaseUrl);
    await expect.poll(left, { timeout: 60_000 }).toEqual([{ estado: 'enviado' }]);
  });
});
