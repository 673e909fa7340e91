/** Each step of a seat of a call, as the application takes it: the line's engine tells of it in its own transaction. */
import type { Trx } from '../../../../../platform/server/db/index.ts';
import type { Services } from '../../../../../platform/server/services.ts';
import { refuse } from '../../../../../platform/shared/errors.ts';
import type {
  LugarDeConvocatoria,
  SucesoDeLugar,
} from '../../../../inscripciones/pasos/server/service.ts';
import { findConvocatoria, requireConvocatoria } from '../../../convocatorias/server/service.ts';
import { tellAspirante } from '../../../envios/server/service.ts';
import { ERRORES_POSGRADO } from '../../../errors.ts';
import { SOLICITUD } from '../../../estados.ts';
import { readCupos } from '../../../ranking/server/service.ts';
import {
  closePendientesDe,
  requireSolicitud,
  type SolicitudRow,
  takePasoSolicitud,
} from '../../../solicitudes/server/service.ts';
import { planDeLugares } from '../../rules.ts';
import {
  findSolicitudDe,
  lockSolicitudes,
  selectEdicionesDondeEsParte,
} from '../../server/data.ts';
import { readPlazo } from '../../server/service.ts';
import { cartaDeLugar } from './mails.ts';

const PASOS = {
  ofrecido: { paso: 'promover', accion: 'solicitud.promover' },
  aceptado: { paso: 'inscribir', accion: 'solicitud.inscribir' },
  vencido: { paso: 'vencer', accion: 'solicitud.vencer' },
  terminado: { paso: 'vencer', accion: 'solicitud.vencer' },
  baja: { paso: 'desistir', accion: 'solicitud.desistir' },
} as const;

type Con = Pick<Services, 'env' | 'notificaciones' | 'now'>;

/** Who leaves a seat that they had confirmed is told; their application stays as it ended. */
const tellBaja = async (
  trx: Trx,
  services: Con,
  row: SolicitudRow,
  suceso: SucesoDeLugar,
): Promise<void> => {
  const que = { programa: row.curso_nombre, convocatoriaId: row.convocatoria_id, folio: row.folio };
  const carta = cartaDeLugar(suceso, { ...que, eraInscrita: true });
  await tellAspirante(trx, services, row, {
    ...{ de: { solicitudId: row.id }, kind: 'Solicitud', carta },
  });
};

const motivoDe = (suceso: SucesoDeLugar): string | null =>
  suceso.tipo === 'baja' ? suceso.motivo : null;

/** What inscripciones asks of the calls, about the seats of their editions. */
export const lugarDeConvocatoria: LugarDeConvocatoria = {
  async holdConvocatoria(trx, edicionId) {
    await findConvocatoria(trx, { edicionId }, { lock: true });
  },

  holdTramites: lockSolicitudes,

  async plazo(trx, { edicionId, ahora }) {
    return readPlazo(trx, await requireConvocatoria(trx, { edicionId }), ahora);
  },

  async repartir(db, { edicionId, lugares, fila }) {
    const convocatoria = await requireConvocatoria(db, { edicionId });
    // A job annuls those who wait, one by one.
    if (convocatoria.estado === 'cancelada') return { ofrece: [], cambia: [] };
    const { cupos } = await readCupos(db, convocatoria);
    return planDeLugares({ lugares, cupos, orden: convocatoria.bases.cupos }, fila);
  },

  async take(trx, services, inscripcionId, suceso) {
    const found = await findSolicitudDe(trx, inscripcionId);
    if (!found) throw new Error(`the seat ${inscripcionId} is of no application`);
    const row = await requireSolicitud(trx, found.id, { lock: true });
    if (suceso.tipo === 'aceptado') {
      const { estado } = await requireConvocatoria(trx, { id: row.convocatoria_id });
      if (estado === 'cancelada') throw refuse('FAILED_PRECONDITION', ERRORES_POSGRADO.concluida);
    }
    if (suceso.tipo === 'baja' && !SOLICITUD.can('desistir', row.estado)) {
      return tellBaja(trx, services, row, suceso);
    }
    const que = { programa: row.curso_nombre, convocatoriaId: row.convocatoria_id };
    const motivo = motivoDe(suceso);
    await takePasoSolicitud(trx, services, row, {
      ...PASOS[suceso.tipo],
      aviso: cartaDeLugar(suceso, { ...que, folio: row.folio, eraInscrita: false }),
      motivo,
      ...(suceso.tipo === 'ofrecido' && { despues: { venceEn: suceso.venceEn.toISOString() } }),
    });
    if (suceso.tipo === 'aceptado' || suceso.tipo === 'ofrecido') return;
    await closePendientesDe(trx, row.id, {
      motivo: motivo ?? 'La solicitud terminó.',
      ahora: services.now(),
      services,
    });
  },

  dondeEsParte: selectEdicionesDondeEsParte,
};
