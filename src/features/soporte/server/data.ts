import { type ColumnType, type Generated, type Selectable, sql } from 'kysely';
import { inEstado, inGrupo, mayTake } from '../../../platform/server/db/estados.ts';
import type { Db, Tables, Trx } from '../../../platform/server/db/index.ts';
import { hasWords } from '../../../platform/server/db/search.ts';
import { nombreDeCuenta, uidDe } from '../../identidad/server/reading.ts';
import { PERSONA, type PersonaRow } from '../../personas/server/reading.ts';
import type { ContextoGuardado, Mensaje } from '../contract.ts';
import { CONVERSACION, type EstadoConversacion } from '../estados.ts';

declare module '../../../platform/server/db/index.ts' {
  interface Tables {
    soporte_conversaciones: {
      id: Generated<string>;
      folio: string;
      persona_id: string;
      asunto: string;
      contexto: ColumnType<ContextoGuardado | null, string | null, string | null>;
      estado: EstadoConversacion;
      agente_uid: string | null;
      /** Number of the last message. */
      ultimo: Generated<number>;
      espera_desde: Date | null;
      anterior_id: string | null;
      resuelta_en: ColumnType<Date | null, Date | null | undefined, Date | null>;
      /** `persona`, `portal`, or the uid of staff. */
      resuelta_por: ColumnType<string | null, string | null | undefined, string | null>;
      anunciada_en: ColumnType<Date | null, Date | null | undefined, Date | null>;
      cerrada_en: ColumnType<Date | null, Date | null | undefined, Date | null>;
      pdf_objeto: ColumnType<string | null, never, string | null>;
      pdf_sha256: ColumnType<string | null, never, string | null>;
      pdf_firmante: ColumnType<string | null, never, string | null>;
      borrada_en: ColumnType<Date | null, Date | null | undefined, Date | null>;
      creado_en: Date;
      actualizado_en: Date;
    };
    soporte_mensajes: {
      conversacion_id: string;
      n: number;
      autor: Mensaje['autor'];
      autor_uid: string | null;
      cliente_id: string;
      texto: string;
      sellado: string | null;
      busqueda: ColumnType<string, never, never>;
      creado_en: Date;
    };
    soporte_lecturas: {
      conversacion_id: string;
      uid: string;
      leido_hasta: number;
      leido_en: Date;
      avisado_en: ColumnType<Date | null, Date | null | undefined, Date | null>;
    };
    soporte_valoraciones: {
      conversacion_id: string;
      valor: 'si' | 'enParte' | 'no';
      comentario: string;
      creado_en: Date;
    };
    soporte_horarios: { id: Generated<string>; dia: number; de: string; a: string };
    soporte_excepciones: {
      fecha: string;
      intervalos: ColumnType<[string, string][], string, string>;
      motivo: string;
    };
  }
}

export type ConversacionRow = PersonaRow &
  Omit<Selectable<Tables['soporte_conversaciones']>, 'contexto'> & {
    contexto: ContextoGuardado | null;
    anterior_folio: string | null;
    agente_nombre: string | null;
    /** Account of its person; null without one. */
    uid: string | null;
    ultimo_texto: string | null;
    ultimo_sellado: boolean | null;
    valorada: boolean;
    /** Of whoever asks. */
    leido_hasta: number;
    /** Of the other end: its person's for staff, the newest of staff for its person. */
    leido_por_otro: number;
    /** Place among those that wait. */
    lugar: number | null;
  };

/** A conversation (`k`) as `lector` sees it. */
const columnsFor = (lector: string) => sql`${PERSONA.columns}, k.*,
  (select a.folio from soporte_conversaciones a where a.id = k.anterior_id) as anterior_folio,
  ${nombreDeCuenta('k.agente_uid')} as agente_nombre, ${uidDe('pe.id')} as uid,
  m.texto as ultimo_texto, m.sellado is not null as ultimo_sellado,
  exists (select from soporte_valoraciones v where v.conversacion_id = k.id) as valorada,
  coalesce((select l.leido_hasta from soporte_lecturas l where l.conversacion_id = k.id and l.uid = ${lector}), 0) as leido_hasta,
  coalesce((select max(l.leido_hasta) from soporte_lecturas l where l.conversacion_id = k.id
    and (l.uid = ${uidDe('pe.id')}) is distinct from (${lector} = ${uidDe('pe.id')})), 0) as leido_por_otro,
  case when ${inEstado(CONVERSACION, 'k.estado', 'enEspera')} then (select count(*)::int + 1 from soporte_conversaciones w
    where ${inEstado(CONVERSACION, 'w.estado', 'enEspera')} and (w.espera_desde, w.id) < (k.espera_desde, k.id)) end as lugar`;

