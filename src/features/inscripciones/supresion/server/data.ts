import { sql } from 'kysely';
import { mayTake } from '../../../../platform/server/db/estados.ts';
import type { Trx } from '../../../../platform/server/db/index.ts';
import { INSCRIPCION } from '../../estados.ts';

/** Of an enrolment `t` of somebody whose data are cancelled: it was sent, or an acuse says so. */
export const wasKept = sql<boolean>`(not ${mayTake(INSCRIPCION, 'guardar', 't.estado')}
  or exists (select from acuses a where a.inscripcion_id = t.id))`;

/** What these people sent and may still leave, in the order in which seats are given back. */
export const selectVivas = async (trx: Trx, personaIds: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`select i.id from inscripciones i
    where i.persona_id = any(${personaIds}::uuid[]) and i.enviada_en is not null
      and ${mayTake(INSCRIPCION, 'darDeBaja', 'i.estado')}
    order by i.edicion_id, i.id`.execute(trx);
  return rows.map(({ id }) => id);
};

/** All that these people sent. */
export const selectEnviadas = async (
  trx: Trx,
  personaIds: readonly string[],
): Promise<{ id: string; personaId: string }[]> => {
  const { rows } = await sql<{
    id: string;
    personaId: string;
  }>`select i.id, i.persona_id as "personaId" from inscripciones i
    where i.persona_id = any(${personaIds}::uuid[]) and i.enviada_en is not null order by i.id`.execute(
    trx,
  );
  return rows;
};
