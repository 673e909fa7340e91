import { type Selectable, sql } from 'kysely';
import type { Db, Tables, Trx } from '../../../../platform/server/db/index.ts';
import { INSCRITA } from '../../../inscripciones/server/reading.ts';
import { PERSONA } from '../../../personas/server/reading.ts';
import { readActividad } from '../../../resultados/actas/contract.ts';
import { ACTIVIDAD_DE_ACTA, LINEA, RESULTADO_EN_ACTA } from '../../../resultados/server/reading.ts';
import type { Tipo } from '../../rules.ts';
import type { LineaDeActa } from '../rules.ts';
import { CALIFICACION_DICHA, EN_DESACUERDO } from './reading.ts';

export type LineaRow = LineaDeActa & { inscripcionId: string; folio: string; version: number };

/** The lines of closed actas of a person, or the one of an enrolment of theirs, the newest first. */
export const selectLineas = async (
  db: Db | Trx,
  personaId: string,
  inscripcionId?: string,
): Promise<LineaRow[]> => {
  const one = inscripcionId === undefined ? sql`true` : sql`i.id = ${inscripcionId}`;
  const { rows } = await sql<{
    id: string;
    folio: string;
    version: number;
    resultado: LineaDeActa['resultado'];
    calificacion: number | null;
    actividad: unknown;
  }>`
    select i.id, a.folio, a.version, ${RESULTADO_EN_ACTA.columns}, ${ACTIVIDAD_DE_ACTA.columns}
    from ${INSCRITA.tables}
    join ${RESULTADO_EN_ACTA.tables}
    join ${ACTIVIDAD_DE_ACTA.tables} on a.id = x.acta_id
    where i.persona_id = ${personaId} and ${one}
    order by v.actividad #>> '{edicion,termina}' desc, i.id`.execute(db);
  return rows.map(({ id, folio, version, resultado, calificacion, actividad }) => {
    const { curso, edicion } = readActividad(actividad);
    return {
      ...{ inscripcionId: id, folio, version, resultado, calificacion },
      ...{ curso: curso.nombre, modalidad: curso.modalidad, horas: curso.horas },
      ...{ inicia: edicion.inicia, termina: edicion.termina },
    };
  });
};

/** Lines of the demonstration that certificados may be of, those of other people first to last by when their acta was closed. */
export const selectLineasDeMuestra = async (trx: Trx) => {
  const { rows } = await sql<{
    inscripcion_id: string;
    persona_id: string;
    nombre_completo: string;
    cerrada_en: Date;
  }>`
    select i.id as inscripcion_id, i.persona_id, pe.nombre_completo, a.cerrada_en
    from ${INSCRITA.tables} join ${RESULTADO_EN_ACTA.tables}
    join ${LINEA.acta} join ${PERSONA.tables} on pe.id = i.persona_id
    where x.resultado = 'acreditada' order by a.cerrada_en, i.id limit 200`.execute(trx);
  return rows;
};

/** How many documents of a kind do not agree with their acta, and since when the oldest of them. */
export const countEnDesacuerdo = async (
  db: Db,
  tipo: Tipo,
  ahora: Date,
): Promise<{ n: number; desde: Date | null }> => {
  const { rows } = await sql<{ n: number; desde: Date | null }>`
    select count(*)::int as n, min(w.creado_en) as desde
    from documentos_emitidos d
    join ${LINEA.resultado} on x.inscripcion_id = d.inscripcion_id
    join ${LINEA.version}
    where d.tipo = ${tipo} and not coalesce(d.vence_en <= ${ahora}, false) and ${EN_DESACUERDO}`.execute(
    db,
  );
  return rows[0]!;
};

/** Those of an edition, with what its acta says. */
export const selectEnDesacuerdo = async (db: Db, edicionId: string, ahora: Date) => {
  const { rows } = await sql<
    Selectable<Tables['documentos_emitidos']> & {
      acta_resultado: LineaDeActa['resultado'];
      acta_calificacion: number | null;
      dicha: number | null;
    }
  >`
    select d.*, x.resultado as acta_resultado, x.calificacion::float8 as acta_calificacion,
      ${CALIFICACION_DICHA}::float8 as dicha
    from documentos_emitidos d
    join ${LINEA.resultado} on x.inscripcion_id = d.inscripcion_id
    join ${LINEA.acta}
    where a.edicion_id = ${edicionId} and not coalesce(d.vence_en <= ${ahora}, false)
      and ${EN_DESACUERDO}
    order by d.emitido_en, d.id limit 500`.execute(db);
  return rows;
};
