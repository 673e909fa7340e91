import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { judgeFile, sayVerdict } from './compare.ts';

const folio = 'CE26-K9Y2-ZKYW-2KGS-JV7Q-T';
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'latin1')).buffer;
const pdf = `%PDF-1.7 \x00\xff <dc:title>Certificado ${folio}</dc:title> %%EOF`;
const sha256 = createHash('sha256').update(Buffer.from(pdf, 'latin1')).digest('hex');
const dictamen = { tono: 'success', texto: 'Este documento está en vigor.' } as const;
const original = { folio, ejemplares: [{ sha256, dictamen }] };
const judge = (text: string) => judgeFile(bytesOf(text), original);

describe('a file', () => {
  it('that is one of several PDFs of its folio says what that one proves', async () => {
    const texto = 'Es la versión 1 de esta acta, que la escuela corrigió.';
    const [otra, vieja] = ['0'.repeat(64), sha256].map((one) => ({
      sha256: one,
      dictamen: { tono: 'warning' as const, texto: one === sha256 ? texto : 'otra' },
    }));
    const acta = { folio, ejemplares: [otra!, vieja!] };
    const said = sayVerdict(await judgeFile(bytesOf(pdf), acta), acta);
    expect([said.tone, said.text.startsWith(texto)]).toEqual(['warning', true]);
  });
  it('that is the original, byte by byte, is the same', async () => {
    expect(await judge(pdf)).toEqual({ is: 'same', dictamen });
  });
  it('that is the original of a revoked document says first that it was revoked', async () => {
    const texto = 'La escuela emitió este documento y lo revocó el 2 de marzo de 2026.';
    const ejemplar = { sha256, dictamen: { tono: 'danger', texto } } as const;
    const revocado = { folio, ejemplares: [ejemplar] };
    const said = sayVerdict(await judgeFile(bytesOf(pdf), revocado), revocado);
    expect(said.tone).toBe('danger');
    expect(said.text.startsWith(texto)).toBe(true);
  });
  it('with any one byte changed outside of its folio is altered', async () => {
    for (const at of [5, 10, pdf.length - 1]) {
      const code = String.fromCharCode(pdf.charCodeAt(at) ^ 1);
      expect(await judge(pdf.slice(0, at) + code + pdf.slice(at + 1))).toEqual({ is: 'altered' });
    }
  });
  it('of another folio says which; of none, or that is no PDF, is not of the school', async () => {
    const other = 'AC26-K9Y2-ZKYW-2KGS-J';
    expect(await judge(pdf.replace(folio, other))).toEqual({ is: 'other', folio: other });
    expect(await judge('%PDF-1.4 nada %%EOF\n')).toEqual({ is: 'foreign' });
    expect(await judge('PK nada')).toEqual({ is: 'noPdf' });
  });
  it('that names others is of the folio of its title', async () => {
    const hoja = `%PDF-1.7 /Alt (${folio}) <dc:title>Hoja, HT26-K9Y2-ZKYW-2KGS-J</dc:title> %%EOF`;
    expect(await judgeFile(bytesOf(hoja), null)).toEqual({
      is: 'other',
      folio: 'HT26-K9Y2-ZKYW-2KGS-J',
    });
  });
  it('whose end is missing is cut, unless what is there says whose it is', async () => {
    expect(await judge('%PDF-1.4 nada')).toEqual({ is: 'cut' });
    expect(await judge(`%PDF-1.4 %%EOF ${'x'.repeat(2000)}`)).toEqual({ is: 'cut' });
    expect(await judge(pdf.slice(0, pdf.indexOf(folio)))).toEqual({ is: 'cut' });
    expect(await judge(pdf.slice(0, pdf.indexOf(folio) + folio.length))).toEqual({ is: 'altered' });
    expect(sayVerdict({ is: 'cut' }, { folio: '', ejemplares: [] }).text).toContain('incompleto');
  });
  it('cannot be the original of a document whose PDF was not made', async () => {
    const original = { folio, ejemplares: [] };
    const verdict = await judgeFile(bytesOf(pdf), original);
    expect(verdict).toEqual({ is: 'altered' });
    expect(sayVerdict(verdict, original).text).toContain('todavía no ha hecho');
  });
});
