import { cursorPage } from '../../../../platform/server/db/cursor.ts';
import type { Db } from '../../../../platform/server/db/index.ts';
import { recordVistos } from '../../../../platform/server/historial/index.ts';
import type { CursorPage } from '../../../../platform/shared/cursor.ts';
import { MAX_LIKE } from '../../../../platform/shared/search.ts';
import { readItems } from '../../../catalogos/server/service.ts';
import type { Seguidor } from '../../clave/seguidores/server/service.ts';
import type { PersonaListada } from '../contract.ts';
import {
  countPersonas,
  type FilaPersona,
  type Filtros,
  type PersonaListadaRow,
  selectDatosListados,
  selectParecidas,
  selectPersonas,
  selectPersonasAfter,
  selectPersonasAlike,
  selectPersonasLike,
} from './data.ts';
import { itemsDe, presentPersonaListada } from './present.ts';

type At = {
  descendente: boolean;
  tras?: string | undefined;
  antes?: string | undefined;
  porPagina: number;
};

/** What `select` gives of those that look like a search that nobody has the words of; of the likest words first. */
const searchLike = async <R>(
  db: Db,
  filtros: Filtros,
  select: (filtros: Filtros) => Promise<R[]>,
): Promise<R[]> => {
  for (const parecidas of await selectParecidas(db, filtros)) {
    const rows = await select({ ...filtros, parecidas });
    if (rows.length > 0) return rows;
  }
  return [];
};

/** What these files say of employment and telephones, by file. */
export const readDichos = async (db: Db, ids: readonly string[]) =>
  Map.groupBy(
    ids.length > 0 ? await selectDatosListados(db, ids) : [],
    ({ persona_id }) => persona_id,
  );

const presentAll = async (
  db: Db,
  rows: readonly PersonaListadaRow[],
): Promise<PersonaListada[]> => {
  const dichos = await readDichos(
    db,
    rows.map(({ id }) => id),
  );
  const items = await readItems(db, [...new Set([...dichos.values()].flat().flatMap(itemsDe))]);
  return rows.map((row) => presentPersonaListada(row, dichos.get(row.id) ?? [], items));
};

/** A page of the files; when nobody has all the words, who looks like them, as one page (`parecidas`). */
export const readExpedientes = async (
  db: Db,
  filtros: Filtros,
  { descendente, ...at }: At,
): Promise<CursorPage<PersonaListada> & { filas: PersonaListada[]; parecidas: boolean }> => {
  const page = await cursorPage<PersonaListadaRow>(
    at,
    ({ id }) => id,
    ({ reversed, ...from }) =>
      selectPersonas(db, filtros, { ...from, descendente: descendente !== reversed }),
    () => countPersonas(db, filtros),
  );
  if (page.filas.length > 0 || at.tras || at.antes) {
    return { ...page, filas: await presentAll(db, page.filas), parecidas: false };
  }
  const like = await searchLike(db, filtros, (meant) =>
    selectPersonasLike(db, meant, Math.min(at.porPagina, MAX_LIKE)),
  );
  const parecidas = like.length > 0;
  return { ...page, filas: await presentAll(db, like), total: like.length, parecidas };
};

/** Ids of the files that have all the words of a text, by name; `limit` at most. */
export const findPersonaIds = async (db: Db, busqueda: string, limit: number): Promise<string[]> =>
  (await selectPersonas(db, { busqueda }, { after: null, descendente: false, limit })).map(
    ({ id }) => id,
  );

/** All the files that the list shows of a search, block by block: also those that only look like it. */
export async function* readTodas(
  db: Db,
  filtros: Filtros,
  limit: number,
): AsyncGenerator<FilaPersona[]> {
  let last: string | null = null;
  for (;;) {
    const rows: FilaPersona[] = await selectPersonasAfter(db, filtros, last, limit);
    if (rows.length === 0) break;
    yield rows;
    last = rows.at(-1)?.id ?? null;
  }
  if (last !== null) return;
  const like = await searchLike(db, filtros, (meant) => selectPersonasAlike(db, meant, MAX_LIKE));
  if (like.length > 0) yield like;
}

/** What the directory says of somebody the database keeps, also when their file becomes another one. */
export const directorioSeguidor: Seguidor = {
  columnas: ['personas_directorio.persona_id'],
  derivadas: ['personas_directorio'],
};

/** Whoever lists people is in the history of each one shown. */
export const recordLista = (db: Db, rows: readonly { id: string }[]): Promise<void> =>
  recordVistos(
    db,
    'expediente.listar',
    rows.map(({ id }) => id),
  );
