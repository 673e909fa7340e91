/** Sections that one of two took away while the other wrote in them: what is in them, and where it may go. Pure. */

import { textOfPart } from '../../../../platform/shared/conflict.ts';
import type { Definicion } from '../../contract.ts';
import type { Campo } from '../../formulario/contract.ts';
import { reordered } from '../comparacion/rules.ts';

/** What two wrote, and what both began from. */
export type Tres = {
  readonly base: Definicion;
  readonly mine: Definicion;
  readonly theirs: Definicion;
};

type Seccion = Definicion['secciones'][number];

const findSeccion = ({ secciones }: Definicion, clave: string): Seccion | undefined =>
  secciones.find((one) => one.clave === clave);

/** The fields of a section; none where it is not. */
export const camposEn = (definicion: Definicion, clave: string): readonly Campo[] =>
  findSeccion(definicion, clave)?.campos ?? [];

/** Where each field stands, by its key, and what it says there. */
export const lugarDe = ({
  secciones,
}: Definicion): Map<string, { seccion: string; campo: Campo }> =>
  new Map(
    secciones.flatMap(({ clave: seccion, campos }) =>
      campos.map((campo) => [campo.clave, { seccion, campo }] as const),
    ),
  );

/** A section that one of the two took away while the other wrote in it. */
export type Disputada = {
  readonly clave: string;
  /** What stands in it as whoever wrote in it has it, and nowhere as the other does. */
  readonly campos: readonly Campo[];
  /** Of those, the keys of what nobody wrote in. */
  readonly intactos: readonly string[];
};

const claves = (campos: readonly Campo[]) => campos.map(({ clave }) => clave);

/** What a section says and holds, without the fields that the other has elsewhere: those went before it did. */
const without = ({ campos, ...said }: Seccion, kept: ReadonlySet<string>) => ({
  said: textOfPart(said),
  campos: campos.filter(({ clave }) => !kept.has(clave)),
});

/** The sections that one of the two took away while the other wrote in them. */
export const disputadasDe = ({ base, mine, theirs }: Tres): Disputada[] =>
  base.secciones.flatMap((seccion) => {
    const { clave } = seccion;
    const [mia, suya] = [findSeccion(mine, clave), findSeccion(theirs, clave)];
    if (!(mia ?? suya) || (mia && suya)) return [];
    const elsewhere = new Set(lugarDe(mia ? theirs : mine).keys());
    const was = without(seccion, elsewhere);
    const is = without((mia ?? suya)!, elsewhere);
    const before = new Map(was.campos.map((campo) => [campo.clave, textOfPart(campo)]));
    const intactos = claves(
      is.campos.filter((campo) => before.get(campo.clave) === textOfPart(campo)),
    );
    const old = new Set(claves(seccion.campos));
    const isWritten =
      was.said !== is.said ||
      intactos.length < is.campos.length ||
      reordered(claves(was.campos), claves(is.campos)) ||
      // Brought here from another section.
      (mia ?? suya)!.campos.some((campo) => elsewhere.has(campo.clave) && !old.has(campo.clave));
    return isWritten ? [{ clave, campos: is.campos, intactos }] : [];
  });

/** Where a field goes whose section is not among those that stay: where either of the two has it, or to the first one. */
export const lugarSinElla = (
  clave: string,
  stays: readonly string[],
  { mine, theirs }: Tres,
): string | undefined => {
  const places = [mine, theirs].map((one) => lugarDe(one).get(clave)?.seccion);
  return places.find((one) => one !== undefined && stays.includes(one)) ?? stays[0];
};
