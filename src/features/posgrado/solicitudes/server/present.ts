import type { OutputOf } from '../../../../platform/shared/callable.ts';
import { presentCurso, presentEdicion } from '../../../cursos/server/service.ts';
import { formatFolio } from '../../../inscripciones/acuse/rules.ts';
import { cuposDePlantilla } from '../../../plantillas/cupos/rules.ts';
import type { ConvocatoriaRow } from '../../convocatorias/server/service.ts';
import { momentoDe } from '../../envios/rules.ts';
import { presentCalendario, presentEnvio } from '../../envios/server/present.ts';
import type { Vista } from '../../envios/server/service.ts';
import type { getSolicitud } from '../contract.ts';
import type { SolicitudRow } from './data.ts';

type Salida = OutputOf<typeof getSolicitud>;

export const presentSolicitud = (
  cv: ConvocatoriaRow,
  row: SolicitudRow | undefined,
  vista: Vista,
  rest: Pick<Salida, 'presolicitud' | 'recomendaciones' | 'resultado' | 'puede' | 'linea'>,
  ahora: Date,
): Salida => {
  const nombres = cuposDePlantilla(vista.formulario.version_definicion);
  return {
    convocatoria: {
      id: cv.id,
      curso: presentCurso(cv),
      edicion: presentEdicion(cv),
      momento: momentoDe(cv, ahora),
      calendario: presentCalendario(cv),
      descripcion: cv.bases.descripcion,
      recomendaciones: cv.bases.recomendaciones,
      diasConfirmar: cv.bases.diasConfirmar,
      diasInconformidad: cv.bases.diasInconformidad,
    },
    formulario: {
      nombre: vista.formulario.plantilla_nombre,
      version: vista.formulario.version_numero,
      definicion: vista.formulario.version_definicion,
    },
    prellenado: vista.prellenado,
    ilegible: vista.ilegible,
    borrador: vista.borrador && {
      ...vista.borrador,
      guardadoEn: vista.borrador.guardadoEn.toISOString(),
    },
    solicitud: row
      ? {
          id: row.id,
          estado: row.estado,
          folio: row.folio && formatFolio(row.folio),
          creadoEn: row.creado_en.toISOString(),
          enviadaEn: row.enviada_en?.toISOString() ?? null,
          motivo: row.motivo,
          respuestas: vista.enviadas,
          envios: vista.envios.map(presentEnvio),
          avisos: vista.avisos,
          cupos: row.cupos.map((clave) => nombres.get(clave) ?? clave),
          afirmativa: row.afirmativa,
          antiguedadDias: row.antiguedad_dias,
        }
      : null,
    evaluacion: vista.juicio.resultados,
    hechos: vista.juicio.hechos,
    ...rest,
    ahora: ahora.toISOString(),
  };
};
