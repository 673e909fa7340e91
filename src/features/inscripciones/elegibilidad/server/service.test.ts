import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../../../tests/database.ts';
import { AHORA, type EnrolmentApp, startEnrolmentApp } from '../../../../../tests/factories/app.ts';
import { makeCurso, makeEdicion } from '../../../../../tests/factories/cursos.ts';
import {
  DEFINICION,
  makePlantilla,
  REGLA_VENTANA,
  RESPUESTAS,
} from '../../../../../tests/factories/plantillas.ts';
import {
  algunaDe,
  hoja,
  ningunaDe,
  regla,
  todasDe,
} from '../../../../../tests/factories/reglas.ts';
import { foldServer } from '../../../../platform/server/feature.ts';
import { fechaDe, startOfDay } from '../../../../platform/shared/dates.ts';
import { seededRandom } from '../../../../platform/shared/random.ts';
import { SERVER_FEATURES } from '../../../../server-features.ts';
import type { CatalogoId } from '../../../catalogos/definiciones/rules.ts';
import { seedCursos } from '../../../cursos/server/seed.ts';
import type { Grupo, Hoja } from '../../../plantillas/reglas/contract.ts';
import { evaluateReglas } from '../../../plantillas/reglas/rules.ts';
import {
  catalogoDeHechos,
  checkReglasConArgumentos,
  loadHechos,
} from '../../../plantillas/reglas/server/service.ts';
import { seedPlantillas } from '../../../plantillas/server/seed.ts';
import type { Estado } from '../../estados.ts';
import { readHechosDe } from './service.ts';

const { given } = foldServer(SERVER_FEATURES);
const { evaluarPara, prepareConjunto } = given.one('elegibilidad');
const hechos = given.all('hechos');

let app: EnrolmentApp;
beforeAll(async () => {
  app = await startEnrolmentApp();
});
afterAll(() => app.stop());

const withReglas = (...reglas: (typeof REGLA_VENTANA)[]) => ({
  plantilla: { definicion: { ...DEFINICION, reglas: [REGLA_VENTANA, ...reglas] } },
});

/** An enrolment that is there, in an edition of a course of its own unless said. */
const enrolled = async (
  personaId: string,
  {
    estado = 'acreditada',
    curso = {},
    edicion = {},
  }: {
    estado?: Estado;
    curso?: Parameters<typeof makeCurso>[1];
    edicion?: Parameters<typeof makeEdicion>[2];
  } = {},
) => {
  const made = await makeCurso(app.db, curso);
  const plantilla = await makePlantilla(app.db);
  const ed = await makeEdicion(
    app.db,
    { cursoId: made.id, plantillaId: plantilla.id, ahora: AHORA },
    edicion,
  );
  await app.db
    .insertInto('inscripciones')
    .values({
      persona_id: personaId,
      edicion_id: ed.id,
      plantilla_version_id: plantilla.versionId,
      estado,
      respuestas: '{}',
      evaluacion: null,
      enviada_en: AHORA,
      actualizado_en: AHORA,
    })
    .execute();
  return { curso: made, edicion: ed };
};

/** The item of a catalog with that key, or the first there is. */
const item = async (catalogo: CatalogoId, like = '%') =>
  app.db
    .selectFrom('catalogo_items')
    .select(['id', 'clave', 'nombre', 'padre_id'])
    .where('catalogo', '=', catalogo)
    .where('clave', 'like', like)
    .orderBy('orden')
    .executeTakeFirstOrThrow();

const entrada = async (personaId: string, apartado: string, datos: object, items = {}) => {
  const id = randomUUID();
  await app.db
    .insertInto('personas_entradas')
    .values({ id, persona_id: personaId, apartado, datos: JSON.stringify(datos) as never })
    .execute();
  const rows = Object.entries<string>(items).map(([campo, item_id]) => ({
    entrada_id: id,
    campo,
    item_id,
  }));
  if (rows.length > 0) await app.db.insertInto('personas_entradas_items').values(rows).execute();
};

const valuesOf = async (personaId: string, fields: readonly string[], edicionId: string | null) => {
  const caso = { personaId, edicionId };
  const load = await loadHechos(app.db, hechos, { fields, casos: [caso], ahora: AHORA });
  const found = load(caso, 'CLAVE');
  return Object.fromEntries(fields.map((field) => [field, found[field]?.valor]));
};

