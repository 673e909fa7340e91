/**
 * Another table of rules, worked out by hand from what they say in words: what a person reads in their checklist, what
 * an Admin reads who tries them, and what everybody's count adds up to must be that, each at the same moment.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createElegibilidad } from '../src/features/inscripciones/elegibilidad/server/service.ts';
import { selectExpedientes } from '../src/features/personas/hechos/server/data.ts';
import type { Grupo, Hoja, ResultadoRegla } from '../src/features/plantillas/reglas/contract.ts';
import { countConjunto } from '../src/features/plantillas/simulacion/server/service.ts';
import { findVersion } from '../src/features/plantillas/versiones/server/data.ts';
import { foldServer } from '../src/platform/server/feature.ts';
import { SERVER_FEATURES } from '../src/server-features.ts';
import { insertCuentaVerificada, signInByWire } from './factories/cuentas.ts';
import { makeCurso, makeEdicion } from './factories/cursos.ts';
import { makePersona } from './factories/personas.ts';
import { DEFINICION, makePlantilla } from './factories/plantillas.ts';
import { algunaDe, hoja, ningunaDe, regla, todasDe } from './factories/reglas.ts';
import { startTestPortal, type TestPortal } from './portal.ts';

const elegibilidad = createElegibilidad(() => foldServer(SERVER_FEATURES).given.all('hechos'));

/** Noon of 28 February in Mexico City: of a year that has no 29th. */
const HOY = '2027-02-28T18:00:00.000Z';
const VISPERA = '2027-02-28T05:59:59.999Z';
const MARZO_CASI = '2027-03-01T05:59:59.999Z';
const MARZO = '2027-03-01T06:00:00.000Z';
/** The 28th and the 29th of a year that has one. */
const BISIESTO_CASI = '2028-02-29T05:59:59.999Z';
const BISIESTO = '2028-02-29T06:00:00.000Z';

let app: TestPortal;
const clave: Record<string, string> = {};
type Quien = 'luz' | 'pablo' | 'sola';
const quien = {} as Record<Quien, { id: string; clave: string; email: string }>;

const noTodas = (...rules: (Grupo | Hoja)[]): Grupo => ({ combinator: 'and', not: true, rules });
const SI = hoja('persona.expedienteCompleto', '=', false);
const NO = hoja('persona.expedienteCompleto', '=', true);
/** What nobody gives. */
const NADIE = hoja('persona.signo', '=', 'aries');

type Caso = readonly [
  pide: string,
  que: () => Grupo | Hoja,
  da: 'sí' | 'no' | 'sin dato',
  de?: Quien,
  en?: string,
];

