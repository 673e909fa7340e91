import { sql } from 'kysely';
import { mayTake } from '../../../../platform/server/db/estados.ts';
import { DUPLICADO } from '../estados.ts';

/** The pair that waits for staff of which a person's file is one, the likest; null: there is none. */
export const duplicadoDe = (personaId: string) =>
  sql<string | null>`(select parecido.id from duplicados parecido
    where ${sql.ref(personaId)} in (parecido.persona_id, parecido.otra_persona_id)
      and ${mayTake(DUPLICADO, 'descartar', 'parecido.estado')}
    order by parecido.puntaje desc, parecido.id limit 1)`;
