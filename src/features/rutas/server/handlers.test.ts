import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCuenta } from '../../../../tests/factories/cuentas.ts';
import { makeCurso, makeEdicion } from '../../../../tests/factories/cursos.ts';
import { makeCurp, makePersona } from '../../../../tests/factories/personas.ts';
import { makePlantilla } from '../../../../tests/factories/plantillas.ts';
import { startTestPortal, type TestPortal } from '../../../../tests/portal.ts';
import { actAsSystem } from '../../../platform/server/request-context.ts';
import { fechaDe } from '../../../platform/shared/dates.ts';
import { noticeCompletions } from '../avance/server/service.ts';
import { rutasAcervo, rutasHechos } from '../hechos/server/service.ts';
import { rutasSeguidor } from '../traslado/server/service.ts';

let portal: TestPortal;
let admin: { token: string };
let escolar: { token: string };
let plantillaId: string;
beforeAll(async () => {
  portal = await startTestPortal();
  admin = await makeCuenta(portal, { role: 'Admin' });
  escolar = await makeCuenta(portal, { role: 'Escolar' });
  plantillaId = (await makePlantilla(portal.services.db)).id;
});
afterAll(() => portal.stop());

const ask = async (name: string, data: unknown, who: { token: string } = admin) => {
  const answer = await portal.call(name, data, who);
  expect(answer.error, name).toBeUndefined();
  return answer.result;
};
const refusal = async (name: string, data: unknown, who: { token: string } = admin) =>
  (await portal.call(name, data, who)).error;

const cursos = (names: readonly string[]) =>
  Promise.all(names.map(async (nombre) => (await makeCurso(portal.services.db, { nombre })).id));

const curso = (cursoId: string, requiere: string[] = []) => ({ tipo: 'curso', cursoId, requiere });
const etapa = (clave: string, partes: unknown[], more: object = {}) => ({
  tipo: 'grupo',
  clave,
  titulo: `Etapa ${clave}`,
  regla: { tipo: 'todas' },
  requiere: [],
  partes,
  ...more,
});
const definicion = (etapas: unknown[], more: object = {}) => ({
  nombre: 'Ruta de prueba',
  descripcion: 'Para probar.',
  dirigidaA: '',
  enOrden: false,
  etapas,
  ...more,
});

let made = 0;
const makeRuta = async (etapas: unknown[]): Promise<string> => {
  const id = randomUUID();
  await ask('createRuta', { id, clave: `RF-${++made}`, nombre: 'Ruta de prueba' });
  await ask('saveBorradorRuta', { id, version: 1, definicion: definicion(etapas) });
  await ask('setRutaPublicada', { id, version: 2, nota: 'La primera.' });
  return id;
};

const makeAlguien = async () => {
  const persona = await makePersona(portal.services.db);
  return { ...(await makeCuenta(portal, { personaId: persona.id })), persona };
};

/** Somebody is enrolled in a course, or passed it. */
const enrol = async (personaId: string, cursoId: string, estado: string) => {
  const { db, database } = portal.services;
  const edicion = await makeEdicion(db, { cursoId, plantillaId, ahora: new Date() });
  await database.execute(
    `insert into inscripciones (persona_id, edicion_id, plantilla_version_id, estado, respuestas, enviada_en)
     select $1, $2, id, $3, '{}', now() from plantilla_versiones where plantilla_id = $4 and estado = 'publicada'`,
    [personaId, edicion.id, estado, plantillaId],
  );
  return edicion.id;
};
const notice = (personaId: string) =>
  actAsSystem(() =>
    portal.services.db
      .transaction()
      .execute((trx) => noticeCompletions(trx, portal.services, [personaId])),
  );

it('is refused to whoever may not: a visitor reads none, a person and Escolar edit none', async () => {
  const { token, persona } = await makeAlguien();
  expect(persona.id).toBeDefined();
  expect((await portal.call('listRutas', null)).error?.status).toBe('UNAUTHENTICATED');
  const id = randomUUID();
  for (const who of [{ token }, escolar]) {
    for (const [name, data] of [
      ['createRuta', { id, clave: 'RF-X', nombre: 'Ninguna' }],
      ['listRutasEditables', {}],
      ['getRutaEditable', { id }],
      ['createVersionRuta', { id }],
      ['saveBorradorRuta', { id, version: 1, definicion: definicion([]) }],
      ['discardBorradorRuta', { id, version: 1 }],
      ['setRutaPublicada', { id, version: 1, nota: 'Ninguna' }],
      ['setRutaArchivada', { id, motivo: 'Ninguno' }],
      ['listCursosParaRuta', { busqueda: '' }],
    ] as const) {
      expect((await refusal(name, data, who))?.status, name).toBe('PERMISSION_DENIED');
    }
  }
  expect((await refusal('listPersonasDeRuta', { id }, { token }))?.status).toBe(
    'PERMISSION_DENIED',
  );
  expect((await refusal('startRuta', { id }, admin))?.status).toBe('PERMISSION_DENIED');
});