// biome-ignore format: a table, a case a line
const CASOS: readonly Caso[] = [
  // Of Luz, who was born on 29 February 2004
  ['22 años, la víspera de su cumpleaños en año sin 29', () => hoja('persona.edad', '=', 22), 'sí', 'luz'],
  ['23 años, el último milisegundo del 28 en México', () => hoja('persona.edad', '>=', 23), 'no', 'luz', MARZO_CASI],
  ['23 años, desde el 1 de marzo en México', () => hoja('persona.edad', '>=', 23), 'sí', 'luz', MARZO],
  ['24 años, el 28 de un año bisiesto', () => hoja('persona.edad', '>=', 24), 'no', 'luz', BISIESTO_CASI],
  ['24 años, el 29 de un año bisiesto', () => hoja('persona.edad', '>=', 24), 'sí', 'luz', BISIESTO],
  ['23 años al iniciar, aunque hoy tenga 22', () => todasDe(hoja('persona.edadAlInicio', '=', 23), hoja('persona.edad', '<', 23)), 'sí', 'luz'],
  ['entre 22 y 22 años', () => hoja('persona.edad', 'between', [22, 22]), 'sí', 'luz'],
  ['entre 30 y 20 años: nadie', () => hoja('persona.edad', 'between', [30, 20]), 'no', 'luz'],
  ['18 años, escritos como texto', () => hoja('persona.edad', '>=', '18'), 'sin dato', 'luz'],
  ['ninguna de: 18 años escritos como texto', () => ningunaDe(hoja('persona.edad', '>=', '18')), 'sin dato', 'luz'],
  ['entre dos textos', () => hoja('persona.edad', 'between', ['18', '30']), 'sin dato', 'luz'],
  ['una edad comparada como lista', () => hoja('persona.edad', 'in', [22]), 'sin dato', 'luz'],
  ['una edad entre tres', () => hoja('persona.edad', 'between', [18, 22, 30]), 'sin dato', 'luz'],
  // Who one is
  ['sexo no binario', () => hoja('persona.sexo', '=', 'X'), 'sí', 'luz'],
  ['hombre o mujer', () => hoja('persona.sexo', 'in', ['H', 'M']), 'no', 'luz'],
  ['una clave no es la misma con minúscula', () => hoja('persona.sexo', '=', 'x'), 'no', 'luz'],
  ['una clave comparada con una lista', () => hoja('persona.sexo', '=', ['X']), 'sin dato', 'luz'],
  ['no nacer en la Ciudad de México, de quien no lo dice', () => hoja('persona.entidad', 'notIn', ['DF']), 'sin dato', 'luz'],
  ['mexicana, por nacimiento o naturalización', () => hoja('persona.nacionalidad', 'in', ['mexicana', 'naturalizada']), 'sí', 'luz'],
  ['mexicana por nacimiento', () => hoja('persona.nacionalidad', '=', 'mexicana'), 'no', 'luz'],
  // Where one works
  ['categoría de quien dejó su cargo', () => hoja('empleo.categoria', '!=', 'NADA'), 'sin dato', 'luz'],
  ['ninguna de: la categoría que dejó', () => ningunaDe(hoja('empleo.categoria', '=', clave.antes!)), 'sin dato', 'luz'],
  ['antigüedad en el cargo de quien lo dejó', () => hoja('empleo.antiguedadEnCargo', '>=', 0), 'sin dato', 'luz'],
  ['5 años de servicio, el día', () => hoja('empleo.antiguedad', '>=', 5), 'sí', 'luz'],
  ['5 años de servicio, el último milisegundo de la víspera', () => hoja('empleo.antiguedad', '>=', 5), 'no', 'luz', VISPERA],
  ['antigüedad de quien ingresará', () => hoja('empleo.antiguedad', '<=', 100), 'sin dato', 'pablo'],
  ['antigüedad de quien ingresa ese día', () => hoja('empleo.antiguedad', '=', 0), 'sí', 'pablo', MARZO],
  ['la categoría de ahora', () => hoja('empleo.categoria', '=', clave.ahora!), 'sí', 'pablo'],
  ['la categoría de antes', () => hoja('empleo.categoria', '=', clave.antes!), 'no', 'pablo'],
  ['1 año en el cargo de ahora', () => hoja('empleo.antiguedadEnCargo', '=', 1), 'sí', 'pablo'],
  ['el circuito del órgano', () => hoja('empleo.circuito', '=', clave.circuito!), 'sí', 'pablo'],
  ['otro circuito', () => hoja('empleo.circuito', 'notIn', [clave.circuito!]), 'no', 'pablo'],
  // Studies
  ['doctorado concluido', () => hoja('estudios.niveles', 'contains', clave.doc!), 'sí', 'luz'],
  ['doctorado con título', () => hoja('estudios.titulos', 'contains', clave.doc!), 'no', 'luz'],
  ['sin título de licenciatura ni de doctorado', () => hoja('estudios.titulos', 'notIn', [clave.lic!, clave.doc!]), 'sí', 'luz'],
  ['licenciatura concluida, sin terminarla', () => hoja('estudios.niveles', 'in', [clave.lic!]), 'no', 'luz'],
  ['alguno de ningún nivel', () => hoja('estudios.niveles', 'in', []), 'sin dato', 'luz'],
  ['ninguno de ningún nivel', () => hoja('estudios.niveles', 'notIn', []), 'sin dato', 'luz'],
  ['incluye, con una lista', () => hoja('estudios.niveles', 'contains', [clave.doc!]), 'sin dato', 'luz'],
  ['ninguna de: doctorado, de quien no anotó estudios', () => ningunaDe(hoja('estudios.niveles', 'contains', clave.doc!)), 'sin dato', 'sola'],
  // History: the same course twice, one that was cancelled, one in line, one that ended and has no result
  ['acreditado, aunque lo lleve otra vez', () => hoja(`historia.acreditado:${clave.A}`, '=', true), 'sí', 'luz'],
  ['llevándolo otra vez', () => hoja(`historia.cursando:${clave.A}`, '=', true), 'sí', 'luz'],
  ['por la clave que el curso tuvo', () => hoja(`historia.acreditado:${clave.Avieja}`, '=', true), 'sí', 'luz'],
  ['por su clave en minúsculas, que nunca tuvo', () => hoja(`historia.acreditado:${clave.A!.toLowerCase()}`, '=', false), 'sin dato', 'luz'],
  ['incompatible con la edición que se canceló', () => hoja('historia.cursos', 'notIn', [clave.B!]), 'sí', 'luz'],
  ['incompatible con el que espera lugar', () => hoja('historia.cursos', 'notIn', [clave.C!]), 'sí', 'luz'],
  ['incompatible con el que terminó sin resultado', () => hoja('historia.cursos', 'notIn', [clave.D!]), 'no', 'luz'],
  ['incompatible, por la clave que el curso tiene después', () => hoja('historia.cursos', 'notIn', [clave.Enueva!]), 'no', 'luz'],
  ['incompatible, por la clave que el curso tuvo', () => hoja('historia.cursos', 'notIn', [clave.E!]), 'no', 'luz'],
  ['cursos, de quien no ha llevado ninguno', () => hoja('historia.cursos', 'notIn', [clave.D!]), 'sí', 'sola'],
  ['60 horas: la que no tiene créditos también suma', () => hoja('historia.horas', '=', 60), 'sí', 'luz'],
  ['2.51 créditos', () => hoja('historia.creditos', '>=', 2.51), 'no', 'luz'],
  ['una a la vez: la que terminó no cuenta', () => hoja('historia.simultaneas', '=', 1), 'sí', 'luz'],
  ['una en el año: la del último segundo de 2026 y la de baja no', () => hoja('historia.enElAnio', '=', 1), 'sí', 'luz'],
  ['sin traslape: sin sesiones, por sus días', () => hoja('historia.traslape', '=', false), 'no', 'luz'],
  ['sin traslape: termina la víspera', () => hoja('historia.traslape', '=', false), 'sí', 'pablo'],
  ['horas de quien no tiene: cero, no sin dato', () => hoja('historia.horas', '<', 1), 'sí', 'sola'],
  // Documents, lists, approval
  ['documento que se rechazó', () => hoja(`documento.validado:${clave.rechazado}`, '=', true), 'no', 'luz'],
  ['documento que valía hasta la víspera', () => hoja(`documento.validado:${clave.porVencer}`, '=', true), 'no', 'luz'],
  ['documento que vale hasta ese día, en su último milisegundo', () => hoja(`documento.validado:${clave.porVencer}`, '=', true), 'sí', 'luz', VISPERA],
  ['ninguna de: un documento que no está', () => ningunaDe(hoja(`documento.validado:${clave.porVencer}`, '=', true)), 'sí', 'sola'],
  ['en la lista', () => hoja(`lista.incluye:${clave.lista}`, '=', true), 'sí', 'luz'],
  ['fuera de la lista', () => ningunaDe(hoja(`lista.incluye:${clave.lista}`, '=', true)), 'sí', 'pablo'],
  ['aprobada, sin enviarla', () => hoja('inscripcion.aprobada', '=', true), 'no', 'luz'],
  ['correo verificado y aviso aceptado', () => todasDe(hoja('cuenta.verificada', '=', true), hoja('cuenta.avisoAceptado', '=', true)), 'sí', 'luz'],
  ['una ruta que no existe', () => ningunaDe(hoja('ruta.completada:NO-HAY', '=', true)), 'sin dato', 'luz'],
  ['etapas de una ruta que no existe', () => hoja('ruta.etapas:NO-HAY', '>=', 0), 'sin dato', 'luz'],
  // The edition and the clock
  ['que sea un curso', () => hoja('edicion.tipo', '=', 'CURSO'), 'sí'],
  ['que sea presencial', () => hoja('edicion.modalidad', 'in', ['PRESENCIAL']), 'no'],
  ['que termine antes de su último día', () => hoja('edicion.termina', '<', '2027-03-20'), 'no'],
  ['que termine a más tardar su último día', () => hoja('edicion.termina', '<=', '2027-03-20'), 'sí'],
  ['que inicie entre hoy y mañana', () => hoja('edicion.inicia', 'between', ['hoy', '2027-03-01']), 'sí'],
  ['que inicie entre hoy y ayer', () => hoja('edicion.inicia', 'between', ['hoy', '2027-03-01']), 'no', 'luz', '2027-03-02T06:00:00.000Z'],
  ['el 28, hasta su último milisegundo', () => hoja('momento.hoy', '=', '2027-02-28'), 'sí', 'luz', MARZO_CASI],
  ['el 28, a la medianoche del 1', () => hoja('momento.hoy', '=', '2027-02-28'), 'no', 'luz', MARZO],
  ['el 29 de un año que no lo tiene', () => hoja('momento.hoy', '<=', '2027-02-29'), 'sin dato'],
  ['un día escrito sin sus ceros', () => hoja('momento.hoy', '>=', '2027-2-1'), 'sin dato'],
  ['que esté cerrada, abierta', () => hoja('edicion.inscripcion', 'open', false), 'no'],
  ['que esté abierta, con texto', () => hoja('edicion.inscripcion', 'open', 'true'), 'sin dato'],
  // Answers: before there are any
  ['una respuesta, antes de contestar', () => hoja('respuesta.antiguedad', '>=', 0), 'sin dato'],
  ['ninguna de: una respuesta, antes de contestar', () => ningunaDe(hoja('respuesta.primeraVez', '=', true)), 'sin dato'],
  ['una respuesta sensible nunca se sabe', () => hoja('respuesta.apoyos', '=', false), 'sin dato'],
  // Groups, with what is missing within
  ['todas de nada', () => todasDe(), 'sin dato'],
  ['alguna de nada', () => algunaDe(), 'sin dato'],
  ['ninguna de nada', () => ningunaDe(), 'sin dato'],
  ['ninguna de: un grupo vacío', () => ningunaDe(todasDe()), 'sin dato'],
  ['alguna: un grupo vacío no quita lo que se cumple', () => algunaDe(todasDe(), SI), 'sí'],
  ['ninguna: lo que se cumple basta para que no', () => ningunaDe(algunaDe(NADIE, SI)), 'no'],
  ['ninguna: todas con una que no se cumple, no se cumplen', () => ningunaDe(todasDe(NADIE, NO)), 'sí'],
  ['ninguna de: ninguna de lo que falta', () => ningunaDe(ningunaDe(NADIE)), 'sin dato'],
  ['no todas: con una que no, no son todas', () => noTodas(NADIE, NO), 'sí'],
  ['no todas: con lo que falta no se sabe', () => noTodas(NADIE, SI), 'sin dato'],
  ['no todas de: ninguna de lo que falta y lo que no', () => noTodas(ningunaDe(NADIE, NO), SI), 'sin dato'],
  ['alguna: lo desconocido y lo que falta', () => algunaDe(NADIE, hoja('persona.edad', '>', 1)), 'sin dato', 'sola'],
  ['tres niveles, y lo que falta no estorba', () => todasDe(algunaDe(ningunaDe(NO), NADIE), ningunaDe(todasDe(SI, NO))), 'sí'],
  ['tres niveles, y lo que falta sí estorba', () => todasDe(algunaDe(ningunaDe(SI), NADIE), ningunaDe(todasDe(SI, NO))), 'sin dato'],
  // What is written by other hands
  ['un dato que es de los objetos', () => ningunaDe(hoja('toString', '=', true)), 'sin dato'],
  ['un curso acreditado, sin decir cuál', () => hoja('historia.acreditado', '=', false), 'sin dato'],
  ['la edad, de un curso', () => hoja('persona.edad:A', '>', 1), 'sin dato'],
];

