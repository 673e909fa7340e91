import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { actAs } from '../request-context.ts';
import { createPdfRenderer, PdfError, qrSvg } from './index.ts';

const renderer = createPdfRenderer();
afterAll(() => renderer.close());

const template = `
#import "/platform/server/pdf/portal.typ": *
#show: ficha.with(institucion: data.name, documento: "Prueba", folio-texto: "F-1")
= Prueba
#par(data.name)
#campos(((etiqueta: "Nombre", valor: data.name, estilo: "texto", nota: data.name),))
#tabla((1fr, 1fr), ("Uno", "Otro"), data.name, [b])
#par(folio(data.name))
`;
const render = (data: unknown, source = template) =>
  renderer.render({
    template: source,
    title: 'Prueba Ñ',
    data,
    createdAt: new Date(1e12),
    papel: null,
  });
const failure = (source: string) =>
  render({ name: 'Ana' }, source).then(
    () => {
      throw new Error('it was rendered');
    },
    (error: unknown) => error as PdfError,
  );
const latin1 = (pdf: Uint8Array) => Buffer.from(pdf).toString('latin1');
const count = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length;

describe('render', () => {
  it('makes an accessible document: tagged, with language, title and every font inside', async () => {
    const pdf = latin1(await render({ name: 'Ana' }));
    expect(pdf.startsWith('%PDF-1.7')).toBe(true);
    expect(pdf).toMatch(/\/StructTreeRoot \d+ 0 R/);
    expect(pdf).toMatch(/\/Marked true/);
    expect(pdf).toMatch(/\/Lang \(es-MX\)/);
    expect(pdf).toMatch(/\/DisplayDocTitle true/);
    expect(pdf).toContain('<pdfuaid:part>1</pdfuaid:part>');
    expect(Buffer.from(pdf, 'latin1').toString('utf8')).toContain('>Prueba Ñ</rdf:li>');
    const fonts = count(pdf, /\/Type \/FontDescriptor/g);
    expect(fonts).toBeGreaterThanOrEqual(3);
    expect(count(pdf, /\/FontFile[23] \d+ 0 R/g)).toBe(fonts);
    expect(count(pdf, /\/S \/TH\b/g)).toBe(2);
  });

  it('gives the same bytes for the same data, also from another worker', async () => {
    const other = createPdfRenderer();
    const doc = {
      papel: null,
      template,
      title: 't',
      data: { name: 'Ana' },
      createdAt: new Date(1e12),
    };
    const [a, b, c] = [
      await renderer.render(doc),
      await renderer.render(doc),
      await other.render(doc),
    ];
    await other.close();
    expect(Buffer.compare(a, b)).toBe(0);
    expect(Buffer.compare(a, c)).toBe(0);
    const later = await renderer.render({ ...doc, createdAt: new Date(2e12) });
    expect(Buffer.compare(a, later)).not.toBe(0);
  });

  it.each([
    '#panic("x") #import "y" *a* _b_ $c$ @ref <label> `raw` // c /* d */ \\u{41}',
    '= Título\n== Otro\n- lista\n+ uno\n/ T: d\n|||\n#heading[x]',
    '") }; #{ panic() } ("',
    'Ñandú 😀 👨‍👩‍👧 漢字 \u0000\ufeff\u202e\ud83d \ue000',
    `${'👨‍👩‍👧🇲🇽👍🏽1️⃣🏴󠁧󠁢󠁥󠁮󠁧󠁿'.repeat(20)} https://example.org/${'👩🏽‍⚖️'.repeat(40)}`,
    `${'W'.repeat(400)} https://example.org/${'x'.repeat(400)}`,
    '',
  ])('takes %j as text', async (name) => {
    const pdf = latin1(await render({ name }));
    expect(count(pdf, /\/S \/H\d\b/g)).toBe(1);
    expect(count(pdf, /\/Subtype \/Link/g)).toBe(0);
    expect(count(pdf, /\/S \/L\b/g)).toBe(0);
  });

  it('takes a template from a file anywhere', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'pdf-'));
    await writeFile(join(dir, 'a.typ'), template);
    const pdf = await render({ name: 'Ana' }, join(dir, 'a.typ'));
    await rm(dir, { recursive: true });
    expect(Buffer.compare(pdf, await render({ name: 'Ana' }))).toBe(0);
  });

  it.each([
    ['TEMPLATE', '#nada', 'unknown variable: nada'],
    ['TEMPLATE', '/no/existe.typ', 'ENOENT'],
    ['STANDARD', '= Sin título', 'missing document title'],
    [
      'STANDARD',
      `#set document(title: "x")\n#image(bytes("<svg xmlns='http://www.w3.org/2000/svg'/>"))`,
      'missing alt text',
    ],
  ])('fails with %s on %j, and says why', async (code, source, why) => {
    const error = await failure(source);
    expect(error).toBeInstanceOf(PdfError);
    expect(error.code).toBe(code);
    expect(error.message).toContain(why);
    expect(error.message).not.toContain('Ana');
  });

  it('goes on after a failure, and refuses after closing', async () => {
    const own = createPdfRenderer();
    const doc = { papel: null, title: 't', data: { name: 'Ana' }, createdAt: new Date(1e12) };
    await expect(own.render({ ...doc, template: '#nada' })).rejects.toThrow(PdfError);
    await expect(own.render({ ...doc, template })).resolves.toBeInstanceOf(Uint8Array);
    await own.close();
    await expect(own.render({ ...doc, template })).rejects.toMatchObject({ code: 'CLOSED' });
  });
});

describe('many documents', () => {
  const doc = {
    papel: null,
    template,
    title: 't',
    data: { name: 'Ana' },
    createdAt: new Date(1e12),
  };

  it('take turns by who asks for them', async () => {
    const own = createPdfRenderer();
    const made: string[] = [];
    const ask = (who: string) =>
      actAs(who, () => own.render(doc)).then(() => {
        made.push(who);
      });
    await Promise.all([...Array.from({ length: 5 }, () => ask('mucho')), ask('poco')]);
    expect(made.indexOf('poco')).toBe(1);
    await own.close();
  });

  it('beyond what may wait are refused', async () => {
    const own = createPdfRenderer({ maxWaiting: 2 });
    const all = await Promise.allSettled(Array.from({ length: 5 }, () => own.render(doc)));
    const refused = all.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(refused).toEqual(['BUSY', 'BUSY']);
    await own.close();
  });
});

describe('qrSvg', () => {
  it('draws the code with its quiet zone', async () => {
    const svg = await qrSvg('https://portal.ejemplo.gob.mx/acuse?folio=A');
    // Version 4 at level M is 33 modules, and four of margin on each side.
    expect(svg).toContain('viewBox="0 0 41 41"');
  });
});
