/**
 * A table of rules as a school would write them, each with what it must come to for whom and when: worked out by hand
 * from what a rule says in words, over the facts that the features load from a database. Of one person, and of all.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CatalogoId } from '../src/features/catalogos/definiciones/rules.ts';
import type { EstadoDocumento } from '../src/features/documentos/estados.ts';
import { hechosDeRespuestas } from '../src/features/plantillas/formulario/hechos/rules.ts';
import { validateRespuestas } from '../src/features/plantillas/formulario/rules.ts';
import type { Grupo, Hoja, Regla } from '../src/features/plantillas/reglas/contract.ts';
import { evaluateReglas, fieldsOfReglas } from '../src/features/plantillas/reglas/rules.ts';
import { loadHechos } from '../src/features/plantillas/reglas/server/service.ts';
import { foldServer } from '../src/platform/server/feature.ts';
import { SERVER_FEATURES } from '../src/server-features.ts';
import { openTestDatabase } from './database.ts';
import { makeCurso, makeEdicion } from './factories/cursos.ts';
import { makePersona } from './factories/personas.ts';
import { DEFINICION, makePlantilla, RESPUESTAS } from './factories/plantillas.ts';
import { algunaDe, hoja, ningunaDe, regla, todasDe } from './factories/reglas.ts';

const proveedores = foldServer(SERVER_FEATURES).given.all('hechos');
/** 10:00 of 21 November in Mexico City. */
const HOY = '2026-11-21T16:00:00.000Z';
const ABRE = '2026-11-20T16:00:00.000Z';
const CIERRA = '2026-11-30T16:00:00.000Z';
/** The instant from which the document is over: midnight of 1 December in Mexico City. */
const VENCE = '2026-12-01T06:00:00.000Z';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
const quien: Record<string, string> = {};
const ediciones: Record<string, string> = {};
const clave: Record<string, string> = {};

const item = (catalogo: CatalogoId, like = '%') =>
  db.db
    .selectFrom('catalogo_items')
    .select(['id', 'clave'])
    .where('catalogo', '=', catalogo)
    .where('clave', 'like', like)
    .orderBy('orden')
    .executeTakeFirstOrThrow();

const anotar = async (persona_id: string, apartado: string, datos: object, items = {}) => {
  const id = randomUUID();
  await db.db
    .insertInto('personas_entradas')
    .values({ id, persona_id, apartado, datos: JSON.stringify(datos) as never })
    .execute();
  for (const [campo, item_id] of Object.entries<string>(items)) {
    await db.db
      .insertInto('personas_entradas_items')
      .values({ entrada_id: id, campo, item_id })
      .execute();
  }
};

/** An enrolment of Ana's, in a course of its own. */
const inscribir = async (
  nombre: string,
  { estado, enviada, ...edicion }: { estado: string; enviada: string } & Record<string, unknown>,
  creditos = 2.5,
) => {
  const curso = await makeCurso(db.db, { horas: 40, creditos });
  const plantilla = await makePlantilla(db.db);
  const { id } = await makeEdicion(
    db.db,
    { cursoId: curso.id, plantillaId: plantilla.id, ahora: new Date(HOY) },
    edicion,
  );
  clave[nombre] = curso.clave;
  ediciones[nombre] = id;
  const enviada_en = new Date(enviada);
  await db.db
    .insertInto('inscripciones')
    .values({
      persona_id: quien.ana!,
      edicion_id: id,
      plantilla_version_id: plantilla.versionId,
      estado: estado as never,
      respuestas: '{}',
      evaluacion: null,
      enviada_en,
      actualizado_en: enviada_en,
    })
    .execute();
};

const sesion = (edicion: string, de: string, a: string) =>
  db.db
    .insertInto('edicion_sesiones')
    .values({
      edicion_id: ediciones[edicion]!,
      grupo_id: null,
      fecha: '2026-12-15',
      de,
      a,
      tema: '',
      lugar: '',
    })
    .execute();

