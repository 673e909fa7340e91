import { formatFecha, isFecha } from '../../../platform/shared/dates.ts';
import type { FieldErrors } from '../../../platform/shared/errors.ts';
import { NO_SE_LEE } from '../../../platform/shared/ilegible.ts';
import { fold } from '../../../platform/shared/search.ts';
import type { CatalogoId } from '../../catalogos/definiciones/rules.ts';

/** What an entry says in a field: texts, days (YYYY-MM-DD), the id of an item of a catalog; numbers. */
export type Valor = string | number | null;
export type Valores = Readonly<Record<string, Valor>>;

/** The parts of a file that hold apartados: a tab each. */
export type Parte = 'perfil' | 'preferencias' | 'contactos' | 'academicos';

/** What was read of a text, or what is wrong with it. */
export type Leido = { readonly valor: string } | { readonly problema: string };

/** One datum of an entry. */
export type Campo = {
  readonly key: string;
  readonly label: string;
  /** Of a `documento`: one of the person's own vault that proves what the entry says. */
  readonly kind: 'texto' | 'largo' | 'numero' | 'fecha' | 'opcion' | 'referencia' | 'documento';
  /** Always, or when what else the entry says asks for it. */
  readonly required?: boolean | ((valores: Valores) => boolean);
  readonly hint?: string;
  /** Asked for, and kept, only while this holds of the fields before it. */
  readonly soloSi?: (valores: Valores) => boolean;
  /** Most characters of a text (200 by default), or the largest number. */
  readonly max?: number;
  /** The smallest number. */
  readonly min?: number;
  /** Decimals of a number; none by default. */
  readonly decimales?: number;
  /** Of an `opcion`. */
  readonly opciones?: readonly { readonly value: string; readonly label: string }[];
  /** Of a `referencia`: whose items. */
  readonly catalogo?: CatalogoId;
  /** Whether a day may be still to come. */
  readonly futura?: boolean;
  /** How a text is read that is kept otherwise than it is typed. */
  readonly lee?: (texto: string) => Leido;
  /** How it is shown, when that is not how it is kept. */
  readonly dice?: (valor: string) => string;
  /** What the browser may fill in. */
  readonly autoComplete?: string;
  readonly teclado?: 'tel' | 'numeric' | 'url';
};

/** A section of a file: what it is called, and the data that each of its entries has. */
export type Apartado = {
  readonly id: string;
  readonly parte: Parte;
  readonly titulo: string;
  /** «Agregar …»: un teléfono. */
  readonly uno: string;
  readonly lead?: string;
  /** What is read while there is none. */
  readonly vacio: string;
  /** There is one entry at most: a form, not a list. */
  readonly unico?: boolean;
  /** Most entries. */
  readonly max: number;
  readonly campos: readonly Campo[];
  /** The fields, in order, that name an entry in the list; the first that says something does. */
  readonly nombre: readonly string[];
  /** Whether an entry is in force: those come apart, before the others. */
  readonly actual?: (valores: Valores) => boolean;
  /** By which entries are put in order, the newest first; without it, as they were added. */
  readonly porFecha?: (valores: Valores) => string;
  /** Fields that no two entries may say alike. */
  readonly noRepite: readonly string[];
  /** What contradicts itself in an entry, or contradicts the others. */
  readonly problemas?: (valores: Valores, otras: readonly Valores[]) => FieldErrors;
};

/** Whether a field is asked for. */
export const isPedido = (campo: Campo, valores: Valores): boolean =>
  campo.soloSi?.(valores) ?? true;

/** Whether it must be answered. */
export const isRequerido = ({ required = false }: Campo, valores: Valores): boolean =>
  typeof required === 'function' ? required(valores) : required;

/** Trims; spaces and lines in a row are one; an empty text is null. */
const clean = (value: Valor | undefined): Valor =>
  typeof value === 'string'
    ? value.normalize('NFC').replace(/\s+/g, ' ').trim() || null
    : (value ?? null);

const OLDEST = '1930-01-01';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const numberProblem = (
  { label, min = 0, max = 1_000_000, decimales = 0 }: Campo,
  value: Valor,
): string | null => {
  const scale = 10 ** decimales;
  if (
    typeof value !== 'number' ||
    !Number.isFinite(value) ||
    Math.abs(value * scale - Math.round(value * scale)) > 1e-6
  ) {
    return decimales > 0
      ? `«${label}» es un número con ${decimales} decimales como máximo.`
      : `«${label}» es un número sin decimales.`;
  }
  return value < min || value > max ? `«${label}» va de ${min} a ${max}.` : null;
};

const fechaProblem = ({ label, futura }: Campo, value: string, hoy: string): string | null => {
  if (!isFecha(value)) return `La fecha de «${label}» no existe: revise día, mes y año.`;
  if (value < OLDEST) return `«${label}» es anterior a 1930: revise el año.`;
  return !futura && value > hoy ? `«${label}» todavía no llega: revise el año.` : null;
};

