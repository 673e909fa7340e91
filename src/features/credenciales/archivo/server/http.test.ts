import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import { makeEmitido, makeFirmante } from '../../../../../tests/factories/emitidos.ts';
import { makeCurp, makePersona } from '../../../../../tests/factories/personas.ts';
import { tool } from '../../../../../tests/pdf-tools.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import { testSigner } from '../../../../../tests/signer.ts';
import { createPdfRenderer } from '../../../../platform/server/pdf/index.ts';
import { fingerprint } from '../../../../platform/server/pdf/signing/verify.ts';
import { actAsSystem } from '../../../../platform/server/request-context.ts';
import { openSecrets } from '../../../../platform/server/secrets.ts';
import { readVestido } from '../../disenos/vestido/server/service.ts';
import {
  requireEmisor,
  retireLlave,
  rotateLlave,
  signEmitido,
} from '../../emisor/server/service.ts';
import { renderEmitido } from '../../impresion/server/document.ts';
import { emitidoPdfPath, validacionPath } from '../../routes.ts';
import { findEmitido } from '../../server/data.ts';
import { datosOf } from '../../server/service.ts';
import { isTrustworthy, sayDictamen } from '../rules.ts';
import { type Archivo, openArchivo, readArchivo, readHuella, verifyDocumento } from './service.ts';

const dir = mkdtempSync(join(tmpdir(), 'archivo-'));
let portal: TestPortal;
let escolar: string;
let admin: string;
let firmante: string;
let clave: string;

beforeAll(async () => {
  portal = await startTestPortal({ PUBLIC_URL: 'https://escuela.example' }, { jobs: false });
  escolar = (await makeCuenta(portal, { role: 'Escolar' })).token;
  admin = (await makeCuenta(portal, { role: 'Admin' })).token;
  firmante = await makeFirmante(portal, admin);
  clave = makeCurp();
  await makePersona(portal.services.db, { clave, curp: clave });
});
afterAll(async () => {
  await portal.stop();
  rmSync(dir, { recursive: true });
});

/** A document, as its PDF and as its credential. */
const issue = async () => {
  const { id, folio } = await makeEmitido(portal, {
    tipo: 'certificado',
    clave,
    firmante,
    por: escolar,
    aprueba: admin,
  });
  const pdf = await fetch(`${portal.url}${emitidoPdfPath(id)}`, {
    headers: { authorization: `Bearer ${escolar}` },
  });
  const json = await fetch(`${portal.url}${validacionPath('certificado', folio)}`, {
    headers: { accept: 'application/vc' },
  });
  return {
    id,
    pdf: Buffer.from(await pdf.arrayBuffer()),
    json: Buffer.from(await json.arrayBuffer()),
  };
};
const published = async (): Promise<string> =>
  (await fetch(`${portal.url}/.well-known/archivo.json`)).text();
/** The fingerprint that the documents print. */
const huella = async () =>
  fingerprint(new X509Certificate((await portal.services.signer()).certificates[0]!).raw);
const opened = async (text: string): Promise<Archivo> => {
  const found = await openArchivo(text, await huella());
  if (typeof found === 'string') throw new Error(found);
  return found.archivo;
};
const open = async (): Promise<Archivo> => opened(await published());
const step = (id: string, paso: string) =>
  portal.call(
    'updateVigenciaDocumentoEmitido',
    { id, paso, motivo: 'Se emitió por error.' },
    { token: escolar },
  );
const verdict = async (bytes: Uint8Array, archivo: Archivo, now = new Date()) => {
  const found = await verifyDocumento(bytes, archivo, now);
  return [found?.firma?.es ?? null, found?.credencial ?? null, isTrustworthy(found)];
};

