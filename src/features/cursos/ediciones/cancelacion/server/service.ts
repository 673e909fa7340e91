import type { Trx } from '../../../../../platform/server/db/index.ts';
import { recordCambio } from '../../../../../platform/server/historial/index.ts';
import { touchHojas } from '../../../../../platform/server/hojas/importaciones.ts';
import { CallError, refuseFields } from '../../../../../platform/shared/errors.ts';
import { type EdicionGuardada, MOTIVO_CANCELACION } from '../../contract.ts';
import * as data from '../../server/data.ts';

import {
  CANCELADA,
  type Context,
  conflictOf,
  readEdicion,
  requireEdicion,
} from '../../server/service.ts';
import { releaseGrupos, updateCancelada } from './data.ts';

/** Somebody took a seat, came into its line, or wrote the edition, while it was being cancelled. */
class Adelantado extends Error {}
const TRIES = 8;

type Cancelling = { id: string; version: number; motivo: string; alternativaId: string | null };

const checkAlternativa = async (trx: Trx, { id, alternativaId }: Cancelling, ahora: Date) => {
  if (alternativaId === null) return;
  const other =
    alternativaId === id ? undefined : await data.findEdicionGuardada(trx, alternativaId, ahora);
  if (!other || other.estado === 'cancelada' || other.estado === 'concluida') {
    throw refuseFields({
      alternativaId: 'Elija otra edición que no haya concluido ni esté cancelada.',
    });
  }
};

const cancelOnce = async (
  trx: Trx,
  input: Cancelling,
  { services, actor, participantes }: Context,
): Promise<{ edicion: EdicionGuardada; bajas: number }> => {
  await touchHojas(trx, ['ediciones']);
  const ahora = services.now();
  const row = await requireEdicion(trx, input.id, ahora);
  if (row.cancelada_en) throw CANCELADA;
  if (row.version !== input.version) throw await conflictOf(trx, row);
  if (row.estado === 'concluida') {
    throw new CallError('FAILED_PRECONDITION', 'La edición ya concluyó: no se cancela.');
  }
  const motivo = input.motivo.trim();
  if (motivo.length < MOTIVO_CANCELACION.min) {
    throw refuseFields({
      motivo:
        'Escriba por qué se cancela, en una frase que todas las personas inscritas van a leer.',
    });
  }
  await checkAlternativa(trx, input, ahora);
  const baja = { edicionId: row.id, motivo, ahora };
  // One order of locks everywhere: inscripciones, history, groups, edition.
  const { bajas, lugares, grupos, conResultado } = await participantes.withdrawAll(trx, baja, {
    services,
    actor,
  });
  if (conResultado > 0) {
    throw new CallError(
      'FAILED_PRECONDITION',
      'Hay personas con resultado en esta edición: no se cancela.',
    );
  }
  if (bajas > 0) {
    await participantes.tellAll(trx, services, {
      edicionId: row.id,
      nombre: `${row.curso_nombre}, ${row.nombre}`,
      propietario: actor.uid,
      aviso: { tipo: 'cancelacion' },
    });
  }
  await recordCambio(trx, 'edicion.cancelar', {
    id: row.id,
    despues: { motivo, alternativaId: input.alternativaId, bajas },
  });
  await releaseGrupos(trx, grupos);
  const done = { ahora, motivo, alternativaId: input.alternativaId };
  if (!(await updateCancelada(trx, row, done, lugares))) throw new Adelantado();
  // From here on nobody comes to it any more: whoever would waits for it.
  if (await participantes.hasVivas(trx, row.id)) throw new Adelantado();
  return { edicion: await readEdicion(trx, row.id, ahora), bajas };
};

/**
 * Cancels an edition: whoever was in it leaves it and is told, seats are free, and it says why. All of it or nothing,
 * and nobody enrols meanwhile: whoever takes a seat at that moment leaves it too.
 *
 * @throws {CallError} NOT_FOUND; ABORTED, with what somebody else saved; INVALID_ARGUMENT, by field;
 * FAILED_PRECONDITION: it is cancelled or over, or somebody has a result.
 */
export const cancelEdicion = async (input: Cancelling, context: Context) => {
  const { db } = context.services;
  for (let i = 0; ; i++) {
    try {
      return await db.transaction().execute((trx) => cancelOnce(trx, input, context));
    } catch (error) {
      if (!(error instanceof Adelantado)) throw error;
      if (i === TRIES) {
        throw new CallError(
          'UNAVAILABLE',
          'Muchas personas se están inscribiendo en este momento. Inténtelo de nuevo.',
        );
      }
    }
  }
};
