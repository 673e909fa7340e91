import type { Material } from '../contract.ts';
import type { MaterialRow } from './data.ts';

export const presentMaterial = (row: MaterialRow): Material => ({
  id: row.id,
  titulo: row.titulo,
  nota: row.nota,
  publicado: row.publicado,
  enlace: row.enlace,
  archivo:
    row.objeto === null
      ? null
      : {
          nombre: row.nombre ?? '',
          bytes: row.bytes ?? 0,
          contentType: row.content_type ?? '',
          antivirus: row.antivirus,
        },
});
