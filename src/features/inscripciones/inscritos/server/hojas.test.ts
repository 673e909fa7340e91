import { randomUUID } from 'node:crypto';
import ExcelJS from 'exceljs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AHORA, type EnrolmentApp, startEnrolmentApp } from '../../../../../tests/factories/app.ts';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import { makeActor, makePersona } from '../../../../../tests/factories/personas.ts';
import { DEFINICION, publish, RESPUESTAS } from '../../../../../tests/factories/plantillas.ts';
import { endedTrabajo } from '../../../../../tests/importar.ts';
import type { Definicion } from '../../../plantillas/contract.ts';

let app: EnrolmentApp;
let admin: ReturnType<typeof makeActor>;
beforeAll(async () => {
  app = await startEnrolmentApp();
  admin = makeActor(await makePersona(app.db), { role: 'Admin' });
});
afterAll(() => app.stop());

const conSeccion = (titulo: string, ...campos: object[]): Definicion => ({
  ...DEFINICION,
  secciones: [...DEFINICION.secciones, { clave: 'mas', titulo, campos: campos as never }],
});
const texto = (clave: string, etiqueta: string, more: object = {}) => ({
  ...{ clave, etiqueta, tipo: 'texto', obligatorio: false },
  ...more,
});

let seconds = 0;
const send = async (
  { ids, plantilla }: Awaited<ReturnType<EnrolmentApp['offer']>>,
  respuestas: object,
  version = plantilla.numero,
) => {
  app.setNow(new Date(AHORA.getTime() + ++seconds * 1000));
  const who = await app.person();
  const { error } = await app.call('submitInscripcion', { ...ids, version, respuestas }, who);
  expect(error).toBeUndefined();
  app.setNow(AHORA);
  return who;
};

/** A workbook as another program reads it: a row an inscripción, by header. */
const readWorkbook = async (bytes: Buffer) => {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(bytes as never);
  const [worksheet] = workbook.worksheets;
  const rows: unknown[][] = [];
  worksheet!.eachRow((row) => rows.push((row.values as unknown[]).slice(1)));
  const [headers, ...rest] = rows as [string[], ...unknown[][]];
  return {
    headers,
    rows: rest.map((cells) => Object.fromEntries(headers.map((header, i) => [header, cells[i]]))),
  };
};

/** What the export of the list gives, without the job. */
const exported = async (filtros: object) => {
  const { hojas } = app.services;
  const hoja = hojas.of('inscritos', admin);
  const file = await hojas.exportAtOnce(hoja, { filtros, tipo: 'xlsx' }, admin.uid, async () => {});
  const chunks: Buffer[] = [];
  for await (const chunk of (await hojas.files.open(file!))!) chunks.push(chunk as Buffer);
  return readWorkbook(Buffer.concat(chunks));
};

/** The same as somebody in the browser gets it: asked for, waited for in the tray, downloaded. */
const downloaded = async (filtros: object, who: { token: string }) => {
  const { portal } = app;
  const asked = { hoja: 'inscritos', tipo: 'xlsx', filtros };
  const { result, error } = await portal.call('startExportacion', asked, who);
  expect(error).toBeUndefined();
  const trabajo = await endedTrabajo(portal, result.trabajo, who);
  expect(trabajo).toMatchObject({ estado: 'terminado' });
  const file = await fetch(`${portal.url}/api/exportaciones/${trabajo.archivo!.id}`, {
    headers: { authorization: `Bearer ${who.token}` },
  });
  expect(file.status).toBe(200);
  return readWorkbook(Buffer.from(await file.arrayBuffer()));
};

