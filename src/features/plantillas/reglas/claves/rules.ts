/** The keys that rules name, and of which list each is. Pure. */
import type { FuenteDeClaves, HechoDeclarado, Hoja, Regla } from '../contract.ts';
import { leavesOf, splitField } from '../rules.ts';

/** A key that a rule names, and what it compares with it, or asks of it. */
export type ClaveNombrada = {
  /** Of the rule. */
  readonly regla: string;
  readonly declarado: HechoDeclarado;
  readonly fuente: FuenteDeClaves;
  readonly clave: string;
  /** What the fact is of, and not what it is compared with. */
  readonly esArgumento: boolean;
};

const namedIn = (
  hoja: Partial<Hoja>,
  porClave: ReadonlyMap<string, HechoDeclarado>,
): Omit<ClaveNombrada, 'regla'>[] => {
  const { clave: cual, argumento } = splitField(String(hoja.field));
  const declarado = porClave.get(cual);
  if (!declarado) return [];
  const { argumentoDe, valoresDe } = declarado;
  const values = [hoja.value].flat().filter((value) => typeof value === 'string');
  return [
    ...(argumentoDe && argumento
      ? [{ declarado, fuente: argumentoDe, clave: argumento, esArgumento: true }]
      : []),
    ...(valoresDe
      ? values.map((clave) => ({ declarado, fuente: valoresDe, clave, esArgumento: false }))
      : []),
  ];
};

/** Every key that these rules name, of the facts that there are. */
export const clavesNombradas = (
  reglas: readonly Pick<Regla, 'clave' | 'condicion'>[],
  hechos: readonly HechoDeclarado[],
): ClaveNombrada[] => {
  const porClave = new Map(hechos.map((declarado) => [declarado.clave, declarado]));
  return reglas.flatMap(({ clave: regla, condicion }) =>
    leavesOf(condicion)
      .flatMap((hoja) => namedIn(hoja, porClave))
      .map((nombrada) => ({ regla, ...nombrada })),
  );
};
