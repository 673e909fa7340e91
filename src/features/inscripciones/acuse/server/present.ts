import type { OutputOf } from '../../../../platform/shared/callable.ts';
import type { getAcuse } from '../contract.ts';
import { dictamenDe, formatFolio } from '../rules.ts';
import type { AcuseRow } from './service.ts';

/** `qr`: the code of its address as SVG, for whoever has the key; null for everybody else, who learn that it exists. */
export const presentAcuse = (row: AcuseRow, qr: string | null): OutputOf<typeof getAcuse> => {
  // What the record holds besides (its address, with the key) stays here.
  const { folio: _folio, de, emitidoEn: _emitido, url: _url, ...detalle } = row.datos;
  return {
    existe: true,
    folio: formatFolio(row.folio),
    de,
    emitidoEn: row.emitido_en.toISOString(),
    sha256: row.pdf_sha256,
    ejemplares:
      row.pdf_sha256 === null
        ? []
        : [{ sha256: row.pdf_sha256, dictamen: dictamenDe(row.datos.de, row.emitido_en) }],
    detalle:
      qr === null ? null : { ...detalle, estadoActual: row.actual.codigo, actual: row.actual, qr },
  };
};
