import type { Curso, Edicion, Lugares } from '../contract.ts';
import type { ActividadRow } from './reading.ts';

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
});

export const presentLugares = (row: ActividadRow): Lugares => ({
  cupo: row.edicion_cupo,
  ocupados: row.edicion_ocupados,
  libres: row.edicion_cupo - row.edicion_ocupados,
});
