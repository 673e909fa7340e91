/** Documents that many review at once: each is one person's. Runs only on a real PostgreSQL (TEST_DATABASE_URL). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCuenta } from '../factories/cuentas.ts';
import { makePersona } from '../factories/personas.ts';
import { startTestPortal, type TestPortal } from '../portal.ts';

const REVIEWERS = 8;
const WAITING = 24;

describe.skipIf(!process.env.TEST_DATABASE_URL)('a queue that many review at once', () => {
  let portal: TestPortal;
  let staff: Awaited<ReturnType<typeof makeCuenta>>[];
  beforeAll(async () => {
    portal = await startTestPortal({}, { jobs: false });
    staff = await Promise.all(
      Array.from({ length: REVIEWERS }, () => makeCuenta(portal, { role: 'Escolar' })),
    );
  });
  afterAll(() => portal?.stop());

  /** So many that wait, whose bytes nobody asks for. */
  const fill = async (): Promise<Set<string>> => {
    const { db } = portal.services;
    await db.deleteFrom('documentos').execute();
    const [tipo] = await db
      .selectFrom('catalogo_items')
      .select('id')
      .where('catalogo', '=', 'tipos-documento')
      .limit(1)
      .execute();
    const people = await Promise.all(Array.from({ length: WAITING }, () => makePersona(db)));
    const rows = await db
      .insertInto('documentos')
      .values(
        people.map(({ id: persona_id }, i) => ({
          persona_id,
          tipo_id: tipo!.id,
          version: 1,
          estado: 'pendiente' as const,
          nombre: 'acta.pdf',
          objeto: randomUUID(),
          sha256: '0'.repeat(64),
          bytes: 1,
          content_type: 'application/pdf',
          creado_en: new Date(Date.UTC(2026, 0, 1, 0, i)),
        })),
      )
      .returning('id')
      .execute();
    return new Set(rows.map(({ id }) => id));
  };
  const next = async (token: string): Promise<string | null> => {
    const { result, error } = await portal.call('startRevisionDocumento', {}, { token });
    expect(error).toBeUndefined();
    return result.documento?.id ?? null;
  };

  it('gives each of those who ask at the same moment another one', async () => {
    for (let round = 0; round < 5; round++) {
      await fill();
      const given = await Promise.all(staff.map(({ token }) => next(token)));
      expect(new Set(given).size).toBe(REVIEWERS);
      expect(given).not.toContain(null);
    }
  });

  it('is decided once each, none left and none twice', async () => {
    const waiting = await fill();
    const decided: string[] = [];
    await Promise.all(
      staff.map(async ({ token }) => {
        for (let id = await next(token); id !== null; id = await next(token)) {
          const { error } = await portal.call(
            'decideRevisionDocumento',
            { id, decision: 'validar', venceEl: null },
            { token },
          );
          expect(error).toBeUndefined();
          decided.push(id);
        }
      }),
    );
    expect(decided).toHaveLength(WAITING);
    expect(new Set(decided)).toEqual(waiting);
  });
});