describe('by the archive alone', () => {
  it('a document is found good, and suspended or revoked once the archive says so', async () => {
    const { id, pdf, json } = await issue();
    const before = await open();
    expect(await verdict(pdf, before)).toEqual(['entera', 'vigente', true]);
    expect(await verdict(json, before)).toEqual([null, 'vigente', true]);
    await step(id, 'suspender');
    expect(await verdict(pdf, await open())).toEqual(['entera', 'suspendida', false]);
    await step(id, 'revocar');
    const after = await open();
    expect(await verdict(pdf, after)).toEqual(['entera', 'revocada', false]);
    expect(await verdict(json, after)).toEqual([null, 'revocada', false]);
    // What an archive of before does not know, it does not say.
    expect(await verdict(json, before)).toEqual([null, 'vigente', true]);
    expect(sayDictamen(await verifyDocumento(json, before, new Date())).join(' ')).toContain(
      'estaba en vigor cuando se hizo el archivo',
    );
  });

  it('what was changed, added to, forged or signed by another is found out', async () => {
    const { id, pdf, json } = await issue();
    const archivo = await open();
    for (const at of [20, pdf.length >> 1, pdf.length - 3]) {
      const altered = Buffer.from(pdf);
      altered[at]! ^= 1;
      const [firma, , good] = await verdict(altered, archivo);
      expect([at, firma, good]).toEqual([at, 'alterada', false]);
    }
    const longer = Buffer.concat([pdf, Buffer.from('\n%%EOF')]);
    expect((await verdict(longer, archivo))[0]).toBe('alterada');
    const other = JSON.parse(json.toString());
    other.credentialSubject.achievement.name = 'Doctorado';
    expect(await verdict(Buffer.from(JSON.stringify(other)), archivo)).toEqual([
      null,
      'invalida',
      false,
    ]);
    // The same paper with its true credential, signed by who is not the school.
    const row = (await findEmitido(portal.services.db, id))!;
    const renderer = createPdfRenderer({ signer: testSigner });
    const theirs = await renderEmitido(renderer, datosOf(row), {
      emitidoEn: row.emitido_en!,
      credencial: row.credencial!,
      vestido: await readVestido(portal.services, row.diseno_version_id, []),
    });
    await renderer.close();
    expect(await verdict(theirs, archivo)).toEqual(['ajena', 'vigente', false]);
    expect(await verifyDocumento(Buffer.from('nada'), archivo, new Date())).toBeNull();
    expect(await verdict(Buffer.from('%PDF-1.7 nada'), archivo)).toEqual(['sinFirma', null, false]);
  });

  it('without its lists, or older than the document, never says that it is in force', async () => {
    const early = await open();
    portal.setNow(new Date(Date.now() + 60_000));
    const { json } = await issue();
    const archivo = await open();
    portal.setNow(null);
    expect((await verdict(json, early))[1]).toBe('desconocida');
    expect((await verdict(json, { ...archivo, listas: [] }))[1]).toBe('desconocida');
    const [one, two] = archivo.listas;
    expect(
      (await verdict(json, { ...archivo, listas: [{ ...one! }, { ...two!, id: one!.id }] }))[1],
    ).not.toBe('vigente');
    expect((await verdict(json, { ...archivo, dids: [] }))[1]).toBe('invalida');
    const late = new Date(Date.now() + 9 * 86_400_000);
    expect((await verdict(json, { ...archivo, hechoEn: late.toISOString() }))[1]).toBe(
      'desconocida',
    );
  });

  it('an archive that somebody changed is none', async () => {
    const text = await published();
    await opened(text);
    const jws = JSON.parse(text);
    const said = JSON.parse(Buffer.from(jws.payload, 'base64url').toString());
    for (const changed of [
      { ...said, hechoEn: '2030-01-01T00:00:00.000Z' },
      { ...said, certificados: [] },
      { ...said, dids: [] },
    ]) {
      const payload = Buffer.from(JSON.stringify(changed)).toString('base64url');
      expect(await openArchivo(JSON.stringify({ ...jws, payload }), await huella())).toBe(
        'ilegible',
      );
    }
    for (const wrong of ['', '{}', 'null', '[]']) {
      expect(await openArchivo(wrong, await huella())).toBe('ilegible');
    }
    expect(text).not.toContain(clave);
    // With its space: three letters alone come about in a key's.
    expect(JSON.stringify(said)).not.toMatch(new RegExp(`${clave}|Ana |PRIVATE`, 'i'));
  });
});

it('an archive that a forger made is refused, and so is one that no certificate signs', async () => {
  const { services } = portal;
  const theirs = await readArchivo({ ...services, signer: testSigner });
  expect(await openArchivo(JSON.stringify(theirs), await huella())).toBe('ajeno');
  const { payload, signatures } = await readArchivo(services);
  const [issuer, certificate] = signatures as [object, object];
  const alone = JSON.stringify({ payload, signatures: [issuer] });
  expect(await openArchivo(alone, await huella())).toBe('sinCertificado');
  expect(await openArchivo(JSON.stringify({ payload, ...issuer }), await huella())).toBe(
    'sinCertificado',
  );
  const unissued = JSON.stringify({ payload, signatures: [certificate] });
  expect(await openArchivo(unissued, await huella())).toBe('ilegible');
  // The school's certificate beside a signature that is not its own.
  const borrowed = { ...certificate, signature: Object(theirs.signatures[1]).signature };
  const mixed = JSON.stringify({ payload, signatures: [issuer, borrowed] });
  expect(await openArchivo(mixed, await huella())).toBe('ilegible');
});

