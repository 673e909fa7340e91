import type { PlantillaEnLista, ResumenVersion } from '../contract.ts';
import type { PlantillaRow, VersionRow } from './data.ts';

const iso = (date: Date | null): string | null => date && date.toISOString();

/** A version without what it says. */
export const presentVersion = (
  row: Omit<VersionRow, 'definicion'>,
): Omit<ResumenVersion, 'inscripciones'> => ({
  id: row.id,
  numero: row.numero,
  estado: row.estado,
  nota: row.nota,
  creadoEn: row.creado_en.toISOString(),
  actualizadoEn: row.actualizado_en.toISOString(),
  publicadaEn: iso(row.publicada_en),
  publicarEn: iso(row.publicar_en),
  archivadaEn: iso(row.archivada_en),
  archivadaMotivo: row.archivada_motivo,
});

export const presentPlantilla = (row: PlantillaRow, ediciones: number): PlantillaEnLista => ({
  id: row.id,
  nombre: row.nombre,
  descripcion: row.descripcion,
  actualizadoEn: row.actualizado_en.toISOString(),
  publicada:
    row.publicada_id === null
      ? null
      : {
          id: row.publicada_id,
          numero: row.publicada_numero!,
          publicadaEn: row.publicada_en!.toISOString(),
        },
  borrador:
    row.borrador_id === null
      ? null
      : {
          id: row.borrador_id,
          numero: row.borrador_numero!,
          actualizadoEn: row.borrador_en!.toISOString(),
        },
  ediciones,
});
