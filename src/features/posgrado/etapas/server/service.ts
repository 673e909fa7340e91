/** Which applications take part in a stage. */
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { requireConvocatoria, selectEtapas } from '../../convocatorias/server/service.ts';
import { lleganAEtapa } from '../../ranking/rules.ts';
import { readEntradas } from '../../ranking/server/service.ts';

/**
 * Ids of the applications that take part in a stage: they passed the closed stages before it. A stage that is still open keeps nobody
 * from the next one. Applications that withdrew, lapsed, were annulled or excluded are not in it.
 */
export const readEnEtapa = async (
  db: Db | Trx,
  { convocatoriaId, etapaId }: { convocatoriaId: string; etapaId: string },
): Promise<Set<string>> => {
  const convocatoria = await requireConvocatoria(db, { id: convocatoriaId });
  const entradas = await readEntradas(db, convocatoria);
  const cuentan = new Set(
    (await selectEtapas(db, convocatoriaId)).flatMap(({ id, cerradaEn }) =>
      cerradaEn !== null || id === etapaId ? [id] : [],
    ),
  );
  const keep = (_: unknown, at: number) => cuentan.has(entradas.etapas[at]!.id);
  return new Set(
    lleganAEtapa(
      {
        etapas: entradas.etapas.filter(keep),
        solicitudes: entradas.solicitudes.map((una) => ({
          ...una,
          puntos: una.puntos.filter(keep),
        })),
      },
      etapaId,
    ),
  );
};
