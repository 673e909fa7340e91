import { type ColumnType, type Generated, type RawBuilder, sql } from 'kysely';
import { mayTake, notInGrupo } from '../../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import type { Estados } from '../../../../platform/shared/estados.ts';
import { ACTIVIDAD, type ActividadRow } from '../../../cursos/server/reading.ts';
import {
  ACUSE_DE_ENVIO,
  type AcuseDeEnvioRow,
} from '../../../inscripciones/acuse/server/reading.ts';
import { PERSONA, type PersonaRow } from '../../../personas/server/reading.ts';
import type { Respuestas } from '../../../plantillas/formulario/contract.ts';
import { VERSION_DE, type VersionRow } from '../../../plantillas/server/reading.ts';
import { CONVOCATORIA_DE } from '../../convocatorias/server/reading.ts';
import {
  type EstadoPresolicitud,
  type EstadoSolicitud,
  PRESOLICITUD,
  SOLICITUD,
} from '../../estados.ts';
import type { Tramite } from '../rules.ts';
import { FILA, type Tecleado } from './reading.ts';

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    posgrado_envios: {
      id: Generated<string>;
      presolicitud_id: string | null;
      solicitud_id: string | null;
      numero: number;
      version_id: string;
      respuestas: ColumnType<Respuestas, string, never>;
      sensibles: ColumnType<string | null, string | null, never>;
      /** Of whatever format: it is read with `EVALUACION`. */
      evaluacion: ColumnType<unknown, string, never>;
      /** Versions of documents of the vault. */
      documentos: string[];
      llave: string | null;
      enviado_en: Date;
    };
  }
}

/** Takes a step of a row, with whatever else changes by it; false when it is no longer one from which it may be taken. */
export const updatePaso = async (
  trx: Trx,
  maquina: Estados,
  paso: string,
  { id, cambios }: { id: string; cambios: Readonly<Record<string, unknown>> },
): Promise<boolean> => {
  const set = sql.join(
    Object.entries(cambios).map(([columna, valor]) => sql`${sql.ref(columna)} = ${valor}`),
  );
  const result = await sql`update ${sql.table(maquina.tabla)} set ${set}
    where id = ${id} and ${mayTake(maquina, paso)}`.execute(trx);
  return result.numAffectedRows === 1n;
};

/** The call of a sending, held so that nobody cancels or moves it meanwhile; others may send at the same time. */
export const shareConvocatoria = async (trx: Trx, id: string): Promise<void> => {
  await sql`select from convocatorias where id = ${id} for share`.execute(trx);
};

export type EnvioDe = { presolicitudId: string } | { solicitudId: string };

const isDe = (de: EnvioDe): RawBuilder<boolean> =>
  'presolicitudId' in de
    ? sql<boolean>`n.presolicitud_id = ${de.presolicitudId}`
    : sql<boolean>`n.solicitud_id = ${de.solicitudId}`;

/** A sending with its acuse. */
export type EnvioRow = AcuseDeEnvioRow & {
  id: string;
  numero: number;
  version_id: string;
  respuestas: unknown;
  sensibles: string | null;
  evaluacion: unknown;
  documentos: string[];
  llave: string | null;
  enviado_en: Date;
};

/** All sendings of one form, newest first. */
export const selectEnvios = async (db: Db | Trx, de: EnvioDe): Promise<EnvioRow[]> => {
  const { rows } = await sql<EnvioRow>`
    select n.id, n.numero, n.version_id, n.respuestas, n.sensibles, n.evaluacion, n.documentos, n.llave, n.enviado_en,
      ${ACUSE_DE_ENVIO.columns}
    from posgrado_envios n join ${ACUSE_DE_ENVIO.tables} on a.envio_id = n.id
    where ${isDe(de)} order by n.numero desc`.execute(db);
  return rows;
};

/** The last sending. */
export const findUltimoEnvio = async (db: Db | Trx, de: EnvioDe): Promise<EnvioRow | undefined> =>
  (await selectEnvios(db, de))[0];

