/**
 * The rules of a version tried on everybody, against single evaluations of a sample: on a real PostgreSQL
 * (TEST_DATABASE_URL), with as many people as SIMULACION_PERSONAS says.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertVersion } from '../../src/features/plantillas/server/data.ts';
import { countConjunto } from '../../src/features/plantillas/simulacion/server/service.ts';
import { findVersion } from '../../src/features/plantillas/versiones/server/data.ts';
import { foldServer } from '../../src/platform/server/feature.ts';
import { SERVER_FEATURES } from '../../src/server-features.ts';
import { DEFINICION, makePlantilla, REGLA_VENTANA } from '../factories/plantillas.ts';
import { algunaDe, hoja, ningunaDe, regla, todasDe } from '../factories/reglas.ts';
import { startTestPortal, type TestPortal } from '../portal.ts';

const PERSONAS = Number(process.env.SIMULACION_PERSONAS ?? 4_500);
const SAMPLE = 40;
const AHORA = new Date('2026-11-23T18:00:00.000Z');

const reglasOf = (edad: number) => [
  REGLA_VENTANA,
  regla(todasDe(hoja('persona.edad', '>=', edad)), { clave: 'edad' }),
  regla(
    algunaDe(
      hoja('empleo.antiguedad', '>=', 10),
      todasDe(hoja('persona.sexo', '=', 'M'), ningunaDe(hoja('historia.simultaneas', '>', 2))),
    ),
    { clave: 'mixta', efecto: 'revision' },
  ),
];

describe.skipIf(!process.env.TEST_DATABASE_URL)('everybody at once', () => {
  const { given } = foldServer(SERVER_FEATURES);
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await startTestPortal({}, { jobs: false });
    const exec = (text: string) => portal.services.database.execute(text, []);
    await exec(`insert into personas_todas (clave, nombre, apellido_paterno, apellido_materno, nombre_completo,
        fecha_nacimiento, sexo, discrepancias)
      select 'SC' || lpad(n::text, 9, '0'), 'Ana', 'Pérez', 'Ruiz', 'ANA PÉREZ RUIZ',
        case when n % 11 = 0 then null else date '1950-01-01' + (n * 37 % 22000) end,
        case n % 3 when 0 then 'H' when 1 then 'M' end, '{}'
      from generate_series(1, ${PERSONAS}) n`);
    await exec(`insert into personas_entradas (id, persona_id, apartado, datos, creado_en, actualizado_en)
      select gen_random_uuid(), p.id, 'servicio',
        jsonb_build_object('expediente', '1', 'ingreso', (date '1995-01-01' + (hashtext(p.clave) & 8191))::text), now(), now()
      from personas_todas p where hashtext(p.clave) % 4 <> 0`);
  }, 600_000);
  afterAll(() => portal?.stop());

  it('is counted as each would be judged alone', { timeout: 1_200_000 }, async () => {
    const { db } = portal.services;
    const plantilla = await makePlantilla(db, {
      definicion: { ...DEFINICION, reglas: reglasOf(18) },
    });
    const { id } = await db.transaction().execute((trx) =>
      insertVersion(trx, {
        plantillaId: plantilla.id,
        definicion: { ...DEFINICION, reglas: reglasOf(40) },
      }),
    );
    const [version, antes] = [
      await findVersion(db, id),
      await findVersion(db, plantilla.versionId),
    ];
    const { evaluarConjunto } = given.one('elegibilidad');
    const hechos = given.all('hechos');
    const cuenta = { version: version!, antes: antes!, edicionId: null, momento: AHORA };
    const began = performance.now();
    const { personas, resultado } = await countConjunto(
      db,
      { hechos, evaluarConjunto },
      cuenta,
      async () => {},
    );
    const seconds = (performance.now() - began) / 1_000;
    if (process.env.SIMULACION_PERSONAS) {
      process.stdout.write(
        `${personas} people, two versions of three rules: ${seconds.toFixed(1)} s\n`,
      );
    }
    expect(personas).toBe(PERSONAS);
    const { total, reglas } = resultado;
    expect(total.elegibles).toBeGreaterThan(0);
    expect(total.pierden).toBeGreaterThan(0);
    expect(total.elegibles).toBe(total.elegiblesAntes! - total.pierden + total.ganan);
    for (const { cumplen, noCumplen, sinDato, exceptuadas } of reglas) {
      expect(cumplen + noCumplen + sinDato + exceptuadas).toBe(PERSONAS);
    }

    const rows = await db
      .selectFrom('personas')
      .select('id')
      .orderBy('clave')
      .limit(SAMPLE)
      .execute();
    const ids = rows.map((row) => row.id);
    const ask = { versiones: [id], edicionId: null, ahora: AHORA };
    const together = (await evaluarConjunto(db, { ...ask, personas: ids })).get(id)!;
    for (const persona of ids) {
      const alone = (await evaluarConjunto(db, { ...ask, personas: [persona] })).get(id)!;
      expect(together.get(persona)).toEqual(alone.get(persona));
    }
  });
});
