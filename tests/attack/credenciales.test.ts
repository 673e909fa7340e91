/** S10: the card reader is asked for more than it can read, by one visitor. */
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCard } from '../cards/index.ts';
import { type CallAnswer, startTestPortal, type TestPortal } from '../portal.ts';
import { LONG } from './long.ts';
import { holdingWorker, waitsDuring } from './probe.ts';

/** What another person may wait meanwhile for anything but a card, p95 in milliseconds. */
const BEARABLE = 500;
const READINGS = LONG ? 120 : 40;
/** Of one visitor: one that is read, and those that may wait. */
const TAKEN = 21;

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ TRUST_PROXY: '1' }, { jobs: false });
});
afterAll(() => portal.stop());

type Answer = Pick<CallAnswer, 'http' | 'error' | 'headers' | 'result'>;

/** Uploads a picture as a visitor from an address; what reads it. */
const upload = async (
  image: Uint8Array,
  address: string,
): Promise<(signal?: AbortSignal) => Promise<Answer>> => {
  const from = { 'x-forwarded-for': address };
  const { result, headers } = await portal.call('createBoletoIne', null, { headers: from });
  const cookie = headers
    .getSetCookie()
    .find((text) => text.startsWith('__Host-ticket='))!
    .split(';')[0]!;
  const name = `${result.prefijo}credencial.jpg`;
  const response = await fetch(`${portal.url}/v0/b/portal/o?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { ...from, 'x-upload-ticket': result.ticket },
    body: image as never,
  });
  expect(response.status).toBe(200);
  const data = { filename: name.slice('ines/'.length) };
  const url = `${portal.url}/${portal.services.env.region}/getTextFromImage`;
  const request = {
    method: 'POST',
    headers: { ...from, cookie, origin: portal.url, 'content-type': 'application/json' },
    body: JSON.stringify({ data }),
  };
  return async (signal) => {
    const response = await fetch(url, { ...request, ...(signal && { signal }) });
    const body = (await response.json()) as Pick<CallAnswer, 'error' | 'result'>;
    return { http: response.status, headers: response.headers, ...body };
  };
};

/** Ten points a side and 9 MB of bytes that say nothing: what a reading holds while it waits. */
const heavy = async () => {
  const small = await sharp(randomBytes(300), { raw: { width: 10, height: 10, channels: 3 } })
    .png()
    .toBuffer();
  const chunk = (length: number) => {
    const body = Buffer.concat([Buffer.from('prIv'), randomBytes(length)]);
    const size = Buffer.alloc(4);
    size.writeUInt32BE(length);
    // Nobody looks at the sum of a private chunk.
    return Buffer.concat([size, body, Buffer.alloc(4)]);
  };
  return Buffer.concat([small.subarray(0, 33), chunk(9_000_000), small.subarray(33)]);
};

it('many readings of one visitor at once: refused beyond some, and another is read meanwhile', {
  timeout: 180_000,
}, async () => {
  const [{ image, curp }, bytes] = [await makeCard(12, 0), await heavy()];
  const attack = await upload(bytes, '203.0.113.7');
  const mine = await upload(image, '198.51.100.9');
  // The reader is awake.
  await (await upload(image, '198.51.100.10'))();

  const answers: Answer[] = [];
  const leave = new AbortController();
  const before = process.memoryUsage().rss;
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss - before);
  }, 20);
  const alone = performance.now();
  await mine();
  const calm = performance.now() - alone;
  let waited = 0;
  let ahead = 0;
  const waits = await waitsDuring(portal, async () => {
    let [many, asked]: [Promise<unknown>[], Promise<Answer>?] = [[]];
    let from = 0;
    // The reader is held until all of them wait, however fast the machine is.
    await holdingWorker('ocr/worker.ts', async () => {
      many = Array.from({ length: READINGS }, () =>
        attack(leave.signal).then(
          (answer) => answers.push(answer),
          () => null,
        ),
      );
      await expect
        .poll(() => answers.length, { interval: 5, timeout: 30_000 })
        .toBe(READINGS - TAKEN);
      from = performance.now();
      asked = mine();
      // Whoever comes after that is told, and by then it waits.
      expect((await attack(leave.signal)).http).toBe(503);
    });
    const { result } = await asked!;
    waited = performance.now() - from;
    ahead = answers.filter(({ http }) => http !== 503).length;
    expect(result).toContain(curp);
    leave.abort();
    await Promise.all(many);
  });
  clearInterval(watch);
  const refused = answers.filter(({ http }) => http === 503);
  expect(refused).toHaveLength(READINGS - TAKEN);
  for (const { error, headers } of refused) {
    expect(error?.message).toMatch(/^Hay muchas identificaciones en espera de leerse\. Escriba/);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  console.warn(
    `${READINGS} readings of one visitor: another's card ${Math.round(waited)} ms (alone ${Math.round(calm)}), memory +${Math.round(most / 2 ** 20)} MB, others`,
    JSON.stringify(waits),
  );
  // Not after the twenty that wait: only the one that was under way came before.
  expect(ahead).toBeLessThanOrEqual(2);
  // Twenty of them would hold 180 MB.
  expect(most / 2 ** 20).toBeLessThan(150);
  // Both cores read: times of the others mean something only when nothing else runs.
  if (LONG) expect(waits.p95).toBeLessThan(BEARABLE);
});