describe('the facts that the features give', () => {
  it('are each called in their own way, and say who gives them', () => {
    const claves = catalogoDeHechos(hechos).map(({ clave }) => clave);
    expect(new Set(claves).size).toBe(claves.length);
    expect(claves).toEqual(
      expect.arrayContaining(['edicion.inscripcion', 'persona.edad', 'historia.acreditado']),
    );
    expect(() => catalogoDeHechos([...hechos, hechos[0]!])).toThrow('Two facts');
  });

  it('of a file that says nothing: no datum, and what is known of everybody', async () => {
    const { personaId } = await app.person();
    const fields = catalogoDeHechos(hechos)
      .filter(
        ({ argumento, clave }) => !argumento && /^(persona|empleo|estudios|cuenta)/.test(clave),
      )
      .map(({ clave }) => clave);
    expect(await valuesOf(personaId, fields, null)).toEqual({
      'persona.edad': 38,
      'persona.edadAlInicio': null,
      'persona.sexo': 'M',
      'persona.nacionalidad': null,
      'persona.entidad': 'DF',
      'persona.expedienteCompleto': false,
      'empleo.categoria': null,
      'empleo.organo': null,
      'empleo.circuito': null,
      'empleo.antiguedad': null,
      'empleo.antiguedadEnCargo': null,
      'estudios.niveles': null,
      'estudios.titulos': null,
      'cuenta.verificada': false,
      'cuenta.avisoAceptado': false,
      'cuenta.terminosAceptados': false,
    });
  });

  it('of a file that says much', async () => {
    const { personaId } = await app.person();
    const { edicion } = await app.offer();
    const organo = await item('organos');
    const categoria = await item('categorias');
    const [nivel, otro] = [await item('niveles', 'LIC%'), await item('niveles', 'MAE%')];
    await entrada(personaId, 'servicio', { expediente: '1', ingreso: '2020-11-21' });
    await entrada(personaId, 'nacionalidad', { nacionalidad: 'naturalizada' });
    await entrada(
      personaId,
      'empleo',
      { desde: '2010-01-01', hasta: '2015-01-01' },
      { categoria: (await item('categorias', categoria.clave)).id },
    );
    await entrada(
      personaId,
      'empleo',
      { desde: '2020-11-21' },
      { organo: organo.id, categoria: categoria.id },
    );
    await entrada(personaId, 'estudio', { estado: 'titulado' }, { nivel: nivel.id });
    await entrada(personaId, 'estudio', { estado: 'curso' }, { nivel: otro.id });
    const found = await valuesOf(
      personaId,
      [
        'persona.edadAlInicio',
        'persona.nacionalidad',
        'empleo.antiguedad',
        'empleo.antiguedadEnCargo',
        'empleo.organo',
        'empleo.categoria',
        'estudios.niveles',
        'estudios.titulos',
      ],
      edicion.id,
    );
    expect(found).toEqual({
      'persona.edadAlInicio': 38,
      'persona.nacionalidad': 'naturalizada',
      'empleo.antiguedad': 6,
      'empleo.antiguedadEnCargo': 6,
      'empleo.organo': organo.clave,
      'empleo.categoria': categoria.clave,
      'estudios.niveles': [nivel.clave],
      'estudios.titulos': [nivel.clave],
    });
    const { 'empleo.circuito': circuito } = await valuesOf(personaId, ['empleo.circuito'], null);
    const circuitos = await app.db
      .selectFrom('catalogo_items')
      .select('clave')
      .where('catalogo', '=', 'circuitos')
      .execute();
    expect(circuitos.map(({ clave }) => clave)).toContain(circuito);
  });

  it('of the history: what was passed, is being taken, is at the same time', async () => {
    const { personaId } = await app.person();
    const { edicion, curso } = await app.offer({
      edicion: { inicia: '2026-12-01', termina: '2026-12-18' },
    });
    const pasado = await enrolled(personaId, { curso: { horas: 40, creditos: 2.5 } });
    await enrolled(personaId, { estado: 'noAcreditada', curso: { horas: 10, creditos: null } });
    const ahora = await enrolled(personaId, {
      estado: 'inscrita',
      edicion: { inicia: '2026-12-10', termina: '2026-12-30' },
    });
    const baja = await enrolled(personaId, { estado: 'baja' });
    const ask = [
      `historia.acreditado:${pasado.curso.clave}`,
      `historia.acreditado:${ahora.curso.clave}`,
      `historia.cursando:${ahora.curso.clave}`,
      `historia.cursando:${baja.curso.clave}`,
      'historia.acreditado:NO-HAY-999',
      'historia.horas',
      'historia.creditos',
      'historia.simultaneas',
      'historia.enElAnio',
      'historia.traslape',
    ];
    expect(await valuesOf(personaId, ask, edicion.id)).toEqual({
      [ask[0]!]: true,
      [ask[1]!]: false,
      [ask[2]!]: true,
      [ask[3]!]: false,
      // A course that there is not: nobody knows, under «ninguna» neither.
      [ask[4]!]: null,
      'historia.horas': 40,
      'historia.creditos': 2.5,
      'historia.simultaneas': 1,
      'historia.enElAnio': 3,
      'historia.traslape': true,
    });
    // In the edition itself there is no history yet, and without an edition no overlap.
    expect(
      await valuesOf(personaId, ['historia.simultaneas', 'historia.traslape'], ahora.edicion.id),
    ).toEqual({ 'historia.simultaneas': 0, 'historia.traslape': false });
    expect(await valuesOf(personaId, ['historia.traslape'], null)).toEqual({
      'historia.traslape': null,
    });
    expect((await valuesOf(personaId, ['historia.cursos'], null))['historia.cursos']).toEqual(
      expect.arrayContaining([pasado.curso.clave, ahora.curso.clave]),
    );
    expect(curso.clave).not.toBe('');
    // By their sessions, when both have some: not at the same hours.
    const sesion = { fecha: '2026-12-15', tema: '', lugar: '' };
    await app.db
      .insertInto('edicion_sesiones')
      .values([
        { ...sesion, edicion_id: edicion.id, grupo_id: null, de: '09:00', a: '11:00' },
        { ...sesion, edicion_id: ahora.edicion.id, grupo_id: null, de: '11:00', a: '12:00' },
      ])
      .execute();
    expect(await valuesOf(personaId, ['historia.traslape'], edicion.id)).toEqual({
      'historia.traslape': false,
    });
    await app.db
      .insertInto('edicion_sesiones')
      .values({ ...sesion, edicion_id: ahora.edicion.id, grupo_id: null, de: '10:59', a: '11:30' })
      .execute();
    expect(await valuesOf(personaId, ['historia.traslape'], edicion.id)).toEqual({
      'historia.traslape': true,
    });
  });

  it('of the vault: validated and in force', async () => {
    const { personaId } = await app.person();
    const tipo = await item('tipos-documento');
    const field = `documento.validado:${tipo.clave}`;
    const ask = [field, 'documento.validado:NO-HAY'];
    const send = (version: number, estado: 'validado' | 'rechazado', vence_en: Date | null) =>
      app.db
        .insertInto('documentos')
        .values({
          persona_id: personaId,
          tipo_id: tipo.id,
          version,
          estado,
          nombre: 'a.pdf',
          objeto: randomUUID(),
          sha256: 'x',
          bytes: 1,
          content_type: 'application/pdf',
          creado_en: AHORA,
          vence_en,
        })
        .execute();
    expect(await valuesOf(personaId, ask, null)).toEqual({ [field]: false, [ask[1]!]: null });
    // One ends with a day: with yesterday, and then with today.
    await send(1, 'validado', startOfDay(fechaDe(AHORA)));
    expect(await valuesOf(personaId, [field], null)).toEqual({ [field]: false });
    await send(4, 'validado', startOfDay(fechaDe(AHORA), 1));
    expect(await valuesOf(personaId, [field], null)).toEqual({ [field]: true });
    await app.db.deleteFrom('documentos').where('version', '=', 4).execute();
    await send(2, 'rechazado', null);
    expect(await valuesOf(personaId, [field], null)).toEqual({ [field]: false });
    await send(3, 'validado', null);
    expect(await valuesOf(personaId, [field], null)).toEqual({ [field]: true });
  });

  it('an argument that there is not is refused when it is written', async () => {
    const { curso } = await app.offer();
    const asks = (field: string) => [regla(todasDe(hoja(field, '=', true)))];
    const check = (field: string) => checkReglasConArgumentos(app.db, hechos, asks(field));
    expect(await check(`historia.acreditado:${curso.clave}`)).toEqual([]);
    expect(await check('historia.acreditado:NO-HAY-999')).toEqual([
      { regla: 'r', problema: '«Curso acreditado» pide «NO-HAY-999», que no existe.' },
    ]);
    expect(await check('historia.acreditado')).toMatchObject([{ regla: 'r' }]);
  });

  it('nothing is asked of the database when the rules look at the window alone', async () => {
    const offer = {
      edicion_id: 'e',
      plantilla_id: 'p',
      edicion_abre: AHORA,
      edicion_cierra: AHORA,
    };
    const ask = {
      reglas: [REGLA_VENTANA],
      edicion: offer,
      persona: { id: 'p', clave: 'c' },
      ahora: AHORA,
    };
    const never = hechos.map((one) => ({
      ...one,
      load: async () => {
        throw new Error('asked');
      },
    }));
    expect(await readHechosDe(null as never, never, ask)).toMatchObject({
      'edicion.inscripcion': { valor: { abre: AHORA.toISOString() } },
    });
    const more = { ...ask, reglas: [regla(todasDe(hoja('persona.edad', '>', 1)))] };
    await expect(readHechosDe({ isTransaction: true } as never, never, more)).rejects.toThrow(
      'asked',
    );
  });
});

