import { ofertaEdicionPath } from '../../../cursos/routes.ts';
import { describeTipo } from '../../../cursos/rules.ts';
import { presentCurso } from '../../../cursos/server/service.ts';
import type { Evento } from '../rules.ts';
import type { AgendaRow } from './data.ts';

/** What an edition is in a calendar: its sessions, or its days when it has none; and its enrolment, for who may enrol. */
export const presentEventos = (row: AgendaRow, publicUrl: string): Evento[] => {
  const { edicion_id: id, curso_nombre: curso, edicion_nombre: edicion } = row;
  const common = {
    secuencia: row.secuencia ?? 0,
    cambio: row.cambio ?? row.creado_en,
    lugar: row.edicion_sede ?? '',
    enlace: `${publicUrl}${ofertaEdicionPath(id)}`,
    cancelado: row.edicion_cancelada_en !== null,
    ocupa: row.propia,
  };
  const tipo = describeTipo(presentCurso(row));
  const mine = row.sesiones.filter(
    ({ grupo_id }) => grupo_id === null || row.grupo_id === null || grupo_id === row.grupo_id,
  );
  const clases: Evento[] =
    mine.length === 0
      ? [
          {
            ...common,
            uid: `${id}-periodo`,
            titulo: curso,
            descripcion: `${tipo}. ${edicion}`,
            ocupa: false,
            cuando: { dias: { desde: row.edicion_inicia, hasta: row.edicion_termina } },
          },
        ]
      : mine.map(({ id: sesion, fecha, de, a, tema, lugar, grupo }) => ({
          ...common,
          uid: `${id}-sesion-${sesion}`,
          titulo: tema === '' ? curso : `${curso}: ${tema}`,
          descripcion: [`${tipo}. ${edicion}`, grupo].filter(Boolean).join('. '),
          lugar: lugar || common.lugar,
          cuando: { horas: { fecha, de, a } },
        }));
  const cerrada = row.edicion_por_convocatoria && row.edicion_convocatoria_id === null;
  if (row.propia || cerrada) return clases;
  return [
    ...clases,
    {
      ...common,
      uid: `${id}-inscripcion`,
      titulo: `${row.edicion_por_convocatoria ? 'Presolicitudes' : 'Inscripción'}: ${curso}`,
      descripcion: edicion,
      lugar: '',
      ocupa: false,
      cuando: { instantes: { desde: row.edicion_abre, hasta: row.edicion_cierra } },
    },
  ];
};
