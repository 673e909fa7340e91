import { randomUUID } from 'node:crypto';
import type { Db } from '../../../../platform/server/db/index.ts';
import {
  asFecha,
  asText,
  asTyped,
  type CellParser,
} from '../../../../platform/server/hojas/cells.ts';
import { type Column, type HojaRow, rowError } from '../../../../platform/server/hojas/define.ts';
import { diaEnCelda, formatFecha } from '../../../../platform/shared/dates.ts';
import type { Opcion, RowProblem } from '../../../../platform/shared/hojas.ts';
import { lookUp } from '../../../../platform/shared/look-up.ts';
import { plusDays } from '../../../../platform/shared/months.ts';
import {
  type ItemRow,
  readItems,
  referenceProblem,
  selectNamed,
  selectSimilar,
} from '../../../catalogos/server/service.ts';
import { type ApartadoId, apartadoOf } from '../../apartados/definiciones/rules.ts';
import {
  changedCampos,
  checkEntrada,
  type Leido,
  type Valor,
  type Valores,
} from '../../apartados/rules.ts';
import type { EntradaRow } from '../../apartados/server/data.ts';
import { itemsOf } from '../../apartados/server/present.ts';
import { formatTelefono, readTelefono } from '../../contactos/rules.ts';
import type { EntradaCambiada } from '../../importacion/server/data.ts';
import { readExpediente } from '../rules.ts';

/** What a row of people says of their telephone and of where they work now; items by key or by name. */
export type FilaEmpleo = {
  telefono: string | null;
  expediente: string | null;
  ingreso: string | null;
  organo: string | null;
  institucion: string | null;
  categoria: string | null;
  desde: string | null;
  /** Only exported: the órgano says it. */
  circuito?: string | null;
};

const REFERENCIAS = {
  organo: 'organos',
  institucion: 'instituciones',
  categoria: 'categorias',
} as const;
type Referencia = keyof typeof REFERENCIAS;
const isReferencia = (key: string): key is Referencia => Object.hasOwn(REFERENCIAS, key);

/** The columns of each apartado that a row may say. */
const APARTADOS = {
  servicio: ['expediente', 'ingreso'],
  empleo: ['organo', 'institucion', 'categoria', 'desde'],
} as const;

const asRead = (read: (texto: string) => Leido): CellParser =>
  asTyped((texto) => {
    const leido = read(texto);
    return 'problema' in leido
      ? { ok: false, error: leido.problema }
      : { ok: true, value: leido.valor };
  });

const fecha = {
  parse: asFecha(),
  format: (value: unknown) => diaEnCelda(String(value)),
};
const referencia = { parse: asText({ max: 250 }), width: 40 };

export const empleoColumns: readonly Column<keyof FilaEmpleo>[] = [
  {
    key: 'telefono',
    header: 'Teléfono',
    synonyms: ['celular', 'telefono celular', 'tel'],
    parse: asRead(readTelefono),
    example: '55 1234 5678',
    hint: '10 cifras; de otro país, con + y su clave.',
    format: (value) => formatTelefono(String(value)),
    width: 18,
  },
  {
    key: 'expediente',
    header: 'Número de expediente',
    synonyms: ['expediente', 'num expediente', 'no expediente'],
    parse: asRead(readExpediente),
    example: '123456',
    hint: 'Con su fecha de ingreso.',
  },
  {
    key: 'ingreso',
    header: 'Fecha de ingreso',
    synonyms: ['ingreso', 'antiguedad desde'],
    ...fecha,
    example: '01/03/2015',
    hint: 'El primer día en el Poder Judicial de la Federación.',
  },
  {
    key: 'organo',
    header: 'Órgano jurisdiccional',
    synonyms: ['organo', 'adscripcion', 'clave sise'],
    ...referencia,
    example: 'La clave o el nombre',
    hint: 'Donde trabaja ahora: la clave SISE o el nombre, del catálogo de órganos.',
  },
  {
    key: 'institucion',
    header: 'Institución',
    ...referencia,
    example: '',
    hint: 'Solo si no trabaja en un órgano: la clave o el nombre, del catálogo de instituciones.',
  },
  {
    key: 'categoria',
    header: 'Categoría',
    synonyms: ['cargo', 'categoria o cargo', 'puesto'],
    ...referencia,
    example: 'La clave o el nombre',
    hint: 'La clave o el nombre, del catálogo de categorías.',
  },
  {
    key: 'desde',
    header: 'Adscripción desde',
    synonyms: ['desde', 'fecha de adscripcion'],
    ...fecha,
    example: '16/01/2020',
    hint: 'El primer día en ese órgano con esa categoría.',
  },
  { key: 'circuito', header: 'Circuito', example: '', width: 24, exportOnly: true },
];