it('says what somebody did, can take and why the rest is locked; what is not published nobody sees', async () => {
  const [a, b, c] = (await cursos(['Primero', 'Segundo', 'Tercero'])) as [string, string, string];
  const { persona, token } = await makeAlguien();
  const draft = randomUUID();
  await ask('createRuta', { id: draft, clave: `RF-${++made}`, nombre: 'Sin publicar' });
  expect((await refusal('getRuta', { id: draft }, { token }))?.status).toBe('NOT_FOUND');
  const id = await makeRuta([etapa('uno', [curso(a), curso(b, [a])]), etapa('dos', [curso(c)])]);
  await enrol(persona.id, a, 'acreditada');
  await makeEdicion(portal.services.db, { cursoId: b, plantillaId, ahora: new Date() });
  const { rutas } = await ask('listRutas', null, { token });
  expect(rutas.map((one: { id: string }) => one.id)).not.toContain(draft);
  expect(rutas.find((one: { id: string }) => one.id === id)).toMatchObject({
    avance: { estado: 'enCurso', acreditados: 1, necesarios: 3 },
    siguientes: ['Segundo', 'Tercero'],
  });
  const ruta = await ask('getRuta', { id }, { token });
  expect(ruta.persona.sabidos).toMatchObject([{ cursoId: a, estado: 'acreditado' }]);
  expect(ruta.ediciones.map((one: { cursoId: string }) => one.cursoId).sort()).toEqual(
    [a, b].sort(),
  );
  expect((await ask('getRuta', { id }, admin)).persona).toBeNull();
});

it('who began under a version keeps it: by pressing it, or by a course of it', async () => {
  const [a, b] = (await cursos(['Uno', 'Dos'])) as [string, string];
  const [ana, eva, leo] = [await makeAlguien(), await makeAlguien(), await makeAlguien()];
  const id = await makeRuta([etapa('uno', [curso(a)])]);
  await ask('startRuta', { id }, ana);
  await ask('startRuta', { id }, ana);
  await enrol(eva.persona.id, a, 'inscrita');
  await ask('createVersionRuta', { id });
  const two = definicion([etapa('uno', [curso(a), curso(b)])]);
  await ask('saveBorradorRuta', { id, version: 1, definicion: two });
  await ask('setRutaPublicada', { id, version: 2, nota: 'Se agrega otro curso.' });
  const numberFor = async (who: { token: string }) => {
    const { version, enVigor } = await ask('getRuta', { id }, who);
    return [version.numero, enVigor];
  };
  expect(await numberFor(ana)).toEqual([1, 2]);
  expect(await numberFor(eva)).toEqual([1, 2]);
  expect(await numberFor(leo)).toEqual([2, null]);
  await ask('setRutaArchivada', { id, motivo: 'Ya no se da.' });
  expect((await ask('getRuta', { id }, ana)).seOfrece).toBe(false);
  expect((await refusal('getRuta', { id }, leo))?.status).toBe('NOT_FOUND');
  const { filas, ruta } = await ask('listPersonasDeRuta', { id }, escolar);
  expect(
    filas.map((one: { clave: string; numero: number }) => [one.clave, one.numero]).sort(),
  ).toEqual(
    [
      [ana.persona.clave, 1],
      [eva.persona.clave, 1],
    ].sort(),
  );
  expect(ruta.nombre).toBe('Ruta de prueba');
});

