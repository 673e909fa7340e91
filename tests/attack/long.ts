/** `npm test` runs a short version of the widest attacks; `ATTACK=1` (npm run test:attack) all of it. */
export const LONG = process.env.ATTACK === '1';
