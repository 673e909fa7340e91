/**
 * The rules of a version tried on everybody, against single evaluations of a sample: on a real PostgreSQL
 * (TEST_DATABASE_URL), with as many people as SIMULACION_PERSONAS says.
 */
import { loadavg } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evaluateReglas, fieldsOfReglas } from '../../src/features/plantillas/reglas/rules.ts';
import { loadHechos } from '../../src/features/plantillas/reglas/server/service.ts';
import { insertVersion } from '../../src/features/plantillas/server/data.ts';
import { countConjunto } from '../../src/features/plantillas/simulacion/server/service.ts';
import { findVersion } from '../../src/features/plantillas/versiones/server/data.ts';
import { foldServer } from '../../src/platform/server/feature.ts';
import { SERVER_FEATURES } from '../../src/server-features.ts';
import { makeCuenta } from '../factories/cuentas.ts';
import { DEFINICION, makePlantilla, REGLA_VENTANA } from '../factories/plantillas.ts';
import { algunaDe, hoja, ningunaDe, regla, todasDe } from '../factories/reglas.ts';
import { startTestPortal, type TestPortal } from '../portal.ts';

/** Set, it is the rehearsal with a million: it tells its figures, and looks at 600 alone. */
const MANY = process.env.SIMULACION_PERSONAS;
const PERSONAS = Number(MANY ?? 4_500);
const SAMPLE = MANY ? 600 : 40;
/** How much more memory (MB) the process may hold near the end than at a tenth of the way. */
const MORE_MB = 96;
const AHORA = new Date('2026-11-23T18:00:00.000Z');

/** Collects what is garbage, so that what is counted is held. */
const collect = (): void => {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
};

/**
 * How long each turn of the event loop takes, by the CPU of this thread (ms): what a request waits for, wherever the machine is
 * not shared. What is between `pause` and `go` is not counted.
 */
const watchTurns = () => {
  const turns: number[] = [];
  let at = process.threadCpuUsage();
  const tick = () => {
    const { user, system } = process.threadCpuUsage(at);
    turns.push((user + system) / 1_000);
    at = process.threadCpuUsage();
    timer = setTimeout(tick, 1);
  };
  let timer = setTimeout(tick, 1);
  return {
    pause: () => clearTimeout(timer),
    go: () => {
      at = process.threadCpuUsage();
      timer = setTimeout(tick, 1);
    },
    result: () => {
      clearTimeout(timer);
      turns.sort((a, b) => a - b);
      const of = (share: number) => turns[Math.floor((turns.length - 1) * share)]!.toFixed(1);
      return `${of(0.5)} ms (p50), ${of(0.99)} (p99), ${of(1)} at most`;
    },
  };
};

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
  regla(
    todasDe(
      ningunaDe(hoja('documento.validado:acta-nacimiento', '=', true)),
      hoja('cuenta.verificada', '=', false),
    ),
    { clave: 'papeles', efecto: 'advierte' },
  ),
  regla(todasDe(hoja('empleo.circuito', 'in', ['c-1', 'c-2'])), {
    clave: 'circuito',
    efecto: 'prioriza',
    puntos: 5,
  }),
  regla(todasDe(hoja('persona.nacionalidad', '!=', 'extranjera')), {
    clave: 'nacionalidad',
    efecto: 'advierte',
  }),
  regla(
    algunaDe(
      hoja('empleo.categoria', 'in', ['juez', 'secretario']),
      hoja('historia.horas', '>=', 20),
    ),
    {
      clave: 'categoria',
      efecto: 'revision',
    },
  ),
  regla(todasDe(hoja('cuenta.avisoAceptado', '=', true)), { clave: 'aviso', efecto: 'advierte' }),
  regla(ningunaDe(hoja('estudios.niveles', 'in', ['doctorado'])), {
    clave: 'estudios',
    efecto: 'prioriza',
    puntos: 3,
  }),
  regla(todasDe(hoja('empleo.antiguedadEnCargo', 'between', [1, 30])), {
    clave: 'cargo',
    efecto: 'advierte',
  }),
];

/**
 * Who they are: made by the database from their number, so that the same ones are made again. One in eleven has no day of
 * birth, one in three no sex, one in four no years of service; four in five have a post in one of sixty organs, of any of
 * the catalog's, so that every figure by circuit has somebody.
 */
const MAKE = [
  // The directory keeps a row of its own of each, and no rule asks anything of it.
  'alter table personas_todas disable trigger user',
  'alter table personas_entradas disable trigger user',
  'alter table personas_entradas_items disable trigger user',
  `insert into personas_todas (clave, nombre, apellido_paterno, apellido_materno, nombre_completo,
      fecha_nacimiento, sexo, discrepancias)
    select 'SC' || lpad(n::text, 9, '0'), 'Ana', 'Pérez', 'Ruiz', 'ANA PÉREZ RUIZ',
      case when n % 11 = 0 then null else date '1950-01-01' + (n::bigint * 37 % 22000)::int end,
      case n % 3 when 0 then 'H' when 1 then 'M' end, '{}'
    from generate_series(1, ${PERSONAS}) n`,
  `insert into personas_entradas (id, persona_id, apartado, datos, creado_en, actualizado_en)
    select gen_random_uuid(), p.id, 'servicio', jsonb_build_object('expediente', '1',
      'ingreso', (date '1995-01-01' + (hashtext(p.clave) & 8191))::text), now(), now()
    from personas_todas p where hashtext(p.clave) % 4 <> 0`,
  `with organos as (
      select i.id, (row_number() over (order by i.clave) - 1)::int as n from catalogo_items i
      where i.catalogo = 'organos' order by i.clave limit 60),
    nuevas as (
      insert into personas_entradas (id, persona_id, apartado, datos, creado_en, actualizado_en)
      select gen_random_uuid(), p.id, 'empleo', '{}'::jsonb, now(), now()
      from personas_todas p where (hashtext(p.clave) & 1023) % 5 <> 0 returning id)
    insert into personas_entradas_items (entrada_id, campo, item_id)
    select e.id, 'organo', o.id from nuevas e join organos o on o.n = (hashtext(e.id::text) & 1023) % 60`,
  'analyze',
];

