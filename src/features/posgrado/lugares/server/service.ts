/** The seats of a call: made when its results are published, as inscripciones in line; left and given out by the line's engine. */
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import type { Services } from '../../../../platform/server/services.ts';
import { startOfDay } from '../../../../platform/shared/dates.ts';
import { refuse } from '../../../../platform/shared/errors.ts';
import { readCalendar } from '../../../arco/server/service.ts';
import {
  type LugarPrevio,
  leaveLugar as leaveInscripcion,
  openLugares as openInscripciones,
} from '../../../inscripciones/convocatoria/server/service.ts';
import { openSensibles } from '../../../inscripciones/sensibles/server/service.ts';
import type { ConvocatoriaRow } from '../../convocatorias/server/service.ts';
import { ERRORES_LUGAR as ERRORES } from '../errors.ts';
import { plazoParaConfirmar, puntosDePosicion } from '../rules.ts';
import { selectParaAbrir, setInscripciones, ULTIMOS_ENVIOS } from './data.ts';

/** A place that a ranking gives to an application. */
export type LugarDeRanking = {
  readonly solicitudId: string;
  /** In the whole ranking: the first is 1. */
  readonly posicion: number;
  /** It has a seat; otherwise it waits in line. */
  readonly conLugar: boolean;
  /** Key of the quota of its seat; null: a general one, or none. */
  readonly cupo: string | null;
};

/** Last instant to accept a seat of a call that is offered now. */
export const readPlazo = async (
  db: Db | Trx,
  { bases, edicion_inicia: inicia }: Pick<ConvocatoriaRow, 'bases' | 'edicion_inicia'>,
  ahora: Date,
): Promise<Date> =>
  plazoParaConfirmar(ahora, bases, { inicia, calendario: await readCalendar(db) });

/**
 * Opens the seats and the line of a call, in the transaction that publishes its results: it holds the call, and then the applications. Up to
 * 5,000 in a few statements. Give it every application of the ranking that has a place or waits, also those that a ranking published
 * before had placed: they take their new order, one that waited and has a seat now is offered it, and nobody loses a seat.
 *
 * Call it last, for it holds the edition until the commit. It writes no letter: the publication does. Gives until when the seats may be
 * accepted.
 *
 * @throws {CallError} FAILED_PRECONDITION (`convocatoria-sin-lugares`: the edition has fewer seats, or was cancelled;
 * `convocatoria-comenzada`: it has begun, and nobody could accept)
 */
export const openLugares = async (
  trx: Trx,
  services: Pick<Services, 'now' | 'secrets'>,
  convocatoria: ConvocatoriaRow,
  lugares: readonly LugarDeRanking[],
): Promise<{ venceEn: Date }> => {
  const ahora = services.now();
  if (lugares.length > 0 && ahora >= startOfDay(convocatoria.edicion_inicia)) {
    throw refuse('FAILED_PRECONDITION', ERRORES.comenzada);
  }
  const venceEn = await readPlazo(trx, convocatoria, ahora);
  const ultima = lugares.reduce((max, { posicion }) => Math.max(max, posicion), 0);
  const rows = new Map(
    (
      await selectParaAbrir(
        trx,
        lugares.map(({ solicitudId }) => solicitudId),
      )
    ).map((row) => [row.id, row]),
  );
  const dados = lugares.map(({ solicitudId, posicion, conLugar, cupo }) => {
    const row = rows.get(solicitudId);
    if (!row) throw new Error(`application ${solicitudId} was never sent`);
    return { row, puntos: puntosDePosicion(posicion, ultima), conLugar, cupo };
  });
  const abiertos = await openInscripciones(trx, services, {
    edicionId: convocatoria.edicion_id,
    venceEn,
    fuente: ULTIMOS_ENVIOS,
    nuevos: dados
      .filter(({ row }) => row.inscripcion_id === null)
      .map(({ row, ...dado }) => ({
        ...dado,
        ...{ origen: row.id, personaId: row.persona_id, cupos: row.cupos },
        sensibles: openSensibles(services.secrets, row.envio_id, row.sensibles),
      })),
    previos: dados.flatMap(({ row: { inscripcion_id: inscripcionId }, ...dado }): LugarPrevio[] =>
      inscripcionId === null ? [] : [{ ...dado, inscripcionId }],
    ),
  });
  await setInscripciones(trx, abiertos);
  return { venceEn };
};

/**
 * Takes an application out of its seat or of its line, in the transaction that withdraws or annuls it, which holds it already and tells its
 * person. Nothing happens when it has neither. The next in line is offered the seat within a minute.
 */
export const leaveLugar = async (
  trx: Trx,
  services: Pick<Services, 'now'>,
  { inscripcion_id: inscripcionId }: { readonly inscripcion_id: string | null },
  motivo: string,
): Promise<void> => {
  if (inscripcionId === null) return;
  await leaveInscripcion(trx, services, { inscripcionId, motivo });
};