/** In the place of an item that is not looked up yet. */
const SOME = '00000000-0000-4000-8000-000000000000';

const givenOf = (fila: FilaEmpleo, id: (campo: Referencia, texto: string) => string | null) => {
  const of = (keys: readonly (keyof FilaEmpleo)[]): Valores | null => {
    const said = keys.map((key) => [key, fila[key] ?? null] as const);
    if (said.every(([, value]) => value === null)) return null;
    return Object.fromEntries(
      said.map(([key, value]) => [key, value && isReferencia(key) ? id(key, value) : value]),
    );
  };
  return {
    servicio: of(APARTADOS.servicio),
    empleo: of(APARTADOS.empleo),
    telefono: fila.telefono === null ? null : { clase: 'celular', numero: fila.telefono },
  } satisfies Partial<Record<ApartadoId, Valores | null>>;
};

/** What is wrong with what a row says, but for what only the catalogs know. Pure. */
export const checkEmpleo = (row: HojaRow<FilaEmpleo>, hoy: string): RowProblem[] => {
  const given = givenOf(row.valores, () => SOME);
  return (['servicio', 'empleo'] as const).flatMap((apartado) => {
    const valores = given[apartado];
    // A cell that cannot be read is an error already.
    if (!valores || APARTADOS[apartado].some((key) => row.malas?.has(key))) return [];
    const { errores } = checkEntrada(apartadoOf(apartado), valores, { otras: [], hoy });
    return Object.entries(errores).map(([key, message]) => rowError(row, key, message));
  });
};

/** What cells mean: the items with that key, or else with that name. */
export type Nombrados = (campo: Referencia, texto: string) => readonly ItemRow[];

/** What is wrong with the items that rows name, and which they are. */
export const lookUpItems = async (
  db: Db,
  rows: readonly HojaRow<FilaEmpleo>[],
): Promise<{ problems: RowProblem[]; nombrados: Nombrados }> => {
  const found = new Map<Referencia, Map<string, ItemRow[]>>();
  const campos = Object.keys(REFERENCIAS) as Referencia[];
  for (const campo of campos) {
    const textos = new Set(rows.flatMap(({ valores }) => valores[campo] ?? []));
    found.set(campo, await selectNamed(db, [REFERENCIAS[campo]], [...textos]));
  }
  const nombrados: Nombrados = (campo, texto) => found.get(campo)?.get(texto) ?? [];
  const problems = rows.flatMap((row) =>
    campos.flatMap((campo) => {
      const texto = row.valores[campo];
      if (texto === null) return [];
      const items = nombrados(campo, texto);
      const bad = referenceProblem(items, null);
      const duda = items.length === 1 ? {} : { duda: true as const };
      return bad ? [{ ...rowError(row, campo, bad), ...duda }] : [];
    }),
  );
  return { problems, nombrados };
};

/** What texts may have meant that name no item, or several. */
export const suggestItems = async (
  db: Db,
  campo: string,
  textos: readonly string[],
): Promise<Map<string, Opcion[]>> => {
  if (!isReferencia(campo)) return new Map();
  const similar = await selectSimilar(db, [REFERENCIAS[campo]], textos);
  return new Map(
    [...similar].map(([texto, items]) => [
      texto,
      items.map(({ clave, nombre }) => ({ valor: clave, texto: `${nombre} (${clave})` })),
    ]),
  );
};

