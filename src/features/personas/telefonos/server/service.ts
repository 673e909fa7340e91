import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { type Aporte, aporteDeTabla } from '../../../../platform/server/aportes.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { recordCambio } from '../../../../platform/server/historial/index.ts';
import { smsCounter } from '../../../../platform/server/metrics.ts';
import type { Asking } from '../../../../platform/server/origin.ts';
import type { Secrets } from '../../../../platform/server/secrets.ts';
import { type Supresion, supresionDeTabla } from '../../../../platform/server/supresiones.ts';
import { CallError, refuse } from '../../../../platform/shared/errors.ts';
import { lockEntrada } from '../../apartados/server/data.ts';
import type { Seguidor } from '../../clave/seguidores/server/service.ts';
import type { Telefonos } from '../contract.ts';
import { ERRORES } from '../errors.ts';
import {
  CODIGO_CIFRAS,
  CODIGO_INTENTOS,
  CODIGO_MINUTOS,
  codigoNow,
  isVerificable,
} from '../rules.ts';
import {
  countIntento,
  findTelefono,
  moveTelefonos,
  saveCodigo,
  saveVerificado,
  selectNumeros,
  selectTelefonos,
} from './data.ts';

/** Codes that one person may ask for, and that may go to one number. */
const CODIGO_BY_PERSONA = { name: 'telefono-persona', max: 8, windowSeconds: 3_600 };
const CODIGO_BY_NUMERO = { name: 'telefono-numero', max: 5, windowSeconds: 3_600 };
/** From one address, whoever asks: accounts cost nothing, messages do. */
const CODIGO_BY_DIRECCION = { name: 'telefono-direccion', max: 30, windowSeconds: 3_600 };
/** In all: `SMS_PER_HOUR`. */
const CODIGO_EN_TOTAL = { name: 'telefono-total', windowSeconds: 3_600 };

type Context = Pick<Asking, 'actor' | 'services'>;
type Requesting = Pick<Asking, 'actor' | 'request' | 'services'>;

/** Six digits are few: without the portal's key what is kept of them says nothing. */
const hashOf = (
  secrets: Secrets,
  { entrada, numero, codigo }: { entrada: string; numero: string; codigo: string },
): string =>
  createHmac('sha256', secrets.prepared('telefonos'))
    .update(`${entrada} ${numero} ${codigo}`)
    .digest('base64url');

/** What is known of somebody's telephones; `propio`: for themselves, who may verify them. */
export const readTelefonos = async (
  { db, mail, now }: Context['services'],
  personaId: string,
  propio: boolean,
): Promise<Telefonos> => {
  const rows = await selectTelefonos(db, [personaId]);
  const ahora = now();
  return {
    verificables: propio && mail.textsTelephones,
    verificados: Object.fromEntries(
      rows.flatMap(({ entrada_id, verificado_en }) =>
        verificado_en ? [[entrada_id, verificado_en.toISOString()]] : [],
      ),
    ),
    enEspera: Object.fromEntries(
      rows.flatMap((row) =>
        propio && row.vence_en && codigoNow(row, ahora) === 'vigente'
          ? [[row.entrada_id, row.vence_en.toISOString()]]
          : [],
      ),
    ),
  };
};

/** The mobile of one's own file, held in a transaction. */
const requireNumero = async (trx: Trx, entrada: string, { actor }: Context): Promise<string> => {
  const row = await lockEntrada(trx, entrada);
  const numero = row?.datos.numero;
  const own = row?.persona_id === actor.personaId && row.apartado === 'telefono';
  if (!row || !own || !isVerificable(row.datos) || typeof numero !== 'string') {
    throw refuse('NOT_FOUND', ERRORES.noExiste);
  }
  return numero;
};

/**
 * Sends a code to a mobile of one's own file. Not inside a transaction: what is counted stays.
 *
 * @throws {CallError} as `requestCodigoTelefono` says.
 */
export const sendCodigo = async (
  entrada: string,
  ctx: Requesting,
): Promise<{ venceEn: string }> => {
  const { actor, services } = ctx;
  const { db, env, mail, now, secrets, throttle } = services;
  if (!mail.textsTelephones) throw refuse('FAILED_PRECONDITION', ERRORES.sinMensajes);
  const personaId = actor.personaId ?? '';
  const asked = await db.transaction().execute((trx) => requireNumero(trx, entrada, ctx));
  if ((await findTelefono(db, entrada, personaId))?.verificado_en) {
    throw refuse('FAILED_PRECONDITION', ERRORES.verificado);
  }
  if (!env.smsCountries.some((prefijo) => asked.startsWith(prefijo))) {
    smsCounter.inc({ result: 'country' });
    throw refuse('FAILED_PRECONDITION', ERRORES.otroPais);
  }
  await countingRefusals(ctx, async () => {
    await throttle.use(CODIGO_BY_PERSONA, personaId);
    await throttle.use(CODIGO_BY_NUMERO, asked);
    await throttle.use(CODIGO_BY_DIRECCION, ctx.request.ip);
    await throttle.use({ ...CODIGO_EN_TOTAL, max: env.smsPerHour }, 'todos');
  });
  const ahora = now();
  const venceEn = new Date(ahora.getTime() + CODIGO_MINUTOS * 60_000);
  const codigo = String(randomInt(10 ** CODIGO_CIFRAS)).padStart(CODIGO_CIFRAS, '0');
  await db.transaction().execute(async (trx) => {
    const numero = await requireNumero(trx, entrada, ctx);
    // Changed since: what was counted was of another number.
    if (numero !== asked) throw refuse('NOT_FOUND', ERRORES.noExiste);
    const hash = hashOf(secrets, { entrada, numero, codigo });
    await saveCodigo(trx, { entradaId: entrada, personaId, numero, hash, venceEn, ahora });
    await mail.queueText(trx, {
      to: numero,
      subject: 'Código para verificar un teléfono',
      text: `${codigo} es su código de ${env.institution.shortName} para verificar este teléfono. Sirve durante ${CODIGO_MINUTOS} minutos. No lo comparta; si no lo pidió, no haga nada.`,
      until: venceEn,
    });
    await recordCambio(trx, 'persona.pedirCodigoTelefono', { id: personaId, despues: { entrada } });
  });
  smsCounter.inc({ result: 'queued' });
  return { venceEn: venceEn.toISOString() };
};

