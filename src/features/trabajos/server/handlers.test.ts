/** Import, export and the tray over HTTP, with people as the list. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeCuenta } from '../../../../tests/factories/cuentas.ts';
import { makeEntrada } from '../../../../tests/factories/entradas.ts';
import { personaRow, writePersonas } from '../../../../tests/factories/hojas.ts';
import { makePersona } from '../../../../tests/factories/personas.ts';
import { verifyNow } from '../../../../tests/historial.ts';
import { startTestPortal, type TestPortal } from '../../../../tests/portal.ts';
import type { Trx } from '../../../platform/server/db/index.ts';
import { beginImportacion } from '../../../platform/server/hojas/importaciones.ts';
import { inspectTable, withTable } from '../../../platform/server/hojas/read.ts';
import { createTableWriter } from '../../../platform/server/hojas/write.ts';
import { personasHoja } from '../../personas/server/hojas.ts';
import { personaOfCurp } from '../../personas/server/service.ts';
import type { ArchivoRecibido, Trabajo, VistaPrevia } from '../contract.ts';

let portal: TestPortal;
let staff: { uid: string; token: string };
let admin: { uid: string; token: string };
let person: { uid: string; token: string };
const dir = mkdtempSync(join(tmpdir(), 'hojas-'));

beforeAll(async () => {
  portal = await startTestPortal();
  staff = await makeCuenta(portal, { role: 'Escolar' });
  admin = await makeCuenta(portal, { role: 'Admin' });
  person = await makeCuenta(portal);
});
afterAll(async () => {
  await portal.stop();
  rmSync(dir, { recursive: true, force: true });
});
beforeEach(async () => {
  await portal.services.db.deleteFrom('personas_entradas').execute();
  await portal.services.db.deleteFrom('personas').execute();
});

const upload = async (path: string, token = staff.token, hoja = 'personas') => {
  const response = await fetch(
    `${portal.url}/api/importaciones?${new URLSearchParams({ hoja, nombre: 'Lista de añejos.xlsx' })}`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      body: readFileSync(path),
    },
  );
  const body = (await response.json()) as { result?: ArchivoRecibido; error?: { message: string } };
  return { http: response.status, ...body };
};

const start = async (path: string) => {
  const { result } = await upload(path);
  const { archivo, correspondencia } = result!;
  const data = { hoja: 'personas', archivo, correspondencia };
  const answer = await portal.call('startImportacion', data, { token: staff.token });
  return answer.result.trabajo as string;
};

const finished = async (id: string, token = staff.token): Promise<Trabajo> => {
  for (let i = 0; i < 400; i++) {
    const { result } = await portal.call('listTrabajos', {}, { token });
    const trabajo = (result.trabajos as Trabajo[]).find((one) => one.id === id);
    if (trabajo?.terminadoEn) return trabajo;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the job did not end');
};

const download = (path: string, token = staff.token) =>
  fetch(`${portal.url}${path}`, { headers: { authorization: `Bearer ${token}` } });

const countPersonas = async () =>
  Number(
    (await portal.services.database.execute('select count(*)::int as n from personas')).rows[0]!.n,
  );

const rowsOf = async (bytes: ArrayBuffer) => {
  const path = join(dir, 'bajado');
  writeFileSync(path, Buffer.from(bytes));
  return withTable(path, await inspectTable(path), async ({ headers, blocks }) => {
    const rows = [];
    for await (const block of blocks) rows.push(...block.map(({ cells }) => [...cells]));
    return { headers, rows };
  });
};

describe('importing', () => {
  it.each(['xlsx', 'latin1'] as const)('writes all rows of a file (%s)', async (tipo) => {
    const path = join(dir, `buenas-${tipo}`);
    await writePersonas(path, tipo, 1_200);
    const { result } = await upload(path);
    expect(result?.encabezados).toContain('Apellido paterno');
    const { archivo, correspondencia } = result!;
    expect(correspondencia).toMatchObject({ curp: 0, nombre: 1, sexo: 4, entidad: null });
    const data = { hoja: 'personas', archivo, correspondencia };

    const preview = await portal.call('previewImportacion', data, { token: staff.token });
    const vista = preview.result as VistaPrevia;
    expect(vista).toMatchObject({ revisadas: 1_200, completa: true, errores: 0, cambios: [] });
    expect(vista.cifras).toEqual({ nuevas: 1_200, cambiadas: 0, sinCambio: 0 });
    expect(vista.filas[0]?.celdas.slice(0, 2)).toEqual(personaRow(0).slice(0, 2));
    expect(await countPersonas()).toBe(0);

    const { result: started } = await portal.call('startImportacion', data, {
      token: staff.token,
    });
    const trabajo = await finished(started.trabajo);
    expect(trabajo).toMatchObject({ estado: 'terminado', avance: 1_200, total: 1_200 });
    expect(trabajo.mensaje).toBe('Se importaron 1,200 filas.');
    expect(await countPersonas()).toBe(1_200);
    const [row] = await portal.services.db
      .selectFrom('personas')
      .selectAll()
      .where('curp', '=', personaRow(2)[0])
      .execute();
    expect(row).toMatchObject({
      nombre: 'Ñandú',
      nombre_completo: 'ÑANDÚ HERNÁNDEZ GARCÍA',
      sexo: 'M',
      discrepancias: [],
    });
    const history = await portal.services.db
      .selectFrom('historial')
      .select(['accion', 'actor_uid', 'despues'])
      .where('entidad_id', '=', trabajo.id)
      .orderBy('id')
      .execute();
    expect(history.map(({ accion }) => accion)).toEqual(['hoja.pedirImportacion', 'hoja.importar']);
    expect(history[1]?.despues).toMatchObject({ hoja: 'personas', filas: 1_200, nuevas: 1_200 });
    // Each person's own history begins with it.
    const created = await portal.services.database.execute(
      `select count(*)::int as n, count(distinct h.persona_id)::int as personas, min(h.actor_uid) as actor,
         min(h.despues->>'importacion') as importacion
       from historial h join personas p on p.id = h.persona_id and h.entidad_id = p.id::text
       where h.accion = 'persona.crear'`,
    );
    expect(created.rows[0]).toEqual({
      n: 1_200,
      personas: 1_200,
      actor: staff.uid,
      importacion: trabajo.id,
    });
    expect(await verifyNow(portal.services.db)).toMatchObject({ integro: true });
    // Nothing is left of it but the report.
    const left = await portal.services.database.execute(
      "select (select count(*) from importaciones where estado <> 'terminada')::int as filas, (select count(*) from trabajos_archivos where clase = 'importacion' and propietario = $1)::int as archivos",
      [staff.uid],
    );
    expect(left.rows[0]).toEqual({ filas: 0, archivos: 0 });
  });

  it('writes nothing when the last of 5,000 rows is bad, and reports where', async () => {
    const path = join(dir, 'mala.xlsx');
    await writePersonas(path, 'xlsx', 5_000, (row, n) => {
      if (n === 4_999) row[0] = '=HYPERLINK("http://malo.example")';
      if (n === 4_000) row[0] = personaRow(10)[0];
      if (n === 7) row[1] = 'Zacarías';
    });
    const trabajo = await finished(await start(path));
    expect(trabajo).toMatchObject({ estado: 'fallido', puedeReintentar: false });
    expect(trabajo.mensaje).toMatch(/No se importó nada/);
    expect(await countPersonas()).toBe(0);

    const response = await download(`/api/exportaciones/${trabajo.archivo?.id}`);
    expect(response.headers.get('content-disposition')).toContain(
      "filename*=UTF-8''Informe%20de%20Lista%20de%20a%C3%B1ejos.xlsx",
    );
    const { rows } = await rowsOf(await response.arrayBuffer());
    expect(rows).toContainEqual(['Resultado', 'No se escribió ninguna fila.']);
    expect(rows).toContainEqual(['Filas leídas', 5_000]);
  });

  it('shows the errors of each cell, row and repetition before anything is written', async () => {
    const taken = personaRow(1);
    await writePersonas(join(dir, 'una'), 'latin1', 2);
    await finished(await start(join(dir, 'una')));
    const other = personaRow(3);
    const path = join(dir, 'errores.csv');
    writeFileSync(
      path,
      [
        'nombre(s),PRIMER APELLIDO,clave unica de registro de poblacion,género,F. Nacimiento',
        // What their file says already changes nothing; this says another name.
        `Otra,${taken[2]},${taken[0]},,`,
        `,${other[2]},${other[0]},,`,
        `Ana,Pérez,XEXX010101HNEXXXA4,,`,
        `Beto,Pérez,ABC,perro,31/02/2000`,
        `${personaRow(4)[1]},${personaRow(4)[2]},${personaRow(4)[0]},Hombre,`,
        `${personaRow(5)[1]},${personaRow(5)[2]},${personaRow(5)[0]},,`,
        `${personaRow(5)[1]},${personaRow(5)[2]},${personaRow(5)[0]},,`,
      ].join('\n'),
    );
    const { result } = await upload(path);
    const { archivo, correspondencia } = result!;
    const preview = await portal.call(
      'previewImportacion',
      { hoja: 'personas', archivo, correspondencia },
      { token: staff.token },
    );
    const { problemas, completa } = preview.result as VistaPrevia;
    expect(completa).toBe(true);
    const errors = problemas
      .filter(({ nivel }) => nivel === 'error')
      .map(({ fila, columna }) => `${fila} ${columna}`);
    expect(errors).toEqual(
      ['2 nombre', '3 nombre', '5 curp', '5 fechaNacimiento', '5 sexo', '6 sexo', '8 curp'].sort(
        (a, b) => Number(a[0]) - Number(b[0]),
      ),
    );
    const errorOf = (row: number) =>
      problemas.find(({ fila, nivel }) => fila === row && nivel === 'error')?.mensaje;
    expect(errorOf(2)).toMatch(/no es el de su expediente/);
    expect(errorOf(8)).toMatch(/la fila 7 ya lo tiene/);
    // Names that differ from the CURP's letters are legitimate: only a warning.
    expect(problemas).toContainEqual(
      expect.objectContaining({ fila: 4, nivel: 'aviso', columna: 'nombre' }),
    );
  });

  it('shows every error of a row at once, also when its CURP is somebody’s already', async () => {
    const path = join(dir, 'toda-mal.csv');
    const [curp] = personaRow(40);
    await writePersonas(path, 'csv', 1, (row) => {
      row[0] = curp!;
    });
    expect((await finished(await start(path))).estado).toBe('terminado');
    writeFileSync(
      path,
      `CURP,Nombre,Apellido paterno,Fecha de nacimiento,Sexo,Correo\n${curp},,Otro,31/02/1990,tal vez,no es correo\nNADA,,,01/01/1990,,@\n`,
    );
    const { result } = await upload(path);
    const { archivo, correspondencia } = result!;
    const preview = await portal.call(
      'previewImportacion',
      { hoja: 'personas', archivo, correspondencia },
      { token: staff.token },
    );
    const { problemas } = preview.result as VistaPrevia;
    const errorsOf = (row: number) =>
      problemas
        .filter(({ fila, nivel }) => fila === row && nivel === 'error')
        .map(({ columna }) => columna)
        .sort();
    expect(errorsOf(2)).toEqual(['apellidoPaterno', 'correo', 'fechaNacimiento', 'nombre', 'sexo']);
    expect(errorsOf(3)).toEqual(['correo', 'curp', 'nombre']);
  });

  it('asks once what rows mean that say one thing, and writes what was answered', async () => {
    const path = join(dir, 'dudas.csv');
    const organos = await portal.services.db
      .selectFrom('catalogo_items')
      .select(['nombre'])
      .where('catalogo', '=', 'entidades')
      .where('clave', '=', 'CH')
      .execute();
    expect(organos[0]?.nombre).toBe('Chihuahua');
    const said = ['Chihuaha', 'CHIHUAHA', 'Chihuahua'];
    const filas = said.map((entidad, i) => `DUDA${i},Sede ${i},${entidad}`);
    writeFileSync(path, ['Clave,Nombre,Entidad', ...filas].join('\n'));
    const hoja = 'catalogo-sedes';
    const { result } = await upload(path, admin.token, hoja);
    const { archivo, correspondencia } = result!;
    const data = { hoja, archivo, correspondencia };
    const look = async (more: object) =>
      (await portal.call('previewImportacion', { ...data, ...more }, { token: admin.token }))
        .result as VistaPrevia;
    const before = await look({});
    expect(before).toMatchObject({ errores: 2, problemas: [], cifras: null });
    expect(before.dudas).toEqual([
      expect.objectContaining({ columna: 'entidad', valor: 'Chihuaha', filas: 2, primera: 2 }),
    ]);
    const [chihuahua] = before.dudas[0]!.opciones;
    expect(chihuahua).toEqual({ valor: 'CH', texto: 'Chihuahua (CH)' });
    const elecciones = { entidad: { chihuaha: 'CH' } };
    expect(await look({ elecciones })).toMatchObject({
      errores: 0,
      dudas: [],
      cifras: { nuevas: 3, cambiadas: 0, sinCambio: 0 },
    });
    const { result: started } = await portal.call(
      'startImportacion',
      { ...data, elecciones },
      { token: admin.token },
    );
    const trabajo = await finished(started.trabajo, admin.token);
    expect(trabajo.mensaje).toBe('Se importaron 3 filas.');
  });

  it('obeys the matching that the person corrected, and refuses an impossible one', async () => {
    const path = join(dir, 'raras.csv');
    const [curp, nombre, paterno] = personaRow(20);
    writeFileSync(path, `A;B;C\n${paterno};${curp};${nombre}\n`);
    const { result } = await upload(path);
    const archivo = result!.archivo;
    const call = (correspondencia: object) =>
      portal.call(
        'previewImportacion',
        { hoja: 'personas', archivo, correspondencia },
        { token: staff.token },
      );
    expect((await call(result!.correspondencia)).error?.message).toMatch(/Falta la columna «CURP»/);
    expect((await call({ curp: 1, nombre: 1 })).error?.message).toMatch(/está indicada para/);
    expect((await call({ curp: 1, nombre: 9 })).error?.message).toMatch(/no existe/);
    const good = await call({ curp: 1, nombre: 2, apellidoPaterno: 0 });
    expect(good.result.errores).toBe(0);
  });

  it('is for staff, and each file for who sent it', async () => {
    const path = join(dir, 'una');
    await writePersonas(path, 'latin1', 1);
    expect((await upload(path, person.token)).http).toBe(403);
    expect((await upload(path, 'nada')).http).toBe(401);
    expect((await upload(path, staff.token, 'otra')).http).toBe(404);
    const cookieOnly = await fetch(`${portal.url}/api/importaciones?hoja=personas&nombre=a`, {
      method: 'POST',
      headers: { cookie: `token=${staff.token}` },
      body: 'a,b',
    });
    expect(cookieOnly.status).toBe(403);
    const { result } = await upload(path);
    const data = {
      hoja: 'personas',
      archivo: result!.archivo,
      correspondencia: result!.correspondencia,
    };
    for (const name of ['previewImportacion', 'startImportacion']) {
      expect((await portal.call(name, data, { token: admin.token })).http).toBe(404);
      expect((await portal.call(name, data, { token: person.token })).http).toBe(403);
      expect((await portal.call(name, data)).http).toBe(401);
    }
    // A file that came in is not one to download.
    expect((await download(`/api/exportaciones/${result!.archivo}`)).status).toBe(404);
  });

  it('finds the headers below a title; a file without rows is told, not imported', async () => {
    const path = join(dir, 'titulo.csv');
    const [curp, nombre] = personaRow(30);
    writeFileSync(path, `Alumnos de 2026;\n;\nCURP;Nombre\n${curp};${nombre}\n`);
    const { result } = await upload(path);
    expect(result?.encabezados).toEqual(['CURP', 'Nombre']);
    const titled = await finished(await start(path));
    expect(titled.mensaje).toMatch(/^Se importó 1 fila/);
    writeFileSync(path, 'CURP,Nombre\n,\n');
    const empty = await upload(path);
    const data = {
      hoja: 'personas',
      archivo: empty.result!.archivo,
      correspondencia: empty.result!.correspondencia,
    };
    const preview = await portal.call('previewImportacion', data, { token: staff.token });
    expect(preview.error?.message).toMatch(/ninguna fila debajo de los encabezados/);
    const job = await finished(await start(path));
    expect(job).toMatchObject({ estado: 'fallido', puedeReintentar: false });
    expect(job.mensaje).toMatch(/ninguna fila/);
  });

  it('refuses what is too big or no table, and goes on', async () => {
    const path = join(dir, 'enorme');
    writeFileSync(path, Buffer.alloc(26 * 1024 * 1024, 'a'));
    const big = await upload(path).catch(() => null);
    // The answer may be lost when the connection is cut while the client is still sending.
    if (big) expect(big.error?.message).toMatch(/25 MB/);
    writeFileSync(path, '%PDF-1.4');
    expect((await upload(path)).error?.message).toMatch(/PDF/);
  });
});

describe('the blank format', () => {
  it('has every column, and can be filled in and imported', async () => {
    const response = await download('/api/importaciones/formatos/personas');
    expect(response.status).toBe(200);
    const bytes = await response.arrayBuffer();
    const { default: ExcelJS } = await import('exceljs');
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(bytes);
    expect(workbook.worksheets.map(({ name }) => name)).toEqual([
      'Personas',
      'Instrucciones',
      'Valores',
    ]);
    expect(workbook.worksheets[0]?.getRow(1).getCell(1).note).toBeTruthy();

    const { headers } = await rowsOf(bytes);
    const [curp, nombre, paterno, materno, sexo] = personaRow(77);
    const path = join(dir, 'lleno.xlsx');
    const writer = await createTableWriter(
      path,
      'xlsx',
      'Personas',
      headers.map((header) => ({ header })),
    );
    await writer.write([[curp, nombre, paterno, materno, null, sexo, null]]);
    await writer.close();
    const trabajo = await finished(await start(path));
    expect(trabajo.mensaje).toBe('Se importó 1 fila.');
    expect(await countPersonas()).toBe(1);
  });
});

describe('exporting', () => {
  it('gives what the filters show, to who asked for it, and can be imported back', async () => {
    await writePersonas(join(dir, 'varias'), 'latin1', 1_100);
    await finished(await start(join(dir, 'varias')));
    const { result } = await portal.call(
      'startExportacion',
      { hoja: 'personas', tipo: 'csv' },
      { token: staff.token },
    );
    const trabajo = await finished(result.trabajo);
    const url = `/api/exportaciones/${trabajo.archivo?.id}`;
    expect((await download(url, admin.token)).status).toBe(404);
    expect((await fetch(`${portal.url}${url}`)).status).toBe(401);
    const { headers, rows } = await rowsOf(await (await download(url)).arrayBuffer());
    expect(headers.slice(0, 2)).toEqual(['CURP', 'Nombre']);
    expect(rows).toHaveLength(1_100);

    await portal.services.db.deleteFrom('personas').execute();
    const back = join(dir, 'vuelta.csv');
    writeFileSync(back, Buffer.from(await (await download(url)).arrayBuffer()));
    expect((await finished(await start(back))).estado).toBe('terminado');
    expect(await countPersonas()).toBe(1_100);

    const filtered = await portal.call(
      'startExportacion',
      { hoja: 'personas', filtros: { busqueda: 'ñandú' } },
      { token: staff.token },
    );
    const some = await finished(filtered.result.trabajo);
    const shown = await rowsOf(
      await (await download(`/api/exportaciones/${some.archivo?.id}`)).arrayBuffer(),
    );
    expect(shown.rows.length).toBeGreaterThan(100);
    expect(shown.rows.every(([, nombre]) => nombre === 'Ñandú')).toBe(true);

    // A short list needs no job: the file is there with the answer, and the history says the same.
    const soon = { hoja: 'personas', filtros: { busqueda: 'ñandú' }, alMomento: true };
    const { result: made } = await portal.call('startExportacion', soon, { token: staff.token });
    expect(made).toMatchObject({ trabajo: null, archivo: { nombre: expect.any(String) } });
    const now = await download(`/api/exportaciones/${made.archivo.id}`);
    expect((await rowsOf(await now.arrayBuffer())).rows).toEqual(shown.rows);
    expect((await download(`/api/exportaciones/${made.archivo.id}`, admin.token)).status).toBe(404);
    const notes = await portal.services.db
      .selectFrom('historial')
      .select(['accion', 'entidad_id'])
      .where('accion', 'in', ['hoja.pedirExportacion', 'hoja.exportar'])
      .orderBy('id', 'desc')
      .limit(2)
      .execute();
    expect(notes.map(({ accion }) => accion)).toEqual(['hoja.exportar', 'hoja.pedirExportacion']);
    expect(notes[0]?.entidad_id).toBe(notes[1]?.entidad_id);

    const wrong = { hoja: 'personas', filtros: { otro: 1 } };
    expect((await portal.call('startExportacion', wrong, { token: staff.token })).http).toBe(400);
    expect((await portal.call('startExportacion', wrong, { token: person.token })).http).toBe(403);
  });
});

describe('exporting what a mistyped search shows', () => {
  it.each([
    [
      'catalogo-organos',
      'listItemsCatalogo',
      { catalogo: 'organos' },
      'tribunnal laborall',
      'nombre',
    ],
    ['usuarios', 'listUsuarios', {}, 'etxeberia', 'displayName'],
  ])('%s: the same rows, the likest first', async (hoja, list, more, busqueda, called) => {
    await portal.services.db
      .updateTable('cuentas')
      .set({ display_name: 'Íñigo Etxeberría' })
      .where('uid', '=', person.uid)
      .execute();
    const token = admin.token;
    const asked = { busqueda, porPagina: 200, ...more };
    const { result: shown } = await portal.call(list, asked, { token });
    expect(shown).toMatchObject({ parecidas: true });
    expect(shown.filas.length).toBeGreaterThan(0);
    const nameOf = (fila: Record<string, unknown>) =>
      called in fila ? fila[called] : (fila.valores as Record<string, unknown>)[called];

    const exported = async (filtros: object) => {
      const { result } = await portal.call(
        'startExportacion',
        { hoja, tipo: 'csv', filtros },
        { token },
      );
      const trabajo = await finished(result.trabajo, token);
      const answer = await download(`/api/exportaciones/${trabajo.archivo?.id}`, token);
      const { headers, rows } = await rowsOf(await answer.arrayBuffer());
      return rows.map((row) => row[headers.indexOf('Nombre')]);
    };
    expect(await exported({ busqueda })).toEqual(shown.filas.map(nameOf));
    // Some of them, chosen; and nothing of what looks like nothing.
    const [first] = shown.filas;
    const solo = [first.uid ?? first.id];
    expect(await exported({ busqueda, solo })).toEqual([nameOf(first)]);
    expect(await exported({ busqueda: 'zzzzqqqq' })).toEqual([]);
  });
});

describe('the tray', () => {
  it('is each one’s own; an Admin sees and cancels everybody’s', async () => {
    const { trabajos, db } = portal.services;
    const id = await db.transaction().execute((trx) =>
      trabajos.send(trx, 'hojas-exportar', {
        propietario: staff.uid,
        titulo: 'Uno',
        datos: { hoja: 'no-existe', filtros: {}, tipo: 'csv' },
      }),
    );
    const mine = await finished(id);
    expect(mine).toMatchObject({ estado: 'fallido', puedeReintentar: false, propio: true });

    const ids = async (token: string, todos = false) =>
      ((await portal.call('listTrabajos', { todos }, { token })).result.trabajos as Trabajo[]).map(
        (one) => one.id,
      );
    expect(await ids(person.token)).toEqual([]);
    expect(await ids(person.token, true)).toEqual([]);
    expect(await ids(admin.token)).not.toContain(id);
    expect(await ids(admin.token, true)).toContain(id);
    const all = (await portal.call('listTrabajos', { todos: true }, { token: admin.token })).result;
    const other = (all.trabajos as Trabajo[]).find((one) => one.id === id);
    expect(other).toMatchObject({ propio: false, archivo: null });
    expect(other?.quien).toBeTruthy();
    expect((await portal.call('retryTrabajo', { id }, { token: staff.token })).http).toBe(404);
    expect((await portal.call('hideTrabajos', { ids: [id] }, { token: person.token })).http).toBe(
      200,
    );
    expect(await ids(staff.token)).toContain(id);
    await portal.call('hideTrabajos', { ids: [id] }, { token: staff.token });
    expect(await ids(staff.token)).not.toContain(id);
  });
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
    const { result } = await upload(from);
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
    expect(await finished(await start(path))).toMatchObject({ estado: 'terminado' });
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

    const { result } = await portal.call(
      'startExportacion',
      { hoja: 'personas', tipo: 'csv' },
      { token: staff.token },
    );
    const { archivo } = await finished(result.trabajo);
    const bytes = await (await download(`/api/exportaciones/${archivo?.id}`)).arrayBuffer();
    const exported = join(dir, 'exportado.csv');
    writeFileSync(exported, Buffer.from(bytes));
    const again = await preview(exported);
    expect(again).toMatchObject({ errores: 0, cifras: { nuevas: 0, cambiadas: 0, sinCambio: 2 } });
    expect(await finished(await start(exported))).toMatchObject({ estado: 'terminado' });
    expect(await countPersonas()).toBe(2);
    expect(Object.keys(await said(0))).toHaveLength(3);
  });

  it('says of each cell what is wrong, what may be meant, and what a file says otherwise; and writes nothing', async () => {
    const { organo, categoria } = await items();
    file([...people(0), '55 1234 5678', '', '', '', '', '']);
    await finished(await start(path));
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
    expect(await finished(await start(path))).toMatchObject({ estado: 'fallido' });
    expect(await countPersonas()).toBe(1);
    expect(
      await portal.services.db.selectFrom('personas_entradas').select('id').execute(),
    ).toHaveLength(1);
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
    const { result } = await upload(path);
    const { archivo, correspondencia } = result!;
    const data = { hoja: 'personas', archivo, correspondencia };
    const { result: vista } = await portal.call('previewImportacion', data, {
      token: staff.token,
    });
    return {
      vista: vista as VistaPrevia,
      confirm: async () => {
        const answer = await portal.call('startImportacion', data, { token: staff.token });
        return finished(answer.result.trabajo);
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
    const report = await download(`/api/exportaciones/${trabajo.archivo!.id}`);
    const { default: ExcelJS } = await import('exceljs');
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(await report.arrayBuffer());
    const told: unknown[] = [];
    book.worksheets[1]!.eachRow(({ values }) => told.push(values));
    expect(JSON.stringify(told)).toContain(
      'después de que se revisó el archivo. Ahora dice Teléfono: «55 0000 1111»',
    );
    expect((await entradas())[1]!.datos.numero).toBe('+525500001111');
    expect(await countPersonas()).toBe(1);

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
