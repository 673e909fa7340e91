import { sql } from 'kysely';
import type { Db, Trx } from '../../../../../platform/server/db/index.ts';

type Destino = { uid: string; email: string };

/** Accounts with unread notifications for a digest that got none since `corte`: a job that is tried again sends no second one. */
export const selectDestinos = async (
  db: Db,
  { modos, corte }: { modos: readonly string[]; corte: Date },
): Promise<Destino[]> => {
  const { rows } = await sql<Destino>`
    select c.uid, c.email from cuentas c
    where not c.disabled and c.email_verified
      and exists (select from notificaciones n join avisos_elegidos e on e.uid = n.uid and e.clase = n.clase
        where n.uid = c.uid and n.leida_en is null and n.resumida_en is null and n.creado_en < ${corte} and e.modo = any(${modos}::text[]))
      and not exists (select from notificaciones r where r.uid = c.uid and r.resumida_en >= ${corte})
    order by c.uid`.execute(db);
  return rows;
};

/** Takes what a digest tells: each line is of one. */
export const takeLineas = async (
  trx: Trx,
  uid: string,
  { modos, corte, ahora }: { modos: readonly string[]; corte: Date; ahora: Date },
) => {
  const { rows } = await sql<{ titulo: string; cuantas: number; creado_en: Date }>`
    update notificaciones n set resumida_en = ${ahora}
    from avisos_elegidos e
    where e.uid = n.uid and e.clase = n.clase and e.modo = any(${modos}::text[])
      and n.uid = ${uid} and n.leida_en is null and n.resumida_en is null and n.creado_en < ${corte}
    returning n.titulo, n.cuantas, n.creado_en`.execute(trx);
  return rows.sort((a, b) => +b.creado_en - +a.creado_en);
};
