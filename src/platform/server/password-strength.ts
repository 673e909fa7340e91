import { setImmediate as others } from 'node:timers/promises';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as spanish from '@zxcvbn-ts/language-es-es';

/**
 * Characters that are looked at. Guessing time grows with length and so does the time to estimate
 * it, in which nobody else is answered (0.1 s for 24, 0.5 s for 128); what is strong in its first
 * 24 characters is strong.
 */
const LOOKED_AT = 24;

let estimator: ZxcvbnFactory | undefined;

const scoreOf = (password: string, ownWords: readonly string[]): number => {
  estimator ??= new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...spanish.dictionary },
    graphs: common.adjacencyGraphs,
  });
  const words = ownWords
    .flatMap((text) => [text, ...text.split(/[\s@._-]+/)])
    .filter((word) => word.length >= 3);
  return estimator.check([...password].slice(0, LOOKED_AT).join(''), words).score;
};

let last: Promise<unknown> = Promise.resolve();

/**
 * How hard a password is to guess, 0 (at once) to 4, by dictionaries of breached passwords and of
 * Spanish words and names, keyboard walks, dates, repetition, and the person's own words. One at a time,
 * with others in between: fifty at once would hold the process for seconds.
 */
export const passwordScore = (password: string, ownWords: readonly string[]): Promise<number> => {
  const mine = last.then(() => others()).then(() => scoreOf(password, ownWords));
  last = mine.catch(() => {});
  return mine;
};
