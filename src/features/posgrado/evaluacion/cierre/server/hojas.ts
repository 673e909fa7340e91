/** What evaluators delivered in a closed stage, a row each: only exported. */
import type { z } from 'zod';
import type { Slots } from '../../../../../platform/server/feature.ts';
import { Momento } from '../../../../../platform/server/hojas/cells.ts';
import { type Column, defineHoja } from '../../../../../platform/server/hojas/define.ts';
import { refuse } from '../../../../../platform/shared/errors.ts';
import { properName } from '../../../../../platform/shared/names.ts';
import { requireAjeno } from '../../../acceso/server/service.ts';
import { ERRORES_POSGRADO } from '../../../errors.ts';
import { canManagePosgrado } from '../../../policy.ts';
import { requireEtapaEvaluada } from '../../server/service.ts';
import { listResultadosEtapa } from '../contract.ts';
import { presentResultados } from './present.ts';
import { readResultados } from './service.ts';

const filters = listResultadosEtapa.input;

/** Before the position of the criterion that a column is of. */
const CRITERIO = 'criterio-';

type Fila = {
  folio: string;
  puntos: number | null;
  situacion: string | null;
  evaluador: string | null;
  dictamen: number | null;
  tercero: string | null;
  entregado: Momento | null;
  [criterio: `${typeof CRITERIO}${string}`]: number | string;
};

const COLUMNS: readonly Column<Extract<keyof Fila, string>>[] = [
  { key: 'folio', header: 'Folio', example: '', width: 22 },
  { key: 'puntos', header: 'Puntos de la etapa', example: '' },
  { key: 'situacion', header: 'Situación', example: '', width: 22 },
  { key: 'evaluador', header: 'Evaluador', example: '', width: 36 },
  { key: 'dictamen', header: 'Puntos del dictamen', example: '' },
  { key: 'tercero', header: 'Tercer dictamen', example: '' },
  { key: 'entregado', header: 'Entregado', example: '', width: 20 },
];

/** Two columns of a criterion: its points and its comment. */
const columnsOf = (nombre: string, at: number): Column[] => [
  { key: `${CRITERIO}${at}-puntos`, header: `${nombre}: puntos`, example: '' },
  { key: `${CRITERIO}${at}-comentario`, header: `${nombre}: comentario`, example: '', width: 60 },
];

export const dictamenesHoja = (ownerNow: Slots['ownerNow']) =>
  defineHoja<Fila, z.output<typeof filters>>({
    id: 'dictamenes-posgrado',
    title: 'dictámenes de una etapa',
    policy: canManagePosgrado,
    columns: COLUMNS,
    moreColumns: async ({ etapaId }, { db }) =>
      (await requireEtapaEvaluada(db, etapaId)).criterios.flatMap(({ nombre }, at) =>
        columnsOf(nombre, at),
      ),
    filters,
    shownFilters: ['etapaId'],
    async *exportRows({ etapaId }, { db, actorUid }) {
      const evaluada = await requireEtapaEvaluada(db, etapaId);
      const actor = await ownerNow(db, actorUid);
      if (!actor) throw refuse('PERMISSION_DENIED', ERRORES_POSGRADO.parte);
      await requireAjeno(db, actor, evaluada.convocatoria.id);
      const { resultados } = presentResultados(await readResultados(db, evaluada));
      yield resultados.flatMap(({ folio, puntos, repetida, entregas }): Partial<Fila>[] => {
        const suya = {
          folio,
          puntos: puntos === null ? null : puntos / 100,
          situacion: repetida ? 'Se evalúa de nuevo' : null,
        };
        if (entregas.length === 0) return [suya];
        return entregas.map((una) => ({
          ...suya,
          evaluador: properName(una.evaluador),
          dictamen: una.puntos / 100,
          tercero: una.tercera ? 'Sí' : 'No',
          entregado: new Momento(new Date(una.entregadaEn)),
          ...Object.fromEntries(
            una.criterios.flatMap((criterio, at) => [
              [`${CRITERIO}${at}-puntos`, criterio.puntos],
              [`${CRITERIO}${at}-comentario`, criterio.comentario],
            ]),
          ),
        }));
      });
    },
  });
