import type { ImportPreview } from '../../../platform/server/hojas/preview.ts';
import type { EnBandeja } from '../../../platform/server/trabajos-turnos.ts';
import { TRABAJO } from '../../../platform/shared/trabajos.ts';
import type { Trabajo, VistaPrevia } from '../contract.ts';

/** Files of jobs last a day (platform/server/hojas/files.ts). */
const FILE_LASTS = 24 * 3_600_000;

type Viewing = {
  viewerUid: string;
  /** False: the viewer, who asked for it, may no longer have it done nor what it made. */
  permitido: boolean;
  now: Date;
  nombres: ReadonlyMap<string, string>;
};

/** A job as the viewer sees it. */
export const presentTrabajo = (
  row: EnBandeja,
  { viewerUid, permitido, now, nombres }: Viewing,
): Trabajo => {
  const mine = row.propietario === viewerUid;
  const ended = row.terminado_en;
  const lasts = ended !== null && now.getTime() - ended.getTime() < FILE_LASTS;
  return {
    id: row.id,
    titulo: row.titulo,
    estado: row.estado,
    avance: row.avance,
    total: row.total,
    mensaje: row.mensaje,
    lugar: row.lugar,
    cifras: row.resultado?.cifras ?? {},
    archivo: (mine && lasts && permitido && row.resultado?.archivo) || null,
    propio: mine,
    quien: mine ? null : (nombres.get(row.propietario) ?? 'Cuenta eliminada'),
    puedeCancelar: TRABAJO.can('cancelar', row.estado) && !row.sin_retorno,
    puedeReintentar:
      permitido && TRABAJO.can('reintentar', row.estado) && row.resultado?.reintentable !== false,
    creadoEn: row.creado_en.toISOString(),
    terminadoEn: ended?.toISOString() ?? null,
  };
};

/** What importing a file would do, as whoever imports it reads it. */
export const presentVista = ({ vista: _, ...vista }: ImportPreview): VistaPrevia => ({
  ...vista,
  problemas: vista.problemas.map(({ duda: _, ...problema }) => problema),
  dudas: vista.dudas.map((duda) => ({ ...duda, opciones: [...duda.opciones] })),
  cambios: vista.cambios.map(({ fila, nombre = '', celdas = [] }) => ({
    fila,
    nombre,
    celdas: [...celdas],
  })),
});
