import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { judgeFile, sayVerdict } from './compare.ts';

const folio = 'CE26-K9Y2-ZKYW-2KGS-JV7Q-T';
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'latin1')).buffer;
const pdf = `%PDF-1.7 \x00\xff <dc:title>Certificado ${folio}</dc:title> %%EOF`;
const sha256 = createHash('sha256').update(Buffer.from(pdf, 'latin1')).digest('hex');
const dictamen = { tono: 'success', texto: 'Este documento está en vigor.' } as const;
const judge = (text: string) => judgeFile(bytesOf(text), { folio, sha256, dictamen });

describe('a file', () => {
  it('that is the original, byte by byte, is the same', async () => {
    expect(await judge(pdf)).toEqual({ is: 'same' });
  });
  it('that is the original of a revoked document says first that it was revoked', async () => {
    const texto = 'La escuela emitió este documento y lo revocó el 2 de marzo de 2026.';
    const revocado = { folio, sha256, dictamen: { tono: 'danger', texto } } as const;
    const said = sayVerdict(await judge(pdf), revocado);
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
  it('whose end is missing is cut, unless what is there says whose it is', async () => {
    expect(await judge('%PDF-1.4 nada')).toEqual({ is: 'cut' });
    expect(await judge(`%PDF-1.4 %%EOF ${'x'.repeat(2000)}`)).toEqual({ is: 'cut' });
    expect(await judge(pdf.slice(0, pdf.indexOf(folio)))).toEqual({ is: 'cut' });
    expect(await judge(pdf.slice(0, pdf.indexOf(folio) + folio.length))).toEqual({ is: 'altered' });
    expect(sayVerdict({ is: 'cut' }, { folio: '', sha256: null, dictamen }).text).toContain(
      'incompleto',
    );
  });
  it('cannot be the original of a document whose PDF was not made', async () => {
    const original = { folio, sha256: null, dictamen };
    const verdict = await judgeFile(bytesOf(pdf), original);
    expect(verdict).toEqual({ is: 'altered' });
    expect(sayVerdict(verdict, original).text).toContain('todavía no ha hecho');
  });
});
