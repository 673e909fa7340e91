import type { OutputOf } from '../../../../platform/shared/callable.ts';
import { groupByFour } from '../../../../platform/shared/ids.ts';
import { properName } from '../../../../platform/shared/names.ts';
import type { Calendar } from '../../../../platform/shared/working-days.ts';
import { INCONFORMIDAD } from '../../estados.ts';
import type * as contract from '../contract.ts';
import type { FilaInconformidad, InconformidadPropia, Plazo } from '../contract.ts';
import type { EnMesa } from '../resolucion/server/service.ts';
import { situacionDePlazo } from '../rules.ts';
import type { EnMesaRow, InconformidadRow } from './data.ts';
import { consecuenciaEnPalabras } from './mails.ts';

export type Momento = { readonly ahora: Date; readonly calendario: Calendar };

export const presentPlazo = (venceEn: Date, { ahora, calendario }: Momento): Plazo => ({
  venceEn: venceEn.toISOString(),
  ...situacionDePlazo(venceEn, ahora, calendario),
});

const responderDe = (row: InconformidadRow, momento: Momento): Plazo | null =>
  INCONFORMIDAD.is('abiertas', row.estado) ? presentPlazo(row.vence_en, momento) : null;

export const presentPropia = (row: InconformidadRow, momento: Momento): InconformidadPropia => ({
  ...{ id: row.id, folio: row.folio, sobre: row.sobre, etapa: row.etapa, estado: row.estado },
  texto: row.texto,
  presentadaEn: row.creado_en.toISOString(),
  responder: responderDe(row, momento),
  resueltaEn: row.resuelta_en?.toISOString() ?? null,
  resolucion: row.resolucion,
  consecuencia:
    row.consecuencia && consecuenciaEnPalabras(row.consecuencia, row.consecuencia_etapa),
  seRetira: INCONFORMIDAD.can('retirar', row.estado),
});

export const presentFila = (row: EnMesaRow, uid: string, momento: Momento): FilaInconformidad => ({
  ...{ id: row.id, folio: row.folio, sobre: row.sobre, etapa: row.etapa, estado: row.estado },
  persona:
    row.persona_clave !== null && row.persona_nombre_completo !== null
      ? { clave: row.persona_clave, nombre: properName(row.persona_nombre_completo) }
      : null,
  presentadaEn: row.creado_en.toISOString(),
  responder: responderDe(row, momento),
  asignada: row.asignada,
  propia: row.asignada_a === uid,
});

export const presentUna = (
  { row, opciones, puede, uid }: EnMesa,
  momento: Momento,
): OutputOf<typeof contract.getInconformidad> => ({
  ...presentFila(row, uid, momento),
  texto: row.texto,
  notificadaEn: row.notificada_en.toISOString(),
  tramite: row.solicitud_id === null ? 'presolicitud' : 'solicitud',
  tramiteId: (row.solicitud_id ?? row.presolicitud_id)!,
  folioTramite:
    row.folio_tramite === null ? null : groupByFour(row.folio_tramite.replaceAll('-', '')),
  cursoId: row.curso_id,
  edicionId: row.edicion_id,
  resueltaEn: row.resuelta_en?.toISOString() ?? null,
  resolvio: row.resolvio,
  resolucion: row.resolucion,
  consecuencia: row.consecuencia,
  consecuenciaEtapa: row.consecuencia_etapa,
  asignadaA: row.asignada_a,
  opciones,
  puede,
});