it('has a column for each question of all the versions, in one order, and none that is sensitive', async () => {
  const offer = await app.offer({
    plantilla: {
      definicion: conSeccion(
        'Antes',
        texto('viejo', 'Se preguntaba'),
        texto('otroNombre', 'Nombre'),
        { ...texto('salud', 'Salud'), sensible: true },
      ),
    },
  });
  await send(offer, { ...RESPUESTAS, viejo: 'Algo', otroNombre: 'Ana' });
  // The last version that asks it, with which nobody sent anything.
  await publish(app.db, offer.plantilla.id, conSeccion('Antes', texto('viejo', 'Se preguntaba')));
  await publish(
    app.db,
    offer.plantilla.id,
    conSeccion(
      'Ahora',
      texto('otroNombre', 'Nombre'),
      texto('perfil2', 'Perfil'),
      texto('largo', `Diga ${'mucho '.repeat(30)}`.trim()),
    ),
  );
  await send(offer, { ...RESPUESTAS, antiguedad: 0, perfil2: '=1+1' }, 3);
  const { headers, rows } = await exported({ plantillaId: offer.plantilla.id });
  expect(new Set(headers).size).toBe(headers.length);
  expect(headers.slice(headers.indexOf('Versión de la plantilla') + 1)).toEqual([
    'Nombre completo',
    'Fecha de nacimiento',
    'Correo de contacto',
    'Perfil (Su trabajo)',
    'Diga cuál',
    'Años de servicio',
    'Fecha de ingreso',
    'Materias de interés',
    'Motivos',
    'Es mi primera actividad aquí',
    'Acepto el compromiso de asistencia',
    'Nombre (Ahora)',
    'Perfil (Ahora)',
    expect.stringMatching(/^Diga (mucho ?)+…$/),
    'Se preguntaba (hasta la versión 2)',
  ]);
  expect(rows).toMatchObject([
    {
      'Versión de la plantilla': 1,
      // By Mexico City's clock, as a cell of date and time says it.
      Recibida: new Date(AHORA.getTime() + 1000 - 6 * 3_600_000),
      'Fecha de nacimiento': expect.any(Date),
      'Años de servicio': 12,
      'Fecha de ingreso': new Date('2014-08-01T00:00:00Z'),
      'Materias de interés': 'Amparo; Penal',
      'Es mi primera actividad aquí': 'Sí',
      'Nombre (Ahora)': 'Ana',
      'Se preguntaba (hasta la versión 2)': 'Algo',
    },
    { 'Versión de la plantilla': 3, 'Años de servicio': 0, 'Perfil (Ahora)': '=1+1' },
  ]);
  // It was not asked: nothing is said of it.
  expect(rows[1]!['Se preguntaba (hasta la versión 2)']).toBeUndefined();
  const all = JSON.stringify(rows);
  expect(all).not.toContain('Rampa');
  expect(all).not.toContain('formula');
  const campos = await app.call(
    'listOpcionesInscritos',
    { plantillaId: offer.plantilla.id },
    admin,
  );
  expect(campos.result.campos.map(({ nombre }: { nombre: string }) => nombre)).toContain(
    'Se preguntaba (hasta la versión 2)',
  );
});

it('says what an answer points to by its words, and what may be saved in the file as it was answered', async () => {
  const offer = await app.offer({
    plantilla: {
      definicion: conSeccion(
        'Además',
        { ...texto('organo', 'Órgano'), tipo: 'catalogo', catalogo: 'organos' },
        { ...texto('titulo', 'Título'), tipo: 'documento', documento: 'TITULO' },
        {
          ...texto('tel', 'Teléfono'),
          ...{ tipo: 'datoPersona', dato: 'telefono', editable: true, guardable: true },
        },
      ),
    },
  });
  await send(offer, { ...RESPUESTAS, tel: '5512345678' });
  // What the server writes of what an answer points to (inscripciones/referencias).
  const points = {
    organo: { id: randomUUID(), clave: 'J1', nombre: 'Juzgado Primero de Distrito' },
    titulo: { id: randomUUID(), clave: 'TITULO', nombre: 'Título, versión 3, validado' },
  };
  await app.services.database.execute(
    'update inscripciones set respuestas = respuestas || $1::jsonb where edicion_id = $2',
    [JSON.stringify(points), offer.edicion.id],
  );
  const { rows } = await exported({ plantillaId: offer.plantilla.id });
  expect(rows).toMatchObject([
    {
      Órgano: 'Juzgado Primero de Distrito',
      Título: 'Título, versión 3, validado',
      Teléfono: '55 1234 5678',
    },
  ]);
  expect(await exported({ plantillaId: randomUUID() })).toMatchObject({ rows: [] });
});

