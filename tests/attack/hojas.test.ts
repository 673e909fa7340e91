/** Spreadsheets made to stop the server: others must not notice, and it must live. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCuenta } from '../factories/cuentas.ts';
import { book, zip } from '../factories/libros.ts';
import { startTestPortal, type TestPortal } from '../portal.ts';
import { LONG } from './long.ts';
import { holdingWorker, waitsDuring, workersOf } from './probe.ts';

/** What another person may wait meanwhile, p95 in milliseconds; a time means something only when nothing else runs. */
const BEARABLE = 500;
const holdsNobodyUp = async (work: () => Promise<unknown>) => {
  if (!LONG) return work();
  expect((await waitsDuring(portal, work)).p95).toBeLessThan(BEARABLE);
};

/** What reads spreadsheets. */
const READER = 'reader/worker.ts';
/** The one before ended. */
const noneReads = () => expect.poll(() => workersOf(READER), { interval: 5 }).toEqual([]);

let portal: TestPortal;
let staff: { uid: string; token: string };
beforeAll(async () => {
  portal = await startTestPortal();
  staff = await makeCuenta(portal, { role: 'Escolar' });
});
afterAll(() => portal.stop());

const upload = async (body: Uint8Array, signal?: AbortSignal) => {
  const response = await fetch(`${portal.url}/api/importaciones?hoja=personas&nombre=ataque`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${staff.token}`,
      'content-type': 'application/octet-stream',
    },
    body: body as never,
    ...(signal && { signal }),
  });
  const answer = (await response.json()) as {
    result?: { archivo: string; correspondencia: object };
    error?: { message: string };
  };
  return { http: response.status, ...answer };
};

const preview = (result: { archivo: string; correspondencia: object }) =>
  portal.call(
    'previewImportacion',
    { hoja: 'personas', archivo: result.archivo, correspondencia: result.correspondencia },
    { token: staff.token },
  );

const WORKSHEET =
  '<worksheet><sheetData><row r="1"><c t="str"><v>CURP</v></c><c t="str"><v>Nombre</v></c></row><row r="2"><c t="str"><v>SABC560626MDFLRN01</v></c><c s="1"><v>5</v></c></row></sheetData></worksheet>';

const withFormat = (formatCode: string, styles = 2) =>
  zip(
    book(WORKSHEET, {
      'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="${formatCode}"/></numFmts><cellXfs>${'<xf numFmtId="200"/>'.repeat(styles)}</cellXfs></styleSheet>`,
    }),
  );

describe('a workbook', () => {
  it.each(LONG ? [200_000, 900_000] : [900_000])(
    'whose number format is %d brackets is read like any other',
    async (n) => {
      const bytes = withFormat('['.repeat(n));
      expect(bytes.length).toBeLessThan(4_000);
      await holdsNobodyUp(async () => {
        const { http, result } = await upload(bytes);
        expect(http).toBe(200);
        expect((await preview(result!)).http).toBe(200);
      });
    },
  );

  it('with more formats and styles than Excel keeps is refused', async () => {
    const { http, error } = await upload(withFormat('['.repeat(255), 100_000));
    expect(http).toBe(400);
    expect(error?.message).toMatch(/está dañado/);
  });

  it.runIf(LONG)('whose texts do not fit in memory is refused, and the server lives', async () => {
    // 110 MB of texts, each of two characters: as many strings as are taken, and their objects.
    const strings = `<sst>${'<si><t>ññ</t></si>'.repeat(1_999_999)}</sst>`;
    const worksheet = `<worksheet><sheetData>${'<row/>'.repeat(1_100_000)}</sheetData></worksheet>`;
    await holdsNobodyUp(async () => {
      const { http } = await upload(zip(book(worksheet, { 'xl/sharedStrings.xml': strings })));
      expect(http).toBe(400);
    });
    expect((await fetch(`${portal.url}/healthz`)).status).toBe(200);
  });
});

type Table = [name: string, text: string, expected: number];
const LARGE: Table = ['24 MB of line feeds', `CURP,Nombre\n${'\n'.repeat(24_000_000)}`, 400];

describe('a text table', () => {
  it.each<Table>([
    ['1 MB of line feeds', `CURP,Nombre\n${'\n'.repeat(1_000_000)}`, 400],
    ...(LONG ? [LARGE] : []),
    ['1 MB of uneven lines', 'CURP,Nombre\n'.concat('a\na,b,c\n'.repeat(99_000)), 200],
    ['one line of 1 MB of commas', `CURP,Nombre\n${','.repeat(990_000)}\n`, 200],
  ])('of %s holds nobody up', async (_name, text, expected) => {
    await holdsNobodyUp(async () => {
      const { http, result } = await upload(Buffer.from(text));
      expect(http).toBe(expected);
      if (result) expect([200, 400]).toContain((await preview(result)).http);
    });
  });

  it('is read no further once whoever sent it has gone', async () => {
    const leave = new AbortController();
    const text = 'CURP,Nombre\n'.concat('a\n'.repeat(190_000));
    const { result } = await upload(Buffer.from(text));
    const { archivo, correspondencia } = result!;
    await noneReads();
    const asked = fetch(`${portal.url}/${portal.services.env.region}/previewImportacion`, {
      method: 'POST',
      headers: { authorization: `Bearer ${staff.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ data: { hoja: 'personas', archivo, correspondencia } }),
      signal: leave.signal,
    }).catch(() => null);
    // What reads it would not end by itself.
    await holdingWorker(READER, async () => {
      leave.abort();
      await asked;
      // The turn of the same person is free again: a small file is read.
      expect((await upload(Buffer.from('CURP,Nombre\na,b\n'))).http).toBe(200);
    });
  });
});

describe('many at once', () => {
  it('of one person wait their turn and are refused beyond a few; another is read meanwhile', async () => {
    const other = await makeCuenta(portal, { role: 'Escolar' });
    const [small, slow] = ['CURP,Nombre\na,b\n', `CURP,Nombre\n${'\n'.repeat(100_000)}`];
    await noneReads();
    const answers: number[] = [];
    const send = async (text: string) => answers.push((await upload(Buffer.from(text))).http);
    const many = [send(slow)];
    await holdingWorker(READER, async () => {
      many.push(...Array.from({ length: 8 }, () => send(small)));
      // One is read and three wait.
      await expect.poll(() => answers, { timeout: 30_000 }).toEqual(Array(5).fill(503));
      const mine = await fetch(`${portal.url}/api/importaciones?hoja=personas&nombre=mia`, {
        method: 'POST',
        headers: { authorization: `Bearer ${other.token}` },
        body: small,
      });
      expect(mine.status).toBe(200);
      // Not after the four of the other person.
      expect(answers).toHaveLength(5);
    });
    await Promise.all(many);
    expect(answers.slice(5)).toEqual(Array(4).fill(200));
  });
});
