/** What the school writes to those who sent an inscripción: to each once, whatever is killed. */

import { type Aporte, aporteDeTabla } from '../../../../../platform/server/aportes.ts';
import type { Db, Trx } from '../../../../../platform/server/db/index.ts';
import { recordCambio } from '../../../../../platform/server/historial/index.ts';
import type { Asking } from '../../../../../platform/server/origin.ts';
import type { Progress } from '../../../../../platform/server/progress.ts';
import type { Services } from '../../../../../platform/server/services.ts';
import { type Supresion, supresionDeTabla } from '../../../../../platform/server/supresiones.ts';
import type { InputOf, OutputOf } from '../../../../../platform/shared/callable.ts';
import { refuse } from '../../../../../platform/shared/errors.ts';
import type { TrabajoResultado } from '../../../../../platform/shared/trabajos.ts';
import { ERRORES } from '../../../errors.ts';
import { nombreDe, queDe, readCorreosDe, readEntera } from '../../../pasos/server/service.ts';
import { porInscripcion } from '../../../server/service.ts';
import type * as contract from '../contract.ts';
import { parrafosDe } from '../rules.ts';
import * as data from './data.ts';
import { mensajeMail } from './mails.ts';

/** The job that sends a message. */
export const MENSAJE_JOB = 'inscripciones-mensaje';

/** How many are meant, when it can be sent to any of them. @throws {CallError} FAILED_PRECONDITION. */
const requireAlguien = async (db: Db, a: contract.Destinatarios) => {
  const { personas, sin_cuenta: sinCuenta } = await data.countDestinatarios(db, a);
  if (personas === 0) throw refuse('FAILED_PRECONDITION', ERRORES.mensajeANadie);
  if (personas === sinCuenta) throw refuse('FAILED_PRECONDITION', ERRORES.mensajeSinCuenta);
  return { destinatarios: personas, sinCuenta };
};

/** How it will look to the first of them, and to how many it goes. @throws {CallError} FAILED_PRECONDITION. */
export const previewMensaje = async (
  db: Db,
  { a, texto }: Pick<InputOf<typeof contract.previewMensajeInscritos>, 'a' | 'texto'>,
): Promise<OutputOf<typeof contract.previewMensajeInscritos>> => {
  const first = await data.findPrimero(db, a);
  const row = first && (await readEntera(db, first));
  if (!row) throw refuse('FAILED_PRECONDITION', ERRORES.mensajeANadie);
  const { destinatarios, sinCuenta } = await requireAlguien(db, a);
  const ejemplo = {
    saludo: `Buen día, ${nombreDe(row)}:`,
    parrafos: parrafosDe(texto),
    curso: row.curso_nombre,
    edicion: row.edicion_nombre,
  };
  return { destinatarios, sinCuenta, ejemplo };
};

/** Of whose plantilla the list is. */
export const plantillaDe = (a: contract.Destinatarios): string =>
  'ids' in a ? a.plantillaId : a.filtros.plantillaId;

/**
 * Asks for it: who is meant is settled now. Gives the job's id, the same when it is asked twice.
 *
 * @throws {CallError} FAILED_PRECONDITION (`mensaje-a-nadie`); ABORTED: that id is another's; RESOURCE_EXHAUSTED.
 */
export const requestMensaje = (
  { id, a, asunto, texto }: InputOf<typeof contract.sendMensajeInscritos>,
  { actor, services: { db, trabajos, now } }: Pick<Asking, 'actor' | 'services'>,
): Promise<string> =>
  db.transaction().execute(async (trx) => {
    const before = await data.findMensaje(trx, id);
    if (before?.pedido_por === actor.uid) return before.trabajo_id;
    const plantillaId = plantillaDe(a);
    const { destinatarios } = await requireAlguien(trx, a);
    const trabajo = await trabajos.send(trx, MENSAJE_JOB, {
      propietario: actor.uid,
      titulo: `Mensaje: ${asunto}`,
      datos: { mensajeId: id },
      total: destinatarios,
    });
    const row = {
      id,
      plantilla_id: plantillaId,
      asunto,
      texto,
      personas: destinatarios,
      trabajo_id: trabajo,
    };
    const asked = { pedido_en: now(), pedido_por: actor.uid };
    if (!(await data.insertMensaje(trx, { ...row, ...asked }))) {
      throw refuse('ABORTED', ERRORES.yaCambio);
    }
    await data.insertDestinatarios(trx, id, a);
    const despues = { asunto, destinatarios, plantillaId };
    await recordCambio(trx, 'mensajeInscritos.enviar', { id, despues });
    return trabajo;
  });