it('holds who gave the answer that the list is filtered by, less whoever was unticked, and nobody else', async () => {
  const offer = await app.offer({
    plantilla: { definicion: conSeccion('Además', texto('area', 'Área')) },
  });
  for (const [area, antiguedad] of [
    ['Penal y amparo', 3],
    ['Civil', 20],
    ['Amparo', 20],
    ['AMPARO directo', 30],
  ] as const) {
    await send(offer, { ...RESPUESTAS, area, antiguedad });
  }
  const who = await makeCuenta(app.portal, { role: 'Admin' });
  const plantillaId = offer.plantilla.id;
  const areas = async (filtros: object) =>
    (await downloaded({ plantillaId, ...filtros }, who)).rows.map((row) => row.Área);
  const respuesta = { campo: 'area', dice: 'amparo' };
  expect(await areas({ respuesta })).toEqual(['Penal y amparo', 'Amparo', 'AMPARO directo']);
  expect(await areas({ respuesta: { campo: 'antiguedad', desde: 20, hasta: 29 } })).toEqual([
    'Civil',
    'Amparo',
  ]);
  expect(await areas({ respuesta: { campo: 'perfil', es: 'otro' }, estado: 'rechazada' })).toEqual(
    [],
  );
  // All but those that were unticked, as the list gives them.
  const listed = await app.call('listInscritos', { plantillaId, respuesta }, admin);
  const [first] = listed.result.filas as { id: string }[];
  expect(await areas({ respuesta, excepto: [first!.id] })).toEqual(['Amparo', 'AMPARO directo']);
  expect(await areas({ respuesta, solo: [first!.id] })).toEqual(['Penal y amparo']);
});

it('one that somebody made unreadable in the database is shown as that, and the others as they are', async () => {
  const offer = await app.offer({
    plantilla: { definicion: conSeccion('Además', texto('area', 'Área')) },
  });
  const plantillaId = offer.plantilla.id;
  const [who] = [
    await send(offer, { ...RESPUESTAS, area: 'Penal' }),
    await send(offer, { ...RESPUESTAS, area: 'Civil' }),
    await send(offer, { ...RESPUESTAS, area: 'Amparo' }),
  ];
  const [{ id }, respondida] = (await app.call('listInscritos', { plantillaId }, admin)).result
    .filas as [{ id: string }, { id: string }];
  const { execute } = app.services.database;
  await execute(
    `update inscripciones set evaluacion = '{"formato": 2, "resultados": 3}' where id = $1`,
    [id],
  );
  await execute(`update inscripciones set respuestas = '["x"]' where id = $1`, [respondida.id]);
  const call = async (name: string, data: object, as = admin) => {
    const { result, error } = await app.call(name, data, as);
    expect(error, name).toBeUndefined();
    return result;
  };
  const ilegibles = async (filtros: object = {}) =>
    (await call('listInscritos', { plantillaId, ...filtros })).filas.map(
      (one: { ilegible: string[] }) => one.ilegible,
    );
  expect(await ilegibles()).toEqual([['evaluacion'], ['respuestas'], []]);
  expect(await ilegibles({ regla: 'ventana' })).toEqual([]);
  expect(await ilegibles({ respuesta: { campo: 'area', dice: 'penal' } })).toEqual([
    ['evaluacion'],
  ]);
  expect(await call('getInscrito', { id })).toMatchObject({
    ilegible: ['evaluacion'],
    evaluacion: [],
    respuestas: { area: 'Penal' },
  });
  expect(await call('getInscrito', { id: respondida.id })).toMatchObject({
    secciones: [],
  });
  expect((await exported({ plantillaId })).rows).toMatchObject([
    { Área: 'Penal', 'Requisitos sin cumplir': 'No se puede leer' },
    { Área: 'No se puede leer', Perfil: 'No se puede leer' },
    { Área: 'Amparo' },
  ]);
  // What its person sent is theirs to see.
  expect(await call('getInscripcion', offer.ids, who)).toMatchObject({ enviada: { id } });

  await execute(
    `alter table plantilla_versiones disable trigger plantilla_version_inmutable;
     update plantilla_versiones set definicion = '{"secciones": 1}' where id = '${offer.plantilla.versionId}';
     alter table plantilla_versiones enable trigger plantilla_version_inmutable`,
  );
  expect((await ilegibles())[2]).toEqual(['version']);
  expect(await call('listOpcionesInscritos', { plantillaId })).toMatchObject({ campos: [] });
  expect((await exported({ plantillaId })).rows).toHaveLength(3);
  // Who looks at what is offered has the rest of it.
  await call('listOfertas', {}, await app.person());
});
