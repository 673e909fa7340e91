import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { makeCard, makeNegative } from '../../../../../tests/cards/index.ts';
import { createOcr, OcrImageError } from '../../../../platform/server/ocr/index.ts';
import { findNombres } from '../nombres/rules.ts';
import { findCurp } from '../rules.ts';
import { readCurpText } from './grammar.ts';

const ocr = createOcr();
afterAll(() => ocr.close());

describe('the CURP of a card', { timeout: 180_000 }, () => {
  it.each([
    ['clean', 0],
    ['photo', 6],
    ['turned', 12],
    ['small', 18],
  ] as const)('is read exactly: %s', async (_level, index) => {
    const { image, person, ...card } = await makeCard(11, index);
    const { text, curp } = await readCurpText(ocr, image);
    expect(curp).toBe(card.curp);
    expect(findCurp(text)).toBe(card.curp);
    // With the names that are printed beside it.
    if (index > 0) return;
    expect(findNombres(text, curp!)).toEqual({
      nombre: person.nombre,
      apellidoPaterno: person.paterno,
      apellidoMaterno: person.materno,
    });
  });

  it.each([6, 12])('is read exactly from other documents (picture %i)', async (index) => {
    const paper = await makeCard(11, index, undefined, 'papers');
    expect((await readCurpText(ocr, paper.image)).curp).toBe(paper.curp);
  });

  // Dark, noisy, blurred and from the side, with letters of 12 to 16 pixels; all legible to a person.
  it.each([5, 13])('is read exactly from a bad photo (picture %i)', async (index) => {
    const card = await makeCard(8100, index, 'heavy', 'lamplight');
    expect((await readCurpText(ocr, card.image)).curp).toBe(card.curp);
  });

  it.each([
    ['two characters hard to tell, once read as somebody else’s', 4],
    ['another birth date beside it, in print too worn to be read', 36],
  ])('is never taken from a bad photo when there is doubt: %s', async (_doubt, index) => {
    const card = await makeNegative(8300, index, 'lamplight', 'heavy');
    expect((await readCurpText(ocr, card.image)).curp).toBeNull();
  });

  it.each([0, 1, 2, 3])(
    'is never made up (picture %i without an acceptable one)',
    async (index) => {
      const card = await makeNegative(11, index);
      const { text, curp } = await readCurpText(ocr, card.image);
      expect(curp).toBeNull();
      expect(findCurp(text)).toBeNull();
    },
  );

  it('refuses what is no picture, and goes on', async () => {
    await expect(readCurpText(ocr, Buffer.from('no soy una imagen'))).rejects.toBeInstanceOf(
      OcrImageError,
    );
    const whole = (await makeCard(11, 0)).image;
    await expect(readCurpText(ocr, whole.subarray(0, whole.length / 3))).rejects.toBeInstanceOf(
      OcrImageError,
    );
    // A side that no camera has is refused by the file's head, before anything is decoded.
    const strip = await sharp({
      create: { width: 16_385, height: 8, channels: 3, background: '#fff' },
    })
      .png()
      .toBuffer();
    await expect(readCurpText(ocr, strip)).rejects.toBeInstanceOf(OcrImageError);
    expect((await readCurpText(ocr, whole)).curp).not.toBeNull();
  });
});
