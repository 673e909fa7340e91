/** What a person is given of their applications to graduate programmes, and what becomes of them when their data are cancelled. */
import { type Aporte, aporteDeTabla, type Camino } from '../../../../platform/server/aportes.ts';
import type { Trx } from '../../../../platform/server/db/index.ts';
import { recordCambio, recordCambios } from '../../../../platform/server/historial/index.ts';
import type { Secrets } from '../../../../platform/server/secrets.ts';
import { type Supresion, supresionDeTabla } from '../../../../platform/server/supresiones.ts';
import { NO_SE_LEE } from '../../../../platform/shared/ilegible.ts';
import { tryOpenSensibles } from '../../../inscripciones/sensibles/server/service.ts';
import { updatePaso } from '../../envios/server/data.ts';
import { PRESOLICITUD, SOLICITUD } from '../../estados.ts';
import { closePendientesDe } from '../../solicitudes/server/service.ts';
import { lockVivas, selectEnviadas, wasSent } from './data.ts';

const DE_PERSONA = [{ columna: 'persona_id', es: 'persona' }] as const;

const porPresolicitud = {
  columna: 'presolicitud_id',
  es: { tabla: 'presolicitudes', id: 'id', por: DE_PERSONA[0] },
} as const satisfies Camino;
const porSolicitud = {
  columna: 'solicitud_id',
  es: { tabla: 'solicitudes', id: 'id', por: DE_PERSONA[0] },
} as const satisfies Camino;
const porEnvio = (por: Camino) =>
  ({ columna: 'envio_id', es: { tabla: 'posgrado_envios', id: 'id', por } }) as const;

/** The sensitive answers of rows, which only their person is given. */
const opened =
  (id: (fila: Record<string, unknown>) => unknown) =>
  async (
    { secrets }: { secrets: Secrets },
    filas: readonly Record<string, unknown>[],
  ): Promise<Record<string, unknown>[]> =>
    filas.map((fila) =>
      typeof fila.sensibles === 'string'
        ? {
            respuestas_sensibles:
              tryOpenSensibles(secrets, String(id(fila)), fila.sensibles) ?? NO_SE_LEE,
          }
        : {},
    );

/** Both forms, what was sent in them, the observations, and the acuses with their PDF. */
export const solicitudesAportes: readonly Aporte[] = [
  aporteDeTabla({
    id: 'presolicitudes',
    titulo: 'Sus presolicitudes de posgrado',
    tabla: 'presolicitudes',
    por: DE_PERSONA,
    sin: ['sensibles'],
    completa: opened(({ id }) => id),
  }),
  aporteDeTabla({
    id: 'solicitudes',
    titulo: 'Sus solicitudes de posgrado',
    tabla: 'solicitudes',
    por: DE_PERSONA,
    sin: ['sensibles'],
    completa: opened(({ id }) => id),
  }),
  aporteDeTabla({
    id: 'envios-de-posgrado',
    titulo: 'Lo que envió en sus presolicitudes y solicitudes de posgrado',
    tabla: 'posgrado_envios',
    por: [porPresolicitud, porSolicitud],
    sin: ['sensibles', 'llave'],
    completa: opened(({ id }) => id),
  }),
  aporteDeTabla({
    id: 'observaciones',
    titulo: 'Observaciones a sus presolicitudes',
    tabla: 'observaciones',
    por: [porPresolicitud],
  }),
  aporteDeTabla({
    id: 'acuses-de-posgrado',
    titulo: 'Sus acuses de presolicitudes y solicitudes',
    tabla: 'acuses',
    por: [porEnvio(porPresolicitud), porEnvio(porSolicitud)],
    sin: ['pdf_objeto'],
    archivos: ({ folio, pdf_objeto, pdf_sha256 }) =>
      typeof pdf_objeto === 'string' && typeof pdf_sha256 === 'string'
        ? [{ nombre: `Acuse ${String(folio)}.pdf`, objeto: pdf_objeto, sha256: pdf_sha256 }]
        : [],
  }),
];

const MOTIVO = 'Se suprimieron sus datos personales.';

const SALIDAS = {
  presolicitudes: { maquina: PRESOLICITUD, paso: 'retirar', accion: 'presolicitud.retirar' },
  solicitudes: { maquina: SOLICITUD, paso: 'desistir', accion: 'solicitud.desistir' },
} as const;

/** They leave what they still compete in: nobody evaluates a blocked file. */
const leaveAll = async (
  trx: Trx,
  tabla: keyof typeof SALIDAS,
  personaIds: readonly string[],
  ahora: Date,
): Promise<void> => {
  const { maquina, paso, accion } = SALIDAS[tabla];
  const estado = (maquina.pasos as Record<string, { a: string | null }>)[paso]!.a;
  for (const { id, personaId, estado: antes } of await lockVivas(trx, tabla, personaIds)) {
    const cambios = { estado, motivo: MOTIVO, actualizado_en: ahora };
    await updatePaso(trx, maquina, paso, { id, cambios });
    if (tabla === 'solicitudes') await closePendientesDe(trx, id, { motivo: MOTIVO, ahora });
    await recordCambio(trx, accion, {
      id,
      personaId,
      antes: { estado: antes },
      despues: { estado, motivo: MOTIVO },
    });
  }
};

const de = (
  tabla: keyof typeof SALIDAS,
  titulo: string,
  sensibles: 'presolicitud.suprimirSensibles' | 'solicitud.suprimirSensibles',
): Supresion => {
  const suya = supresionDeTabla({
    ...{ id: tabla, titulo, tabla, por: DE_PERSONA },
    conserva: wasSent,
    deja: { respuestas: `'{}'`, sensibles: 'null', guardado_en: 'null' },
    fundamento: 'concurso',
    identifica: true,
  });
  return {
    ...suya,
    async perform(trx, titular, now) {
      await leaveAll(trx, tabla, titular.personaIds, now.ahora);
      await recordCambios(trx, sensibles, await selectEnviadas(trx, tabla, titular.personaIds));
      return suya.perform(trx, titular, now);
    },
  };
};

/** Drafts and sensitive answers go; what was sent stays, blocked, because others competed with it. */
export const solicitudesSupresiones: readonly Supresion[] = [
  de(
    'presolicitudes',
    'Presolicitudes de posgrado: los borradores se borran, las vigentes se retiran y lo enviado se conserva',
    'presolicitud.suprimirSensibles',
  ),
  de(
    'solicitudes',
    'Solicitudes de posgrado: los borradores se borran, de las vigentes se desiste y lo enviado se conserva',
    'solicitud.suprimirSensibles',
  ),
  supresionDeTabla({
    id: 'envios-de-posgrado',
    titulo: 'Envíos de presolicitudes y solicitudes: las respuestas sensibles se borran',
    tabla: 'posgrado_envios',
    por: [porPresolicitud, porSolicitud],
    conserva: 'todo',
    deja: { sensibles: 'null' },
    fundamento: 'concurso',
    identifica: true,
  }),
  supresionDeTabla({
    id: 'observaciones',
    titulo: 'Observaciones a presolicitudes',
    tabla: 'observaciones',
    por: [porPresolicitud],
    conserva: 'todo',
    fundamento: 'concurso',
    identifica: true,
  }),
  supresionDeTabla({
    id: 'acuses-de-posgrado',
    titulo: 'Acuses de presolicitudes y solicitudes',
    tabla: 'acuses',
    por: [porEnvio(porPresolicitud), porEnvio(porSolicitud)],
    conserva: 'todo',
    fundamento: 'concurso',
    identifica: true,
  }),
];
