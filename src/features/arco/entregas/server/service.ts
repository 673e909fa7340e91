import { createHash, randomBytes } from 'node:crypto';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { recordCambio } from '../../../../platform/server/historial/index.ts';
import type { Asking } from '../../../../platform/server/origin.ts';
import type { Services } from '../../../../platform/server/services.ts';
import { refuse } from '../../../../platform/shared/errors.ts';
import { groupByFour } from '../../../../platform/shared/ids.ts';
import { readCuentaDePersona } from '../../../identidad/cuentas/server/service.ts';
import { readCorreosConocidos } from '../../../personas/server/service.ts';
import { type CopiaRow, findCopia, setEnlace, spendEnlace } from '../../copias/server/data.ts';
import { COPIA_TRAMITE_JOB, signDescarga } from '../../copias/server/service.ts';
import type { Sujeto } from '../../copias/zip/server/service.ts';
import { ERRORES as ERRORES_ARCO } from '../../errors.ts';
import { wasGranted } from '../../estados.ts';
import { findTramite, type TramiteRow } from '../../server/data.ts';
import { requireOtraPersona } from '../../server/service.ts';
import { ERRORES } from '../errors.ts';
import { entregaPath } from '../routes.ts';
import { enlaceEnviadoMail, entregaMail } from './mails.ts';

type Context = Pick<Asking, 'actor' | 'services'>;

const hashOf = (clave: string) => createHash('sha256').update(clave).digest('base64url');

export const requireTramite = async (db: Db | Trx, id: string): Promise<TramiteRow> => {
  const row = await findTramite(db, id);
  if (!row) throw refuse('NOT_FOUND', ERRORES_ARCO.noExiste);
  return row;
};

/** Where a request asks to be told, when it is an address of mail. */
export const correoDe = ({ medio }: Pick<TramiteRow, 'medio'>): string | null =>
  medio.includes('@') ? medio.trim() : null;

/** Whose data a copy holds: that of a request. */
export const sujetoDeCopia = async ({ id }: { id: string }, { services: { db } }: Context) => {
  const copia = await findCopia(db, id);
  return copia ? { personaIds: [copia.persona_id], uids: [] } : {};
};

/** Has the copy made of all that there is of whose request it is. @throws {CallError} FAILED_PRECONDITION, ALREADY_EXISTS. */
export const requestEntrega = async (
  trx: Trx,
  id: string,
  { actor, services: { trabajos } }: Context,
): Promise<string> => {
  const row = await requireTramite(trx, id);
  const asks = row.derecho === 'acceso' || row.derecho === 'portabilidad';
  if (!asks || !wasGranted(row.estado) || row.persona_id === null) {
    throw refuse('FAILED_PRECONDITION', ERRORES.noPide);
  }
  if (await trabajos.liveOf(trx, COPIA_TRAMITE_JOB, actor.uid)) {
    throw refuse('ALREADY_EXISTS', ERRORES.enCurso);
  }
  const made = await trabajos.send(trx, COPIA_TRAMITE_JOB, {
    propietario: actor.uid,
    titulo: `Copia de datos de la solicitud ${groupByFour(row.folio)}`,
    datos: { uid: row.uid, personaId: row.persona_id, tramiteId: row.id } satisfies Sujeto,
  });
  await recordCambio(trx, 'copia.prepararParaSolicitud', {
    id: made,
    personaId: row.persona_id,
    despues: { folio: row.folio },
  });
  return made;
};

type Vigente = { copia: CopiaRow & { objeto: string }; tramite: TramiteRow };

/** A copy of a request, while it can be downloaded. @throws {CallError} NOT_FOUND, FAILED_PRECONDITION. */
const requireEntrega = async (db: Db | Trx, id: string, ahora: Date): Promise<Vigente> => {
  const copia = await findCopia(db, id);
  if (!copia?.tramite_id) throw refuse('NOT_FOUND', ERRORES.noExiste);
  const { objeto } = copia;
  if (objeto === null || copia.vence_en <= ahora) {
    throw refuse('FAILED_PRECONDITION', ERRORES.vencida);
  }
  return { copia: { ...copia, objeto }, tramite: await requireTramite(db, copia.tramite_id) };
};

/** The addresses by which the school knows somebody: of their account, and what their file says. */
const conocidosDe = async (trx: Trx, personaId: string | null) => {
  if (personaId === null) return { cuenta: null, todos: [] };
  const cuenta = await readCuentaDePersona(trx, personaId);
  const said = await readCorreosConocidos(trx, [personaId]);
  const todos = [...new Set([...(cuenta ? [cuenta.email] : []), ...said].map(normalEmail))];
  return { cuenta, todos };
};
const normalEmail = (email: string): string => email.trim().toLowerCase();

/**
 * Mails what opens a copy to the address of its request, if that is one by which the school knows the person; they are told at
 * the others.
 */
export const sendEnlace = async (
  trx: Trx,
  id: string,
  { actor, services: { env, notificaciones, now } }: Context,
): Promise<{ correo: string }> => {
  const { copia, tramite } = await requireEntrega(trx, id, now());
  await requireOtraPersona(trx, tramite, actor);
  const correo = correoDe(tramite);
  if (correo === null) throw refuse('FAILED_PRECONDITION', ERRORES.sinCorreo);
  const { cuenta, todos } = await conocidosDe(trx, copia.persona_id);
  if (!todos.includes(normalEmail(correo))) {
    throw refuse('FAILED_PRECONDITION', ERRORES.correoDesconocido);
  }
  const clave = randomBytes(24).toString('base64url');
  await setEnlace(trx, id, hashOf(clave));
  const { nombre, folio } = tramite;
  const said = { id, clave, nombre, folio, venceEn: copia.vence_en };
  await notificaciones.notify(trx, entregaMail(env, correo, said));
  for (const to of todos.filter((one) => one !== normalEmail(correo))) {
    const uid = cuenta && normalEmail(cuenta.email) === to ? cuenta.uid : null;
    await notificaciones.notify(
      trx,
      enlaceEnviadoMail(env, { to, uid }, { nombre, folio, correo }),
    );
  }
  await recordCambio(trx, 'copia.enviarEnlace', {
    id,
    personaId: copia.persona_id,
    despues: { folio },
  });
  return { correo };
};

/** Where whoever hands it over downloads it, for ten minutes and in this session; why stays in the history. */
export const createDescarga = async (
  trx: Trx,
  { id, motivo }: { id: string; motivo: string },
  { actor, services }: Context,
): Promise<{ url: string }> => {
  const { copia, tramite } = await requireEntrega(trx, id, services.now());
  await requireOtraPersona(trx, tramite, actor);
  await recordCambio(trx, 'copia.entregar', {
    id,
    personaId: copia.persona_id,
    despues: { folio: tramite.folio },
    motivo,
  });
  return { url: entregaPath(id, { boleto: signDescarga(services, { id, sid: actor.sid }) }) };
};

/** The bytes for the first who shows what was mailed, or null; noted as a download of that person's. The link serves once. */
export const openByEnlace = async (services: Services, id: string, clave: string) => {
  const { copia, tramite } = await requireEntrega(services.db, id, services.now());
  return services.db.transaction().execute(async (trx) => {
    if (!(await spendEnlace(trx, id, hashOf(clave)))) return null;
    await recordCambio(trx, 'copia.abrirEnlace', {
      id,
      personaId: copia.persona_id,
      despues: { folio: tramite.folio },
    });
    return copia;
  });
};

export const openByBoleto = async (services: Services, id: string) =>
  (await requireEntrega(services.db, id, services.now())).copia;
