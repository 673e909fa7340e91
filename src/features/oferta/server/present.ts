import { leerTemario } from '../../cursos/contract.ts';
import { estadoDeEdicion } from '../../cursos/rules.ts';
import type { Reserva } from '../../inscripciones/contract.ts';
import { presentOferta } from '../../inscripciones/ofertas/server/service.ts';
import type { EdicionDetallada, EdicionOfrecida, Elegibilidad } from '../contract.ts';
import type { DetalladaRow, OfrecidaRow } from './data.ts';

export const presentOfrecida = (
  row: OfrecidaRow,
  { elegibilidad, reserva }: { elegibilidad: Elegibilidad; reserva: Reserva | null },
  ahora: Date,
): EdicionOfrecida => {
  const oferta = presentOferta(row, reserva, ahora);
  return { ...oferta, estado: estadoDeEdicion(oferta.edicion, ahora), elegibilidad };
};

export const presentDetallada = (
  row: DetalladaRow,
): Omit<EdicionDetallada, keyof EdicionOfrecida | 'ahora' | 'faltas' | 'cancelacion'> => ({
  temario: leerTemario(row.curso_temario),
  requisitos: row.curso_requisitos,
  calificacionMinima: row.edicion_calificacion_minima,
  asistenciaMinima: row.edicion_asistencia_minima,
  grupos: row.edicion_grupos.map(({ ocupados, ...grupo }) => ({
    ...grupo,
    libres: grupo.cupo - ocupados,
  })),
  docentes: row.edicion_docentes,
  sesiones: row.edicion_sesiones,
  conFormulario: row.con_formulario,
});
