/*
 * What the school's credentials and status lists are made of, in RDF: the part of the contexts of W3C (credentials/v2) and of 1EdTech
 * (Open Badges 3.0.3) that they use. The whole of them, with a JSON-LD processor, is ten times what a validation page may weigh.
 */

const VC = 'https://www.w3.org/2018/credentials#';
const OB = 'https://purl.imsglobal.org/spec/vc/ob/vocab.html#';
const SCHEMA = 'https://schema.org/';
const SECURITY = 'https://w3id.org/security#';
const STATUS = 'https://www.w3.org/ns/credentials/status#';
const XSD = 'http://www.w3.org/2001/XMLSchema#';
const XSD_OF_OB = 'https://www.w3.org/2001/XMLSchema#';

/** The contexts that a document may have, in this order: of a credential, and of a status list. */
export const CONTEXTS: readonly (readonly string[])[] = [
  [
    'https://www.w3.org/ns/credentials/v2',
    'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
  ],
  ['https://www.w3.org/ns/credentials/v2'],
];

/** How a property is written: a text (with the type of the literal, if it has one), or something that has an address. */
export type Term = { readonly iri: string } & (
  | { readonly is: 'literal'; readonly type?: string }
  | { readonly is: 'node' }
  | { readonly is: 'word'; readonly of: string }
);

const text = (iri: string): Term => ({ iri, is: 'literal' });
const typed = (iri: string, type: string): Term => ({ iri, is: 'literal', type });
const node = (iri: string): Term => ({ iri, is: 'node' });

export const TERMS: Readonly<Record<string, Term>> = {
  name: text(`${SCHEMA}name`),
  description: text(`${SCHEMA}description`),
  inLanguage: text(`${SCHEMA}inLanguage`),
  url: typed(`${SCHEMA}url`, `${XSD_OF_OB}anyURI`),
  issuer: node(`${VC}issuer`),
  validFrom: typed(`${VC}validFrom`, `${XSD}dateTime`),
  validUntil: typed(`${VC}validUntil`, `${XSD}dateTime`),
  credentialSubject: node(`${VC}credentialSubject`),
  credentialStatus: node(`${VC}credentialStatus`),
  evidence: node(`${VC}evidence`),
  // As that context says it, with a prefix that it does not define.
  awardedDate: typed(`${OB}awardedDate`, 'xsd:dateTime'),
  identifier: node(`${OB}identifier`),
  hashed: typed(`${OB}hashed`, `${XSD_OF_OB}boolean`),
  identityHash: text(`${OB}identityHash`),
  identityType: text(`${OB}identityType`),
  achievement: node(`${OB}achievement`),
  achievementType: text(`${OB}achievementType`),
  criteria: node(`${OB}Criteria`),
  narrative: text(`${OB}narrative`),
  statusPurpose: text(`${STATUS}statusPurpose`),
  statusListIndex: text(`${STATUS}statusListIndex`),
  statusListCredential: node(`${STATUS}statusListCredential`),
  encodedList: typed(`${STATUS}encodedList`, `${SECURITY}multibase`),
  created: typed('http://purl.org/dc/terms/created', `${XSD}dateTime`),
  cryptosuite: typed(`${SECURITY}cryptosuite`, `${SECURITY}cryptosuiteString`),
  verificationMethod: node(`${SECURITY}verificationMethod`),
  proofPurpose: { iri: `${SECURITY}proofPurpose`, is: 'word', of: SECURITY },
};

export const TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';

export const TYPES: Readonly<Record<string, string>> = {
  VerifiableCredential: `${VC}VerifiableCredential`,
  OpenBadgeCredential: `${OB}OpenBadgeCredential`,
  Profile: `${OB}Profile`,
  AchievementSubject: `${OB}AchievementSubject`,
  IdentityObject: `${OB}IdentityObject`,
  Achievement: `${OB}Achievement`,
  Evidence: `${OB}Evidence`,
  BitstringStatusListEntry: `${STATUS}BitstringStatusListEntry`,
  BitstringStatusListCredential: `${STATUS}BitstringStatusListCredential`,
  BitstringStatusList: `${STATUS}BitstringStatusList`,
  DataIntegrityProof: `${SECURITY}DataIntegrityProof`,
};
