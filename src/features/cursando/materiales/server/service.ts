import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { recordCambio } from '../../../../platform/server/historial/index.ts';
import type { Asking } from '../../../../platform/server/origin.ts';
import type { Services } from '../../../../platform/server/services.ts';
import type { Kept } from '../../../../platform/server/storage/kept.ts';
import type { Actor } from '../../../../platform/shared/actor.ts';
import { refuse, refuseFields } from '../../../../platform/shared/errors.ts';
import { fileNameOf } from '../../../../platform/shared/file-names.ts';
import { ERRORES } from '../../errors.ts';
import { canSaveMateriales } from '../../policy.ts';
import { MAX_MATERIALES, type Material, type saveMaterialEdicion } from '../contract.ts';
import { isEnlace, MATERIALES_MAX_BYTES } from '../rules.ts';
import {
  deleteMaterial,
  findMaterial,
  hasLugar,
  insertMaterial,
  lockMateriales,
  type MaterialRow,
  selectMateriales,
  setOrden,
  updateMaterial,
} from './data.ts';
import { presentMaterial } from './present.ts';

/** What those who take these editions see, by edition. */
export const readPublicados = async (
  db: Db,
  ediciones: readonly string[],
): Promise<ReadonlyMap<string, Material[]>> => {
  if (ediciones.length === 0) return new Map();
  const rows = await selectMateriales(db, ediciones, { publicados: true });
  const by = Map.groupBy(rows, ({ edicion_id }) => edicion_id);
  return new Map([...by].map(([id, some]) => [id, some.map(presentMaterial)]));
};

/** What an edition gives to whoever asks: all of it to staff, what is published to those who take it, nothing to others. */
export const readMateriales = async (
  db: Db,
  edicionId: string,
  actor: Actor,
): Promise<Material[]> => {
  const staff = canSaveMateriales(actor);
  if (!staff && !(await hasLugar(db, { edicionId, personaId: actor.personaId }))) return [];
  const rows = await selectMateriales(db, [edicionId], { publicados: !staff });
  return rows.map(presentMaterial);
};

type Asked = ReturnType<typeof saveMaterialEdicion.input.parse>;

const requireWritten = ({ titulo, enlace, archivo, id }: Asked, before: MaterialRow | null) => {
  if (titulo === '') throw refuseFields({ titulo: 'Escriba cómo se llama el material.' });
  const conArchivo = before === null ? archivo !== null : before.objeto !== null;
  if (conArchivo) return;
  if (enlace === null || !isEnlace(enlace)) {
    throw refuseFields({ enlace: 'Escriba la dirección completa, con https:// al principio.' });
  }
  if (id !== null && archivo !== null)
    throw refuseFields({ enlace: 'Un enlace no lleva archivo.' });
};

const noted = ({ titulo, publicado, enlace, nombre, edicion_id, bytes, sha256 }: MaterialRow) => ({
  titulo,
  publicado,
  ...(enlace === null ? { nombre, bytes, sha256 } : { enlace }),
  edicionId: edicion_id,
});

/** Adds a material, or changes what one says. */
export const saveMaterial = async (
  trx: Trx,
  asked: Asked,
  ctx: Pick<Asking, 'actor' | 'services'>,
): Promise<Material> => {
  const { edicionId, titulo, nota, publicado } = asked;
  if (!(await lockMateriales(trx, edicionId))) throw refuse('NOT_FOUND', ERRORES.materialNoExiste);
  const before = asked.id === null ? null : ((await findMaterial(trx, asked.id)) ?? null);
  if (asked.id !== null && before?.edicion_id !== edicionId) {
    throw refuse('NOT_FOUND', ERRORES.materialNoExiste);
  }
  requireWritten(asked, before);
  const said = { titulo, nota, publicado, actualizado_en: ctx.services.now() };
  const enlace = before?.objeto || asked.archivo ? null : asked.enlace;
  if (before) await updateMaterial(trx, before.id, { ...said, enlace });
  const id = before?.id ?? (await addMaterial(trx, { ...asked, enlace }, said, ctx));
  const row = (await findMaterial(trx, id))!;
  await recordCambio(trx, before ? 'material.editar' : 'material.agregar', {
    id,
    ...(before && { antes: noted(before) }),
    despues: noted(row),
  });
  return presentMaterial(row);
};

