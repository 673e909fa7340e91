import { textOfPart } from '../../../platform/shared/conflict.ts';
import {
  type DefinicionRuta,
  type GrupoDeRuta,
  idDe,
  MAX_NIVELES,
  nombreDeGrupo,
  type ParteDeRuta,
  recorrer,
} from '../rules.ts';

/** What whoever edits a route does to it: each gives another route and leaves the one that it was given. Pure. */

const eachGroup = (
  definicion: DefinicionRuta,
  change: (partes: readonly ParteDeRuta[], de: string | null) => ParteDeRuta[],
): DefinicionRuta => {
  const inside = (grupo: GrupoDeRuta): GrupoDeRuta => ({
    ...grupo,
    partes: change(grupo.partes, grupo.clave).map(down),
  });
  const down = (parte: ParteDeRuta): ParteDeRuta =>
    parte.tipo === 'grupo' ? inside(parte) : parte;
  return { ...definicion, etapas: change(definicion.etapas, null).map(down) as GrupoDeRuta[] };
};

/** One part says something else; an id that is another now is followed by what required it. */
export const cambiarParte = (
  definicion: DefinicionRuta,
  id: string,
  change: (parte: ParteDeRuta) => ParteDeRuta,
): DefinicionRuta =>
  eachGroup(definicion, (partes) => partes.map((one) => (idDe(one) === id ? change(one) : one)));

/** Takes a part away with all that it holds, and every requirement of any of it. */
export const quitarParte = (definicion: DefinicionRuta, id: string): DefinicionRuta => {
  const gone = new Set(
    recorrer(definicion)
      .filter((nodo) => nodo.id === id || nodo.dentroDe.some(({ clave }) => clave === id))
      .map((nodo) => nodo.id),
  );
  const left = eachGroup(definicion, (partes) => partes.filter((one) => idDe(one) !== id));
  return eachGroup(left, (partes) =>
    partes.map((one) => ({ ...one, requiere: one.requiere.filter((other) => !gone.has(other)) })),
  );
};

/** Puts a part at the end of a group; null: as a stage. */
export const agregarParte = (
  definicion: DefinicionRuta,
  en: string | null,
  parte: ParteDeRuta,
): DefinicionRuta =>
  eachGroup(definicion, (partes, de) => (de === en ? [...partes, parte] : [...partes]));

/** Where a part is among those beside it, from 0, which and how many they are, and their group (null: it is a stage). */
export const lugarDe = (definicion: DefinicionRuta, id: string) => {
  const nodo = recorrer(definicion).find((one) => one.id === id);
  const grupo = nodo?.dentroDe.at(-1) ?? null;
  const partes: readonly ParteDeRuta[] = grupo?.partes ?? definicion.etapas;
  return {
    ...{ partes, grupo, en: grupo?.clave ?? null },
    lugar: partes.findIndex((one) => idDe(one) === id),
    de: partes.length,
  };
};

/** Goes up or down among those beside it. */
export const moverParte = (
  definicion: DefinicionRuta,
  id: string,
  pasos: number,
): DefinicionRuta => {
  const { en, lugar, de } = lugarDe(definicion, id);
  const to = lugar + pasos;
  if (lugar < 0 || to < 0 || to >= de) return definicion;
  return eachGroup(definicion, (partes, group) => {
    if (group !== en) return [...partes];
    const part = partes[lugar]!;
    const rest = partes.filter((_, i) => i !== lugar);
    return [...rest.slice(0, to), part, ...rest.slice(to)];
  });
};

const alturaDe = (parte: ParteDeRuta): number =>
  parte.tipo === 'curso' ? 0 : 1 + Math.max(0, ...parte.partes.map(alturaDe));

/** Whether that part may go into that group (null: as a stage): not into itself, and no deeper than may be. */
export const mayGoTo = (definicion: DefinicionRuta, id: string, en: string | null): boolean => {
  const nodos = recorrer(definicion);
  const nodo = nodos.find((one) => one.id === id);
  if (!nodo || en === id) return false;
  if (en === null) return nodo.parte.tipo === 'grupo';
  const target = nodos.find((one) => one.id === en);
  if (target?.parte.tipo !== 'grupo' || target.dentroDe.some(({ clave }) => clave === id))
    return false;
  return target.dentroDe.length + 1 + alturaDe(nodo.parte) <= MAX_NIVELES;
};

