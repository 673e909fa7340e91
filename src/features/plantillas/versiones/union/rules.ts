/** Two who edit one draft: what each changed, part by part, and one definition of both. Pure, on both sides. */

import { textOfPart } from '../../../../platform/shared/conflict.ts';
import { quoted } from '../../../../platform/shared/quotation.ts';
import type { Definicion } from '../../contract.ts';
import type { Reparto } from '../../cupos/contract.ts';
import type { Campo } from '../../formulario/contract.ts';
import { fieldsOf } from '../../formulario/rules.ts';
import { nombreDe, saying } from '../comparacion/rules.ts';

type Unit = { readonly key: string; readonly nombre: string; readonly valor: string };

/** A definition in the parts that two people may change apart: each field, section, rule and message, and the orders. */
const unitsOf = (definicion: Definicion): Unit[] => [
  ...definicion.secciones.map(({ campos: _, ...seccion }) => ({
    key: `seccion ${seccion.clave}`,
    nombre: `Sección «${seccion.titulo}»`,
    valor: textOfPart(seccion),
  })),
  ...definicion.secciones.flatMap(({ clave, campos }) =>
    campos.map((campo) => ({
      key: `campo ${campo.clave}`,
      nombre: `Campo «${campo.etiqueta}»`,
      valor: textOfPart({ seccion: clave, campo }),
    })),
  ),
  ...definicion.reglas.map((regla) => ({
    key: `regla ${regla.clave}`,
    nombre: `Regla ${quoted(regla.descripcion)}`,
    valor: textOfPart(regla),
  })),
  ...(definicion.reparto
    ? [{ key: 'reparto', nombre: 'Lugares', valor: textOfPart(definicion.reparto) }]
    : []),
  {
    key: 'mensajes',
    nombre: 'Mensajes',
    valor: textOfPart({
      bienvenida: definicion.mensajes?.bienvenida ?? '',
      confirmacion: definicion.mensajes?.confirmacion ?? '',
    }),
  },
];

/** What a part of `partesDe` says, in words; null: it was taken away. */
export const describeParte = (valor: string | null | undefined): string => {
  if (valor === null || valor === undefined) return 'Lo quitó';
  const said = JSON.parse(valor) as Record<string, unknown>;
  const inner = (said.campo ?? said) as Record<string, unknown>;
  return Object.entries(inner)
    .flatMap(([key, one]) => {
      const words = key === 'clave' ? '' : saying(one, key);
      return words === '' ? [] : [`${nombreDe(key) ?? key}: ${words}`];
    })
    .join('; ');
};

/** The parts of a definition by key, as `mergeChanges` of platform/shared/conflict.ts joins them, and what each is called. */
export const partesDe = (
  definicion: Definicion,
): { valores: Readonly<Record<string, string>>; nombres: Readonly<Record<string, string>> } => {
  const units = unitsOf(definicion);
  return {
    valores: Object.fromEntries(units.map(({ key, valor }) => [key, valor])),
    nombres: Object.fromEntries(units.map(({ key, nombre }) => [key, nombre])),
  };
};

/** In the order of `mine`; what only the other has goes after what it followed there. */
const joinOrder = (mine: readonly string[], theirs: readonly string[]): string[] => {
  const result = [...mine];
  theirs.forEach((key, i) => {
    if (result.includes(key)) return;
    const before = theirs.slice(0, i).findLast((one) => result.includes(one));
    result.splice(before === undefined ? 0 : result.indexOf(before) + 1, 0, key);
  });
  return result;
};

/** A definition from its joined parts: in my order, with what only the other added where they put it. */
export const definicionDe = (
  valores: Readonly<Record<string, string | null>>,
  mine: Definicion,
  theirs: Definicion,
): Definicion => {
  const parts = <T>(kind: string): Map<string, T> =>
    new Map(
      Object.entries(valores).flatMap(([key, valor]): [string, T][] =>
        valor !== null && key.startsWith(`${kind} `)
          ? [[key.slice(kind.length + 1), JSON.parse(valor)]]
          : [],
      ),
    );
  const campos = parts<{ seccion: string; campo: Campo }>('campo');
  const secciones = parts<Omit<Definicion['secciones'][number], 'campos'>>('seccion');
  const reglas = parts<Definicion['reglas'][number]>('regla');
  const claves = (list: readonly { readonly clave: string }[]) => list.map(({ clave }) => clave);
  const order = joinOrder(claves(fieldsOf(mine)), claves(fieldsOf(theirs)));
  const sections = joinOrder(claves(mine.secciones), claves(theirs.secciones)).filter((clave) =>
    secciones.has(clave),
  );
  const { reparto } = valores;
  const mensajes = JSON.parse(valores.mensajes ?? '{}') as NonNullable<Definicion['mensajes']>;
  return {
    secciones: sections.map((clave, i) => ({
      ...secciones.get(clave)!,
      campos: order.flatMap((one) => {
        const found = campos.get(one);
        if (!found) return [];
        // Its section was taken away by the other: what was written in it is not lost.
        const at = secciones.has(found.seccion) ? found.seccion : sections[0];
        return at === clave || (at === undefined && i === 0) ? [found.campo] : [];
      }),
    })),
    reglas: joinOrder(claves(mine.reglas), claves(theirs.reglas)).flatMap(
      (clave) => reglas.get(clave) ?? [],
    ),
    ...(typeof reparto === 'string' && { reparto: JSON.parse(reparto) as Reparto }),
    mensajes,
  };
};
