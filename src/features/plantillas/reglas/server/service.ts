/** Loads the facts that rules ask for, from the features that own them. */
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { readBeside } from '../../../../platform/server/db/shared.ts';
import { fechaDe } from '../../../../platform/shared/dates.ts';
import { checkReglas, type ProblemaRegla } from '../comprobacion/rules.ts';
import type { Dato, HechoDeclarado, Hechos, Regla, ValorHecho } from '../contract.ts';
import { comparableDe } from '../palabras/rules.ts';
import { fieldsOfReglas, splitField } from '../rules.ts';

/** One enrolment that is looked at: of whom, and in what. Without an edition, what is asked of one is «sin dato». */
export type Caso = { readonly personaId: string; readonly edicionId: string | null };

/** A fact that rules ask for. */
export type CampoPedido = {
  /** As the rule has it: `historia.acreditado:AMP-101`. */
  readonly field: string;
  readonly clave: string;
  /** Empty of a fact without one. */
  readonly argumento: string;
};

/** What a provider is asked for: its own facts, of all these cases, on that day. */
export type Pedido = {
  readonly campos: readonly CampoPedido[];
  readonly casos: readonly Caso[];
  /** Those of the cases, each once. */
  readonly personas: readonly string[];
  readonly ediciones: readonly string[];
  /** YYYY-MM-DD: what is so at one moment of it is so all day. */
  readonly hoy: string;
};

/** A fact as it was loaded: of a person, of an edition, or of a person in an edition. */
export type DatoCargado = {
  readonly field: string;
  readonly personaId?: string;
  readonly edicionId?: string;
  /** Null: there is none. What is not given at all is «sin dato» too. */
  readonly valor: ValorHecho;
  /** The value as people read it, where it alone does not say it: «Juez de Distrito». */
  readonly texto?: string;
  /** Of a key: the others that the same had. */
  readonly tambien?: readonly string[];
  /** What it is, when the declared name does not say it: with the course's name. */
  readonly nombre?: string;
};

/** Facts that a feature gives: what they are, and how they are loaded, of one person or of many with the same SQL. */
export type ProveedorDeHechos = {
  readonly declara: readonly (HechoDeclarado & {
    /** Where somebody mends it, by the key of their file: «Anotar mi fecha de ingreso». */
    readonly remedio?: {
      readonly texto: string;
      readonly enlace: (clave: string, argumento: string) => string;
    };
  })[];
  /** In as few statements as can be, however many the cases are. */
  readonly load: (db: Db | Trx, pedido: Pedido) => Promise<readonly DatoCargado[]>;
  /** Which of these arguments of a fact there are; without it, whatever is written is one. */
  readonly findArgumentos?: (
    db: Db | Trx,
    clave: string,
    argumentos: readonly string[],
  ) => Promise<ReadonlySet<string>>;
  /** Which of these keys of `valoresDe.acervo` there are; without it, whatever is written is one. */
  readonly findValores?: (
    db: Db | Trx,
    clave: string,
    valores: readonly string[],
  ) => Promise<ReadonlySet<string>>;
};

/** Things that rules name by a key, as a feature finds them. */
export type Acervo = {
  /** As `FuenteDeClaves.acervo` names it. */
  readonly nombre: string;
  /** The first that have these words; without words, the first of all. */
  readonly search: (
    db: Db,
    busqueda: string,
  ) => Promise<
    readonly { readonly valor: string; readonly etiqueta: string; readonly detalle: string }[]
  >;
};

declare module '../../../../platform/server/feature.ts' {
  interface Slots {
    /** Facts that the rules of a plantilla may ask for. */
    hechos: ProveedorDeHechos;
    /** What is looked for by words to be named in a rule: courses. */
    acervos: Acervo;
  }
}

/** All the facts that there are, in the order in which they are given. @throws when two are called alike. */
export const catalogoDeHechos = (
  proveedores: readonly ProveedorDeHechos[],
): readonly HechoDeclarado[] => {
  const all = proveedores.flatMap(({ declara }) => declara);
  const repeated = all.find(({ clave }, i) => all.findIndex((one) => one.clave === clave) !== i);
  if (repeated) throw new Error(`Two facts are called ${repeated.clave}.`);
  return all.map(({ remedio: _remedio, ...declarado }) => declarado);
};

const pedidos = (fields: readonly string[]): CampoPedido[] =>
  fields.map((field) => {
    const { clave, argumento } = splitField(field);
    return { field, clave, argumento: argumento ?? '' };
  });

type PorId = Map<string, DatoCargado>;
const ambosOf = (personaId: string, edicionId: string) => `${personaId} ${edicionId}`;

