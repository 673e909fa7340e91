import type { OutputOf } from '../../../../platform/shared/callable.ts';
import type { getAcuse } from '../contract.ts';
import { formatFolio } from '../rules.ts';
import type { AcuseRow } from './data.ts';

/** Field by field: what the snapshot holds besides (its address, with the key) stays here. */
export const presentAcuse = (row: AcuseRow, open: boolean): OutputOf<typeof getAcuse> => {
  const { institucion, estado, persona, curso, edicion, plantilla, secciones, reglas, demo } =
    row.datos;
  return {
    existe: true,
    folio: formatFolio(row.folio),
    emitidoEn: row.emitido_en.toISOString(),
    detalle: open
      ? {
          institucion,
          estado,
          estadoActual: row.estado,
          persona,
          curso,
          edicion,
          plantilla,
          secciones,
          reglas,
          demo,
        }
      : null,
  };
};