it('the database lets nobody change a version that was published, nor take it away', async () => {
  const [a, b] = (await cursos(['Uno', 'Dos'])) as [string, string];
  const id = await makeRuta([etapa('uno', [curso(a)])]);
  const { database } = portal.services;
  const where = 'where ruta_id = $1';
  for (const change of [
    "definicion = '{}'",
    'numero = 9',
    "nota = 'Otra'",
    'publicada_en = now()',
  ]) {
    await expect(
      database.execute(`update ruta_versiones set ${change} ${where}`, [id]),
    ).rejects.toThrow(/no cambia/);
  }
  await expect(database.execute(`delete from ruta_versiones ${where}`, [id])).rejects.toThrow(
    /no se borra/,
  );
  const courses = `version_id = (select id from ruta_versiones ${where})`;
  await expect(database.execute(`delete from ruta_cursos where ${courses}`, [id])).rejects.toThrow(
    /no cambia/,
  );
  await expect(
    database.execute(`update ruta_cursos set curso_id = $2 where ${courses}`, [id, b]),
  ).rejects.toThrow(/no cambia/);
  await expect(database.execute('delete from cursos where id = $1', [a])).rejects.toThrow();
});

it('a circle is refused when it is saved, and shown course by course; so is what nobody could reach', async () => {
  const [a, b, c] = (await cursos(['Alfa', 'Beta', 'Gama'])) as [string, string, string];
  const id = randomUUID();
  await ask('createRuta', { id, clave: `RF-${++made}`, nombre: 'Con círculo' });
  const save = (etapas: unknown[]) =>
    refusal('saveBorradorRuta', { id, version: 1, definicion: definicion(etapas) });
  const circle = await save([etapa('uno', [curso(a, [c]), curso(b, [a]), curso(c, [b])])]);
  expect(circle?.details).toMatchObject({
    code: 'ruta-con-problemas',
    problemas: [
      {
        clave: 'circulo',
        pasos: ['«Alfa» requiere «Gama».', '«Gama» requiere «Beta».', '«Beta» requiere «Alfa».'],
      },
    ],
  });
  const through = await save([
    etapa('uno', [curso(a)], { requiere: ['dos'] }),
    etapa('dos', [curso(b, [a])]),
  ]);
  expect(through?.details.problemas[0].pasos).toEqual([
    '«Alfa» está en la etapa 1, «Etapa uno», que requiere la etapa 2, «Etapa dos».',
    '«Beta» es parte de la etapa 2, «Etapa dos».',
    '«Beta» requiere «Alfa».',
  ]);
  const tooMany = await save([etapa('uno', [curso(a), curso(b)], { regla: { tipo: 'n', n: 3 } })]);
  expect(tooMany?.details.problemas).toMatchObject([{ clave: 'nImposible', donde: 'uno' }]);
  const nobodys = await save([etapa('uno', [curso(randomUUID())])]);
  expect(nobodys?.details.problemas).toMatchObject([{ clave: 'cursoDesconocido' }]);
  expect(await save([etapa('uno', [])])).toBeUndefined();
  const empty = await refusal('setRutaPublicada', { id, version: 2, nota: 'Vacía.' });
  expect(empty?.details.problemas.map((one: { clave: string }) => one.clave)).toContain('vacio');
  expect((await save([]))?.status).toBe('ABORTED');
  expect(await ask('discardBorradorRuta', { id, version: 2 })).toEqual({ borrada: true });
});

it('notices a completion once, tells its person, and takes it back when the result is corrected', async () => {
  const [a, b] = (await cursos(['Uno', 'Dos'])) as [string, string];
  const id = await makeRuta([etapa('uno', [curso(a), curso(b)])]);
  const { persona, email, token } = await makeAlguien();
  await enrol(persona.id, a, 'acreditada');
  await notice(persona.id);
  expect((await ask('getRuta', { id }, { token })).persona.completadaEn).toBeNull();
  const edicion = await enrol(persona.id, b, 'acreditada');
  await notice(persona.id);
  await notice(persona.id);
  expect((await ask('getRuta', { id }, { token })).persona.completadaEn).not.toBeNull();
  const mine = (await portal.mails()).filter(({ to }) => to === email);
  expect(mine.map(({ subject }) => subject)).toEqual(['Completó una ruta formativa']);
  await portal.services.database.execute('delete from inscripciones where edicion_id = $1', [
    edicion,
  ]);
  await notice(persona.id);
  expect((await ask('getRuta', { id }, { token })).persona.completadaEn).toBeNull();
  const { rows } = await portal.services.database.execute(
    `select accion from historial where persona_id = $1 and entidad_id = $2 order by id`,
    [persona.id, id],
  );
  expect(rows.map(({ accion }) => accion)).toEqual([
    'ruta.comenzar',
    'ruta.completar',
    'ruta.sinEfecto',
  ]);
});

