/** Import, export and the tray over HTTP, with people as the list. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeCuenta } from '../../../../tests/factories/cuentas.ts';
import { personaRow, writePersonas } from '../../../../tests/factories/hojas.ts';
import { verifyNow } from '../../../../tests/historial.ts';
import { type HojasDePersonas, openHojas } from '../../../../tests/hojas.ts';
import { startTestPortal, type TestPortal } from '../../../../tests/portal.ts';
import { createTableWriter } from '../../../platform/server/hojas/write.ts';
import type { Trabajo, VistaPrevia } from '../contract.ts';

let portal: TestPortal;
let staff: { uid: string; token: string };
let admin: { uid: string; token: string };
let hojas: HojasDePersonas;
let person: { uid: string; token: string };
const dir = mkdtempSync(join(tmpdir(), 'hojas-'));

beforeAll(async () => {
  portal = await startTestPortal();
  staff = await makeCuenta(portal, { role: 'Escolar' });
  hojas = openHojas(portal, { dir, token: staff.token });
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

describe('importing', () => {
  it.each(['xlsx', 'latin1'] as const)('writes all rows of a file (%s)', async (tipo) => {
    const path = join(dir, `buenas-${tipo}`);
    await writePersonas(path, tipo, 1_200);
    const { result } = await hojas.upload(path);
    expect(result?.encabezados).toContain('Apellido paterno');
    const { archivo, correspondencia } = result!;
    expect(correspondencia).toMatchObject({ curp: 0, nombre: 1, sexo: 4, entidad: null });
    const data = { hoja: 'personas', archivo, correspondencia };

    const preview = await portal.call('previewImportacion', data, { token: staff.token });
    const vista = preview.result as VistaPrevia;
    expect(vista).toMatchObject({ revisadas: 1_200, completa: true, errores: 0, cambios: [] });
    expect(vista.cifras).toEqual({ nuevas: 1_200, cambiadas: 0, sinCambio: 0 });
    expect(vista.filas[0]?.celdas.slice(0, 2)).toEqual(personaRow(0).slice(0, 2));
    expect(await hojas.countPersonas()).toBe(0);

    const { result: started } = await portal.call('startImportacion', data, {
      token: staff.token,
    });
    const trabajo = await hojas.finished(started.trabajo);
    expect(trabajo).toMatchObject({ estado: 'terminado', avance: 1_200, total: 1_200 });
    expect(trabajo.mensaje).toBe('Se importaron 1,200 filas.');
    expect(await hojas.countPersonas()).toBe(1_200);
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
    const trabajo = await hojas.finished(await hojas.start(path));
    expect(trabajo).toMatchObject({ estado: 'fallido', puedeReintentar: false });
    expect(trabajo.mensaje).toMatch(/No se importó nada/);
    expect(await hojas.countPersonas()).toBe(0);

    const response = await hojas.download(`/api/exportaciones/${trabajo.archivo?.id}`);
    expect(response.headers.get('content-disposition')).toContain(
      "filename*=UTF-8''Informe%20de%20Lista%20de%20a%C3%B1ejos.xlsx",
    );
    const { rows } = await hojas.rowsOf(await response.arrayBuffer());
    expect(rows).toContainEqual(['Resultado', 'No se escribió ninguna fila.']);
    expect(rows).toContainEqual(['Filas leídas', 5_000]);
  });

  it('shows the errors of each cell, row and repetition before anything is written', async () => {
    const taken = personaRow(1);
    await writePersonas(join(dir, 'una'), 'latin1', 2);
    await hojas.finished(await hojas.start(join(dir, 'una')));
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
    const { result } = await hojas.upload(path);
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
    expect((await hojas.finished(await hojas.start(path))).estado).toBe('terminado');
    writeFileSync(
      path,
      `CURP,Nombre,Apellido paterno,Fecha de nacimiento,Sexo,Correo\n${curp},,Otro,31/02/1990,tal vez,no es correo\nNADA,,,01/01/1990,,@\n`,
    );
    const { result } = await hojas.upload(path);
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
    const { result } = await hojas.upload(path, admin.token, hoja);
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
    const trabajo = await hojas.finished(started.trabajo, admin.token);
    expect(trabajo.mensaje).toBe('Se importaron 3 filas.');
  });

  it('obeys the matching that the person corrected, and refuses an impossible one', async () => {
    const path = join(dir, 'raras.csv');
    const [curp, nombre, paterno] = personaRow(20);
    writeFileSync(path, `A;B;C\n${paterno};${curp};${nombre}\n`);
    const { result } = await hojas.upload(path);
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
    expect((await hojas.upload(path, person.token)).http).toBe(403);
    expect((await hojas.upload(path, 'nada')).http).toBe(401);
    expect((await hojas.upload(path, staff.token, 'otra')).http).toBe(404);
    const cookieOnly = await fetch(`${portal.url}/api/importaciones?hoja=personas&nombre=a`, {
      method: 'POST',
      headers: { cookie: `token=${staff.token}` },
      body: 'a,b',
    });
    expect(cookieOnly.status).toBe(403);
    const { result } = await hojas.upload(path);
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
    expect((await hojas.download(`/api/exportaciones/${result!.archivo}`)).status).toBe(404);
  });

  it('finds the headers below a title; a file without rows is told, not imported', async () => {
    const path = join(dir, 'titulo.csv');
    const [curp, nombre] = personaRow(30);
    writeFileSync(path, `Alumnos de 2026;\n;\nCURP;Nombre\n${curp};${nombre}\n`);
    const { result } = await hojas.upload(path);
    expect(result?.encabezados).toEqual(['CURP', 'Nombre']);
    const titled = await hojas.finished(await hojas.start(path));
    expect(titled.mensaje).toMatch(/^Se importó 1 fila/);
    writeFileSync(path, 'CURP,Nombre\n,\n');
    const empty = await hojas.upload(path);
    const data = {
      hoja: 'personas',
      archivo: empty.result!.archivo,
      correspondencia: empty.result!.correspondencia,
    };
    const preview = await portal.call('previewImportacion', data, { token: staff.token });
    expect(preview.error?.message).toMatch(/ninguna fila debajo de los encabezados/);
    const job = await hojas.finished(await hojas.start(path));
    expect(job).toMatchObject({ estado: 'fallido', puedeReintentar: false });
    expect(job.mensaje).toMatch(/ninguna fila/);
  });

  it('refuses what is too big or no table, and goes on', async () => {
    const path = join(dir, 'enorme');
    writeFileSync(path, Buffer.alloc(26 * 1024 * 1024, 'a'));
    const big = await hojas.upload(path).catch(() => null);
    // The answer may be lost when the connection is cut while the client is still sending.
    if (big) expect(big.error?.message).toMatch(/25 MB/);
    writeFileSync(path, '%PDF-1.4');
    expect((await hojas.upload(path)).error?.message).toMatch(/PDF/);
  });
});

describe('the blank format', () => {
  it('has every column, and can be filled in and imported', async () => {
    const response = await hojas.download('/api/importaciones/formatos/personas');
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

    const { headers } = await hojas.rowsOf(bytes);
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
    const trabajo = await hojas.finished(await hojas.start(path));
    expect(trabajo.mensaje).toBe('Se importó 1 fila.');
    expect(await hojas.countPersonas()).toBe(1);
  });
});

describe('exporting', () => {
  it('gives what the filters show, to who asked for it, and can be imported back', async () => {
    await writePersonas(join(dir, 'varias'), 'latin1', 1_100);
    await hojas.finished(await hojas.start(join(dir, 'varias')));
    const { result } = await portal.call(
      'startExportacion',
      { hoja: 'personas', tipo: 'csv' },
      { token: staff.token },
    );
    const trabajo = await hojas.finished(result.trabajo);
    const url = `/api/exportaciones/${trabajo.archivo?.id}`;
    expect((await hojas.download(url, admin.token)).status).toBe(404);
    expect((await fetch(`${portal.url}${url}`)).status).toBe(401);
    const { headers, rows } = await hojas.rowsOf(await (await hojas.download(url)).arrayBuffer());
    expect(headers.slice(0, 2)).toEqual(['CURP', 'Nombre']);
    expect(rows).toHaveLength(1_100);

    await portal.services.db.deleteFrom('personas').execute();
    const back = join(dir, 'vuelta.csv');
    writeFileSync(back, Buffer.from(await (await hojas.download(url)).arrayBuffer()));
    expect((await hojas.finished(await hojas.start(back))).estado).toBe('terminado');
    expect(await hojas.countPersonas()).toBe(1_100);

    const filtered = await portal.call(
      'startExportacion',
      { hoja: 'personas', filtros: { busqueda: 'ñandú' } },
      { token: staff.token },
    );
    const some = await hojas.finished(filtered.result.trabajo);
    const shown = await hojas.rowsOf(
      await (await hojas.download(`/api/exportaciones/${some.archivo?.id}`)).arrayBuffer(),
    );
    expect(shown.rows.length).toBeGreaterThan(100);
    expect(shown.rows.every(([, nombre]) => nombre === 'Ñandú')).toBe(true);

    // A short list needs no job: the file is there with the answer, and the history says the same.
    const soon = { hoja: 'personas', filtros: { busqueda: 'ñandú' }, alMomento: true };
    const { result: made } = await portal.call('startExportacion', soon, { token: staff.token });
    expect(made).toMatchObject({ trabajo: null, archivo: { nombre: expect.any(String) } });
    const now = await hojas.download(`/api/exportaciones/${made.archivo.id}`);
    expect((await hojas.rowsOf(await now.arrayBuffer())).rows).toEqual(shown.rows);
    expect(
      (await hojas.download(`/api/exportaciones/${made.archivo.id}`, admin.token)).status,
    ).toBe(404);
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
      const trabajo = await hojas.finished(result.trabajo, token);
      const answer = await hojas.download(`/api/exportaciones/${trabajo.archivo?.id}`, token);
      const { headers, rows } = await hojas.rowsOf(await answer.arrayBuffer());
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
    const mine = await hojas.finished(id);
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
