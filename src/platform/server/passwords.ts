import { hash, verify } from '@node-rs/argon2';

/** OWASP's second choice for argon2id; never weakened for speed (docs: performance). */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** NFKC first, so that the same keys on another keyboard give the same password. */
const normalise = (password: string) => password.normalize('NFKC');

export const hashPassword = (password: string): Promise<string> =>
  hash(normalise(password), OPTIONS);

let decoy: Promise<string> | undefined;

/**
 * Compares with a stored hash. A null hash (no such account) costs the same time as a real one
 * and is always false, so that time tells nothing about who has an account.
 */
export const verifyPassword = async (stored: string | null, password: string): Promise<boolean> => {
  decoy ??= hashPassword('decoy');
  const matches = await verify(stored ?? (await decoy), normalise(password));
  return stored !== null && matches;
};
