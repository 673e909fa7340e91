/** With four hundred exports of one person asked for at once, another person's call is answered all the same. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCuenta } from '../factories/cuentas.ts';
import { startTestPortal, type TestPortal } from '../portal.ts';
import { waitsDuring } from './probe.ts';

/** What another person may wait meanwhile, p95 in milliseconds. */
const BEARABLE = 500;
/** People in each of the lists that are exported. */
const PEOPLE = 10_000;

let portal: TestPortal;
let escolar: { token: string };
beforeAll(async () => {
  portal = await startTestPortal({ TRUST_PROXY: '1' });
  escolar = await makeCuenta(portal, { role: 'Escolar' });
  await portal.services.database.execute(
    `insert into personas (clave, nombre, apellido_paterno, apellido_materno, nombre_completo)
     select 'SC' || lpad(n::text, 16, '0'), 'Nombre ' || n, 'Paterno', 'Materno', 'NOMBRE' from generate_series(1, ${PEOPLE}) n`,
  );
});
afterAll(() => portal.stop());

it('400 exports of one person', async () => {
  let taken = 0;
  const waits = await waitsDuring(portal, async () => {
    const answers = await Promise.all(
      Array.from({ length: 400 }, () =>
        portal.call(
          'startExportacion',
          { hoja: 'personas', tipo: 'xlsx' },
          { token: escolar.token, headers: { 'x-forwarded-for': '203.0.113.9' } },
        ),
      ),
    );
    taken = answers.filter(({ http }) => http === 200).length;
    await expect
      .poll(
        async () => {
          const { result } = await portal.call('listTrabajos', {}, escolar);
          return (result.trabajos as { terminadoEn: string | null }[]).filter(
            ({ terminadoEn }) => terminadoEn === null,
          ).length;
        },
        { timeout: 120_000, interval: 1_000 },
      )
      .toBe(0);
  });
  console.warn(`400 exports of ${PEOPLE}, ${taken} taken:`, JSON.stringify(waits));
  // Twenty may wait, and as many more as end while the four hundred arrive.
  expect(taken).toBeLessThan(100);
  expect(waits.p95).toBeLessThan(BEARABLE);
}, 180_000);
