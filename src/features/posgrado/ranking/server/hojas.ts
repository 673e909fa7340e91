/** The rows of a ranking, as the desk of its call lists them: only exported. */
import type { z } from 'zod';
import type { Slots } from '../../../../platform/server/feature.ts';
import { type Column, defineHoja } from '../../../../platform/server/hojas/define.ts';
import { properName } from '../../../../platform/shared/names.ts';
import { SOLICITUD } from '../../estados.ts';
import { canManagePosgrado } from '../../policy.ts';
import { listFilasRanking } from '../contract.ts';
import { presentFila } from './present.ts';
import { readEtapasDeRanking, readFilasHalladas } from './service.ts';

const filters = listFilasRanking.input.pick({ id: true, busqueda: true, estado: true });

/** Before the id of the stage that a column is of. */
const ETAPA = 'etapa-';

type Fila = {
  posicion: number | null;
  folio: string;
  nombre: string | null;
  clave: string | null;
  total: number | null;
  resultado: string;
  lugar: string | null;
  porque: string | null;
  hoy: string;
  /** Whose it is: not a column. */
  personaId: string;
  [etapa: `${typeof ETAPA}${string}`]: string | number | null;
};

const COLUMNS: readonly Column<Extract<keyof Fila, string>>[] = [
  { key: 'posicion', header: 'Posición', example: '' },
  { key: 'folio', header: 'Folio', example: '', width: 22 },
  { key: 'nombre', header: 'Nombre', example: '', width: 36 },
  { key: 'clave', header: 'CURP o clave', example: '', width: 22 },
  { key: 'total', header: 'Total', example: '' },
  { key: 'resultado', header: 'Resultado', example: '', width: 20 },
  { key: 'lugar', header: 'Lugar', example: '', width: 26 },
  { key: 'porque', header: 'Motivo', example: '', width: 40 },
  { key: 'hoy', header: 'Estado actual', example: '', width: 20 },
];

export const rankingHoja = (ownerNow: Slots['ownerNow']) =>
  defineHoja<Fila, z.output<typeof filters>>({
    id: 'ranking-posgrado',
    title: 'filas de un ranking',
    policy: canManagePosgrado,
    columns: COLUMNS,
    moreColumns: async ({ id }, { db }) =>
      (await readEtapasDeRanking(db, id))
        .filter(({ peso }) => peso > 0)
        .map(({ id: etapaId, nombre: header }) => ({
          key: `${ETAPA}${etapaId}`,
          header,
          example: '',
        })),
    filters,
    shownFilters: ['id', 'estado'],
    persona: ({ personaId }) => personaId as string,
    async *exportRows(filtros, { db, actorUid }) {
      const { entradas, filas } = await readFilasHalladas(
        db,
        { ...filtros, orden: 'posicion', descendente: false },
        await ownerNow(db, actorUid),
      );
      yield filas.map((fila) => {
        const una = presentFila(fila, entradas);
        return {
          ...{ posicion: una.posicion, folio: una.folio, clave: una.clave },
          ...{ lugar: una.lugar, porque: una.porque, personaId: fila.persona_id },
          nombre: una.nombre && properName(una.nombre),
          total: una.total === null ? null : una.total / 100,
          resultado: SOLICITUD.palabra(una.estado),
          hoy: SOLICITUD.palabra(una.estadoActual),
          ...Object.fromEntries(
            una.etapas.map(({ centesimas, es }, at) => [
              `${ETAPA}${entradas.etapas[at]!.id}`,
              es === 'ausente' ? 'NP' : centesimas === null ? null : centesimas / 100,
            ]),
          ),
        };
      });
    },
  });
