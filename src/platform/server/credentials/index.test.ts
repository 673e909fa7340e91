import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Credential,
  didDocumentOf,
  didOf,
  openCredentials,
  type SigningKey,
} from './index.ts';

const URL_ = 'https://escuela.example';
const DID = didOf(URL_);
const NOW = new Date('2026-11-21T16:00:00Z');
const LATER = new Date('2026-11-22T16:00:00Z');
const LIST = { revocation: `${URL_}/status/1`, suspension: `${URL_}/status/2` } as const;

let engine: Awaited<ReturnType<typeof openCredentials>>;
let key: SigningKey;
let newer: SigningKey;
const makeKey = (id: string) =>
  engine.createKey({ id: `${DID}#${id}`, controller: DID }, randomBytes(32));
beforeAll(async () => {
  engine = await openCredentials();
  key = await makeKey('ed25519-2026a');
  newer = await makeKey('ed25519-2026b');
});

const unsigned = (more: Credential = {}): Credential => ({
  '@context': [
    'https://www.w3.org/ns/credentials/v2',
    'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
  ],
  id: 'urn:uuid:6d1f8f0c-6b1c-4a3e-9a53-0f5a3d1c7a10',
  type: ['VerifiableCredential', 'OpenBadgeCredential'],
  issuer: { id: DID, type: ['Profile'], name: 'Escuela' },
  validFrom: '2026-11-01T00:00:00Z',
  credentialSubject: {
    type: ['AchievementSubject'],
    achievement: {
      id: 'urn:uuid:0b7b3b9e-0000-4000-8000-000000000001',
      type: ['Achievement'],
      name: 'Curso',
      description: 'Curso',
      criteria: { narrative: 'Acreditarlo.' },
    },
  },
  credentialStatus: (['revocation', 'suspension'] as const).map((statusPurpose) => ({
    id: `${LIST[statusPurpose]}#7`,
    type: 'BitstringStatusListEntry',
    statusPurpose,
    statusListIndex: '7',
    statusListCredential: LIST[statusPurpose],
  })),
  ...more,
});
const listOf = (
  purpose: 'revocation' | 'suspension',
  set: number[],
  { by = key, id = LIST[purpose] as string, validUntil = LATER } = {},
) => engine.signStatusList({ id, issuer: DID, purpose, length: 131_072, set, validUntil }, by, NOW);
const lists = async (revoked: number[] = [], suspended: number[] = []) => [
  await listOf('revocation', revoked),
  await listOf('suspension', suspended),
];
const did = (...keys: SigningKey[]) => didDocumentOf(DID, URL_, keys);
const verify = (
  credential: Credential,
  given: { lists: readonly Credential[]; now?: Date; keys?: SigningKey[] },
) =>
  engine.verifySigned(credential, {
    dids: [did(...(given.keys ?? [key]))],
    lists: given.lists,
    now: given.now ?? NOW,
  });

describe('didOf', () => {
  it.each([
    ['https://escuela.example', 'did:web:escuela.example'],
    ['http://localhost:8080', 'did:web:localhost%3A8080'],
    ['https://pjf.example/portal', 'did:web:pjf.example:portal'],
  ])('%s', (url, expected) => expect(didOf(url)).toBe(expected));
});

describe('verifySigned', () => {
  it('says what the lists say, also where the library says verified of what is revoked', async () => {
    const signed = await engine.signCredential(unsigned(), key, NOW);
    expect(Array.isArray(signed.proof)).toBe(true);
    expect(await verify(signed, { lists: await lists() })).toBe('vigente');
    expect(await verify(signed, { lists: await lists([7]) })).toBe('revocada');
    expect(await verify(signed, { lists: await lists([], [7]) })).toBe('suspendida');
    expect(await verify(signed, { lists: await lists([7], [7]) })).toBe('revocada');
    expect(await verify(signed, { lists: await lists([6, 8], [131_071]) })).toBe('vigente');
  });

  it('never says vigente by a list that is forged, missing, over, or another one', async () => {
    const signed = await engine.signCredential(unsigned(), key, NOW);
    const [revocation, suspension] = (await lists()) as [Credential, Credential];
    const forged = structuredClone(await listOf('revocation', [7]));
    (forged.credentialSubject as Credential).encodedList = (
      revocation.credentialSubject as Credential
    ).encodedList;
    const cases: Record<string, readonly Credential[]> = {
      missing: [],
      half: [revocation],
      forged: [forged, suspension],
      over: [await listOf('revocation', [], { validUntil: new Date(+NOW - 1000) }), suspension],
      stranger: [await listOf('revocation', [], { by: newer }), suspension],
      purpose: [await listOf('suspension', [], { id: LIST.revocation }), suspension],
      withoutEnd: [{ ...revocation, validUntil: undefined }, suspension],
    };
    for (const [name, given] of Object.entries(cases)) {
      expect([name, await verify(signed, { lists: given })]).toEqual([name, 'desconocida']);
    }
  });

  it('finds any change, another issuer, an untyped part and a credential without proof', async () => {
    const signed = await engine.signCredential(unsigned(), key, NOW);
    const given = { lists: await lists() };
    const changed = structuredClone(signed);
    (changed.issuer as Credential).name = 'Otra';
    expect(await verify(changed, given)).toBe('invalida');
    expect(await verify({ ...signed, issuer: 'did:web:otra.example' }, given)).toBe('invalida');
    expect(await verify({ ...signed, proof: undefined }, given)).toBe('invalida');
    const untyped = unsigned({ refreshService: { id: 'https://x.example' } });
    expect(await verify(await engine.signCredential(untyped, key, NOW), given)).toBe('invalida');
    const { credentialStatus: _, ...without } = unsigned();
    expect(await verify(await engine.signCredential(without, key, NOW), given)).toBe('desconocida');
  });

  it('tells one that ended from one that is forged', async () => {
    const signed = await engine.signCredential(
      unsigned({ validUntil: '2026-11-20T00:00:00Z' }),
      key,
      NOW,
    );
    expect(await verify(signed, { lists: await lists() })).toBe('vencida');
    expect(await verify(signed, { lists: [] })).toBe('vencida');
    expect(await verify(signed, { lists: await lists([7]) })).toBe('revocada');
    expect(await verify({ ...signed, name: 'x' }, { lists: await lists() })).toBe('invalida');
    expect(
      await verify({ ...signed, validUntil: '2027-11-20T00:00:00Z' }, { lists: await lists() }),
    ).toBe('invalida');
  });

  it('goes on believing a key after it gave its place to another, and not once it is taken away', async () => {
    const signed = await engine.signCredential(unsigned(), key, NOW);
    const renewed = [
      await listOf('revocation', [], { by: newer }),
      await listOf('suspension', [], { by: newer }),
    ];
    expect(await verify(signed, { lists: renewed, keys: [newer, key] })).toBe('vigente');
    expect(await verify(signed, { lists: renewed, keys: [newer] })).toBe('invalida');
  });

  it('asks the network for nothing', async () => {
    const strange = unsigned();
    (strange['@context'] as string[]).push('https://strange.example/context.json');
    await expect(engine.signCredential(strange, key, NOW)).rejects.toThrow(/strange\.example/);
  });
});
