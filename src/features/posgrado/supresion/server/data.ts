import { sql } from 'kysely';
import { mayTake } from '../../../../platform/server/db/estados.ts';
import type { Trx } from '../../../../platform/server/db/index.ts';
import { PRESOLICITUD, SOLICITUD } from '../../estados.ts';

/** Of a row `t` of either form: it was sent. */
export const wasSent = sql<boolean>`t.enviada_en is not null`;

type Viva = { id: string; personaId: string; estado: string };

/** Those of these people that may still be left, held until the transaction ends, in the order of their ids. */
export const lockVivas = async (
  trx: Trx,
  tabla: 'presolicitudes' | 'solicitudes',
  personaIds: readonly string[],
): Promise<Viva[]> => {
  const may =
    tabla === 'presolicitudes'
      ? mayTake(PRESOLICITUD, 'retirar', 't.estado')
      : mayTake(SOLICITUD, 'desistir', 't.estado');
  const { rows } =
    await sql<Viva>`select t.id, t.persona_id as "personaId", t.estado from ${sql.table(tabla)} t
    where t.persona_id = any(${personaIds}::uuid[]) and ${may} order by t.id for update`.execute(
      trx,
    );
  return rows;
};

/** All that these people sent. */
export const selectEnviadas = async (
  trx: Trx,
  tabla: 'presolicitudes' | 'solicitudes',
  personaIds: readonly string[],
): Promise<{ id: string; personaId: string }[]> => {
  const { rows } = await sql<{ id: string; personaId: string }>`
    select t.id, t.persona_id as "personaId" from ${sql.table(tabla)} t
    where t.persona_id = any(${personaIds}::uuid[]) and ${wasSent} order by t.id`.execute(trx);
  return rows;
};
