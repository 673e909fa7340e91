import { createPrivateKey, randomUUID } from 'node:crypto';
import { createSigner } from 'fast-jwt';
import {
  type CryptoKey,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTPayload,
  jwtVerify,
} from 'jose';
import { sql } from 'kysely';
import type { Db } from './db/index.ts';
import { EnvError } from './env.ts';
import { isOutage } from './outage.ts';
import type { Secrets } from './secrets.ts';

declare module './db/index.ts' {
  interface Tables {
    claves_firma: {
      kid: string;
      publica: unknown;
      /** The private JWK, sealed under the installation's master key. */
      privada_sellada: string;
      creado_en: Date;
    };
  }
}

/** Seconds an access token lives. */
export const ACCESS_SECONDS = 900;
/** A signing key signs for this many days; its public half is published until twice that. */
const KEY_DAYS = 90;
const ALG = 'ES256';
/** Tokens whose signature is remembered: checking one costs more than all else a call does. */
const REMEMBERED = 5_000;

type Claims = JWTPayload & { sub: string; sid: string; exp: number };

type Key = {
  kid: string;
  publicJwk: JWK;
  publicKey: CryptoKey;
  /** Signs claims with it at once, in this thread. */
  signer: (claims: Claims) => string;
  creadoEn: Date;
};

const signerOf = (kid: string, privateJwk: JWK): Key['signer'] =>
  createSigner({
    key: createPrivateKey({ key: { ...privateJwk }, format: 'jwk' })
      .export({ type: 'pkcs8', format: 'pem' })
      .toString(),
    algorithm: ALG,
    kid,
  });

/**
 * Signs and checks access tokens with keys kept in the database, so that every process and every
 * restart shares them. Unknown algorithms, keys, issuers and audiences are refused.
 */
export const createTokens = async (options: {
  db: Db;
  secrets: Secrets;
  projectId: string;
  /** Milliseconds by the clock that every server shares (`clock.ts`). */
  clock?: () => number;
}) => {
  const { db, secrets, projectId, clock = Date.now } = options;
  const issuer = `https://securetoken.google.com/${projectId}`;
  let keys: Key[] = [];
  let loadedAt = 0;

  const load = async () => {
    const rows = await db
      .selectFrom('claves_firma')
      .selectAll()
      .where('creado_en', '>', sql<Date>`now() - make_interval(days => ${2 * KEY_DAYS})`)
      .orderBy('creado_en', 'desc')
      .execute();
    keys = await Promise.all(
      rows.map(async (row) => {
        let privateJwk: JWK;
        try {
          privateJwk = JSON.parse(secrets.open(row.privada_sellada));
        } catch {
          throw new EnvError(
            'Las claves de firma de esta base de datos se guardaron con otra SECRET_KEY. Escriba la misma de antes (o conserve el archivo secreto.key de DATA_DIR).',
          );
        }
        return {
          kid: row.kid,
          publicJwk: row.publica as JWK,
          publicKey: (await importJWK(row.publica as JWK, ALG)) as CryptoKey,
          signer: signerOf(row.kid, privateJwk),
          creadoEn: row.creado_en,
        };
      }),
    );
    loadedAt = Date.now();
  };

  /** Adds a key when the newest is too old to sign. Two processes at once add two: both are good. */
  const rotate = async () => {
    await load();
    const newest = keys[0];
    if (newest && Date.now() - newest.creadoEn.getTime() < KEY_DAYS * 86_400_000) return;
    const pair = await generateKeyPair(ALG, { extractable: true });
    const kid = randomUUID();
    const publica = { ...(await exportJWK(pair.publicKey)), kid, alg: ALG, use: 'sig' };
    await db
      .insertInto('claves_firma')
      .values({
        kid,
        publica: JSON.stringify(publica),
        privada_sellada: secrets.seal(JSON.stringify(await exportJWK(pair.privateKey))),
        creado_en: sql<Date>`now()`,
      })
      .execute();
    await load();
  };
  await rotate();

  const keyOf = async (kid: string | undefined): Promise<CryptoKey> => {
    let key = keys.find((k) => k.kid === kid);
    // Another process may have rotated; look again, but a flood of made-up kids costs nothing.
    if (!key && Date.now() - loadedAt > 10_000) {
      await load();
      key = keys.find((k) => k.kid === kid);
    }
    if (!key) throw new Error('unknown key');
    return key.publicKey;
  };

  const checked = new Map<string, Claims>();
  const remember = (token: string, claims: Claims) => {
    if (checked.size >= REMEMBERED) checked.delete(checked.keys().next().value!);
    checked.set(token, claims);
  };

  return {
    issuer,
    rotate,
    /** The public keys, as served at /.well-known/jwks.json. */
    jwks: () => ({ keys: keys.map((key) => key.publicJwk) }),
    /**
     * A token with these claims. Signed in this thread (`jose` signs in the thread pool, where it would wait behind passwords)
     * and remembered as checked.
     */
    sign(subject: string, claims: JWTPayload & { sid: string }): string {
      const now = Math.floor(clock() / 1000);
      const exp = now + ACCESS_SECONDS;
      const whole = { ...claims, iss: issuer, aud: projectId, sub: subject, iat: now, exp };
      const token = keys[0]!.signer(whole);
      remember(token, whole);
      return token;
    },
    /** The claims, or null for anything that is not a token of ours still in force. */
    async check(token: string): Promise<Claims | null> {
      const known = checked.get(token);
      if (known && known.exp > clock() / 1000) return known;
      try {
        const { payload } = await jwtVerify(token, (header) => keyOf(header.kid), {
          algorithms: [ALG],
          issuer,
          audience: projectId,
          currentDate: new Date(clock()),
          typ: 'JWT',
          requiredClaims: ['sub', 'sid', 'exp'],
        });
        remember(token, payload as Claims);
        return payload as Claims;
      } catch (error) {
        // That the keys cannot be looked up now says nothing about the token.
        if (isOutage(error)) throw error;
        return null;
      }
    },
  };
};

export type Tokens = Awaited<ReturnType<typeof createTokens>>;
