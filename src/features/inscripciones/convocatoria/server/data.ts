/** Inscripciones of editions that are entered by a call: made when its results are published, and their line. */
import { type RawBuilder, sql } from 'kysely';
import { inEstado, inGrupo, mayTake } from '../../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { HUELLA_DE_LUGAR } from '../../envio/server/reading.ts';
import { type Estado, INSCRIPCION } from '../../estados.ts';

const conLugar = sql<boolean>`(${inGrupo(INSCRIPCION, 'conLugar', 'i.estado')} or i.lugar_vence_en is not null)`;

/** Rows (`origen`, `version_id`, `respuestas`, `evaluacion`, `enviado_en`) of what was sent to the call. */
export type FuenteDeLugares = (origenes: readonly string[]) => RawBuilder<unknown>;

export type FilaDeConvocatoriaRow = {
  id: string;
  persona_id: string;
  estado: Estado;
  puntos: number;
  cupos: string[];
  cupo_clave: string | null;
  /** A seat is theirs, or kept for them. */
  con_lugar: boolean;
};

/** All who have a seat in an edition or wait for one, in the order of the line; with `lock`, held until the transaction ends. */
export const selectFila = async (
  db: Db | Trx,
  edicionId: string,
  { lock = false } = {},
): Promise<FilaDeConvocatoriaRow[]> => {
  const { rows } = await sql<FilaDeConvocatoriaRow>`
    select i.id, i.persona_id, i.estado, i.puntos, i.cupos, i.cupo_clave, ${conLugar} as con_lugar from inscripciones i
    where i.edicion_id = ${edicionId} and (${inGrupo(INSCRIPCION, 'conLugar', 'i.estado')}
      or ${inEstado(INSCRIPCION, 'i.estado', 'enListaDeEspera')})
    order by ${lock ? sql`i.id for update` : sql`i.puntos desc, i.enviada_en, i.id`}`.execute(db);
  return rows;
};

/** An inscripción that a publication makes. */
export type LugarNuevo = {
  id: string;
  persona: string;
  /** What `fuente` knows it by. */
  origen: string;
  puntos: number;
  cupos: readonly string[];
  cupo: string | null;
  /** Until when the seat may be accepted (ISO 8601); null: it waits. */
  venceEn: string | null;
  llave: string;
};

export type LugarHecho = { id: string; huella: string; version_id: string };

/**
 * Makes them in one statement. `fuente`: rows (`origen`, `version_id`, `respuestas`, `evaluacion`, `enviado_en`) with what each answered and was judged on.
 */
export const insertLugares = async (
  trx: Trx,
  {
    edicionId,
    ahora,
    fuente,
    lugares,
  }: {
    edicionId: string;
    ahora: Date;
    fuente: ReturnType<FuenteDeLugares>;
    lugares: readonly LugarNuevo[];
  },
): Promise<LugarHecho[]> => {
  const { rows } = await sql<LugarHecho>`
    with dados as materialized (
      select d.* from jsonb_to_recordset(${JSON.stringify(lugares)}::jsonb) as d(id uuid, persona uuid, origen uuid, puntos int,
        cupos text[], cupo text, "venceEn" timestamptz, llave uuid))
    insert into inscripciones as i (id, persona_id, edicion_id, plantilla_version_id, estado, respuestas, evaluacion, enviada_en,
      creado_en, actualizado_en, puntos, cupos, cupo_clave, lugar_ofrecido_en, lugar_vence_en, llave)
    select d.id, d.persona, ${edicionId}, f.version_id, ${INSCRIPCION.pasos.esperar.a}, f.respuestas, f.evaluacion, f.enviado_en,
      ${ahora}, ${ahora}, d.puntos, d.cupos, d.cupo, case when d."venceEn" is not null then ${ahora}::timestamptz end, d."venceEn", d.llave
    from dados d join (${fuente}) f on f.origen = d.origen order by d.id
    returning i.id, ${HUELLA_DE_LUGAR} as huella, i.plantilla_version_id as version_id`.execute(
    trx,
  );
  return rows;
};

