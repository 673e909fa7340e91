/** The requests for review of a call, as its desk lists them: only exported. */
import type { z } from 'zod';
import type { Slots } from '../../../../platform/server/feature.ts';
import { Momento } from '../../../../platform/server/hojas/cells.ts';
import { type Column, defineHoja } from '../../../../platform/server/hojas/define.ts';
import { properName } from '../../../../platform/shared/names.ts';
import { INCONFORMIDAD } from '../../estados.ts';
import { canManagePosgrado } from '../../policy.ts';
import { listInconformidades } from '../contract.ts';
import { readParaExportar } from '../resolucion/server/service.ts';
import { CONSECUENCIAS, SOBRE } from '../rules.ts';

const filters = listInconformidades.input.pick({
  convocatoriaId: true,
  busqueda: true,
  estado: true,
});

type Fila = Record<
  | 'folio'
  | 'nombre'
  | 'clave'
  | 'sobre'
  | 'etapa'
  | 'estado'
  | 'asignada'
  | 'resolvio'
  | 'consecuencia'
  | 'consecuenciaEtapa',
  string | null
> &
  Record<'notificada' | 'presentada' | 'venceEn' | 'resuelta', Momento | null> & {
    /** Whose it is: not a column. */
    personaId: string;
  };

const COLUMNS: readonly Column<Extract<keyof Fila, string>>[] = [
  { key: 'folio', header: 'Folio', example: '', width: 22 },
  { key: 'nombre', header: 'Nombre', example: '', width: 36 },
  { key: 'clave', header: 'CURP o clave', example: '', width: 22 },
  { key: 'sobre', header: 'Asunto', example: '', width: 32 },
  { key: 'etapa', header: 'Etapa', example: '', width: 26 },
  { key: 'estado', header: 'Estado', example: '', width: 14 },
  { key: 'notificada', header: 'Decisión notificada', example: '', width: 20 },
  { key: 'presentada', header: 'Presentada', example: '', width: 20 },
  { key: 'venceEn', header: 'Fecha límite', example: '', width: 20 },
  { key: 'asignada', header: 'A cargo de', example: '', width: 30 },
  { key: 'resuelta', header: 'Resuelta', example: '', width: 20 },
  { key: 'resolvio', header: 'Resolvió', example: '', width: 30 },
  { key: 'consecuencia', header: 'Consecuencia', example: '', width: 36 },
  { key: 'consecuenciaEtapa', header: 'Etapa de la consecuencia', example: '', width: 26 },
];

const momento = (en: Date | null): Momento | null => en && new Momento(en);

export const inconformidadesHoja = (ownerNow: Slots['ownerNow']) =>
  defineHoja<Fila, z.output<typeof filters>>({
    id: 'inconformidades-posgrado',
    title: 'inconformidades de posgrado',
    policy: canManagePosgrado,
    columns: COLUMNS,
    filters,
    shownFilters: ['convocatoriaId', 'estado'],
    persona: ({ personaId }) => personaId as string,
    async *exportRows(filtros, { db, actorUid }) {
      const rows = await readParaExportar(db, filtros, await ownerNow(db, actorUid));
      yield rows.map((row) => ({
        ...{ folio: row.folio, clave: row.persona_clave, personaId: row.persona_id },
        nombre: row.persona_nombre_completo && properName(row.persona_nombre_completo),
        ...{ sobre: SOBRE[row.sobre], etapa: row.etapa },
        estado: INCONFORMIDAD.palabra(row.estado),
        ...{ notificada: momento(row.notificada_en), presentada: momento(row.creado_en) },
        ...{ venceEn: momento(row.vence_en), resuelta: momento(row.resuelta_en) },
        ...{ asignada: row.asignada, resolvio: row.resolvio },
        consecuencia: row.consecuencia && CONSECUENCIAS[row.consecuencia],
        consecuenciaEtapa: row.consecuencia_etapa,
      }));
    },
  });
