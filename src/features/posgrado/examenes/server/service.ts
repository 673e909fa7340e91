/** The results of the exams of a call, as other rooms read them. Captures are `examenes/captura`. */
import { type Aporte, aporteDeTabla } from '../../../../platform/server/aportes.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { holdHojas } from '../../../../platform/server/hojas/importaciones.ts';
import { type Supresion, supresionDeTabla } from '../../../../platform/server/supresiones.ts';
import { refuse } from '../../../../platform/shared/errors.ts';
import { ERRORES_EXAMEN } from '../errors.ts';
import { hojaDeExamen } from '../rules.ts';
import { type EtapaRow, findEtapaDeExamen, findNumero, selectPuntos } from './data.ts';

/**
 * The points of each application by the newest version of a stage's results, by its id: hundredths of a point out of 100, null when it
 * was absent. Applications without captured results are not in it.
 */
export const readPuntosExamen = async (
  db: Db | Trx,
  etapaId: string,
): Promise<Map<string, number | null>> =>
  selectPuntos(db, { etapaId, numero: await findNumero(db, etapaId) });

/** Number of the newest version of a stage's results; 0: there is none. */
export const readVersionExamen = (db: Db | Trx, etapaId: string): Promise<number> =>
  findNumero(db, etapaId);

/**
 * Keeps an import from being decided until the transaction ends. A transaction that closes a stage calls it first.
 *
 * @throws {CallError} UNAVAILABLE while one that was decided is being written
 */
export const holdExamen = (trx: Trx, etapaId: string): Promise<void> =>
  holdHojas(trx, [hojaDeExamen(etapaId)]);

/** @throws {CallError} NOT_FOUND (`examen-no-existe`) */
export const requireEtapaDeExamen = async (
  db: Db | Trx,
  etapaId: string,
  options?: { lock?: boolean },
): Promise<EtapaRow> => {
  const row = await findEtapaDeExamen(db, etapaId, options);
  if (!row) throw refuse('NOT_FOUND', ERRORES_EXAMEN.noExiste);
  return row;
};

const suyos = {
  id: 'examenes-de-posgrado',
  titulo: 'Puntos en exámenes de posgrado',
  tabla: 'examen_puntos',
  por: [
    {
      columna: 'solicitud_id',
      es: {
        tabla: 'solicitudes',
        id: 'id',
        por: { columna: 'persona_id', es: 'persona' },
      },
    },
  ],
} as const;

export const examenesAporte: Aporte = aporteDeTabla(suyos);
/** The points stay with the application, which is kept because others competed with it. */
export const examenesSupresion: Supresion = supresionDeTabla({
  ...suyos,
  conserva: 'todo',
  fundamento: 'concurso',
  identifica: true,
});
