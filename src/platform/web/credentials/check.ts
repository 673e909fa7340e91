import {
  checkSignature,
  type Entry,
  type Issuer,
  type Listed,
  readListed,
  type Signature,
} from './verify.ts';

/* What is found of a document's credential where it is validated, in words, and whether the page may say that it is in force. */

type Json = Readonly<Record<string, unknown>>;

/** All that is needed to check one, as the school publishes it. */
export type Proof = {
  readonly credencial: Json;
  readonly emisor: Issuer;
  /** Of those that the credential names, by their address; null: it is not there. */
  readonly listas: Readonly<Record<string, Json | null>>;
};

/** What was found. `same`: what is signed is what the page says. */
export type Check = {
  readonly firma: Signature;
  readonly same: boolean;
  readonly venceEn: Date | null;
  readonly ahora: Date;
  readonly revocation: Listed;
  readonly suspension: Listed;
};

/** What the page says of it. */
export type Shown = { readonly titular: string; readonly folio: string };

const textAt = (from: unknown, ...path: readonly (string | number)[]): string => {
  let value = from;
  for (const key of path) value = (value as Json | undefined)?.[key as string];
  return typeof value === 'string' ? value : '';
};

/** Checks one at a moment. */
export const checkCredential = async (
  { credencial, emisor, listas }: Proof,
  { titular, folio }: Shown,
  ahora: Date,
): Promise<Check> => {
  const entries = [credencial.credentialStatus ?? []].flat() as Entry[];
  const listed = async (purpose: string): Promise<Listed> => {
    const entry = entries.find(({ statusPurpose }) => statusPurpose === purpose);
    if (!entry) return 'unread';
    return readListed(entry, listas[entry.statusListCredential] ?? null, emisor, ahora);
  };
  return {
    firma: await checkSignature(credencial, emisor),
    same:
      textAt(credencial, 'credentialSubject', 'identifier', 0, 'identityHash') === titular &&
      textAt(credencial, 'evidence', 0, 'id').endsWith(`/${folio}`),
    venceEn: credencial.validUntil === undefined ? null : new Date(String(credencial.validUntil)),
    ahora,
    revocation: await listed('revocation'),
    suspension: await listed('suspension'),
  };
};

type Tone = 'success' | 'warning' | 'danger';
export type Line = readonly [tone: Tone, text: string];

const sayFirma = ({ firma, same }: Check): Line => {
  if (firma === 'unknown') {
    return ['warning', 'No se pudo comprobar aquí: es de una forma que esta página no conoce.'];
  }
  if (firma === 'wrong')
    return ['danger', 'No corresponde: la escuela no la firmó, o alguien la cambió.'];
  return same
    ? ['success', 'Correcta: la firmó la escuela, y dice lo mismo que esta página.']
    : ['danger', 'La firma es de la escuela, pero de un documento que dice otra cosa.'];
};

const sayListed = (listed: Listed, word: string): Line => {
  if (listed === 'unread') {
    return [
      'danger',
      'No se pudo confirmar: falta la lista firmada, venció o no es de la escuela.',
    ];
  }
  return listed === 'set'
    ? ['danger', `Está en la lista de documentos ${word}.`]
    : ['success', `No está en la lista de documentos ${word}.`];
};

const day = new Intl.DateTimeFormat('es-MX', {
  dateStyle: 'long',
  timeZone: 'America/Mexico_City',
});

const sayVence = ({ venceEn, ahora }: Check): Line => {
  if (venceEn === null) return ['success', 'No vence.'];
  // The first moment that is not its own any more is the midnight after its last day.
  const last = day.format(new Date(+venceEn - 1));
  return venceEn <= ahora ? ['warning', `Venció el ${last}.`] : ['success', `Vence el ${last}.`];
};

/** A line for each thing that was looked at. */
export const sayCheck = (check: Check): Readonly<Record<string, Line>> => ({
  firma: sayFirma(check),
  vencimiento: sayVence(check),
  revocacion: sayListed(check.revocation, 'revocados'),
  suspension: sayListed(check.suspension, 'suspendidos'),
});

/** Whether what was found lets the page go on saying that it is in force. What could not be looked at says nothing. */
export const mayBeInForce = ({
  firma,
  same,
  venceEn,
  ahora,
  revocation,
  suspension,
}: Check): boolean =>
  firma !== 'wrong' &&
  same &&
  (venceEn === null || venceEn > ahora) &&
  revocation === 'clear' &&
  suspension === 'clear';