const item = async (catalogo: string, like = '%', salta = 0) => {
  const row = await app.services.db
    .selectFrom('catalogo_items')
    .select(['id', 'clave'])
    .where('catalogo', '=', catalogo as never)
    .where('clave', 'like', like)
    .orderBy('orden')
    .offset(salta)
    .limit(1)
    .executeTakeFirstOrThrow();
  return row;
};

const anotar = async (persona_id: string, apartado: string, datos: object, items = {}) => {
  const { db } = app.services;
  const id = randomUUID();
  await db
    .insertInto('personas_entradas')
    .values({ id, persona_id, apartado, datos: JSON.stringify(datos) as never })
    .execute();
  for (const [campo, item_id] of Object.entries<string>(items)) {
    await db
      .insertInto('personas_entradas_items')
      .values({ entrada_id: id, campo, item_id })
      .execute();
  }
};

const documentar = (persona_id: string, tipo_id: string, estado: string, vence_en: Date | null) =>
  app.services.db
    .insertInto('documentos')
    .values({
      persona_id,
      tipo_id,
      version: 1,
      estado: estado as never,
      nombre: 'a.pdf',
      objeto: randomUUID(),
      sha256: 'x',
      bytes: 1,
      content_type: 'application/pdf',
      creado_en: new Date('2026-01-01T00:00:00Z'),
      vence_en,
    })
    .execute();

