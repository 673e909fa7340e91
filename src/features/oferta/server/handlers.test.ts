import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCuenta } from '../../../../tests/factories/cuentas.ts';
import { makeCurso, makeEdicion } from '../../../../tests/factories/cursos.ts';
import { makePersona } from '../../../../tests/factories/personas.ts';
import { DEFINICION, makePlantilla } from '../../../../tests/factories/plantillas.ts';
import { hoja, regla, todasDe } from '../../../../tests/factories/reglas.ts';
import { startTestPortal, type TestPortal } from '../../../../tests/portal.ts';
import { plusDays } from '../../../platform/shared/months.ts';

/** 10:00 in Mexico City. */
const AHORA = new Date('2026-11-21T16:00:00.000Z');
const HOY = '2026-11-21';
const days = (n: number) => new Date(+AHORA + n * 86_400_000);

let portal: TestPortal;
let token: string;
let personaId: string;
let plantillaId: string;
beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
  portal.setNow(AHORA);
  personaId = (await makePersona(portal.services.db)).id;
  ({ token } = await makeCuenta(portal, { personaId }));
  plantillaId = (await makePlantilla(portal.services.db)).id;
  await seed();
});
afterAll(() => portal?.stop());

const NOMBRES = ['Juicio de amparo', 'Derechos de la niñez', 'Oralidad mercantil'];
const TIPOS = ['CURSO', 'TALLER', 'DIPLOMADO'];

const edicion = async (
  cursoId: string,
  given: Parameters<typeof makeEdicion>[2],
  plantilla = plantillaId,
) => makeEdicion(portal.services.db, { cursoId, plantillaId: plantilla, ahora: AHORA }, given);

/** Dates and seats of the n-th edition of a course. */
const planned = (n: number) => {
  const [abre, cierra] = [[-1, 5 + n] as const, [3, 20 + n] as const, [-400, -2 - n] as const][
    n % 3
  ]!;
  return {
    inicia: plusDays(HOY, 10 + n),
    termina: plusDays(HOY, 20 + n),
    inscripcion_abre: days(abre),
    inscripcion_cierra: days(cierra),
    cupo: n % 10 === 0 ? 2 : 30,
    ocupados: n % 10 === 0 ? 2 : 0,
  };
};

/** 300 editions of three courses: every third open, to open, and with its enrolment over. */
const seed = async () => {
  for (const [i, nombre] of NOMBRES.entries()) {
    const curso = await makeCurso(portal.services.db, {
      nombre,
      clave: `OFE-${'ABC'[i]}`,
      tipo: TIPOS[i]!,
      ...(i === 1 && { modalidad: 'MIXTA' }),
    });
    const { sede_id } = await portal.services.db
      .selectFrom('ediciones')
      .select('sede_id')
      .where('id', '=', (await edicion(curso.id, { nombre: 'Edición 99', ...planned(99) })).id)
      .executeTakeFirstOrThrow();
    await portal.services.db
      .insertInto('ediciones')
      .values(
        Array.from({ length: 99 }, (_, n) => ({
          curso_id: curso.id,
          plantilla_id: plantillaId,
          nombre: `Edición ${n}`,
          sede_id,
          cancelada_en: null,
          ...planned(n),
        })),
      )
      .execute();
    await edicion(curso.id, {
      nombre: 'Terminada',
      inicia: '2026-01-01',
      termina: '2026-02-01',
      inscripcion_cierra: days(-200),
      inscripcion_abre: days(-300),
    });
    await edicion(curso.id, { nombre: 'Cancelada', cancelada_en: AHORA });
  }
};

const ask = async (name: string, data: unknown, as: string | null = token) =>
  portal.call(name, data, as === null ? {} : { token: as });

type Fila = {
  curso: { nombre: string };
  edicion: { id: string; nombre: string; inicia: string; inscripcionCierra: string };
  momento: string;
  estado: string;
  lugares: { libres: number };
  elegibilidad: { cumple: boolean } | null;
};

const list = async (
  data: object,
): Promise<{
  filas: Fila[];
  siguiente: string | null;
  anterior: string | null;
  total: number | null;
  parecidas: boolean;
}> => {
  const { result } = await ask('listEdicionesOferta', data);
  return result as never;
};

