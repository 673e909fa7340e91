/** `npm run ranking`: what was published is computed again from the command line, and a score that was changed behind the portal is told. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishPendientes } from '../../src/features/posgrado/publicacion/server/service.ts';
import { actAsSystem } from '../../src/platform/server/request-context.ts';
import { makeCuenta } from '../factories/cuentas.ts';
import { type Convocatoria, makeConcurso, makeConvocatoria } from '../factories/posgrado.ts';
import { endOf } from '../launch.ts';
import { startTestPortal, type TestPortal } from '../portal.ts';

const ROOT = join(import.meta.dirname, '../..');
const DIA = 86_400_000;

describe.runIf(process.env.TEST_DATABASE_URL)('npm run ranking', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-'));
  let portal: TestPortal;
  let call: Convocatoria;
  beforeAll(async () => {
    portal = await startTestPortal({}, { jobs: false });
    const { services } = portal;
    call = await makeConvocatoria(services.db, {
      ahora: new Date(Date.now() - 45 * DIA),
      etapas: [{ tipo: 'examen', nombre: 'Examen', peso: 100, minimo: 6000 }],
      cupo: 2,
    });
    await makeConcurso(
      services,
      call,
      [9000, 8000, 7000, 5000].map((puntos) => ({ puntos: [puntos] })),
    );
    const [escolar, admin] = [
      await makeCuenta(portal, { role: 'Escolar' }),
      await makeCuenta(portal, { role: 'Admin' }),
    ];
    const { result } = await portal.call(
      'createRankingPosgrado',
      { convocatoriaId: call.id },
      escolar,
    );
    const publicarEn = new Date(Date.now() + 3_700_000).toISOString();
    await portal.call('publishRankingPosgrado', { id: result.id, publicarEn }, admin);
    // The portal's clock may be some milliseconds behind the database's.
    await sql`update rankings set publicar_en = now() - interval '1 minute'`.execute(services.db);
    await actAsSystem(() => publishPendientes(services));
  });
  afterAll(async () => {
    await portal?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** Runs it as one does; its exit code and what it says. */
  const run = async (...args: string[]) => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
      portal.services.db,
    );
    const url = new URL(process.env.TEST_DATABASE_URL!);
    url.pathname = `/${rows[0]!.name}`;
    const child = spawn(process.execPath, ['--liftoff-only', 'scripts/ranking.ts', ...args], {
      cwd: ROOT,
      env: {
        ...{ PATH: process.env.PATH, DATABASE_URL: url.href, DATA_DIR: dataDir },
        NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/tests'),
      },
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        said += chunk;
      });
    }
    return { code: await endOf(child), said };
  };

  it('says that a published ranking agrees, and which score was changed', {
    timeout: 300_000,
  }, async () => {
    expect(await run(call.edicionId)).toEqual({
      code: 0,
      said: expect.stringMatching(/ranking 1: coincide con sus entradas/),
    });
    await sql`update examen_puntos set puntos = 8500 where puntos = 7000`.execute(
      portal.services.db,
    );
    const { code, said } = await run(call.edicionId);
    expect(code).toBe(1);
    expect(said).toMatch(/Las puntuaciones guardadas ya no son las del ranking: \w+A0002\./);
    expect(said).toMatch(/Las puntuaciones guardadas dan otro resultado: /);
  });

  it('says what it lacks: an edition, one with a call, results', { timeout: 300_000 }, async () => {
    expect(await run()).toMatchObject({ code: 1, said: expect.stringMatching(/^Diga de qué/) });
    expect(await run('3f0d8a52-0000-4000-8000-000000000000')).toMatchObject({
      code: 1,
      said: expect.stringMatching(/no tiene convocatoria/),
    });
    const otra = await makeConvocatoria(portal.services.db, { ahora: new Date() });
    expect(await run(otra.edicionId)).toMatchObject({
      code: 0,
      said: expect.stringMatching(/no ha publicado resultados/),
    });
  });
});
