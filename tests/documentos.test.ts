/**
 * What the school issues, by means that nobody here wrote and without the school: the Digital Credentials Consortium's verifier on
 * each kind, with no network but the school's own public addresses; and, once the server is gone, the exported archive alone.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emitidoPdfPath, validacionPath } from '../src/features/credenciales/routes.ts';
import { TIPOS, type Tipo } from '../src/features/credenciales/rules.ts';
import type { Credential } from '../src/platform/server/credentials/index.ts';
import { ESCUELA, type Escuela, startEscuela } from './factories/escuela.ts';
import { linesOf } from './pdf.ts';
import { tool } from './pdf-tools.ts';

const SCHEMA = join(
  import.meta.dirname,
  'fixtures/openbadges/ob3-achievementcredential.schema.json',
);
/** Where the verifier looks for it; what it says of each credential is in credenciales/validacion. */
const SCHEMA_URL =
  'https://purl.imsglobal.org/spec/ob/v3p0/schema/json/ob_v3p0_achievementcredential_schema.json';
/** What the build left: the public wing draws the pages. */
const DIST = join(import.meta.dirname, '../dist/web');
const dir = mkdtempSync(join(tmpdir(), 'documentos-'));

type Verify = (options: { credential: unknown; knownDIDRegistries: unknown[] }) => Promise<{
  log?: { id: string; valid?: boolean; error?: { name: string } }[];
  errors?: { name: string }[];
}>;

let escuela: Escuela;
let gone = false;
let verifyCredential: Verify;
/** Instead of what the school publishes at a path. */
const instead = new Map<string, (genuine: Response) => Promise<Response> | Response>();

const realFetch = globalThis.fetch;
/** The world without a network: the school's public addresses, by its name. */
const noNetwork: typeof fetch = async (input, init) => {
  const url = input instanceof Request ? input.url : String(input);
  if (url.startsWith(escuela.portal.url)) return realFetch(input, init);
  if (url === SCHEMA_URL) return new Response(readFileSync(SCHEMA));
  if (!url.startsWith(`${ESCUELA}/`)) throw new TypeError(`there is no network: ${url}`);
  const path = url.slice(ESCUELA.length);
  const genuine = await realFetch(escuela.portal.url + path, { headers: { accept: '*/*' } });
  return instead.get(path)?.(genuine) ?? genuine;
};

const close = async () => {
  globalThis.fetch = realFetch;
  if (!gone) await escuela.portal.stop();
  gone = true;
};
beforeAll(async () => {
  escuela = await startEscuela({ site: DIST });
  globalThis.fetch = noNetwork;
  // It has no types that agree with ours.
  const verifier = await import('@digitalcredentials/verifier-core');
  verifyCredential = verifier.verifyCredential as unknown as Verify;
});
afterAll(async () => {
  await close();
  rmSync(dir, { recursive: true, force: true });
});

/** What the verifier says of each thing that it looks at; of one that it cannot, why. */
const verdictOf = async (credential: unknown): Promise<Record<string, unknown>> => {
  const { log = [], errors = [] } = await verifyCredential({ credential, knownDIDRegistries: [] });
  return Object.fromEntries([
    // No registry of theirs has a school that was made for a test.
    ...log
      .filter(({ id }) => id !== 'registered_issuer')
      .map(({ id, valid, error }) => [id, error?.name ?? valid]),
    ...errors.map(({ name }) => ['error', name]),
  ]);
};
const GOOD = {
  valid_signature: true,
  revocation_status: true,
  suspension_status: true,
  expiration: true,
};

const pdfOf = async (id: string): Promise<Buffer> => {
  const headers = { authorization: `Bearer ${escuela.persona.token}` };
  const answer = await fetch(`${escuela.portal.url}${emitidoPdfPath(id)}`, { headers });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
};
const textAt = async (path: string, accept = '*/*') => (await escuela.get(path, accept)).text();

/** Digests of a text, as somebody might publish it who thinks that they hide it. */
const digestsOf = (text: string): string[] =>
  ['md5', 'sha1', 'sha256', 'sha512'].flatMap((algorithm) =>
    (['hex', 'base64', 'base64url'] as const).map((form) =>
      createHash(algorithm).update(text).digest(form),
    ),
  );

