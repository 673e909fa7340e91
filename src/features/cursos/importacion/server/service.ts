import { randomUUID } from 'node:crypto';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { placingCambios } from '../../../../platform/server/hojas/cambios.ts';
import {
  HojaProblems,
  type HojaRow,
  type HojaWriter,
  type ImportRun,
  type RowEffect,
  type RowsCheck,
  rowError,
} from '../../../../platform/server/hojas/define.ts';
import type { RowProblem } from '../../../../platform/shared/hojas.ts';
import type { CatalogoId } from '../../../catalogos/definiciones/rules.ts';
import { type ItemRow, referenceProblem, selectNamed } from '../../../catalogos/server/service.ts';
import {
  type Cambio,
  deleteCambios,
  saveCambios,
  selectCambios,
  selectLlavesDeOtras,
  takeCambios,
} from './data.ts';

export type { Cambio };

type Celda = string | number | null;
/** The cells of a row, by column. */
export type Fila = Record<string, Celda>;

/** What a row would make of the course or the edition that it names. */
export type Plan<D> = {
  fila: number;
  llave: string;
  /** What is there; null: it will be a new one. */
  conocido: { id: string; nombre: string; version: number; datos: D } | null;
  datos: D;
  /** The cells that would say something else, as people read them. */
  celdas: { columna: string; antes: string; despues: string }[];
  /** The items of the catalogs that it will point to. */
  items: string[];
  problems: RowProblem[];
};

/** How rows are looked at and put in their place: of courses, and of editions. */
type Oferta<D> = {
  readonly look: (db: Db | Trx, rows: readonly HojaRow<Fila>[]) => Promise<Plan<D>[]>;
  /** Whether what was to be changed still may be, asked before it is decided. */
  readonly isCurrent?: (trx: Trx, cambios: readonly Cambio<D>[]) => Promise<boolean>;
  /** Records and writes them: the history first, as whoever enrols does. */
  readonly put: (trx: Trx, cambios: readonly Cambio<D>[], run: ImportRun) => Promise<void>;
};

const effectOf = <D>({ fila, conocido, celdas }: Plan<D>): RowEffect => {
  if (!conocido) return { fila, efecto: 'nueva' };
  const { nombre, version } = conocido;
  return celdas.length === 0
    ? { fila, efecto: 'igual' }
    : { fila, efecto: 'cambia', nombre, version: String(version), celdas };
};

const repeated = (fila: number, otra: number): RowProblem => ({
  fila,
  columna: null,
  mensaje: `La fila ${otra} ya dice lo mismo: deje una de las dos.`,
  nivel: 'error',
});

const repeatsOf = (planes: readonly { fila: number; llave: string }[]): RowProblem[] => {
  const first = new Map<string, number>();
  return planes.flatMap(({ fila, llave }) => {
    const otra = first.get(llave);
    if (otra === undefined) first.set(llave, fila);
    return otra === undefined ? [] : [repeated(fila, otra)];
  });
};

/** How a list of what the school gives checks its rows, before an import and while it is prepared. */
export const checkOferta = async <D>(
  { look }: Pick<Oferta<D>, 'look'>,
  db: Db,
  rows: readonly HojaRow<Fila>[],
): Promise<RowsCheck> => {
  const planes = await look(db, rows);
  return {
    problems: [...planes.flatMap(({ problems }) => problems), ...repeatsOf(planes)],
    efectos: planes.map(effectOf),
  };
};

/**
 * How they are written: what each row does waits in `oferta_cambios`, and all of it is recorded and put in its place by
 * the last transaction. Another one that finds nothing waiting does nothing.
 */
export const writerOfOferta = <D>(oferta: Oferta<D>): HojaWriter => ({
  async write(trx, given, { id }) {
    const planes = await oferta.look(trx, given as readonly HojaRow<Fila>[]);
    const wrong = [...planes.flatMap(({ problems }) => problems), ...repeatsOf(planes)];
    const llaves = planes.map(({ fila, llave }) => ({ fila, llave }));
    const otras = await selectLlavesDeOtras(trx, id, llaves);
    for (const { fila, llave } of planes) {
      const otra = otras.get(llave);
      if (otra !== undefined) wrong.push(repeated(fila, otra));
    }
    if (wrong.some(({ nivel }) => nivel === 'error')) throw new HojaProblems(wrong);
    const efectos = planes.map(effectOf);
    const of = (efecto: RowEffect['efecto']) =>
      planes.filter((_plan, i) => efectos[i]!.efecto === efecto);
    const [nuevas, cambian, iguales] = [of('nueva'), of('cambia'), of('igual')];
    const cambios = [...nuevas, ...cambian].map(({ fila, llave, conocido, datos }) => ({
      fila,
      llave,
      id: conocido?.id ?? randomUUID(),
      antes: conocido?.datos ?? null,
      datos,
    }));
    const items = [...new Set([...nuevas, ...cambian].flatMap((plan) => plan.items))];
    await saveCambios(trx, id, { cambios, iguales: iguales.map(({ fila }) => fila), items });
    return {
      nuevas: nuevas.length,
      cambiadas: cambian.length,
      sinCambio: iguales.length,
      efectos,
    };
  },
  ...(oferta.isCurrent && {
    isCurrent: async (trx: Trx, { id }: Pick<ImportRun, 'id'>) =>
      oferta.isCurrent!(trx, await selectCambios<D>(trx, id)),
  }),
  ...placingCambios<Cambio<D>>({ take: takeCambios, put: oferta.put, forget: deleteCambios }),
});

/** An item that a cell names, or what is wrong with it; null: the cell is empty. */
type Nombrado = { item: ItemRow | null; problem: RowProblem | null } | null;

/** What the cells of these columns name in the catalogs, by key or by name; what a record has already (`tiene`) it keeps. */
export const nameItems = async <K extends string>(
  db: Db | Trx,
  campos: Readonly<Record<K, CatalogoId>>,
  rows: readonly HojaRow<Fila>[],
): Promise<(row: HojaRow<Fila>, campo: NoInfer<K>, tiene: string | null) => Nombrado> => {
  const found = new Map<string, Map<string, ItemRow[]>>();
  for (const [campo, catalogo] of Object.entries(campos) as [K, CatalogoId][]) {
    const textos = rows.flatMap(({ valores }) => (valores[campo] ? [String(valores[campo])] : []));
    found.set(campo, await selectNamed(db as Db, [catalogo], [...new Set(textos)]));
  }
  return (row, campo, tiene) => {
    const texto = row.valores[campo] ?? null;
    if (texto === null) return null;
    const items = found.get(campo)?.get(String(texto)) ?? [];
    const same = items.find(({ id }) => id === tiene);
    if (same) return { item: same, problem: null };
    const bad = referenceProblem(items, tiene);
    if (bad === null) return { item: items[0]!, problem: null };
    const duda = items.length === 1 ? {} : { duda: true as const };
    return { item: null, problem: { ...rowError(row, campo, bad), ...duda } };
  };
};