/** The entries of a file that a row makes. */
export const entradasOf = (
  fila: FilaEmpleo,
  nombrados: Nombrados,
  hoy: string,
): { apartado: ApartadoId; valores: Valores }[] =>
  Object.entries(givenOf(fila, (campo, texto) => nombrados(campo, texto)[0]?.id ?? null)).flatMap(
    ([id, given]) => {
      if (!given) return [];
      const apartado = id as ApartadoId;
      return [
        {
          apartado,
          valores: checkEntrada(apartadoOf(apartado), given, { otras: [], hoy }).valores,
        },
      ];
    },
  );

type Dicho = { apartado: string; datos: Valores };

const actualOf = (dichos: readonly Dicho[]): Valores =>
  dichos.find(({ apartado, datos }) => apartado === 'empleo' && (datos.hasta ?? null) === null)
    ?.datos ?? {};

/** A cell of a row that says something else than a file does, as both are kept. */
export type CeldaDistinta = { columna: keyof FilaEmpleo; antes: Valor; despues: Valor };

/** What a row makes of a file that is there. */
export type PlanEmpleo = {
  entradas: EntradaCambiada[];
  celdas: CeldaDistinta[];
  /** Of the entries that change: another one is another plan. */
  version: string;
  /** Columns whose item is the one that the file names, also when several have its name or it is not offered. */
  sabidas: ReadonlySet<string>;
  problems: RowProblem[];
};

const entradaOf = (
  { id, datos }: { id: string; datos: Valores },
  apartado: ApartadoId,
  valores: Valores,
  nueva: boolean,
): EntradaCambiada => ({
  id,
  apartado,
  valores,
  items: itemsOf(apartado, valores),
  campos: nueva ? [] : changedCampos(apartadoOf(apartado), datos, valores),
  nueva,
});

/** Which column says a field of an apartado. */
const COLUMNA: Readonly<Record<string, string>> = { numero: 'telefono', hasta: 'desde' };

/**
 * What a row of somebody whose file is there changes of it; an empty cell changes nothing. Where they work now is
 * corrected, unless the row says a later day for another place or category: then what was ends the day before. The
 * telephone is the one that an export says; a number that the file has already is no change.
 */
export const planEmpleo = (
  row: HojaRow<FilaEmpleo>,
  entradas: readonly EntradaRow[],
  nombrados: Nombrados,
  hoy: string,
): PlanEmpleo => {
  const plan: PlanEmpleo & { sabidas: Set<string> } = {
    entradas: [],
    celdas: [],
    version: '',
    sabidas: new Set(),
    problems: [],
  };
  const of = (apartado: ApartadoId) => entradas.filter((one) => one.apartado === apartado);
  const actual = of('empleo').find(({ datos }) => (datos.hasta ?? null) === null);
  const given = givenOf(row.valores, (campo, texto) => {
    const found = nombrados(campo, texto);
    const same = found.find(({ id }) => id === actual?.datos[campo]);
    if (same) plan.sabidas.add(campo);
    return (same ?? found[0])?.id ?? null;
  });
  const versions: string[] = [];
  const propose = (
    apartado: ApartadoId,
    was: EntradaRow | undefined,
    valores: Valores,
    otras: readonly Valores[] = of(apartado)
      .filter((one) => one !== was)
      .map(({ datos }) => datos),
  ) => {
    const checked = checkEntrada(apartadoOf(apartado), valores, { otras, hoy });
    for (const [key, message] of Object.entries(checked.errores)) {
      plan.problems.push(rowError(row, lookUp(COLUMNA, key) ?? key, message));
    }
    const entrada = entradaOf(
      was ?? { id: randomUUID(), datos: {} },
      apartado,
      checked.valores,
      was === undefined,
    );
    if (was && entrada.campos.length === 0) return;
    versions.push(was ? `${was.id} ${was.version}` : apartado);
    plan.entradas.push(entrada);
  };
  const compare = (was: Valores, keys: readonly (keyof FilaEmpleo)[], now: Valores) => {
    for (const columna of keys) {
      const [antes, despues] = [was[columna] ?? null, now[columna] ?? null];
      if (antes !== despues) plan.celdas.push({ columna, antes, despues });
    }
  };
  const over = (was: Valores | undefined, said: Valores): Valores => ({
    ...was,
    ...Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null)),
  });

  if (given.servicio) {
    const [was] = of('servicio');
    const valores = over(was?.datos, given.servicio);
    compare(was?.datos ?? {}, APARTADOS.servicio, valores);
    propose('servicio', was, valores);
  }
  if (given.empleo) {
    const { organo = null, institucion = null, desde = null } = given.empleo;
    const valores: Record<string, Valor> = { ...over(actual?.datos, given.empleo) };
    if (organo !== null) valores.institucion = null;
    else if (institucion !== null) valores.organo = null;
    const was = actual?.datos ?? {};
    const isOther = ['organo', 'institucion', 'categoria'].some(
      (key) => (was[key] ?? null) !== (valores[key] ?? null),
    );
    compare(was, APARTADOS.empleo, valores);
    if (actual && isOther && desde !== null && String(desde) > String(was.desde)) {
      const hasta = plusDays(String(desde), -1);
      const ended = { ...was, hasta };
      propose('empleo', actual, ended);
      const others = of('empleo').filter((one) => one !== actual);
      propose('empleo', undefined, { ...valores, hasta: null, documento: null }, [
        ...others.map(({ datos }) => datos),
        ended,
      ]);
      const said = `La adscripción que tenía termina el ${formatFecha(hasta)}, y se agrega esta.`;
      plan.problems.push(rowError(row, 'desde', said, 'aviso'));
    } else propose('empleo', actual, valores);
  }
  if (given.telefono) {
    const phones = of('telefono');
    const { numero } = given.telefono;
    if (!phones.some(({ datos }) => datos.numero === numero)) {
      const [was] = phones;
      const antes = was?.datos.numero ?? null;
      plan.celdas.push({ columna: 'telefono', antes, despues: numero });
      propose('telefono', was, over(was?.datos, was ? { numero } : given.telefono));
    }
  }
  return { ...plan, version: versions.join() };
};

