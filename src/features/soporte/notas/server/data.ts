import { type Generated, sql } from 'kysely';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { nombreDeCuenta } from '../../../identidad/server/reading.ts';

type NotaRow = {
  id: string;
  conversacion_id: string;
  autor_uid: string;
  texto: string;
  tras: number;
  creado_en: Date;
};

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    soporte_notas: Omit<NotaRow, 'id'> & { id: Generated<string>; cliente_id: string };
  }
}

/** Of a conversation, in the order in which they were written; the last three hundred. */
export const selectNotas = async (
  db: Db,
  conversacionId: string,
): Promise<(NotaRow & { nombre: string | null })[]> => {
  const { rows } = await sql<NotaRow & { nombre: string | null }>`
    select * from (select o.*, ${nombreDeCuenta('o.autor_uid')} as nombre from soporte_notas o
      where o.conversacion_id = ${conversacionId} order by o.creado_en desc limit 300) una
    order by una.creado_en, una.id`.execute(db);
  return rows;
};

/** Writes one, or gives the one that the same browser wrote before under that id. */
export const insertNota = async (
  trx: Trx,
  row: Omit<NotaRow, 'id'> & { cliente_id: string },
): Promise<{ id: string; nueva: boolean }> => {
  const { rows } = await sql<{ id: string; nueva: boolean }>`
    insert into soporte_notas as o (conversacion_id, autor_uid, cliente_id, texto, tras, creado_en)
    values (${row.conversacion_id}, ${row.autor_uid}, ${row.cliente_id}, ${row.texto}, ${row.tras}, ${row.creado_en})
    on conflict (conversacion_id, autor_uid, cliente_id) do update set texto = o.texto
    returning o.id, xmax = 0 as nueva`.execute(trx);
  return rows[0]!;
};