const addMaterial = async (
  trx: Trx,
  { edicionId, enlace, archivo }: Asked,
  said: Pick<MaterialRow, 'titulo' | 'nota' | 'publicado' | 'actualizado_en'>,
  { actor, services }: Pick<Asking, 'actor' | 'services'>,
): Promise<string> => {
  const there = await selectMateriales(trx, [edicionId], { publicados: false });
  const taken =
    archivo &&
    (await services.storage.handOver(trx, { name: archivo.subido, propietario: actor.uid }));
  if (archivo && !taken?.nombre.startsWith(`materiales/${actor.uid}/`)) {
    throw refuse('NOT_FOUND', ERRORES.sinArchivo);
  }
  const weight = there.reduce((sum, { bytes }) => sum + (bytes ?? 0), taken?.bytes ?? 0);
  if (there.length >= MAX_MATERIALES || weight > MATERIALES_MAX_BYTES) {
    throw refuse('RESOURCE_EXHAUSTED', ERRORES.sinLugar);
  }
  return insertMaterial(trx, {
    ...said,
    edicion_id: edicionId,
    orden: Math.max(0, ...there.map(({ orden }) => orden)) + 1,
    enlace,
    objeto: taken?.objeto ?? null,
    sha256: taken?.sha256 ?? null,
    bytes: taken?.bytes ?? null,
    content_type: taken?.content_type ?? null,
    nombre: archivo && taken ? fileNameOf(archivo.nombre, taken.content_type) : null,
    creado_en: said.actualizado_en,
  });
};

/** Takes one away, with its bytes. */
export const removeMaterial = async (
  trx: Trx,
  id: string,
  { storage, now }: Pick<Services, 'storage' | 'now'>,
): Promise<void> => {
  const row = await findMaterial(trx, id);
  if (!row) throw refuse('NOT_FOUND', ERRORES.materialNoExiste);
  await lockMateriales(trx, row.edicion_id);
  await deleteMaterial(trx, id);
  if (row.objeto !== null) await storage.kept.letGo(trx, row.objeto, now());
  await recordCambio(trx, 'material.borrar', { id, antes: noted(row) });
};

/** Puts an edition's materials in an order: all of them, each once. */
export const reorderMateriales = async (
  trx: Trx,
  { edicionId, ids }: { edicionId: string; ids: readonly string[] },
): Promise<void> => {
  await lockMateriales(trx, edicionId);
  const there = (await selectMateriales(trx, [edicionId], { publicados: false })).map(
    ({ id }) => id,
  );
  if (there.toSorted().join() !== ids.toSorted().join()) {
    throw refuse('ABORTED', ERRORES.ordenCambio);
  }
  if (there.length === 0) return;
  await setOrden(trx, ids);
  await recordCambio(trx, 'material.ordenar', { id: edicionId, despues: { orden: ids } });
};

/** The file of a material, for who may have it; null: there is none, or they may not. */
export const readArchivoMaterial = async (
  { db }: Pick<Services, 'db'>,
  id: string,
  actor: Actor,
): Promise<{ kept: Kept; contentType: string; nombre: string; bytes: number } | null> => {
  const row = await findMaterial(db, id);
  if (!row) return null;
  const { objeto, sha256, bytes, content_type: contentType, nombre } = row;
  if (objeto === null || sha256 === null || bytes === null || contentType === null) return null;
  if (!canSaveMateriales(actor)) {
    const de = { edicionId: row.edicion_id, personaId: actor.personaId };
    if (!row.publicado || !(await hasLugar(db, de))) return null;
  }
  return { kept: { objeto, sha256 }, contentType, nombre: nombre ?? 'material', bytes };
};
