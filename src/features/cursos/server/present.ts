import type { Curso, Edicion, Lugares, Oferta } from '../contract.ts';
import type { CursoRow, EdicionRow, OfertaRow } from './data.ts';

export const presentCurso = (row: CursoRow): Curso => ({
  id: row.curso_id,
  clave: row.curso_clave,
  nombre: row.curso_nombre,
  tipo: row.curso_tipo,
  modalidad: row.curso_modalidad,
  area: row.curso_area,
  horas: row.curso_horas,
  creditos: row.curso_creditos,
  objetivo: row.curso_objetivo,
});

export const presentEdicion = (row: EdicionRow): Edicion => ({
  id: row.edicion_id,
  nombre: row.edicion_nombre,
  inicia: row.edicion_inicia,
  termina: row.edicion_termina,
  inscripcionAbre: row.edicion_abre.toISOString(),
  inscripcionCierra: row.edicion_cierra.toISOString(),
  sede: row.edicion_sede,
  cancelada: row.edicion_cancelada_en !== null,
});

export const presentLugares = (row: EdicionRow): Lugares => ({
  cupo: row.edicion_cupo,
  ocupados: row.edicion_ocupados,
  libres: row.edicion_cupo - row.edicion_ocupados,
});

export const presentOferta = (row: OfertaRow, ahora: Date): Oferta => ({
  curso: presentCurso(row),
  edicion: presentEdicion(row),
  plantillaId: row.plantilla_id,
  lugares: presentLugares(row),
  momento: row.edicion_abre <= ahora ? 'abierta' : 'proxima',
  inscripcion:
    row.inscripcion_id !== null && row.inscripcion_estado !== null
      ? { id: row.inscripcion_id, estado: row.inscripcion_estado }
      : null,
});