/** All the pages of a list. */
const all = async (data: object): Promise<Fila[]> => {
  const found: Fila[] = [];
  let tras: string | null = null;
  do {
    const page = await list({ ...data, porPagina: 100, ...(tras && { tras }) });
    found.push(...page.filas);
    tras = page.siguiente;
  } while (tras !== null);
  return found;
};

describe('the list of the offer', () => {
  it('shows each edition that is not over nor cancelled once, page after page, in every order', async () => {
    for (const orden of ['sugerido', 'inicia', 'cierra', 'nombre']) {
      for (const descendente of [false, true]) {
        const found = await all({ orden, descendente });
        expect([orden, found.length]).toEqual([orden, 300]);
        expect(new Set(found.map(({ edicion: { id } }) => id)).size).toBe(300);
      }
    }
    const names = (await all({})).map(({ edicion: { nombre } }) => nombre);
    expect(names).not.toContain('Terminada');
    expect(names).not.toContain('Cancelada');
  });

  it('offers first what one can take, then what opens later, what is full, and last what closed', async () => {
    const found = await all({});
    const place = found.map(({ momento, lugares: { libres } }) =>
      momento === 'cerrada' ? 3 : momento === 'proxima' ? 1 : libres === 0 ? 2 : 0,
    );
    expect(place).toEqual(place.toSorted());
    expect(new Set(place).size).toBe(4);
    const starts = (await all({ orden: 'inicia' })).map(({ edicion: { inicia } }) => inicia);
    expect(starts).toEqual(starts.toSorted());
  });

  it('goes back to the page before', async () => {
    const first = await list({ porPagina: 25 });
    const second = await list({ porPagina: 25, tras: first.siguiente });
    const back = await list({ porPagina: 25, antes: second.anterior });
    expect(back.filas.map(({ edicion }) => edicion.id)).toEqual(
      first.filas.map(({ edicion }) => edicion.id),
    );
    expect(second.total).toBe(300);
  });

  it('is narrowed by kind, modality, area, venue, state of the enrolment and days', async () => {
    expect(await all({ tipos: ['TALLER'] })).toHaveLength(100);
    expect(await all({ tipos: ['TALLER', 'CURSO'] })).toHaveLength(200);
    expect(await all({ modalidades: ['MIXTA'] })).toHaveLength(100);
    expect(await all({ areas: ['AMPARO'] })).toHaveLength(300);
    expect(await all({ areas: ['PENAL'] })).toEqual([]);
    expect(await all({ sedes: ['CENTRAL'], tipos: ['DIPLOMADO'] })).toHaveLength(100);
    const abiertas = await all({ inscripcion: 'abierta' });
    expect(abiertas).toHaveLength(102);
    expect(new Set(abiertas.map(({ estado }) => estado))).toEqual(
      new Set(['inscripcionesAbiertas']),
    );
    expect(await all({ inscripcion: 'proxima' })).toHaveLength(99);
    expect(await all({ inscripcion: 'cerrada' })).toHaveLength(99);
    // Those that are being given on that day: they began at most ten days before.
    const dia = plusDays(HOY, 30);
    expect(await all({ desde: dia, hasta: dia })).toHaveLength(33);
  });

  it('is searched without accents, in any order, and finds what only looks like it', async () => {
    expect(await all({ busqueda: 'NINEZ derechos' })).toHaveLength(100);
    expect(await all({ busqueda: 'mercantil 57' })).toHaveLength(1);
    const like = await list({ busqueda: 'mercantill oralidat' });
    expect(like.parecidas).toBe(true);
    expect(like.filas.every(({ curso }) => curso.nombre === 'Oralidad mercantil')).toBe(true);
    expect((await list({ busqueda: 'xyzw' })).filas).toEqual([]);
    // What means something to SQL's like is only a letter.
    expect((await list({ busqueda: '%' })).filas).toEqual([]);
  });

  it('says what there is to narrow it by', async () => {
    const { result } = await ask('getFiltrosOferta', null);
    expect(result.tipos.map(({ clave }: { clave: string }) => clave)).toEqual([
      'CURSO',
      'DIPLOMADO',
      'TALLER',
    ]);
    expect(result.areas).toHaveLength(1);
    expect(result.modalidades).toHaveLength(2);
  });

  it('is for whoever has signed in, and says nothing of rules to an account without a file', async () => {
    for (const [name, data] of [
      ['listEdicionesOferta', {}],
      ['getFiltrosOferta', null],
      ['listFechasOferta', { desde: HOY, hasta: HOY }],
      ['getEdicionOferta', { edicionId: plantillaId }],
    ] as const) {
      expect([name, (await ask(name, data, null)).http]).toEqual([name, 401]);
    }
    const sin = await makeCuenta(portal, {});
    const { result } = await ask('listEdicionesOferta', { porPagina: 1 }, sin.token);
    expect(result.filas[0].elegibilidad).toBeNull();
    expect((await list({ porPagina: 1 })).filas[0]?.elegibilidad?.cumple).toBe(true);
    const met = await ask('listEdicionesOferta', { soloCumplo: true }, sin.token);
    expect(met.result.filas).toEqual([]);
    expect(await all({ soloCumplo: true })).toHaveLength(300);
  });
});

