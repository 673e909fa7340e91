import { deflateRawSync } from 'node:zlib';

/** A ZIP of these parts. `lie` changes what the directory says of a part's size. */
export const zip = (
  parts: Record<string, string>,
  lie: (size: number) => number = (size) => size,
) => {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(parts)) {
    const raw = Buffer.from(text);
    const data = deflateRawSync(raw);
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(8, 8);
    header.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(data.length, 20);
    entry.writeUInt32LE(lie(raw.length), 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    bodies.push(header, Buffer.from(name), data);
    directory.push(entry, Buffer.from(name));
    offset += 30 + name.length + data.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(parts).length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, ...directory, end]);
};

const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
/** The parts of a workbook whose second, visible worksheet is `sheet`; `more` adds or replaces parts. */
export const book = (worksheet: string, more: Record<string, string> = {}) => ({
  '_rels/.rels': `<Relationships><Relationship Id="a" Type="${REL}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<x:workbook xmlns:x="y" xmlns:r="${REL}"><x:sheets><x:sheet name="Oculta" sheetId="1" state="hidden" r:id="h"/><x:sheet name="Datos" sheetId="2" r:id="d"/></x:sheets></x:workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="h" Type="${REL}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="d" Type="${REL}/worksheet" Target="/xl/worksheets/sheet2.xml"/><Relationship Id="s" Type="${REL}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="t" Type="${REL}/styles" Target="styles.xml"/></Relationships>`,
  'xl/worksheets/sheet1.xml':
    '<worksheet><sheetData><row r="1"><c t="str"><v>secreto</v></c></row></sheetData></worksheet>',
  'xl/worksheets/sheet2.xml': worksheet,
  ...more,
});
