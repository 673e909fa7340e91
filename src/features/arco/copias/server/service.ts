import { createHmac, timingSafeEqual } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { type Aporte, aporteDeTabla } from '../../../../platform/server/aportes.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { recordCambio } from '../../../../platform/server/historial/index.ts';
import type { Asking } from '../../../../platform/server/origin.ts';
import type { Progress } from '../../../../platform/server/progress.ts';
import type { Services } from '../../../../platform/server/services.ts';
import { type Supresion, supresionDeTabla } from '../../../../platform/server/supresiones.ts';
import type { Actor } from '../../../../platform/shared/actor.ts';
import { CallError, refuse } from '../../../../platform/shared/errors.ts';
import type { TrabajoResultado } from '../../../../platform/shared/trabajos.ts';
import { requirePrueba } from '../../../identidad/cambios/server/service.ts';
import { readCuentasDeTitular } from '../../../identidad/titular/server/service.ts';
import type { Seguidor } from '../../../personas/clave/seguidores/server/service.ts';
import { ERRORES } from '../errors.ts';
import { isSuCopia } from '../policy.ts';
import { archivoCopiaPath } from '../routes.ts';
import { COPIAS_POR_DIA, MINUTOS_BOLETO, venceCopia } from '../rules.ts';
import { type Sujeto, writeCopia } from '../zip/server/service.ts';
import {
  type CopiaRow,
  countCopias,
  findCopia,
  insertCopia,
  markAbierta,
  moveCopias,
  selectVencidas,
  takeObjeto,
} from './data.ts';
import { copiaListaMail } from './mails.ts';

export const COPIA_JOB = 'copias-crear';

/** The same for a request about somebody's data: asked for by staff, who hand it over. */
export const COPIA_TRAMITE_JOB = 'copias-tramite';

const PEDIDAS = { name: 'copia-datos', max: COPIAS_POR_DIA, windowSeconds: 86_400 };

/** Asks for one's own copy. @throws {CallError} ALREADY_EXISTS, RESOURCE_EXHAUSTED. */
export const requestCopia = async ({ actor, services }: Pick<Asking, 'actor' | 'services'>) => {
  const { db, throttle, trabajos } = services;
  const { uid, personaId } = actor;
  await throttle.use(PEDIDAS, uid);
  const id = await db.transaction().execute(async (trx) => {
    if (await trabajos.liveOf(trx, COPIA_JOB, uid)) return null;
    const made = await trabajos.send(trx, COPIA_JOB, {
      propietario: uid,
      titulo: 'Copia de todos sus datos',
      datos: { uid, personaId } satisfies Sujeto,
    });
    await recordCambio(trx, 'copia.pedir', { id: made, personaId });
    return made;
  });
  if (id !== null) return id;
  // One that is being made already was none of the three of a day.
  await throttle.giveBack([[[PEDIDAS, uid], 'uno']]);
  throw refuse('ALREADY_EXISTS', ERRORES.enCurso);
};

/** Lets the bytes of a copy go, and says so. */
const expireCopia = async ({ db, storage, now }: Services, row: CopiaRow): Promise<void> => {
  const objeto = await db.transaction().execute(async (trx) => {
    const taken = await takeObjeto(trx, row.id);
    if (taken === null) return null;
    await storage.kept.letGo(trx, taken, now());
    await recordCambio(trx, 'copia.vencer', { id: row.id, personaId: row.persona_id });
    return taken;
  });
  if (objeto !== null) await storage.kept.drop(objeto);
};

/** Removes the copies whose days are over. */
export const expireCopias = async (services: Services): Promise<void> => {
  for (const row of await selectVencidas(services.db, services.now())) {
    await expireCopia(services, row);
  }
};

/** Makes a copy, keeps it for its days and tells whoever asked for it. A run that died begins anew. */
export const runCopia = async (
  sujeto: Sujeto,
  progress: Progress,
  aportes: readonly Aporte[],
  services: Services,
): Promise<TrabajoResultado> => {
  const { storage, env, notificaciones, now } = services;
  const path = storage.kept.newPath();
  try {
    const escrito = await writeCopia(path, sujeto, aportes, services, (done, total) =>
      progress.report(done, total, 'Reuniendo sus datos'),
    );
    const { size } = await stat(path);
    const kept = await storage.kept.putFile(path);
    await progress.item('guardar', async (trx) => {
      await storage.kept.take(trx, kept);
      const ahora = now();
      const row = await insertCopia(trx, {
        persona_id: sujeto.personaId,
        uid: sujeto.uid,
        pedida_por: progress.propietario,
        objeto: kept.objeto,
        sha256: kept.sha256,
        bytes: size,
        ...escrito,
        creado_en: ahora,
        vence_en: venceCopia(ahora),
        tramite_id: sujeto.tramiteId ?? null,
      });
      // Who hands it over follows it in the tray.
      const [cuenta] = sujeto.tramiteId
        ? []
        : await readCuentasDeTitular(trx, {
            uid: progress.propietario,
            personaId: null,
          });
      if (cuenta) {
        await notificaciones.notify(
          trx,
          copiaListaMail(env, cuenta, { id: row.id, venceEn: row.vence_en }),
        );
      }
      await recordCambio(trx, 'copia.crear', {
        id: row.id,
        personaId: sujeto.personaId,
        despues: {
          filas: row.filas,
          archivos: row.archivos,
          bytes: size,
          venceEn: row.vence_en.toISOString(),
          sha256: row.sha256,
        },
      });
    });
    return {
      mensaje: sujeto.tramiteId
        ? 'La copia está lista. Entréguela desde la solicitud.'
        : 'La copia está lista. Descárguela en «Mis datos»: se le pedirá su contraseña.',
      cifras: { registros: escrito.filas, archivos: escrito.archivos },
      reintentable: false,
    };
  } finally {
    await rm(path, { force: true });
  }
};

