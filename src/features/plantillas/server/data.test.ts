import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '../../../../tests/database.ts';
import { DEFINICION, makePlantilla } from '../../../../tests/factories/plantillas.ts';
import type { Database } from '../../../platform/server/db/index.ts';
import { findPublicada, insertVersion, publishVersion } from './data.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const ahora = new Date('2026-11-21T16:00:00Z');
const draft = (plantillaId: string) =>
  database.db
    .transaction()
    .execute((trx) => insertVersion(trx, { plantillaId, definicion: DEFINICION }));
const publish = (plantillaId: string, versionId: string) =>
  database.db
    .transaction()
    .execute((trx) => publishVersion(trx, { plantillaId, versionId, ahora }));
const estados = async (plantillaId: string) =>
  (
    await database.db
      .selectFrom('plantilla_versiones')
      .select('estado')
      .where('plantilla_id', '=', plantillaId)
      .orderBy('numero')
      .execute()
  ).map(({ estado }) => estado);

it('a draft becomes the version in force and the one before is archived', async () => {
  const { id } = await makePlantilla(database.db);
  const second = await draft(id);
  expect(second.numero).toBe(2);
  expect((await findPublicada(database.db, id))!.numero).toBe(1);
  expect(await publish(id, second.id)).toMatch(/^[0-9a-f]{64}$/);
  expect(await estados(id)).toEqual(['archivada', 'publicada']);
  expect(await findPublicada(database.db, id)).toMatchObject({
    id: second.id,
    definicion: DEFINICION,
    publicada_en: ahora,
  });
});

it('only a draft of that plantilla is published; otherwise nothing moves', async () => {
  const { id, versionId } = await makePlantilla(database.db);
  const other = await makePlantilla(database.db);
  const second = await draft(id);
  expect(await publish(id, versionId)).toBeNull();
  expect(await publish(other.id, second.id)).toBeNull();
  expect(await estados(id)).toEqual(['publicada', 'borrador']);
  expect(await estados(other.id)).toEqual(['publicada']);
});

it('drafts made at once get numbers of their own, and one publication wins at a time', async () => {
  const { id } = await makePlantilla(database.db);
  const drafts = await Promise.all(Array.from({ length: 5 }, () => draft(id)));
  expect(drafts.map(({ numero }) => numero).sort()).toEqual([2, 3, 4, 5, 6]);
  await Promise.all(drafts.map((version) => publish(id, version.id)));
  const all = await estados(id);
  expect(all.filter((estado) => estado === 'publicada')).toHaveLength(1);
  expect(all.filter((estado) => estado === 'archivada')).toHaveLength(5);
});

it('a published version never changes, whoever asks', async () => {
  const { versionId } = await makePlantilla(database.db);
  const change = database.db
    .updateTable('plantilla_versiones')
    .set({ definicion: JSON.stringify({ ...DEFINICION, reglas: [] }) })
    .where('id', '=', versionId)
    .execute();
  await expect(change).rejects.toThrow('una versión publicada no cambia');
});
