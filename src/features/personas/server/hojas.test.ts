/** People imported over HTTP: where they work, and what changes of those who are there. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeCuenta } from '../../../../tests/factories/cuentas.ts';
import { makeEntrada } from '../../../../tests/factories/entradas.ts';
import { personaRow } from '../../../../tests/factories/hojas.ts';
import { book, zip } from '../../../../tests/factories/libros.ts';
import { makePersona } from '../../../../tests/factories/personas.ts';
import { verifyNow } from '../../../../tests/historial.ts';
import { type HojasDePersonas, openHojas } from '../../../../tests/hojas.ts';
import { startTestPortal, type TestPortal } from '../../../../tests/portal.ts';
import type { Trx } from '../../../platform/server/db/index.ts';
import { beginImportacion } from '../../../platform/server/hojas/importaciones.ts';
import type { VistaPrevia } from '../../trabajos/contract.ts';
import { personasHoja } from './hojas.ts';
import { personaOfCurp } from './service.ts';

let portal: TestPortal;
let staff: { uid: string; token: string };
let admin: { token: string };
let hojas: HojasDePersonas;
const dir = mkdtempSync(join(tmpdir(), 'hojas-'));

beforeAll(async () => {
  portal = await startTestPortal();
  staff = await makeCuenta(portal, { role: 'Escolar' });
  admin = await makeCuenta(portal, { role: 'Admin' });
  hojas = openHojas(portal, { dir, token: staff.token });
});
afterAll(async () => {
  await portal.stop();
  rmSync(dir, { recursive: true, force: true });
});
beforeEach(async () => {
  await portal.services.db.deleteFrom('personas_entradas').execute();
  await portal.services.db.deleteFrom('personas').execute();
});

describe('importing where people work', () => {
  const HEADERS =
    'CURP,Nombre,Apellido paterno,Apellido materno,Teléfono,Número de expediente,Fecha de ingreso,Órgano,Categoría,Adscripción desde';
  const path = join(dir, 'empleo.csv');
  const file = (...rows: string[][]) =>
    writeFileSync(path, [HEADERS, ...rows.map((cells) => cells.join())].join('\n'));
  const people = (n: number) => personaRow(n).slice(0, 4);
  const items = async () => {
    const { rows } = await portal.services.database.execute(
      `select (select clave from catalogo_items where catalogo = 'organos' and activo order by clave limit 1) as organo,
         (select nombre from catalogo_items where catalogo = 'categorias' and activo order by orden limit 1) as categoria`,
    );
    return rows[0] as { organo: string; categoria: string };
  };
  const preview = async (from = path) => {
    const { result } = await hojas.upload(from);
    const { archivo, correspondencia } = result!;
    const data = { hoja: 'personas', archivo, correspondencia };
    return (await portal.call('previewImportacion', data, { token: staff.token }))
      .result as VistaPrevia;
  };
  const said = async (n: number) => {
    const rows = await portal.services.db
      .selectFrom('personas_entradas as e')
      .innerJoin('personas as p', 'p.id', 'e.persona_id')
      .select(['e.apartado', 'e.datos'])
      .where('p.curp', '=', personaRow(n)[0])
      .orderBy('e.apartado')
      .execute();
    return Object.fromEntries(rows.map(({ apartado, datos }) => [apartado, datos]));
  };
  it('writes it, shows it in the list, exports it, and takes the export again without a change', async () => {
    const { organo, categoria } = await items();
    file(
      [
        ...people(0),
        '55 1234 5678',
        'jc-12',
        '01/03/2015',
        organo,
        categoria.toUpperCase(),
        '2020-01-16',
      ],
      [...people(1), '', '', '', '', '', ''],
    );
    expect((await preview()).cifras).toEqual({ nuevas: 2, cambiadas: 0, sinCambio: 0 });
    expect(await hojas.finished(await hojas.start(path))).toMatchObject({ estado: 'terminado' });
    expect(await said(0)).toMatchObject({
      telefono: { clase: 'celular', numero: '+525512345678' },
      servicio: { expediente: 'JC-12', ingreso: '2015-03-01' },
      empleo: { desde: '2020-01-16', hasta: null },
    });
    expect(await said(1)).toEqual({});
    const { result: listed } = await portal.call(
      'listPersonas',
      { busqueda: '5512345678' },
      { token: staff.token },
    );
    expect(listed.filas).toMatchObject([{ expediente: 'JC-12', categoria }]);
    expect(listed.filas[0].adscripcion).toEqual(expect.any(String));

    // The address of an account is theirs, as the list shows it.
    const { id: conCuenta } = await portal.services.db
      .selectFrom('personas')
      .select('id')
      .where('curp', '=', personaRow(1)[0]!)
      .executeTakeFirstOrThrow();
    const { email } = await makeCuenta(portal, { personaId: conCuenta });
    const { result } = await portal.call(
      'startExportacion',
      { hoja: 'personas', tipo: 'csv' },
      { token: staff.token },
    );
    const { archivo } = await hojas.finished(result.trabajo);
    const bytes = await (await hojas.download(`/api/exportaciones/${archivo?.id}`)).arrayBuffer();
    const exported = join(dir, 'exportado.csv');
    writeFileSync(exported, Buffer.from(bytes));
    expect(Buffer.from(bytes).toString('utf8')).toContain(email);
    const again = await preview(exported);
    expect(again).toMatchObject({ errores: 0, cifras: { nuevas: 0, cambiadas: 0, sinCambio: 2 } });
    expect(await hojas.finished(await hojas.start(exported))).toMatchObject({
      estado: 'terminado',
    });
    expect(await hojas.countPersonas()).toBe(2);
    expect(Object.keys(await said(0))).toHaveLength(3);
    // The next test takes everybody away, and an account keeps its person.
    await portal.services.db
      .updateTable('cuentas')
      .set({ persona_id: null })
      .where('email', '=', email)
      .execute();
  });

  it('says of each cell what is wrong, what may be meant, and what a file says otherwise; and writes nothing', async () => {
    const { organo, categoria } = await items();
    file([...people(0), '55 1234 5678', '', '', '', '', '']);
    await hojas.finished(await hojas.start(path));
    file(
      [people(0)[0]!, 'Otra', ...people(0).slice(2), '55 9999 9999', '', '', '', '', ''],
      [...people(1), '12', '', '', '', '', ''],
      [...people(2), '', 'JC-9', '', organo, categoria, ''],
      [...people(3), '', '', '', organo, `${categoria.slice(0, -2)}x`, '2020-01-16'],
    );
    const vista = await preview();
    expect(vista.cifras).toBeNull();
    const problems = JSON.stringify(vista);
    expect(problems).toContain('El nombre no es el de su expediente («Ana»)');
    expect(problems).toContain('Un teléfono de México lleva 10 cifras');
    expect(problems).toContain('Escriba un dato en «Fecha de ingreso»');
    expect(problems).toContain('Escriba un dato en «Desde»');
    expect(JSON.stringify(vista.dudas)).toContain(categoria);
    expect(await hojas.finished(await hojas.start(path))).toMatchObject({ estado: 'fallido' });
    expect(await hojas.countPersonas()).toBe(1);
    expect(
      await portal.services.db.selectFrom('personas_entradas').select('id').execute(),
    ).toHaveLength(1);
  });
});

describe('importing names as people write them', () => {
  const path = join(dir, 'nombres.csv');
  const review = async (elecciones: Record<string, Record<string, string>>, from = path) => {
    const { result } = await hojas.upload(from);
    const { archivo, correspondencia } = result!;
    const data = { hoja: 'personas', archivo, correspondencia, elecciones };
    const answer = await portal.call('previewImportacion', data, { token: staff.token });
    return {
      vista: answer.result as VistaPrevia,
      confirm: async () => {
        const started = await portal.call('startImportacion', data, { token: staff.token });
        return hojas.finished(started.result.trabajo);
      },
    };
  };

  it('asks once what stands in the place of a surname, and takes no sign for a name', async () => {
    const [a, b, c] = [personaRow(0)[0]!, personaRow(1)[0]!, personaRow(2)[0]!];
    const head = 'CURP,Nombre,Apellido paterno,Apellido materno';
    writeFileSync(path, `${head}\n${a},Ana,Pérez,.\n${b},Eva,Ruiz,.\n${c},Luz,Gil,Xx\n`);
    const { vista } = await review({});
    expect(vista.dudas).toMatchObject([
      { columna: 'apellidoMaterno', valor: '.', filas: 2, primera: 2 },
      { columna: 'apellidoMaterno', valor: 'Xx', filas: 1, opciones: [{}, { valor: '=Xx' }] },
    ]);
    const { confirm } = await review({
      apellidoMaterno: { '.': '(sin apellido)', xx: '=Xx' },
    });
    expect(await confirm()).toMatchObject({ estado: 'terminado' });
    const rows = await portal.services.db
      .selectFrom('personas')
      .select(['nombre', 'apellido_materno'])
      .where('curp', 'in', [a, b, c])
      .orderBy('nombre')
      .execute();
    expect(rows.map(({ apellido_materno }) => apellido_materno)).toEqual(['', '', 'Xx']);
    writeFileSync(path, `${head}\n${a.slice(0, 17)}9,-,#N/A,P±rez\n`);
    const { vista: bad } = await review({});
    const said = bad.problemas.map(({ mensaje }) => mensaje).join(' ');
    expect(said).toContain('«-» no es un nombre');
    expect(said).toContain('La celda dice #N/A: corrija la fórmula.');
    expect(said).toContain('solo con letras');
  });

  it('asks whether hidden rows go in, and says which worksheet it read', async () => {
    const of = (...rows: [string[], string?][]) =>
      `<worksheet><sheetData>${rows.map(([cells, more = '']) => `<row ${more}>${cells.map((one) => `<c t="str"><v>${one}</v></c>`).join('')}</row>`).join('')}</sheetData></worksheet>`;
    const head = ['CURP', 'Nombre', 'Apellido paterno', 'Apellido materno'];
    const parts = book(
      of([head], [personaRow(3).slice(0, 4)], [personaRow(4).slice(0, 4), 'hidden="1"']),
      {
        'xl/worksheets/sheet1.xml': of([['Instrucciones']]),
      },
    );
    const visible = parts['xl/workbook.xml']!.replace(' state="hidden"', '');
    const libro = join(dir, 'ocultas.xlsx');
    writeFileSync(libro, zip({ ...parts, 'xl/workbook.xml': visible }));
    const { result } = await hojas.upload(libro);
    expect(result).toMatchObject({ hojas: ['Oculta', 'Datos'], hojaLeida: 1 });
    const { vista, confirm } = await review({}, libro);
    expect(vista.dudas).toMatchObject([{ columna: 'filas-ocultas', filas: 1, primera: 3 }]);
    expect(vista.cifras).toBeNull();
    expect(await confirm()).toMatchObject({ estado: 'fallido' });
    const only = await review({ 'filas-ocultas': { ocultas: 'omitir' } }, libro);
    expect(only.vista.cifras).toMatchObject({ nuevas: 1 });
    expect(await only.confirm()).toMatchObject({ estado: 'terminado' });
    const all = await review({ 'filas-ocultas': { ocultas: 'incluir' } }, libro);
    expect(all.vista.cifras).toMatchObject({ nuevas: 1, sinCambio: 1 });
  });
});

describe('importing people who are there', () => {
  const path = join(dir, 'otra-vez.csv');
  const COLUMNS =
    'CURP,Clave,Nombre,Correo,Teléfono,Número de expediente,Fecha de ingreso,Órgano,Categoría,Adscripción desde';
  const file = (...rows: string[][]) =>
    writeFileSync(path, [COLUMNS, ...rows.map((cells) => cells.join())].join('\n'));
  const [curp, nombre] = personaRow(0);
  const row = (...cells: string[]) => [curp, '', nombre, ...cells];
  const catalog = async () => {
    const { rows } = await portal.services.database.execute(
      `select (select array_agg(clave) from (select clave from catalogo_items
           where catalogo = 'organos' and activo order by clave limit 2) o) as organos,
         (select array_agg(clave) from (select clave from catalogo_items
           where catalogo = 'categorias' and activo order by orden limit 2) c) as categorias`,
    );
    return rows[0] as { organos: string[]; categorias: string[] };
  };
  const review = async () => {
    const { result } = await hojas.upload(path);
    const { archivo, correspondencia } = result!;
    const data = { hoja: 'personas', archivo, correspondencia };
    const { result: vista } = await portal.call('previewImportacion', data, {
      token: staff.token,
    });
    return {
      vista: vista as VistaPrevia,
      confirm: async () => {
        const answer = await portal.call('startImportacion', data, { token: staff.token });
        return hojas.finished(answer.result.trabajo);
      },
    };
  };
  const findPersona = () =>
    portal.services.db
      .selectFrom('personas')
      .selectAll()
      .where('curp', '=', curp)
      .executeTakeFirstOrThrow();
  const entradas = async () => {
    const { id } = await findPersona();
    return portal.services.db
      .selectFrom('personas_entradas')
      .select(['id', 'apartado', 'datos', 'version', 'actualizado_por'])
      .where('persona_id', '=', id)
      .orderBy('creado_en')
      .execute();
  };
  const historyOf = async (personaId: string, trabajo: string) =>
    (
      await portal.services.db
        .selectFrom('historial')
        .select(['accion', 'despues'])
        .where('persona_id', '=', personaId)
        .where('peticion_id', '=', trabajo)
        .orderBy('id')
        .execute()
    ).map(({ accion, despues }) => {
      const { apartado = null, campos = null } = (despues ?? {}) as Record<string, unknown>;
      return [accion, apartado, campos];
    });

  it('shows what would change and changes that, each person with it in their history', async () => {
    const { organos, categorias } = await catalog();
    file(row('', '55 1234 5678', 'A-1', '2015-03-01', organos[0]!, categorias[0]!, '2020-01-16'), [
      ...[personaRow(1)[0], '', personaRow(1)[1]],
      '',
      '',
      '',
      '',
      '',
      '',
      '',
    ]);
    const first = await (await review()).confirm();
    const { id } = await findPersona();
    // What it wrote of who is new is in their history, too.
    expect(await historyOf(id, first.id)).toEqual([
      ['persona.crear', null, null],
      ['persona.agregarDato', 'servicio', null],
      ['persona.agregarDato', 'empleo', null],
      ['persona.agregarDato', 'telefono', null],
    ]);
    const before = await entradas();

    // The category is another, the telephone too; the empty cells say nothing.
    file(
      row('ana@correo.example', '55 9999 8888', '', '', '', categorias[1]!, ''),
      [...[personaRow(1)[0], '', personaRow(1)[1]], '', '', '', '', '', '', ''],
      [...[personaRow(2)[0], '', personaRow(2)[1]], '', '', '', '', '', '', ''],
    );
    const { vista, confirm } = await review();
    expect(vista.cifras).toEqual({ nuevas: 1, cambiadas: 1, sinCambio: 1 });
    expect(vista.cambios).toEqual([
      {
        fila: 2,
        nombre: expect.stringContaining('ANA'),
        celdas: [
          { columna: 'correo', antes: '', despues: 'ana@correo.example' },
          { columna: 'categoria', antes: expect.any(String), despues: expect.any(String) },
          { columna: 'telefono', antes: '55 1234 5678', despues: '55 9999 8888' },
        ],
      },
    ]);
    expect(await entradas()).toEqual(before);
    const second = await confirm();
    expect(second).toMatchObject({
      estado: 'terminado',
      cifras: { filas: 3, nuevas: 1, cambiadas: 1 },
    });
    expect(await findPersona()).toMatchObject({ id, correo_conocido: 'ana@correo.example' });
    const now = await entradas();
    expect(now.map((one) => [one.id, one.version])).toEqual([
      [before[0]!.id, 1],
      [before[1]!.id, 2],
      [before[2]!.id, 2],
    ]);
    expect(now[1]).toMatchObject({
      datos: { ...before[1]!.datos, categoria: expect.any(String) },
      actualizado_por: staff.uid,
    });
    expect(now[2]!.datos).toMatchObject({ clase: 'celular', numero: '+525599998888' });
    expect(await historyOf(id, second.id)).toEqual([
      ['persona.editarDato', 'empleo', ['empleo.categoria']],
      ['persona.editarDato', 'telefono', ['telefono.numero']],
      ['persona.editarDato', null, ['persona.correo']],
    ]);
    // The list finds them by what it says now, and nothing is left beside.
    const found = { busqueda: '5599998888' };
    const { result } = await portal.call('listPersonas', found, { token: staff.token });
    expect(result.filas).toHaveLength(1);
    expect(await portal.services.db.selectFrom('personas_cambios').selectAll().execute()).toEqual(
      [],
    );
    expect((await review()).vista.cifras).toEqual({ nuevas: 0, cambiadas: 0, sinCambio: 3 });
    await verifyNow(portal.services.db);
  });

  it('ends what was when somebody works elsewhere since a later day, and says so', async () => {
    const { organos, categorias } = await catalog();
    file(row('', '', '', '', organos[0]!, categorias[0]!, '2020-01-16'));
    await (await review()).confirm();
    file(row('', '', '', '', organos[1]!, '', '2024-02-01'));
    const { vista, confirm } = await review();
    expect(vista).toMatchObject({ errores: 0, avisos: 1, cifras: { cambiadas: 1 } });
    expect(vista.problemas[0]?.mensaje).toContain('termina el 31 de enero de 2024');
    expect(await confirm()).toMatchObject({ estado: 'terminado' });
    const [old, now] = await entradas();
    expect(old!.datos).toMatchObject({ desde: '2020-01-16', hasta: '2024-01-31' });
    expect(now!.datos).toMatchObject({
      desde: '2024-02-01',
      hasta: null,
      categoria: old!.datos.categoria,
    });
    expect(now!.datos.organo).not.toBe(old!.datos.organo);
  });

  it('changes who has no CURP by their key, and nothing of who somebody is', async () => {
    const { db } = portal.services;
    const { id, clave } = await makePersona(db, { curp: null, nombre: 'Iris' });
    file(['', clave, 'iris', 'iris@correo.example', '55 1111 2222', '', '', '', '', '']);
    const { vista, confirm } = await review();
    expect(vista).toMatchObject({ errores: 0, cifras: { nuevas: 0, cambiadas: 1, sinCambio: 0 } });
    expect(await confirm()).toMatchObject({ estado: 'terminado' });
    expect(
      await db.selectFrom('personas').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    ).toMatchObject({ nombre: 'Iris', curp: null, correo_conocido: 'iris@correo.example' });

    file(
      ['', clave, 'Otra', '', '', '', '', '', '', ''],
      ['', 'SC000000000', 'Nadie', '', '', '', '', '', '', ''],
      ['', '', 'Nadie', '', '', '', '', '', '', ''],
      [curp, clave, nombre, '', '', '', '', '', '', ''],
    );
    const wrong = (await review()).vista.problemas.filter(({ nivel }) => nivel === 'error');
    expect(wrong.map(({ fila, columna, mensaje }) => [fila, columna, mensaje])).toEqual([
      [2, 'nombre', expect.stringContaining('una importación no lo cambia')],
      [3, 'clave', 'Ningún expediente tiene esa clave.'],
      [4, 'curp', expect.stringContaining('(o «Clave»)')],
      [5, 'clave', expect.stringContaining('asígnesela')],
    ]);
  });

  it('writes nothing of a file when somebody changed one of its people after it was reviewed', async () => {
    const { db } = portal.services;
    file(row('', '55 1234 5678', 'A-1', '2015-03-01', '', '', ''));
    await (await review()).confirm();
    const [servicio, telefono] = await entradas();
    const { id } = await findPersona();
    file(row('', '55 9999 8888', '', '', '', '', ''), [
      ...[personaRow(1)[0], '', personaRow(1)[1]],
      '',
      '',
      '',
      '',
      '',
      '',
      '',
    ]);
    const { confirm } = await review();
    const save = (apartado: string, entrada: { id: string; version: number }, valores: object) =>
      portal.call(
        'saveEntradaPersona',
        { clave: curp, apartado, id: entrada.id, version: entrada.version, valores },
        { token: admin.token },
      );
    const valores = { ...telefono!.datos, numero: '+525500001111' };
    expect((await save('telefono', telefono!, valores)).http).toBe(200);
    const trabajo = await confirm();
    expect(trabajo).toMatchObject({ estado: 'fallido', archivo: expect.anything() });
    const report = await hojas.download(`/api/exportaciones/${trabajo.archivo!.id}`);
    const { default: ExcelJS } = await import('exceljs');
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(await report.arrayBuffer());
    const told: unknown[] = [];
    book.worksheets[1]!.eachRow(({ values }) => told.push(values));
    expect(JSON.stringify(told)).toContain(
      'después de que se revisó el archivo. Ahora dice Teléfono: «55 0000 1111»',
    );
    expect((await entradas())[1]!.datos.numero).toBe('+525500001111');
    expect(await hojas.countPersonas()).toBe(1);

    // What the file does not say may change meanwhile.
    const again = await review();
    const ingreso = { ...servicio!.datos, ingreso: '2016-01-01' };
    expect((await save('servicio', servicio!, ingreso)).http).toBe(200);
    expect(await again.confirm()).toMatchObject({ estado: 'terminado' });
    expect((await entradas()).map(({ datos }) => datos.ingreso ?? datos.numero)).toEqual([
      '2016-01-01',
      '+525599998888',
    ]);
    expect(
      await db.selectFrom('personas').where('id', '=', id).select('id').execute(),
    ).toHaveLength(1);
  });

  it('changes more people than go together, each once', async () => {
    const many = (correo: (n: number) => string) =>
      file(
        ...Array.from({ length: 1_100 }, (_, n) => [
          ...[personaRow(n)[0], '', personaRow(n)[1], correo(n)],
          ...['', '', '', '', '', ''],
        ]),
      );
    many(() => '');
    await (await review()).confirm();
    many((n) => `persona${n}@correo.example`);
    const { vista, confirm } = await review();
    expect(vista.cifras).toEqual({ nuevas: 0, cambiadas: 1_100, sinCambio: 0 });
    expect(vista.cambios).toHaveLength(50);
    const trabajo = await confirm();
    expect(trabajo).toMatchObject({ estado: 'terminado', cifras: { cambiadas: 1_100 } });
    const { rows } = await portal.services.database.execute(
      `select (select count(distinct correo_conocido)::int from personas) as correos,
         (select count(*)::int from historial where peticion_id = $1 and accion = 'persona.editarDato') as notas`,
      [trabajo.id],
    );
    expect(rows[0]).toEqual({ correos: 1_100, notas: 1_100 });
  });

  it('finds out that somebody wrote to a file that it is about to change, and keeps them waiting once it is decided', async () => {
    const { db, now } = portal.services;
    const { id } = await makePersona(
      db,
      personaOfCurp(curp, { nombre, apellidoPaterno: '', apellidoMaterno: '' }, now()),
    );
    const run = { id: crypto.randomUUID(), actorUid: staff.uid, now: now() };
    const { writer } = personasHoja;
    const write = (importacion: { id: string }) => (trx: Trx) => {
      const valores = {
        curp,
        clave: null,
        nombre,
        apellidoPaterno: null,
        apellidoMaterno: null,
        fechaNacimiento: null,
        sexo: null,
        entidad: null,
        correo: 'nuevo@correo.example',
        telefono: null,
        expediente: null,
        ingreso: null,
        organo: null,
        institucion: null,
        categoria: null,
        desde: null,
      };
      const prepared = personasHoja.prepare!(valores, run.now);
      return writer!.write(trx, [{ fila: 2, valores: prepared }], { ...run, ...importacion });
    };
    const inside = <T>(work: (trx: Trx) => Promise<T>) => db.transaction().execute(work);
    await inside((trx) => beginImportacion(trx, { ...run, hoja: 'personas' }));
    await inside(write(run));
    const isCurrent = () => inside((trx) => writer!.isCurrent!(trx, run));
    expect(await isCurrent()).toBe(true);
    await makeEntrada(db, id, 'telefono', { clase: 'casa', numero: '+525511112222' });
    expect(await isCurrent()).toBe(false);
    // It looks again.
    await inside(write(run));
    expect(await isCurrent()).toBe(true);
    await db
      .updateTable('importaciones')
      .set({ estado: 'decidida' })
      .where('id', '=', run.id)
      .execute();
    const late = makeEntrada(db, id, 'telefono', { clase: 'casa', numero: '+525511113333' });
    await expect(late).rejects.toMatchObject({ name: 'Outage', part: 'import' });
    await inside((trx) => writer!.apply!(trx, { ...run, cursor: null }, null));
    await db
      .updateTable('importaciones')
      .set({ estado: 'terminada' })
      .where('id', '=', run.id)
      .execute();
    expect((await findPersona()).correo_conocido).toBe('nuevo@correo.example');
    await makeEntrada(db, id, 'telefono', { clase: 'casa', numero: '+525511113333' });
  });
});
