import { createHmac, randomBytes } from 'node:crypto';
import { type Aporte, aporteDeTabla } from '../../../../platform/server/aportes.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import type { Slots } from '../../../../platform/server/feature.ts';
import { recordCambio } from '../../../../platform/server/historial/index.ts';
import type { Secrets } from '../../../../platform/server/secrets.ts';
import type { Services } from '../../../../platform/server/services.ts';
import { type Supresion, supresionDeTabla } from '../../../../platform/server/supresiones.ts';
import { fechaDe } from '../../../../platform/shared/dates.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { ERRORES } from '../../errors.ts';
import { MAX_ELEGIDAS } from '../contract.ts';
import { suscripcionIcsPath } from '../routes.ts';
import { writeCalendario } from '../rules.ts';
import {
  deleteElegida,
  deleteSuscripcion,
  findAgenda,
  findSuscripcion,
  findUidByHuella,
  insertElegida,
  saveSuscripcion,
  selectAgenda,
  selectElegidas,
} from './data.ts';
import { presentEventos } from './present.ts';

const DIA = 86_400_000;
/** Days that what is over stays in a calendar. */
const DIAS_PASADOS = 400;
/** Guesses of a key from one address; whoever has theirs is answered all the same. Its 256 bits are the protection. */
const ADIVINAR = { name: 'calendario', max: 120, windowSeconds: 600 };
/** Readings of one calendar: programs ask each some hours. */
const LEER = { name: 'calendario-leer', max: 120, windowSeconds: 3_600 };

const noExiste = () =>
  new CallError('NOT_FOUND', ERRORES.noExiste.message, { code: ERRORES.noExiste.code });

/** What is kept of a key: without the installation's secret nobody makes it, and how it is looked up tells nothing of it. */
const huellaOf = (secrets: Secrets, clave: string): string =>
  createHmac('sha256', secrets.prepared('calendario')).update(clave).digest('base64url');

export const readCalendarioPropio = async (db: Db, uid: string) => ({
  direccionDesde: (await findSuscripcion(db, uid))?.creado_en.toISOString() ?? null,
  elegidas: await selectElegidas(db, uid),
});

/** A new address; the one that there was stops working. */
export const renewSuscripcion = async (
  trx: Trx,
  uid: string,
  { secrets, env, now }: Pick<Services, 'secrets' | 'env' | 'now'>,
): Promise<{ direccion: string }> => {
  const clave = randomBytes(32).toString('base64url');
  await saveSuscripcion(trx, { uid, huella: huellaOf(secrets, clave), creado_en: now() });
  await recordCambio(trx, 'calendario.renovar', { id: uid });
  return { direccion: `${env.publicUrl}${suscripcionIcsPath(clave)}` };
};

export const withdrawSuscripcion = async (trx: Trx, uid: string): Promise<void> => {
  if (await deleteSuscripcion(trx, uid)) await recordCambio(trx, 'calendario.retirar', { id: uid });
};

/** @throws {CallError} NOT_FOUND: no such edition; RESOURCE_EXHAUSTED: there is no room for another one. */
export const setElegida = async (
  trx: Trx,
  uid: string,
  { edicionId, elegida }: { edicionId: string; elegida: boolean },
): Promise<void> => {
  const row = { uid, edicion_id: edicionId };
  if (!elegida) {
    if (!(await deleteElegida(trx, row))) return;
    await recordCambio(trx, 'calendario.quitar', { id: uid, antes: { edicionId } });
    return;
  }
  if (!(await findAgenda(trx, edicionId))) throw noExiste();
  if ((await selectElegidas(trx, uid)).length >= MAX_ELEGIDAS) {
    throw new CallError(
      'RESOURCE_EXHAUSTED',
      `Ya puso ${MAX_ELEGIDAS} ediciones en su calendario. Quite alguna que ya no le interese.`,
    );
  }
  if (!(await insertElegida(trx, row))) return;
  await recordCambio(trx, 'calendario.elegir', { id: uid, despues: { edicionId } });
};

/** The file of one edition. @throws {CallError} NOT_FOUND. */
export const writeEdicionIcs = async (
  { db, env }: Pick<Services, 'db' | 'env'>,
  edicionId: string,
): Promise<string> => {
  const row = await findAgenda(db, edicionId);
  if (!row) throw noExiste();
  return writeCalendario(row.curso_nombre, presentEventos(row, env.publicUrl));
};

/**
 * The calendar of whoever's key it is. A key that was withdrawn, of an account that is closed, or that never was: all one.
 *
 * @throws {CallError} NOT_FOUND; RESOURCE_EXHAUSTED: too many guesses, or it is asked for too often.
 */
export const writeSuscripcionIcs = async (
  { db, env, secrets, throttle, now }: Services,
  ownerNow: Slots['ownerNow'],
  { clave, ip }: { clave: string; ip: string },
): Promise<string> => {
  const uid = await findUidByHuella(db, huellaOf(secrets, clave));
  const owner = uid === null ? null : await ownerNow(db, uid);
  if (uid === null || owner === null) {
    await throttle.use(ADIVINAR, ip);
    throw new CallError('NOT_FOUND', 'No hay un calendario en esta dirección.');
  }
  await throttle.use(LEER, uid);
  const desde = fechaDe(new Date(now().getTime() - DIAS_PASADOS * DIA));
  const rows = await selectAgenda(db, { uid, personaId: owner.personaId, desde });
  return writeCalendario(
    `${env.institution.shortName}: mis cursos`,
    rows.flatMap((row) => presentEventos(row, env.publicUrl)),
  );
};

const propias = [{ columna: 'uid', es: 'cuenta' }] as const;

/** What somebody follows from outside: never the key, of which there is only a digest. */
export const calendarioAportes: readonly Aporte[] = [
  aporteDeTabla({
    id: 'calendario-direccion',
    titulo: 'La dirección de su calendario',
    tabla: 'calendario_suscripciones',
    por: propias,
    sin: ['huella'],
  }),
  aporteDeTabla({
    id: 'calendario-elegidas',
    titulo: 'Ediciones que puso en su calendario',
    tabla: 'calendario_elegidas',
    por: propias,
  }),
];

export const calendarioSupresiones: readonly Supresion[] = [
  supresionDeTabla({
    id: 'calendario-direccion',
    titulo: 'La dirección de su calendario',
    tabla: 'calendario_suscripciones',
    por: propias,
  }),
  supresionDeTabla({
    id: 'calendario-elegidas',
    titulo: 'Ediciones que puso en su calendario',
    tabla: 'calendario_elegidas',
    por: propias,
  }),
];
