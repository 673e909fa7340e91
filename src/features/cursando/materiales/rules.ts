const MB = 1_048_576;

/** What is taken: told by its bytes. */
export const MATERIAL_TYPES = ['application/pdf', 'image/jpeg', 'image/png'];
export const MATERIAL_MAX_BYTES = 10 * MB;
/** All that one edition keeps. */
export const MATERIALES_MAX_BYTES = 300 * MB;

/** Whether a text is an address of the web, which a link may lead to. */
export const isEnlace = (text: string): boolean => {
  // Browsers take `\` for `/`, and signs that are not seen or turn the writing show another address than the one that opens.
  if (/[\\\s\p{C}\p{Zl}\p{Zp}]/u.test(text) || !/^https?:\/\/[^/]/i.test(text)) return false;
  try {
    const { protocol, username, password } = new URL(text);
    return /^https?:$/.test(protocol) && username === '' && password === '';
  } catch {
    return false;
  }
};