/** Takes a part to another group (null: as a stage), before one of its parts, or to its end. */
export const pasarA = (
  definicion: DefinicionRuta,
  id: string,
  en: string | null,
  antesDe: string | null = null,
): DefinicionRuta => {
  const parte = recorrer(definicion).find((one) => one.id === id)?.parte;
  if (!parte || id === antesDe || !mayGoTo(definicion, id, en)) return definicion;
  const without = eachGroup(definicion, (partes) => partes.filter((one) => idDe(one) !== id));
  return eachGroup(without, (partes, group) => {
    if (group !== en) return [...partes];
    const at = antesDe === null ? -1 : partes.findIndex((one) => idDe(one) === antesDe);
    return at < 0 ? [...partes, parte] : [...partes.slice(0, at), parte, ...partes.slice(at)];
  });
};

/** Puts a part before another one, or after it, in its group; as it was when it stands there or may not go. */
export const ponerJunto = (
  definicion: DefinicionRuta,
  id: string,
  { otra, after }: { otra: string; after: boolean },
): DefinicionRuta => {
  const { en, partes } = lugarDe(definicion, otra);
  const claves = partes.map(idDe);
  const rest = claves.filter((one) => one !== id);
  const at = rest.indexOf(otra) + (after ? 1 : 0);
  return id === otra || claves.indexOf(id) === at
    ? definicion
    : pasarA(definicion, id, en, rest[at] ?? null);
};

/** Puts a part at the end of a group; as it was when it stands there or may not go. */
export const ponerAlFinal = (
  definicion: DefinicionRuta,
  id: string,
  en: string,
): DefinicionRuta => {
  const lugar = lugarDe(definicion, id);
  return lugar.en === en && lugar.lugar === lugar.de - 1 ? definicion : pasarA(definicion, id, en);
};

/** Where a part is, in words: «lugar 2 de 3 en la etapa 1, «Básica»». */
export const decirLugar = (definicion: DefinicionRuta, id: string): string => {
  const { lugar, de, grupo } = lugarDe(definicion, id);
  const place = `lugar ${lugar + 1} de ${de}`;
  return grupo ? `${place} en ${nombreDeGrupo(definicion, grupo)}` : place;
};

/** What was done, to be undone and done again. */
export type Edicion<T> = {
  readonly antes: readonly T[];
  readonly ahora: T;
  readonly despues: readonly T[];
};

const MAX_UNDO = 100;

/** One act more; what left all as it was is none. */
export const hacer = <T>(edicion: Edicion<T>, next: T): Edicion<T> =>
  next === edicion.ahora
    ? edicion
    : { antes: [...edicion.antes, edicion.ahora].slice(-MAX_UNDO), ahora: next, despues: [] };
export const deshacer = <T>(edicion: Edicion<T>): Edicion<T> => {
  const { antes, ahora, despues } = edicion;
  if (antes.length === 0) return edicion;
  return { antes: antes.slice(0, -1), ahora: antes.at(-1)!, despues: [ahora, ...despues] };
};
export const rehacer = <T>(edicion: Edicion<T>): Edicion<T> => {
  const { antes, ahora, despues } = edicion;
  const [next, ...rest] = despues;
  return next === undefined ? edicion : { antes: [...antes, ahora], ahora: next, despues: rest };
};

const ETAPA = 'etapa ';

/** A route by what two people who write it are asked about: each of its texts, each stage, and the order of these. */
export const partesDeRuta = ({
  etapas,
  enOrden,
  ...textos
}: DefinicionRuta): Readonly<Record<string, string>> => ({
  ...textos,
  enOrden: String(enOrden),
  orden: JSON.stringify(etapas.map(({ clave }) => clave)),
  ...Object.fromEntries(etapas.map((etapa) => [ETAPA + etapa.clave, textOfPart(etapa)])),
});

/** Such a part, if it is a stage. */
export const etapaDeParte = (
  parte: string,
  valor: string | null | undefined,
): GrupoDeRuta | null => (parte.startsWith(ETAPA) && valor != null ? JSON.parse(valor) : null);

/** The route that those parts make; a stage that the order does not name is at the end. */
export const rutaDePartes = (partes: Readonly<Record<string, string | null>>): DefinicionRuta => {
  const etapas = Object.entries(partes).flatMap(([parte, valor]) => {
    const etapa = etapaDeParte(parte, valor);
    return etapa ? [etapa] : [];
  });
  const orden: string[] = JSON.parse(partes.orden ?? '[]');
  const at = (etapa: GrupoDeRuta) =>
    orden.includes(etapa.clave) ? orden.indexOf(etapa.clave) : orden.length;
  return {
    nombre: partes.nombre ?? '',
    descripcion: partes.descripcion ?? '',
    dirigidaA: partes.dirigidaA ?? '',
    enOrden: partes.enOrden === 'true',
    etapas: etapas.toSorted((a, b) => at(a) - at(b)),
  };
};
