import { fechaDe, formatHora } from '../../../platform/shared/dates.ts';
import { estadoDeEdicion } from '../../cursos/rules.ts';
import { presentCurso, presentEdicion } from '../../cursos/server/service.ts';
import type { Cursado } from '../contract.ts';
import type { Material } from '../materiales/contract.ts';
import { avanceDe } from '../rules.ts';
import type { CursadoRow } from './data.ts';

export const presentCursado = (
  row: CursadoRow,
  {
    ahora,
    materiales,
    resultados,
  }: {
    ahora: Date;
    materiales: readonly Material[];
    resultados: Cursado['resultados'] | undefined;
  },
): Cursado => {
  const edicion = presentEdicion(row);
  const now = { fecha: fechaDe(ahora), hora: formatHora(ahora) };
  const next = row.sesiones.find(({ fecha, a }) => `${fecha} ${a}` > `${now.fecha} ${now.hora}`);
  return {
    inscripcionId: row.inscripcion_id,
    estado: row.inscripcion_estado,
    curso: presentCurso(row),
    edicion,
    estadoEdicion: estadoDeEdicion(edicion, ahora),
    plantillaId: row.plantilla_id,
    grupo: row.grupo,
    avance: avanceDe(edicion, row.sesiones, now),
    proxima:
      next && row.con_lugar && !edicion.cancelada
        ? { fecha: next.fecha, de: next.de, a: next.a, tema: next.tema, lugar: next.lugar }
        : null,
    resultados: resultados ?? { asistencia: null, calificacion: null },
    materiales: [...materiales],
  };
};
