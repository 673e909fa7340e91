import { describe, expect, it } from 'vitest';
import { readDownloadUrl, recorte } from './rules.ts';

const PATH = '/v0/b/portal/o/users%2Fu1%2Ffoto%201.jpg?alt=media&token=t';

describe('a download URL', () => {
  it('tells its file, absolute or from the root', () => {
    const found = { name: 'users/u1/foto 1.jpg', token: 't', path: PATH };
    expect(readDownloadUrl(PATH)).toEqual({ ...found, origin: null });
    expect(readDownloadUrl(`https://portal.example${PATH}`)).toEqual({
      ...found,
      origin: 'https://portal.example',
    });
  });

  it.each([
    '',
    'https://otro.example/foto.jpg',
    '/v0/b/portal/o/users%2Fu1%2Ffoto.jpg?alt=media',
    '/v0/b/portal/o/users/u1/foto.jpg?token=t',
    '/v0/b/portal/o/%E0%A4%A?token=t',
    'javascript:alert(1)',
  ])('refuses %s', (url) => {
    expect(readDownloadUrl(url)).toBeNull();
  });
});

describe('the frame of a photo', () => {
  const image = { width: 400, height: 600 };

  it('shows the middle at first and reaches each edge', () => {
    expect(recorte(image, { zoom: 1, x: 0, y: 0 })).toEqual({ left: 0, top: 100, side: 400 });
    expect(recorte(image, { zoom: 1, x: 1, y: -1 })).toEqual({ left: 0, top: 0, side: 400 });
    expect(recorte(image, { zoom: 2, x: 1, y: 1 })).toEqual({ left: 200, top: 400, side: 200 });
  });
});