/** What somebody sent before with the same key, of either form. */
export const findEnvioPorLlave = async (
  db: Db | Trx,
  personaId: string,
  llave: string,
): Promise<(AcuseDeEnvioRow & { numero: number; de_id: string }) | undefined> => {
  const { rows } = await sql<AcuseDeEnvioRow & { numero: number; de_id: string }>`
    select n.numero, coalesce(n.presolicitud_id, n.solicitud_id) as de_id, ${ACUSE_DE_ENVIO.columns}
    from posgrado_envios n join ${ACUSE_DE_ENVIO.tables} on a.envio_id = n.id
    left join presolicitudes p on p.id = n.presolicitud_id left join solicitudes s on s.id = n.solicitud_id
    where n.llave = ${llave} and coalesce(p.persona_id, s.persona_id) = ${personaId}`.execute(db);
  return rows[0];
};

/** Writes a sending; a repeated key violates `posgrado_envios_llave`. */
export const insertEnvio = async (
  trx: Trx,
  de: EnvioDe,
  envio: {
    id: string;
    numero: number;
    version_id: string;
    respuestas: string;
    sensibles: string | null;
    evaluacion: string;
    documentos: string[];
    llave: string | null;
    enviado_en: Date;
  },
): Promise<void> => {
  await trx
    .insertInto('posgrado_envios')
    .values({
      ...envio,
      presolicitud_id: 'presolicitudId' in de ? de.presolicitudId : null,
      solicitud_id: 'solicitudId' in de ? de.solicitudId : null,
    })
    .execute();
};

/** A version without its definition, and whose plantilla it is. */
export type VersionLigera = Omit<VersionRow, 'version_definicion'> & {
  version_plantilla_id: string;
};
export const findVersion = async (db: Db | Trx, id: string): Promise<VersionLigera> => {
  const { rows } = await sql<VersionLigera>`
    select ${VERSION_DE.ligeras}, v.plantilla_id as version_plantilla_id from ${VERSION_DE.tables} where v.id = ${id}`.execute(
    db,
  );
  return rows[0]!;
};

/** The person of an account that fills in a form. */
export const findAspirante = async (
  db: Db | Trx,
  personaId: string,
): Promise<PersonaRow | undefined> => {
  const { rows } = await sql<PersonaRow>`select ${PERSONA.columns} from ${PERSONA.tables}
    where pe.id = ${personaId}`.execute(db);
  return rows[0];
};

/** Whether the draft is the one saved at that moment; of undefined, any is. */
const isOf = (desde: string | null | undefined): RawBuilder<boolean> => {
  if (desde === undefined) return sql<boolean>`true`;
  return desde === null
    ? sql<boolean>`guardado_en is null`
    : sql<boolean>`date_trunc('milliseconds', guardado_en) = ${desde}::timestamptz`;
};

/** Saves the draft of a row that may still be sent (`pasos`). False: it may not any more, or it was saved elsewhere since `desde`. */
export const updateBorrador = async (
  trx: Trx,
  maquina: Estados,
  pasos: readonly string[],
  { id, desde, tecleado }: { id: string; desde: string | null | undefined; tecleado: Tecleado },
): Promise<boolean> => {
  const may = sql.join(
    pasos.map((paso) => mayTake(maquina, paso)),
    sql` or `,
  );
  const result = await sql`update ${sql.table(maquina.tabla)}
    set respuestas = ${tecleado.respuestas}::jsonb, sensibles = ${tecleado.sensibles},
      guardar = coalesce(${tecleado.guardar ?? null}::text[], guardar), guardado_en = ${tecleado.ahora}, actualizado_en = ${tecleado.ahora}
    where id = ${id} and (${may}) and ${isOf(desde)}`.execute(trx);
  return result.numAffectedRows === 1n;
};

