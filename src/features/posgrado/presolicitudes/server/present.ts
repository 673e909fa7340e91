import type { OutputOf } from '../../../../platform/shared/callable.ts';
import { cumplidosDe } from '../../../../platform/shared/requisitos.ts';
import { presentCurso, presentEdicion } from '../../../cursos/server/service.ts';
import { formatFolio } from '../../../inscripciones/acuse/rules.ts';
import type { ResultadoRegla } from '../../../plantillas/reglas/contract.ts';
import { requisitoDe } from '../../../plantillas/reglas/rules.ts';
import type { ConvocatoriaRow } from '../../convocatorias/server/service.ts';
import { momentoDe } from '../../envios/rules.ts';
import { presentCalendario, presentEnvio } from '../../envios/server/present.ts';
import type { Vista } from '../../envios/server/service.ts';
import type { ConvocatoriaAbierta, getPresolicitud, ObservacionPropia } from '../contract.ts';
import type { AbiertaRow, ObservacionRow, PresolicitudRow } from './data.ts';

export const presentAbierta = (
  row: AbiertaRow,
  resultados: readonly ResultadoRegla[],
  ahora: Date,
): ConvocatoriaAbierta => ({
  id: row.id,
  curso: presentCurso(row),
  edicion: presentEdicion(row),
  momento: momentoDe(row, ahora),
  calendario: presentCalendario(row),
  descripcion: row.bases.descripcion,
  lugares: row.edicion_cupo,
  recomendaciones: row.bases.recomendaciones,
  requisitos: { ...cumplidosDe(resultados.map(requisitoDe)), resultados: [...resultados] },
  presolicitud:
    row.presolicitud_id === null
      ? null
      : {
          id: row.presolicitud_id,
          estado: row.presolicitud_estado!,
          venceEn: row.presolicitud_vence_en?.toISOString() ?? null,
        },
  solicitud:
    row.solicitud_id === null
      ? null
      : {
          id: row.solicitud_id,
          estado: row.solicitud_estado!,
          folio: row.solicitud_folio && formatFolio(row.solicitud_folio),
        },
});

const presentObservacion = (row: ObservacionRow, abierta: boolean): ObservacionPropia => ({
  id: row.id,
  estado: row.estado,
  ronda: row.ronda,
  requisito: row.requisito,
  titulo: row.titulo,
  texto: row.texto,
  respuesta: row.respuesta,
  respondidaEn: row.respondida_en?.toISOString() ?? null,
  creadoEn: row.creado_en.toISOString(),
  abierta,
});

type Salida = OutputOf<typeof getPresolicitud>;

export const presentPresolicitud = (
  cv: ConvocatoriaRow,
  row: PresolicitudRow | undefined,
  vista: Vista,
  {
    observaciones,
    puede,
    linea,
    ahora,
  }: Pick<Salida, 'puede' | 'linea'> & { observaciones: readonly ObservacionRow[]; ahora: Date },
): Salida => {
  const ronda = Math.max(...observaciones.map((one) => one.ronda));
  return {
    convocatoria: {
      id: cv.id,
      curso: presentCurso(cv),
      edicion: presentEdicion(cv),
      momento: momentoDe(cv, ahora),
      calendario: presentCalendario(cv),
      descripcion: cv.bases.descripcion,
      diasSubsanar: cv.bases.diasSubsanar,
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
    presolicitud: row
      ? {
          id: row.id,
          estado: row.estado,
          creadoEn: row.creado_en.toISOString(),
          enviadaEn: row.enviada_en?.toISOString() ?? null,
          decididaEn: row.decidida_en?.toISOString() ?? null,
          motivo: row.motivo,
          venceEn: row.vence_en?.toISOString() ?? null,
          respuestas: vista.enviadas,
          envios: vista.envios.map(presentEnvio),
          avisos: vista.avisos,
        }
      : null,
    observaciones: observaciones.map((one) =>
      presentObservacion(one, puede.responder.permitido && one.ronda === ronda),
    ),
    evaluacion: vista.juicio.resultados,
    hechos: vista.juicio.hechos,
    puede,
    linea,
    ahora: ahora.toISOString(),
  };
};