describe('the calendar of the offer', () => {
  it('has the dates of the editions of the list, under the same filters, in order', async () => {
    const desde = '2026-12-01';
    const hasta = '2026-12-31';
    const { result } = await ask('listFechasOferta', { desde, hasta, tipos: ['TALLER'] });
    const listed = await all({ tipos: ['TALLER'] });
    const of = (clase: string) =>
      result.fechas.filter((one: { clase: string }) => one.clase === clase);
    const inicianEnDiciembre = listed.filter(({ edicion: { inicia } }) =>
      inicia.startsWith('2026-12'),
    );
    expect(of('inicia')).toHaveLength(inicianEnDiciembre.length);
    const dates = result.fechas.map(({ fecha }: { fecha: string }) => fecha);
    expect(dates).toEqual(dates.toSorted());
    expect(dates[0] >= desde && dates.at(-1) <= hasta).toBe(true);
    expect(of('cierra').length).toBeGreaterThan(0);
    expect((await ask('listFechasOferta', { desde, hasta: '2027-03-01' })).http).toBe(400);
    expect((await ask('listFechasOferta', { desde: hasta, hasta: desde })).http).toBe(400);
  });

  it('puts what closes at the end of an evening on the day that it is in Mexico City', async () => {
    const curso = await makeCurso(portal.services.db, { nombre: 'De madrugada' });
    // 23:59 of 3 June in Mexico City.
    await edicion(curso.id, {
      inicia: '2027-06-10',
      termina: '2027-06-20',
      inscripcion_cierra: new Date('2027-06-04T05:59:00Z'),
    });
    const { result } = await ask('listFechasOferta', {
      desde: '2027-06-01',
      hasta: '2027-06-30',
      busqueda: 'madrugada',
    });
    expect(
      result.fechas.map(({ fecha, clase, hora }: Record<string, string>) => [fecha, clase, hora]),
    ).toEqual([
      ['2027-06-03', 'cierra', '23:59'],
      ['2027-06-10', 'inicia', null],
      ['2027-06-20', 'termina', null],
    ]);
  });
});

