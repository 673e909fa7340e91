import { groupByFour } from '../../../../platform/shared/ids.ts';
import type { SolicitudRow } from '../captura/server/data.ts';
import type { DiferenciaDeExamen, FilaDeExamen, VersionDeExamen } from '../contract.ts';
import { type Capturado, situacionDe } from '../rules.ts';
import type { DiferenciaRow, VersionRow } from './data.ts';

/** A version as staff see it; `nombres`: of accounts, by their uid. */
export const presentVersion = (
  { importado_por, creado_en, ...row }: VersionRow,
  nombres: ReadonlyMap<string, string>,
): VersionDeExamen => ({
  ...row,
  quien: nombres.get(importado_por) ?? 'Cuenta eliminada',
  creadoEn: creado_en.toISOString(),
});

/** What the newest version says of an application. */
export const presentFila = ({
  id,
  folio,
  estado,
  enEtapa,
  capturado,
}: SolicitudRow & { enEtapa: boolean; capturado: Capturado }): FilaDeExamen => ({
  solicitudId: id,
  folio: groupByFour(folio),
  estado,
  enEtapa,
  situacion: situacionDe(capturado),
  puntos: capturado?.puntos ?? null,
});

export const presentDiferencia = ({
  folio,
  antes,
  despues,
}: DiferenciaRow): DiferenciaDeExamen => ({
  folio: groupByFour(folio),
  antes,
  despues,
});
