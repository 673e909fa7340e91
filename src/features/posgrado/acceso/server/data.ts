import { sql } from 'kysely';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import type { Actor } from '../../../../platform/shared/actor.ts';
import { correosDePersona } from '../../../identidad/server/reading.ts';

/** The calls, of these, in which somebody applies or recommends, whatever became of it. */
export const selectDondeEsParte = async (
  db: Db | Trx,
  { personaId, email }: Pick<Actor, 'personaId' | 'email'>,
  convocatorias: readonly string[],
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    with suyos as (select lower(${email}) as correo union select lower(m.correo) from ${correosDePersona(personaId)} m)
    select cv.id from convocatorias cv where cv.id = any(${convocatorias}::uuid[]) and (
      exists (select from presolicitudes p where p.convocatoria_id = cv.id and p.persona_id = ${personaId})
      or exists (select from solicitudes s where s.convocatoria_id = cv.id and s.persona_id = ${personaId})
      or exists (select from recomendaciones r join solicitudes s on s.id = r.solicitud_id
        where s.convocatoria_id = cv.id and lower(r.correo) in (select correo from suyos)))`.execute(
    db,
  );
  return rows.map(({ id }) => id);
};