describe.each(TIPOS)('a %s', (tipo) => {
  it('is good to the verifier of others, and what it says follows each step at once', async () => {
    const { id, folio } = await escuela.make(tipo);
    const credential = await escuela.credentialOf(tipo, folio);
    expect(await verdictOf(credential)).toEqual(GOOD);
    const subject = { ...(credential.credentialSubject as object), id: 'urn:uuid:otra' };
    expect(await verdictOf({ ...credential, credentialSubject: subject })).toEqual({
      error: 'invalid_signature',
    });

    await escuela.step(id, 'suspender');
    expect(await verdictOf(credential)).toMatchObject({
      revocation_status: true,
      suspension_status: false,
    });
    await escuela.step(id, 'levantar');
    expect(await verdictOf(credential)).toEqual(GOOD);

    // Page, JSON, lists and verifier agree at the first question after it was revoked.
    expect((await escuela.step(id, 'revocar')).error).toBeUndefined();
    const [verdict, page, json, own] = await Promise.all([
      verdictOf(credential),
      textAt(validacionPath(tipo, folio), 'text/html'),
      textAt(validacionPath(tipo, folio), 'application/json'),
      escuela.verdictOf(credential),
    ]);
    expect(verdict).toMatchObject({ valid_signature: true, revocation_status: false });
    expect(page).toContain('data-estado="revocada"');
    expect(JSON.parse(json).estado).toBe('revocada');
    expect(own).toBe('revocada');
  });

  it('says no CURP to anybody, nor what is made of one, in whatever is public of it', async () => {
    const { id, folio } = await escuela.make(tipo);
    const pdf = join(dir, `${tipo}.pdf`);
    writeFileSync(pdf, await pdfOf(id));
    // All that is in the file, unpacked: texts, metadata, structure, the credential within.
    await tool('qpdf', '--qdf', '--object-streams=disable', pdf, `${pdf}.qdf`);
    const path = validacionPath(tipo, folio);
    const all = [
      JSON.stringify((await escuela.check(folio)).result),
      await textAt(path, 'application/json'),
      await textAt(path, 'application/vc'),
      await textAt(path, 'text/html'),
      await textAt('/.well-known/did.json'),
      await textAt('/.well-known/archivo.json'),
      await textAt('/status/1'),
      await textAt('/status/2'),
      (await linesOf(readFileSync(pdf))).join('\n'),
      readFileSync(`${pdf}.qdf`, 'latin1'),
      await tool('pdfinfo', '-meta', pdf),
    ];
    const { curp, id: file } = escuela.persona;
    for (const secret of [curp, curp.toLowerCase(), file, ...digestsOf(curp)]) {
      expect(all.map((text) => text.includes(secret))).toEqual(all.map(() => false));
    }
    // What it looks in is what it should be.
    expect(all.filter((text) => text.includes(escuela.portal.url))).toEqual([]);
    expect(all[8]).toContain(folio);
    expect(all[9]).toContain('credential.json');
  });
});

it('a list that is forged, another one or missing is no good list to the verifier of others', async () => {
  const { folio } = await escuela.make('certificado');
  const credential = await escuela.credentialOf('certificado', folio);
  const path = '/status/1';
  try {
    instead.set(path, async (genuine) => {
      const list = (await genuine.json()) as Credential;
      return Response.json({ ...list, validUntil: '2099-01-01T00:00:00Z' });
    });
    expect((await verdictOf(credential)).revocation_status).not.toBe(true);
    instead.set(path, () => realFetch(`${escuela.portal.url}/status/2`));
    expect((await verdictOf(credential)).revocation_status).not.toBe(true);
    instead.set(path, () => new Response('', { status: 404 }));
    expect((await verdictOf(credential)).revocation_status).not.toBe(true);
  } finally {
    instead.clear();
  }
  expect(await verdictOf(credential)).toEqual(GOOD);
});

/** What a process is started with that can reach nobody. */
const UNREACHABLE = `data:text/javascript,${encodeURIComponent(
  "import net from 'node:net'; net.Socket.prototype.connect = () => { throw new Error('there is no network'); };",
)}`;

it('each kind is verified by the exported archive alone, when the server is gone', async () => {
  const made: { tipo: Tipo; folio: string; paths: string[] }[] = [];
  for (const tipo of TIPOS) {
    const { id, folio } = await escuela.make(tipo);
    const [pdf, json] = [join(dir, `${tipo}-solo.pdf`), join(dir, `${tipo}-solo.json`)];
    writeFileSync(pdf, await pdfOf(id));
    writeFileSync(json, await textAt(validacionPath(tipo, folio), 'application/vc'));
    made.push({ tipo, folio, paths: [pdf, json] });
  }
  const revoked = await escuela.make('grado');
  const paper = join(dir, 'revocado.pdf');
  writeFileSync(paper, await pdfOf(revoked.id));
  await escuela.step(revoked.id, 'revocar');
  const archivo = join(dir, 'archivo.json');
  writeFileSync(archivo, await textAt('/.well-known/archivo.json'));
  // As somebody reads it at the foot of the paper.
  const printed = await tool('pdftotext', paper, '-');
  const [, huella = ''] = /SHA-256\):\s*((?:[0-9A-F]{4}\s*){16})/.exec(printed) ?? [];
  const { dataDir } = escuela.portal.services.env;
  await close();
  rmSync(dataDir, { recursive: true, force: true });

  const verify = (...paths: string[]) =>
    new Promise<{ status: number; said: string }>((resolve) => {
      const child = execFile(
        process.execPath,
        [
          '--import',
          UNREACHABLE,
          'scripts/documentos.ts',
          'verify',
          ...paths,
          ...['--archivo', archivo, '--huella', huella],
        ],
        { env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: 'node_modules/.cache/tests' } },
        (_error, stdout, stderr) =>
          resolve({ status: child.exitCode ?? -1, said: stdout + stderr }),
      );
    });
  const good = await verify(...made.flatMap(({ paths }) => paths));
  expect([good.status, good.said.match(/nadie cambió el archivo/g)?.length]).toEqual([0, 5]);
  expect(good.said.match(/estaba en vigor cuando se hizo el archivo/g)?.length).toBe(10);
  const bad = await verify(paper);
  expect([bad.status, /revocad/i.test(bad.said)]).toEqual([1, true]);
});
