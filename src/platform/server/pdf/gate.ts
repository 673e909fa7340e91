/** Which documents need not be looked at again: those of a template and a shape that were accessible before. */
import { createHash } from 'node:crypto';

/** As many as one worker remembers: far more than there are templates and kinds of documents. */
const MOST = 2_000;

/** A word of code, by which a template may choose what it draws: a language, a frame. */
const WORD = /^[a-z-]{1,20}$/;

/**
 * What of some data decides which parts a template draws: what there is, what is empty, how many there are of each and words of
 * code, not what people wrote.
 */
export const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value === 'string') return WORD.test(value) ? value : value.trim() === '' ? 0 : 1;
  if (typeof value !== 'object' || value === null) return value ?? null;
  return Object.entries(value).map(([key, one]) => [key, shapeOf(one)]);
};

/** A template with the shape of a document of its, in few bytes. */
const keyOf = (template: string, document: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify([template, shapeOf(document)]))
    .digest('base64');

/**
 * Lets `look` refuse a document, by throwing, unless one of the same template and shape passed: whether a document is accessible is
 * its template's doing, and of the parts that it draws.
 */
export const createGate = () => {
  const passed = new Set<string>();
  return {
    look(template: string, document: unknown, look: () => void): void {
      const key = keyOf(template, document);
      if (passed.has(key)) return;
      look();
      if (passed.size >= MOST) passed.clear();
      passed.add(key);
    },
  };
};
