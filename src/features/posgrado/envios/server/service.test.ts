/** Every step of both forms from every state, by the engine that takes them; and every change of state that the database is asked for. */

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Aspirante,
  type Convocatoria,
  makeAspirante,
  makeConvocatoria,
} from '../../../../../tests/factories/posgrado.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import type { Trx } from '../../../../platform/server/db/index.ts';
import { actAsSystem } from '../../../../platform/server/request-context.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { cambiosDe } from '../../../../platform/shared/estados.ts';
import { PRESOLICITUD, SOLICITUD } from '../../estados.ts';
import { requirePresolicitud } from '../../presolicitudes/server/service.ts';
import { requireSolicitud } from '../../solicitudes/server/service.ts';
import { takePasoDe } from './service.ts';

const AHORA = new Date('2026-11-21T16:00:00.000Z');
let portal: TestPortal;
let cv: Convocatoria;
let ana: Aspirante;
let presolicitudId: string;
beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
  portal.setNow(AHORA);
  cv = await makeConvocatoria(portal.services.db, { ahora: AHORA });
  ana = await makeAspirante(portal);
  const eva = await makeAspirante(portal);
  presolicitudId = await insert(portal.services.db as never, 'presolicitudes', 'valida', eva);
});
afterAll(() => portal?.stop());

const insert = async (
  trx: Trx,
  tabla: 'presolicitudes' | 'solicitudes',
  estado: string,
  who = ana,
): Promise<string> => {
  const suya = tabla === 'solicitudes';
  const { rows } = await sql<{ id: string }>`insert into ${sql.table(tabla)}
      (persona_id, convocatoria_id, estado, creado_en, actualizado_en ${suya ? sql`, presolicitud_id, folio` : sql``})
    values (${who.personaId}, ${cv.id}, ${estado}, ${AHORA}, ${AHORA}
      ${suya ? sql`, ${presolicitudId}, ${`P${estado}`}` : sql``}) returning id`.execute(trx);
  return rows[0]!.id;
};

/** What becomes of work on a row of a state, in a transaction that leaves nothing behind: the state after it, or why not. */
const outcome = async (
  tabla: 'presolicitudes' | 'solicitudes',
  estado: string,
  work: (trx: Trx, id: string) => Promise<unknown>,
): Promise<string> => {
  const trx = await portal.services.db.startTransaction().execute();
  try {
    const id = await insert(trx, tabla, estado);
    await actAsSystem(() => work(trx, id));
    const { rows } = await sql<{ estado: string }>`select estado from ${sql.table(tabla)}
      where id = ${id}`.execute(trx);
    return rows[0]!.estado;
  } catch (error) {
    if (error instanceof CallError) return String(error.details?.code);
    return 'refused by the database';
  } finally {
    await trx.rollback().execute();
  }
};

describe.each([
  { tabla: 'presolicitudes', maquina: PRESOLICITUD, kind: 'Presolicitud' },
  { tabla: 'solicitudes', maquina: SOLICITUD, kind: 'Solicitud' },
] as const)('$tabla', ({ tabla, maquina, kind }) => {
  const steps = Object.entries(
    maquina.pasos as Record<string, { de: readonly (string | null)[]; a: string | null }>,
  ).filter(([, { de, a }]) => a !== null && !de.includes(null));

  it('take each step from the states of which it says so, and from no other', async () => {
    for (const estado of maquina.estados) {
      for (const [paso, { de, a }] of steps) {
        const got = await outcome(tabla, estado, async (trx, id) => {
          const row =
            tabla === 'presolicitudes'
              ? await requirePresolicitud(trx, id)
              : await requireSolicitud(trx, id);
          const of = tabla === 'presolicitudes' ? { presolicitudId: id } : { solicitudId: id };
          const engine = { maquina, de: of, kind } as never;
          const taken = { paso, accion: 'solicitud.guardar', aviso: null } as never;
          await takePasoDe(trx, portal.services, engine, row, taken);
        });
        expect([estado, paso, got]).toEqual([
          ...[estado, paso],
          de.includes(estado) ? a : 'posgrado-ya-cambio',
        ]);
      }
    }
  });

  it('never change in the database but by a step that there is', async () => {
    const legal = cambiosDe(maquina) as Record<string, readonly string[]>;
    for (const estado of maquina.estados) {
      for (const otro of maquina.estados) {
        const got = await outcome(tabla, estado, (trx, id) =>
          sql`update ${sql.table(tabla)} set estado = ${otro} where id = ${id}`.execute(trx),
        );
        const may = otro === estado || legal[estado]!.includes(otro);
        expect([estado, otro, got]).toEqual([
          ...[estado, otro],
          may ? otro : 'refused by the database',
        ]);
      }
    }
  });
});
