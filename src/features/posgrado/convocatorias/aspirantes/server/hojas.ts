/** The applications of a call, as its desk lists them: only exported. */
import type { z } from 'zod';
import type { Slots } from '../../../../../platform/server/feature.ts';
import { Momento } from '../../../../../platform/server/hojas/cells.ts';
import { type Column, defineHoja } from '../../../../../platform/server/hojas/define.ts';
import { SOLICITUD } from '../../../estados.ts';
import { canManagePosgrado } from '../../../policy.ts';
import { requireConvocatoria, selectEtapas } from '../../server/service.ts';
import { listSolicitudesConvocatoria } from '../contract.ts';
import { AVANCES_EN_ETAPA } from '../rules.ts';
import { readParaExportar } from './service.ts';

const filters = listSolicitudesConvocatoria.input.pick({
  convocatoriaId: true,
  busqueda: true,
  estado: true,
  aviso: true,
});

/** Before the id of the stage that a column is of. */
const ETAPA = 'etapa-';

type Fila = {
  folio: string;
  nombre: string;
  clave: string;
  estado: string;
  enviada: Momento | null;
  cartasRecibidas: number;
  cartasPedidas: number;
  avisos: string | null;
  /** Whose it is: not a column. */
  personaId: string;
  [etapa: `${typeof ETAPA}${string}`]: string;
};

const COLUMNS: readonly Column<Extract<keyof Fila, string>>[] = [
  { key: 'folio', header: 'Folio', example: '', width: 22 },
  { key: 'nombre', header: 'Nombre', example: '', width: 36 },
  { key: 'clave', header: 'CURP o clave', example: '', width: 22 },
  { key: 'estado', header: 'Estado', example: '', width: 18 },
  { key: 'enviada', header: 'Enviada', example: '', width: 20 },
  { key: 'cartasRecibidas', header: 'Cartas recibidas', example: '' },
  { key: 'cartasPedidas', header: 'Cartas pedidas', example: '' },
  { key: 'avisos', header: 'Avisos', example: '', width: 36 },
];

export const solicitudesHoja = (ownerNow: Slots['ownerNow']) =>
  defineHoja<Fila, z.output<typeof filters>>({
    id: 'solicitudes-posgrado',
    title: 'solicitudes de posgrado',
    policy: canManagePosgrado,
    columns: COLUMNS,
    async moreColumns({ convocatoriaId }, { db }) {
      await requireConvocatoria(db, { id: convocatoriaId });
      return (await selectEtapas(db, convocatoriaId))
        .filter(({ tipo }) => tipo !== 'documental')
        .map(({ id, nombre }) => ({ key: `${ETAPA}${id}`, header: nombre, example: '' }));
    },
    filters,
    shownFilters: ['convocatoriaId', 'estado', 'aviso'],
    persona: ({ personaId }) => personaId as string,
    async *exportRows(filtros, { db, now, actorUid }) {
      const actor = await ownerNow(db, actorUid);
      const filas = await readParaExportar(db, filtros, { actor, ahora: now });
      yield filas.map(({ row, folio, nombre, pedidas, avisos, etapas }) => ({
        ...{ folio, nombre, clave: row.persona_clave, personaId: row.persona_id },
        estado: SOLICITUD.palabra(row.estado),
        enviada: row.enviada_en && new Momento(row.enviada_en),
        ...{ cartasRecibidas: row.recibidas, cartasPedidas: pedidas },
        avisos: avisos.join('; ') || null,
        ...Object.fromEntries(
          etapas.map(({ etapaId, avance }) => [`${ETAPA}${etapaId}`, AVANCES_EN_ETAPA[avance][0]]),
        ),
      }));
    },
  });
