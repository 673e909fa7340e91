import type { z } from 'zod';
import { type Aporte, aporteDeTabla } from '../../../platform/server/aportes.ts';
import type { Db, Trx } from '../../../platform/server/db/index.ts';
import type { Slots } from '../../../platform/server/feature.ts';
import {
  recordCambio,
  recordOnce,
  recordVistos,
} from '../../../platform/server/historial/index.ts';
import type { Asking } from '../../../platform/server/origin.ts';
import type { Services } from '../../../platform/server/services.ts';
import {
  type SinSupresion,
  type Supresion,
  supresionDeTabla,
} from '../../../platform/server/supresiones.ts';
import type { Actor } from '../../../platform/shared/actor.ts';
import { fechaDe } from '../../../platform/shared/dates.ts';
import { refuse } from '../../../platform/shared/errors.ts';
import { randomCrockford } from '../../../platform/shared/ids.ts';
import { esUnoMismo } from '../../../platform/shared/uno-mismo.ts';
import { type Calendar, calendarOf } from '../../../platform/shared/working-days.ts';
import { readDiasInhabiles } from '../../catalogos/server/service.ts';
import {
  esLaMismaPersona,
  estaSola,
  readCuentaDePersona,
} from '../../identidad/cuentas/server/service.ts';
import { readCuentasDeTitular } from '../../identidad/titular/server/service.ts';
import type { Seguidor } from '../../personas/clave/seguidores/server/service.ts';
import { normalizeCurp } from '../../personas/curp/rules.ts';
import { readNombreCompleto, readPersonaIdByClave } from '../../personas/server/service.ts';
import type * as contract from '../contract.ts';
import { ERRORES } from '../errors.ts';
import { canAnswerArco } from '../policy.ts';
import { mesaPath } from '../routes.ts';
import { makeFolioArco, RANDOM_FOLIO_ARCO, venceCumplimiento, venceRespuesta } from '../rules.ts';
import {
  countCola,
  countEnEspera,
  findTramite,
  insertTramite,
  moveTramites,
  type NewTramite,
  selectFoliosDe,
  stepTramite,
  type TramiteRow,
} from './data.ts';
import { tramiteMail } from './mails.ts';

type Context = Pick<Asking, 'actor' | 'services'>;

/** Requests that one may have waiting for an answer. */
const MOST_EACH = 5;

/** The judicial calendar, as the catalog has it today. */
export const readCalendar = async (db: Db | Trx): Promise<Calendar> =>
  calendarOf(await readDiasInhabiles(db as Db));

/** Tells whoever asked, where they have an account. */
const tell = async (
  trx: Trx,
  { env, notificaciones }: Services,
  row: TramiteRow,
  suceso: Parameters<typeof tramiteMail>[3],
): Promise<void> => {
  const [propia] =
    row.uid === null ? [] : await readCuentasDeTitular(trx, { uid: row.uid, personaId: null });
  const cuenta =
    propia ?? (row.persona_id === null ? null : await readCuentaDePersona(trx, row.persona_id));
  if (cuenta) await notificaciones.notify(trx, tramiteMail(env, cuenta, row, suceso));
};

const datosDe = ({ folio, derecho, estado, vence_en }: TramiteRow) => ({
  folio,
  derecho,
  estado,
  venceEn: fechaDe(vence_en),
});

const receive = async (
  trx: Trx,
  services: Services,
  row: Omit<NewTramite, 'folio' | 'recibido_en' | 'vence_en'>,
  accion: 'arco.recibir' | 'arco.registrar',
): Promise<TramiteRow> => {
  const ahora = services.now();
  const year = Number(fechaDe(ahora).slice(0, 4));
  const made = await insertTramite(trx, {
    ...row,
    folio: makeFolioArco(year, randomCrockford(RANDOM_FOLIO_ARCO)),
    recibido_en: ahora,
    vence_en: venceRespuesta(ahora, await readCalendar(trx)),
  });
  if (!made) {
    const known = await findTramite(trx, row.id);
    if (known?.registrado_por !== row.registrado_por) throw refuse('NOT_FOUND', ERRORES.noExiste);
    return known;
  }
  await tell(trx, services, made, 'recibida');
  await recordCambio(trx, accion, {
    id: made.id,
    personaId: made.persona_id,
    despues: datosDe(made),
  });
  return made;
};

