import type { Definicion } from '../../src/features/plantillas/contract.ts';
import {
  DEFINICION,
  insertMuestra,
  publishDefinicion,
} from '../../src/features/plantillas/muestra/server/seed.ts';
import { findPublicada } from '../../src/features/plantillas/server/data.ts';
import type { Db } from '../../src/platform/server/db/index.ts';

export {
  DEFINICION,
  REGLA_VENTANA,
  RESPUESTAS,
} from '../../src/features/plantillas/muestra/server/seed.ts';

const ahora = new Date('2026-01-15T12:00:00Z');

/** Puts one more version in force. */
export const publish = (db: Db, plantillaId: string, definicion: Definicion = DEFINICION) =>
  publishDefinicion(db, plantillaId, { definicion, ahora });

/** A plantilla with one published version. */
export const makePlantilla = async (
  db: Db,
  { nombre = 'Inscripción general', definicion = DEFINICION } = {},
): Promise<{ id: string; versionId: string; numero: number }> => {
  const { id } = await insertMuestra(db, { nombre, definicion, ahora });
  const version = (await findPublicada(db, id))!;
  return { id, versionId: version.id, numero: version.numero };
};
