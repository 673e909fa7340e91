import { formatFolio } from '../../../inscripciones/acuse/rules.ts';
import type { ConvocatoriaRow } from '../../convocatorias/server/service.ts';
import type { Calendario, EnvioPresentado } from '../contract.ts';
import type { EnvioRow } from './data.ts';

export const presentCalendario = (cv: ConvocatoriaRow): Calendario => ({
  presolicitudAbre: cv.presolicitud_abre.toISOString(),
  presolicitudCierra: cv.presolicitud_cierra.toISOString(),
  solicitudAbre: cv.solicitud_abre.toISOString(),
  solicitudCierra: cv.solicitud_cierra.toISOString(),
  recomendacionesCierra: cv.recomendaciones_cierra.toISOString(),
  resultadosEn: cv.resultados_en.toISOString(),
});

export const presentEnvio = (row: EnvioRow): EnvioPresentado => ({
  numero: row.numero,
  enviadoEn: row.enviado_en.toISOString(),
  folio: formatFolio(row.acuse_folio),
  clave: row.acuse_clave,
});
