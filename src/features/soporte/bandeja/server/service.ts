/** The inbox of the staff: taking, releasing and handing over conversations; nobody attends their own. */
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import type { Slots } from '../../../../platform/server/feature.ts';
import { recordCambio, recordOnce } from '../../../../platform/server/historial/index.ts';
import type { Asking } from '../../../../platform/server/origin.ts';
import { fechaDe } from '../../../../platform/shared/dates.ts';
import { CallError, refuse } from '../../../../platform/shared/errors.ts';
import { randomCrockford } from '../../../../platform/shared/ids.ts';
import { readCuentaDePersona, readPersonal } from '../../../identidad/cuentas/server/service.ts';
import { normalizeCurp } from '../../../personas/curp/rules.ts';
import { readPersonaIdByClave } from '../../../personas/server/service.ts';
import { ERRORES_SOPORTE as ERRORES } from '../../errors.ts';
import { CONVERSACION } from '../../estados.ts';
import { minutosAbiertos } from '../../horarios/rules.ts';
import { readAtencion } from '../../horarios/server/service.ts';
import { canAttendSoporte } from '../../policy.ts';
import { soportePath } from '../../routes.ts';
import { formatFolio, limpiarTexto, makeFolio, RANDOM_FOLIO } from '../../rules.ts';
import { countBandeja, insertConversacion, selectBandeja } from '../../server/data.ts';
import { nombreDe, presentConversacion } from '../../server/present.ts';
import {
  type ConversacionRow,
  requireAsunto,
  requireConversacion,
  takePaso,
  tellConversacion,
  writeMensaje,
} from '../../server/service.ts';
import type * as contract from '../contract.ts';
import { countAtendidas, lockSiguiente, selectAnteriores } from './data.ts';

type Context = Pick<Asking, 'actor' | 'services'>;

/** Rows of a page of the inbox. */
const FILAS = 30;

/** The inbox; that it was looked at is in the history of those whose conversations were shown. */
export const readBandeja = async (
  { ver, busqueda, tras }: z.output<typeof contract.listBandejaSoporte.input>,
  { actor, services: { db, now } }: Context,
) => {
  const { uid, personaId } = actor;
  const rows = await selectBandeja(db, {
    ...{ ver, busqueda, lector: uid, personaId },
    ...{ limite: FILAS + 1, tras },
  });
  const page = rows.slice(0, FILAS);
  const cuantas = await countBandeja(db, { lector: uid, personaId });
  const ahora = now();
  const { horario, atencion, usual } = await readAtencion(db, ahora);
  const personas = [...new Set(page.map(({ persona_id }) => persona_id))].toSorted();
  if (personas.length > 0) {
    await db
      .transaction()
      .execute((trx) =>
        recordOnce(trx, 'conversacion.listar', { id: 'bandeja', despues: { personas } }),
      );
  }
  return {
    conversaciones: page.map((row) => ({
      ...presentConversacion(row, { uid, usual }),
      persona: { clave: row.persona_clave, nombre: nombreDe(row), conCuenta: row.uid !== null },
      espera: row.espera_desde && minutosAbiertos(horario, row.espera_desde, ahora),
    })),
    siguiente: rows.length > FILAS ? tras + FILAS : null,
    cuantas: { espera: cuantas.espera, mias: cuantas.mias, sinLeer: cuantas.sinLeer },
    abierta: atencion.abierta,
    ahora: ahora.toISOString(),
  };
};

export const readPendientes = async (db: Db, { actor }: Pick<Context, 'actor'>) => {
  const { espera, sinLeer, desde } = await countBandeja(db, {
    lector: actor.uid,
    personaId: actor.personaId,
  });
  return { espera, sinLeer, desde: desde?.toISOString() ?? null };
};

/** The person of a conversation, and their earlier ones. */
export const readFicha = async (id: string, { actor, services: { db } }: Context) => {
  const row = await requireConversacion(db, id, actor);
  await db.transaction().execute((trx) => recordOnce(trx, 'persona.leer', { id: row.persona_id }));
  const cuenta = await readCuentaDePersona(db, row.persona_id);
  const anteriores = await selectAnteriores(db, row.persona_id, id);
  return {
    persona: {
      clave: row.persona_clave,
      nombre: nombreDe(row),
      curp: row.persona_curp,
      correo: cuenta?.email ?? null,
    },
    anteriores: anteriores.map((one) => ({
      id: one.id,
      folio: formatFolio(one.folio),
      asunto: one.asunto,
      estado: CONVERSACION.palabra(one.estado),
      creadoEn: one.creado_en.toISOString(),
    })),
  };
};

/** Takes one that waits; `id` undefined: the one that has waited longest. One person wins. */
export const takeConversacion = async (
  id: string | undefined,
  { actor, services }: Context,
): Promise<string> => {
  const row = await services.db.transaction().execute(async (trx) => {
    const which = id ?? (await lockSiguiente(trx, actor.personaId));
    if (which === undefined) throw refuse('NOT_FOUND', ERRORES.noExiste);
    const held = await requireConversacion(trx, which, actor, { lock: true });
    if (held.propia) throw refuse('PERMISSION_DENIED', ERRORES.propia);
    if (!CONVERSACION.can('tomar', held.estado)) throw refuse('ABORTED', ERRORES.yaTomada);
    await takePaso(trx, held, 'tomar', 'conversacion.tomar', {
      ahora: services.now(),
      agenteUid: actor.uid,
    });
    return { ...held, agente_uid: actor.uid };
  });
  tellConversacion(services, row, row.ultimo);
  return row.id;
};

