import { type Generated, sql } from 'kysely';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { DE_EDICION } from '../../../cursos/server/reading.ts';
import { INSCRITA } from '../../../inscripciones/server/reading.ts';
import { PERSONA } from '../../../personas/server/reading.ts';
import type { Marca } from '../rules.ts';

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    /** What is said of an enrolment in a session; its version, so that two people never undo each other. */
    asistencias: {
      inscripcion_id: string;
      sesion_id: string;
      marca: Marca | null;
      version: Generated<number>;
      actualizado_en: Generated<Date>;
      actualizado_por: string | null;
    };
  }
}

export type SesionRow = {
  id: string;
  grupo_id: string | null;
  grupo: string | null;
  fecha: string;
  de: string;
  a: string;
  tema: string;
};

/** The sessions of an edition, in order of time. */
export const selectSesiones = async (db: Db | Trx, edicionId: string): Promise<SesionRow[]> => {
  const { rows } = await sql<SesionRow>`
    select s.id, s.grupo_id, g.nombre as grupo, s.fecha, left(s.de::text, 5) as de,
      left(s.a::text, 5) as a, s.tema
    from ${DE_EDICION.sesiones} left join ${DE_EDICION.grupos} on g.id = s.grupo_id
    where s.edicion_id = ${edicionId} order by s.fecha, s.de, g.orden nulls first, s.id`.execute(
    db,
  );
  return rows;
};

export type AsistenciaRow = {
  inscripcion_id: string;
  persona_id: string;
  clave: string;
  curp: string | null;
  nombre: string;
  apellido_paterno: string;
  apellido_materno: string;
  grupo_id: string | null;
  grupo: string | null;
  /** By the session's id. */
  marcas: Readonly<Record<string, { valor: Marca | null; version: number }>> | null;
};

/** Those of an edition with a seat, by group and name, with their marks. */
export const selectAsistencia = async (
  db: Db | Trx,
  edicionId: string,
): Promise<AsistenciaRow[]> => {
  const { rows } = await sql<AsistenciaRow>`
    select i.id as inscripcion_id, i.persona_id, pe.clave, pe.curp, pe.nombre, pe.apellido_paterno,
      pe.apellido_materno, i.grupo_id, g.nombre as grupo,
      (select jsonb_object_agg(a.sesion_id, jsonb_build_object('valor', a.marca, 'version', a.version))
        from asistencias a where a.inscripcion_id = i.id) as marcas
    from ${INSCRITA.tables} join ${PERSONA.tables} on pe.id = i.persona_id
    left join ${DE_EDICION.grupos} on g.id = i.grupo_id
    where i.edicion_id = ${edicionId} and ${INSCRITA.conLugar}
    order by g.orden nulls first, g.nombre nulls first, plegar(pe.apellido_paterno),
      plegar(pe.apellido_materno), plegar(pe.nombre), i.id`.execute(db);
  return rows;
};

export type MarcaRow = {
  inscripcion_id: string;
  sesion_id: string;
  persona_id: string;
  fecha: string;
  marca: Marca | null;
  version: number;
  actualizado_por: string | null;
};

type Cual = { inscripcionId: string; sesionId: string };

/** What is said of these, among those being taken in sessions of theirs, held until the end of the transaction. */
export const lockMarcas = async (
  trx: Trx,
  edicionId: string,
  cuales: readonly Cual[],
): Promise<MarcaRow[]> => {
  const these = sql`jsonb_to_recordset(${JSON.stringify(cuales)}::jsonb)
      as n("inscripcionId" uuid, "sesionId" uuid)
    join ${INSCRITA.tables} on i.id = n."inscripcionId" and i.edicion_id = ${edicionId}
      and ${INSCRITA.cursando}
    join ${DE_EDICION.sesiones} on s.id = n."sesionId" and s.edicion_id = i.edicion_id
      and (s.grupo_id is null or s.grupo_id = i.grupo_id)`;
  await sql`insert into asistencias (inscripcion_id, sesion_id) select distinct i.id, s.id from ${these}
    order by 1, 2 on conflict do nothing`.execute(trx);
  const { rows } = await sql<MarcaRow>`
    select a.inscripcion_id, a.sesion_id, a.marca, a.version, a.actualizado_por,
      (select i.persona_id from ${INSCRITA.tables} where i.id = a.inscripcion_id) as persona_id,
      (select s.fecha from ${DE_EDICION.sesiones} where s.id = a.sesion_id) as fecha
    from asistencias a where (a.inscripcion_id, a.sesion_id) in (select i.id, s.id from ${these})
    order by a.inscripcion_id, a.sesion_id for update`.execute(trx);
  return rows;
};

/** Writes these marks. */
export const updateMarcas = async (
  trx: Trx,
  marcas: readonly (Cual & { valor: Marca | null })[],
  { por, en }: { por: string; en: Date },
): Promise<void> => {
  await sql`update asistencias a set marca = n.valor, version = a.version + 1, actualizado_en = ${en},
      actualizado_por = ${por}
    from jsonb_to_recordset(${JSON.stringify(marcas)}::jsonb)
      as n("inscripcionId" uuid, "sesionId" uuid, valor text)
    where a.inscripcion_id = n."inscripcionId" and a.sesion_id = n."sesionId"`.execute(trx);
};
