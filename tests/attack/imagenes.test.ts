/** S2 and S11: pictures made to take the server's memory, and so many that others wait. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { picture } from '../almacen.ts';
import { blackPng } from '../factories/bombas.ts';
import { makeCuenta } from '../factories/cuentas.ts';
import { startTestPortal, type TestPortal } from '../portal.ts';
import { LONG } from './long.ts';
import { holdingWorker, waitsDuring, workersOf } from './probe.ts';

/** What another person may wait meanwhile, p95 in milliseconds. */
const BEARABLE = 500;
/** Pictures of one person at once, and how many of them may be here: one that is looked at and thirty that wait. */
const [SENT, HELD] = [50, 31];

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ TRUST_PROXY: '1' }, { jobs: false });
});
afterAll(() => portal.stop());

type Answer = { http: number; message: string | undefined; retry: string | null };

const send = async (name: string, image: Uint8Array, headers: object): Promise<Answer> => {
  const response = await fetch(`${portal.url}/v0/b/_/o?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { ...headers },
    body: image as never,
  });
  const { error } = (await response.json()) as { error?: { message: string } };
  return {
    http: response.status,
    message: error?.message,
    retry: response.headers.get('retry-after'),
  };
};

/** As a visitor from an address. */
const sendAsVisitor = async (image: Uint8Array, address: string): Promise<Answer> => {
  const from = { 'x-forwarded-for': address };
  const { result } = await portal.call('createBoletoIne', null, { headers: from });
  return send(`${result.prefijo}credencial.png`, image, {
    ...from,
    'x-upload-ticket': result.ticket,
  });
};

/** Bytes that this process held at most while `work` went on, beyond what it holds before. */
const memoryDuring = async (work: () => Promise<unknown>): Promise<number> => {
  const resident = () => Number(readFileSync('/proc/self/statm', 'latin1').split(' ')[1]) * 4_096;
  const before = resident();
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, resident() - before);
  }, 10);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return most;
};

const MB = 2 ** 20;

it('a picture of 16,000,000 × 3 points is refused by its head, in nobody’s memory', async () => {
  const bytes = await blackPng(16_000_000, 3);
  expect(bytes.length).toBeLessThan(200_000);
  const most = await memoryDuring(async () => {
    const { http, message } = await sendAsVisitor(bytes, '203.0.113.7');
    expect(http).toBe(400);
    expect(message).toBe(
      'La imagen tiene demasiados puntos: puede tener 12,000 de ancho o de alto como máximo.',
    );
  });
  expect(most / MB).toBeLessThan(100);
});

it('a picture that has to be held whole is so by another process', async () => {
  const bytes = await blackPng(LONG ? 12_000 : 4_000, 4_000, true);
  expect(bytes.length).toBeLessThan(600_000);
  let waits: Awaited<ReturnType<typeof waitsDuring>> | undefined;
  const most = await memoryDuring(async () => {
    waits = await waitsDuring(portal, async () => {
      // Good or not, it is looked at and the server goes on.
      expect([200, 400]).toContain((await sendAsVisitor(bytes, '203.0.113.8')).http);
    });
  });
  console.warn(`whole in memory: +${Math.round(most / MB)} MB here, others`, JSON.stringify(waits));
  // 128 MB and 384 MB of points.
  expect(most / MB).toBeLessThan(100);
  if (LONG) expect(waits!.p95).toBeLessThan(BEARABLE);
});

/** What looks at pictures. */
const LOOKER = 'pictures/worker.ts';

it('many pictures of one person are refused beyond some, and another’s is taken meanwhile', async () => {
  const [ana, luis] = [await makeCuenta(portal), await makeCuenta(portal)];
  const by = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` });
  // Whoever looks at the first one is held: how large they are counts only for the times.
  const side = LONG ? 7_000 : 1_500;
  const large = await blackPng(side, side);
  const small = await picture('jpeg');
  // One that another test left without work would end when it pleases.
  for (const pid of workersOf(LOOKER)) process.kill(pid, 'SIGKILL');
  await expect.poll(() => workersOf(LOOKER)).toEqual([]);

  const answers: Answer[] = [];
  const waits = await waitsDuring(portal, async () => {
    const many = Array.from({ length: SENT }, async (_, i) => {
      answers.push(await send(`users/${ana.uid}/foto${i}.png`, large, by(ana)));
    });
    // Whoever looks at hers is held until all of them have arrived, however fast the machine is.
    await holdingWorker(LOOKER, async () => {
      await expect.poll(() => answers.length, { timeout: 30_000 }).toBe(SENT - HELD);
      // Not after the thirty that wait.
      expect((await send(`users/${luis.uid}/foto.jpg`, small, by(luis))).http).toBe(200);
      expect(answers).toHaveLength(SENT - HELD);
    });
    await Promise.all(many);
  });
  console.warn(SENT, 'large pictures of one person, others', JSON.stringify(waits));
  const refused = answers.filter(({ http }) => http === 503);
  expect(refused.length).toBeGreaterThan(0);
  for (const { message, retry } of refused) {
    expect(message).toBe('Hay muchas imágenes en espera. Inténtelo de nuevo en un momento.');
    expect(Number(retry)).toBeGreaterThan(0);
  }
  expect(answers.filter(({ http }) => ![200, 503].includes(http))).toEqual([]);
  if (LONG) expect(waits.p95).toBeLessThan(BEARABLE);
});