it('who had done all of it completes it by beginning it', async () => {
  const [a] = (await cursos(['Uno'])) as [string];
  const { persona, token } = await makeAlguien();
  await enrol(persona.id, a, 'acreditada');
  await portal.services.database.execute(
    "update inscripciones set actualizado_en = now() - interval '2 years' where persona_id = $1",
    [persona.id],
  );
  const id = await makeRuta([etapa('uno', [curso(a)])]);
  await notice(persona.id);
  expect((await ask('getRuta', { id }, { token })).persona).toMatchObject({ comenzadaEn: null });
  await ask('startRuta', { id }, { token });
  expect((await ask('getRuta', { id }, { token })).persona.completadaEn).not.toBeNull();
});

it('two files of one person join what they know of a route: the first to begin it stays, and it may be complete by that', async () => {
  const [a, b] = (await cursos(['Uno', 'Dos'])) as [string, string];
  const id = await makeRuta([etapa('uno', [curso(a), curso(b)])]);
  const [ana, doble] = [await makeAlguien(), await makeAlguien()];
  await ask('startRuta', { id }, doble);
  await ask('startRuta', { id }, ana);
  await enrol(ana.persona.id, a, 'acreditada');
  await enrol(doble.persona.id, b, 'acreditada');
  const par = { de: doble.persona.id, a: ana.persona.id };
  const { db } = portal.services;
  const noted: string[] = [];
  await actAsSystem(() =>
    db.transaction().execute(async (trx) => {
      const { siguen } = await rutasSeguidor.look!(trx, par, true);
      expect(siguen).toEqual([
        'Ruta formativa: Ruta de prueba, que los dos comenzaron; su avance se reúne.',
      ]);
      const cambio = {
        ...par,
        nombreCompleto: '',
        ctx: { services: portal.services } as never,
        anotar: (accion: string) => noted.push(accion),
      };
      // As the features are listed: enrolments go over first.
      await trx
        .updateTable('inscripciones')
        .set({ persona_id: par.a })
        .where('persona_id', '=', par.de)
        .execute();
      await rutasSeguidor.follow!(trx, cambio);
    }),
  );
  const rows = await db
    .selectFrom('ruta_personas')
    .select(['persona_id', 'completada_en'])
    .where('ruta_id', '=', id)
    .execute();
  expect(rows).toEqual([{ persona_id: ana.persona.id, completada_en: expect.any(Date) }]);
  expect(noted).toEqual(['ruta.cambiarPersona']);
});

it('a merge of two files with one route is undone: each is in it as before, and neither completed it', async () => {
  const [a, b] = (await cursos(['Primero', 'Segundo'])) as [string, string];
  const id = await makeRuta([etapa('uno', [curso(a), curso(b)])]);
  const { db } = portal.services;
  const segunda = await makeCuenta(portal, { role: 'Escolar' });
  const curp = makeCurp();
  const queda = await makePersona(db, { clave: curp, curp });
  const otro = await makePersona(db, { fechaNacimiento: null, curpDeclarada: curp });
  await enrol(queda.id, a, 'acreditada');
  await enrol(otro.id, b, 'acreditada');
  await notice(queda.id);
  await notice(otro.id);
  const rows = () =>
    db
      .selectFrom('ruta_personas')
      .selectAll()
      .where('ruta_id', '=', id)
      .orderBy('persona_id')
      .execute();
  const before = await rows();
  expect(before.map(({ completada_en }) => completada_en)).toEqual([null, null]);

  const motivo = 'Se comprobó con las actas de nacimiento.';
  const { huella } = await ask('rehearseCurp', { clave: otro.clave, curp }, escolar);
  const tomar: string[] = [];
  const asked = { clave: otro.clave, curp, tomar, motivo, huella };
  const { propuesta } = await ask('assignCurp', asked, escolar);
  await ask('decideFusion', { id: propuesta, decision: 'confirmar' }, segunda);
  expect(await rows()).toEqual([
    expect.objectContaining({ persona_id: queda.id, completada_en: expect.any(Date) }),
  ]);

  const [fusion] = (await ask('listFusionesHechas', {}, escolar)).filas;
  await ask('undoFusionHecha', { id: fusion.id, motivo }, escolar);
  expect(await rows()).toEqual(before);
});

