import type { Env } from '../../../../platform/server/env.ts';
import type { OutputOf } from '../../../../platform/shared/callable.ts';
import { type Decision, decidirResultado, type Minimos } from '../../rules.ts';
import type { FilaRow } from '../../server/data.ts';
import { nombreDeLista, recuentoOf } from '../../server/present.ts';
import type { ActaImpresa, getActa, previewCierreActa } from '../contract.ts';
import { diferenciasEntre, formatFolioActa, totalesDe } from '../rules.ts';
import type { findImpresa, selectVersiones } from './data.ts';

type FilaDeActa = ActaImpresa['filas'][number];

/** What the minima make of what is recorded of somebody. */
export const decisionOf = (row: FilaRow, minimos: Minimos) =>
  decidirResultado({ calificacion: row.calificacion, asistencia: recuentoOf(row) }, minimos);

/** Somebody's line of an acta, before it is decided. */
export const filaVaciaOf = (
  row: FilaRow,
): Omit<FilaDeActa, 'calificacion' | 'asistencia' | 'resultado' | 'razones'> => ({
  inscripcionId: row.inscripcion_id,
  nombre: nombreDeLista(row),
  clave: row.clave,
  grupo: row.grupo,
  observacion: row.observacion,
});

/** The first version of an acta. */
export const buildActa = (
  row: Awaited<ReturnType<typeof findImpresa>>,
  made: {
    env: Pick<Env, 'institution' | 'demo'>;
    folio: string;
    en: Date;
    por: string;
    minimos: Minimos;
    filas: readonly FilaDeActa[];
  },
): ActaImpresa => ({
  institucion: made.env.institution.name,
  folio: formatFolioActa(made.folio),
  version: 1,
  motivo: null,
  cerradaEn: made.en.toISOString(),
  emitidaEn: made.en.toISOString(),
  por: made.por,
  actividad: {
    cursoId: row.curso_id,
    cursoVersionId: row.curso_version_id,
    edicionId: row.edicion_id,
    curso: {
      clave: row.curso_clave,
      nombre: row.curso_nombre,
      tipo: row.curso_tipo.nombre,
      modalidad: row.curso_modalidad.nombre,
      area: row.curso_area,
      horas: row.curso_horas,
      creditos: row.curso_creditos,
    },
    edicion: {
      nombre: row.edicion_nombre,
      inicia: row.edicion_inicia,
      termina: row.edicion_termina,
      sede: row.edicion_sede,
    },
  },
  docentes: row.docentes ?? [],
  minimos: { ...made.minimos },
  filas: [...made.filas],
  demo: made.env.demo,
});

type Versiones = Awaited<ReturnType<typeof selectVersiones>>;

/** An acta with what each version changed; `rows`, those of the edition now. */
export const presentActa = (
  id: string,
  versiones: Versiones,
  rows: readonly FilaRow[],
  personaId: string | null,
): OutputOf<typeof getActa> => {
  const acta = versiones[0]!.datos;
  const dentro = new Set(acta.filas.map(({ inscripcionId }) => inscripcionId));
  return {
    id,
    acta,
    versiones: versiones.map(({ numero, creado_en, motivo, datos, ...pdf }, i) => {
      const before = versiones[i + 1]?.datos;
      return {
        numero,
        creadoEn: creado_en.toISOString(),
        por: datos.por,
        motivo,
        sinFirma: pdf.pdf_sha256 !== null && pdf.pdf_firmante === null,
        ...totalesDe(datos.filas),
        diferencias: before ? diferenciasEntre(before, datos) : [],
      };
    }),
    fuera: rows
      .filter((row) => !dentro.has(row.inscripcion_id))
      .map((row) => ({ inscripcionId: row.inscripcion_id, nombre: nombreDeLista(row) })),
    propias: rows.filter((row) => row.persona_id === personaId).map((row) => row.inscripcion_id),
  };
};

/** What closing would do, somebody by somebody. */
export const presentCierre = (
  huella: string,
  noSeCierra: string | null,
  decididos: readonly { row: FilaRow; decision: Decision }[],
): OutputOf<typeof previewCierreActa> => ({
  huella,
  noSeCierra,
  filas: decididos.map(({ row, decision }) => ({
    inscripcionId: row.inscripcion_id,
    nombre: nombreDeLista(row),
    resultado: 'falta' in decision ? null : decision.resultado,
    razones: 'falta' in decision ? [] : [...decision.razones],
    falta: 'falta' in decision ? [...decision.falta] : [],
  })),
});
