import { availableParallelism } from 'node:os';
import { hash, hashRaw, verify } from '@node-rs/argon2';
import { createLane } from './lane.ts';
import { currentRequest } from './request-context.ts';

/** OWASP's second choice for argon2id; never weakened for speed (docs: performance). */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashes at once. The thread pool has four threads: files and names must not wait for guesses. */
const AT_ONCE = Math.min(3, availableParallelism());
/**
 * Some five seconds of waiting; whoever comes after is told to come back. Turns go round the addresses, so that
 * who guesses by the hundred does not make the others wait for it.
 */
const lane = createLane({
  atOnce: AT_ONCE,
  atOnceEach: AT_ONCE,
  waiting: 400,
  waitingEach: 300,
  tooMany: 'Hay mucha gente en este momento. Espere unos segundos e inténtelo de nuevo.',
});

const inTurn = <T>(work: () => Promise<T>): Promise<T> =>
  lane.run(currentRequest()?.ip ?? '', work);

/** NFKC first, so that the same keys on another keyboard give the same password. */
const normalise = (password: string) => password.normalize('NFKC');

/** Hashes a password, in its turn. Throws UNAVAILABLE when too many wait. */
export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hash(normalise(password), OPTIONS));

/**
 * The same of a short secret that is looked up by its hash: one salt (16 bytes) for all that are looked up
 * together. Throws UNAVAILABLE when too many wait.
 */
export const hashSecret = (secret: string, salt: Uint8Array): Promise<string> =>
  inTurn(async () => (await hashRaw(secret, { ...OPTIONS, salt })).toString('base64url'));

let decoy: Promise<string> | undefined;

/**
 * Compares with a stored hash. A null hash (no such account) costs the same time as a real one
 * and is always false, so that time tells nothing about who has an account.
 */
export const verifyPassword = async (stored: string | null, password: string): Promise<boolean> => {
  decoy ??= hash('decoy', OPTIONS);
  const known = stored ?? (await decoy);
  const matches = await inTurn(() => verify(known, normalise(password)));
  return stored !== null && matches;
};