/** What was loaded of one field, by whose it is. */
const createHallados = () => {
  const dePersona: PorId = new Map();
  const deEdicion: PorId = new Map();
  const deAmbos: PorId = new Map();
  return {
    add(dato: DatoCargado): void {
      const { personaId, edicionId } = dato;
      if (personaId === undefined) deEdicion.set(edicionId ?? '', dato);
      else if (edicionId === undefined) dePersona.set(personaId, dato);
      else deAmbos.set(ambosOf(personaId, edicionId), dato);
    },
    of: ({ personaId, edicionId }: Caso): DatoCargado | undefined =>
      (edicionId !== null && deAmbos.size > 0
        ? deAmbos.get(ambosOf(personaId, edicionId))
        : undefined) ??
      dePersona.get(personaId) ??
      deEdicion.get(edicionId ?? ''),
  };
};

/** A fact that is asked for and that a feature gives. */
type Dado = CampoPedido & {
  readonly declarado: ProveedorDeHechos['declara'][number];
  readonly hallados: ReturnType<typeof createHallados>;
};

const datoOf = (
  { declarado, argumento, hallados }: Dado,
  caso: Caso,
  clave: string | undefined,
): Dato => {
  const dato = hallados.of(caso);
  const { remedio } = declarado;
  return {
    ...comparableDe(declarado),
    nombre: dato?.nombre ?? (argumento ? `${declarado.nombre} (${argumento})` : declarado.nombre),
    valor: dato?.valor ?? null,
    ...(dato?.tambien && dato.tambien.length > 0 && { tambien: [...dato.tambien] }),
    ...(dato?.texto !== undefined && { texto: dato.texto }),
    ...(remedio &&
      clave !== undefined && {
        remedio: { texto: remedio.texto, enlace: remedio.enlace(clave, argumento) },
      }),
  };
};

/** What was loaded, by case; `clave` is the key of their file, for the links that mend (of one person). */
export type HechosCargados = (caso: Caso, clave?: string) => Hechos;

/**
 * Loads the fields that rules ask for, of all cases at once: one call a provider, and only of those that give one that
 * is asked for. `conocidos`: what the caller has at hand, which is not loaded again.
 */
export const loadHechos = async (
  db: Db | Trx,
  proveedores: readonly ProveedorDeHechos[],
  {
    fields,
    casos,
    ahora,
    conocidos = () => ({}),
  }: {
    fields: readonly string[];
    casos: readonly Caso[];
    ahora: Date;
    conocidos?: (caso: Caso) => Hechos;
  },
): Promise<HechosCargados> => {
  const asked = pedidos(fields);
  const base = {
    casos,
    personas: [...new Set(casos.map(({ personaId }) => personaId))],
    ediciones: [...new Set(casos.flatMap(({ edicionId }) => edicionId ?? []))],
    hoy: fechaDe(ahora),
  };
  const dados: Dado[] = [];
  const readings: (() => Promise<void>)[] = [];
  for (const proveedor of proveedores) {
    const claves = new Map(proveedor.declara.map((declarado) => [declarado.clave, declarado]));
    const mine = asked.flatMap((campo): Dado[] => {
      const declarado = claves.get(campo.clave);
      const given = declarado && (declarado.argumento !== undefined) === (campo.argumento !== '');
      return given ? [{ ...campo, declarado, hallados: createHallados() }] : [];
    });
    if (mine.length === 0 || casos.length === 0) continue;
    dados.push(...mine);
    const byField = new Map(mine.map(({ field, hallados }) => [field, hallados]));
    const campos = asked.filter(({ field }) => byField.has(field));
    readings.push(async () => {
      for (const dato of await proveedor.load(db, { ...base, campos })) {
        byField.get(dato.field)?.add(dato);
      }
    });
  }
  await readBeside(db, readings);
  return (caso, clave) => {
    const hechos: Record<string, Dato> = {};
    for (const dado of dados) hechos[dado.field] = datoOf(dado, caso, clave);
    return { ...hechos, ...conocidos(caso) };
  };
};

/** What keeps these rules from being published: as `checkReglas`, and arguments that there are not. `propios`: facts of the plantilla itself. */
export const checkReglasConArgumentos = async (
  db: Db | Trx,
  proveedores: readonly ProveedorDeHechos[],
  reglas: readonly Regla[],
  propios: readonly HechoDeclarado[] = [],
): Promise<ProblemaRegla[]> => {
  const problems = checkReglas(reglas, [...catalogoDeHechos(proveedores), ...propios]);
  const asked = pedidos(fieldsOfReglas(reglas)).filter(({ argumento }) => argumento !== '');
  for (const { declara, findArgumentos } of proveedores) {
    for (const { clave, nombre } of declara) {
      const mine = asked.filter((campo) => campo.clave === clave);
      if (!findArgumentos || mine.length === 0) continue;
      const known = await findArgumentos(
        db,
        clave,
        mine.map(({ argumento }) => argumento),
      );
      for (const { field, argumento } of mine.filter((campo) => !known.has(campo.argumento))) {
        const those = reglas.filter((regla) => fieldsOfReglas([regla]).includes(field));
        problems.push(
          ...those.map(({ clave: regla }) => ({
            regla,
            problema: `«${nombre}» pide «${argumento}», que no existe.`,
          })),
        );
      }
    }
  }
  return problems;
};
