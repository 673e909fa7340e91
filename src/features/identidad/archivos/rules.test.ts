import { describe, expect, it } from 'vitest';
import { IMAGE_MAX_BYTES, imagenProblem } from './rules.ts';

const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
const JPEG = bytes('\xff\xd8\xff\xe0 and so on');

describe('imagenProblem', () => {
  it('lets in what the server reads, by its bytes', () => {
    for (const head of [
      JPEG,
      bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'),
      bytes('RIFF\n\0\0\0WEBPVP8 '),
    ]) {
      expect(imagenProblem(1000, head)).toBeNull();
    }
  });

  it('explains HEIC, and refuses what only says that it is an image', () => {
    for (const brand of ['heic', 'heix', 'mif1']) {
      expect(imagenProblem(1000, bytes(`\0\0\0\x24ftyp${brand}\0\0\0\0`))).toMatch(/HEIC/);
    }
    for (const head of ['', '%PDF-1.7', '<svg xmlns', 'RIFF\n\0\0\0WAVEfmt ', 'GIF89a']) {
      expect(imagenProblem(1000, bytes(head))).toMatch(/JPG, PNG o WebP/);
    }
  });

  it('says how much is too much', () => {
    expect(imagenProblem(IMAGE_MAX_BYTES, JPEG)).toBeNull();
    expect(imagenProblem(IMAGE_MAX_BYTES + 1, JPEG)).toMatch(/pesa 11 MB y puede pesar 10/);
  });
});
