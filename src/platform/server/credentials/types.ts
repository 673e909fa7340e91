/** A credential, or a status list, as JSON. */
export type Credential = Record<string, unknown>;

/** A public key as a DID document lists it. */
export type PublicKey = {
  /** `did:web:…#ed25519-2026a`. */
  readonly id: string;
  readonly controller: string;
  readonly publicKeyMultibase: string;
};

export type SigningKey = PublicKey & { readonly secretKeyMultibase: string };

export type DidDocument = {
  readonly '@context': readonly string[];
  readonly id: string;
  readonly alsoKnownAs: readonly string[];
  readonly verificationMethod: readonly (PublicKey & { readonly type: 'Multikey' })[];
  readonly assertionMethod: readonly string[];
};

export type Purpose = 'revocation' | 'suspension';

export type StatusListInput = {
  /** Its address. */
  readonly id: string;
  readonly issuer: string;
  readonly purpose: Purpose;
  readonly length: number;
  /** Indexes whose bit is set. */
  readonly set: readonly number[];
  readonly validUntil: Date;
};

/** `invalida`: forged, or of another issuer; `desconocida`: its lists are missing, over, or not the issuer's. */
export type Verdict =
  | 'vigente'
  | 'suspendida'
  | 'revocada'
  | 'vencida'
  | 'desconocida'
  | 'invalida';
