/** What somebody's file says, as the rules of a plantilla ask for it. Pure. */
import { lookUp } from '../../../platform/shared/look-up.ts';
import { isConcluido } from '../academicos/rules.ts';
import type { Valores } from '../apartados/rules.ts';
import { faltasDe, sayFaltas } from '../completitud/rules.ts';

/** An item that an entry points to. */
type Item = { readonly clave: string; readonly nombre: string };

/** A file, with the items that its entries point to. */
export type ExpedienteConItems = {
  readonly conCurp: boolean;
  readonly fechaNacimiento: string | null;
  readonly sexo: string | null;
  readonly entidad: string | null;
  readonly entradas: readonly {
    readonly id: string;
    readonly apartado: string;
    readonly valores: Valores;
    /** By field. */
    readonly items: Readonly<Record<string, Item>>;
    /** What the órgano hangs from. */
    readonly circuito: Item | null;
  }[];
};

/** Whole years from a day to another (YYYY-MM-DD): the anniversary itself counts. Of whom 29 February is, the 1 March. */
export const yearsBetween = (desde: string, hasta: string): number => {
  const years = Number(hasta.slice(0, 4)) - Number(desde.slice(0, 4));
  return hasta.slice(5) < desde.slice(5) ? years - 1 : years;
};

type Hallado = { valor: string | number | boolean | string[] | null; texto?: string };

const text = (valor: unknown): string | null => (typeof valor === 'string' ? valor : null);

const de = ({ entradas }: ExpedienteConItems, apartado: string) =>
  entradas.filter((one) => one.apartado === apartado);
const desdeDe = ({ valores }: { readonly valores: Valores }): string => text(valores.desde) ?? '';

/** The post of that day: of those that go on then, the one that began last. */
const enFunciones = (expediente: ExpedienteConItems, hoy: string) =>
  de(expediente, 'empleo')
    .filter((one) => desdeDe(one) <= hoy && hoy <= (text(one.valores.hasta) ?? hoy))
    .toSorted((a, b) => Number(desdeDe(a) > desdeDe(b)) - Number(desdeDe(a) < desdeDe(b)))
    .at(-1);

const itemOf = (item: Item | null | undefined): Hallado =>
  item ? { valor: item.clave, texto: item.nombre } : { valor: null };

const LISTA = new Intl.ListFormat('es');

const niveles = (
  expediente: ExpedienteConItems,
  cuenta: (valores: Valores) => boolean,
): Hallado => {
  const estudios = de(expediente, 'estudio');
  // Who has written none may well have some.
  if (estudios.length === 0) return { valor: null };
  const those = estudios.flatMap(({ valores, items }) =>
    cuenta(valores) && items.nivel ? [items.nivel] : [],
  );
  const names = new Map(those.map(({ clave, nombre }) => [clave, nombre]));
  return {
    valor: [...names.keys()],
    ...(names.size > 0 && { texto: LISTA.format(names.values()) }),
  };
};

const years = (desde: string | null, hasta: string): Hallado => ({
  valor: desde === null || hasta < desde ? null : yearsBetween(desde, hasta),
});

const HALLA: Readonly<Record<string, (expediente: ExpedienteConItems, hoy: string) => Hallado>> = {
  'persona.edad': ({ fechaNacimiento }, hoy) => years(fechaNacimiento, hoy),
  'persona.sexo': ({ sexo }) => ({ valor: sexo }),
  'persona.entidad': ({ entidad }) => ({ valor: entidad }),
  'persona.nacionalidad': (expediente) => ({
    valor: text(de(expediente, 'nacionalidad')[0]?.valores.nacionalidad),
  }),
  'persona.expedienteCompleto': (expediente) => {
    const faltas = faltasDe(expediente);
    return {
      valor: faltas.length === 0,
      ...(faltas.length > 0 && { texto: `no, le falta ${sayFaltas(faltas)}` }),
    };
  },
  'empleo.categoria': (expediente, hoy) => itemOf(enFunciones(expediente, hoy)?.items.categoria),
  'empleo.organo': (expediente, hoy) => itemOf(enFunciones(expediente, hoy)?.items.organo),
  'empleo.circuito': (expediente, hoy) => itemOf(enFunciones(expediente, hoy)?.circuito),
  'empleo.antiguedad': (expediente, hoy) =>
    years(text(de(expediente, 'servicio')[0]?.valores.ingreso), hoy),
  'empleo.antiguedadEnCargo': (expediente, hoy) =>
    years(text(enFunciones(expediente, hoy)?.valores.desde), hoy),
  'estudios.niveles': (expediente) => niveles(expediente, isConcluido),
  'estudios.titulos': (expediente) => niveles(expediente, ({ estado }) => estado === 'titulado'),
};

/** A fact of a file on a day (YYYY-MM-DD); what it does not say has no value. */
export const findEnExpediente = (
  clave: string,
  expediente: ExpedienteConItems,
  hoy: string,
): Hallado => lookUp(HALLA, clave)?.(expediente, hoy) ?? { valor: null };
