/** PDFs that several processes make at once: each is made once. Runs only on a real PostgreSQL (TEST_DATABASE_URL). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  printPending,
  readPdfEmitido,
} from '../../src/features/credenciales/impresion/server/service.ts';
import { findEmitido } from '../../src/features/credenciales/server/data.ts';
import { createPdfRenderer } from '../../src/platform/server/pdf/index.ts';
import { readSigners } from '../../src/platform/server/printed.ts';
import { makeCuenta } from '../factories/cuentas.ts';
import { makeEmitido, makeFirmante } from '../factories/emitidos.ts';
import { makePersona } from '../factories/personas.ts';
import { startTestPortal, type TestPortal } from '../portal.ts';
import { testSigner } from '../signer.ts';

const DOCUMENTS = 10;

describe.skipIf(!process.env.TEST_DATABASE_URL)('documents that two processes print', () => {
  let portal: TestPortal;
  // Another folder's process: with a certificate of its own, so that what it makes has other bytes.
  const pdf = createPdfRenderer({ signer: testSigner });
  beforeAll(async () => {
    portal = await startTestPortal({}, { jobs: false });
  });
  afterAll(async () => {
    await pdf.close();
    await portal?.stop();
  });

  it('are each one PDF, the same to all who ask', async () => {
    const { services } = portal;
    const por = (await makeCuenta(portal, { role: 'Escolar' })).token;
    const aprueba = (await makeCuenta(portal, { role: 'Admin' })).token;
    const firmante = await makeFirmante(portal, aprueba);
    const ids: string[] = [];
    for (let i = 0; i < DOCUMENTS; i++) {
      const { clave } = await makePersona(services.db);
      const tipo = 'reconocimiento';
      ids.push((await makeEmitido(portal, { tipo, clave, firmante, por, aprueba })).id);
    }
    const processes = [services, { ...services, pdf }];
    const { signal } = new AbortController();
    const [, ...given] = await Promise.all([
      Promise.all(processes.map((one) => printPending(one, signal))),
      ...processes.map((one) =>
        Promise.all(
          ids.map(async (id) => readPdfEmitido(one, (await findEmitido(services.db, id))!)),
        ),
      ),
    ]);
    for (const [i, id] of ids.entries()) {
      const row = (await findEmitido(services.db, id))!;
      const digests = given.map((all) => services.storage.kept.digest(all[i]!));
      expect(digests).toEqual([row.pdf_sha256, row.pdf_sha256]);
    }
    const { rows } = await services.database.execute(
      `select entidad_id from historial where accion = 'emitido.hacerPdf' and entidad_id = any($1)`,
      [ids],
    );
    expect(rows.map(({ entidad_id }) => entidad_id).sort()).toEqual([...ids].sort());
    expect((await readSigners(services.db)).length).toBeLessThanOrEqual(2);
  });
});
