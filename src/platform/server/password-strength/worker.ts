import { parentPort } from 'node:worker_threads';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as spanish from '@zxcvbn-ts/language-es-es';

/** Texts to judge. */
export type StrengthRequest = readonly string[];
/** One score a text, 0 (found at once) to 4. */
export type StrengthReply = number[];

/**
 * Characters that are looked at. Guessing time grows with length and so does the time to estimate
 * it; what is strong in its first 24 characters is strong.
 */
const LOOKED_AT = 24;

const estimator = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...spanish.dictionary },
  graphs: common.adjacencyGraphs,
  // Ways of reading digits as letters that are tried: all of them (100) take up to ten times as long
  // and find nothing that these do not.
  l33tMaxSubstitutions: 8,
});

parentPort?.on('message', (texts: StrengthRequest) => {
  const scores: StrengthReply = texts.map((text) => {
    const looked = [...text].slice(0, LOOKED_AT).join('');
    return looked === '' ? 0 : estimator.check(looked, []).score;
  });
  parentPort?.postMessage(scores);
});
// The first look sorts the dictionaries: not at the expense of whoever comes first.
estimator.check('calentamiento', []);
parentPort?.postMessage('ready');
