import type { OutputOf } from '../../../../platform/shared/callable.ts';
import type { getAcuse } from '../contract.ts';
import { formatFolio } from '../rules.ts';
import type { AcuseRow } from './data.ts';

export const presentAcuse = (row: AcuseRow, open: boolean): OutputOf<typeof getAcuse> => {
  // What the record holds besides (its address, with the key) stays here.
  const { folio: _folio, emitidoEn: _emitido, url: _url, ...detalle } = row.datos;
  return {
    existe: true,
    folio: formatFolio(row.folio),
    emitidoEn: row.emitido_en.toISOString(),
    detalle: open ? { ...detalle, estadoActual: row.estado } : null,
  };
};
