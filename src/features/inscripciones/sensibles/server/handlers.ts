import { type Handler, handle } from '../../../../platform/server/callables.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { recordCambio, recordCambios } from '../../../../platform/server/historial/index.ts';
import type { Secrets } from '../../../../platform/server/secrets.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { normalizeCurp } from '../../../personas/curp/rules.ts';
import { readPersonaIdByClave } from '../../../personas/server/service.ts';
import type { Respuestas } from '../../../plantillas/formulario/contract.ts';
import { describeSensibles } from '../../../plantillas/formulario/rules.ts';
import { getSensibles } from '../contract.ts';
import { canReadSensibles } from '../policy.ts';
import { deleteSensibles, lockPorSellar, selectSensibles, upsertSensibles } from './data.ts';

/** Rows that one transaction seals at the start. */
const BLOCK = 500;

/** Answers as they are kept. The id goes in with them: what is put in another row does not open. */
export const sealSensibles = (
  secrets: Pick<Secrets, 'seal'>,
  inscripcionId: string,
  respuestas: Respuestas,
): string => secrets.seal(JSON.stringify({ inscripcionId, respuestas }));

/** The sensitive answers of an inscripción, from what is kept of them. */
export const openSensibles = (
  secrets: Secrets,
  inscripcionId: string,
  sellado: string | null,
): Respuestas => {
  if (sellado === null) return {};
  const kept = JSON.parse(secrets.open(sellado)) as {
    inscripcionId: string;
    respuestas: Respuestas;
  };
  if (kept.inscripcionId !== inscripcionId) {
    throw new Error(`sensitive answers of another inscripción were kept for ${inscripcionId}`);
  }
  return kept.respuestas;
};

/**
 * Keeps an inscripción's sensitive answers apart, or removes them when there are none any more
 * (`mayHave`: whether there could be some). In the transaction that saves the others.
 */
export const saveSensibles = async (
  trx: Trx,
  secrets: Secrets,
  inscripcionId: string,
  { sensibles, mayHave }: { sensibles: Respuestas; mayHave: boolean },
): Promise<void> => {
  if (Object.keys(sensibles).length > 0) {
    await upsertSensibles(trx, inscripcionId, sealSensibles(secrets, inscripcionId, sensibles));
  } else if (mayHave) await deleteSensibles(trx, inscripcionId);
};

/** Seals what an older version of the portal kept unsealed. Called at each start; gives how many. */
export const sealPorSellar = async (db: Db, secrets: Secrets): Promise<number> => {
  let sealed = 0;
  for (;;) {
    const many = await db.transaction().execute(async (trx) => {
      const rows = await lockPorSellar(trx, BLOCK);
      for (const { id, respuestas } of rows) {
        await upsertSensibles(trx, id, sealSensibles(secrets, id, respuestas));
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

export const sensiblesHandlers: Handler[] = [
  handle(getSensibles, {
    policy: canReadSensibles,
    // They are one's own answers.
    noSobreUnoMismo: null,
    async run({ clave, motivo }, { services }) {
      const { db, secrets } = services;
      const personaId = await readPersonaIdByClave(db, normalizeCurp(clave));
      if (personaId === null) {
        throw new CallError('NOT_FOUND', 'No hay una persona con esa CURP o clave. Revísela.');
      }
      const rows = await selectSensibles(db, personaId);
      // Before they are opened, and each time: what cannot be left in the history is not read.
      await db.transaction().execute((trx) =>
        recordCambio(trx, 'persona.leerSensibles', {
          id: personaId,
          despues: { inscripciones: rows.map(({ id }) => id) },
          motivo,
        }),
      );
      return {
        inscripciones: rows.map((row) => ({
          id: row.id,
          curso: row.curso,
          edicion: row.edicion,
          estado: row.estado,
          enviadaEn: row.enviada_en.toISOString(),
          secciones: describeSensibles(row.definicion, {
            ...row.respuestas,
            ...openSensibles(secrets, row.id, row.sellado),
          }),
        })),
      };
    },
  }),
];
