import type { OutputOf } from '../../../../platform/shared/callable.ts';
import { cuposDePlantilla } from '../../../plantillas/cupos/rules.ts';
import { answersByField, describeRespuestas } from '../../../plantillas/formulario/rules.ts';
import { formatFolio } from '../../acuse/rules.ts';
import type { getInscrito, Inscrito } from '../contract.ts';
import { hasRespuestas, isReversible } from '../rules.ts';
import type { InscritoRow } from './data.ts';

/** What of its edition a decision looks at. */
export const edicionDe = (row: Pick<InscritoRow, 'edicion_inicia' | 'edicion_cancelada_en'>) => ({
  inicia: row.edicion_inicia,
  cancelada: row.edicion_cancelada_en !== null,
});

/** What is said of one besides what was answered. */
export const presentSinRespuestas = (
  row: InscritoRow,
  ahora: Date,
): Omit<Inscrito, 'respuestas'> => {
  const nombres = cuposDePlantilla(row.version_definicion);
  const claves = row.cupo_clave === null ? row.cupos : [row.cupo_clave];
  const resultados = row.evaluacion?.resultados ?? [];
  return {
    id: row.id,
    persona: { clave: row.persona_clave, nombre: row.persona_nombre_completo },
    estado: row.estado,
    ofrecidoHasta: row.lugar_vence_en?.toISOString() ?? null,
    edicion: { id: row.edicion_id, nombre: row.edicion_nombre, curso: row.curso_nombre },
    grupo: row.grupo,
    cupos: claves.map((clave) => nombres.get(clave) ?? clave),
    enviadaEn: row.enviada_en.toISOString(),
    puntos: row.puntos,
    ilegible: [...row.ilegible],
    sinCumplir: resultados.flatMap(({ cumple, efecto, descripcion }) =>
      cumple || efecto === 'prioriza' ? [] : [descripcion],
    ),
    folio: row.folio === null ? null : formatFolio(row.folio),
    motivo: row.motivo,
    reversible: isReversible(row.estado, row.decidida_en, edicionDe(row), ahora),
  };
};

export const presentInscrito = (row: InscritoRow, ahora: Date): Inscrito => ({
  ...presentSinRespuestas(row, ahora),
  respuestas: hasRespuestas(row) ? answersByField(row.version_definicion, row.respuestas) : {},
});

/** One of them, whole. */
export const presentInscritoEntero = (
  row: InscritoRow,
  ahora: Date,
): OutputOf<typeof getInscrito> => ({
  ...presentInscrito(row, ahora),
  version: row.version_numero,
  evaluacion: row.evaluacion?.resultados ?? [],
  // That of which nothing can be read was not left unanswered.
  secciones: hasRespuestas(row)
    ? describeRespuestas(row.version_definicion, row.respuestas).map(({ titulo, respuestas }) => ({
        titulo,
        respuestas: respuestas.map(({ etiqueta, valor }) => ({ etiqueta, valor })),
      }))
    : [],
});
