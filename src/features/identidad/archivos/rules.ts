const MB = 1_048_576;

export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp'];
export const IMAGE_MAX_BYTES = 10 * MB;
/** How many bytes of a file `imagenProblem` looks at. */
export const HEAD_BYTES = 16;

const latin1 = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

/**
 * What keeps an image of an identification from being sent, told before it travels, or null. By
 * its first bytes, as the server does, which looks at all of it: names and declared types lie.
 */
export const imagenProblem = (size: number, head: Uint8Array): string | null => {
  const start = latin1(head.subarray(0, HEAD_BYTES));
  if (/^.{4}ftyp(hei[cmsx]|hev[cmsx]|mif1|msf1)/s.test(start)) {
    return 'Las fotos HEIC no se pueden leer aquí. Envíela como JPG; en un iPhone: Ajustes › Cámara › Formatos › «El más compatible», y tómela de nuevo.';
  }
  if (!/^(\xff\xd8\xff|\x89PNG|RIFF.{4}WEBP)/s.test(start)) {
    return 'Ese archivo no es una foto JPG, PNG o WebP. Elija otro, o tome una foto de su identificación.';
  }
  if (size > IMAGE_MAX_BYTES) {
    return `La foto pesa ${Math.ceil(size / MB)} MB y puede pesar ${IMAGE_MAX_BYTES / MB} como máximo. Tómela con menos resolución o recórtela.`;
  }
  return null;
};