/** The sensitive answers of some, sealed. */
export const insertSellados = async (
  trx: Trx,
  sellados: readonly { id: string; sellado: string }[],
): Promise<void> => {
  if (sellados.length === 0) return;
  await trx
    .insertInto('respuestas_sensibles')
    .values(sellados.map(({ id, sellado }) => ({ inscripcion_id: id, sellado })))
    .execute();
};

/** Drafts of an edition that nobody can send any more, of these people. */
export const selectBorradores = async (
  trx: Trx,
  edicionId: string,
  personas: readonly string[],
): Promise<{ id: string; persona_id: string }[]> => {
  const { rows } = await sql<{
    id: string;
    persona_id: string;
  }>`select i.id, i.persona_id from inscripciones i
    where i.edicion_id = ${edicionId} and i.persona_id = any(${personas}::uuid[])
      and ${mayTake(INSCRIPCION, 'descartar', 'i.estado')} order by i.id for update`.execute(trx);
  return rows;
};

/** Places of some in line, by a newer ranking, and the quota of those who have a seat. */
export const updateOrden = async (
  trx: Trx,
  lugares: readonly { id: string; puntos: number; cupo: string | null }[],
  ahora: Date,
): Promise<{ id: string; huella: string }[]> => {
  const { rows } = await sql<{ id: string; huella: string }>`
    update inscripciones i set puntos = d.puntos, actualizado_en = ${ahora},
      cupo_clave = case when ${conLugar} then d.cupo end, cupo_tomado = null
    from jsonb_to_recordset(${JSON.stringify(lugares)}::jsonb) as d(id uuid, puntos int, cupo text)
    where i.id = d.id and (i.puntos <> d.puntos or (${conLugar} and i.cupo_clave is distinct from d.cupo))
    returning i.id, ${HUELLA_DE_LUGAR} as huella`.execute(trx);
  return rows;
};

/** Offers seats to some who wait; gives how many still did, without an offer. */
export const setOfrecidos = async (
  trx: Trx,
  lugares: readonly { id: string; cupo: string | null }[],
  { ahora, venceEn }: { ahora: Date; venceEn: Date },
): Promise<number> => {
  const result = await sql`
    update inscripciones i set lugar_ofrecido_en = ${ahora}, lugar_vence_en = ${venceEn}, actualizado_en = ${ahora},
      cupo_clave = d.cupo, cupo_tomado = null
    from jsonb_to_recordset(${JSON.stringify(lugares)}::jsonb) as d(id uuid, cupo text)
    where i.id = d.id and ${mayTake(INSCRIPCION, 'aceptar', 'i.estado')} and i.lugar_vence_en is null`.execute(
    trx,
  );
  return Number(result.numAffectedRows ?? 0n);
};

/** Counts the seats of some in another quota; gives how many still counted where they did. */
export const setCupos = async (
  trx: Trx,
  cambios: readonly { id: string; de: string | null; a: string | null }[],
): Promise<number> => {
  if (cambios.length === 0) return 0;
  const result = await sql`
    update inscripciones i set cupo_clave = d.a, cupo_tomado = null
    from jsonb_to_recordset(${JSON.stringify(cambios)}::jsonb) as d(id uuid, de text, a text)
    where i.id = d.id and i.cupo_clave is not distinct from d.de and ${conLugar}`.execute(trx);
  return Number(result.numAffectedRows ?? 0n);
};

/** Deletes seats of a call that nobody has: left, lapsed, or of an edition that was cancelled. Gives which, and whose. */
export const deleteCerradas = async (
  trx: Trx,
  ids: readonly string[],
): Promise<{ id: string; personaId: string }[]> => {
  const { rows } = await sql<{ id: string; personaId: string }>`delete from inscripciones i
    where i.id = any(${ids}::uuid[]) and ${inGrupo(INSCRIPCION, 'cerradas', 'i.estado')}
    returning i.id, i.persona_id as "personaId"`.execute(trx);
  return rows;
};
