import { type Aporte, aporteDeTabla } from '../../../../platform/server/aportes.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { recordCambio } from '../../../../platform/server/historial/index.ts';
import { type Supresion, supresionDeTabla } from '../../../../platform/server/supresiones.ts';
import {
  CLASES_CORREO,
  CLASES_OPCIONALES,
  type ClaseCorreo,
  type ClaseOpcional,
} from '../../../../platform/shared/avisos.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import type { Avisos } from '../contract.ts';
import { ERRORES } from '../errors.ts';
import { lockApagados, replaceApagados, selectApagados } from './data.ts';

/** In the order of their declaration, each once; what is no longer declared says nothing. */
const inOrder = (clases: readonly ClaseOpcional[]): ClaseOpcional[] =>
  CLASES_OPCIONALES.filter((clase) => clases.includes(clase));

/** Which kinds of mail an account finds in the portal only. */
export const readAvisos = async (db: Db | Trx, uid: string): Promise<Avisos> => ({
  soloEnPortal: inOrder(await selectApagados(db, uid)),
});

/**
 * Chooses them, over what was seen (`antes`).
 *
 * @throws {CallError} ABORTED `avisos-cambio`: it says another thing by now.
 */
export const saveAvisos = async (
  trx: Trx,
  {
    uid,
    antes,
    soloEnPortal,
    ahora,
  }: {
    uid: string;
    antes: readonly ClaseOpcional[];
    soloEnPortal: readonly ClaseOpcional[];
    ahora: Date;
  },
): Promise<Avisos> => {
  await lockApagados(trx, uid);
  const now = await readAvisos(trx, uid);
  const next = { soloEnPortal: inOrder(soloEnPortal) };
  const same = (a: readonly ClaseOpcional[]) => String(a) === String(now.soloEnPortal);
  // Sent twice, it is done once.
  if (same(next.soloEnPortal)) return now;
  if (!same(inOrder(antes))) {
    throw new CallError('ABORTED', ERRORES.cambio.message, { code: ERRORES.cambio.code });
  }
  await replaceApagados(trx, uid, {
    apaga: next.soloEnPortal.filter((clase) => !now.soloEnPortal.includes(clase)),
    enciende: now.soloEnPortal.filter((clase) => !next.soloEnPortal.includes(clase)),
    ahora,
  });
  await recordCambio(trx, 'cuenta.elegirAvisos', { id: uid, antes: now, despues: next });
  return next;
};

const titulo = 'Avisos que prefiere ver solo en el portal';

export const avisosAporte: Aporte = aporteDeTabla({
  id: 'avisos',
  titulo,
  tabla: 'correos_apagados',
  por: [{ columna: 'uid', es: 'cuenta' }],
  completa: async (_services, filas) =>
    filas.map(({ clase }) => ({
      aviso: CLASES_CORREO[String(clase) as ClaseCorreo]?.titulo ?? clase,
    })),
});

export const avisosSupresion: Supresion = supresionDeTabla({
  id: 'avisos',
  titulo,
  tabla: 'correos_apagados',
  por: [{ columna: 'uid', es: 'cuenta' }],
});