/** Asks about one's own data. @throws {CallError} RESOURCE_EXHAUSTED. */
export const requestTramite = async (
  trx: Trx,
  { id, derecho, descripcion }: z.output<typeof contract.requestTramiteArco.input>,
  { actor, services }: Context,
): Promise<TramiteRow> => {
  const { uid, personaId, email } = actor;
  if ((await countEnEspera(trx, actor)) >= MOST_EACH && !(await findTramite(trx, id))) {
    throw refuse('RESOURCE_EXHAUSTED', ERRORES.demasiadas);
  }
  const nombre = personaId === null ? null : await readNombreCompleto(trx, personaId);
  return receive(
    trx,
    services,
    {
      id,
      derecho,
      descripcion,
      persona_id: personaId,
      uid,
      nombre: nombre ?? email,
      medio: email,
      representante: null,
      registrado_por: uid,
    },
    'arco.recibir',
  );
};

/** The request of somebody who brought it on paper, or by a representative. @throws {CallError} NOT_FOUND. */
export const createTramite = async (
  trx: Trx,
  { clave, representante, ...input }: z.output<typeof contract.createTramiteArco.input>,
  { actor, services }: Context,
): Promise<TramiteRow> => {
  const personaId = clave === '' ? null : await readPersonaIdByClave(trx, normalizeCurp(clave));
  if (clave !== '' && personaId === null) throw refuse('NOT_FOUND', ERRORES.sinPersona);
  return receive(
    trx,
    services,
    {
      ...input,
      persona_id: personaId,
      uid: null,
      representante: representante || null,
      registrado_por: actor.uid,
    },
    'arco.registrar',
  );
};

const sujetoDe = ({ persona_id, uid }: TramiteRow) => ({
  personaIds: [persona_id],
  uids: uid === null ? [] : [uid],
});

/** Whose data a request is about. */
export const sujetoOf = async ({ id }: { id: string }, { services }: Context) => {
  const row = await findTramite(services.db, id);
  return row ? sujetoDe(row) : {};
};

/**
 * Handing over the data of somebody, or erasing them, is not done by the person of the staff who registered the request or
 * answered it, by whichever of their accounts, while there is somebody else.
 *
 * @throws {CallError} PERMISSION_DENIED (`arco-otra-persona`).
 */
export const requireOtraPersona = async (
  trx: Trx,
  { uid, registrado_por, respondido_por }: TramiteRow,
  actor: Actor,
): Promise<void> => {
  const antes = [registrado_por === uid ? null : registrado_por, respondido_por];
  for (const one of antes) {
    if (one === null || !(await esLaMismaPersona(trx, actor, one))) continue;
    if (!(await estaSola(trx, actor))) throw refuse('PERMISSION_DENIED', ERRORES.otraPersona);
  }
};

/** One's own, or for staff anybody's, of whom it is recorded. @throws {CallError} NOT_FOUND. */
export const readTramite = async (
  trx: Trx,
  id: string,
  actor: Actor,
): Promise<{ row: TramiteRow; propio: boolean }> => {
  const row = await findTramite(trx, id);
  const propio = row !== null && esUnoMismo(actor, sujetoDe(row));
  if (!row || (!propio && !canAnswerArco(actor))) throw refuse('NOT_FOUND', ERRORES.noExiste);
  if (!propio) await recordOnce(trx, 'arco.leer', { id, personaId: row.persona_id });
  return { row, propio };
};

/** Whose requests are in the list, for whoever looks at it. */
export const recordLista = (
  db: Db,
  rows: readonly Pick<TramiteRow, 'persona_id'>[],
): Promise<void> =>
  recordVistos(
    db,
    'arco.listar',
    rows.map(({ persona_id }) => persona_id),
  );

type Step = Parameters<typeof stepTramite>;

const take = async (
  trx: Trx,
  id: string,
  paso: Step[2],
  set: Step[3],
  accion: 'arco.ampliar' | 'arco.responder' | 'arco.cumplir' | 'arco.retirar',
): Promise<TramiteRow> => {
  const before = await findTramite(trx, id);
  if (!before) throw refuse('NOT_FOUND', ERRORES.noExiste);
  const row = await stepTramite(trx, id, paso, set);
  if (!row) throw refuse('ABORTED', ERRORES.yaAtendida);
  await recordCambio(trx, accion, {
    id,
    personaId: row.persona_id,
    antes: { estado: before.estado, venceEn: fechaDe(before.vence_en) },
    despues: { ...datosDe(row), ...(row.fundamento && { fundamento: row.fundamento }) },
  });
  return row;
};

/** Takes back one's own while it waits. */
export const withdrawTramite = async (
  trx: Trx,
  id: string,
  { actor }: Context,
): Promise<TramiteRow> => {
  const row = await findTramite(trx, id);
  if (!row || !esUnoMismo(actor, sujetoDe(row))) throw refuse('NOT_FOUND', ERRORES.noExiste);
  return take(trx, id, 'retirar', {}, 'arco.retirar');
};

