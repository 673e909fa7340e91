import type { Trabajo as Row } from '../../../platform/server/progress.ts';
import type { Trabajo } from '../contract.ts';

/** Files of jobs last a day (platform/server/sheets/files.ts). */
const FILE_LASTS = 24 * 3_600_000;

/** A job as the viewer sees it. */
export const presentTrabajo = (
  row: Row,
  viewerUid: string,
  now: Date,
  nombres: ReadonlyMap<string, string>,
): Trabajo => {
  const mine = row.propietario === viewerUid;
  const ended = row.terminado_en;
  const lasts = ended !== null && now.getTime() - ended.getTime() < FILE_LASTS;
  return {
    id: row.id,
    titulo: row.titulo,
    estado: row.estado,
    hechos: row.hechos,
    total: row.total,
    mensaje: row.mensaje,
    cifras: row.resultado?.cifras ?? {},
    archivo: (mine && lasts && row.resultado?.archivo) || null,
    propio: mine,
    quien: mine ? null : (nombres.get(row.propietario) ?? 'Cuenta eliminada'),
    puedeCancelar: (row.estado === 'enCola' || row.estado === 'enCurso') && !row.sin_retorno,
    puedeReintentar:
      (row.estado === 'fallido' || row.estado === 'cancelado') &&
      row.resultado?.reintentable !== false,
    creadoEn: row.creado_en.toISOString(),
    terminadoEn: ended?.toISOString() ?? null,
  };
};
