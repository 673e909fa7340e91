import { type RawBuilder, sql } from 'kysely';
import type { Trx } from './index.ts';

/** Minutes that a record that somebody looks at is nobody else's; looking on renews them. */
const MINUTOS_DE_TURNO = 10;
const MINUTE = 60_000;
/** Whoever comes second to what somebody took at that very moment tries again. */
const TRIES = 5;

/** Whose turn, and until when. */
export type Turno = { uid: string; ahora: Date; hasta: Date };

export const turnoOf = (uid: string, ahora: Date): Turno => ({
  uid,
  ahora,
  hasta: new Date(+ahora + MINUTOS_DE_TURNO * MINUTE),
});

/** Which one of the queue: this one (`id`), or the one that has waited longest and was not left for later. */
export type Cola = { id: string | null; saltados: readonly string[] };

/**
 * A queue that several of the staff go through at once: each record is one person's at a time.
 *
 * @param registros Table of the records: `id` (uuid) and `desde`.
 * @param turnos Table of the turns: `columna` (the record's id, its key), `uid`, `vence_en`.
 * @param desde Column of the moment from which a record has waited.
 */
export const defineTurnos = ({
  registros,
  turnos,
  columna,
  desde = 'creado_en',
}: {
  registros: string;
  turnos: string;
  columna: string;
  desde?: string;
}) => {
  const [filas, tabla, cual] = [sql.table(registros), sql.table(turnos), sql.ref(columna)];
  const espera = sql.ref(`d.${desde}`);
  const uid = sql.ref(`${turnos}.uid`);
  const venceEn = sql.ref(`${turnos}.vence_en`);

  const tryTake = async (
    trx: Trx,
    turno: Turno,
    cola: Cola,
    waits: RawBuilder<unknown>,
  ): Promise<string | null> => {
    const { rows } = await sql<{ id: string }>`
      with elegido as (
        select d.id from ${filas} d
        where ${waits}
          and (${cola.id}::uuid is null or d.id = ${cola.id}::uuid)
          and d.id <> all(${cola.saltados}::uuid[])
          and not exists (select from ${tabla} t
            where t.${cual} = d.id and t.vence_en > ${turno.ahora} and t.uid <> ${turno.uid})
        order by exists (select from ${tabla} t where t.${cual} = d.id and t.uid = ${turno.uid}) desc,
          ${espera}, d.id
        limit 1 for update of d skip locked
      )
      insert into ${tabla} (${cual}, uid, vence_en)
        select id, ${turno.uid}, ${turno.hasta} from elegido
      on conflict (${cual}) do update set uid = excluded.uid, vence_en = excluded.vence_en
        where ${venceEn} <= ${turno.ahora} or ${uid} = excluded.uid
      returning ${cual} as id`.execute(trx);
    return rows[0]?.id ?? null;
  };

  return {
    /**
     * Gives the turn at the record that has waited longest (or at the one that is asked for) and that nobody else is
     * looking at: its id, or null. Of two who ask at once each gets another: who comes second passes over what the first
     * holds, and where that has just been written, the turn is the first's.
     *
     * @param waits Which records wait, for whoever asks; the record is `d`.
     */
    take: async (
      trx: Trx,
      turno: Turno,
      cola: Cola,
      waits: RawBuilder<unknown>,
    ): Promise<string | null> => {
      let taken: string | null = null;
      for (let i = 0; taken === null && i < TRIES; i++) {
        taken = await tryTake(trx, turno, cola, waits);
      }
      return taken;
    },

    /** Lets go of all that somebody holds, `except` one. */
    release: async (trx: Trx, who: string, except: string | null): Promise<void> => {
      await sql`delete from ${tabla} where uid = ${who}
        and (${except}::uuid is null or ${cual} <> ${except}::uuid)`.execute(trx);
    },

    /** Holds one on, or again: false when it is somebody else's by now. */
    renew: async (trx: Trx, id: string, turno: Turno): Promise<boolean> => {
      const { rows } = await sql`
        insert into ${tabla} (${cual}, uid, vence_en) values (${id}, ${turno.uid}, ${turno.hasta})
        on conflict (${cual}) do update set uid = excluded.uid, vence_en = excluded.vence_en
          where ${venceEn} <= ${turno.ahora} or ${uid} = excluded.uid
        returning ${cual}`.execute(trx);
      return rows.length > 0;
    },

    end: async (trx: Trx, id: string): Promise<void> => {
      await sql`delete from ${tabla} where ${cual} = ${id}`.execute(trx);
    },
  };
};
