import type { Cancelacion, Curso, Edicion, Grupo, Lugares } from '../contract.ts';
import type { ActividadEnteraRow, ActividadRow } from './reading.ts';

export const presentCurso = (row: ActividadRow): Curso => ({
  id: row.curso_id,
  clave: row.curso_clave,
  nombre: row.curso_nombre,
  tipo: { ...row.curso_tipo, posgrado: row.curso_tipo.posgrado === true },
  modalidad: row.curso_modalidad,
  area: row.curso_area,
  horas: row.curso_horas,
  creditos: row.curso_creditos,
  objetivo: row.curso_objetivo,
});

export const presentEdicion = (row: ActividadRow): Edicion => ({
  id: row.edicion_id,
  nombre: row.edicion_nombre,
  inicia: row.edicion_inicia,
  termina: row.edicion_termina,
  inscripcionAbre: row.edicion_abre.toISOString(),
  inscripcionCierra: row.edicion_cierra.toISOString(),
  sede: row.edicion_sede,
  cancelada: row.edicion_cancelada_en !== null,
  porConvocatoria: row.edicion_por_convocatoria,
  convocatoriaId: row.edicion_convocatoria_id,
});

export const presentLugares = (row: ActividadRow): Lugares => ({
  cupo: row.edicion_cupo,
  ocupados: row.edicion_ocupados,
  libres: row.edicion_cupo - row.edicion_ocupados,
});

export const presentGrupos = ({
  edicion_grupos,
}: Pick<ActividadEnteraRow, 'edicion_grupos'>): Grupo[] =>
  (edicion_grupos ?? []).map(({ id, nombre, horario, cupo, ocupados }) => ({
    ...{ id, nombre, horario },
    libres: Math.max(0, cupo - ocupados),
  }));

/** Why it was cancelled; null: it was not. */
export const presentCancelacion = (
  row: Pick<ActividadRow, 'edicion_cancelada_en'> &
    Pick<ActividadEnteraRow, 'edicion_motivo' | 'edicion_alternativa'>,
): Cancelacion | null =>
  row.edicion_cancelada_en === null
    ? null
    : { motivo: row.edicion_motivo ?? '', alternativa: row.edicion_alternativa };
