import type { OutputOf } from '../../../../platform/shared/callable.ts';
import { nameInItsCase } from '../../../../platform/shared/names.ts';
import { cuposDePlantilla } from '../../../plantillas/cupos/rules.ts';
import type { Formulario, Respuestas } from '../../../plantillas/formulario/contract.ts';
import {
  answersByField,
  datoOf,
  describeRespuestas,
  fieldsOf,
} from '../../../plantillas/formulario/rules.ts';
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

/** The fields of a form that are the full name of the file, which keeps it in capitals: on a screen it is read as a name. */
const nombresDe = (def: Formulario) =>
  fieldsOf(def).filter((campo) => datoOf(campo)?.dato === 'nombreCompleto');

const respuestasDe = (def: Formulario, respuestas: Respuestas): Record<string, string> => {
  const said = answersByField(def, respuestas);
  for (const { clave } of nombresDe(def)) {
    if (said[clave] !== undefined) said[clave] = nameInItsCase(said[clave]);
  }
  return said;
};

export const presentInscrito = (row: InscritoRow, ahora: Date): Inscrito => ({
  ...presentSinRespuestas(row, ahora),
  respuestas: hasRespuestas(row) ? respuestasDe(row.version_definicion, row.respuestas) : {},
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
  secciones: hasRespuestas(row) ? seccionesDe(row.version_definicion, row.respuestas) : [],
});

const seccionesDe = (def: Formulario, respuestas: Respuestas) => {
  const nombres = new Set(nombresDe(def).map(({ etiqueta }) => etiqueta));
  return describeRespuestas(def, respuestas).map(({ titulo, respuestas: suyas }) => ({
    titulo,
    respuestas: suyas.map(({ etiqueta, valor }) => ({
      etiqueta,
      valor: nombres.has(etiqueta) ? nameInItsCase(valor) : valor,
    })),
  }));
};