let general: string;
const inscribir = async (
  de: Quien,
  curso: { id: string },
  {
    estado,
    enviada,
    ...edicion
  }: { estado: string; enviada: string; inicia: string; termina: string; cancelada_en?: Date },
) => {
  const { db } = app.services;
  const plantilla = await db
    .selectFrom('plantilla_versiones')
    .select(['id'])
    .where('plantilla_id', '=', general)
    .executeTakeFirstOrThrow();
  const { id } = await makeEdicion(
    db,
    { cursoId: curso.id, plantillaId: general, ahora: new Date(HOY) },
    edicion,
  );
  const enviada_en = new Date(enviada);
  await db
    .insertInto('inscripciones')
    .values({
      persona_id: quien[de].id,
      edicion_id: id,
      plantilla_version_id: plantilla.id,
      estado: estado as never,
      respuestas: '{}',
      evaluacion: null,
      enviada_en,
      actualizado_en: enviada_en,
    })
    .execute();
};

let versionId: string;
let edicion: { idCurso: string; idPlantilla: string; tipo: string; edicionId: string };

beforeAll(async () => {
  app = await startTestPortal({}, { jobs: false });
  const { db } = app.services;
  const nace: Record<Quien, object> = {
    luz: { fechaNacimiento: '2004-02-29', sexo: 'X', entidadNacimiento: null },
    pablo: { fechaNacimiento: '2009-02-28', sexo: 'H' },
    sola: { fechaNacimiento: null, sexo: null, entidadNacimiento: null },
  };
  for (const de of ['luz', 'pablo', 'sola'] as const) {
    const persona = await makePersona(db, nace[de]);
    const { email } = await insertCuentaVerificada(db, { persona_id: persona.id });
    quien[de] = { id: persona.id, clave: persona.clave, email };
  }
  const { luz, pablo } = quien;
  const [antes, ahora] = [await item('categorias'), await item('categorias', '%', 1)];
  const organo = await item('organos');
  const [lic, doc] = [await item('niveles', 'LIC%'), await item('niveles', 'DOC%')];
  const [malo, conFin] = [await item('tipos-documento'), await item('tipos-documento', '%', 1)];
  await anotar(luz.id, 'nacionalidad', { nacionalidad: 'naturalizada' });
  await anotar(luz.id, 'servicio', { expediente: '1', ingreso: '2022-02-28' });
  await anotar(
    luz.id,
    'empleo',
    { desde: '2022-02-28', hasta: '2026-12-31' },
    { organo: organo.id, categoria: antes.id },
  );
  await anotar(luz.id, 'estudio', { estado: 'concluido' }, { nivel: doc.id });
  await anotar(luz.id, 'estudio', { estado: 'trunco' }, { nivel: lic.id });
  await documentar(luz.id, malo.id, 'rechazado', null);
  // Documents end with a day: this one, with the 27th.
  await documentar(luz.id, conFin.id, 'validado', new Date('2027-02-28T06:00:00Z'));
  await anotar(pablo.id, 'servicio', { expediente: '2', ingreso: '2027-03-01' });
  await anotar(
    pablo.id,
    'empleo',
    { desde: '2020-01-01', hasta: '2026-02-27' },
    { organo: organo.id, categoria: antes.id },
  );
  await anotar(
    pablo.id,
    'empleo',
    { desde: '2026-02-28' },
    { organo: organo.id, categoria: ahora.id },
  );
  general = (await makePlantilla(db)).id;
  const cursos = {} as Record<'A' | 'B' | 'C' | 'D' | 'E' | 'G', { id: string; clave: string }>;
  for (const nombre of ['A', 'B', 'C', 'D', 'E', 'G'] as const) {
    cursos[nombre] = await makeCurso(
      db,
      nombre === 'E' ? { horas: 20, creditos: null } : { horas: 40, creditos: 2.5 },
    );
    clave[nombre] = cursos[nombre].clave;
  }
  clave.Avieja = clave.A!;
  clave.A = `NUEVA-${randomUUID().slice(0, 6)}`;
  const primavera = { inicia: '2027-01-10', termina: '2027-06-01' };
  const pasada = { inicia: '2025-01-10', termina: '2025-02-10' };
  await inscribir('luz', cursos.A, {
    estado: 'acreditada',
    enviada: '2025-01-01T18:00:00Z',
    ...pasada,
  });
  await db.updateTable('cursos').set({ clave: clave.A }).where('id', '=', cursos.A.id).execute();
  // The last second of 2026 in Mexico City.
  await inscribir('luz', cursos.A, {
    estado: 'inscrita',
    enviada: '2027-01-01T05:59:59Z',
    ...primavera,
  });
  await inscribir('luz', cursos.B, {
    estado: 'baja',
    enviada: '2027-01-05T18:00:00Z',
    cancelada_en: new Date('2027-01-20T18:00:00Z'),
    ...primavera,
  });
  await inscribir('luz', cursos.C, {
    estado: 'enListaDeEspera',
    enviada: '2027-01-06T18:00:00Z',
    ...primavera,
  });
  await inscribir('luz', cursos.D, {
    estado: 'inscrita',
    enviada: '2027-01-15T18:00:00Z',
    inicia: '2027-01-20',
    termina: '2027-02-27',
  });
  await inscribir('luz', cursos.E, {
    estado: 'acreditada',
    enviada: '2025-01-01T18:00:00Z',
    ...pasada,
  });
  clave.Enueva = `NUEVA-${randomUUID().slice(0, 6)}`;
  await db
    .updateTable('cursos')
    .set({ clave: clave.Enueva })
    .where('id', '=', cursos.E.id)
    .execute();
  await inscribir('pablo', cursos.G, {
    estado: 'inscrita',
    enviada: '2027-01-15T18:00:00Z',
    inicia: '2027-02-01',
    termina: '2027-02-28',
  });
  const { circuito } = (await selectExpedientes(db, [pablo.id], ['empleo']))
    .get(pablo.id)!
    .entradas.at(-1)!;
  const lista = await db
    .insertInto('listas_personas')
    .values({
      plantilla_id: general,
      clave: 'L-1',
      nombre: 'Convocadas',
      creado_en: new Date(),
      cargada_en: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('listas_personas_incluidas')
    .values({ lista_id: lista.id, persona_id: luz.id })
    .execute();
  Object.assign(clave, {
    antes: antes.clave,
    ahora: ahora.clave,
    lic: lic.clave,
    doc: doc.clave,
    rechazado: malo.clave,
    porVencer: conFin.clave,
    circuito: circuito!.clave,
    lista: 'L-1',
  });
  const reglas = CASOS.map(([descripcion, que], i) =>
    regla(todasDe(que()), { clave: `r${i}`, efecto: 'advierte', descripcion }),
  );
  const plantilla = await makePlantilla(db, { definicion: { ...DEFINICION, reglas } });
  versionId = plantilla.versionId;
  const curso = await makeCurso(db);
  const { id: edicionId } = await makeEdicion(
    db,
    { cursoId: curso.id, plantillaId: plantilla.id, ahora: new Date(HOY) },
    {
      inicia: '2027-03-01',
      termina: '2027-03-20',
      inscripcion_abre: new Date('2027-02-01T06:00:00Z'),
      inscripcion_cierra: new Date('2028-03-10T06:00:00Z'),
    },
  );
  edicion = { idCurso: curso.id, idPlantilla: plantilla.id, tipo: curso.tipo, edicionId };
});
afterAll(() => app?.stop());

const saysOf = ({ cumple, sinDato }: Pick<ResultadoRegla, 'cumple' | 'sinDato'>) =>
  sinDato ? 'sin dato' : cumple ? 'sí' : 'no';

const must = async (name: string, data: unknown, token: string) => {
  const { result, error } = await app.call(name, data, { token });
  if (error) throw new Error(`${name}: ${JSON.stringify(error)}`);
  return result;
};

const MOMENTOS = [...new Set(CASOS.map(([, , , , en = HOY]) => en))];

describe.each(MOMENTOS)('at %s', (en) => {
  const checklist = {} as Record<Quien, string[]>;
  const sumas = CASOS.map(() => ({ sí: 0, no: 0, 'sin dato': 0 }));
  beforeAll(async () => {
    app.setNow(new Date(en));
    for (const [de, { email }] of Object.entries(quien) as [Quien, (typeof quien)[Quien]][]) {
      const token = await signInByWire(app, email);
      const { evaluacion } = await must('getInscripcion', edicion, token);
      checklist[de] = (evaluacion as ResultadoRegla[]).map(saysOf);
      checklist[de].forEach((said, i) => {
        sumas[i]![said as 'sí'] += 1;
      });
    }
  });

  it.each(CASOS.map((caso, i) => ({ caso, i })).filter(({ caso }) => (caso[4] ?? HOY) === en))(
    '$caso.0: $caso.2',
    ({ caso: [, , da, de = 'luz'], i }) => {
      expect(checklist[de][i]).toBe(da);
    },
  );

  it('counted among everybody, and looked at one by one, each rule comes to what people read', async () => {
    const { db } = app.services;
    const { resultado, personas } = await countConjunto(
      db,
      elegibilidad,
      {
        version: (await findVersion(db, versionId))!,
        antes: null,
        edicionId: edicion.edicionId,
        momento: new Date(en),
      },
      async () => {},
    );
    expect(personas).toBe(3);
    expect(
      resultado.reglas.map(({ cumplen, noCumplen, sinDato }) => ({
        sí: cumplen,
        no: noCumplen,
        'sin dato': sinDato,
      })),
    ).toEqual(sumas);
    const { email } = await insertCuentaVerificada(db, { role: 'Admin' });
    const token = await signInByWire(app, email);
    for (const [de, { clave: persona }] of Object.entries(quien)) {
      const ask = { versionId, clave: persona, edicionId: edicion.edicionId, fecha: null };
      const { resultados } = await must('previewReglasPersona', ask, token);
      expect((resultados as ResultadoRegla[]).map(saysOf)).toEqual(checklist[de as Quien]);
    }
  });
});
