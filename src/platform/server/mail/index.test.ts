import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { freePort } from '../../../../scripts/free-port.ts';
import { openTestDatabase } from '../../../../tests/database.ts';
import { type SmtpServer, startCutter, startSmtpServer } from '../../../../tests/smtp.ts';
import type { Database } from '../db/index.ts';
import { createEventos } from '../eventos/index.ts';
import { createJobs } from '../jobs.ts';
import { createLog } from '../log.ts';
import { createNotificaciones, type Message } from '../notificaciones/index.ts';
import type { GivenUp } from './delivery.ts';
import { createMail } from './index.ts';
import { openSmtp } from './smtp.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(() =>
  database.execute(
    'delete from correos; delete from correos_rechazos; delete from correos_servidor',
  ),
);

const closing: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const smtp = async (manners?: Parameters<typeof startSmtpServer>[0]): Promise<SmtpServer> => {
  const server = await startSmtpServer(manners);
  closing.push(() => server.stop());
  return server;
};

const HOUR = 3_600_000;
/** Milliseconds that no test takes. */
const NEVER = 2 ** 31 - 1;
/** Mails on their way to one domain, at most: one lane is left for others. */
const OF_A_DOMAIN = 4;

const letter = (to: string, subject = 'Ñandú'): Message => ({
  to,
  clase: 'codigos',
  subject,
  paragraphs: ['Abra su acuse.'],
  action: { label: 'Abrir', url: 'https://a.example/x?c=1' },
  reason: 'Recibe este mensaje porque sí.',
});

/** A queue of mail at work; `later` moves the portal's clock. */
const open = (smtpUrl: string | null, { demo = false } = {}) => {
  const log = createLog('silent');
  const jobs = createJobs(database, log);
  const given: GivenUp[] = [];
  let moved = 0;
  const make = () =>
    createMail({
      database,
      jobs,
      log,
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
      localMailbox: demo,
      now: () => new Date(Date.now() + moved),
      onGivenUp: async (_trx, mails) => {
        given.push(...mails);
      },
      retry: { mail: 0.05, server: 0.2 },
    });
  const mail = make();
  mail.start();
  const notificaciones = createNotificaciones({
    ...{
      database,
      mail,
      eventos: createEventos(null, () => new Date()),
      now: () => new Date(Date.now() + moved),
    },
    ...{ env: { publicUrl: 'https://portal.example' }, secrets: {} as never },
  });
  closing.push(
    () => mail.close(),
    () => notificaciones.close(),
  );
  return {
    mail,
    notificaciones,
    given,
    later: (ms: number) => {
      moved += ms;
    },
    queue: (...messages: Message[]) =>
      database.db.transaction().execute(async (trx) => {
        await notificaciones.notifyAll(trx, messages);
      }),
    rows: () => database.db.selectFrom('correos').selectAll().orderBy('para').execute(),
  };
};

type Queue = ReturnType<typeof open>;
const estados = async ({ rows }: Queue) => (await rows()).map(({ estado }) => estado);
const poll = <T>(read: () => T | Promise<T>) =>
  expect.poll(read, { timeout: 20_000, interval: 50 });

