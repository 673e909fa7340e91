import type { Trx } from '../../../../../platform/server/db/index.ts';
import { recordCambio } from '../../../../../platform/server/historial/index.ts';
import type { Asking } from '../../../../../platform/server/origin.ts';
import type { Services } from '../../../../../platform/server/services.ts';
import { CallError, refuse } from '../../../../../platform/shared/errors.ts';
import { fileNameOf } from '../../../../../platform/shared/file-names.ts';
import { ERRORES } from '../../../errors.ts';
import { disenoFiles } from '../../policy.ts';
import { problemaDeMedidas } from '../../rules.ts';
import { medidasDe } from '../rules.ts';
import { findImagen, type ImagenRow, insertImagen, selectImagenesDe } from './data.ts';

const wrong = (mensaje: string) =>
  new CallError('INVALID_ARGUMENT', mensaje, { fields: { imagen: mensaje } });

const readAll = async (
  trx: Trx,
  { storage }: Pick<Services, 'storage'>,
  kept: { objeto: string; sha256: string },
): Promise<Buffer> => {
  const stream = await storage.kept.stream(kept, trx);
  if (stream === null) throw refuse('NOT_FOUND', ERRORES.sinImagen);
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
};

/** How large a picture is; refuses one that would not print well. @throws {CallError} INVALID_ARGUMENT. */
const requireMedidas = (bytes: Uint8Array) => {
  const medidas = medidasDe(bytes);
  if (medidas === null) throw wrong('Esa imagen no es PNG ni JPEG. Elija otra.');
  if (medidas.colores === 'cmyk') {
    throw wrong(
      'La imagen tiene los colores de imprenta (CMYK). Guárdela en RGB y súbala de nuevo.',
    );
  }
  const problema = problemaDeMedidas(medidas.ancho, medidas.alto);
  if (problema !== null) throw wrong(problema);
  return { ancho: medidas.ancho, alto: medidas.alto };
};

/** Takes a picture that somebody uploaded; sent twice with one id it is one. @throws {CallError} NOT_FOUND, INVALID_ARGUMENT. */
export const createImagen = async (
  trx: Trx,
  { id, subida, nombre }: { id: string; subida: string; nombre: string },
  { actor, services }: Pick<Asking, 'actor' | 'services'>,
): Promise<ImagenRow> => {
  const before = await findImagen(trx, id);
  if (before?.creado_por === actor.uid) return before;
  const taken = subida.startsWith(`${disenoFiles.prefix}${actor.uid}/`)
    ? await services.storage.handOver(trx, { name: subida, propietario: actor.uid })
    : null;
  if (!taken) throw refuse('NOT_FOUND', ERRORES.sinImagen);
  const { objeto, sha256, bytes, content_type } = taken;
  const row: ImagenRow = {
    id,
    nombre: fileNameOf(nombre, content_type),
    objeto,
    sha256,
    bytes,
    content_type,
    ...requireMedidas(await readAll(trx, services, { objeto, sha256 })),
    creado_en: services.now(),
    creado_por: actor.uid,
  };
  if (!(await insertImagen(trx, row))) throw refuse('ABORTED', ERRORES.disenoCambio);
  await recordCambio(trx, 'diseno.agregarImagen', {
    id,
    despues: { nombre: row.nombre, sha256 },
  });
  return row;
};

/** A picture for a page: how it is called within the typesetter, and its bytes. */
export type Estampa = { name: string; bytes: Uint8Array };

/** Those of some ids, by id. @throws {CallError} INVALID_ARGUMENT: one does not exist; UNAVAILABLE: it is lost. */
export const readEstampas = async (
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  ids: readonly string[],
): Promise<Map<string, Estampa>> => {
  const unique = [...new Set(ids)];
  const rows = await selectImagenesDe(db, unique);
  if (rows.length < unique.length) throw wrong(ERRORES.sinImagen.message);
  const read = await Promise.all(
    rows.map(async (row) => {
      const bytes = await storage.kept.get(row);
      if (bytes === null) throw new CallError('UNAVAILABLE', ERRORES.imagenPerdida.message);
      const end = row.content_type === 'image/png' ? 'png' : 'jpg';
      return [row.id, { name: `${row.sha256}.${end}`, bytes }] as const;
    }),
  );
  return new Map(read);
};
