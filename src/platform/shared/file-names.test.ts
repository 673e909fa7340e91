import { describe, expect, it } from 'vitest';
import { fileNameOf, isHarmlessName } from './file-names.ts';

describe('the name of a file', () => {
  it.each([
    ['titulo.hta', 'application/pdf', 'titulo.pdf'],
    ['titulo.pdf.bat', 'application/pdf', 'titulo.pdf'],
    ['titulo.html', 'application/pdf', 'titulo.pdf'],
    ['titulo.exe.lnk.', 'image/png', 'titulo.png'],
    ['foto.JPEG', 'image/jpeg', 'foto.JPEG'],
    ['foto.png', 'image/jpeg', 'foto.jpg'],
    ['Acta v1.2', 'application/pdf', 'Acta v1.2.pdf'],
    ['C:\\papeles\\mi  acta.pdf', 'application/pdf', 'mi acta.pdf'],
    ['../../acta\u202efdp.exe', 'application/pdf', 'actafdp.pdf'],
    ['\n\t ', 'application/pdf', 'documento.pdf'],
    ['x.pdf', 'application/x-msdownload', 'x.bin'],
    ['CON:|?.pdf', 'application/pdf', 'CON___.pdf'],
  ])('%s of %s is %s', (name, type, expected) => expect(fileNameOf(name, type)).toBe(expected));

  it('has a hundred letters at most, its ending among them', () => {
    expect(fileNameOf('á'.repeat(300), 'application/pdf')).toBe(`${'á'.repeat(96)}.pdf`);
    expect(fileNameOf(`${'á'.repeat(300)}.pdf`, 'application/pdf')).toHaveLength(100);
  });

  it('is harmless when no system runs what ends so', () => {
    expect(['a.pdf', 'a.PNG', 'a.hta', 'a', 'a.pdf.exe'].map(isHarmlessName)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
