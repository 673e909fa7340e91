import { sql } from 'kysely';
import { inEstado } from '../../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { ACTIVIDAD } from '../../../cursos/server/reading.ts';
import { PERSONA } from '../../../personas/server/reading.ts';
import { INSCRIPCION } from '../../estados.ts';
import type { Antecedente, Edicion } from '../rules.ts';

/** What these people have been enrolled in, the latest first: what has a seat, or had one. Each course by its key of then. */
export const selectAntecedentes = async (
  db: Db | Trx,
  personas: readonly string[],
): Promise<ReadonlyMap<string, Antecedente[]>> => {
  const { rows } = await sql<Antecedente & { personaId: string }>`
    select i.persona_id as "personaId", i.edicion_id as "edicionId", i.estado,
      i.enviada_en as "enviadaEn", i.grupo_id as "grupoId", c.curso_id as "cursoId",
      array[c.clave] as "cursoClaves", c.nombre as "cursoNombre", c.horas, c.creditos::float8 as creditos,
      e.nombre as "edicionNombre", e.inicia, e.termina,
      e.cancelada_en is not null as cancelada
    from unnest(${personas}::uuid[]) q (persona)
    -- One by one: for several the planner would rather read all that there is, while it is little.
    cross join lateral (select i.* from inscripciones i where i.persona_id = q.persona
      and ${inEstado(INSCRIPCION, 'i.estado', 'inscrita', 'acreditada', 'noAcreditada', 'baja')} offset 0) i
    join ${ACTIVIDAD.tables} on e.id = i.edicion_id
    order by e.inicia desc, i.id`.execute(db);
  return Map.groupBy(rows, ({ personaId }) => personaId);
};

/** When these editions are. */
export const selectDias = async (
  db: Db | Trx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Edicion>> => {
  const { rows } = await sql<Edicion>`
    select e.id, e.inicia, e.termina from ${ACTIVIDAD.tables} where e.id = any(${ids}::uuid[])`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, row]));
};

/** Which of these people the school admitted itself to each of these editions: `persona edicion`. */
export const selectAprobadas = async (
  db: Db | Trx,
  personas: readonly string[],
  ediciones: readonly string[],
): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ cual: string }>`
    select i.persona_id || ' ' || i.edicion_id as cual from inscripciones i
    where i.persona_id = any(${personas}::uuid[]) and i.edicion_id = any(${ediciones}::uuid[])
      and i.decidida_en is not null
      and ${inEstado(INSCRIPCION, 'i.estado', 'inscrita', 'enListaDeEspera', 'acreditada', 'noAcreditada')}`.execute(
    db,
  );
  return new Set(rows.map(({ cual }) => cual));
};

/** When these people were born. */
export const selectNacimientos = async (
  db: Db | Trx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> => {
  const { rows } = await sql<{ id: string; nacimiento: string | null }>`
    select pe.id, pe.fecha_nacimiento as nacimiento from ${PERSONA.tables}
    where pe.id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, nacimiento }) => [id, nacimiento]));
};