const TABLES = sql`soporte_conversaciones k join ${PERSONA.tables} on pe.id = k.persona_id
  left join soporte_mensajes m on m.conversacion_id = k.id and m.n = k.ultimo`;

/** One, as `lector` sees it; with `lock`, held until the transaction ends. */
export const findConversacion = async (
  db: Db | Trx,
  id: string,
  { lector, lock = false }: { lector: string; lock?: boolean },
): Promise<ConversacionRow | undefined> => {
  const { rows } = await sql<ConversacionRow>`
    select ${columnsFor(lector)} from ${TABLES} where k.id = ${id} ${lock ? sql`for update of k` : sql``}`.execute(
    db,
  );
  return rows[0];
};

/** Conversations that changed since an instant, with both ends. */
export const selectRecientes = async (db: Db, desde: Date) => {
  const { rows } = await sql<{
    id: string;
    ultimo: number;
    uid: string | null;
    agente_uid: string | null;
    actualizado_en: Date;
  }>`select k.id, k.ultimo, ${uidDe('k.persona_id')} as uid, k.agente_uid, k.actualizado_en
    from soporte_conversaciones k where k.actualizado_en > ${desde}`.execute(db);
  return rows;
};

/** Those with every word in their subject, folio or messages. */
const lookedFor = (busqueda: string | undefined) =>
  busqueda
    ? sql`(plegar(k.asunto) like '%' || plegar(${busqueda}) || '%' or k.folio = upper(regexp_replace(${busqueda}, '[^A-Za-z0-9]', '', 'g'))
        or exists (select from soporte_mensajes b where b.conversacion_id = k.id and b.sellado is null
          and ${hasWords('b.busqueda', { busqueda })}))`
    : sql`true`;

/** A person's, the newest first; fifty at most. */
export const selectDePersona = async (
  db: Db,
  {
    personaId,
    lector,
    busqueda,
  }: { personaId: string; lector: string; busqueda?: string | undefined },
): Promise<ConversacionRow[]> => {
  const { rows } = await sql<ConversacionRow>`
    select ${columnsFor(lector)} from ${TABLES}
    where k.persona_id = ${personaId} and ${lookedFor(busqueda)}
    order by k.actualizado_en desc, k.id limit 50`.execute(db);
  return rows;
};

export type VerBandeja = 'espera' | 'mias' | 'todas';

/** The inbox: what waits, longest first; what `lector` attends; or all, the newest first. Never one's own. */
export const selectBandeja = async (
  db: Db,
  de: {
    ver: VerBandeja;
    lector: string;
    personaId: string | null;
    busqueda?: string | undefined;
    limite: number;
    tras: number;
  },
): Promise<ConversacionRow[]> => {
  const which = {
    espera: inEstado(CONVERSACION, 'k.estado', 'enEspera'),
    mias: sql<boolean>`k.agente_uid = ${de.lector} and ${inGrupo(CONVERSACION, 'abiertas', 'k.estado')}`,
    todas: sql<boolean>`true`,
  }[de.ver];
  const order = de.ver === 'espera' ? sql`k.espera_desde, k.id` : sql`k.actualizado_en desc, k.id`;
  const { rows } = await sql<ConversacionRow>`
    select ${columnsFor(de.lector)} from ${TABLES}
    where ${which} and k.persona_id is distinct from ${de.personaId}::uuid and ${lookedFor(de.busqueda)}
    order by ${order} limit ${de.limite} offset ${de.tras}`.execute(db);
  return rows;
};

/** How many wait and how many somebody attends, but one's own. */
export const countBandeja = async (
  db: Db,
  { lector, personaId }: { lector: string; personaId: string | null },
): Promise<{ espera: number; mias: number; sinLeer: number; desde: Date | null }> => {
  const { rows } = await sql<{ espera: number; mias: number; sinLeer: number; desde: Date | null }>`
    select count(*) filter (where ${inEstado(CONVERSACION, 'k.estado', 'enEspera')})::int as espera,
      min(k.espera_desde) filter (where ${inEstado(CONVERSACION, 'k.estado', 'enEspera')}) as desde,
      count(*) filter (where k.agente_uid = ${lector})::int as mias,
      count(*) filter (where k.agente_uid = ${lector} and k.ultimo > coalesce((select l.leido_hasta from soporte_lecturas l
        where l.conversacion_id = k.id and l.uid = ${lector}), 0))::int as "sinLeer"
    from soporte_conversaciones k
    where ${inGrupo(CONVERSACION, 'abiertas', 'k.estado')} and k.persona_id is distinct from ${personaId}::uuid`.execute(
    db,
  );
  return rows[0]!;
};

