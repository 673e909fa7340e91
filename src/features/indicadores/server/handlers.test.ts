import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCuenta } from '../../../../tests/factories/cuentas.ts';
import { makeCurso, makeEdicion } from '../../../../tests/factories/cursos.ts';
import { makeEntrada } from '../../../../tests/factories/entradas.ts';
import { makePersona } from '../../../../tests/factories/personas.ts';
import { makePlantilla } from '../../../../tests/factories/plantillas.ts';
import { startTestPortal, type TestPortal } from '../../../../tests/portal.ts';
import { type Estado, INSCRIPCION } from '../../inscripciones/estados.ts';
import type { Indicadores } from '../contract.ts';
import { foldCambios, rebuildIndicadores, reviewIndicadores } from './service.ts';

// biome-ignore lint/suspicious/noExplicitAny: whatever a statement of the test gives
type Row = any;
const AHORA = new Date('2026-11-21T16:00:00Z');
const PERIODO_ENTERO = { desde: '2026-01', hasta: '2026-12' };

let portal: TestPortal;
let admin: { token: string };
let plantilla: Awaited<ReturnType<typeof makePlantilla>>;
beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
  portal.setNow(AHORA);
  admin = await makeCuenta(portal, { role: 'Admin' });
});
afterAll(() => portal.stop());

const db = () => portal.services.db;
const get = async (data: object, who = admin): Promise<Indicadores> => {
  const answer = await portal.call('getIndicadores', data, { token: who.token });
  expect(answer.error).toBeUndefined();
  return answer.result;
};
const rows = async (text: string, params: unknown[] = []): Promise<Row[]> =>
  (await portal.services.database.execute(text, params)).rows;
const item = async (catalogo: string, clave: string): Promise<string> =>
  (
    await rows('select id from catalogo_items where catalogo = $1 and clave = $2', [
      catalogo,
      clave,
    ])
  )[0]!.id;

it.each([
  ['getIndicadores', PERIODO_ENTERO],
  ['listOpcionesIndicadores', null],
])('%s is for staff', async (name, data) => {
  expect((await portal.call(name, data)).http).toBe(401);
  const ana = await makeCuenta(portal);
  expect((await portal.call(name, data, ana)).http).toBe(403);
  const escolar = await makeCuenta(portal, { role: 'Escolar' });
  expect((await portal.call(name, data, escolar)).http).toBe(200);
});

it('says nothing of an empty database, with every circuit in its place', async () => {
  const empty = await get(PERIODO_ENTERO);
  expect(empty).toMatchObject({
    por: 'mes',
    tiempo: [],
    estados: [],
    ocupacion: { ediciones: 0, cupo: 0, ocupados: 0 },
    conclusion: { acreditadas: 0, noAcreditadas: 0, bajas: 0, enCurso: 0 },
    conclusiones: [],
    revision: null,
  });
  const opciones = await portal.call('listOpcionesIndicadores', null, admin);
  expect(opciones.result).toEqual({ tipos: [], areas: [], cursos: [] });
  expect(empty.circuitos).toHaveLength(32);
  expect(empty.circuitos[0]).toMatchObject({ clave: '1', nombre: 'Primer Circuito', enviadas: 0 });
  expect(await reviewIndicadores(db(), AHORA)).toMatchObject({ inscripciones: 0, diferencias: 0 });
});

it('refuses months that are none, and ends before the beginning say nothing', async () => {
  const { http } = await portal.call(
    'getIndicadores',
    { desde: '2026-13', hasta: '2026-12' },
    admin,
  );
  expect(http).toBe(400);
  expect(await get({ desde: '2026-12', hasta: '2026-01' })).toMatchObject({ tiempo: [] });
});