/** One's copy. @throws {CallError} NOT_FOUND: there is none, or it is somebody else's. */
export const requireCopia = async (db: Db, id: string, actor: Actor): Promise<CopiaRow> => {
  const row = await findCopia(db, id);
  if (!row || !isSuCopia(actor, row)) throw refuse('NOT_FOUND', ERRORES.noExiste);
  return row;
};

/** The same, while it can be downloaded. @throws {CallError} FAILED_PRECONDITION. */
const requireVigente = async ({ db, now }: Services, id: string, actor: Actor) => {
  const row = await requireCopia(db, id, actor);
  if (row.objeto === null || row.vence_en <= now()) {
    throw refuse('FAILED_PRECONDITION', ERRORES.vencida);
  }
  return { ...row, objeto: row.objeto };
};

const signBoleto = (
  { secrets }: Services,
  until: string,
  { id, sid }: { id: string; sid: string },
) =>
  createHmac('sha256', secrets.derive('copias-de-datos'))
    .update(`${until}.${id}.${sid}`)
    .digest('base64url');

/** What opens a copy for ten minutes, in that session. */
export const signDescarga = (services: Services, of: { id: string; sid: string }): string => {
  const seconds = services.now().getTime() / 1000 + MINUTOS_BOLETO * 60;
  const until = Math.floor(seconds).toString(36);
  return `${until}.${signBoleto(services, until, of)}`;
};

/** Where somebody who has just shown who they are downloads a copy, for ten minutes and in this session. */
export const createDescarga = async (
  input: { id: string; password: string; codigo?: string | undefined },
  ctx: Asking,
): Promise<string> => {
  const { actor, services } = ctx;
  await requireVigente(services, input.id, actor);
  await requirePrueba(ctx, input);
  const ahora = services.now();
  const { id } = await requireVigente(services, input.id, actor);
  await services.db.transaction().execute(async (trx) => {
    await markAbierta(trx, id, ahora);
    await recordCambio(trx, 'copia.abrir', { id, personaId: actor.personaId });
  });
  return archivoCopiaPath(id, signDescarga(services, { id, sid: actor.sid }));
};

/** Whether a boleto was given to this session for that copy and still serves. */
export const isBoleto = (
  services: Services,
  boleto: string,
  of: { id: string; sid: string },
): boolean => {
  const [until = '', given = ''] = boleto.split('.');
  const genuine = Buffer.from(signBoleto(services, until, of));
  const shown = Buffer.from(given);
  if (genuine.length !== shown.length || !timingSafeEqual(genuine, shown)) return false;
  return Number.parseInt(until, 36) * 1000 > services.now().getTime();
};

/** The bytes of a copy. @throws {CallError} as `requireCopia`; UNAVAILABLE when the store has lost them. */
export const openCopia = async (services: Services, id: string, actor: Actor) => {
  const row = await requireVigente(services, id, actor);
  const stream = await services.storage.kept.stream(row);
  if (!stream) {
    throw new CallError(
      'UNAVAILABLE',
      'El archivo no está disponible. Pida otra copia de sus datos.',
    );
  }
  return { row, stream };
};

/** Copies go with the file that they are of. */
export const copiasSeguidor: Seguidor = {
  columnas: ['copias_datos.persona_id'],
  libres: ['copias_datos'],
  async look(trx: Trx, { de }) {
    const n = await countCopias(trx, de);
    return {
      siguen: n === 0 ? [] : [`${n} ${n === 1 ? 'copia' : 'copias'} de sus datos por descargar.`],
      version: n,
    };
  },
  async follow(trx, { de, a, anotar }) {
    if (a === null) return;
    for (const { id } of await moveCopias(trx, de, a)) {
      anotar('copia.cambiarPersona', {
        id,
        personaId: a,
        antes: { personaId: de },
        despues: { personaId: a },
      });
    }
  },
};

/** That copies were made; a copy holds no other copies. */
export const copiasAporte: Aporte = aporteDeTabla({
  id: 'copias',
  titulo: 'Copias de sus datos',
  tabla: 'copias_datos',
  por: [
    { columna: 'uid', es: 'cuenta' },
    { columna: 'persona_id', es: 'persona' },
  ],
  sin: ['objeto', 'enlace_hash'],
});

/** Copies go with all that they hold. */
export const copiasSupresion: Supresion = supresionDeTabla({
  id: 'copias',
  titulo: 'Copias de sus datos',
  tabla: 'copias_datos',
  por: [
    { columna: 'uid', es: 'cuenta' },
    { columna: 'persona_id', es: 'persona' },
  ],
  objetos: ({ objeto }) => [objeto],
});
