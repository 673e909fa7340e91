/** Different things of one person, written at once: the directory says all of them. Runs only on a real PostgreSQL. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeEntrada } from '../factories/entradas.ts';
import { makePersona } from '../factories/personas.ts';
import { startTestPortal, type TestPortal } from '../portal.ts';

describe.skipIf(!process.env.TEST_DATABASE_URL)('the directory, written by two at once', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await startTestPortal({}, { jobs: false });
  });
  afterAll(() => portal?.stop());

  it('waits for whoever is changing the same person, and then says what both did', async () => {
    const { db } = portal.services;
    const { id: personaId } = await makePersona(db);
    const tipo = await db
      .selectFrom('catalogo_items')
      .select('id')
      .where('catalogo', '=', 'tipos-documento')
      .limit(1)
      .executeTakeFirstOrThrow();
    let second: Promise<unknown> = Promise.resolve();
    await db.transaction().execute(async (trx) => {
      await trx
        .insertInto('documentos')
        .values({
          persona_id: personaId,
          tipo_id: tipo.id,
          version: 1,
          estado: 'pendiente',
          nombre: 'acta.pdf',
          objeto: randomUUID(),
          sha256: '0'.repeat(64),
          bytes: 1,
          content_type: 'application/pdf',
          creado_en: new Date(),
        })
        .execute();
      second = makeEntrada(db, personaId, 'telefono', {
        clase: 'celular',
        numero: '+525511112222',
      });
      // Until it stands waiting for this one, on another connection.
      for (;;) {
        const { rows } = await portal.services.database.execute(
          `select count(*)::int as n from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
        );
        if ((rows[0] as { n: number }).n > 0) break;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    });
    await second;
    const { facetas, claves } = await db
      .selectFrom('personas_directorio')
      .select(['facetas', 'claves'])
      .where('persona_id', '=', personaId)
      .executeTakeFirstOrThrow();
    expect(facetas).toContain('doc-pendiente');
    expect(facetas).not.toContain('doc-ninguno');
    expect(facetas).not.toContain('falta-telefono');
    expect(claves).toContain('5511112222');
  });
});
