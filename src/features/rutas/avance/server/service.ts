import type { Trx } from '../../../../platform/server/db/index.ts';
import { recordCambios } from '../../../../platform/server/historial/index.ts';
import type { Services } from '../../../../platform/server/services.ts';
import { readCuentaDePersona } from '../../../identidad/cuentas/server/service.ts';
import { readClaveYNombre } from '../../../personas/server/service.ts';
import type { AlCerrarActa } from '../../../resultados/actas/server/service.ts';
import { cursosDe } from '../../rules.ts';
import { selectCursadas } from '../../server/data.ts';
import { rutaCompletadaMail } from '../../server/mails.ts';
import { avanceOf, sabidosOf } from '../../server/present.ts';
import {
  type EnRutaRow,
  insertPersonasPorCurso,
  isLegible,
  type LegibleRow,
  lockRutasDe,
  setCompletadas,
} from './data.ts';

/** Records who began a route by one of its courses. */
export const recordComenzadas = (
  trx: Trx,
  rows: readonly { ruta_id: string; persona_id: string; version_id: string }[],
) =>
  recordCambios(
    trx,
    'ruta.comenzar',
    rows.map((row) => ({
      id: row.ruta_id,
      personaId: row.persona_id,
      despues: { origen: 'curso', versionId: row.version_id },
    })),
    // Nobody pressed anything: it follows from their course.
    { actorUid: null },
  );

/**
 * Looks whether these people completed a route, or have not any more, with what is recorded by then: in the transaction
 * that records it. Each completion is noticed once, whoever else is at it; its person is told by mail.
 */
export const noticeCompletions = async (
  trx: Trx,
  services: Pick<Services, 'now' | 'env' | 'notificaciones'>,
  personaIds: readonly string[],
): Promise<void> => {
  if (personaIds.length === 0) return;
  const begun = await insertPersonasPorCurso(trx, { personaIds });
  // Of one that cannot be read nobody knows whether it is complete: it stays as it was said to be.
  const rows = (await lockRutasDe(trx, personaIds)).filter(isLegible);
  const ids = [...new Set(rows.flatMap(({ definicion }) => cursosDe(definicion)))];
  const sabidos = sabidosOf(await selectCursadas(trx, personaIds, ids));
  const isComplete = (row: LegibleRow) =>
    avanceOf(row.definicion, sabidos.get(row.persona_id)).completa;
  const some = (wanted: (row: LegibleRow) => boolean) => rows.filter(wanted).map(({ id }) => id);
  const ahora = services.now();
  const completed = new Set(
    await setCompletadas(
      trx,
      some((row) => row.completada_en === null && isComplete(row)),
      ahora,
    ),
  );
  const undone = new Set(
    await setCompletadas(
      trx,
      some((row) => row.completada_en !== null && !isComplete(row)),
      null,
    ),
  );
  const finished = rows.filter(({ id }) => completed.has(id));
  for (const row of finished) await tellCompletada(trx, services, row);
  const said = (row: EnRutaRow) => ({
    id: row.ruta_id,
    personaId: row.persona_id,
    despues: { versionId: row.version_id },
  });
  if (begun.length > 0) await recordComenzadas(trx, begun);
  if (finished.length > 0) await recordCambios(trx, 'ruta.completar', finished.map(said));
  if (undone.size > 0) {
    await recordCambios(trx, 'ruta.sinEfecto', rows.filter(({ id }) => undone.has(id)).map(said));
  }
};

/** An acta says who passed: some may have completed a route by it, or have not any more. */
export const noticeOfActa: AlCerrarActa = (trx, services, { resultados }) =>
  noticeCompletions(
    trx,
    services,
    [...new Set(resultados.map(({ personaId }) => personaId))].sort(),
  );

const tellCompletada = async (
  trx: Trx,
  { env, notificaciones }: Pick<Services, 'env' | 'notificaciones'>,
  { persona_id, ruta_id, definicion }: LegibleRow,
): Promise<void> => {
  const cuenta = await readCuentaDePersona(trx, persona_id);
  const persona = await readClaveYNombre(trx, persona_id);
  if (!cuenta || !persona) return;
  await notificaciones.notify(
    trx,
    rutaCompletadaMail(env, { ...cuenta, ...persona }, { id: ruta_id, nombre: definicion.nombre }),
  );
};

/** Who began a course of the version in force is in the route under it, before another takes its place. */
export const incorporate = async (trx: Trx, rutaId: string): Promise<void> => {
  const begun = await insertPersonasPorCurso(trx, { rutaId });
  if (begun.length > 0) await recordComenzadas(trx, begun);
};
