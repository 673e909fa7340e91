import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { book, zip } from '../../../../tests/factories/libros.ts';
import { matchColumns } from '../../shared/hojas.ts';
import {
  asCorreo,
  asDecimal,
  asEntero,
  asFecha,
  asOpcion,
  asPorciento,
  asSiNo,
  asText,
  type Cell,
  cellProblem,
  Momento,
  neutralise,
  type OutCell,
  restore,
} from './cells.ts';
import { detectDelimiter, detectDialect } from './dialect.ts';
import { encodingOf } from './encoding.ts';
import { findEncabezado, findTable, inspectTable, withTable } from './read.ts';
import type { TableRow } from './table.ts';
import { createTableWriter } from './write.ts';

const dir = mkdtempSync(join(tmpdir(), 'hojas-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
let files = 0;
const put = (bytes: string | Uint8Array, encoding: BufferEncoding = 'utf8'): string => {
  const path = join(dir, `${++files}`);
  writeFileSync(path, bytes, typeof bytes === 'string' ? encoding : undefined);
  return path;
};

const readAll = async (path: string): Promise<{ headers: string[]; rows: readonly Cell[][] }> =>
  withTable(path, await inspectTable(path), async ({ headers, blocks }) => {
    const rows: Cell[][] = [];
    for await (const block of blocks) rows.push(...block.map(({ cells }) => [...cells]));
    return { headers, rows };
  });

describe('text tables', () => {
  const word = fc
    .string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 12 })
    .map((text) => text.replace(/[",;\t|\r\n]/g, 'ñ').trim() || 'x');

  it('finds the delimiter, whatever is quoted', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(',', ';', '\t'),
        fc.array(fc.array(word, { minLength: 3, maxLength: 3 }), { minLength: 3, maxLength: 20 }),
        (delimiter, rows) => {
          const text = rows
            .map((row) => [...row, 'a, b; c\td'].map((cell) => `"${cell}"`).join(delimiter))
            .join('\r\n');
          expect(detectDelimiter(text)).toBe(delimiter);
        },
      ),
    );
  });

  it('reads UTF-8 with and without mark, Latin-1, UTF-16, and Excel’s sep=', async () => {
    const text = 'Año;Señal\r\nMuñoz;"línea uno\r\nlínea ""dos"""\r\n\r\nÍñigo;€\r\n';
    const wanted = [
      ['Muñoz', 'línea uno\r\nlínea "dos"'],
      ['Íñigo', '€'],
    ];
    const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');
    const latin = Buffer.concat([
      Buffer.from(text.slice(0, text.indexOf('€')), 'latin1'),
      Buffer.from([0x80]),
      Buffer.from('\r\n'),
    ]);
    for (const bytes of [
      Buffer.from(text),
      Buffer.from(`\ufeff${text}`),
      Buffer.from(`sep=;\r\n${text}`),
      latin,
      utf16,
    ]) {
      const { headers, rows } = await readAll(put(bytes));
      expect(headers).toEqual(['Año', 'Señal']);
      expect(rows).toEqual(wanted);
    }
    expect((await detectDialect(put(latin))).encoding).toBe('windows-1252');
  });

  it('counts rows as the spreadsheet program shows them', async () => {
    const path = put('\n\nA,B\n1,"dos\nlíneas"\n\n3,4\n');
    const filas = await withTable(path, await inspectTable(path), async ({ blocks }) => {
      const numbers: number[] = [];
      for await (const block of blocks) numbers.push(...block.map(({ fila }) => fila));
      return numbers;
    });
    expect(filas).toEqual([4, 6]);
  });

  it('says what is wrong with a file that is no table', async () => {
    const reason = (bytes: string | Uint8Array) =>
      readAll(put(bytes)).then(
        () => 'read',
        (error: Error) => error.message,
      );
    expect(await reason('')).toMatch(/vacío/);
    expect(await reason('\n\n')).toMatch(/no tiene filas/);
    expect(await reason('%PDF-1.7')).toMatch(/PDF/);
    expect(await reason(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]))).toMatch(/XLS antiguo/);
    expect(await reason(Buffer.from([1, 0, 2, 0, 3]))).toMatch(/No es una hoja/);
    expect(await reason('A,B\n1,"sin cerrar\n2,3\n')).toMatch(/fila 2.*comillas/);
    expect(await reason(zip({ 'word/document.xml': '<a/>' }))).toMatch(/XLSX/);
    expect(await reason(Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(40)]))).toMatch(
      /dañado/,
    );
  });
});

