import type { FilaFusionHecha, FusionHecha } from '../contract.ts';
import type { ReversibleRow } from './data.ts';

export const presentFila = (row: ReversibleRow): FilaFusionHecha => ({
  id: row.id,
  anterior:
    row.anterior_clave === null
      ? null
      : { clave: row.anterior_clave, nombreCompleto: row.anterior_nombre ?? '' },
  actual: { clave: row.actual_clave, nombreCompleto: row.actual_nombre },
  hechaPor: row.hecha_por_nombre,
  hechaEn: row.hecha_en.toISOString(),
  venceEn: row.vence_en.toISOString(),
});

export const presentFusionHecha = (
  row: ReversibleRow,
  { ensayo, esSuyo }: Pick<FusionHecha, 'ensayo' | 'esSuyo'>,
): FusionHecha => ({
  ...presentFila(row),
  estado: row.estado,
  esSuyo,
  ensayo,
  deshecha:
    row.deshecha_en === null
      ? null
      : {
          por: row.deshecha_por_nombre,
          en: row.deshecha_en.toISOString(),
          motivo: row.motivo ?? '',
        },
});
