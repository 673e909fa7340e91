/** Demo data of graduate programmes: acts dated in the windows of their calls, interviews, and a name for each record. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openImage } from '../../../../tests/database.ts';
import { copyDemoFiles, demoImage } from '../../../../tests/demonstration.ts';
import { signInByWire } from '../../../../tests/factories/cuentas.ts';
import { startTestPortal, type TestPortal } from '../../../../tests/portal.ts';
import { readActosDe } from '../../../platform/server/historial/index.ts';
import type { Accion } from '../../../platform/shared/historial.ts';
import { DEMO_PASSWORD } from '../../identidad/server/seed.ts';
import { comprobarPosgrado } from '../invariantes/server/service.ts';
import { posgrado } from './feature.ts';

let portal: TestPortal;
const db = () => portal.services.db;
const dataDir = mkdtempSync(join(tmpdir(), 'posgrado-demo-'));
beforeAll(async () => {
  await copyDemoFiles(dataDir);
  portal = await startTestPortal(
    {},
    { dataDir, jobs: false, portal: { database: await openImage(await demoImage()) } },
  );
}, 240_000);
afterAll(async () => {
  await portal?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

it('dates each act of an applicant when it was done, in the window of its call', async () => {
  const { rows } = await sql<{
    forma: 'presolicitud' | 'solicitud';
    id: string;
    creado_en: Date;
    enviada_en: Date;
    abre: Date;
    cierra: Date;
  }>`select 'presolicitud' as forma, p.id, p.creado_en, p.enviada_en, cv.presolicitud_abre as abre, cv.presolicitud_cierra as cierra
      from presolicitudes p join convocatorias cv on cv.id = p.convocatoria_id where p.enviada_en is not null
    union all select 'solicitud', s.id, s.creado_en, s.enviada_en, cv.solicitud_abre, cv.solicitud_cierra
      from solicitudes s join convocatorias cv on cv.id = s.convocatoria_id where s.folio is not null`.execute(
    db(),
  );
  expect(rows.length).toBeGreaterThan(30);
  for (const { forma, id, creado_en, enviada_en, abre, cierra } of rows) {
    const [enviada] = await readActosDe(db(), forma, id, [`${forma}.enviar` as Accion]);
    expect(enviada?.en, forma).toEqual(enviada_en);
    expect(+enviada!.en).toBeGreaterThanOrEqual(+abre);
    expect(+enviada!.en).toBeLessThanOrEqual(+cierra);
    const actos = await readActosDe(db(), forma, id, [
      ...(['presolicitud.enviar', 'presolicitud.observar', 'presolicitud.validar'] as const),
      ...(['presolicitud.rechazar', 'presolicitud.retirar', 'presolicitud.vencer'] as const),
      ...(['solicitud.enviar', 'solicitud.evaluar', 'solicitud.admitir'] as const),
      ...(['solicitud.esperar', 'solicitud.noAdmitir', 'solicitud.noPasar'] as const),
    ]);
    const instantes = [+creado_en, ...actos.map(({ en }) => +en)];
    expect(instantes, forma).toEqual(instantes.toSorted((a, b) => a - b));
    // A day apart at least: none was done while the demonstration was made.
    expect(
      new Set(instantes.map((one) => Math.floor(one / 86_400_000))).size,
    ).toBeGreaterThanOrEqual(actos.length);
  }
});

it('has interviews to choose, to come, held and missed', async () => {
  const { rows } = await sql<{
    estado: string;
  }>`select distinct estado from horarios order by estado`.execute(db());
  expect(rows.map(({ estado }) => estado)).toEqual([
    ...['abierto', 'realizado', 'reservado', 'sinPresentarse'],
  ]);
  const { rows: suyas } = await sql<{ id: string; email: string }>`
    select s.id, c.email from solicitudes s join cuentas c on c.persona_id = s.persona_id
    join convocatoria_etapas t on t.convocatoria_id = s.convocatoria_id and t.tipo = 'entrevista'
    where c.email_verified and not exists (select from horarios h where h.solicitud_id = s.id)`.execute(
    db(),
  );
  const [sinHorario] = suyas;
  const token = await signInByWire(portal, sinHorario!.email, DEMO_PASSWORD);
  const { result } = await portal.call(
    'getEntrevistaPropia',
    { solicitudId: sinHorario!.id },
    { token },
  );
  expect(result.entrevistas[0]).toMatchObject({ horario: null, noSeElige: null });
  expect(result.entrevistas[0].libres.length).toBeGreaterThan(3);
});

it('has nothing that the nightly check would find', async () => {
  expect(await comprobarPosgrado(db(), { ahora: new Date(), todas: false })).toEqual([]);
});

it('calls each record of posgrado that is in the history', async () => {
  const kinds = Object.keys(Object.assign({}, ...posgrado.historial!.map((one) => one.registros)));
  const { rows } = await sql<{ entidad: string; ids: string[] }>`
    select entidad, array_agg(distinct entidad_id) as ids from historial where entidad = any(${kinds}::text[])
    group by entidad`.execute(db());
  expect(rows.length).toBeGreaterThan(6);
  for (const { entidad, ids } of rows) {
    const named = await posgrado.registros![entidad]!(db(), ids);
    expect(
      ids.filter((id) => !named.get(id)?.nombre),
      entidad,
    ).toEqual([]);
  }
});
