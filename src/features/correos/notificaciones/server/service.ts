import { type Aporte, aporteDeTabla } from '../../../../platform/server/aportes.ts';
import { cursorPage } from '../../../../platform/server/db/cursor.ts';
import type { Db } from '../../../../platform/server/db/index.ts';
import type { Services } from '../../../../platform/server/services.ts';
import { type Supresion, supresionDeTabla } from '../../../../platform/server/supresiones.ts';
import type { InputOf, OutputOf } from '../../../../platform/shared/callable.ts';
import type * as contract from '../contract.ts';
import {
  countNotificaciones,
  countSinLeer,
  deleteOldNotificaciones,
  keyOf,
  markLeidas,
  selectNotificaciones,
} from './data.ts';

/** What was read is kept for this long, in days, and what never was for that long. */
export const LEIDAS_DIAS = 90;
export const SIN_LEER_DIAS = 365;
const DAY_MS = 86_400_000;

export const readSinLeer = async (db: Db, uid: string) => ({
  sinLeer: await countSinLeer(db, uid),
});

export const listNotificaciones = async (
  db: Db,
  uid: string,
  {
    soloSinLeer,
    ...at
  }: {
    soloSinLeer: boolean;
    tras?: string | undefined;
    antes?: string | undefined;
    porPagina: number;
  },
): Promise<OutputOf<contract.ListNotificaciones>> => {
  const page = await cursorPage(
    at,
    keyOf,
    (from) => selectNotificaciones(db, uid, { soloSinLeer, ...from }),
    () => countNotificaciones(db, uid, { soloSinLeer }),
  );
  return {
    ...page,
    filas: page.filas.map(({ id, titulo, enlace, cuantas, creado_en, leida_en }) => ({
      ...{ id, titulo, enlace, cuantas },
      creadoEn: creado_en.toISOString(),
      leida: leida_en !== null,
    })),
  };
};

/** Marks as read, and tells the other tabs and devices of the account. */
export const saveLectura = async (
  { db, notificaciones, now }: Services,
  uid: string,
  which: InputOf<typeof contract.saveLecturaNotificaciones>,
): Promise<{ sinLeer: number }> => {
  const done = await db.transaction().execute((trx) => markLeidas(trx, uid, which, now()));
  if (done > 0) notificaciones.tell(uid);
  return readSinLeer(db, uid);
};

export const cleanNotificaciones = ({ db, now }: Services): Promise<void> => {
  const ago = (days: number) => new Date(+now() - days * DAY_MS);
  return deleteOldNotificaciones(db, {
    readBefore: ago(LEIDAS_DIAS),
    before: ago(SIN_LEER_DIAS),
  });
};

const titulo = 'Notificaciones del portal';

export const notificacionesAporte: Aporte = aporteDeTabla({
  id: 'notificaciones',
  titulo,
  tabla: 'notificaciones',
  por: [{ columna: 'uid', es: 'cuenta' }],
});

export const notificacionesSupresion: Supresion = supresionDeTabla({
  id: 'notificaciones',
  titulo,
  tabla: 'notificaciones',
  por: [{ columna: 'uid', es: 'cuenta' }],
});