/** What a field keeps of what was given, or what is wrong with it. */
const readCampo = (
  campo: Campo,
  given: Valor | undefined,
  valores: Valores,
  hoy: string,
): { valor: Valor; problema: string | null } => {
  const valor = isPedido(campo, valores) ? clean(given) : null;
  const wrong = (problema: string | null) => ({ valor, problema });
  const { label, kind, max = kind === 'largo' ? 500 : 200 } = campo;
  if (valor === null) {
    if (!isPedido(campo, valores) || !isRequerido(campo, valores)) return wrong(null);
    return wrong(
      kind === 'opcion' || kind === 'referencia'
        ? `Elija una opción en «${label}».`
        : `Escriba un dato en «${label}».`,
    );
  }
  if (kind === 'numero') return wrong(numberProblem(campo, valor));
  if (typeof valor !== 'string') return wrong(`«${label}» es un texto.`);
  if (kind === 'fecha') return wrong(fechaProblem(campo, valor, hoy));
  if (kind === 'opcion') {
    const known = campo.opciones?.some(({ value }) => value === valor);
    return wrong(known ? null : `Elija una opción en «${label}».`);
  }
  if (kind === 'referencia' || kind === 'documento') {
    return wrong(UUID.test(valor) ? null : `Elija una opción en «${label}».`);
  }
  if ([...valor].length > max) {
    return wrong(`«${label}» lleva ${max} caracteres como máximo; tiene ${[...valor].length}.`);
  }
  const leido = campo.lee?.(valor);
  if (!leido) return wrong(null);
  return 'problema' in leido ? wrong(leido.problema) : { valor: leido.valor, problema: null };
};

const sameText = (value: Valor): string => (value === null ? '' : fold(String(value)));

/** Whether two entries say the same where no two may. */
export const isRepetida = ({ noRepite }: Apartado, a: Valores, b: Valores): boolean =>
  noRepite.every((key) => sameText(a[key] ?? null) === sameText(b[key] ?? null));

/**
 * Cleans what was written of an entry and says what is wrong with it, by field; `otras` are the other entries of its
 * apartado, `hoy` the day of today in Mexico. What the apartado does not ask for is dropped. Pure: both sides ask it.
 */
export const checkEntrada = (
  apartado: Apartado,
  given: Readonly<Record<string, Valor | undefined>>,
  { otras, hoy }: { otras: readonly Valores[]; hoy: string },
): { valores: Valores; errores: FieldErrors } => {
  const valores: Record<string, Valor> = {};
  const errores: FieldErrors = {};
  for (const campo of apartado.campos) {
    const { valor, problema } = readCampo(campo, given[campo.key], valores, hoy);
    valores[campo.key] = valor;
    if (problema) errores[campo.key] = problema;
  }
  if (Object.keys(errores).length > 0) return { valores, errores };
  const [first = ''] = apartado.noRepite;
  if (otras.some((otra) => isRepetida(apartado, valores, otra))) {
    errores[first] = `Ya está anotado ${apartado.uno} con ese dato.`;
  }
  return { valores, errores: { ...apartado.problemas?.(valores, otras), ...errores } };
};

/** What an entry says as it is kept: what is no value of any field says so in its place. */
export const leerValores = (kept: Readonly<Record<string, unknown>>): Record<string, Valor> =>
  Object.fromEntries(
    Object.entries(kept).map(([key, value]) => [
      key,
      value === null || typeof value === 'string' || typeof value === 'number' ? value : NO_SE_LEE,
    ]),
  );

/** What a field says, to be read; of a reference, how its item is called (`nombre`). */
export const textOf = (campo: Campo, value: Valor, nombre?: string): string => {
  if (value === null) return '';
  if (value === NO_SE_LEE) return NO_SE_LEE;
  if (campo.kind === 'referencia' || campo.kind === 'documento') return nombre ?? '';
  if (campo.kind === 'opcion') {
    return campo.opciones?.find((one) => one.value === value)?.label ?? String(value);
  }
  if (campo.kind === 'fecha') return formatFecha(String(value));
  return campo.dice?.(String(value)) ?? String(value);
};

/** Fields that say another thing. */
export const changedCampos = (apartado: Apartado, antes: Valores, despues: Valores): string[] =>
  apartado.campos
    .map(({ key }) => key)
    .filter((key) => (antes[key] ?? null) !== (despues[key] ?? null));

type Entrada = { readonly id: string; readonly apartado: string; readonly valores: Valores };

/**
 * What becomes of the entries of a file that is merged into another: they follow, but for those that the other one
 * says already, and those of an apartado with one entry that it has (`sobran`).
 */
export const planTraslado = <E extends Entrada>(
  apartados: readonly Apartado[],
  de: readonly E[],
  a: readonly E[],
): { siguen: E[]; repetidas: E[]; sobran: E[] } => {
  const plan = { siguen: [] as E[], repetidas: [] as E[], sobran: [] as E[] };
  for (const entrada of de) {
    const apartado = apartados.find(({ id }) => id === entrada.apartado);
    const theirs = a.filter((one) => one.apartado === entrada.apartado);
    if (apartado && theirs.some((one) => isIgual(apartado, entrada.valores, one.valores))) {
      plan.repetidas.push(entrada);
    } else if (apartado?.unico && theirs.length > 0) plan.sobran.push(entrada);
    else plan.siguen.push(entrada);
  }
  return plan;
};

const isIgual = ({ campos }: Apartado, a: Valores, b: Valores): boolean =>
  campos.every(({ key }) => sameText(a[key] ?? null) === sameText(b[key] ?? null));

/** Entries as they are listed: those in force first, then the newest. */
export const inOrder = <E extends { readonly valores: Valores }>(
  { actual, porFecha }: Apartado,
  entradas: readonly E[],
): E[] => {
  const rank = ({ valores }: E) => (actual?.(valores) ? 1 : 0);
  const date = ({ valores }: E) => porFecha?.(valores) ?? '';
  return [...entradas].sort(
    (a, b) => rank(b) - rank(a) || (date(a) < date(b) ? 1 : date(a) > date(b) ? -1 : 0),
  );
};
