import type { Db } from '../../../../platform/server/db/index.ts';
import { findInscripcionIdByFolio } from './data.ts';

/** The inscripción of an acuse's folio (as it is kept), or null. */
export const readInscripcionIdByFolio = (db: Db, folio: string): Promise<string | null> =>
  findInscripcionIdByFolio(db, folio);
