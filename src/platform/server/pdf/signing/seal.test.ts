import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signatureOf, tool } from '../../../../../tests/pdf-tools.ts';
import { openSecrets } from '../../secrets.ts';
import { createPdfRenderer } from '../index.ts';
import { openSigner } from './identity.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'firma-'));
const institution = { name: 'Escuela de Prueba «Ñ»' } as never;
const source = { dataDir, demo: true, institution, signing: null };
const secrets = openSecrets({ secretKey: '5e'.repeat(32), dataDir });
const signer = openSigner(source, secrets, () => new Date());
const renderer = createPdfRenderer({ signer });
afterAll(async () => {
  await renderer.close();
  rmSync(dataDir, { recursive: true });
});

const template = `
#import "/platform/server/pdf/portal.typ": *
#show: ficha.with(institucion: data.name, documento: "Prueba", folio-texto: "F-1")
= Prueba
#par(data.name)
#link("https://escuela.example")[Un enlace]
#pagebreak()
Otra página
`;
const attachment = {
  name: 'credential.json',
  mime: 'application/ld+json',
  description: 'La credencial',
  text: '{"nombre":"Ana Ñ 😀 \u202e"}',
};
/** A title that looks like what the signature's place looks like. */
const title = '/ByteRange [ 0 9999999999 9999999999 9999999999 ] /Contents <00>';
const doc = {
  papel: null,
  template,
  title,
  data: { name: 'Ana' },
  createdAt: new Date(1e12),
  signed: true,
};
const at = (name: string) => join(dataDir, name);

let pdf: Uint8Array;
beforeAll(async () => {
  pdf = await renderer.render({ ...doc, attachment });
  await writeFile(at('a.pdf'), pdf);
});

describe('a signed document', () => {
  it('is signed whole, in one revision, and pdfsig finds it valid', async () => {
    const said = await tool('pdfsig', '-nocert', at('a.pdf'));
    expect(said).toContain('Signature is Valid');
    expect(said).toContain('ETSI.CAdES.detached');
    expect(said).toContain('Total document signed');
    const { range } = signatureOf(pdf);
    expect([range[0], range[2] + range[3]]).toEqual([0, pdf.length]);
    expect(Buffer.from(pdf).toString('latin1').split('startxref')).toHaveLength(2);
  });

  it('is CAdES with the certificate in what is signed, and without a moment, to openssl', async () => {
    const { content, cms } = signatureOf(pdf);
    await writeFile(at('content'), content);
    await writeFile(at('cms.der'), cms);
    const check = ['cms', '-verify', '-cades', '-inform', 'DER', '-in', at('cms.der'), '-binary'];
    await writeFile(at('own.pem'), (await signer()).certificates.join(''));
    const trust = ['-CAfile', at('own.pem'), '-purpose', 'any'];
    const rest = ['-content', at('content'), ...trust, '-out', at('out')];
    expect(await tool('openssl', ...check, ...rest)).toMatch(/CAdES Verification successful/i);
    const dump = await tool(
      'openssl',
      'cms',
      '-cmsout',
      '-print',
      '-inform',
      'DER',
      '-in',
      at('cms.der'),
    );
    expect(dump).toContain('id-smime-aa-signingCertificateV2');
    expect(dump).toContain('messageDigest');
    expect(dump).not.toContain('signingTime');
    await writeFile(at('content'), Buffer.concat([content, Buffer.from(' ')]));
    await expect(tool('openssl', ...check, ...rest)).rejects.toThrow();
  });

  it('with one byte changed anywhere in what it covers is found out', async () => {
    const { range } = signatureOf(pdf);
    const places = [9, range[1] >> 1, range[1] - 1, range[2], pdf.length - 8];
    for (const place of places) {
      const altered = Buffer.from(pdf);
      altered[place]! ^= 1;
      await writeFile(at('b.pdf'), altered);
      const said = await tool('pdfsig', '-nocert', at('b.pdf')).catch((error) =>
        String(error.stdout),
      );
      expect(said, `byte ${place}`).not.toContain('Signature is Valid');
    }
  });

  it('stays tagged, archival and accessible, with its fonts and its attachment', async () => {
    expect(await tool('qpdf', '--check', at('a.pdf'))).toContain(
      'No syntax or stream encoding errors',
    );
    const info = await tool('pdfinfo', at('a.pdf'));
    expect(info).toMatch(/Tagged:\s+yes/);
    expect(info).toMatch(/Pages:\s+2/);
    const fonts = (await tool('pdffonts', at('a.pdf'))).trim().split('\n').slice(2);
    expect(fonts.length).toBeGreaterThan(1);
    for (const font of fonts) expect(font).toMatch(/\s+yes yes yes\s+\d+\s+0$/);
    const xmp = await tool('pdfinfo', '-meta', at('a.pdf'));
    expect(xmp).toContain('<pdfaid:part>3</pdfaid:part><pdfaid:conformance>A<');
    expect(xmp).toContain('<pdfuaid:part>1</pdfuaid:part>');
    expect(await tool('pdfinfo', '-struct', at('a.pdf'))).toMatch(/\n {2}Form\b/);
    const raw = Buffer.from(pdf).toString('latin1');
    expect(raw).toContain('/DisplayDocTitle true');
    expect(raw.match(/\/Tabs \/S/g)).toHaveLength(2);
    expect(raw).toContain('/S /GTS_PDFA1');
    expect(await tool('pdfdetach', '-list', at('a.pdf'))).toMatch(/1: credential\.json\n/);
    await tool('pdfdetach', '-save', '1', '-o', at('out.json'), at('a.pdf'));
    expect(await readFile(at('out.json'), 'utf8')).toBe(attachment.text);
    expect(await tool('pdftotext', at('a.pdf'), '-')).toContain(
      'Firmado electrónicamente por Escuela de Prueba «Ñ» (demostración)',
    );
  });

  it('has the same bytes every time, also from another process on the same folder', async () => {
    expect(Buffer.compare(await renderer.render({ ...doc, attachment }), pdf)).toBe(0);
    const other = createPdfRenderer({ signer: openSigner(source, secrets, () => new Date()) });
    const again = await other.render({ ...doc, attachment });
    await other.close();
    expect(Buffer.compare(again, pdf)).toBe(0);
  });

  it('is refused without anybody to sign', async () => {
    const own = createPdfRenderer();
    await expect(own.render(doc)).rejects.toMatchObject({ code: 'CERTIFICATE' });
    await own.close();
  });
});