beforeAll(async () => {
  db = await openTestDatabase();
  // Born on 29 February; and somebody of whom nothing is known.
  quien.ana = (await makePersona(db.db)).id;
  quien.nadie = (
    await makePersona(db.db, { fechaNacimiento: null, sexo: null, entidadNacimiento: null })
  ).id;
  const [organo, categoria, otra] = [
    await item('organos'),
    await item('categorias'),
    await db.db
      .selectFrom('catalogo_items')
      .select(['id', 'clave'])
      .where('catalogo', '=', 'categorias')
      .orderBy('orden')
      .offset(1)
      .limit(1)
      .executeTakeFirstOrThrow(),
  ];
  const [lic, mae, acta, pasaporte] = [
    await item('niveles', 'LIC%'),
    await item('niveles', 'MAE%'),
    await item('tipos-documento'),
    await item('tipos-documento', 'PASAPORTE'),
  ];
  Object.assign(clave, {
    organo: organo.clave,
    categoria: categoria.clave,
    otraCategoria: otra.clave,
    lic: lic.clave,
    mae: mae.clave,
    acta: acta.clave,
    pasaporte: pasaporte.clave,
  });
  await anotar(quien.ana, 'servicio', { expediente: '1', ingreso: '2016-11-21' });
  await anotar(quien.ana, 'nacionalidad', { nacionalidad: 'mexicana' });
  await anotar(
    quien.ana,
    'empleo',
    { desde: '2024-02-29' },
    { organo: organo.id, categoria: categoria.id },
  );
  // Noted last, though it came before.
  const antes = { organo: organo.id, categoria: otra.id };
  await anotar(quien.ana, 'empleo', { desde: '2016-11-21', hasta: '2024-02-28' }, antes);
  await anotar(quien.ana, 'estudio', { estado: 'titulado' }, { nivel: lic.id });
  await anotar(quien.ana, 'estudio', { estado: 'curso' }, { nivel: mae.id });
  const documento = {
    persona_id: quien.ana,
    version: 1,
    nombre: 'a.pdf',
    creado_en: new Date(HOY),
  };
  const archivo = { sha256: 'x', bytes: 1, content_type: 'application/pdf' };
  const guardar = (tipo_id: string, estado: EstadoDocumento, vence_en: string) =>
    db.db
      .insertInto('documentos')
      .values({
        ...{ ...documento, ...archivo, tipo_id, estado },
        ...{ objeto: randomUUID(), vence_en: new Date(vence_en) },
      })
      .execute();
  await guardar(acta.id, 'validado', VENCE);
  await guardar(pasaporte.id, 'vencido', '2026-06-02T06:00:00.000Z');
  // The edition that is looked at, in which nobody is.
  const curso = await makeCurso(db.db);
  const plantilla = await makePlantilla(db.db);
  ediciones.ed = (
    await makeEdicion(
      db.db,
      { cursoId: curso.id, plantillaId: plantilla.id, ahora: new Date(HOY) },
      { inicia: '2026-12-01', termina: '2026-12-18' },
    )
  ).id;
  clave.curso = curso.clave;
  // The last second of 2025 in Mexico City: 2026 already in London.
  await inscribir('pasado', {
    estado: 'acreditada',
    enviada: '2026-01-01T05:59:59.000Z',
    inicia: '2026-01-10',
    termina: '2026-02-10',
  });
  await inscribir('ahora', {
    estado: 'inscrita',
    enviada: '2026-01-01T06:00:00.000Z',
    inicia: '2026-12-10',
    termina: '2026-12-30',
  });
  await inscribir('dejado', {
    estado: 'baja',
    enviada: '2026-05-01T12:00:00.000Z',
    inicia: '2026-06-01',
    termina: '2026-07-01',
  });
  await inscribir('reprobado', {
    estado: 'noAcreditada',
    enviada: '2026-05-01T12:00:00.000Z',
    inicia: '2026-06-01',
    termina: '2026-07-01',
  });
  await sesion('ed', '09:00', '11:00');
  await sesion('ahora', '11:00', '12:00');
});
afterAll(() => db?.close());