/** Cells as people read them, of many rows; items by how they are called today. */
export const sayCeldas = async (
  db: Db,
  celdas: readonly CeldaDistinta[],
): Promise<(celda: CeldaDistinta) => { columna: string; antes: string; despues: string }> => {
  const ids = celdas.flatMap(({ columna, antes, despues }) =>
    isReferencia(columna) ? [antes, despues].flatMap((id) => id ?? []) : [],
  );
  const items = await readItems(db, [...new Set(ids.map(String))]);
  const say = (columna: keyof FilaEmpleo, value: Valor): string => {
    if (value === null) return '';
    if (isReferencia(columna)) return items.get(String(value))?.nombre ?? '';
    if (columna === 'telefono') return formatTelefono(String(value));
    return columna === 'expediente' ? String(value) : formatFecha(String(value));
  };
  return ({ columna, antes, despues }) => ({
    columna,
    antes: say(columna, antes),
    despues: say(columna, despues),
  });
};

/** What files say, as rows; `dichos` by file, in the order given. */
export const filasEmpleo = async (
  db: Db,
  dichos: readonly (readonly Dicho[])[],
): Promise<FilaEmpleo[]> => {
  const ids = dichos.flatMap((those) =>
    Object.keys(REFERENCIAS).flatMap((campo) => actualOf(those)[campo] ?? []),
  );
  const items = await readItems(db, [...new Set(ids.map(String))]);
  return dichos.map((those) => {
    const text = (apartado: string, key: string) =>
      (those.find((one) => one.apartado === apartado)?.datos[key] ?? null) as string | null;
    const actual = actualOf(those);
    const item = (campo: Referencia) => items.get(String(actual[campo]));
    return {
      telefono: text('telefono', 'numero'),
      expediente: text('servicio', 'expediente'),
      ingreso: text('servicio', 'ingreso'),
      organo: item('organo')?.nombre ?? null,
      institucion: item('institucion')?.nombre ?? null,
      categoria: item('categoria')?.nombre ?? null,
      desde: (actual.desde ?? null) as string | null,
      circuito:
        item('organo')?.ruta.find(({ catalogo }) => catalogo === 'circuitos')?.nombre ?? null,
    };
  });
};