describe('formulas', () => {
  it('are neutralised, and come back as they were', () => {
    fc.assert(
      fc.property(
        // Mostly of what has a meaning: random letters would hardly ever bring two of them together.
        fc.array(
          fc.oneof(
            fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', "'", '"', ' ', ';', '＝'),
            fc.string({ maxLength: 2 }),
          ),
          { maxLength: 6 },
        ),
        (parts) => {
          const text = parts.join('');
          expect(neutralise(text)).not.toMatch(/^[=+\-@\t\r\n]/);
          expect(restore(neutralise(text))).toBe(text);
        },
      ),
      { numRuns: 2_000, examples: [[['\r', '=']]] },
    );
  });

  /** The cells that a program finds in a CSV whose separator, for it, is another than ours. */
  const cellsBy = (separator: string, raw: string): string[] => {
    const cells = [''];
    let quoted = false;
    for (let i = 0; i < raw.length; i++) {
      const c = raw[i]!;
      const cell = cells.at(-1)!;
      if (quoted && c === '"') {
        if (raw[i + 1] === '"') cells[cells.length - 1] = `${cell}${raw[++i]}`;
        else quoted = false;
      } else if (!quoted && c === '"' && cell === '') quoted = true;
      else if (!quoted && (c === separator || c === '\n' || c === '\r')) cells.push('');
      else cells[cells.length - 1] = cell + c;
    }
    return cells;
  };

  it('are none for a program whose separator is the semicolon or the tab, in whatever cell', async () => {
    const piece = fc.constantFrom(
      ';',
      '=1+1',
      '+',
      '-',
      '@A1',
      '"',
      '""',
      "'",
      ' ',
      '\t',
      '\n',
      '\r\n',
      'x',
      ',',
    );
    const text = fc.array(piece, { maxLength: 8 }).map((parts) => parts.join(''));
    const rows = fc.sample(fc.tuple(text, text, text), { numRuns: 2_000, seed: 826 });
    rows.push(['Ana', 'x;=1+1', 'García'], ['Ana', 'a;"=1+1"', ''], ['Ana', 'uno\n=2', '']);
    const path = join(dir, 'separadores.csv');
    const headers = ['A', 'B', 'C'].map((header) => ({ header }));
    const writer = await createTableWriter(path, 'csv', 'Prueba', headers);
    await writer.write(rows);
    await writer.close();
    const raw = await readFile(path, 'utf8');
    for (const separator of [',', ';', '\t']) {
      for (const cell of cellsBy(separator, raw)) expect(cell).not.toMatch(/^[ "]*[=+\-@]/);
    }
    for (const row of rows) for (const cell of row) expect(restore(neutralise(cell))).toBe(cell);
    // What needs nothing is as it was, also of several lines.
    for (const plain of ['uno; dos', 'a\r\n\r\nb', 'x=1; y@z', "'entre comillas'"]) {
      expect(neutralise(plain)).toBe(plain);
    }
  });

  it('never leave as such in either kind of file', async () => {
    const evil = ['=1+1', '+52 55', '-2', '@SUM(A1)', '\t=1', 'a=b', "'=x"];
    for (const tipo of ['csv', 'xlsx'] as const) {
      const path = join(dir, `formulas.${tipo}`);
      const writer = await createTableWriter(path, tipo, 'Prueba', [{ header: 'Texto' }]);
      await writer.write(evil.map((text) => [text]));
      await writer.close();
      const { rows } = await readAll(path);
      expect(rows.map(([cell]) => cell)).toEqual(evil);
    }
    const raw = new TextDecoder('utf-8', { ignoreBOM: true }).decode(
      await import('node:fs').then((fs) => fs.readFileSync(join(dir, 'formulas.csv'))),
    );
    expect(raw.startsWith('\ufeffTexto\r\n')).toBe(true);
    for (const line of raw.split('\r\n').slice(1)) expect(line).not.toMatch(/^"?[=+\-@]/);
  });
});

describe('workbooks', () => {
  it('come back whole, with accents wherever a block of bytes ends', async () => {
    const path = join(dir, 'grande.xlsx');
    const writer = await createTableWriter(path, 'xlsx', 'Personas', [
      { header: 'Nombre' },
      { header: 'Número' },
      { header: 'Fecha' },
    ]);
    const rows = Array.from({ length: 3_000 }, (_, i): OutCell[] => [
      `Ñandú ${'áéíóúüñ€😀'.repeat(1 + (i % 5))} ${i}`,
      i / 4,
      new Date(Date.UTC(1950, 0, 1 + i * 7)),
    ]);
    await writer.write(rows);
    await writer.close();
    const read = await readAll(path);
    expect(read.headers).toEqual(['Nombre', 'Número', 'Fecha']);
    expect(read.rows).toEqual(rows);
  });

  it('say an instant by the clock of Mexico City, in a cell of date and time; a CSV, to the minute', async () => {
    // Of winter, and of a summer in which the clock was put forward.
    const [invierno, verano] = [
      new Date('2026-01-15T02:30:07.250Z'),
      new Date('2020-07-01T02:30:00Z'),
    ];
    const rows = [[new Momento(invierno)], [new Momento(verano)]];
    for (const tipo of ['xlsx', 'csv'] as const) {
      const path = join(dir, `momento.${tipo}`);
      const writer = await createTableWriter(path, tipo, 'Prueba', [{ header: 'Recibida' }]);
      await writer.write(rows);
      await writer.close();
    }
    const { rows: cells } = await readAll(join(dir, 'momento.xlsx'));
    expect(cells).toEqual([[new Date('2026-01-14T20:30:07Z')], [new Date('2020-06-30T21:30:00Z')]]);
    expect(await readFile(join(dir, 'momento.csv'), 'utf8')).toBe(
      '\ufeffRecibida\r\n2026-01-14 20:30\r\n2020-06-30 21:30\r\n',
    );
  });

  it('are read as others write them: prefixes, rich text, escapes, gaps, hidden worksheets', async () => {
    const worksheet = `<x:worksheet><x:sheetData>
      <x:row r="2"><x:c r="A2" t="s"><x:v>0</x:v></x:c><x:c r="C2" t="inlineStr"><x:is><x:r><x:t>uno </x:t></x:r><x:r><x:t>dos</x:t></x:r></x:is></x:c></x:row>
      <x:row r="5"><x:c r="A5" s="1"><x:v>45000</x:v></x:c><x:c r="B5" t="b"><x:v>1</x:v></x:c><x:c r="C5" t="str"><x:f>A1&amp;"&gt;"</x:f><x:v>Pérez &amp; C_x000D_ía</x:v></x:c></x:row>
      <x:row/><x:row><x:c><x:v>1.5</x:v></x:c><x:c t="e"><x:v>#N/A</x:v></x:c><x:c t="d"><x:v>2027-01-12T09:00:00</x:v></x:c></x:row>
    </x:sheetData></x:worksheet>`;
    const parts = book(worksheet, {
      'xl/sharedStrings.xml':
        '<sst><si><r><t>Añ</t></r><r><t>o</t></r><rPh><t>fonética</t></rPh></si></sst>',
      'xl/styles.xml':
        '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd&quot; de &quot;mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>',
    });
    const { headers, rows } = await readAll(put(zip(parts)));
    expect(headers).toEqual(['Año', '', 'uno dos']);
    expect(rows).toEqual([
      [new Date('2023-03-15T00:00:00Z'), true, 'Pérez & C\ría'],
      [1.5, { muestra: '#N/A' }, new Date('2027-01-12T09:00:00Z')],
    ]);
  });

  it('keep the zeros that a format shows before a number, and none more', async () => {
    const worksheet = `<worksheet><sheetData><row><c t="str"><v>CP</v></c></row>
      <row><c s="1"><v>1000</v></c><c s="0"><v>7</v></c><c s="1"><v>1.5</v></c><c t="str"><v>007</v></c></row></sheetData></worksheet>`;
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="00000"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>';
    const { rows } = await readAll(put(zip(book(worksheet, { 'xl/styles.xml': styles }))));
    expect(rows).toEqual([['01000', 7, 1.5, '007']]);
  });

  it('keep percentages as they are shown, also of formats of the user’s', async () => {
    const worksheet = `<worksheet><sheetData><row><c t="str"><v>Puntos</v></c></row>
      <row><c s="1"><v>0.8</v></c><c s="2"><v>0.07</v></c><c s="3"><v>0.8</v></c><c s="0"><v>0.8</v></c></row></sheetData></worksheet>`;
    const styles = `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="0.0&quot; de &quot;%"/><numFmt numFmtId="171" formatCode="0&quot;%&quot;"/></numFmts>
      <cellXfs><xf numFmtId="0"/><xf numFmtId="9"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs></styleSheet>`;
    const { rows } = await readAll(put(zip(book(worksheet, { 'xl/styles.xml': styles }))));
    expect(rows).toEqual([['80%', '7%', 0.8, 0.8]]);
  });

  it('may have more texts than fit in memory: they are refused', async () => {
    const worksheet =
      '<worksheet><sheetData><row><c t="s"><v>0</v></c></row></sheetData></worksheet>';
    const many = { 'xl/sharedStrings.xml': `<sst>${'<si/>'.repeat(2_100_000)}</sst>` };
    await expect(readAll(put(zip(book(worksheet, many))))).rejects.toThrow(/demasiado grande/);
  });

  it('have their headers where they are most like the list’s, below titles', async () => {
    const path = put('Lista de 2026,,\n\nCorte: enero,,\nNombre,CURP,\nAna,X,\n');
    const lectura = await inspectTable(path);
    const score = (headers: readonly string[]) =>
      headers.filter((text) => ['Nombre', 'CURP'].includes(text)).length;
    const { encabezado } = await findEncabezado(path, lectura, score);
    expect(encabezado).toBe(4);
    expect((await findEncabezado(path, lectura, () => 0)).encabezado).toBe(1);
    const { headers, filas } = await withTable(path, { ...lectura, encabezado }, async (table) => {
      const found = [];
      for await (const rows of table.blocks) found.push(...rows.map(({ fila }) => fila));
      return { headers: table.headers, filas: found };
    });
    expect(headers.slice(0, 2)).toEqual(['Nombre', 'CURP']);
    expect(filas).toEqual([5]);
  });

  it('are refused when they would fill the memory, or bring entities of their own', async () => {
    const many = `<worksheet><sheetData><row><c t="str"><v>A</v></c></row>${'<row/>'.repeat(200_000)}</sheetData></worksheet>`;
    // The directory claims less than the part inflates to.
    await expect(readAll(put(zip(book(many), () => 1_000)))).rejects.toThrow(/demasiado grande/);
    await expect(readAll(put(zip(book(many), () => 700_000_000)))).rejects.toThrow(
      /demasiado grande/,
    );
    // A hostile tag costs time in proportion to its length, and a cell has an end.
    const long = `<worksheet><sheetData><row><c t="str"><v>A</v></c></row><row><c x="${'>'.repeat(300_000)}" t="str"><v>${'<![CDATA[abc]]>'.repeat(50_000)}</v></c></row></sheetData></worksheet>`;
    const { rows } = await readAll(put(zip(book(long))));
    expect(String(rows[0]?.[0]).length).toBeLessThan(50_000);
    const laughs = '<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet/>';
    await expect(readAll(put(zip(book(laughs))))).rejects.toThrow(/dañado/);
  });
});

describe('cells', () => {
  it('read dates, numbers, choices and yes or no as people write them', () => {
    const fecha = asFecha();
    for (const [cell, value] of [
      ['5/3/2026', '2026-03-05'],
      ['05-03-2026', '2026-03-05'],
      ['2026-03-05', '2026-03-05'],
      [new Date('2026-03-05T00:00:00Z'), '2026-03-05'],
    ] as const) {
      expect(fecha(cell)).toEqual({ ok: true, value });
    }
    for (const cell of ['31/02/2026', '5/3/26', 'ayer', 45_000]) expect(fecha(cell).ok).toBe(false);
    expect(asText()('a\u0000b\ud800\u00a0 c')).toEqual({ ok: true, value: 'ab\ufffd c' });
    expect(asEntero(0, 5_000)('1,234')).toEqual({ ok: true, value: 1234 });
    expect(asEntero()('12.5').ok).toBe(false);
    expect(asCorreo()(' Ana@CORREO.example ')).toEqual({ ok: true, value: 'ana@correo.example' });
    expect(asCorreo()('ana@correo.example, luis@correo.example').ok).toBe(false);
    expect(asSiNo()('SÍ')).toEqual({ ok: true, value: true });
    expect(asOpcion({ M: ['Mujer'] })(' mujer ')).toEqual({ ok: true, value: 'M' });
  });
});

describe('columns', () => {
  const columns = [
    { key: 'apellidoPaterno', header: 'Apellido paterno', synonyms: ['primer apellido', 'nombre'] },
    { key: 'nombre', header: 'Nombre' },
    { key: 'fecha', header: 'Fecha de nacimiento' },
  ];
  it('are matched without accents, case or marks; exact names first', () => {
    expect(matchColumns(['NOMBRE *', 'Primer  Apellido', 'fecha_de_nacimiento'], columns)).toEqual({
      nombre: 0,
      apellidoPaterno: 1,
      fecha: 2,
    });
    expect(matchColumns(['Otra'], columns)).toEqual({
      nombre: null,
      apellidoPaterno: null,
      fecha: null,
    });
  });
});

describe('files as people have them', () => {
  const rowsOf = async (path: string) =>
    withTable(path, await inspectTable(path), async ({ blocks }) => {
      const rows: TableRow[] = [];
      for await (const block of blocks) rows.push(...block);
      return rows;
    });

  it('reads the letters of MacRoman, CP850, joined files and UTF-8 read twice', async () => {
    const names = [
      ['Muñoz', 'José'],
      ['Núñez', 'Ángel'],
      ['GARCÍA', 'ÍÑIGO'],
    ];
    const text = `Apellido,Nombre\n${names.map((row) => row.join(',')).join('\n')}\n`;
    const mac = { ñ: 0x96, é: 0x8e, ú: 0x9c, Á: 0xe7, Í: 0xea, Ñ: 0x84 };
    const cp850 = { ñ: 0xa4, é: 0x82, ú: 0xa3, Á: 0xb5, Í: 0xd6, Ñ: 0xa5 };
    const by = (codes: Record<string, number>) =>
      Buffer.from([...text].map((c) => codes[c] ?? c.charCodeAt(0)));
    const twice = new TextDecoder('windows-1252').decode(Buffer.from(text));
    for (const [bytes, encoding] of [
      [by(mac), 'macintosh'],
      [by(cp850), 'cp850'],
      [Buffer.from(text, 'latin1'), 'windows-1252'],
      [Buffer.from(twice), 'utf-8'],
      [Buffer.from(`\ufeff${text}`, 'utf16le').swap16(), 'utf-16be'],
    ] as const) {
      expect([encoding, encodingOf(bytes)]).toEqual([encoding, encoding]);
      expect([encoding, (await readAll(put(bytes))).rows]).toEqual([encoding, names]);
    }
    const quoted = Buffer.from('A,B\nO\x92Brien,\x93x\x94\nMüller,Conceição\n', 'latin1');
    expect((await readAll(put(quoted))).rows).toEqual([
      ['O’Brien', '“x”'],
      ['Müller', 'Conceição'],
    ]);
    const joined = Buffer.concat([Buffer.from(text), Buffer.from('Gómez,Raúl\n', 'latin1')]);
    expect((await readAll(put(joined))).rows).toEqual([...names, ['Gómez', 'Raúl']]);
  });

  it('tells of a row that is wider than its headers, and of one that took another in its quotes', async () => {
    const wide = await rowsOf(put('A,B,C,D\n1,2, hijo,3,4\n1,2,3,4\n1,2,3,4,\n'));
    expect(wide.map(({ mala }) => mala?.includes('«hijo»') ?? null)).toEqual([true, null, null]);
    const quoted = await rowsOf(
      put(
        'CURP,Nombre,Apellido,Otro\nA,Ana,"Mora\nB,Luis,Gómez,"Pérez\nC,Eva,Ruiz,"uno, dos\ntres"\n',
      ),
    );
    expect(quoted.map(({ mala }) => mala !== undefined)).toEqual([true, false]);
  });

  it('says what cells without a value show, and reads times, percentages and 15 digits', async () => {
    const styles = `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="h:mm AM/PM"/><numFmt numFmtId="171" formatCode="[h]:mm"/></numFmts>
      <cellXfs><xf numFmtId="0"/><xf numFmtId="20"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs></styleSheet>`;
    const worksheet = `<worksheet><sheetData><row r="1">${'ABCDEFG'.replace(/./g, (c) => `<c t="str"><v>${c}</v></c>`)}</row>
      <row r="2" hidden="1"><c t="e"><v>#REF!</v></c><c><f>A1*2</f></c><c><f>A1*2</f><v/></c><c t="str"><f>""</f><v></v></c>
      <c s="1"><v>0.375</v></c><c s="2"><v>0.75</v></c><c s="3"><v>0.5</v></c></row>
      <row r="3"><c><v>8.769999999999998</v></c></row></sheetData></worksheet>`;
    const [first, second] = await rowsOf(put(zip(book(worksheet, { 'xl/styles.xml': styles }))));
    expect(first).toEqual({
      fila: 2,
      oculta: true,
      cells: [{ muestra: '#REF!' }, { muestra: '' }, { muestra: '' }, null, '09:00', '18:00', 0.5],
    });
    expect(second!.cells).toEqual([8.77]);
    for (const text of ['#N/A', '#N/D', '#¡REF!', '#¿NOMBRE?', '#DIV/0!', 'Err:502', '#####']) {
      expect(cellProblem(text)).toBe(`La celda dice ${text}: corrija la fórmula.`);
    }
    expect(cellProblem({ muestra: '' })).toMatch(/fórmula sin su resultado/);
    expect(['#1', '# de caso', 'NA'].map(cellProblem)).toEqual([null, null, null]);
    for (const made of [new Date('2026-03-01T00:00:00Z'), true, 123456789012345680]) {
      expect(asText()(made)).toMatchObject({
        ok: false,
        error: expect.stringContaining('formato de texto'),
      });
    }
    expect(asPorciento()('80 %')).toEqual({ ok: true, value: 80 });
    expect(asDecimal(0, 10)('8.769999999999998')).toEqual({ ok: true, value: 8.77 });
  });

  it('passes over a cover for the worksheet with the columns, unless one was chosen', async () => {
    const of = (...texts: string[]) =>
      `<worksheet><sheetData>${texts
        .map(
          (text) =>
            `<row>${text
              .split(',')
              .map((one) => `<c t="str"><v>${one}</v></c>`)
              .join('')}</row>`,
        )
        .join('')}</sheetData></worksheet>`;
    const parts = book(of('CURP,Nombre', 'A,Ana'), {
      'xl/worksheets/sheet1.xml': of('Instrucciones'),
    });
    const visible = {
      ...parts,
      'xl/workbook.xml': parts['xl/workbook.xml'].replace(' state="hidden"', ''),
    };
    const path = put(zip(visible));
    const like = {
      score: (headers: readonly string[]) => headers.filter((one) => one === 'CURP').length,
      isComplete: (headers: readonly string[]) => headers.includes('CURP'),
    };
    const found = await findTable(path, null, like);
    expect(found).toMatchObject({
      nombres: ['Oculta', 'Datos'],
      hoja: 1,
      headers: ['CURP', 'Nombre'],
    });
    expect(await findTable(path, 0, like)).toMatchObject({ hoja: 0, headers: ['Instrucciones'] });
  });
});