type Caso = {
  /** In words, as whoever asks for the rule would say it. */
  pide: string;
  que: () => Grupo | Hoja;
  da: 'sí' | 'no' | 'sin dato';
  /** Ana, unless said. */
  de?: 'ana' | 'nadie';
  /** Now, unless said. */
  en?: string;
  /** Outside any edition. */
  suelto?: true;
};

// biome-ignore format: a table, a case a line
const CASOS: readonly Caso[] = [
  // Age and seniority, about their days
  { pide: '38 años, el día 28 de febrero', que: () => hoja('persona.edad', '>=', 39), da: 'no', en: '2027-02-28T18:00:00Z' },
  { pide: '39 años, cumplidos el 1 de marzo', que: () => hoja('persona.edad', '>=', 39), da: 'sí', en: '2027-03-01T18:00:00Z' },
  { pide: 'el cumpleaños empieza a medianoche de México, no de Londres', que: () => hoja('persona.edad', '>=', 39), da: 'no', en: '2027-03-01T05:59:59Z' },
  { pide: 'entre 30 y 38 años, el límite incluido', que: () => hoja('persona.edad', 'between', [30, 38]), da: 'sí' },
  { pide: 'menos de 38 años, teniendo 38', que: () => hoja('persona.edad', '<', 38), da: 'no' },
  { pide: 'edad de quien no la tiene', que: () => hoja('persona.edad', '<', 200), da: 'sin dato', de: 'nadie' },
  { pide: '38 años al iniciar la edición', que: () => hoja('persona.edadAlInicio', '=', 38), da: 'sí' },
  { pide: 'edad al inicio, sin edición', que: () => hoja('persona.edadAlInicio', '=', 38), da: 'sin dato', suelto: true },
  { pide: '10 años de antigüedad, la víspera', que: () => hoja('empleo.antiguedad', '>=', 10), da: 'no', en: '2026-11-21T05:59:59Z' },
  { pide: '10 años de antigüedad, el día', que: () => hoja('empleo.antiguedad', '>=', 10), da: 'sí', en: '2026-11-21T06:00:00Z' },
  { pide: 'antigüedad de quien no la anotó', que: () => hoja('empleo.antiguedad', '>=', 0), da: 'sin dato', de: 'nadie' },
  { pide: '2 años en el cargo', que: () => hoja('empleo.antiguedadEnCargo', '>=', 2), da: 'sí' },
  { pide: '3 años en el cargo, el 28 de febrero', que: () => hoja('empleo.antiguedadEnCargo', '>=', 3), da: 'no', en: '2027-02-28T18:00:00Z' },
  // Who and where one is
  { pide: 'una categoría entre dos', que: () => hoja('empleo.categoria', 'in', [clave.categoria!, clave.otraCategoria!]), da: 'sí' },
  { pide: 'otra categoría', que: () => hoja('empleo.categoria', '=', clave.otraCategoria!), da: 'no' },
  { pide: 'ninguna de estas categorías, de quien no tiene', que: () => hoja('empleo.categoria', 'notIn', [clave.categoria!]), da: 'sin dato', de: 'nadie' },
  { pide: 'un órgano', que: () => hoja('empleo.organo', '=', clave.organo!), da: 'sí' },
  { pide: 'un circuito que no existe', que: () => hoja('empleo.circuito', '=', 'NO-HAY'), da: 'no' },
  { pide: 'circuito de quien no tiene órgano', que: () => hoja('empleo.circuito', '!=', 'NO-HAY'), da: 'sin dato', de: 'nadie' },
  { pide: 'la categoría que tenía, en su último día', que: () => hoja('empleo.categoria', '=', clave.otraCategoria!), da: 'sí', en: '2024-02-29T05:59:59.999Z' },
  { pide: 'la categoría de hoy, un día antes de tenerla', que: () => hoja('empleo.categoria', '=', clave.categoria!), da: 'no', en: '2024-02-29T05:59:59.999Z' },
  { pide: 'la categoría de hoy, desde su primer día', que: () => hoja('empleo.categoria', '=', clave.categoria!), da: 'sí', en: '2024-02-29T06:00:00.000Z' },
  { pide: '7 años en el cargo que entonces tenía', que: () => hoja('empleo.antiguedadEnCargo', '=', 7), da: 'sí', en: '2024-02-28T18:00:00Z' },
  { pide: 'que no tuviera una categoría, antes de ingresar', que: () => hoja('empleo.categoria', '!=', clave.otraCategoria!), da: 'sin dato', en: '2016-11-20T18:00:00Z' },
  { pide: 'mujeres', que: () => hoja('persona.sexo', '=', 'M'), da: 'sí' },
  { pide: 'que no sea hombre, de quien no lo dice', que: () => ningunaDe(hoja('persona.sexo', '=', 'H')), da: 'sin dato', de: 'nadie' },
  { pide: 'nacionalidad mexicana por nacimiento', que: () => hoja('persona.nacionalidad', '=', 'mexicana'), da: 'sí' },
  { pide: 'expediente completo', que: () => hoja('persona.expedienteCompleto', '=', true), da: 'no' },
  // Studies
  { pide: 'licenciatura con título', que: () => hoja('estudios.titulos', 'contains', clave.lic!), da: 'sí' },
  { pide: 'maestría concluida, cursándola', que: () => hoja('estudios.niveles', 'contains', clave.mae!), da: 'no' },
  { pide: 'licenciatura y maestría', que: () => hoja('estudios.niveles', 'allOf', [clave.lic!, clave.mae!]), da: 'no' },
  { pide: 'licenciatura o maestría', que: () => hoja('estudios.niveles', 'in', [clave.lic!, clave.mae!]), da: 'sí' },
  { pide: 'sin maestría, de quien no anotó estudios', que: () => hoja('estudios.niveles', 'notIn', [clave.mae!]), da: 'sin dato', de: 'nadie' },
  // Courses
  { pide: 'curso acreditado', que: () => hoja(`historia.acreditado:${clave.pasado}`, '=', true), da: 'sí' },
  { pide: 'acreditado, el que se está cursando', que: () => hoja(`historia.acreditado:${clave.ahora}`, '=', true), da: 'no' },
  { pide: 'acreditado o cursándose', que: () => algunaDe(hoja(`historia.acreditado:${clave.ahora}`, '=', true), hoja(`historia.cursando:${clave.ahora}`, '=', true)), da: 'sí' },
  { pide: 'acreditado, el que no se acreditó', que: () => hoja(`historia.acreditado:${clave.reprobado}`, '=', true), da: 'no' },
  { pide: 'acreditado, de quien no ha llevado nada', que: () => hoja(`historia.acreditado:${clave.pasado}`, '=', true), da: 'no', de: 'nadie' },
  { pide: 'no haberlo acreditado, de quien no ha llevado nada', que: () => ningunaDe(hoja(`historia.acreditado:${clave.pasado}`, '=', true)), da: 'sí', de: 'nadie' },
  { pide: 'un curso que no existe', que: () => ningunaDe(hoja('historia.acreditado:NO-HAY-9', '=', true)), da: 'sin dato' },
  { pide: 'incompatible con uno acreditado', que: () => hoja('historia.cursos', 'notIn', [clave.pasado!]), da: 'no' },
  { pide: 'incompatible con uno que se dejó', que: () => hoja('historia.cursos', 'notIn', [clave.dejado!]), da: 'sí' },
  { pide: '40 horas acreditadas', que: () => hoja('historia.horas', '>=', 40), da: 'sí' },
  { pide: 'más de 40 horas: lo que se cursa y lo no acreditado no suman', que: () => hoja('historia.horas', '>', 40), da: 'no' },
  { pide: '2.5 créditos', que: () => hoja('historia.creditos', '=', 2.5), da: 'sí' },
  { pide: 'como máximo otra a la vez', que: () => hoja('historia.simultaneas', '<=', 1), da: 'sí' },
  { pide: 'ninguna otra a la vez', que: () => hoja('historia.simultaneas', '=', 0), da: 'no' },
  { pide: 'ninguna otra a la vez, el día después de que termina', que: () => hoja('historia.simultaneas', '=', 0), da: 'sí', en: '2026-12-31T06:00:00Z' },
  { pide: 'ninguna otra a la vez, su último día', que: () => hoja('historia.simultaneas', '=', 0), da: 'no', en: '2026-12-31T05:59:59Z' },
  { pide: 'dos en el año: la del último segundo de 2025 no es de 2026', que: () => hoja('historia.enElAnio', '=', 2), da: 'sí' },
  { pide: 'ninguna en el año, en enero siguiente', que: () => hoja('historia.enElAnio', '=', 0), da: 'sí', en: '2027-01-01T06:00:00Z' },
  { pide: 'sin traslape: una sesión acaba cuando empieza la otra', que: () => hoja('historia.traslape', '=', false), da: 'sí' },
  { pide: 'sin traslape, sin edición', que: () => hoja('historia.traslape', '=', false), da: 'sin dato', suelto: true },
  // Documents, account, approval
  { pide: 'documento validado', que: () => hoja(`documento.validado:${clave.acta}`, '=', true), da: 'sí' },
  { pide: 'documento validado, un milisegundo antes de vencer', que: () => hoja(`documento.validado:${clave.acta}`, '=', true), da: 'sí', en: '2026-12-01T05:59:59.999Z' },
  { pide: 'documento validado, al vencer', que: () => hoja(`documento.validado:${clave.acta}`, '=', true), da: 'no', en: VENCE },
  { pide: 'documento validado, ya vencido', que: () => hoja(`documento.validado:${clave.pasaporte}`, '=', true), da: 'no' },
  { pide: 'documento validado y hoy vencido, su último día', que: () => hoja(`documento.validado:${clave.pasaporte}`, '=', true), da: 'sí', en: '2026-06-02T05:59:59.999Z' },
  { pide: 'documento de un tipo que no existe', que: () => hoja('documento.validado:NO-HAY', '=', false), da: 'sin dato' },
  { pide: 'aviso aceptado, sin cuenta', que: () => hoja('cuenta.avisoAceptado', '=', true), da: 'no' },
  { pide: 'términos aceptados, sin cuenta', que: () => hoja('cuenta.terminosAceptados', '=', true), da: 'no' },
  { pide: 'aprobada por la escuela, antes de enviarla', que: () => hoja('inscripcion.aprobada', '=', true), da: 'no' },
  { pide: 'aprobada por la escuela, sin edición', que: () => ningunaDe(hoja('inscripcion.aprobada', '=', true)), da: 'sin dato', suelto: true },
  { pide: 'una lista de personas que no existe', que: () => ningunaDe(hoja('lista.incluye:NO-HAY', '=', true)), da: 'sin dato' },
  // The edition and its dates
  { pide: 'dentro del periodo, un milisegundo antes de que abra', que: () => hoja('edicion.inscripcion', 'open', true), da: 'no', en: '2026-11-20T15:59:59.999Z' },
  { pide: 'dentro del periodo, al abrir', que: () => hoja('edicion.inscripcion', 'open', true), da: 'sí', en: ABRE },
  { pide: 'dentro del periodo, al cerrar', que: () => hoja('edicion.inscripcion', 'open', true), da: 'no', en: CIERRA },
  { pide: 'dentro del periodo, sin edición', que: () => hoja('edicion.inscripcion', 'open', false), da: 'sin dato', suelto: true },
  { pide: 'que inicie desde hoy', que: () => hoja('edicion.inicia', '>=', 'hoy'), da: 'sí', en: '2026-12-01T06:00:00Z' },
  { pide: 'que inicie desde hoy, ya iniciada', que: () => hoja('edicion.inicia', '>=', 'hoy'), da: 'no', en: '2026-12-02T06:00:00Z' },
  { pide: 'el curso de la edición', que: () => hoja('edicion.curso', '=', clave.curso!), da: 'sí' },
  { pide: 'desde el 22 de noviembre, el 21 por la noche', que: () => hoja('momento.hoy', '>=', '2026-11-22'), da: 'no', en: '2026-11-22T05:59:59.999Z' },
  { pide: 'desde el 22 de noviembre, a su medianoche', que: () => hoja('momento.hoy', '>=', '2026-11-22'), da: 'sí', en: '2026-11-22T06:00:00.000Z' },
  // The answers to the form
  { pide: 'la opción contestada', que: () => hoja('respuesta.perfil', '=', 'otro'), da: 'sí' },
  { pide: 'alguna de las materias elegidas', que: () => hoja('respuesta.materias', 'in', ['laboral', 'penal']), da: 'sí' },
  { pide: 'todas las materias, con dos', que: () => hoja('respuesta.materias', 'allOf', ['laboral', 'penal']), da: 'no' },
  { pide: 'que contenga lo que no se ve', que: () => hoja('respuesta.otroPerfil', 'contains', '\u200b'), da: 'sin dato' },
  { pide: '12 años contestados', que: () => hoja('respuesta.antiguedad', 'between', [12, 20]), da: 'sí' },
  { pide: 'la fecha contestada, en su límite', que: () => hoja('respuesta.ingreso', '<=', '2014-08-01'), da: 'sí' },
  { pide: 'lo que se contestó en un dato sensible', que: () => ningunaDe(hoja('respuesta.cualApoyo', '=', 'nada')), da: 'sin dato' },
  // Within one another, with data that are missing
  { pide: 'todas: lo que falta no se suple', que: () => todasDe(hoja('persona.sexo', '=', 'M'), hoja('persona.edad', '>', 18)), da: 'sin dato', de: 'nadie' },
  { pide: 'todas: basta que una no se cumpla', que: () => todasDe(hoja(`historia.acreditado:${clave.pasado}`, '=', true), hoja('persona.edad', '>', 18)), da: 'no', de: 'nadie' },
  { pide: 'alguna: basta que una se cumpla', que: () => algunaDe(hoja('historia.horas', '=', 0), hoja('persona.edad', '>', 18)), da: 'sí', de: 'nadie' },
  { pide: 'ninguna: lo que falta no es un no', que: () => ningunaDe(hoja('historia.horas', '>', 0), hoja('persona.edad', '>', 18)), da: 'sin dato', de: 'nadie' },
  { pide: 'ninguna dentro de ninguna', que: () => ningunaDe(ningunaDe(hoja('persona.sexo', '=', 'M'))), da: 'sí' },
  { pide: 'tres niveles: mujer, y 10 años o título, y sin maestría', que: () => todasDe(hoja('persona.sexo', '=', 'M'), algunaDe(hoja('empleo.antiguedad', '>', 20), todasDe(hoja('estudios.titulos', 'contains', clave.lic!), ningunaDe(hoja('estudios.titulos', 'contains', clave.mae!))))), da: 'sí' },
];

/** What a rule comes to for somebody, loaded alone and among everybody: they must agree. */
const judge = async ({ que, de = 'ana', en = HOY, suelto }: Caso) => {
  const pedida: Regla = regla(todasDe(que()));
  const ahora = new Date(en);
  const edicionId = suelto ? null : ediciones.ed!;
  const casos = Object.values(quien).map((personaId) => ({ personaId, edicionId }));
  const caso = casos.find(({ personaId }) => personaId === quien[de])!;
  const ask = { fields: fieldsOfReglas([pedida]), ahora };
  const alone = (await loadHechos(db.db, proveedores, { ...ask, casos: [caso] }))(caso);
  const among = (await loadHechos(db.db, proveedores, { ...ask, casos }))(caso);
  expect(alone).toEqual(among);
  const { datos } = validateRespuestas(DEFINICION, RESPUESTAS);
  const contestado = hechosDeRespuestas(DEFINICION, datos, [pedida]);
  const { cumple, sinDato } = evaluateReglas([pedida], { ...alone, ...contestado }, ahora)[0]!;
  return sinDato ? 'sin dato' : cumple ? 'sí' : 'no';
};

it.each(CASOS)('$pide: $da', async (caso) => {
  expect(await judge(caso)).toBe(caso.da);
});
