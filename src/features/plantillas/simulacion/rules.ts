/** Adds up what rules say of many people. Pure. */
import type { Regla } from '../reglas/contract.ts';
import { type Fallo, mayEnroll, needsRevision } from '../reglas/rules.ts';
import type { Cifra, ResultadoSimulacion } from './contract.ts';

/** How somebody stands before a version: every rule, and what stands in their way besides the dates. */
export type Postura = {
  readonly resultados: readonly Fallo[];
  readonly faltas: readonly Fallo[];
};

const isElegible = ({ faltas }: Postura): boolean => mayEnroll(faltas);
/** The rules that stop somebody. */
const stopsOf = ({ faltas }: Postura): string[] =>
  faltas.flatMap(({ clave, efecto, cumple }) => (!cumple && efecto === 'impide' ? clave : []));

const cero = (hayAntes: boolean): Cifra => ({
  personas: 0,
  elegibles: 0,
  aRevision: 0,
  elegiblesAntes: hayAntes ? 0 : null,
  ganan: 0,
  pierden: 0,
});

const addTo = (cifra: Cifra, ahora: Postura, antes: Postura | undefined): void => {
  const is = isElegible(ahora);
  cifra.personas += 1;
  if (is) cifra.elegibles += 1;
  if (is && needsRevision(ahora.faltas)) cifra.aRevision += 1;
  if (antes === undefined || cifra.elegiblesAntes === null) return;
  const was = isElegible(antes);
  if (was) cifra.elegiblesAntes += 1;
  if (is && !was) cifra.ganan += 1;
  if (was && !is) cifra.pierden += 1;
};

/** A count that takes people one by one, in any order, and gives the figures. `antes`: the rules in force, if any. */
export const createRecuento = (reglas: readonly Regla[], antes: readonly Regla[] | null) => {
  const total = cero(antes !== null);
  const circuitos = new Map<string | null, Cifra>();
  const mine = new Set(reglas.map(({ clave }) => clave));
  const soloAntes = (antes ?? []).filter(({ clave }) => !mine.has(clave));
  const porRegla = new Map(
    [...reglas, ...soloAntes].map(({ clave, descripcion, efecto }) => [
      clave,
      {
        clave,
        descripcion,
        efecto: efecto as string,
        cumplen: 0,
        noCumplen: 0,
        sinDato: 0,
        exceptuadas: 0,
        pierden: 0,
        ganan: 0,
        soloAntes: !mine.has(clave),
      },
    ]),
  );
  return {
    add(postura: Postura, previa: Postura | undefined, circuito: string | null): void {
      addTo(total, postura, previa);
      const cifra = circuitos.get(circuito) ?? cero(antes !== null);
      circuitos.set(circuito, cifra);
      addTo(cifra, postura, previa);
      for (const { clave, cumple, sinDato, exceptuada } of postura.resultados) {
        const said = porRegla.get(clave)!;
        if (exceptuada !== undefined) said.exceptuadas += 1;
        else if (cumple) said.cumplen += 1;
        else if (sinDato) said.sinDato += 1;
        else said.noCumplen += 1;
      }
      if (previa === undefined || isElegible(postura) === isElegible(previa)) return;
      const [who, key] = isElegible(postura)
        ? ([previa, 'ganan'] as const)
        : ([postura, 'pierden'] as const);
      for (const clave of stopsOf(who)) porRegla.get(clave)![key] += 1;
    },
    result: (): ResultadoSimulacion => ({
      total,
      reglas: [...porRegla.values()],
      circuitos: [...circuitos]
        .map(([circuito, cifra]) => ({ circuito, ...cifra }))
        .sort((a, b) => b.personas - a.personas),
    }),
  };
};
