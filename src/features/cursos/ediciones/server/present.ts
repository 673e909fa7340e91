import { momentoDe } from '../../../../platform/shared/dates.ts';
import { leerTemario } from '../../contract.ts';
import type { DatosDeEdicion, EdicionGuardada, EdicionListada } from '../contract.ts';
import type { EdicionListadaRow, EdicionRow } from './data.ts';

export const presentEdicionListada = (row: EdicionListadaRow): EdicionListada => ({
  id: row.id,
  nombre: row.nombre,
  curso: {
    id: row.curso_id,
    clave: row.curso_clave,
    nombre: row.curso_nombre,
    tipo: row.curso_tipo,
  },
  inicia: row.inicia,
  termina: row.termina,
  inscripcionAbre: row.abre.toISOString(),
  inscripcionCierra: row.cierra.toISOString(),
  sede: row.sede,
  estado: row.estado,
  cupo: row.cupo,
  ocupados: row.ocupados,
  porConvocatoria: row.por_convocatoria,
});

/** What an edition says, as its form has it. */
export const datosDeEdicionOf = (row: EdicionRow): DatosDeEdicion => ({
  cursoId: row.curso_id,
  plantillaId: row.plantilla_id,
  nombre: row.nombre,
  inicia: row.inicia,
  termina: row.termina,
  inscripcionAbre: momentoDe(row.abre),
  inscripcionCierra: momentoDe(row.cierra),
  sedeId: row.sede_id,
  cupo: row.cupo,
  calificacionMinima: row.calificacion,
  asistenciaMinima: row.asistencia,
});

export const presentEdicionGuardada = (
  row: EdicionRow,
  partes: Pick<EdicionGuardada, 'grupos' | 'docentes' | 'sesiones'>,
): EdicionGuardada => ({
  id: row.id,
  version: row.version,
  datos: datosDeEdicionOf(row),
  curso: {
    id: row.curso_id,
    clave: row.curso_clave,
    nombre: row.curso_nombre,
    tipo: { ...row.curso_tipo, posgrado: row.curso_tipo.posgrado === true },
    modalidad: row.curso_modalidad,
    horas: row.curso_horas,
    temario: leerTemario(row.curso_temario),
    requisitos: row.curso_requisitos,
    version: row.curso_version,
    ultima: row.curso_ultima,
    retirado: row.curso_retirado,
  },
  plantilla: row.plantilla,
  sede: row.sede,
  estado: row.estado,
  ocupados: row.ocupados,
  porConvocatoria: row.por_convocatoria,
  conConvocatoriaPublicada: row.convocatoria_id !== null,
  cancelacion:
    row.cancelada_en === null
      ? null
      : {
          motivo: row.cancelacion_motivo ?? '',
          canceladaEn: row.cancelada_en.toISOString(),
          alternativa:
            row.alternativa_id === null
              ? null
              : { id: row.alternativa_id, nombre: row.alternativa ?? '' },
        },
  ...partes,
  actualizadoEn: row.actualizado_en.toISOString(),
});
