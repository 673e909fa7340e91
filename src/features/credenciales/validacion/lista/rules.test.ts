import { expect, it } from 'vitest';
import { foliosDe, textosDe } from './rules.ts';

it('finds the folios of what somebody pastes, or of their spreadsheet, each once', () => {
  const [one, two] = ['CE26-K9Y2-ZKYW-2KGS-JV7Q-T', 'ct26 k9y2 zkyw 2kgs jv7q t'];
  expect(foliosDe(`${one}\n${two}\r\n${one}`)).toEqual([one, two]);
  expect(foliosDe(`Folio;Nombre;Sueldo\n"${one}";Ana Pérez Ruiz;12345678\n`)).toEqual([one]);
  expect(foliosDe('  \n\n')).toEqual([]);
  expect(foliosDe(`x${'9'.repeat(90)}`)).toEqual([]);
});

it('reads the texts of a form, and nothing that is no text', () => {
  const part = (name: string, text: string) =>
    `--B\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
  expect(
    textosDe(`${part('folios', 'a\r\nb')}${part('archivo', '\ufeffc')}--B--\r\n`, 'B'),
  ).toEqual(['a\r\nb', 'c']);
  expect(textosDe(`${part('archivo', 'PK\u0003\0x')}${part('folios', '')}--B--`, 'B')).toEqual([]);
});