export const countAbiertas = async (trx: Trx, personaId: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from soporte_conversaciones
    where persona_id = ${personaId} and ${inGrupo(CONVERSACION, 'abiertas', 'estado')}`.execute(
    trx,
  );
  return rows[0]!.n;
};

export const insertConversacion = async (
  trx: Trx,
  row: Pick<
    Selectable<Tables['soporte_conversaciones']>,
    | 'id'
    | 'folio'
    | 'persona_id'
    | 'asunto'
    | 'estado'
    | 'agente_uid'
    | 'espera_desde'
    | 'anterior_id'
    | 'creado_en'
  > & { contexto: ContextoGuardado | null },
): Promise<void> => {
  await trx
    .insertInto('soporte_conversaciones')
    .values({
      ...row,
      contexto: row.contexto && JSON.stringify(row.contexto),
      actualizado_en: row.creado_en,
    })
    .execute();
};

export type PasoDeConversacion = keyof typeof CONVERSACION.pasos;

/** Takes a step; false when it is no longer one from which it may be taken. */
export const updatePaso = async (
  trx: Trx,
  id: string,
  paso: PasoDeConversacion,
  cambios: {
    ahora: Date;
    agenteUid?: string | null;
    esperaDesde?: Date | null;
    resueltaPor?: string;
  },
): Promise<boolean> => {
  const estado = CONVERSACION.pasos[paso].a;
  const { numUpdatedRows } = await trx
    .updateTable('soporte_conversaciones')
    .set({
      estado,
      actualizado_en: cambios.ahora,
      ...(cambios.agenteUid !== undefined && { agente_uid: cambios.agenteUid }),
      ...(cambios.esperaDesde !== undefined && { espera_desde: cambios.esperaDesde }),
      ...(cambios.resueltaPor !== undefined && {
        resuelta_por: cambios.resueltaPor,
        resuelta_en: cambios.ahora,
      }),
      ...(estado === 'cerrada' && { cerrada_en: cambios.ahora }),
    })
    .where('id', '=', id)
    .where(mayTake(CONVERSACION, paso))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** The number of the next message: the row is held until the transaction ends, so numbers have no gaps and commit in order. */
export const takeNumero = async (trx: Trx, id: string, ahora: Date): Promise<number> => {
  const { ultimo } = await trx
    .updateTable('soporte_conversaciones')
    .set((eb) => ({ ultimo: eb('ultimo', '+', 1), actualizado_en: ahora }))
    .where('id', '=', id)
    .returning('ultimo')
    .executeTakeFirstOrThrow();
  return ultimo;
};

export type MensajeRow = Selectable<Tables['soporte_mensajes']> & {
  nombre: string | null;
};

export const insertMensaje = async (
  trx: Trx,
  row: Omit<Selectable<Tables['soporte_mensajes']>, 'busqueda'>,
): Promise<void> => {
  await trx.insertInto('soporte_mensajes').values(row).execute();
};

/** What the same browser sent before under that id. */
export const findPorCliente = (
  db: Db | Trx,
  conversacionId: string,
  autorUid: string,
  clienteId: string,
) =>
  db
    .selectFrom('soporte_mensajes')
    .select(['n', 'texto', 'sellado'])
    .where('conversacion_id', '=', conversacionId)
    .where('autor_uid', '=', autorUid)
    .where('cliente_id', '=', clienteId)
    .executeTakeFirst();

/** The conversation that the same browser opened with that message. */
export const findAbiertaPorCliente = async (db: Db | Trx, uid: string, clienteId: string) => {
  const { rows } = await sql<{
    id: string;
    folio: string;
    n: number;
    texto: string;
    sellado: string | null;
  }>`
    select k.id, k.folio, m.n, m.texto, m.sellado from soporte_mensajes m join soporte_conversaciones k on k.id = m.conversacion_id
    where m.autor_uid = ${uid} and m.cliente_id = ${clienteId} and m.n = 1`.execute(db);
  return rows[0];
};

/** A page, oldest first: after a number, before one, or the last ones. */
export const selectMensajes = async (
  db: Db,
  id: string,
  {
    tras,
    antes,
    limite,
  }: { tras?: number | undefined; antes?: number | undefined; limite: number },
): Promise<MensajeRow[]> => {
  const where = tras === undefined ? sql`m.n < ${antes ?? 1_000_001}` : sql`m.n > ${tras}`;
  const { rows } = await sql<MensajeRow>`
    select * from (select m.*, ${nombreDeCuenta('m.autor_uid')} as nombre from soporte_mensajes m
      where m.conversacion_id = ${id} and ${where}
      order by m.n ${tras === undefined ? sql`desc` : sql`asc`} limit ${limite}) una order by una.n`.execute(
    db,
  );
  return rows;
};

/** Whether somebody other than `uid` wrote after a message. */
export const findNoVisto = async (
  trx: Trx,
  id: string,
  { visto, uid }: { visto: number; uid: string },
): Promise<number | null> => {
  const { rows } = await sql<{ n: number | null }>`select min(n) as n from soporte_mensajes
    where conversacion_id = ${id} and n > ${visto} and autor_uid is distinct from ${uid}`.execute(
    trx,
  );
  return rows[0]!.n;
};

/** Reads up to a message: never less than before, nor beyond the last. */
export const upsertLectura = async (
  trx: Trx,
  { id, uid, hasta, ahora }: { id: string; uid: string; hasta: number; ahora: Date },
): Promise<number> => {
  const { rows } = await sql<{ leido_hasta: number }>`
    insert into soporte_lecturas as l (conversacion_id, uid, leido_hasta, leido_en)
    select k.id, ${uid}, least(${hasta}::int, k.ultimo), ${ahora} from soporte_conversaciones k where k.id = ${id}
    on conflict (conversacion_id, uid) do update
      set leido_hasta = greatest(l.leido_hasta, excluded.leido_hasta), leido_en = excluded.leido_en,
        avisado_en = case when excluded.leido_hasta > l.leido_hasta then null else l.avisado_en end
    returning leido_hasta`.execute(trx);
  return rows[0]?.leido_hasta ?? 0;
};

/** What changed of these since a number, and how much is unread. */
export const selectCambios = async (
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; persona_id: string; ultimo: number; estado: EstadoConversacion }[]> =>
  db
    .selectFrom('soporte_conversaciones')
    .select(['id', 'persona_id', 'ultimo', 'estado'])
    .where('id', 'in', ids.length > 0 ? [...ids] : ['00000000-0000-0000-0000-000000000000'])
    .execute();

/** Messages that a person has not read, in all of their conversations. */
export const countSinLeer = async (
  db: Db,
  { personaId, uid }: { personaId: string; uid: string },
): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(greatest(0, k.ultimo - coalesce((select l.leido_hasta from soporte_lecturas l
      where l.conversacion_id = k.id and l.uid = ${uid}), 0))), 0)::int as n
    from soporte_conversaciones k where k.persona_id = ${personaId}`.execute(db);
  return rows[0]!.n;
};

