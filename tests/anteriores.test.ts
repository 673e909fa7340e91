/**
 * Folders of earlier releases, as their portals left them (`tests/fixtures/anteriores/`): today's portal opens them, its
 * verifications find nothing, and the acuses say what they said. To add the release that is checked out:
 *
 *   DATA_DIR=/tmp/carpeta npm start    # end it once its demonstration is ready
 *   node tests/fixtures/pack-folder.ts /tmp/carpeta tests/fixtures/anteriores/FECHA-COMMIT.tar.br
 */
import { createHash } from 'node:crypto';
import {
  createReadStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { extract } from 'tar-stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reviewAll } from '../src/features/inscripciones/invariantes/server/service.ts';
import { acusePdfPath } from '../src/features/inscripciones/routes.ts';
import { type Database, openDatabase } from '../src/platform/server/db/index.ts';
import { foldServer } from '../src/platform/server/feature.ts';
import { SERVER_FEATURES } from '../src/server-features.ts';
import { verifyNow } from './historial.ts';
import { startTestPortal, type TestPortal } from './portal.ts';

const FOLDERS = join(import.meta.dirname, 'fixtures/anteriores');
const releases = readdirSync(FOLDERS).filter((name) => name.endsWith('.tar.br'));

/** Unpacks a folder, and gives its path. */
const unpack = async (file: string): Promise<string> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-anterior-'));
  const entries = extract();
  entries.on('entry', ({ name, type }, body, next) => {
    const path = join(dataDir, name);
    if (type === 'directory') mkdirSync(path, { recursive: true });
    void buffer(body).then((bytes) => {
      if (type === 'file') {
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, bytes);
      }
      next();
    }, next);
  });
  await pipeline(createReadStream(join(FOLDERS, file)), createBrotliDecompress(), entries);
  return dataDir;
};

/** `datos` without the answers, as text; `pdf`: the SHA-256 of the one that was kept. */
type Acuse = {
  folio: string;
  clave: string;
  datos: string;
  respuestas: string;
  pdf: string | null;
};

/** The acuses of a database of any release: those of before the PDFs were kept have none. */
const readAcuses = async (database: Database): Promise<Acuse[]> => {
  const { rows } =
    await database.execute(`select folio, clave, (datos - 'secciones')::text as datos,
    (datos -> 'secciones')::text as respuestas,
    to_jsonb(a) ->> 'pdf_sha256' as pdf from acuses a order by folio`);
  return rows as Acuse[];
};

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

it('there is a folder of each release that a school may have', () => {
  expect(releases).not.toEqual([]);
});

describe.each(releases)('the folder of %s', { timeout: 180_000 }, (file) => {
  let dataDir: string;
  let portal: TestPortal;
  let before: Acuse[];
  beforeAll(async () => {
    dataDir = await unpack(file);
    const database = await openDatabase({ databaseUrl: null, dataDir, poolSize: 1 });
    before = await readAcuses(database);
    portal = await startTestPortal({}, { jobs: false, dataDir, portal: { database } });
  });
  afterAll(async () => {
    await portal?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('has a whole history', async () => {
    expect(await verifyNow(portal.services.db)).toMatchObject({ integro: true, problemas: [] });
  });

  it('has nothing that the nightly check would tell', async () => {
    const { given } = foldServer(SERVER_FEATURES);
    const found = await reviewAll(portal.services.db, new Date(), {
      demo: true,
      secrets: portal.services.secrets,
      convocatorias: given.one('lugarDeConvocatoria'),
      comprobaciones: given.all('invariantes'),
    });
    expect(found.map(({ texto }) => texto)).toEqual([]);
  });

  it('has the same acuses, and the PDFs that were made then', async () => {
    expect(before).not.toEqual([]);
    const now = await readAcuses(portal.services.database);
    // Migration 0023 wrote the text of each consent in the place of «Sí, acepto», on purpose.
    const compared = (acuses: Acuse[]) =>
      acuses.map(({ folio, datos, respuestas, pdf }) => [folio, datos, pdf === null || respuestas]);
    expect(sha256(Buffer.from(JSON.stringify(compared(now))))).toBe(
      sha256(Buffer.from(JSON.stringify(compared(before)))),
    );
    // A few of each kind: drawing one takes a second here.
    const kept = before.filter(({ pdf }) => pdf !== null).slice(0, 2);
    const undrawn = before.filter(({ pdf }) => pdf === null).slice(0, 1);
    for (const { folio, clave, pdf } of [...kept, ...undrawn]) {
      const read = async () => {
        const answer = await fetch(portal.url + acusePdfPath(folio, clave));
        expect(answer.status).toBe(200);
        return sha256(new Uint8Array(await answer.arrayBuffer()));
      };
      const first = await read();
      expect(first).toBe(pdf ?? (await read()));
    }
  });
});