/** What is refused for being too many is counted, for the alarm of who operates the portal (docs/OPERACION.md). */
const countingRefusals = async (
  { services: { log } }: Pick<Context, 'services'>,
  count: () => Promise<void>,
): Promise<void> => {
  try {
    await count();
  } catch (error) {
    smsCounter.inc({ result: 'limit' });
    log.warn('a limit of messages to telephones was reached');
    throw error;
  }
};

/** What came of a try: the error is thrown once the try is counted for good. */
const tryCodigo = async (
  trx: Trx,
  { entrada, codigo }: { entrada: string; codigo: string },
  { actor, services: { now, secrets } }: Context,
): Promise<Date | CallError> => {
  const ahora = now();
  const personaId = actor.personaId ?? '';
  const row = await countIntento(trx, entrada, personaId, ahora);
  if (!row?.hash) {
    const fin = codigoNow(await findTelefono(trx, entrada, personaId), ahora);
    return refuse('FAILED_PRECONDITION', ERRORES[fin === 'vigente' ? 'sinPedir' : fin]);
  }
  const given = Buffer.from(hashOf(secrets, { entrada, numero: row.numero, codigo }));
  if (timingSafeEqual(given, Buffer.from(row.hash))) {
    await saveVerificado(trx, entrada, ahora);
    await recordCambio(trx, 'persona.verificarTelefono', { id: personaId, despues: { entrada } });
    return ahora;
  }
  const quedan = CODIGO_INTENTOS - row.intentos;
  if (quedan > 0) return refuse('FAILED_PRECONDITION', ERRORES.incorrecto, { quedan });
  await recordCambio(trx, 'persona.agotarCodigoTelefono', { id: personaId, despues: { entrada } });
  return refuse('FAILED_PRECONDITION', ERRORES.agotado);
};

/** Verifies a telephone by its code. Gives since when. */
export const verifyTelefono = async (
  db: Db,
  given: { entrada: string; codigo: string },
  ctx: Context,
): Promise<Date> => {
  const came = await db.transaction().execute((trx) => tryCodigo(trx, given, ctx));
  if (came instanceof CallError) throw came;
  return came;
};

/** Before the entries themselves follow: those that the other file says already go, with what hangs from them. */
export const telefonosSeguidor: Seguidor = {
  columnas: ['personas_telefonos.persona_id'],
  // What hangs from an entry; it is the entries that are said to follow.
  look: async (trx, { de, a }, lock) => ({
    siguen: [],
    version: (await selectTelefonos(trx, a === null ? [de] : [de, a], lock)).map(
      ({ entrada_id, verificado_en }) => [entrada_id, verificado_en],
    ),
  }),
  follow: async (trx, { de, a }) => {
    if (a !== null) await moveTelefonos(trx, de, a);
  },
};

const telefonosPor = [
  { columna: 'persona_id', es: 'persona' },
  {
    columna: 'entrada_id',
    es: {
      tabla: 'personas_entradas',
      id: 'id',
      por: { columna: 'persona_id', es: 'persona' },
    },
  },
] as const;

/** Which of somebody's numbers are verified, and when each was sent its last code. */
export const telefonosAporte: Aporte = aporteDeTabla({
  id: 'telefonos-verificados',
  titulo: 'Teléfonos que verificó con un código',
  tabla: 'personas_telefonos',
  por: telefonosPor,
  sin: ['hash'],
  reservas: [
    'El mensaje con el código de un teléfono se borra a más tardar un día después de que vence, y no se incluye.',
  ],
});

export const telefonosSupresion: Supresion = supresionDeTabla({
  id: 'telefonos-verificados',
  titulo: 'Teléfonos que verificó con un código',
  tabla: 'personas_telefonos',
  por: telefonosPor,
});

/** The numbers of these people to which a message was sent. */
export const readNumeros = (db: Db | Trx, personaIds: readonly string[]): Promise<string[]> =>
  selectNumeros(db, personaIds);
