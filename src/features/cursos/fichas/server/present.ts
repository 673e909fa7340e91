import { tryTemario } from '../../contract.ts';
import type { CursoGuardado, DatosDeCurso } from '../contract.ts';
import { describeCambiosDeCurso } from '../rules.ts';
import type { CursoRow, VersionRow } from './data.ts';

/** What a course says, as its form has it. */
export const datosDeCursoOf = (row: CursoRow): DatosDeCurso => ({
  clave: row.clave,
  nombre: row.nombre,
  tipoId: row.tipo_id,
  modalidadId: row.modalidad_id,
  areaId: row.area_id,
  horas: row.horas,
  creditos: row.creditos,
  objetivo: row.objetivo,
  temario: tryTemario(row.temario),
  requisitos: row.requisitos,
});

export const presentCursoGuardado = (row: CursoRow): CursoGuardado => ({
  id: row.id,
  version: row.version,
  datos: datosDeCursoOf(row),
  tipo: row.tipo,
  modalidad: row.modalidad,
  area: row.area,
  retirado: row.retirado_en !== null,
  actualizadoEn: row.actualizado_en.toISOString(),
});

/** Versions, newest first, with what each changed. */
export const presentVersiones = (kept: readonly VersionRow[]) => {
  const rows = kept.map((row) => ({ ...row, temario: tryTemario(row.temario) }));
  return rows.map((row, i) => {
    const before = rows[i + 1];
    return {
      numero: row.numero,
      creadoEn: row.creado_en.toISOString(),
      cambios: before ? describeCambiosDeCurso(before, row) : [],
      ediciones: row.ediciones,
    };
  });
};
