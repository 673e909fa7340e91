const ENTITIES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);

/** Text for the few pages that the server writes itself. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (c) => ENTITIES.get(c)!);