/** Whether somebody may give a conversation away: who attends it; an open one that nobody attends may be handed by anybody. */
const requireSuya = (row: ConversacionRow & { propia: boolean }, uid: string): void => {
  if (row.propia) throw refuse('PERMISSION_DENIED', ERRORES.propia);
  if (row.agente_uid !== uid) throw refuse('FAILED_PRECONDITION', ERRORES.deOtro);
};

/** Gives a conversation back: it waits since it did before. */
export const releaseConversacion = async (
  trx: Trx,
  row: ConversacionRow,
  ahora: Date,
): Promise<void> => {
  await takePaso(trx, row, 'soltar', 'conversacion.soltar', {
    ahora,
    agenteUid: null,
    esperaDesde: row.espera_desde ?? ahora,
  });
};

export const leaveConversacion = async (
  id: string,
  { actor, services }: Context,
): Promise<void> => {
  const row = await services.db.transaction().execute(async (trx) => {
    const held = await requireConversacion(trx, id, actor, { lock: true });
    requireSuya(held, actor.uid);
    await releaseConversacion(trx, held, services.now());
    return held;
  });
  tellConversacion(services, row, row.ultimo);
};

/** Who may attend, with how many open conversations each has. */
export const readAgentes = async (db: Db, { actor }: Pick<Context, 'actor'>) => {
  const personal = await readPersonal(db);
  const atienden = await countAtendidas(
    db,
    personal.map(({ uid }) => uid),
  );
  return {
    agentes: personal.map(({ uid, nombre }) => ({
      ...{ uid, nombre, propia: uid === actor.uid, atiende: atienden.get(uid) ?? 0 },
    })),
  };
};

/** Hands a conversation to a colleague, who is not its person. */
export const handOverConversacion = async (
  { id, uid }: z.output<typeof contract.assignConversacion.input>,
  { actor, services }: Context,
): Promise<void> => {
  const row = await services.db.transaction().execute(async (trx) => {
    const held = await requireConversacion(trx, id, actor, { lock: true });
    requireSuya(held, actor.uid);
    const otro = (await readPersonal(trx)).find((one) => one.uid === uid);
    if (!otro || otro.persona_id === held.persona_id) {
      throw refuse('FAILED_PRECONDITION', ERRORES.noEsPersonal);
    }
    await takePaso(trx, held, 'pasar', 'conversacion.pasar', {
      ahora: services.now(),
      agenteUid: uid,
    });
    return { ...held, agente_uid: uid };
  });
  tellConversacion(services, row, row.ultimo);
};

/** The school writes first to somebody who has an account. */
export const writeToPersona = async (
  input: z.output<typeof contract.createConversacionPersona.input>,
  ctx: Context,
): Promise<{ id: string; folio: string }> => {
  const { actor, services } = ctx;
  const personaId = await requirePersonaId(services.db, input.clave);
  const cuenta = await readCuentaDePersona(services.db, personaId);
  if (!cuenta) throw refuse('FAILED_PRECONDITION', ERRORES.sinCuenta);
  const id = randomUUID();
  const ahora = services.now();
  const folio = makeFolio(Number(fechaDe(ahora).slice(0, 4)), randomCrockford(RANDOM_FOLIO));
  const n = await services.db.transaction().execute(async (trx) => {
    await insertConversacion(trx, {
      ...{ id, folio, persona_id: personaId, asunto: requireAsunto(input.asunto), contexto: null },
      ...{ estado: CONVERSACION.pasos.iniciar.a, agente_uid: actor.uid, espera_desde: null },
      ...{ anterior_id: null, creado_en: ahora },
    });
    const limpio = limpiarTexto(input.texto);
    const escrito = { ...input, limpio, sensible: false, adjuntos: [], autor: 'agente' as const };
    const number = await writeMensaje(trx, id, escrito, ctx);
    await recordCambio(trx, 'conversacion.iniciar', {
      id,
      personaId,
      despues: { estado: CONVERSACION.pasos.iniciar.a, folio },
    });
    return number;
  });
  tellConversacion(services, { id, uid: cuenta.uid, agente_uid: actor.uid }, n);
  return { id, folio: formatFolio(folio) };
};

/** Somebody by their CURP or key. @throws {CallError} NOT_FOUND */
export const requirePersonaId = async (db: Db, clave: string): Promise<string> => {
  const id = await readPersonaIdByClave(db, normalizeCurp(clave));
  if (id === null) {
    throw new CallError('NOT_FOUND', 'No hay una persona con esa CURP o clave. Revísela.');
  }
  return id;
};

/** What waits in the inbox, on the home of the staff. */
export const soportePendientes: Slots['pendientes'] = {
  de: 'personal',
  policy: canAttendSoporte,
  async find(db, { actor }) {
    const { espera, desde } = await countBandeja(db, {
      lector: actor.uid,
      personaId: actor.personaId,
    });
    if (espera === 0 || desde === null) return [];
    return [
      {
        titulo: 'Conversaciones en espera',
        cuantos: espera,
        espera: desde,
        enlace: soportePath,
        accion: 'Atender',
      },
    ];
  },
};