describe('whatever is done', () => {
  let ediciones: string[];
  let personas: string[];
  let cursos: { id: string }[];
  let filtros: { tipoId?: string; areaId?: string; cursoId?: string }[];
  const circuits: string[] = [];

  beforeAll(async () => {
    plantilla = await makePlantilla(db());
    const [amparo, penal] = [await item('areas', 'AMPARO'), await item('areas', 'PENAL')];
    const [curso, taller] = [
      await item('tipos-actividad', 'CURSO'),
      await item('tipos-actividad', 'TALLER'),
    ];
    cursos = [
      await makeCurso(db(), { area_id: amparo }),
      await makeCurso(db(), { area_id: penal }),
      await makeCurso(db(), { area_id: amparo, tipo: 'TALLER' }),
    ];
    ediciones = [];
    for (const { id } of [...cursos, cursos[0]!]) {
      const edicion = await makeEdicion(db(), {
        cursoId: id,
        plantillaId: plantilla.id,
        ahora: AHORA,
      });
      ediciones.push(edicion.id);
    }
    const organos = await rows(
      `select distinct on (c.id) o.id, c.id as circuito from catalogo_items o
       join catalogo_items b on b.id = o.padre_id left join catalogo_items g on g.id = b.padre_id
       join catalogo_items c on c.id in (b.id, g.id) and c.catalogo = 'circuitos'
       where o.catalogo = 'organos' order by c.id limit 3`,
    );
    personas = [];
    for (let i = 0; i < 8; i++) {
      const { id } = await makePersona(db());
      personas.push(id);
      const organo = organos[i % 4];
      if (!organo) continue;
      circuits.push(organo.circuito);
      const categoria = await item(
        'categorias',
        (await rows("select clave from catalogo_items where catalogo = 'categorias' limit 1"))[0]!
          .clave,
      );
      await makeEntrada(db(), id, 'empleo', {
        organo: organo.id,
        categoria,
        desde: '2020-01-01',
        hasta: null,
      });
    }
    filtros = [
      {},
      { tipoId: curso },
      { tipoId: taller },
      { areaId: amparo },
      { tipoId: curso, areaId: amparo },
      { cursoId: cursos[0]!.id },
    ];
  });

  type Paso =
    | { que: 'enviar'; persona: number; edicion: number; estado: number; dia: number }
    | { que: 'mover'; cual: number; a: number }
    | { que: 'quitar'; cual: number }
    | { que: 'version'; curso: number; area: boolean }
    | { que: 'plegar' }
    | { que: 'rehacer' };

  const nat = (max: number) => fc.nat({ max });
  const paso: fc.Arbitrary<Paso> = fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        que: fc.constant('enviar' as const),
        persona: nat(7),
        edicion: nat(3),
        estado: nat(INSCRIPCION.estados.length - 1),
        dia: nat(330),
      }),
    },
    {
      weight: 8,
      arbitrary: fc.record({ que: fc.constant('mover' as const), cual: nat(50), a: nat(8) }),
    },
    { weight: 2, arbitrary: fc.record({ que: fc.constant('quitar' as const), cual: nat(50) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        que: fc.constant('version' as const),
        curso: nat(2),
        area: fc.boolean(),
      }),
    },
    { weight: 2, arbitrary: fc.constant({ que: 'plegar' as const }) },
    { weight: 1, arbitrary: fc.constant({ que: 'rehacer' as const }) },
  );

  const legalFrom = (de: Estado): Estado[] =>
    Object.values(INSCRIPCION.pasos).flatMap(({ de: from, a }) =>
      (from as readonly (Estado | null)[]).includes(de) && a !== null && a !== de ? [a] : [],
    );

  const run = async (one: Paso) => {
    if (one.que === 'plegar') return void (await foldCambios(db()));
    if (one.que === 'rehacer') return void (await rebuildIndicadores(db(), AHORA));
    if (one.que === 'enviar') {
      const estado = INSCRIPCION.estados[one.estado]!;
      await rows(
        `insert into inscripciones (persona_id, edicion_id, plantilla_version_id, estado, enviada_en, creado_en)
         values ($1, $2, $3, $4, $5, $5) on conflict do nothing`,
        [
          personas[one.persona],
          ediciones[one.edicion],
          plantilla.versionId,
          estado,
          // Some in the hours in which it is another day in Mexico City than in UTC.
          new Date(Date.UTC(2026, 0, 2, one.dia % 24) + one.dia * 86_400_000),
        ],
      );
      return;
    }
    if (one.que === 'version') {
      const area = await item('areas', one.area ? 'AMPARO' : 'PENAL');
      await rows('update cursos set area_id = $2 where id = $1', [cursos[one.curso]!.id, area]);
      // Who edits a course takes along the editions that have not begun.
      await rows(
        `update ediciones e set curso_version_id = (select v.id from curso_versiones v where v.curso_id = e.curso_id
           order by v.numero desc limit 1) where e.curso_id = $1`,
        [cursos[one.curso]!.id],
      );
      return;
    }
    const all = await rows('select id, estado from inscripciones order by creado_en, id');
    const chosen = all[one.cual % Math.max(1, all.length)];
    if (!chosen) return;
    if (one.que === 'quitar') {
      await rows("delete from inscripciones where id = $1 and estado = 'borrador'", [chosen.id]);
      return;
    }
    const legal = legalFrom(chosen.estado);
    const a = legal[one.a % Math.max(1, legal.length)];
    if (a) {
      await rows(
        // What is closed opens again only where its person has begun no other.
        `update inscripciones i set estado = $2, enviada_en = coalesce(enviada_en, '2026-06-01') where id = $1
           and not (estado = 'rechazada' and exists (select from inscripciones o where o.id <> i.id
             and o.persona_id = i.persona_id and o.edicion_id = i.edicion_id
             and o.estado not in ('rechazada', 'vencida', 'baja')))`,
        [chosen.id, a],
      );
    }
  };

  /** The same figures, by SQL that knows nothing of how they are kept. */
  const counted = async ({ tipoId, areaId, cursoId }: (typeof filtros)[number]) => {
    const of = `from inscripciones i join ediciones e on e.id = i.edicion_id
      join curso_versiones v on v.id = e.curso_version_id
      where i.enviada_en is not null and i.estado <> 'borrador' and ($1::uuid is null or v.tipo_id = $1)
        and ($2::uuid is null or v.area_id = $2) and ($3::uuid is null or v.curso_id = $3)`;
    const params = [tipoId ?? null, areaId ?? null, cursoId ?? null];
    const seat = `count(*) filter (where i.estado in ('inscrita', 'acreditada', 'noAcreditada'))::int`;
    return {
      estados: await rows(`select estado, count(*)::int as n ${of} group by 1 order by 1`, params),
      dias: await rows(
        `select to_char(i.enviada_en - interval '6 hours', 'YYYY-MM-DD') as inicia, count(*)::int as enviadas,
          ${seat} as "conLugar" ${of} group by 1 order by 1`,
        params,
      ),
      circuitos: await rows(
        `select i.circuito_id as id, count(*)::int as enviadas, ${seat} as "conLugar" ${of} group by 1 order by 1`,
        params,
      ),
    };
  };

  const compare = async () => {
    for (const filtro of filtros) {
      const said = await get({ ...PERIODO_ENTERO, ...filtro });
      const { estados, dias, circuitos } = await counted(filtro);
      const byEstado = [...said.estados].sort((a, b) => (a.estado < b.estado ? -1 : 1));
      expect(byEstado).toEqual(estados);
      const byId = said.circuitos
        .filter(({ enviadas }) => enviadas > 0)
        .map(({ id, enviadas, conLugar }) => ({ id, enviadas, conLugar }));
      expect(byId.length).toBe(circuitos.length);
      expect(byId).toEqual(expect.arrayContaining(circuitos));
      const meses = new Map<string, { inicia: string; enviadas: number; conLugar: number }>();
      for (const { inicia, enviadas, conLugar } of dias) {
        const mes = `${inicia.slice(0, 7)}-01`;
        const one = meses.get(mes) ?? { inicia: mes, enviadas: 0, conLugar: 0 };
        meses.set(mes, {
          inicia: mes,
          enviadas: one.enviadas + enviadas,
          conLugar: one.conLugar + conLugar,
        });
      }
      expect(said.tiempo).toEqual([...meses.values()]);
      const december = await get({ desde: '2026-03', hasta: '2026-03', por: 'dia', ...filtro });
      expect(december.tiempo).toEqual(dias.filter(({ inicia }) => inicia.startsWith('2026-03')));
      const n = (estado: string) => estados.find((one) => one.estado === estado)?.n ?? 0;
      expect(said.conclusion).toEqual({
        acreditadas: n('acreditada'),
        noAcreditadas: n('noAcreditada'),
        bajas: n('baja'),
        enCurso: n('inscrita'),
      });
      // Of areas, of kinds, or of a course's editions.
      const parts = said.conclusiones.reduce((sum, one) => sum + one.acreditadas + one.enCurso, 0);
      expect(parts).toBe(n('acreditada') + n('inscrita'));
    }
  };

  it('the figures are what SQL counts, folded or not', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(paso, { minLength: 5, maxLength: 40 }), async (pasos) => {
        for (const one of pasos) await run(one);
        await foldCambios(db());
        // And some that nobody has folded.
        for (const one of pasos.slice(0, 3))
          if (one.que === 'enviar' || one.que === 'mover') await run(one);
        await compare();
        expect(await reviewIndicadores(db(), AHORA)).toMatchObject({
          diferencias: 0,
          ejemplos: [],
        });
        await compare();
      }),
      { numRuns: 12 },
    );
  });

  it('a course is told by its editions, by their names', async () => {
    const [curso] = cursos;
    await rows(
      `insert into inscripciones (persona_id, edicion_id, plantilla_version_id, estado, enviada_en)
       select p, e, $3, 'inscrita', $4 from unnest($1::uuid[]) p, unnest($2::uuid[]) e
       on conflict do nothing`,
      [personas, ediciones, plantilla.versionId, AHORA],
    );
    const de = await rows('select id, nombre from ediciones where curso_id = $1', [curso!.id]);
    const { conclusiones } = await get({ ...PERIODO_ENTERO, cursoId: curso!.id });
    expect(conclusiones.map(({ id, nombre }) => ({ id, nombre }))).toEqual(
      expect.arrayContaining(de),
    );
    expect(conclusiones).toHaveLength(2);
  });

  it('a cancelled edition counts in no completion', async () => {
    const [id] = ediciones;
    await rows(
      "update inscripciones set estado = 'baja', baja_en = $2 where edicion_id = $1 and estado = 'inscrita'",
      [id, AHORA],
    );
    const before = await get(PERIODO_ENTERO);
    const [{ n }] = await rows(
      "select count(*)::int as n from inscripciones where edicion_id = $1 and estado = 'baja'",
      [id],
    );
    expect(n).toBeGreaterThan(0);
    await rows('update ediciones set cancelada_en = $2 where id = $1', [id, AHORA]);
    const after = await get(PERIODO_ENTERO);
    expect(after.conclusion.bajas).toBe(before.conclusion.bajas - n);
    const bajasDe = ({ conclusiones }: typeof after) =>
      conclusiones.reduce((sum, { bajas }) => sum + bajas, 0);
    expect(bajasDe(after)).toBe(bajasDe(before) - n);
    // They were sent all the same.
    expect(after.circuitos).toEqual(before.circuitos);
    await rows('update ediciones set cancelada_en = null where id = $1', [id]);
  });

  it('what the occupancy counts is what the list of editions shows by the same filters', async () => {
    const llenar = async (i: number, cupo: number, ocupados: number) =>
      rows('update ediciones set cupo = $2, ocupados = $3 where id = $1', [
        ediciones[i],
        cupo,
        ocupados,
      ]);
    const before = await rows('select id, cupo, ocupados from ediciones');
    await llenar(0, 20, 5);
    await llenar(1, 20, 20);
    await llenar(2, 7, 0);
    await llenar(3, 20, 4);
    const totalOf = async (data: object): Promise<number> =>
      (await portal.call('listEdiciones', data, admin)).result.filas.length;
    for (const { tipoId, areaId, cursoId } of filtros) {
      const { ocupacion } = await get({ ...PERIODO_ENTERO, tipoId, areaId, cursoId });
      const lista = {
        estado: 'noCanceladas',
        tipo: tipoId,
        area: areaId,
        curso: cursoId,
        comienzaDesde: '2026-01-01',
        comienzaHasta: '2026-12-31',
      };
      expect(await totalOf(lista)).toBe(ocupacion.ediciones);
      for (const { de, ediciones: n } of ocupacion.tramos) {
        expect([de, await totalOf({ ...lista, ocupacion: de })]).toEqual([de, n]);
      }
    }
    const { ocupacion } = await get(PERIODO_ENTERO);
    expect(ocupacion.tramos.map(({ ediciones: n }) => n)).toEqual([2, 1, 0, 0, 1]);
    for (const { id, cupo, ocupados } of before)
      await rows('update ediciones set cupo = $2, ocupados = $3 where id = $1', [
        id,
        cupo,
        ocupados,
      ]);
  });

  it('offers what some edition is of, and nothing else', async () => {
    await makeCurso(db(), { nombre: 'Sin ediciones' });
    const { result } = await portal.call('listOpcionesIndicadores', null, admin);
    expect(result.tipos.map(({ nombre }: { nombre: string }) => nombre)).toEqual([
      'Curso',
      'Taller',
    ]);
    expect(result.cursos.map(({ id }: { id: string }) => id).sort()).toEqual(
      cursos.map(({ id }) => id).sort(),
    );
  });

  it('keeps the circuit in which the person worked then, whatever they do later', async () => {
    const [persona] = personas;
    const { id: otra } = await makeEdicion(
      db(),
      { cursoId: cursos[1]!.id, plantillaId: plantilla.id, ahora: AHORA },
      { nombre: 'Otra' },
    );
    await rows(
      `insert into inscripciones (persona_id, edicion_id, plantilla_version_id, estado, enviada_en)
       values ($1, $2, $3, 'enviada', $4)`,
      [persona, otra, plantilla.versionId, AHORA],
    );
    await rows(
      'delete from personas_entradas_items where entrada_id in (select id from personas_entradas where persona_id = $1)',
      [persona],
    );
    await rows('delete from personas_entradas where persona_id = $1', [persona]);
    await rows("update inscripciones set estado = 'inscrita' where edicion_id = $1", [otra]);
    const [row] = await rows('select circuito_id from inscripciones where edicion_id = $1', [otra]);
    expect(row.circuito_id).toBe(circuits[0]);
    expect(await reviewIndicadores(db(), AHORA)).toMatchObject({ diferencias: 0 });
  });

  it.each([
    [
      'indicadores_dias',
      'update indicadores_dias set n = n + 1 where ctid = (select min(ctid) from indicadores_dias)',
    ],
    [
      'indicadores_dias',
      'delete from indicadores_dias where ctid = (select ctid from indicadores_dias where n > 0 limit 1)',
    ],
    [
      'indicadores_meses',
      'update indicadores_meses set n = n - 1 where ctid = (select max(ctid) from indicadores_meses)',
    ],
    [
      'indicadores_meses',
      `insert into indicadores_meses values (gen_random_uuid(), '2026-01-01', gen_random_uuid(), 'baja', 4)`,
    ],
    [
      'indicadores_dias',
      `insert into indicadores_cambios select edicion_id, '2026-02-02', null, 'baja', 1 from indicadores_ediciones limit 1`,
    ],
    [
      'indicadores_ediciones',
      'update indicadores_ediciones set area_id = tipo_id where ctid = (select min(ctid) from indicadores_ediciones)',
    ],
    [
      'indicadores_dias',
      "update inscripciones set circuito_id = null, enviada_en = enviada_en + interval '5 days' where ctid = (select min(ctid) from inscripciones where estado <> 'borrador')",
      true,
    ],
  ])('finds what was planted in %s: %s', async (tabla, planted, silent = false) => {
    await rebuildIndicadores(db(), AHORA);
    await rows(
      silent
        ? `alter table inscripciones disable trigger user; ${planted}; alter table inscripciones enable trigger user`
        : planted,
    );
    const { diferencias, ejemplos } = await reviewIndicadores(db(), AHORA);
    expect(diferencias).toBeGreaterThan(0);
    expect(ejemplos.some((one) => one.startsWith(tabla))).toBe(true);
    expect((await get(PERIODO_ENTERO)).revision).toMatchObject({ diferencias });
    expect(await rebuildIndicadores(db(), AHORA)).toMatchObject({ diferencias: 0 });
    await compare();
  });

  it('says which figure is wrong, in words', async () => {
    await rebuildIndicadores(db(), AHORA);
    const [row] = await rows(
      "select * from indicadores_dias where ambito_id = '00000000-0000-0000-0000-000000000000' and n > 0 limit 1",
    );
    await rows(
      'update indicadores_dias set n = n + 5 where ambito_id = $1 and dia = $2 and en_estado = $3',
      [row.ambito_id, row.dia, row.en_estado],
    );
    const { ejemplos } = await reviewIndicadores(db(), AHORA);
    expect(ejemplos).toEqual([
      expect.stringMatching(
        new RegExp(
          `^indicadores_dias: todas las inscripciones, \\d+ de \\w+ de 2026, .+: dice ${row.n + 5} y son ${row.n}$`,
        ),
      ),
    ]);
    await rebuildIndicadores(db(), AHORA);
  });
});