describe.skipIf(!process.env.TEST_DATABASE_URL)('everybody at once', () => {
  const { given } = foldServer(SERVER_FEATURES);
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await startTestPortal({}, { jobs: false });
    const exec = (text: string) => portal.services.database.execute(text, []);
    for (const text of MAKE) {
      await exec(text);
      if (MANY) process.stdout.write(`${new Date().toISOString()} ${text.slice(0, 40)}\n`);
    }
  }, 3_600_000);
  afterAll(() => portal?.stop());

  it('is counted as each would be judged alone', { timeout: 7_200_000 }, async () => {
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
    const elegibilidad = given.one('elegibilidad');
    const hechos = given.all('hechos');
    const cuenta = { version: version!, antes: antes!, edicionId: null, momento: AHORA };
    const held: { done: number; mb: number }[] = [];
    const lateness = monitorEventLoopDelay({ resolution: 5 });
    lateness.enable();
    const turns = watchTurns();
    const began = performance.now();
    const { personas, resultado } = await countConjunto(db, elegibilidad, cuenta, async (done) => {
      // Of two in a hundred: asked of each block, the answer itself would cost.
      if (done % 20_000 !== 0) return;
      lateness.disable();
      turns.pause();
      collect();
      turns.go();
      lateness.enable();
      if (MANY) process.stdout.write(`${done} ${new Date().toISOString()}\n`);
      held.push({ done, mb: process.memoryUsage().heapUsed / 1e6 });
    });
    const seconds = (performance.now() - began) / 1_000;
    lateness.disable();
    const own = turns.result();
    if (MANY) {
      const early = held.find(({ done }) => done >= PERSONAS / 10)?.mb ?? 0;
      const late = held.at(-1)?.mb ?? 0;
      process.stdout.write(
        `${personas} people, two versions of ten rules: ${seconds.toFixed(1)} s; others waited ${(lateness.percentile(50) / 1e6).toFixed(0)} ms (p50), ${(lateness.percentile(99) / 1e6).toFixed(0)} (p99), ${(lateness.max / 1e6).toFixed(0)} at most; a turn took ${own} of CPU; heap ${early.toFixed(0)} MB at a tenth, ${late.toFixed(0)} MB at the end; load ${loadavg().map((n) => n.toFixed(1))}\n${JSON.stringify(resultado.total)}\n`,
      );
      expect(late).toBeLessThan(early + MORE_MB);
    }
    expect(personas).toBe(PERSONAS);
    const { total, reglas } = resultado;
    expect(total.elegibles).toBeGreaterThan(0);
    expect(total.pierden).toBeGreaterThan(0);
    expect(total.elegibles).toBe(total.elegiblesAntes! - total.pierden + total.ganan);
    for (const { cumplen, noCumplen, sinDato, exceptuadas } of reglas) {
      expect(cumplen + noCumplen + sinDato + exceptuadas).toBe(PERSONAS);
    }

    const { rows } = await sql<{ id: string }>`
      select id from personas order by md5(clave) limit ${SAMPLE}`.execute(db);
    const ids = rows.map((row) => row.id);
    const ask = { versiones: [id], edicionId: null, ademas: [], ahora: AHORA };
    const juzga = await (await elegibilidad.prepareConjunto(db, ask))(ids);
    const { reglas: escritas } = version!.definicion;
    const fields = fieldsOfReglas(escritas);
    for (const personaId of ids) {
      const caso = { personaId, edicionId: null };
      const cargados = await loadHechos(db, hechos, { fields, casos: [caso], ahora: AHORA });
      const alone = evaluateReglas(escritas, cargados(caso), AHORA);
      expect(juzga(personaId).posturas.get(id)!.resultados).toEqual(
        alone.map(({ clave, efecto, cumple, sinDato, puntos }) => ({
          clave,
          efecto,
          cumple,
          sinDato,
          puntos,
        })),
      );
    }
  });

  it('is begun once, however many Admins ask at one moment', async () => {
    await portal.begin();
    const { versionId } = await makePlantilla(portal.services.db);
    const admins = [
      await makeCuenta(portal, { role: 'Admin' }),
      await makeCuenta(portal, { role: 'Admin' }),
    ];
    const input = { versionId, edicionId: null, fecha: null };
    const answers = await Promise.all(
      [...admins, ...admins, ...admins].map((one) =>
        portal.call('startSimulacionReglas', input, one),
      ),
    );
    expect(answers.filter(({ result }) => result)).toHaveLength(1);
    expect(answers.flatMap(({ error }) => error?.details.code ?? [])).toEqual(
      Array(5).fill('simulacion-en-curso'),
    );
  });
});
