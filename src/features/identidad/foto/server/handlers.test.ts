import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';

let portal: TestPortal;
let image: Buffer;
beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
  image = await sharp({ create: { width: 32, height: 32, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer();
});
afterAll(() => portal.stop());

type Cuenta = { uid: string; token: string };

const upload = async ({ uid, token }: Cuenta, file: string): Promise<string> => {
  const name = encodeURIComponent(`users/${uid}/${file}`);
  const response = await fetch(`${portal.url}/v0/b/_/o?name=${name}`, {
    method: 'POST',
    headers: { 'content-type': 'image/jpeg', authorization: `Bearer ${token}` },
    body: new Uint8Array(image),
  });
  const { downloadTokens } = (await response.json()) as { downloadTokens: string };
  return `/v0/b/_/o/${name}?alt=media&token=${downloadTokens}`;
};

const save = (photoURL: string | null, { token }: Cuenta) =>
  portal.call('updateFotoCuenta', { photoURL }, { token });

const shows = async (url: string) => (await fetch(portal.url + url)).status === 200;

describe('the photo of an account', () => {
  it('is one of its own folder, and takes the place of the one before', async () => {
    const ana = await makeCuenta(portal);
    const first = await upload(ana, 'uno.jpg');
    expect((await save(first, ana)).result).toEqual({ photoURL: first });
    expect((await portal.call('getSesion', null, ana)).result.photoURL).toBe(first);

    const second = await upload(ana, 'dos.jpg');
    expect((await save(portal.url + second, ana)).result).toEqual({ photoURL: second });
    expect([await shows(first), await shows(second)]).toEqual([false, true]);

    expect((await save(null, ana)).result).toEqual({ photoURL: null });
    expect(await shows(second)).toBe(false);
  });

  it("is neither somebody else's, nor of another site, nor one that does not exist", async () => {
    const [ana, luz] = [await makeCuenta(portal), await makeCuenta(portal)];
    const theirs = await upload(luz, 'suya.jpg');
    const mine = await upload(ana, 'mia.jpg');
    for (const url of [
      theirs,
      `https://otro.example${mine}`,
      mine.replace(/token=.*/, 'token=x'),
      mine.replace('mia', 'otra'),
      'https://otro.example/foto.jpg',
      'javascript:alert(1)',
    ]) {
      expect((await save(url, ana)).error?.status, url).toBe('INVALID_ARGUMENT');
    }
    expect((await portal.call('updateFotoCuenta', { photoURL: mine })).error?.status).toBe(
      'UNAUTHENTICATED',
    );
  });
});
