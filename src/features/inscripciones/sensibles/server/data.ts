import { type ColumnType, type Generated, sql } from 'kysely';
import { inEstado } from '../../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { ACTIVIDAD } from '../../../cursos/server/reading.ts';
import { DEFINICION, type Definicion } from '../../../plantillas/contract.ts';
import { type Respuestas, respuestasLeidas } from '../../../plantillas/formulario/contract.ts';
import { VERSION_DE } from '../../../plantillas/server/reading.ts';
import { type Estado, INSCRIPCION } from '../../estados.ts';

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    respuestas_sensibles: {
      inscripcion_id: string;
      /** `{inscripcionId, respuestas}`, sealed. */
      sellado: string | null;
      /** Of an older version of the portal: sealed at the next start. */
      por_sellar: ColumnType<Respuestas | null, never, string | null>;
      actualizado_en: Generated<Date>;
    };
  }
}

export const upsertSensibles = (trx: Trx, inscripcionId: string, sellado: string) =>
  trx
    .insertInto('respuestas_sensibles')
    .values({ inscripcion_id: inscripcionId, sellado })
    .onConflict((conflict) =>
      conflict
        .column('inscripcion_id')
        .doUpdateSet({ sellado, por_sellar: null, actualizado_en: sql<Date>`now()` }),
    );

export const deleteSensibles = (trx: Trx, inscripcionId: string) =>
  trx.deleteFrom('respuestas_sensibles').where('inscripcion_id', '=', inscripcionId);

export type SensiblesRow = {
  id: string;
  curso: string;
  edicion: string;
  estado: Estado;
  enviada_en: Date;
  /** Of both, null: it cannot be read. */
  definicion: Definicion | null;
  respuestas: Respuestas | null;
  sellado: string;
};

/** What a person answered apart in the inscripciones that they sent, the newest first. */
export const selectSensibles = async (db: Db, personaId: string): Promise<SensiblesRow[]> => {
  type Stored = Omit<SensiblesRow, 'definicion' | 'respuestas'> & {
    version_definicion: unknown;
    respuestas: unknown;
  };
  const { rows } = await sql<Stored>`
    select i.id, c.nombre as curso, e.nombre as edicion, i.estado, i.enviada_en, ${VERSION_DE.columns},
      i.respuestas, r.sellado
    from respuestas_sensibles r
    join inscripciones i on i.id = r.inscripcion_id
    join ${ACTIVIDAD.tables} on e.id = i.edicion_id
    join ${VERSION_DE.tables} on v.id = i.plantilla_version_id
    where i.persona_id = ${personaId} and not ${inEstado(INSCRIPCION, 'i.estado', 'borrador')}
      and r.sellado is not null
    order by i.enviada_en desc, i.id`.execute(db);
  return rows.map((row) => ({
    ...row,
    definicion: DEFINICION.tryRead(row.version_definicion),
    respuestas: respuestasLeidas.safeParse(row.respuestas).data ?? null,
  }));
};

/** Some answers that wait to be sealed, held so that two servers never seal the same. */
export const lockPorSellar = async (trx: Trx, limit: number) => {
  const { rows } = await sql<{ id: string; personaId: string; respuestas: Respuestas }>`
    select r.inscripcion_id as id, i.persona_id as "personaId", r.por_sellar as respuestas
    from respuestas_sensibles r join inscripciones i on i.id = r.inscripcion_id
    where r.por_sellar is not null
    order by r.inscripcion_id limit ${limit}
    for update of r skip locked`.execute(trx);
  return rows;
};