describe('a mail', () => {
  it('goes out at once, as text and as HTML, and what it said is not kept', async () => {
    const { url, received } = await smtp();
    // The looks that come round by themselves never do: it goes out because it was queued.
    const rounds = vi.spyOn(globalThis, 'setInterval');
    rounds.mockImplementation(() => setTimeout(() => {}));
    const queue = open(url);
    rounds.mockRestore();
    // Its first look is behind it when others have had so many turns at the one connection.
    for (let turn = 0; turn < 20; turn++) await queue.rows();
    await queue.queue(letter('ana@correo.example'));
    await poll(() => received.length).toBe(1);
    expect(received[0]!.raw).toMatch(/^To: ana@correo\.example/m);
    expect(received[0]!.raw).toContain('multipart/alternative');
    expect(received[0]!.raw).toContain('text/plain; charset=utf-8');
    expect(received[0]!.raw).toContain('text/html; charset=utf-8');
    expect(received[0]!.raw).toContain('Auto-Submitted: auto-generated');
    await poll(() => estados(queue)).toEqual(['enviado']);
    expect((await queue.rows())[0]).toMatchObject({ contenido: null, intentos: 1, causa: null });
  });

  it('is not sent when the transaction that causes it fails', async () => {
    const { url, received } = await smtp();
    const { notificaciones, rows } = open(url);
    await expect(
      database.db.transaction().execute(async (trx) => {
        await notificaciones.notify(trx, letter('ana@correo.example'));
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    expect(await rows()).toEqual([]);
    expect(received).toEqual([]);
  });

  it('waits in the queue while there is no SMTP server configured', async () => {
    const queue = open(null);
    await queue.queue(letter('ana@correo.example'));
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect((await queue.rows())[0]).toMatchObject({
      estado: 'pendiente',
      contenido: { paragraphs: ['Abra su acuse.'] },
    });
    expect(queue.mail.mailbox).toBeNull();
    expect(await queue.mail.state()).toMatchObject({ salida: 'sinServidor', esperan: 1 });
  });

  it('is whole in the local mailbox of a demonstration', async () => {
    const queue = open(null, { demo: true });
    await queue.queue(letter('ana@correo.example', 'Primero'));
    await poll(() => estados(queue)).toEqual(['enviado']);
    await queue.queue(letter('ana@correo.example', 'Segundo'));
    await poll(async () => (await queue.mail.mailbox!()).map(({ subject }) => subject)).toEqual([
      'Segundo',
      'Primero',
    ]);
    expect((await queue.mail.mailbox!())[0]).toMatchObject({
      to: 'ana@correo.example',
      links: ['https://a.example/x?c=1'],
      text: expect.stringContaining('Abra su acuse.'),
    });
  });
});

describe('what is refused', () => {
  it('for now is tried again, and holds up nobody', async () => {
    let left = 2;
    const { url, received } = await smtp({
      data: (to) => (to.startsWith('ana') && left-- > 0 ? [451, '4.7.1 Greylisted'] : undefined),
    });
    const queue = open(url);
    const others = Array.from({ length: 6 }, (_, n) => `otro${n}@correo.example`);
    await queue.queue(letter('ana@correo.example'), ...others.map((to) => letter(to)));
    await poll(() => received.length).toBe(7);
    expect(received.at(-1)!.to).toBe('ana@correo.example');
    await poll(() => estados(queue)).toEqual(Array(7).fill('enviado'));
    expect((await queue.rows())[0]).toMatchObject({ para: 'ana@correo.example', intentos: 3 });
  });

  it('for ever is given up at once, said, and remembered of the address: one of twenty', async () => {
    const { url, received } = await smtp({
      rcpt: (to) => (to.startsWith('no-existe') ? [550, '5.1.1 <no-existe@x> unknown'] : undefined),
    });
    const queue = open(url);
    const good = Array.from({ length: 19 }, (_, n) => `p${n}@correo.example`);
    await queue.queue(letter('no-existe@correo.example'), ...good.map((to) => letter(to)));
    await poll(() => received.length).toBe(19);
    await poll(async () => (await estados(queue)).filter((e) => e === 'fallido').length).toBe(1);
    const [refused] = await queue.rows();
    expect(refused).toMatchObject({
      para: 'no-existe@correo.example',
      estado: 'fallido',
      causa: 'destinatario',
      intentos: 1,
      respuesta: expect.stringContaining('550 5.1.1'),
    });
    // In codes: what is logged and recorded does not name anybody.
    expect(queue.given).toEqual([
      { id: refused!.id, causa: 'destinatario', codigo: 'RCPT TO 550 5.1.1' },
    ]);
    const rechazos = () => database.db.selectFrom('correos_rechazos').selectAll().execute();
    expect(await rechazos()).toMatchObject([{ direccion: 'no-existe@correo.example' }]);
    expect(await queue.mail.state()).toMatchObject({ salida: 'funciona', esperan: 0, fallidos: 1 });
  });

  it('is sent again by hand, and the address is forgiven when it takes it', async () => {
    let exists = false;
    const { url, received } = await smtp({
      rcpt: () => (exists ? undefined : [550, '5.1.1 User unknown']),
    });
    const queue = open(url);
    await queue.queue(letter('nueva@correo.example'));
    await poll(() => estados(queue)).toEqual(['fallido']);
    exists = true;
    const id = (await queue.rows())[0]!.id;
    const again = await database.db.transaction().execute((trx) => queue.mail.resend(trx, [id]));
    expect(again).toEqual([id]);
    await poll(() => received.length).toBe(1);
    await poll(() => estados(queue)).toEqual(['enviado']);
    expect(await database.db.selectFrom('correos_rechazos').selectAll().execute()).toEqual([]);
    // What was sent cannot be sent again: what it said is gone.
    const late = await database.db.transaction().execute((trx) => queue.mail.resend(trx, [id]));
    expect(late).toEqual([]);
  });

  it('for days is given up in the end', async () => {
    const { url } = await smtp({ data: () => [451, '4.3.0 Later'] });
    const queue = open(url);
    await queue.queue(letter('ana@correo.example'));
    await poll(async () => (await queue.rows())[0]?.causa).toBe('espera');
    expect(await estados(queue)).toEqual(['pendiente']);
    queue.later(121 * HOUR);
    await poll(() => estados(queue)).toEqual(['fallido']);
    expect(queue.given).toMatchObject([{ causa: 'espera', codigo: 'DATA 451 4.3.0' }]);
  });
});

describe('a mail server', () => {
  it('that is gone for thirty hours gets everything when it is back, and says so meanwhile', async () => {
    const first = await startSmtpServer({ port: await freePort() });
    await first.stop();
    const queue = open(first.url);
    const people = Array.from({ length: 20 }, (_, n) => `p${n}@correo.example`);
    await queue.queue(...people.map((to) => letter(to)));
    await poll(async () => (await queue.mail.state()).salida).toBe('falla');
    for (let hour = 0; hour < 30; hour++) {
      queue.later(HOUR);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    const state = await queue.mail.state();
    expect(state).toMatchObject({ salida: 'falla', esperan: 20, fallidos: 0 });
    expect(state.falla!.respuesta).toBe('El servidor de correo rechazó la conexión.');
    // No mail has a try on its account.
    expect((await queue.rows()).map(({ intentos }) => intentos)).toEqual(Array(20).fill(0));

    const { received } = await smtp({ port: first.port });
    queue.later(HOUR);
    await poll(() => received.length).toBe(20);
    expect(new Set(received.map(({ to }) => to)).size).toBe(20);
    await poll(() => estados(queue)).toEqual(Array(20).fill('enviado'));
    expect(await queue.mail.state()).toMatchObject({ salida: 'funciona', esperan: 0, falla: null });
  }, 60_000);

  it('that is back is known to be, also when it refuses the mail with which it is tried', async () => {
    const gone = await startSmtpServer({ port: await freePort() });
    await gone.stop();
    const queue = open(gone.url);
    await queue.queue(letter('gris@correo.example'));
    await poll(async () => (await queue.mail.state()).salida).toBe('falla');
    await smtp({ port: gone.port, rcpt: () => [450, '4.2.0 Greylisted'] });
    await poll(async () => (await queue.mail.state()).salida).toBe('funciona');
    expect(await estados(queue)).toEqual(['pendiente']);
  });

  it('that is gone for longer than mails are tried leaves them with the reason', async () => {
    const gone = await startSmtpServer({ port: await freePort() });
    await gone.stop();
    const queue = open(gone.url);
    await queue.queue(letter('ana@correo.example'), letter('eva@correo.example'));
    await poll(async () => (await queue.mail.state()).salida).toBe('falla');
    queue.later(121 * HOUR);
    await poll(() => estados(queue)).toEqual(['fallido', 'fallido']);
    expect(queue.given).toHaveLength(2);
    expect((await queue.rows())[1]).toMatchObject({
      causa: 'servidor',
      respuesta: 'El servidor de correo rechazó la conexión.',
    });
    // And both go out by hand once it is back.
    const { received } = await smtp({ port: gone.port });
    const ids = (await queue.rows()).map(({ id }) => id);
    await database.db.transaction().execute((trx) => queue.mail.resend(trx, ids));
    await poll(() => received.length).toBe(2);
  }, 60_000);

  it('that comes back gets nothing that is no longer true', async () => {
    const gone = await startSmtpServer({ port: await freePort() });
    await gone.stop();
    const queue = open(gone.url);
    await queue.queue(
      { ...letter('hora@correo.example'), until: HOUR },
      letter('siempre@correo.example'),
    );
    await poll(async () => (await queue.mail.state()).salida).toBe('falla');
    const { received } = await smtp({ port: gone.port });
    queue.later(2 * HOUR);
    await poll(() => received.map(({ to }) => to)).toEqual(['siempre@correo.example']);
    await poll(async () => (await estados(queue)).toSorted()).toEqual(['enviado', 'fallido']);
  });

  it('that scans a message before it answers is waited for, and one that says nothing is not', async () => {
    const slow = { command: 400, reply: 20_000 };
    const deliver = async (manners: Parameters<typeof startSmtpServer>[0]) => {
      const server = await smtp(manners);
      const way = openSmtp({ url: server.url, from: 'a@escuela.example', lanes: 1, waits: slow });
      closing.push(() => way.close());
      const said = way.deliver('1', 'ana@correo.example', {
        subject: 'A',
        text: 'B',
        html: 'C',
      } as never);
      await said;
      return server.received.length;
    };
    expect(await deliver({ scanMs: 900 })).toBe(1);
    await expect(deliver({ rcpt: () => 3_000 })).rejects.toThrow();
  });

  it('that does not take our password is paused and tried, not each mail', async () => {
    let right = false;
    let tried = 0;
    const { port, received } = await smtp({
      options: {
        authOptional: false,
        disabledCommands: ['STARTTLS'],
        onAuth(_auth, _session, done) {
          tried += 1;
          if (right) done(null, { user: 'portal' });
          else done(Object.assign(new Error('Bad credentials'), { responseCode: 535 }));
        },
      },
    });
    const queue = open(`smtp://portal:secreta@127.0.0.1:${port}`);
    await queue.queue(...Array.from({ length: 30 }, (_, n) => letter(`p${n}@correo.example`)));
    await poll(async () => (await queue.mail.state()).salida).toBe('falla');
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    // Some lanes at first, then one at a time with longer and longer pauses.
    expect(tried).toBeLessThan(12);
    expect((await queue.mail.state()).falla!.respuesta).toMatch(/usuario o la contraseña/);
    expect(new Set(await estados(queue))).toEqual(new Set(['pendiente']));
    right = true;
    await poll(() => received.length).toBe(30);
    await poll(async () => (await queue.rows()).map(({ intentos }) => intentos)).toEqual(
      Array(30).fill(1),
    );
  }, 60_000);

  it('that cuts the connection gets the same Message-ID again', async () => {
    const { port, received } = await smtp();
    const cutter = await startCutter(port, ['middle', 'afterwards']);
    closing.push(() => cutter.stop());
    const queue = open(cutter.url);
    await queue.queue(letter('ana@correo.example'));
    await poll(() => estados(queue)).toEqual(['enviado']);
    // Cut in the middle: nothing; afterwards: taken, and once more with the same identity.
    expect(received.length).toBe(2);
    expect(new Set(received.map(({ messageId }) => messageId)).size).toBe(1);
    expect(received[0]!.messageId).toBe(`<${(await queue.rows())[0]!.id}@escuela.example>`);
  });

  it('that never answers for some of a domain holds up no other', async () => {
    let held = 0;
    const { url, received } = await smtp({
      rcpt: (to) => {
        if (!to.endsWith('@lento.example')) return undefined;
        held += 1;
        return NEVER;
      },
    });
    const queue = open(url);
    // To whoever delivers no time passes: none of those lanes is given up, and the domain is not known to be slow.
    vi.useFakeTimers({ toFake: ['performance'] });
    closing.push(() => void vi.useRealTimers());
    await queue.queue(...Array.from({ length: 12 }, (_, n) => letter(`s${n}@lento.example`)));
    await poll(() => held).toBe(OF_A_DOMAIN);
    await queue.queue(...Array.from({ length: 20 }, (_, n) => letter(`p${n}@correo.example`)));
    await poll(() => received.length).toBe(20);
    expect(received.every(({ to }) => to.endsWith('@correo.example'))).toBe(true);
    // And nothing keeps the one connection of the database meanwhile.
    expect(await queue.rows()).toHaveLength(32);
    expect(held).toBe(OF_A_DOMAIN);
  }, 60_000);
});

it('what somebody waits for goes before the rest', async () => {
  const { url, received } = await smtp({ rcpt: () => 20 });
  const queue = open(url);
  const many = Array.from({ length: 120 }, (_, n) => letter(`p${n}@d${n % 7}.example`));
  await queue.queue(...many, { ...letter('espera@correo.example'), urgent: true });
  await poll(() => received.some(({ to }) => to === 'espera@correo.example')).toBe(true);
  expect(received.findIndex(({ to }) => to === 'espera@correo.example')).toBeLessThan(10);
});

it('a new start takes up at once what the last one had in its hands', async () => {
  const { url, received } = await smtp();
  const queue = open(null);
  await queue.queue(letter('ana@correo.example'));
  await database.execute(
    "update correos set reservado_por = gen_random_uuid(), reservado_hasta = now() + interval '1 hour'",
  );
  const again = createMail({
    database,
    jobs: createJobs(database, createLog('silent')),
    log: createLog('silent'),
    smtpUrl: url,
    from: 'Escuela <no@escuela.example>',
    sender: {
      institution: { name: 'E', shortName: 'E', logoUrl: null, actionColor: null },
      publicUrl: 'https://portal.example',
    },
    localMailbox: false,
    now: () => new Date(),
    onGivenUp: async () => {},
  });
  closing.push(() => again.close());
  again.start();
  await poll(() => received.length).toBe(1);
});