describe('one edition', () => {
  it('says its programme, requisites, teachers, groups, sessions and seats', async () => {
    const { db } = portal.services;
    const curso = await makeCurso(db, {
      nombre: 'Con todo',
      requisitos: 'Haber cursado amparo.',
      temario: JSON.stringify([{ titulo: 'Unidad 1', contenido: 'La demanda' }]),
    });
    const { id } = await edicion(curso.id, { cupo: 20, ocupados: 5 });
    const grupo = await db
      .insertInto('edicion_grupos')
      .values({ edicion_id: id, nombre: 'A', horario: 'Lunes', cupo: 10, ocupados: 4 })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('edicion_docentes')
      .values({ edicion_id: id, grupo_id: grupo.id, nombre: 'Dra. Peña', papel: 'Titular' })
      .execute();
    await db
      .insertInto('edicion_sesiones')
      .values({ edicion_id: id, grupo_id: null, fecha: '2026-12-02', de: '16:00', a: '18:30' })
      .execute();
    const { result } = await ask('getEdicionOferta', { edicionId: id });
    expect(result).toMatchObject({
      curso: { nombre: 'Con todo' },
      estado: 'inscripcionesAbiertas',
      temario: [{ titulo: 'Unidad 1', contenido: 'La demanda' }],
      requisitos: 'Haber cursado amparo.',
      calificacionMinima: 8,
      asistenciaMinima: 80,
      lugares: { cupo: 20, ocupados: 5, libres: 15 },
      grupos: [{ nombre: 'A', horario: 'Lunes', cupo: 10, libres: 6 }],
      docentes: [{ nombre: 'Dra. Peña', papel: 'Titular', grupo: 'A' }],
      sesiones: [{ fecha: '2026-12-02', de: '16:00', a: '18:30', grupo: null }],
      cancelacion: null,
      conFormulario: true,
    });
  });

  it('that was cancelled says why and where one may go instead', async () => {
    const curso = await makeCurso(portal.services.db, { nombre: 'Otro' });
    const { id: otra } = await edicion(curso.id, { nombre: 'La que sigue' });
    const { id } = await edicion(curso.id, {
      cancelada_en: AHORA,
      cancelacion_motivo: 'No hubo docente.',
      cancelacion_alternativa_id: otra,
    });
    const { result } = await ask('getEdicionOferta', { edicionId: id });
    expect(result.estado).toBe('cancelada');
    expect(result.cancelacion).toMatchObject({
      motivo: 'No hubo docente.',
      alternativa: { id: otra },
    });
  });

  it('that there is not, or that cannot be one, is not found', async () => {
    for (const edicionId of ['x', plantillaId, "' or 1=1"]) {
      const { http, error } = await ask('getEdicionOferta', { edicionId });
      expect([http, error?.details?.code]).toEqual([404, 'edicion-no-existe']);
    }
  });
});

it('tells what has the school look at it first apart from what keeps one from enrolling', async () => {
  const { db } = portal.services;
  const edad = hoja('persona.edad', '>=', 90);
  const reglas = (efecto: 'revision' | 'impide') => [
    regla(todasDe(edad), { clave: 'mayor', efecto, descripcion: 'Tener al menos 90 años.' }),
  ];
  const curso = await makeCurso(db, { nombre: 'Con reglas propias', clave: 'OFE-R' });
  const editionWith = async (efecto: 'revision' | 'impide') => {
    const otra = await makePlantilla(db, {
      nombre: `Con ${efecto}`,
      definicion: { ...DEFINICION, reglas: reglas(efecto) } as never,
    });
    return (await edicion(curso.id, { nombre: efecto }, otra.id)).id;
  };
  const [deRevision, impedida] = [await editionWith('revision'), await editionWith('impide')];
  const falta = expect.objectContaining({ que: 'Tener al menos 90 años.' });
  const said = async (edicionId: string) =>
    (await ask('getEdicionOferta', { edicionId })).result.elegibilidad;
  expect(await said(deRevision)).toEqual({ cumple: true, faltas: [], aRevision: [falta] });
  expect(await said(impedida)).toEqual({ cumple: false, faltas: [falta], aRevision: [] });
  const met = (await all({ soloCumplo: true, busqueda: 'OFE-R' })).map((one) => one.edicion.id);
  expect(met).toEqual([deRevision]);
});

it('whose rules somebody made unreadable in the database says nothing of them, and the others do', async () => {
  const { db, database } = portal.services;
  const otra = await makePlantilla(db, { nombre: 'Con reglas ilegibles' });
  const curso = await makeCurso(db, { nombre: 'Sin reglas legibles', clave: 'OFE-X' });
  const { id } = await edicion(curso.id, { nombre: 'Ilegible' }, otra.id);
  await database.execute(
    `alter table plantilla_versiones disable trigger plantilla_version_inmutable;
     update plantilla_versiones set definicion = '{"reglas": 1}' where id = '${otra.versionId}';
     alter table plantilla_versiones enable trigger plantilla_version_inmutable`,
  );
  const filas = await all({});
  expect(filas.find((one) => one.edicion.id === id)).toMatchObject({ elegibilidad: null });
  expect(filas.filter(({ elegibilidad }) => elegibilidad === null)).toHaveLength(1);
  expect((await all({ soloCumplo: true })).map((one) => one.edicion.id)).not.toContain(id);
});