describe('who signs', () => {
  it('is made once, when two begin at once on a folder', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'firma-'));
    const both = await Promise.all(
      [1, 2].map(() => openSigner({ ...source, dataDir: folder }, secrets, () => new Date())()),
    );
    expect(both[0]).toEqual(both[1]);
    rmSync(folder, { recursive: true });
  });

  it('that was sealed with another key refuses the start', async () => {
    const other = openSecrets({ secretKey: '6f'.repeat(32), dataDir });
    expect(() => openSigner(source, other, () => new Date())).toThrow(/firma\.llaves.*otra clave/);
  });

  describe('by the configuration', () => {
    const day = 86_400_000;
    const signing = { cert: at('c.pem'), key: at('k.pem'), password: 'secreta' };
    const open = (change: Partial<typeof signing> = {}, now = new Date()) =>
      openSigner({ ...source, signing: { ...signing, ...change } }, secrets, () => now);
    beforeAll(async () => {
      const subject = ['-subj', '/C=MX/O=Escuela/CN=Firma de la Escuela', '-days', '30'];
      const key = ['-newkey', 'rsa:2048', '-keyout', at('k.pem'), '-passout', 'pass:secreta'];
      await tool('openssl', 'req', '-x509', ...key, ...subject, '-out', at('c.pem'));
      const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
      await tool(
        'openssl',
        'req',
        '-x509',
        ...ec,
        '-keyout',
        at('e.pem'),
        ...subject,
        '-out',
        at('ec.pem'),
      );
      await tool('openssl', 'genrsa', '-out', at('other.pem'), '2048');
      writeFileSync(at('no.pem'), 'no es');
    });

    it('signs', async () => {
      const own = createPdfRenderer({ signer: open() });
      await writeFile(at('c.pdf'), await own.render(doc));
      await own.close();
      const said = await tool('pdfsig', '-nocert', at('c.pdf'));
      expect(said).toContain('Signature is Valid');
      expect(said).toContain('Firma de la Escuela');
    });

    it.each([
      [{ cert: '/no/existe.pem' }, /SIGNING_CERT.*ruta/],
      [{ cert: at('no.pem') }, /openssl x509/],
      [{ key: at('no.pem') }, /openssl pkcs12/],
      [{ password: 'otra' }, /SIGNING_KEY_PASSWORD/],
      [{ key: at('other.pem') }, /no es la llave del primer certificado/],
      [{ cert: at('ec.pem'), key: at('e.pem') }, /RSA de 2048/],
    ])('refuses %j and says how to mend it', (change, why) => {
      expect(() => open(change)).toThrow(why);
    });
    it('refuses one that has ended', () => {
      expect(() => open({}, new Date(Date.now() + 40 * day))).toThrow(/hoy no puede firmar/);
    });
  });
});