it('rules may ask whether somebody completed a route, and how many of its stages', async () => {
  const [a, b, c] = (await cursos(['A', 'B', 'C'])) as [string, string, string];
  const id = await makeRuta([
    etapa('uno', [curso(a)]),
    etapa('aparte', [curso(c)], { regla: { tipo: 'opcional' } }),
    etapa('dos', [curso(b)]),
  ]);
  const { db } = portal.services;
  const { clave: ruta } = await db
    .selectFrom('rutas')
    .select('clave')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const [ana, eva] = [await makePersona(db), await makePersona(db)];
  const facts = async () => {
    const personas = [ana.id, eva.id];
    const found = await rutasHechos.load(db, {
      campos: ['ruta.completada', 'ruta.etapas'].flatMap((clave) => [
        { field: `${clave}:${ruta}`, clave, argumento: ruta },
        { field: `${clave}:NO-HAY`, clave, argumento: 'NO-HAY' },
      ]),
      casos: personas.map((personaId) => ({ personaId, edicionId: null })),
      personas,
      ediciones: [],
      hoy: fechaDe(new Date()),
    });
    // Of a route that there is not nobody knows anything.
    expect(found.every(({ field }) => field.endsWith(`:${ruta}`))).toBe(true);
    return personas.map((personaId) =>
      found.filter((one) => one.personaId === personaId).map(({ valor }) => valor),
    );
  };
  expect(await facts()).toEqual([
    [false, 0],
    [false, 0],
  ]);
  await enrol(ana.id, a, 'acreditada');
  await enrol(eva.id, c, 'acreditada');
  // The optional stage is nobody's to complete.
  expect(await facts()).toEqual([
    [false, 1],
    [false, 0],
  ]);
  await enrol(ana.id, b, 'acreditada');
  expect((await facts())[0]).toEqual([true, 2]);

  expect(await rutasHechos.findArgumentos!(db, 'ruta.completada', [ruta, 'NO-HAY'])).toEqual(
    new Set([ruta]),
  );
  expect(await rutasAcervo.search(db, ruta.toLowerCase())).toEqual([
    { valor: ruta, etiqueta: 'Ruta de prueba', detalle: ruta },
  ]);
});

it('one that somebody made unreadable in the database keeps nobody from the others, nor from a result', async () => {
  const [a, b] = (await cursos(['Uno', 'Dos'])) as [string, string];
  const rota = await makeRuta([etapa('uno', [curso(a)])]);
  const otra = await makeRuta([etapa('uno', [curso(b)])]);
  const { persona, token } = await makeAlguien();
  for (const id of [rota, otra]) await ask('startRuta', { id }, { token });
  const { db, database } = portal.services;
  await database.execute(
    `alter table ruta_versiones disable trigger user;
     update ruta_versiones set definicion = '{"etapas": 1}' where ruta_id = '${rota}';
     alter table ruta_versiones enable trigger user`,
  );
  await enrol(persona.id, b, 'acreditada');
  await notice(persona.id);
  expect((await ask('getRuta', { id: otra }, { token })).persona.completadaEn).not.toBeNull();
  const { rutas } = await ask('listRutas', {}, { token });
  const ilegibles = new Map(
    rutas.map((one: { id: string; ilegible: boolean }) => [one.id, one.ilegible]),
  );
  expect([ilegibles.get(rota), ilegibles.get(otra)]).toEqual([true, false]);
  expect((await portal.call('getRuta', { id: rota }, { token })).error).toMatchObject({
    status: 'DATA_LOSS',
    details: { code: 'ilegible' },
  });
  // Whoever edits them has all of them, and this one's versions, of which none is begun from what cannot be read.
  const editables = (await ask('listRutasEditables', { porPagina: 200 }, admin)).filas;
  expect(editables).toContainEqual(
    expect.objectContaining({ id: rota, nombre: 'No se puede leer', personas: 1 }),
  );
  expect((await ask('getRutaEditable', { id: rota }, admin)).versiones).toMatchObject([
    { ilegible: true, personas: 1 },
  ]);
  expect((await portal.call('createVersionRuta', { id: rota }, admin)).error).toMatchObject({
    status: 'DATA_LOSS',
  });
  expect((await ask('listPersonasDeRuta', { id: rota }, admin)).filas).toMatchObject([
    { ilegible: true },
  ]);
  const { rows } = await database.execute('select id, clave from rutas where id in ($1, $2)', [
    rota,
    otra,
  ]);
  const load = { personas: [persona.id], ediciones: [], casos: [], ahora: new Date() };
  const campos = rows.map(({ clave }) => ({
    ...{ field: `ruta.completada:${clave}`, clave: 'ruta.completada', argumento: clave },
  }));
  const found = await rutasHechos.load(db, { ...load, campos } as never);
  expect(found).toMatchObject([{ valor: true }]);
});
