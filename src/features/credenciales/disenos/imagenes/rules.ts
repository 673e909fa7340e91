/** What a picture says of itself in its head. */
export type Medidas = { ancho: number; alto: number; colores: 'rgb' | 'cmyk' };

const pngOf = (view: DataView): Medidas => ({
  ancho: view.getUint32(16),
  alto: view.getUint32(20),
  colores: 'rgb',
});

/** Markers of a JPEG that say how large it is: all that begin a frame. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

const jpegOf = (view: DataView): Medidas | null => {
  for (let at = 2; at + 9 < view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (isFrame(marker)) {
      return {
        alto: view.getUint16(at + 5),
        ancho: view.getUint16(at + 7),
        colores: view.getUint8(at + 9) === 4 ? 'cmyk' : 'rgb',
      };
    }
    at += 2 + view.getUint16(at + 2);
  }
  return null;
};

/** How large a PNG or JPEG is, and with which colours; null: it is neither. */
export const medidasDe = (bytes: Uint8Array): Medidas | null => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength < 24) return null;
  if (view.getUint32(0) === 0x89504e47) return pngOf(view);
  return view.getUint16(0) === 0xffd8 ? jpegOf(view) : null;
};
