import type { DidDocument, PublicKey } from './types.ts';

export type * from './types.ts';

/** The engine, loaded when it is first needed: the server starts without it. */
export const openCredentials = () => import('./engine.ts');

/**
 * The DID of whoever publishes at that address (`did:web`): `https://escuela.example` is `did:web:escuela.example`, a
 * port is escaped, a path follows with colons.
 */
export const didOf = (publicUrl: string): string => {
  const { host, pathname } = new URL(publicUrl);
  const path = pathname.split('/').filter(Boolean).map(encodeURIComponent);
  return ['did:web', encodeURIComponent(host), ...path].join(':');
};

/** What is published at `/.well-known/did.json`: the keys of this DID that are to be believed, also those of the past. */
export const didDocumentOf = (
  did: string,
  publicUrl: string,
  keys: readonly PublicKey[],
): DidDocument => {
  const mine = keys.filter(({ controller }) => controller === did);
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
    id: did,
    alsoKnownAs: [publicUrl],
    verificationMethod: mine.map(({ id, controller, publicKeyMultibase }) => ({
      id,
      type: 'Multikey' as const,
      controller,
      publicKeyMultibase,
    })),
    assertionMethod: mine.map(({ id }) => id),
  };
};
