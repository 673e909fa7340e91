/** Applications follow their person when two files become one. */
import type { Trx } from '../../../../platform/server/db/index.ts';
import type { Accion } from '../../../../platform/shared/historial.ts';
import type {
  CambioDeClave,
  Par,
  Seguidor,
} from '../../../personas/clave/seguidores/server/service.ts';
import { PRESOLICITUD, SOLICITUD } from '../../estados.ts';
import { closePendientesDe } from '../../solicitudes/server/service.ts';
import { planTraslado, type Traslado } from '../rules.ts';
import {
  dropPerdidas,
  moveSolicitudes,
  type PresolicitudRow,
  type SolicitudRow,
  selectPresolicitudesOf,
  selectSolicitudesOf,
} from './data.ts';

const MOTIVO = 'El expediente se fusionó con otro, cuya participación iba más adelantada.';

const ofBoth = <T extends { personaId: string }>(rows: readonly T[], { de, a }: Par) => ({
  de: rows.filter(({ personaId }) => personaId === de),
  a: rows.filter(({ personaId }) => personaId === a),
});

const readPlan = async (trx: Trx, par: Par, lock: boolean) => {
  const ids = par.a === null ? [par.de] : [par.de, par.a];
  const presolicitudes = await selectPresolicitudesOf(trx, ids, lock);
  const solicitudes = await selectSolicitudesOf(trx, ids, lock);
  const plan = planTraslado(ofBoth(presolicitudes, par), ofBoth(solicitudes, par));
  return {
    version: { presolicitudes, solicitudes },
    presolicitudes: plan.presolicitudes as Traslado<PresolicitudRow>,
    solicitudes: plan.solicitudes as Traslado<SolicitudRow>,
  };
};

const enQue = ({ curso, edicion }: { curso: string; edicion: string }) => `${curso}, ${edicion}`;
const sayPresolicitud = (row: PresolicitudRow) =>
  `Presolicitud a ${enQue(row)} (${PRESOLICITUD.palabra(row.estado).toLowerCase()})`;
const saySolicitud = (row: SolicitudRow) =>
  `Solicitud a ${enQue(row)} (${SOLICITUD.palabra(row.estado).toLowerCase()})`;
const sayAnulada = (said: string) =>
  `${said}: se anula, porque la del otro expediente va más adelantada.`;
const sayDescartada = (said: string) =>
  `${said}: se descarta, porque el otro expediente ya tiene una.`;

const noteAll = (
  { de, a, anotar }: CambioDeClave,
  registro: 'presolicitud' | 'solicitud',
  { siguen, descartadas, anuladas }: Traslado<{ id: string; estado: string }>,
) => {
  const accion = (cual: string) => `${registro}.${cual}` as Accion;
  for (const { id } of descartadas) {
    anotar(accion('descartarBorrador'), { id, personaId: a, antes: { estado: 'borrador' } });
  }
  for (const { id, estado } of anuladas) {
    const despues = { estado: 'anulada', motivo: MOTIVO };
    anotar(accion('anular'), { id, personaId: a, antes: { estado }, despues });
  }
  for (const { id } of siguen) {
    const cambio = { antes: { personaId: de }, despues: { personaId: a } };
    anotar(accion('cambiarPersona'), { id, personaId: a, ...cambio });
  }
};

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

/** Of two live ones in a call the more advanced stays: a draft is discarded, a sent one annulled. */
export const solicitudesSeguidor: Seguidor = {
  columnas: ['presolicitudes.persona_id', 'solicitudes.persona_id'],
  llama: { presolicitudes: 'presolicitudes', solicitudes: 'solicitudes de posgrado' },
  // A process that goes on for weeks does not keep a merge from being undone.
  soloPersona: ['presolicitudes', 'solicitudes'],

  async look(trx, par, lock) {
    const { presolicitudes, solicitudes, version } = await readPlan(trx, par, lock);
    return {
      siguen: [
        ...presolicitudes.siguen.map((row) => `${sayPresolicitud(row)}.`),
        ...solicitudes.siguen.map((row) => `${saySolicitud(row)}.`),
      ],
      descartados: [
        ...presolicitudes.descartadas.map((row) => sayDescartada(sayPresolicitud(row))),
        ...solicitudes.descartadas.map((row) => sayDescartada(saySolicitud(row))),
        ...presolicitudes.anuladas.map((row) => sayAnulada(sayPresolicitud(row))),
        ...solicitudes.anuladas.map((row) => sayAnulada(saySolicitud(row))),
      ],
      version,
    };
  },

  async follow(trx, cambio) {
    const { de, a, ctx } = cambio;
    if (a === null) return;
    const { presolicitudes, solicitudes } = await readPlan(trx, { de, a }, true);
    const { services } = ctx;
    const acto = { motivo: MOTIVO, ahora: services.now(), services };
    for (const { id } of solicitudes.anuladas) await closePendientesDe(trx, id, acto);
    for (const [tabla, plan] of [
      ['solicitudes', solicitudes],
      ['presolicitudes', presolicitudes],
    ] as const) {
      const ids = { descartadas: idsOf(plan.descartadas), anuladas: idsOf(plan.anuladas) };
      await dropPerdidas(trx, tabla, ids, acto);
    }
    await moveSolicitudes(trx, de, a);
    noteAll(cambio, 'presolicitud', presolicitudes);
    noteAll(cambio, 'solicitud', solicitudes);
  },
};
