import { cursorPage } from '../../../../platform/server/db/cursor.ts';
import type { Db } from '../../../../platform/server/db/index.ts';
import { selectLike } from '../../../../platform/server/db/search.ts';
import { recordOnce } from '../../../../platform/server/historial/index.ts';
import type { CursorPage } from '../../../../platform/shared/cursor.ts';
import {
  estimatePersonas,
  type Filtros,
  type PersonaListadaRow,
  selectPersonas,
  selectPersonasLike,
} from './data.ts';

type At = {
  descendente: boolean;
  tras?: string | undefined;
  antes?: string | undefined;
  porPagina: number;
};

/** A page of the files; when nobody has all the words, who looks like them, as one page (`parecidas`). */
export const readExpedientes = async (
  db: Db,
  filtros: Filtros,
  { descendente, ...at }: At,
): Promise<CursorPage<PersonaListadaRow> & { parecidas: boolean }> => {
  const page = await cursorPage<PersonaListadaRow>(
    at,
    ({ id }) => id,
    ({ reversed, ...from }) =>
      selectPersonas(db, filtros, { ...from, descendente: descendente !== reversed }),
    () => estimatePersonas(db, filtros),
  );
  if (page.filas.length > 0 || at.tras || at.antes) return { ...page, parecidas: false };
  const like = await selectLike(db, { ...filtros, pagina: 1, porPagina: at.porPagina }, (trx, q) =>
    selectPersonasLike(trx, q, q.porPagina),
  );
  return { ...page, filas: like, aproximado: like.length, parecidas: like.length > 0 };
};

/** Whoever lists people is in the history of each one shown. */
export const recordLista = async (db: Db, rows: readonly { id: string }[]): Promise<void> => {
  if (rows.length === 0) return;
  const despues = { personas: rows.map(({ id }) => id).sort() };
  await db
    .transaction()
    .execute((trx) => recordOnce(trx, 'expediente.listar', { id: 'lista', despues }));
};
