/** Bytes of a file in which readers look for the beginning of a PDF. */
export const PDF_HEAD_BYTES = 1_024;

const MARK = '%PDF-';
/** A page or a program with a PDF in it: markup, or bytes that no text has. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const OTHER = /<[a-z!?]|[\u0000-\u0008\u000e-\u001f]/i;

/**
 * Whether a file is a PDF by its first bytes, as readers tell: programs and gateways leave a mark, a line or the head of a form before it.
 * One rule for browser and server.
 */
export const beginsAsPdf = (head: Uint8Array): boolean => {
  const text = String.fromCharCode(...head.subarray(0, PDF_HEAD_BYTES));
  const at = text.indexOf(MARK);
  return at >= 0 && !OTHER.test(text.slice(0, at));
};