/** Forgets what was typed and not sent; the row stays. */
export const clearBorrador = async (
  trx: Trx,
  tabla: 'presolicitudes' | 'solicitudes',
  id: string,
  ahora: Date,
): Promise<void> => {
  await sql`update ${sql.table(tabla)} set respuestas = '{}', sensibles = null, guardar = '{}', guardado_en = null,
    actualizado_en = ${ahora} where id = ${id}`.execute(trx);
};

/** Removes a draft that was never sent; false when it was. */
export const deleteBorrador = async (trx: Trx, maquina: Estados, id: string): Promise<boolean> => {
  const result = await sql`delete from ${sql.table(maquina.tabla)}
    where id = ${id} and ${mayTake(maquina, 'descartar')}`.execute(trx);
  return result.numAffectedRows === 1n;
};

/** Whose a sending is, and the state of its form now. */
export const findDeEnvio = async (
  db: Db | Trx,
  envioId: string,
): Promise<
  | {
      persona_id: string;
      presolicitud: EstadoPresolicitud | null;
      solicitud: EstadoSolicitud | null;
    }
  | undefined
> => {
  const { rows } = await sql<{
    persona_id: string;
    presolicitud: EstadoPresolicitud | null;
    solicitud: EstadoSolicitud | null;
  }>`select coalesce(p.persona_id, s.persona_id) as persona_id, p.estado as presolicitud, s.estado as solicitud
    from posgrado_envios n left join presolicitudes p on p.id = n.presolicitud_id left join solicitudes s on s.id = n.solicitud_id
    where n.id = ${envioId}`.execute(db);
  return rows[0];
};

/** The last sending of each live form of somebody, with where it stands. */
export type VivoRow = AcuseDeEnvioRow &
  PersonaRow &
  ActividadRow & {
    tramite: Tramite;
    convocatoria_id: string;
    version_id: string;
    respuestas: unknown;
  };
export const selectVivos = async (trx: Trx, personaId: string): Promise<VivoRow[]> => {
  const vivas = (tabla: 'presolicitudes' | 'solicitudes') => {
    const es = tabla === 'presolicitudes';
    const maquina = es ? PRESOLICITUD : SOLICITUD;
    return sql`select ${sql.lit(es ? 'presolicitud' : 'solicitud')} as tramite, t.convocatoria_id, ${ACTIVIDAD.columns}, ${PERSONA.columns}, n.version_id,
        n.respuestas, ${ACUSE_DE_ENVIO.columns}
      from ${FILA.tables(tabla)}
      join lateral (select n.* from posgrado_envios n where ${es ? sql`n.presolicitud_id` : sql`n.solicitud_id`} = t.id
        order by n.numero desc limit 1) n on true
      join ${ACUSE_DE_ENVIO.tables} on a.envio_id = n.id
      where t.persona_id = ${personaId} and ${notInGrupo(maquina, 'cerradas', 't.estado')}`;
  };
  const { rows } =
    await sql<VivoRow>`${vivas('presolicitudes')} union all ${vivas('solicitudes')}`.execute(trx);
  return rows;
};

/** Both forms as the history names them, by id: the programme, and the folio of what was sent first. */
export const selectNombres = async (
  db: Db,
  tabla: 'presolicitudes' | 'solicitudes',
  ids: readonly string[],
): Promise<{ id: string; nombre: string; folio: string | null }[]> => {
  const suyo =
    tabla === 'solicitudes'
      ? sql`t.folio`
      : sql`(select a.folio from posgrado_envios n
    join ${ACUSE_DE_ENVIO.tables} on a.envio_id = n.id where n.presolicitud_id = t.id order by n.numero limit 1)`;
  const { rows } = await sql<{ id: string; nombre: string; folio: string | null }>`
    select t.id, c.nombre || ', ' || e.nombre as nombre, ${suyo} as folio from ${sql.table(tabla)} t
    join ${CONVOCATORIA_DE.tables} on cv.id = t.convocatoria_id where t.id = any(${ids}::uuid[])`.execute(
    db,
  );
  return rows;
};