it('what the demonstration publishes has nothing wrong', async () => {
  const portal = await openTestDatabase();
  const problems = await portal.db.transaction().execute(async (trx) => {
    const plantillas = await seedPlantillas(trx, { now: AHORA });
    await seedCursos(trx, { now: AHORA, random: seededRandom(1), plantillas });
    const all = Object.values(plantillas).map(({ definicion }) =>
      checkReglasConArgumentos(trx, hechos, definicion.reglas),
    );
    return (await Promise.all(all)).flat();
  });
  await portal.close();
  expect(problems).toEqual([]);
});

describe('one person before many editions, many people before one', () => {
  it('each under its version in force, all alike', async () => {
    const ana = await app.person();
    const otra = await app.person();
    const { curso } = await enrolled(ana.personaId);
    const pide = regla(todasDe(hoja(`historia.acreditado:${curso.clave}`, '=', true)), {
      clave: 'antes',
    });
    const one = await app.offer(withReglas(pide));
    const two = await app.offer();
    const ediciones = [one.edicion.id, two.edicion.id, randomUUID()];
    const of = (personaId: string) =>
      evaluarPara(app.db, { ediciones, personaId, clave: 'X', ahora: AHORA });
    const [mine, theirs] = [await of(ana.personaId), await of(otra.personaId)];
    expect([...mine.keys()].sort()).toEqual(ediciones.slice(0, 2).sort());
    expect(mine.get(one.edicion.id)).toMatchObject({ cumple: true, aRevision: false, puntos: 0 });
    expect(theirs.get(one.edicion.id)).toMatchObject({
      cumple: false,
      resultados: [
        { clave: 'ventana', cumple: true },
        { clave: 'antes', cumple: false, condiciones: [{}, { remedio: { enlace: '/matricula' } }] },
      ],
    });
    expect(theirs.get(two.edicion.id)!.cumple).toBe(true);

    const { versionId } = one.plantilla;
    const loadBloque = await prepareConjunto(app.db, {
      versiones: [versionId],
      edicionId: one.edicion.id,
      ademas: ['persona.sexo'],
      ahora: AHORA,
    });
    const juzga = await loadBloque([ana.personaId, otra.personaId]);
    const ofEach = (personaId: string) => juzga(personaId).posturas.get(versionId)!;
    expect(ofEach(ana.personaId).cumple).toBe(true);
    expect(ofEach(otra.personaId).cumple).toBe(false);
    expect(ofEach(otra.personaId).resultados.map(({ cumple }) => cumple)).toEqual(
      theirs.get(one.edicion.id)!.resultados.map(({ cumple }) => cumple),
    );
    expect(juzga(otra.personaId).hechos).toHaveProperty(['persona.sexo']);
    expect(
      await evaluarPara(app.db, { ediciones: [], personaId: ana.personaId, ahora: AHORA }),
    ).toEqual(new Map());
  });
});

