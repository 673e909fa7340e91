import { createHash } from 'node:crypto';
import { afterEach, expect, it, vi } from 'vitest';
import { type Addresses, findFile } from './find-file.ts';

const folio = 'CE26-K9Y2-ZKYW-2KGS-JV7Q-T';
/** As every real one: bytes of all values, zeros too. */
const pdf = Buffer.from(
  `%PDF-1.7 \x00\xff <dc:title>Certificado ${folio}</dc:title> %%EOF`,
  'latin1',
);
const sha256 = createHash('sha256').update(pdf).digest('hex');
const dictamen = { tono: 'success', texto: 'Este documento está en vigor.' };
const asked: string[] = [];

const find = (
  bytes: Buffer,
  status = 200,
  addresses: Addresses = { '': '/validar', AC: '/acuse' },
) => {
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return new Response(JSON.stringify({ ejemplares: [{ sha256, dictamen }] }), { status });
  });
  return findFile(new File([new Uint8Array(bytes)], 'x.pdf'), addresses);
};
afterEach(() => {
  asked.length = 0;
  vi.unstubAllGlobals();
});

it('recognises the original of whichever document it is, and asks about its folio alone', async () => {
  expect(await find(pdf)).toMatchObject({
    tone: 'success',
    text: expect.stringContaining(folio),
    to: `/validar?folio=${folio}`,
  });
  expect(asked).toEqual([`/validar?folio=${folio}`]);
});

it('asks about each kind of folio where it is asked about, and about no other', async () => {
  const acuse = Buffer.from(
    pdf.toString('latin1').replace(folio, 'AC26-K9Y2-ZKYW-2KGS-J'),
    'latin1',
  );
  await find(acuse);
  expect(asked).toEqual(['/acuse?folio=AC26-K9Y2-ZKYW-2KGS-J']);
  asked.length = 0;
  expect(await find(pdf, 200, { AC: '/acuse' })).toMatchObject({
    tone: 'warning',
    text: expect.stringContaining(folio),
  });
  expect(asked).toEqual([]);
});

it('says that it is altered, that no such folio was issued, or that it is not of the school', async () => {
  const altered = Buffer.from(pdf);
  altered[9]! ^= 1;
  expect(await find(altered)).toMatchObject({ text: expect.stringContaining('Está alterado') });
  expect(await find(pdf, 404)).toMatchObject({
    text: expect.stringContaining('no ha emitido ninguno'),
  });
  expect(await find(pdf, 429)).toMatchObject({ tone: 'warning' });
  asked.length = 0;
  expect(await find(Buffer.from('%PDF-1.4 \x00 nada %%EOF'))).toMatchObject({
    text: expect.stringContaining('no hay ningún folio'),
  });
  expect(await find(Buffer.from('%PDF-1.4 \x00 nada'))).toMatchObject({
    text: expect.stringContaining('incompleto'),
  });
  expect(asked).toEqual([]);
});
