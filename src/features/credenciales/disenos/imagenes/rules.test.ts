import sharp from 'sharp';
import { expect, it } from 'vitest';
import { medidasDe } from './rules.ts';

const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#1d3b66' } });

it.each([
  ['png', await drawn(320, 90).png().toBuffer(), 'rgb'],
  ['jpeg', await drawn(320, 90).jpeg().toBuffer(), 'rgb'],
  ['progressive jpeg', await drawn(320, 90).jpeg({ progressive: true }).toBuffer(), 'rgb'],
  ['cmyk jpeg', await drawn(320, 90).toColourspace('cmyk').jpeg().toBuffer(), 'cmyk'],
] as const)('a %s says how large it is, and in which colours', (_kind, bytes, colores) => {
  expect(medidasDe(bytes)).toEqual({ ancho: 320, alto: 90, colores });
});

it('what is no picture says nothing', () => {
  expect(medidasDe(new TextEncoder().encode('GIF89a and some more of it, and more'))).toBeNull();
  expect(medidasDe(new Uint8Array(3))).toBeNull();
  expect(medidasDe(Uint8Array.from({ length: 40 }, (_, i) => [0xff, 0xd8][i] ?? 0))).toBeNull();
});
