import type { OutputOf } from '../../../../platform/shared/callable.ts';
import type { HechoDeclarado } from '../../reglas/contract.ts';
import type { listHechosReglas } from '../contract.ts';

type HechoElegible = OutputOf<typeof listHechosReglas>['hechos'][number];

/** A fact as the editor shows it. */
export const presentHecho = ({
  unidad,
  pide,
  valores,
  palabras,
  ...declarado
}: HechoDeclarado): HechoElegible => ({
  ...declarado,
  ...(unidad && { unidad: [unidad[0], unidad[1]] }),
  ...(pide && { pide: [pide[0], pide[1]] }),
  ...(valores && { valores: [...valores] }),
  ...(palabras && { palabras: [...palabras] }),
});
