const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text for the few pages that the server writes itself. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (c) => ENTITIES[c]!);
