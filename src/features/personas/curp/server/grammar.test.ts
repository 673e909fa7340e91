import { afterAll, describe, expect, it } from 'vitest';
import { makeCard, makeNegative } from '../../../../../tests/cards/index.ts';
import { createOcr, OcrImageError } from '../../../../platform/server/ocr/index.ts';
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
    const card = await makeCard(11, index);
    const { text, curp } = await readCurpText(ocr, card.image);
    expect(curp).toBe(card.curp);
    expect(findCurp(text)).toBe(card.curp);
  });

  it.each([6, 12])('is read exactly from other documents (picture %i)', async (index) => {
    const paper = await makeCard(11, index, undefined, 'papers');
    expect((await readCurpText(ocr, paper.image)).curp).toBe(paper.curp);
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
    expect((await readCurpText(ocr, whole)).curp).not.toBeNull();
  });
});