describe('a course that is called otherwise', () => {
  it('is named in a rule by the key that it has or had, unless another has that one today', async () => {
    const { personaId } = await app.person();
    const ruled = await app.offer(withReglas());
    const curso = await makeCurso(app.db, { clave: 'REN-1' });
    const ids = { cursoId: curso.id, plantillaId: ruled.plantilla.id, ahora: AHORA };
    const antes = await makeEdicion(app.db, ids);
    const rename = (id: string, clave: string) =>
      app.db.updateTable('cursos').set({ clave }).where('id', '=', id).execute();
    await rename(curso.id, 'REN-2');
    const despues = await makeEdicion(app.db, ids);
    const holds = async (edicionId: string, ...asked: [string, string | string[]][]) => {
      const caso = { personaId, edicionId };
      const pedido = { fields: ['edicion.curso'], casos: [caso], ahora: AHORA };
      const found = (await loadHechos(app.db, hechos, pedido))(caso);
      const reglas = asked.map(([operator, value], i) =>
        regla(todasDe(hoja('edicion.curso', operator, value)), { clave: `r${i}` }),
      );
      return evaluateReglas(reglas, found, AHORA).map(({ cumple }) => cumple);
    };
    const asked: [string, string | string[]][] = [
      ...(['REN-1', 'REN-2', 'REN-3'].map((clave) => ['=', clave]) as [string, string][]),
      ['!=', 'REN-1'],
      ['in', ['REN-1', 'REN-3']],
      ['notIn', ['REN-3']],
      ['notIn', ['REN-2', 'REN-3']],
    ];
    const all = [true, true, false, false, true, true, false];
    expect(await holds(antes.id, ...asked)).toEqual(all);
    expect(await holds(despues.id, ...asked)).toEqual(all);
    const otro = await makeCurso(app.db, { clave: 'REN-1' });
    const suya = await makeEdicion(app.db, { ...ids, cursoId: otro.id });
    const named: [string, string][] = [
      ['=', 'REN-1'],
      ['=', 'REN-2'],
    ];
    expect(await holds(antes.id, ...named)).toEqual([false, true]);
    expect(await holds(suya.id, ...named)).toEqual([true, false]);
  });
});