export const insertValoracion = async (
  trx: Trx,
  row: Selectable<Tables['soporte_valoraciones']>,
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('soporte_valoraciones')
    .values(row)
    .onConflict((one) => one.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
};

/** When each of the last conversations was opened and first answered. */
export const selectPrimerasRespuestas = async (
  db: Db,
  { desde, limite }: { desde: Date; limite: number },
): Promise<{ abierta: Date; respondida: Date }[]> => {
  const { rows } = await sql<{ abierta: Date; respondida: Date }>`
    select k.creado_en as abierta, m.creado_en as respondida from soporte_conversaciones k
    cross join lateral (select m.creado_en from soporte_mensajes m where m.conversacion_id = k.id and m.autor = 'agente'
      order by m.n limit 1) m
    where k.actualizado_en > ${desde}
    order by m.creado_en desc limit ${limite}`.execute(db);
  return rows;
};

export const selectHorarios = async (db: Db | Trx) => ({
  semana: (
    await sql<{
      dia: number;
      de: string;
      a: string;
    }>`select dia, to_char(de, 'HH24:MI') as de, to_char(a, 'HH24:MI') as a
      from soporte_horarios order by dia, de`.execute(db)
  ).rows,
  excepciones: (
    await sql<{
      fecha: string;
      intervalos: [string, string][];
      motivo: string;
    }>`select fecha::text as fecha, intervalos, motivo
      from soporte_excepciones order by fecha`.execute(db)
  ).rows,
});

/** Conversations of these people, for what follows them. */
export const selectDePersonas = async (trx: Trx, personaIds: readonly string[], lock: boolean) => {
  const { rows } = await sql<{
    id: string;
    folio: string;
    persona_id: string;
    estado: EstadoConversacion;
  }>`
    select id, folio, persona_id, estado from soporte_conversaciones where persona_id = any(${personaIds}::uuid[])
    order by id ${lock ? sql`for update` : sql``}`.execute(trx);
  return rows;
};

export const moveConversaciones = async (trx: Trx, de: string, a: string): Promise<void> => {
  await trx
    .updateTable('soporte_conversaciones')
    .set({ persona_id: a })
    .where('persona_id', '=', de)
    .execute();
};