it('the fingerprint is read as the paper prints it', async () => {
  const printed = (await huella()).toUpperCase().replace(/.{4}(?=.)/g, '$& ');
  expect(readHuella(printed)).toBe(await huella());
  expect(readHuella((await huella()).replace(/..(?=.)/g, '$&:'))).toBe(await huella());
  for (const wrong of ['', 'a'.repeat(63), 'g'.repeat(64)]) expect(readHuella(wrong)).toBeNull();
  const { pdf } = await issue();
  writeFileSync(join(dir, 'huella.pdf'), pdf);
  const text = await tool('pdftotext', join(dir, 'huella.pdf'), '-');
  expect(text.replace(/\s+/g, '')).toContain((await huella()).toUpperCase());
});

it('the command verifies without a server, and ends well only when all is good', async () => {
  const { id, pdf } = await issue();
  const at = (name: string) => join(dir, name);
  writeFileSync(at('a.json'), await published());
  writeFileSync(at('a.pdf'), pdf);
  writeFileSync(at('b.pdf'), Buffer.concat([pdf, Buffer.from(' ')]));
  // Not at once: a portal that is held up for seconds tells the next to wait.
  const run = (...args: string[]) =>
    new Promise<{ status: number; stderr: string }>((resolve) => {
      const child = execFile(
        process.execPath,
        ['scripts/documentos.ts', 'verify', ...args],
        { env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: 'node_modules/.cache/tests' } },
        (_error, _stdout, stderr) => resolve({ status: child.exitCode ?? -1, stderr }),
      );
    });
  const given = ['--archivo', at('a.json'), '--huella', await huella()];
  const good = await run(at('a.pdf'), ...given);
  expect(good.stderr).toContain('nadie cambió el archivo');
  expect(good.stderr).toContain('Certificado: Argumentación jurídica');
  expect(good.status).toBe(0);
  const bad = await run(at('a.pdf'), at('b.pdf'), ...given);
  expect([bad.status, bad.stderr.includes('NO corresponde')]).toEqual([1, true]);
  expect((await run(at('a.pdf'))).stderr).toContain('.well-known/archivo.json');
  const blind = await run(at('a.pdf'), '--archivo', at('a.json'));
  expect([blind.status, blind.stderr.includes('--huella')]).toEqual([1, true]);
  expect(id).toBeTruthy();
});

it('a command run for another address is refused: it would begin an issuer that nobody knows', async () => {
  await issue();
  const { services } = portal;
  await expect(requireEmisor(services)).resolves.toBeUndefined();
  const env = { ...services.env, publicUrl: 'http://localhost:8080' };
  await expect(requireEmisor({ ...services, env })).rejects.toThrow(
    /did:web:escuela\.example, .*localhost%3A8080.*PUBLIC_URL/,
  );
});

it('a new key signs from the next start on, the earlier one is believed until it is taken away', async () => {
  const { services } = portal;
  const { json: first } = await issue();
  /** As another start would open them. */
  const restarted = () => ({ ...services, secrets: openSecrets(services.env) });
  const archive = async () => opened(JSON.stringify(await readArchivo(restarted())));
  const [old] = (await archive()).dids[0]!.assertionMethod;
  const id = await actAsSystem(() => rotateLlave(services));
  expect(id).not.toBe(old);
  const rotated = await actAsSystem(archive);
  expect(rotated.dids[0]!.assertionMethod).toEqual([id, old]);
  expect((await verdict(first, rotated))[1]).toBe('vigente');
  expect(await actAsSystem(() => retireLlave(services, old!))).toBe(true);
  expect(await actAsSystem(() => retireLlave(services, old!))).toBe(false);
  const retired = await actAsSystem(archive);
  expect(retired.dids[0]!.assertionMethod).toEqual([id]);
  expect((await verdict(first, retired))[1]).toBe('invalida');
  // Its lists are signed by the key that is believed: what that one signs is in force.
  const row = (await findEmitido(services.db, (await issue()).id))!;
  const anew = await signEmitido(restarted(), datosOf(row), {
    ...row,
    emitido_en: row.emitido_en!,
  });
  expect(
    await actAsSystem(
      async () => (await verdict(Buffer.from(JSON.stringify(anew)), await archive()))[1],
    ),
  ).toBe('vigente');
});
