import { type ColumnType, type Generated, type RawBuilder, sql } from 'kysely';
import { mayTake } from '../../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import type { Estados } from '../../../../platform/shared/estados.ts';
import { ACTIVIDAD, type ActividadRow } from '../../../cursos/server/reading.ts';
import { correoDe, uidDe } from '../../../identidad/server/reading.ts';
import {
  ACUSE_DE_ENVIO,
  type AcuseDeEnvioRow,
} from '../../../inscripciones/acuse/server/reading.ts';
import { PERSONA, type PersonaRow } from '../../../personas/server/reading.ts';
import type { Respuestas } from '../../../plantillas/formulario/contract.ts';
import { CONVOCATORIA_DE } from '../../convocatorias/server/service.ts';

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

/** Columns that both forms have, with the person, the course and the account of its applicant. */
export type FilaRow<E extends string> = ActividadRow &
  PersonaRow & {
    id: string;
    persona_id: string;
    convocatoria_id: string;
    estado: E;
    /** Read with `respuestasLeidas`. */
    respuestas: unknown;
    sensibles: string | null;
    guardar: string[];
    guardado_en: Date | null;
    enviada_en: Date | null;
    motivo: string | null;
    creado_en: Date;
    actualizado_en: Date;
    /** Null: its person has no account. */
    uid: string | null;
    correo: string | null;
  };

/** `select ${FILA.columns} from ${FILA.tables('presolicitudes')}`: the row is `t`, its call `cv`, its person `pe`. */
export const FILA = {
  tables: (tabla: 'presolicitudes' | 'solicitudes'): RawBuilder<unknown> =>
    sql`${sql.table(tabla)} t join ${CONVOCATORIA_DE.tables} on cv.id = t.convocatoria_id
      join ${PERSONA.tables} on pe.id = t.persona_id`,
  columns: sql`${ACTIVIDAD.columns}, ${PERSONA.columns}, t.id, t.persona_id, t.convocatoria_id, t.estado, t.respuestas, t.sensibles,
    t.guardar, t.guardado_en, t.enviada_en, t.motivo, t.creado_en, t.actualizado_en,
    ${uidDe('pe.id')} as uid, ${correoDe('pe.id')} as correo`,
};

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
