/** Files that many of the staff confirm at once: each request is one person's. Runs only on a real PostgreSQL (TEST_DATABASE_URL). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCuenta } from '../factories/cuentas.ts';
import { makeCurp, makePersona } from '../factories/personas.ts';
import { startTestPortal, type TestPortal } from '../portal.ts';

const STAFF = 6;
const WAITING = 18;

describe.skipIf(!process.env.TEST_DATABASE_URL)(
  'a queue of files that many confirm at once',
  () => {
    let portal: TestPortal;
    let staff: Awaited<ReturnType<typeof makeCuenta>>[];
    beforeAll(async () => {
      portal = await startTestPortal({}, { jobs: false });
      staff = await Promise.all(
        Array.from({ length: STAFF }, () => makeCuenta(portal, { role: 'Admin' })),
      );
    });
    afterAll(() => portal?.stop());

    /** So many accounts that wait for as many files: which one each asked for. */
    const fill = async (): Promise<
      Map<string, { uid: string; personaId: string; curp: string }>
    > => {
      const { db } = portal.services;
      await db.deleteFrom('vinculaciones').execute();
      const asked = new Map<string, { uid: string; personaId: string; curp: string }>();
      for (let i = 0; i < WAITING; i++) {
        const curp = makeCurp();
        const { id: personaId } = await makePersona(db, { clave: curp, curp });
        const { uid } = await makeCuenta(portal);
        const { id } = await db
          .insertInto('vinculaciones')
          .values({
            uid,
            persona_id: personaId,
            nombre: 'ANA',
            apellido_paterno: 'PÉREZ',
            apellido_materno: 'RUIZ',
            creado_en: new Date(Date.UTC(2026, 0, 1, 0, i)),
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        asked.set(id, { uid, personaId, curp });
      }
      return asked;
    };
    const next = async (token: string) => {
      const { result, error } = await portal.call('startRevisionVinculacion', {}, { token });
      expect(error).toBeUndefined();
      return result.vinculacion as { id: string; expediente: { clave: string } } | null;
    };

    it('gives each another, and decides each once', async () => {
      const waiting = await fill();
      const given = await Promise.all(staff.map(({ token }) => next(token)));
      expect(new Set(given.map((one) => one?.id)).size).toBe(STAFF);
      const decided: string[] = [];
      await Promise.all(
        staff.map(async ({ token }) => {
          for (let one = await next(token); one !== null; one = await next(token)) {
            const data = { id: one.id, decision: 'confirmar', clave: one.expediente.clave };
            const { error } = await portal.call('decideVinculacion', data, { token });
            expect(error).toBeUndefined();
            decided.push(one.id);
          }
        }),
      );
      expect([...decided].sort()).toEqual([...waiting.keys()].sort());
      const rows = await portal.services.db
        .selectFrom('cuentas')
        .select(['uid', 'persona_id'])
        .where(
          'uid',
          'in',
          [...waiting.values()].map(({ uid }) => uid),
        )
        .execute();
      for (const { uid, personaId } of waiting.values()) {
        expect(rows.find((row) => row.uid === uid)?.persona_id).toBe(personaId);
      }
    });

    it('meets the correction of its CURP: the file is given as it was looked at, or not at all', async () => {
      const waiting = await fill();
      await Promise.all(
        [...waiting].map(async ([id, { personaId, curp }], i) => {
          const { token } = staff[i % STAFF]!;
          const otra = makeCurp();
          const data = { id, decision: 'confirmar', clave: curp };
          const [answer] = await Promise.all([
            portal.call('decideVinculacion', data, { token }),
            portal.services.db
              .updateTable('personas')
              .set({ clave: otra, curp: otra })
              .where('id', '=', personaId)
              .execute(),
          ]);
          const row = await portal.services.db
            .selectFrom('vinculaciones')
            .innerJoin('cuentas', 'cuentas.uid', 'vinculaciones.uid')
            .select(['vinculaciones.estado', 'cuentas.persona_id'])
            .where('vinculaciones.id', '=', id)
            .executeTakeFirstOrThrow();
          expect(row).toEqual(
            answer.http === 200
              ? { estado: 'confirmada', persona_id: personaId }
              : { estado: 'pendiente', persona_id: null },
          );
          if (answer.http !== 200) expect(answer.error?.details.code).toBe('vinculacion-cambio');
        }),
      );
    });
  },
);
