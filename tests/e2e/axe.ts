import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';

/** The minified one: half of what each document would have to read. */
const SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** What axe found: the rule, the element as it stands in the document, and what the rule measured there. */
export type Violation = { id: string; html: string; data: unknown[] };

/** Which rules: those named alone, or all but those named. */
export type Rules = { only?: readonly string[]; without?: readonly string[] };

/**
 * What axe finds wrong in what is visible now, the frames of the same site included. It is put once into each document:
 * that takes as long as looking at a screen. Rejects when axe itself fails.
 */
export const violationsIn = async (
  page: Page,
  { only, without = [] }: Rules = {},
): Promise<Violation[]> => {
  for (const frame of page.frames()) {
    if (!(await frame.evaluate<boolean>("typeof axe === 'object'"))) await frame.evaluate(SOURCE);
  }
  const options = {
    // Only what is wrong is listed: an eighth of the time.
    resultTypes: ['violations'],
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    ...(only && { runOnly: { type: 'rule', values: only } }),
  };
  return page.evaluate<Violation[]>(`axe.run(document, ${JSON.stringify(options)}).then(
    ({ violations }) => violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, any }) => ({ id, html, data: any.map(({ data }) => data) }))))`);
};