describe('an enrolment is decided by them', () => {
  const send = async (condicion: Grupo | Hoja, overrides = {}) => {
    const ana = await app.person();
    const pide = regla(todasDe(condicion), { clave: 'pide', mensaje: 'Le falta.', ...overrides });
    const offer = await app.offer(withReglas(pide));
    const data = { ...offer.ids, version: 1, respuestas: RESPUESTAS };
    return { ana, offer, answer: await app.call('submitInscripcion', data, ana) };
  };

  it('refused by a nested rule, with the evidence of every part; nothing is written', async () => {
    const { ana, offer, answer } = await send(
      algunaDe(
        hoja('empleo.antiguedad', '>=', 2),
        todasDe(hoja('persona.edad', '>=', 50), ningunaDe(hoja('persona.sexo', '=', 'H'))),
      ),
    );
    expect(answer.http).toBe(400);
    expect(answer.error!.details).toMatchObject({ code: 'reglas-no-cumplidas' });
    const { reglas } = answer.error!.details as { reglas: Record<string, unknown>[] };
    expect(reglas[1]).toMatchObject({
      clave: 'pide',
      cumple: false,
      sinDato: true,
      mensaje: 'Le falta.',
      condiciones: [
        { nivel: 0 },
        { nivel: 1, texto: 'Se cumple alguna:', valor: null },
        {
          nivel: 2,
          texto: 'Antigüedad en el Poder Judicial: al menos 2 años',
          encontrado: 'sin dato',
          remedio: {
            texto: 'Anotar mi fecha de ingreso',
            enlace: `/person/${ana.clave}?ver=perfil&abrir=servicio`,
          },
        },
        { nivel: 2, texto: 'Se cumplen todas:', valor: false },
        { nivel: 3, texto: 'Edad: al menos 50 años', encontrado: '38 años', cumple: false },
        { nivel: 3, texto: 'Se cumplen todas:', valor: true },
        {
          nivel: 4,
          texto: 'Sexo: que no sea H',
          encontrado: 'Mujer',
          valor: false,
          cumple: true,
        },
      ],
    });
    expect(await app.ocupados(offer.edicion.id)).toBe(0);
    const shown = await app.call('getInscripcion', offer.ids, ana);
    expect(shown.result.evaluacion).toEqual(reglas);
    expect(shown.result.hechos['persona.edad']).toMatchObject({ valor: 38, tipo: 'numero' });
  });

  it('by what is answered in the form, which keeps nobody from filling it in', async () => {
    const otro = await send(hoja('respuesta.perfil', '=', 'jurisdiccional'));
    expect(otro.answer.error!.details.code).toBe('reglas-no-cumplidas');
    const { offer, ana } = otro;
    const before = await evaluarPara(app.db, {
      ediciones: [offer.edicion.id],
      personaId: ana.personaId,
      ahora: AHORA,
    });
    expect(before.get(offer.edicion.id)).toMatchObject({ cumple: true, faltas: [] });
    const { answer } = await send(hoja('respuesta.perfil', '=', 'otro'));
    expect(answer.result.estado).toBe('inscrita');
    // What somebody answers apart is kept apart: no rule looks at it.
    const sensible = await send(hoja('respuesta.cualApoyo', 'contains', 'Rampa'));
    expect(sensible.answer.error!.details.code).toBe('reglas-no-cumplidas');
  });

  it('by the school: it waits, and once somebody admits it, it is approved', async () => {
    const aprobada = hoja('inscripcion.aprobada', '=', true);
    const { ana, offer, answer } = await send(aprobada, { efecto: 'revision' });
    expect(answer.result.estado).toBe('enRevision');
    const ask = ['inscripcion.aprobada'];
    const ediciones = offer.edicion.id;
    expect(await valuesOf(ana.personaId, ask, ediciones)).toEqual({ [ask[0]!]: false });
    await app.db
      .updateTable('inscripciones')
      .set({ estado: 'inscrita', decidida_en: AHORA })
      .where('edicion_id', '=', ediciones)
      .execute();
    expect(await valuesOf(ana.personaId, ask, ediciones)).toEqual({ [ask[0]!]: true });
    const check = (efecto: 'impide' | 'revision') =>
      checkReglasConArgumentos(app.db, hechos, [regla(todasDe(aprobada), { efecto })]);
    expect(await check('revision')).toEqual([]);
    expect(await check('impide')).toMatchObject([
      { problema: expect.stringContaining('revisión') },
    ]);
  });

  it('what is missing is no pass under «ninguna»', async () => {
    const { answer } = await send(ningunaDe(hoja('empleo.antiguedad', '<', 2)));
    expect(answer.error!.details.code).toBe('reglas-no-cumplidas');
  });

  it('admitted when they hold; what was decided on is kept', async () => {
    const { offer, answer } = await send(hoja('persona.edad', '>=', 18));
    expect(answer.result.estado).toBe('inscrita');
    const { evaluacion } = await app.db
      .selectFrom('inscripciones')
      .select('evaluacion')
      .where('edicion_id', '=', offer.edicion.id)
      .executeTakeFirstOrThrow();
    expect(evaluacion).toMatchObject({
      formato: 3,
      hechos: { 'persona.edad': { valor: 38, nombre: 'Edad', unidad: ['año', 'años'] } },
      resultados: [
        { clave: 'ventana' },
        { clave: 'pide', cumple: true, detalle: 'Edad: 38 años.' },
      ],
    });
  });

  it('to a review where somebody of the school should look at it, without a seat', async () => {
    const unmet = hoja('persona.edad', '>=', 50);
    const { answer, offer } = await send(unmet, { efecto: 'revision' });
    expect(answer.result).toMatchObject({ estado: 'enRevision', lugarEnEspera: null });
    expect(await app.ocupados(offer.edicion.id)).toBe(0);
    const met = await send(hoja('persona.edad', '>=', 18), { efecto: 'revision' });
    expect(met.answer.result.estado).toBe('inscrita');
  });

  it.each(['advierte', 'prioriza'])('admitted though one that «%s» is not met', async (efecto) => {
    const { answer } = await send(hoja('persona.edad', '>=', 50), { efecto, puntos: 5 });
    expect(answer.result.estado).toBe('inscrita');
  });

  it('two at once of one person: the second counts the first', async () => {
    const ana = await app.person();
    const una = regla(todasDe(hoja('historia.simultaneas', '<', 1)), { clave: 'una' });
    const [a, b] = [await app.offer(withReglas(una)), await app.offer(withReglas(una))];
    const answers = await Promise.all(
      [a, b].map(({ ids }) =>
        app.call('submitInscripcion', { ...ids, version: 1, respuestas: RESPUESTAS }, ana),
      ),
    );
    expect(answers.map(({ http }) => http).sort()).toEqual([200, 400]);
    // Sent again, it is the enrolment that there is: it does not stand in its own way.
    const [mine] = [a, b].filter((_, i) => answers[i]!.http === 200);
    const again = await app.call(
      'submitInscripcion',
      { ...mine!.ids, version: 1, respuestas: RESPUESTAS },
      ana,
    );
    expect(again.http).toBe(200);
  });
});
