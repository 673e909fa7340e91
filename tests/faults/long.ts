/** `npm test` runs a short version of the suites of faults; `FAULTS=1` (npm run test:faults) all of it. */
export const LONG = process.env.FAULTS === '1';
