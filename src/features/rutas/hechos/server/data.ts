import { sql } from 'kysely';
import { inEstado } from '../../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { DEFINICION_RUTA } from '../../contract.ts';
import { VERSION_RUTA } from '../../estados.ts';
import type { DefinicionRuta } from '../../rules.ts';

const EN_VIGOR = sql`(select p.id from ruta_versiones p where p.ruta_id = r.id
  and ${inEstado(VERSION_RUTA, 'p.estado', 'publicada')})`;

export type RutaDePersonaRow = { clave: string; persona_id: string; version_id: string };

/** Under which version each of these people is, or would begin, each of these routes. */
export const selectRutasDePersonas = async (
  db: Db | Trx,
  claves: readonly string[],
  personas: readonly string[],
): Promise<RutaDePersonaRow[]> => {
  const { rows } = await sql<RutaDePersonaRow>`
    select r.clave, p.id as persona_id, coalesce(rp.version_id, ${EN_VIGOR}) as version_id
    from rutas r cross join unnest(${personas}::uuid[]) p (id)
    left join ruta_personas rp on rp.ruta_id = r.id and rp.persona_id = p.id
    where r.clave = any(${claves}::text[]) and coalesce(rp.version_id, ${EN_VIGOR}) is not null`.execute(
    db,
  );
  return rows;
};

/** What these versions are made of. One that cannot be read is not there: of it there is no datum. */
export const selectDefiniciones = async (
  db: Db | Trx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, DefinicionRuta>> => {
  const { rows } = await sql<{ id: string; definicion: unknown }>`
    select id, definicion from ruta_versiones where id = any(${ids}::uuid[])`.execute(db);
  return new Map(
    rows.flatMap(({ id, definicion }) => {
      const leida = DEFINICION_RUTA.tryRead(definicion);
      return leida === null ? [] : [[id, leida] as const];
    }),
  );
};

/** Routes that were published, by these keys. */
export const selectClavesDeRuta = async (
  db: Db | Trx,
  claves: readonly string[],
): Promise<string[]> => {
  const { rows } = await sql<{ clave: string }>`
    select r.clave from rutas r where r.clave = any(${claves}::text[]) and exists (
      select from ruta_versiones v where v.ruta_id = r.id
        and not ${inEstado(VERSION_RUTA, 'v.estado', 'borrador')})`.execute(db);
  return rows.map(({ clave }) => clave);
};
