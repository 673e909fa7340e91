import type { DisenoResumido, VersionDiseno } from '../contract.ts';
import type { DisenoRow, VersionContada } from './data.ts';

export const presentVersion = ({
  id,
  numero,
  estado,
  actualizado_en,
  publicado_en,
  documentos,
}: VersionContada): VersionDiseno => ({
  id,
  numero,
  estado,
  actualizadoEn: actualizado_en.toISOString(),
  publicadoEn: publicado_en?.toISOString() ?? null,
  documentos,
});

/** A design with those of these versions that are its own. */
export const presentDiseno = (
  { id, tipo, nombre, predeterminado }: DisenoRow,
  versiones: readonly VersionContada[],
): DisenoResumido => ({
  id,
  tipo,
  nombre,
  predeterminado,
  versiones: versiones.filter(({ diseno_id }) => diseno_id === id).map(presentVersion),
});
