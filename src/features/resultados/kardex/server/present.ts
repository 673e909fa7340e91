import { formatFolioActa } from '../../actas/rules.ts';
import type { Kardex } from '../contract.ts';
import { totalesDe } from '../rules.ts';
import type { AsignaturaRow, SinActaRow } from './data.ts';

const presentAsignatura = ({
  actividad: { curso, edicion },
  folio,
  version,
  ...row
}: AsignaturaRow): Kardex['asignaturas'][number] => ({
  curso: {
    clave: curso.clave,
    nombre: curso.nombre,
    tipo: curso.tipo,
    horas: curso.horas,
    creditos: curso.creditos,
  },
  edicion: { nombre: edicion.nombre, inicia: edicion.inicia, termina: edicion.termina },
  calificacion: row.calificacion,
  asistencia: row.asistencia,
  resultado: row.resultado,
  acta: { folio: formatFolioActa(folio), version },
});

export const presentKardex = (
  rows: readonly AsignaturaRow[],
  sinActa: readonly SinActaRow[],
): Kardex => {
  const asignaturas = rows.map(presentAsignatura);
  const totales = totalesDe(
    rows.map(({ actividad: { cursoId, curso }, resultado, calificacion }) => ({
      ...{ cursoId, curso, resultado, calificacion },
    })),
  );
  return { asignaturas, totales, sinActa: [...sinActa] };
};
