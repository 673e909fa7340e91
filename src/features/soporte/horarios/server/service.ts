/** When the school answers, as it is configured now. */
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { calendarOf } from '../../../../platform/shared/working-days.ts';
import { readDiasInhabiles } from '../../../catalogos/server/service.ts';
import { selectHorarios, selectPrimerasRespuestas } from '../../server/data.ts';
import { atencionDe, esperaUsual, type Horario, minutosAbiertos } from '../rules.ts';

/** Conversations that the usual wait is of. */
const ULTIMAS = 50;

/** Weekly intervals, exceptions and the judicial calendar. */
export const readHorario = async (db: Db | Trx): Promise<Horario> => {
  const { semana, excepciones } = await selectHorarios(db);
  const byDay = Map.groupBy(semana, ({ dia }) => dia);
  return {
    semana: new Map([...byDay].map(([dia, list]) => [dia, list.map(({ de, a }) => ({ de, a }))])),
    excepciones: new Map(
      excepciones.map(({ fecha, intervalos }) => [fecha, intervalos.map(([de, a]) => ({ de, a }))]),
    ),
    calendario: calendarOf(await readDiasInhabiles(db as Db)),
  };
};

/** Whether the school answers now, and the usual wait in minutes of opening hours. */
export const readAtencion = async (db: Db, ahora: Date) => {
  const horario = await readHorario(db);
  const { abierta, abreEn } = atencionDe(horario, ahora);
  const primeras = await selectPrimerasRespuestas(db, ULTIMAS);
  return {
    horario,
    atencion: { abierta, abreEn: abreEn?.toISOString() ?? null },
    usual: esperaUsual(
      primeras.map(({ abierta: desde, respondida }) => minutosAbiertos(horario, desde, respondida)),
    ),
  };
};
