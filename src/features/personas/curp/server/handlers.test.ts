/** From a visitor's photo to the CURP, over HTTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { picture } from '../../../../../tests/almacen.ts';
import { makeCard, makeNegative } from '../../../../../tests/cards/index.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import { findCurp } from '../rules.ts';

let portal: TestPortal;
let dot: Buffer;
beforeAll(async () => {
  dot = await picture('jpeg');
  portal = await startTestPortal({}, { jobs: false });
});
afterAll(() => portal.stop());

/** Uploads a picture as a visitor; its name and the ticket's cookie. */
const upload = async (image: Uint8Array) => {
  const { result, headers } = await portal.call('createBoletoIne');
  const cookie = headers.getSetCookie().find((text) => text.startsWith('__Host-ticket='))!;
  const name = `${result.prefijo}credencial.jpg`;
  const response = await fetch(`${portal.url}/v0/b/portal/o?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { 'x-upload-ticket': result.ticket },
    body: image as never,
  });
  expect(response.status).toBe(200);
  return { filename: name.slice('ines/'.length), cookie: cookie.split(';')[0]! };
};

const read = ({ filename, cookie }: { filename: string; cookie: string }) =>
  portal.call('getTextFromImage', { filename }, { headers: { cookie, origin: portal.url } });

describe('getTextFromImage', { timeout: 180_000 }, () => {
  it('answers several people at once, each with the text of their own card', async () => {
    const cards = await Promise.all([0, 20].map((index) => makeCard(12, index)));
    const sent = await Promise.all(cards.map((card) => upload(card.image)));
    const answers = await Promise.all(sent.map(read));
    expect(answers.map(({ result }) => findCurp(result))).toEqual(cards.map((card) => card.curp));
  });

  it('says so, to the letter, when there is no CURP', async () => {
    const { error, http } = await read(await upload((await makeNegative(12, 0)).image));
    expect(http).toBe(404);
    expect(error).toMatchObject({
      status: 'NOT_FOUND',
      message: 'No se encontró el CURP',
      details: { code: 'sin-curp' },
    });
  });

  it("reads nobody else's picture", async () => {
    const [mine, other] = await Promise.all([upload(dot), upload(dot)]);
    const stolen = await read({ filename: mine.filename, cookie: other.cookie });
    expect(stolen.error?.status).toBe('NOT_FOUND');
    const nobody = await portal.call('getTextFromImage', { filename: mine.filename });
    expect(nobody.error?.status).toBe('UNAUTHENTICATED');
  });
});
