import type { Definicion } from '../../src/features/plantillas/contract.ts';
import {
  DEFINICION,
  insertMuestra,
  publishDefinicion,
} from '../../src/features/plantillas/muestra/server/seed.ts';
import { findPublicada } from '../../src/features/plantillas/server/data.ts';
import type { Db } from '../../src/platform/server/db/index.ts';
import type { CallAnswer } from '../portal.ts';

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

/**
 * A draft made of a version, changed and published as an Admin does it, by the callables; or to be published at a moment
 * (`publicarEn`). `call` asks as one. @throws when one of them is refused.
 */
export const publishSiguiente = async (
  call: (name: string, data: unknown) => Promise<CallAnswer>,
  { plantillaId, desde }: { plantillaId: string; desde: string },
  change: (definicion: Definicion) => void,
  publicarEn: Date | null = null,
): Promise<{ versionId: string; numero: number }> => {
  const must = async (name: string, data: unknown) => {
    const { result, error } = await call(name, data);
    if (error) throw new Error(`${name}: ${JSON.stringify(error)}`);
    return result;
  };
  const { versionId, numero } = await must('startVersionPlantilla', { plantillaId, desde });
  const draft = await must('getVersionPlantilla', { plantillaId, versionId });
  const definicion = structuredClone(draft.definicion);
  change(definicion);
  const asked = { versionId, revision: draft.revision, definicion };
  const { revision } = await must('saveVersionPlantilla', asked);
  await must('publishVersionPlantilla', {
    versionId,
    revision,
    nota: 'Otra',
    desde: publicarEn?.toISOString() ?? null,
  });
  return { versionId, numero };
};
