import { SMTPServer } from 'smtp-server';
import { afterEach, expect, it } from 'vitest';
import { openTestDatabase } from '../../../../tests/database.ts';
import type { Database } from '../db/index.ts';
import { createJobs } from '../jobs.ts';
import { createLog } from '../log.ts';
import { createMail } from './index.ts';

const closing: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A real SMTP server that refuses the first `refusals` messages for now. */
const startSmtp = async (refusals: number) => {
  const received: string[] = [];
  const recipients: string[] = [];
  let left = refusals;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      recipients.push(address);
      done();
    },
    onData(stream, _session, done) {
      let text = '';
      stream.on('data', (chunk) => {
        text += chunk;
      });
      stream.on('end', () => {
        if (left > 0) {
          left -= 1;
          done(Object.assign(new Error('try later'), { responseCode: 451 }));
          return;
        }
        received.push(text);
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  closing.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as { port: number };
  return { url: `smtp://127.0.0.1:${port}`, received, recipients };
};

const open = async (smtpUrl: string | null) => {
  const database: Database = await openTestDatabase();
  closing.push(() => database.close());
  const jobs = createJobs(database, createLog('silent'));
  const mail = createMail({
    db: database.db,
    jobs,
    smtpUrl,
    from: 'Escuela <no@escuela.example>',
    sender: {
      institution: {
        name: 'Escuela de Prueba',
        shortName: 'EP',
        logoUrl: null,
        actionColor: null,
      },
      publicUrl: 'https://portal.example',
    },
    localMailbox: false,
    retryDelay: 1,
  });
  await jobs.start();
  closing.push(() => jobs.stop(), mail.close);
  const message = {
    to: 'ana@correo.example',
    subject: 'Ñandú',
    paragraphs: ['Abra su acuse.'],
    action: { label: 'Abrir', url: 'https://a.example/x?c=1' },
    reason: 'Recibe este mensaje porque sí.',
  };
  return { database, mail, message };
};

const rows = (database: Database) => database.db.selectFrom('correos').selectAll().execute();

it('goes out by SMTP, tried again after a refusal, and its body is not kept', async () => {
  const { url, received } = await startSmtp(1);
  const { database, mail, message } = await open(url);
  await database.db.transaction().execute((trx) => mail.queue(trx, message));
  await expect.poll(() => received.length, { timeout: 25_000 }).toBe(1);
  expect(received[0]).toMatch(/To: ana@correo\.example/);
  await expect.poll(async () => (await rows(database))[0]?.estado).toBe('enviado');
  expect((await rows(database))[0]?.contenido).toBeNull();
});

it('one that is refused holds up nobody: the others go out once', async () => {
  const { url, received } = await startSmtp(1);
  const { database, mail, message } = await open(url);
  const subjects = Array.from({ length: 6 }, (_, n) => `Aviso ${n}`);
  await database.db.transaction().execute(async (trx) => {
    for (const subject of subjects) await mail.queue(trx, { ...message, subject });
  });
  await expect.poll(() => received.length, { timeout: 25_000 }).toBe(6);
  const got = received.map((text) => /^Subject: (.*)$/m.exec(text)?.[1]?.trim());
  expect(got.toSorted()).toEqual(subjects);
  await expect
    .poll(async () => (await rows(database)).map(({ estado }) => estado))
    .toEqual(subjects.map(() => 'enviado'));
});

it.each([
  'a@correo.example,otra@correo.example',
  'a@correo.example;otra@correo.example',
  'a@correo.example(otra',
  'a@correo.example<otra@correo.example>',
  'Ana <a@correo.example>',
])('never writes to a part of what it was told: %s', async (to) => {
  const { url, recipients } = await startSmtp(0);
  const { database, mail, message } = await open(url);
  await database.db.transaction().execute(async (trx) => {
    await mail.queue(trx, { ...message, to });
    await mail.queue(trx, { ...message, to: 'despues@correo.example' });
  });
  await expect.poll(() => recipients, { timeout: 25_000 }).toContain('despues@correo.example');
  expect(recipients).not.toContain('a@correo.example');
  expect(recipients).not.toContain('otra@correo.example');
});

it('is not sent when the transaction that causes it fails', async () => {
  const { url, received } = await startSmtp(0);
  const { database, mail, message } = await open(url);
  await expect(
    database.db.transaction().execute(async (trx) => {
      await mail.queue(trx, message);
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  expect(await rows(database)).toEqual([]);
  expect(received).toEqual([]);
});

it('waits in the queue while there is no SMTP server configured', async () => {
  const { database, mail, message } = await open(null);
  await database.db.transaction().execute((trx) => mail.queue(trx, message));
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect((await rows(database))[0]).toMatchObject({
    estado: 'pendiente',
    contenido: { paragraphs: message.paragraphs },
  });
  expect(mail.mailbox).toBeNull();
});
