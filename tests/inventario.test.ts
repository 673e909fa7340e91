/** The inventory of stored objects, compared with what the store of the demonstration holds. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../src/platform/server/db/index.ts';
import {
  countObjects,
  listObjects,
  type StoredObject,
  totalOf,
} from '../src/platform/server/storage/inventory.ts';
import { makeDemoFolder } from './demonstration.ts';

it('names every object of the store that no note calls loose', { timeout: 240_000 }, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'inventario-'));
  try {
    await makeDemoFolder(dataDir);
    const database = await openDatabase({ databaseUrl: null, dataDir, poolSize: 1 });
    const listed: StoredObject[] = [];
    for await (const one of listObjects(database.execute)) listed.push(one);
    const { rows } = await database.execute(
      "select id from objetos_sueltos union select jsonb_array_elements(partes)->>'id' from subidas",
    );
    const counts = await countObjects(database.execute);
    await database.close();
    const inStore = readdirSync(join(dataDir, 'archivos'), { recursive: true, encoding: 'utf8' })
      .map((path) => path.split('/').at(-1)!)
      .filter((name) => /^[0-9a-f]{40}$/.test(name));
    const known = new Set([...listed.map(({ objeto }) => objeto), ...rows.map(({ id }) => id)]);
    expect(inStore.filter((id) => !known.has(id))).toEqual([]);
    expect(listed.map(({ objeto }) => objeto).filter((id) => !inStore.includes(id))).toEqual([]);
    expect(totalOf(counts)).toBe(listed.length);
    expect(counts.map(({ tabla }) => tabla)).toContain('documentos');
    expect(listed.filter(({ sha256 }) => !/^[0-9a-f]{64}$/.test(sha256 ?? ''))).toEqual([]);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
