/** When the school answers, as it is configured now. */
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { createRemembered } from '../../../../platform/server/db/remembered.ts';
import { calendarOf } from '../../../../platform/shared/working-days.ts';
import { readDiasInhabiles } from '../../../catalogos/server/service.ts';
import { selectHorarios, selectPrimerasRespuestas } from '../../server/data.ts';
import { atencionDe, esperaUsual, type Horario, minutosAbiertos } from '../rules.ts';

/** Conversations that the usual wait is of, and how many days back they are looked for. */
const ULTIMAS = 50;
const DIAS = 90;
/** Each reading of a conversation says it: the median of fifty is computed once a minute. */
const recordada = createRemembered<number | null>({ ms: 60_000, most: 1 });

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

const readEsperaUsual = async (db: Db, horario: Horario, ahora: Date): Promise<number | null> => {
  const known = recordada.find(db, 'usual');
  if (known !== undefined) return known;
  const desde = new Date(+ahora - DIAS * 86_400_000);
  const primeras = await selectPrimerasRespuestas(db, { desde, limite: ULTIMAS });
  const usual = esperaUsual(
    primeras.map(({ abierta, respondida }) => minutosAbiertos(horario, abierta, respondida)),
  );
  recordada.keep(db, 'usual', usual);
  return usual;
};

/** Whether the school answers now, and the usual wait in minutes of opening hours. */
export const readAtencion = async (db: Db, ahora: Date) => {
  const horario = await readHorario(db);
  const { abierta, abreEn } = atencionDe(horario, ahora);
  return {
    horario,
    atencion: { abierta, abreEn: abreEn?.toISOString() ?? null },
    usual: await readEsperaUsual(db, horario, ahora),
  };
};