/** Extends the term to answer: once, and with its reason. */
export const extendTramite = async (
  trx: Trx,
  { id, motivo }: { id: string; motivo: string },
  { services }: Context,
): Promise<TramiteRow> => {
  const before = await findTramite(trx, id);
  if (!before) throw refuse('NOT_FOUND', ERRORES.noExiste);
  const vence_en = venceRespuesta(before.recibido_en, await readCalendar(trx), true);
  const set = { vence_en, ampliado_en: services.now(), ampliacion_motivo: motivo };
  const row = await take(trx, id, 'ampliar', set, 'arco.ampliar');
  await tell(trx, services, row, 'ampliada');
  return row;
};

/** Answers; of two who do at once one does. */
export const answerTramite = async (
  trx: Trx,
  input: z.output<typeof contract.decideTramiteArco.input>,
  { actor, services }: Context,
): Promise<TramiteRow> => {
  const ahora = services.now();
  const set = {
    respondido_en: ahora,
    respondido_por: actor.uid,
    respuesta: input.respuesta,
    fundamento: input.sentido === 'conceder' ? null : input.fundamento,
    efectivo_vence_en:
      input.sentido === 'negar' ? null : venceCumplimiento(ahora, await readCalendar(trx)),
  };
  const row = await take(trx, input.id, input.sentido, set, 'arco.responder');
  await tell(trx, services, row, 'respondida');
  return row;
};

/** Says that what was granted was done, and what it was. */
export const fulfilTramite = async (
  trx: Trx,
  { id, cumplimiento }: { id: string; cumplimiento: string },
  { services }: Context,
): Promise<TramiteRow> => {
  const set = { cumplido_en: services.now(), cumplimiento };
  const row = await take(trx, id, 'cumplir', set, 'arco.cumplir');
  await tell(trx, services, row, 'cumplida');
  return row;
};

/** What waits for an answer, with the nearest term. */
export const arcoPendientes: Slots['pendientes'] = {
  de: 'personal',
  policy: canAnswerArco,
  async find(db) {
    const { n, primero } = await countCola(db, false);
    if (primero === null) return [];
    return [
      {
        titulo: n === 1 ? 'Solicitud ARCO por responder' : 'Solicitudes ARCO por responder',
        cuantos: n,
        venceEn: primero,
        enlace: mesaPath,
        accion: 'Responder',
      },
    ];
  },
};

/** What was asked goes on being its person's. */
export const arcoSeguidor: Seguidor = {
  columnas: ['tramites_arco.persona_id'],
  async look(trx, { de }) {
    const rows = await selectFoliosDe(trx, de);
    return { siguen: rows.map(({ folio }) => `Su solicitud ARCO ${folio}.`), version: rows };
  },
  async follow(trx, { de, a, anotar }) {
    if (a === null) return;
    for (const { id } of await moveTramites(trx, de, a)) {
      anotar('arco.cambiarPersona', {
        id,
        personaId: a,
        antes: { personaId: de },
        despues: { personaId: a },
      });
    }
  },
};

export const arcoAporte: Aporte = aporteDeTabla({
  id: 'solicitudes-arco',
  titulo: 'Solicitudes sobre sus datos',
  tabla: 'tramites_arco',
  por: [
    { columna: 'uid', es: 'cuenta' },
    { columna: 'persona_id', es: 'persona' },
  ],
});

/** What a cancellation erased and kept, of each request. */
export const supresionesAporte: Aporte = aporteDeTabla({
  id: 'supresiones',
  titulo: 'Lo que se suprimió a petición suya',
  tabla: 'supresiones',
  por: [
    {
      columna: 'tramite_id',
      es: { tabla: 'tramites_arco', id: 'id', por: { columna: 'persona_id', es: 'persona' } },
    },
  ],
});

const SUPRIMIDO = "'Suprimido'";

/** Requests stay, to prove that they were answered, without what somebody wrote in them. */
export const arcoSupresion: Supresion = supresionDeTabla({
  id: 'solicitudes-arco',
  titulo: 'Sus solicitudes sobre sus datos',
  tabla: 'tramites_arco',
  por: [
    { columna: 'uid', es: 'cuenta' },
    { columna: 'persona_id', es: 'persona' },
  ],
  conserva: 'todo',
  fundamento: 'tramites',
  deja: { nombre: SUPRIMIDO, medio: SUPRIMIDO, descripcion: SUPRIMIDO, representante: 'null' },
  suelta: 'persona_id',
});

export const arcoSinSupresion: SinSupresion = {
  'supresiones.tramite_id': 'cuentas de lo que se borró, sin datos: es la prueba de que se hizo',
};
