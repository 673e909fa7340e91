/** Erases the data of applicants who did not enter a programme, some years after its results (decision 0118). */
import type { Trx } from '../../../../platform/server/db/index.ts';
import { recordCambios } from '../../../../platform/server/historial/index.ts';
import type { Services } from '../../../../platform/server/services.ts';
import { fechaDe, startOfDay } from '../../../../platform/shared/dates.ts';
import { deleteAcusesDeEnvios } from '../../../inscripciones/acuse/server/service.ts';
import { deleteLugares } from '../../../inscripciones/convocatoria/server/service.ts';
import { BASES } from '../../convocatorias/contract.ts';
import {
  deleteBorradores,
  eraseAlrededor,
  eraseTramites,
  lockTramites,
  selectEnvios,
  selectPersonas,
  selectTerminadas,
  type TramiteRow,
} from './data.ts';

type Con = Pick<Services, 'db' | 'now' | 'storage'>;

const BLOCK = 100;
const idsOf = (rows: readonly TramiteRow[], borrador: boolean): string[] =>
  rows.filter((row) => row.borrador === borrador).map(({ id }) => id);

/** Erases what is somebody's in a call; gives the objects of the store that no row refers to any more. */
const erase = async (
  trx: Trx,
  { storage }: Con,
  de: { convocatoriaId: string; personaId: string; ahora: Date },
): Promise<string[]> => {
  const { convocatoriaId, personaId, ahora } = de;
  const held = await lockTramites(trx, convocatoriaId, personaId);
  if (!held) return [];
  const { presolicitudes, solicitudes } = held;
  const todas = [...presolicitudes, ...solicitudes].map(({ id }) => id);
  const objetos = await deleteAcusesDeEnvios(trx, await selectEnvios(trx, todas));
  await eraseAlrededor(trx, todas);
  const lugares = solicitudes.flatMap(({ inscripcion_id: lugar }) => lugar ?? []);
  // The applications point to the seats and to the pre-applications: they go, or let them go, first.
  for (const [tabla, rows] of [
    ['solicitudes', solicitudes],
    ['presolicitudes', presolicitudes],
  ] as const) {
    await eraseTramites(trx, tabla, idsOf(rows, false), ahora);
    await deleteBorradores(trx, tabla, idsOf(rows, true));
  }
  await deleteLugares(trx, lugares);
  const cambiosDe = (rows: readonly TramiteRow[]) =>
    rows.map(({ id }) => ({ id, personaId, despues: { convocatoriaId } }));
  await recordCambios(trx, 'presolicitud.depurar', cambiosDe(presolicitudes));
  await recordCambios(trx, 'solicitud.depurar', cambiosDe(solicitudes));
  for (const objeto of objetos) await storage.kept.letGo(trx, objeto, ahora);
  return objetos;
};

/** Until when the data of those without a place are kept: whole days, by the terms of the call. */
const keptUntil = (bases: unknown, en: Date): Date => {
  const [anio, mes, dia] = fechaDe(en).split('-').map(Number) as [number, number, number];
  const primero = `${anio + BASES.read(bases).aniosConservados}-${String(mes).padStart(2, '0')}-01`;
  return startOfDay(primero, dia);
};

/**
 * Erases the data of everybody without a place in calls whose term is over: answers, documents' versions, acuses with their PDF, letters,
 * observations, comments and reasons. Folios, states, dates and points stay, of nobody. Safe to run at any time and twice; each person
 * is one transaction. Gives how many people.
 */
export const depurar = async (services: Con): Promise<number> => {
  const { db, storage } = services;
  const ahora = services.now();
  let people = 0;
  for (const { id: convocatoriaId, bases, en } of await selectTerminadas(db)) {
    if (ahora < keptUntil(bases, en)) continue;
    for (let after: string | null = null; ; ) {
      const personas: string[] = await selectPersonas(db, convocatoriaId, { after, limit: BLOCK });
      for (const personaId of personas) {
        const objetos = await db
          .transaction()
          .execute((trx) => erase(trx, services, { convocatoriaId, personaId, ahora }));
        for (const objeto of objetos) await storage.kept.drop(objeto);
        people += 1;
      }
      after = personas.at(-1) ?? null;
      if (personas.length < BLOCK) break;
    }
  }
  return people;
};