/** Writes to one of them, with the mark that they were. */
const writeTo = async (
  trx: Trx,
  mensaje: data.MensajeRow,
  inscripcionId: string,
  { env, notificaciones, now }: Services,
): Promise<void> => {
  const row = await readEntera(trx, inscripcionId);
  if (!row) return;
  const correos = await readCorreosDe(trx, row);
  const de = { mensajeId: mensaje.id, inscripcionId };
  if (!(await data.markAtendido(trx, de, { en: now(), correos: correos.length }))) return;
  if (row.uid === null || correos.length === 0) return;
  const destino = { to: correos, uid: row.uid, nombre: nombreDe(row) };
  await notificaciones.notify(trx, mensajeMail(destino, queDe(row, env), mensaje));
  await recordCambio(trx, 'inscripcion.escribir', {
    id: inscripcionId,
    personaId: row.persona_id,
    despues: { asunto: mensaje.asunto, mensajeId: mensaje.id },
  });
};

/** How many are read at a time. */
const BLOCK = 200;

/** Writes to all who were meant, once whatever is killed: each one's mail commits with the mark that they were written to. */
export const runMensaje = async (
  { mensajeId }: { mensajeId: string },
  progress: Progress,
  services: Services,
): Promise<TrabajoResultado> => {
  const { db } = services;
  const mensaje = await data.findMensaje(db, mensajeId);
  // It was to one person, whose data were cancelled meanwhile.
  if (!mensaje) return { mensaje: 'Ya no queda nadie a quien escribir.', reintentable: false };
  const before = await data.readFiguras(db, mensajeId);
  let done = before.enviados + before.sin_cuenta;
  let after: string | null = null;
  for (;;) {
    const ids: string[] = await data.selectPorAtender(db, mensajeId, after, BLOCK);
    for (const id of ids) {
      await progress.item(id, (trx) => writeTo(trx, mensaje, id, services));
      done += 1;
      await progress.report(done, mensaje.personas, 'Enviando el mensaje');
    }
    after = ids.at(-1) ?? null;
    if (ids.length < BLOCK) break;
  }
  const { enviados, sin_cuenta: sinCuenta } = await data.readFiguras(db, mensajeId);
  const sin =
    sinCuenta === 0
      ? ''
      : sinCuenta === 1
        ? ' Una inscripción es de quien no tiene cuenta: avísele por otro medio.'
        : ` ${sinCuenta.toLocaleString('es-MX')} inscripciones son de quienes no tienen cuenta: avíseles por otro medio.`;
  const cuantos =
    enviados === 1
      ? 'Se envió 1 mensaje.'
      : `Se enviaron ${enviados.toLocaleString('es-MX')} mensajes.`;
  return {
    mensaje: `${cuantos}${sin}`,
    cifras: { enviados, 'sin cuenta': sinCuenta },
    reintentable: false,
  };
};

const recibidos = {
  id: 'mensajes-recibidos',
  titulo: 'Mensajes de la escuela sobre sus inscripciones',
  tabla: 'mensajes_destinatarios',
  por: [porInscripcion],
} as const;

/** What somebody was written, with what it said. */
export const mensajesAporte: Aporte = aporteDeTabla({
  ...recibidos,
  completa: async ({ db }, filas) => {
    const idOf = ({ mensaje_id }: Record<string, unknown>) => String(mensaje_id);
    const textos = await data.selectTextos(db, [...new Set(filas.map(idOf))]);
    return filas.map((fila) => ({ ...textos.get(idOf(fila)) }));
  },
});

const deRecibidos = supresionDeTabla(recibidos);

/** That they were written to goes, and what was written to nobody else goes whole: it may say who they are. */
export const mensajesSupresion: Supresion = {
  ...deRecibidos,
  async perform(trx, titular, now) {
    const mensajes = await data.selectMensajesA(trx, titular.personaIds);
    const objetos = await deRecibidos.perform(trx, titular, now);
    await data.deleteSinDestinatarios(trx, mensajes);
    return objetos;
  },
};
