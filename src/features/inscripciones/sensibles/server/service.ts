import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import type { Statement } from '../../../../platform/server/db/together.ts';
import { recordCambio, recordCambios } from '../../../../platform/server/historial/index.ts';
import type { Secrets } from '../../../../platform/server/secrets.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { tryKept } from '../../../../platform/shared/formatos.ts';
import { normalizeCurp } from '../../../personas/curp/rules.ts';
import { readPersonaIdByClave } from '../../../personas/server/service.ts';
import type { Definicion } from '../../../plantillas/contract.ts';
import type { Respuestas } from '../../../plantillas/formulario/contract.ts';
import {
  deleteSensibles,
  lockPorSellar,
  type SensiblesRow,
  selectSensibles,
  upsertSensibles,
} from './data.ts';

/** Rows that one transaction seals at the start. */
const BLOCK = 500;

/**
 * Answers as they are kept. The id of their record (an inscripción, or a form of posgrado) goes in with them: what is put in another row
 * does not open.
 */
export const sealSensibles = (
  secrets: Pick<Secrets, 'seal'>,
  id: string,
  respuestas: Respuestas,
): string => secrets.seal(JSON.stringify({ inscripcionId: id, respuestas }));

/** The sensitive answers of a record, from what is kept of them. */
export const openSensibles = (secrets: Secrets, id: string, sellado: string | null): Respuestas => {
  if (sellado === null) return {};
  const kept = JSON.parse(secrets.open(sellado)) as {
    inscripcionId: string;
    respuestas: Respuestas;
  };
  if (kept.inscripcionId !== id) {
    throw new Error(`sensitive answers of another inscripción (or form) were kept for ${id}`);
  }
  return kept.respuestas;
};

/** The same of what must not take away what is read with it; null: it does not open. */
export const tryOpenSensibles = (
  ...kept: Parameters<typeof openSensibles>
): ReturnType<typeof openSensibles> | null => tryKept(() => openSensibles(...kept));

/**
 * What keeps an inscripción's sensitive answers apart, or removes them when there are none any more
 * (`mayHave`: whether there could be some). In the transaction that saves the others.
 */
export const savingSensibles = (
  trx: Trx,
  secrets: Secrets,
  inscripcionId: string,
  { sensibles, mayHave }: { sensibles: Respuestas; mayHave: boolean },
): Statement<void>[] => {
  const some = Object.keys(sensibles).length > 0;
  if (!some && !mayHave) return [];
  const query = some
    ? upsertSensibles(trx, inscripcionId, sealSensibles(secrets, inscripcionId, sensibles))
    : deleteSensibles(trx, inscripcionId);
  return [{ query, read: () => {} }];
};

/** Seals what an older version of the portal kept unsealed. Called at each start; gives how many. */
export const sealPorSellar = async (db: Db, secrets: Secrets): Promise<number> => {
  let sealed = 0;
  for (;;) {
    const many = await db.transaction().execute(async (trx) => {
      const rows = await lockPorSellar(trx, BLOCK);
      for (const { id, respuestas } of rows) {
        await upsertSensibles(trx, id, sealSensibles(secrets, id, respuestas)).execute();
      }
      await recordCambios(
        trx,
        'inscripcion.apartarSensibles',
        rows.map(({ id, personaId }) => ({ id, personaId })),
      );
      return rows.length;
    });
    sealed += many;
    if (many < BLOCK) return sealed;
  }
};

/** An inscripción with what was answered in it, apart or not; null: it cannot be read. */
export type Leida = Omit<SensiblesRow, 'sellado' | 'definicion' | 'respuestas'> & {
  dicho: { definicion: Definicion; respuestas: Respuestas } | null;
};

/**
 * What a person answered apart in all that they sent, for one of the staff who says why. Each reading is left in the
 * history before anything is opened: what cannot be left there is not read.
 *
 * @throws {CallError} NOT_FOUND: nobody has that key.
 */
export const readSensibles = async (
  db: Db,
  secrets: Secrets,
  { clave, motivo }: { clave: string; motivo: string },
): Promise<Leida[]> => {
  const personaId = await readPersonaIdByClave(db, normalizeCurp(clave));
  if (personaId === null) {
    throw new CallError('NOT_FOUND', 'No hay una persona con esa CURP o clave. Revísela.');
  }
  const rows = await selectSensibles(db, personaId);
  const despues = { inscripciones: rows.map(({ id }) => id) };
  await db
    .transaction()
    .execute((trx) =>
      recordCambio(trx, 'persona.leerSensibles', { id: personaId, despues, motivo }),
    );
  return rows.map(({ sellado, definicion, respuestas, ...row }) => {
    const sensibles = tryOpenSensibles(secrets, row.id, sellado);
    const dicho = sensibles &&
      definicion &&
      respuestas && { definicion, respuestas: { ...respuestas, ...sensibles } };
    return { ...row, dicho };
  });
};
