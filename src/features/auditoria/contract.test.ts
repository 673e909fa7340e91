/** Over HTTP: every way in which somebody's file is read, who finds out, and finding it in the audit. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { picture } from '../../../tests/almacen.ts';
import { makeCuenta, signInByWire } from '../../../tests/factories/cuentas.ts';
import { makeCurso, makeEdicion } from '../../../tests/factories/cursos.ts';
import { makePersona } from '../../../tests/factories/personas.ts';
import { makePlantilla, RESPUESTAS } from '../../../tests/factories/plantillas.ts';
import { startTestPortal, type TestPortal } from '../../../tests/portal.ts';
import { recordCambios } from '../../platform/server/historial/index.ts';
import { actAs } from '../../platform/server/request-context.ts';
import type { Anotacion } from './contract.ts';

type Account = Awaited<ReturnType<typeof makeCuenta>>;
let portal: TestPortal;
let admin: Account;
let escolar: Account;
beforeAll(async () => {
  portal = await startTestPortal();
  admin = await makeCuenta(portal, { role: 'Admin' });
  escolar = await makeCuenta(portal, { role: 'Escolar' });
});
afterAll(() => portal.stop());

const someone = async () => {
  const persona = await makePersona(portal.services.db);
  return { persona, ...(await makeCuenta(portal, { personaId: persona.id })) };
};

/** Somebody who saved a draft and sent it. */
const enrolled = async () => {
  const { db } = portal.services;
  const curso = await makeCurso(db);
  const plantilla = await makePlantilla(db);
  const ahora = new Date();
  const edicion = await makeEdicion(db, { cursoId: curso.id, plantillaId: plantilla.id, ahora });
  const ana = await someone();
  const ids = {
    idCurso: curso.id,
    idPlantilla: plantilla.id,
    tipo: curso.tipo,
    edicionId: edicion.id,
  };
  await portal.call('saveBorradorInscripcion', { ...ids, respuestas: {} }, { token: ana.token });
  const sent = await portal.call(
    'submitInscripcion',
    { ...ids, version: 1, respuestas: RESPUESTAS },
    { token: ana.token },
  );
  return { ana, folio: sent.result.folio as string, clave: sent.result.clave as string };
};

/** What a person is told of who has looked at their file, the first deed first. */
const accesos = async ({ token }: { token: string }): Promise<string[]> => {
  const { result } = await portal.call('listAccesosExpediente', {}, { token });
  return (result.filas as { accion: string }[]).map(({ accion }) => accion).reverse();
};

const search = async (data: object): Promise<Anotacion[]> =>
  (await portal.call('listHistorial', { descendente: false, ...data }, { token: admin.token }))
    .result.filas;

const get = (path: string, { token }: { token: string }) =>
  fetch(`${portal.url}${path}`, { headers: { authorization: `Bearer ${token}` } });

describe('the person finds among who has looked at their file', () => {
  it('the file itself, once however often the screen asks', async () => {
    const ana = await someone();
    for (let i = 0; i < 3; i++) {
      await portal.call('getPersona', { clave: ana.persona.clave }, { token: escolar.token });
    }
    await portal.call('getPersona', { clave: ana.persona.clave }, { token: admin.token });
    await portal.call('getPersona', { clave: ana.persona.clave }, { token: ana.token });
    expect(await accesos(ana)).toEqual(['persona.leer', 'persona.leer']);
  });

  it('their photo, and the list of their files', async () => {
    const ana = await someone();
    const name = encodeURIComponent(`users/${ana.uid}/foto.jpg`);
    const sent = await fetch(`${portal.url}/v0/b/portal/o?name=${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ana.token}` },
      body: (await picture('jpeg')) as never,
    });
    expect(sent.status).toBe(200);
    const list = `/v0/b/portal/o?prefix=${encodeURIComponent(`users/${ana.uid}/`)}`;
    for (const path of [`/v0/b/portal/o/${name}`, `/v0/b/portal/o/${name}?alt=media`, list]) {
      expect((await get(path, ana)).status).toBe(200);
    }
    expect(await accesos(ana)).toEqual([]);
    for (const path of [`/v0/b/portal/o/${name}?alt=media`, `/v0/b/portal/o/${name}`, list]) {
      expect((await get(path, escolar)).status).toBe(200);
    }
    expect(await accesos(ana)).toEqual(['archivo.leer', 'archivo.listar']);
  });

  it('their account in the list of accounts, and what an Admin does to it', async () => {
    const [ana, beto] = [await someone(), await someone()];
    const asks = { busqueda: ana.email };
    await portal.call('listUsuarios', asks, { token: admin.token });
    await portal.call('listUsuarios', asks, { token: admin.token });
    await portal.call('endSesionesUsuario', { uid: ana.uid }, { token: admin.token });
    const again = await makeCuenta(portal, {});
    await portal.services.db
      .updateTable('cuentas')
      .set({ persona_id: null })
      .where('uid', '=', ana.uid)
      .execute();
    await portal.services.db
      .updateTable('cuentas')
      .set({ persona_id: ana.persona.id })
      .where('uid', '=', again.uid)
      .execute();
    expect(await accesos(again)).toEqual(['cuenta.listar', 'cuenta.terminarSesiones']);
    expect(await accesos(beto)).toEqual([]);
  });

  it('an export that they were in, whoever was named by the search and whoever was not', async () => {
    const ana = await someone();
    const beto = await someone();
    const exportAll = async (buscar: string) => {
      const { result } = await portal.call(
        'startExportacion',
        { hoja: 'personas', tipo: 'csv', filtros: { busqueda: buscar } },
        { token: escolar.token },
      );
      const { trabajos } = portal.services;
      await expect
        .poll(async () => (await trabajos.find(result.trabajo))?.estado)
        .toBe('terminado');
    };
    await exportAll(ana.persona.clave);
    expect(await accesos(ana)).toEqual(['hoja.exportar']);
    expect(await accesos(beto)).toEqual([]);
  });

  it('their acuse, opened by somebody with an account; not by themselves', async () => {
    const { ana, folio, clave } = await enrolled();
    await portal.call('getAcuse', { folio, clave });
    await portal.call('getAcuse', { folio, clave }, { token: ana.token });
    await portal.call('getAcuse', { folio }, { token: escolar.token });
    expect(await accesos(ana)).toEqual([]);
    await portal.call('getAcuse', { folio, clave }, { token: escolar.token });
    expect((await get(`/acuse/${folio}.pdf?clave=${clave}`, admin)).status).toBe(200);
    expect(await accesos(ana)).toEqual(['acuse.leer', 'acuse.leer']);
    const found = await search({ busqueda: folio, accion: 'acuse.leer' });
    expect(found.map(({ actor }) => actor?.uid)).toEqual([escolar.uid, admin.uid]);
  });
});

describe('page after page', () => {
  it('tells a person of a thousand readings, each once, the latest first', async () => {
    const ana = await someone();
    const { id } = ana.persona;
    const { db } = portal.services;
    await actAs(escolar.uid, () =>
      db.transaction().execute((trx) =>
        recordCambios(
          trx,
          'persona.leer',
          Array.from({ length: 1_000 }, () => ({ id })),
        ),
      ),
    );
    const seen: number[] = [];
    let tras: string | null = null;
    do {
      const at: object = tras === null ? {} : { tras };
      const { result } = await portal.call('listAccesosExpediente', at, { token: ana.token });
      seen.push(...result.filas.map((one: { id: number }) => one.id));
      tras = result.siguiente;
    } while (tras !== null);
    expect(seen).toHaveLength(1_000);
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a));
    // And back to where one came from.
    const antes = { antes: String(seen[100]) };
    const { result } = await portal.call('listAccesosExpediente', antes, { token: ana.token });
    expect(result.filas.map((one: { id: number }) => one.id)).toEqual(seen.slice(50, 100));
  });

  it('shows staff what was done with a file, and of accounts only to who may read that', async () => {
    const { ana } = await enrolled();
    const { clave } = ana.persona;
    const read = async (who: { token: string }, data: object = {}) =>
      (await portal.call('listHistorialPersona', { clave, ...data }, { token: who.token })).result;
    await portal.call('getPersona', { clave }, { token: escolar.token });
    const de = async (who: { token: string }, data: object = {}) =>
      (await read(who, data)).filas as Anotacion[];
    const mine = await de(escolar);
    expect(mine.map(({ accion }) => accion)).toContain('persona.leer');
    expect(mine.map(({ id }) => id)).toEqual(mine.map(({ id }) => id).sort((a, b) => b - a));
    expect(mine.filter(({ entidad }) => ['cuenta', 'sesion'].includes(entidad))).toEqual([]);
    expect(mine.filter(({ origen, actor }) => origen !== null || actor?.email)).toEqual([]);
    const all = await de(admin);
    expect(all.some(({ origen }) => origen !== null)).toBe(true);
    // One kind of record; the other kinds are still offered.
    const { filas, registros } = await read(escolar, { registro: 'inscripcion', porPagina: 1 });
    expect(filas).toMatchObject([{ entidad: 'inscripcion' }]);
    expect(registros).toEqual(expect.arrayContaining(['inscripcion', 'persona']));
    // That they looked is what their person finds.
    expect(await accesos(ana)).toContain('persona.leerHistorial');
    const other = await someone();
    const refused = await portal.call('listHistorialPersona', { clave }, { token: other.token });
    expect(refused.http).toBe(403);
    const own = await portal.call('listHistorialPersona', { clave }, { token: ana.token });
    expect(own.http).toBe(403);
    const nobody = { clave: 'SC000000000' };
    expect((await portal.call('listHistorialPersona', nobody, { token: admin.token })).http).toBe(
      404,
    );
  });
});

describe('who did it is called as they were then', () => {
  const update = (token: string, body: object) =>
    fetch(`${portal.url}/identitytoolkit.googleapis.com/v1/accounts:update?key=k`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ idToken: token, ...body }),
    });
  const quien = async ({ token }: { token: string }): Promise<string[]> => {
    const { result } = await portal.call('listAccesosExpediente', {}, { token });
    return (result.filas as { quien: string; role: string | null }[])
      .map((acceso) => `${acceso.quien} ${acceso.role}`)
      .reverse();
  };
  const look = async (persona: { clave: string }, { token }: { token: string }) =>
    expect((await portal.call('getPersona', { clave: persona.clave }, { token })).http).toBe(200);

  it('staff without a file choose their name, and nobody is told it', async () => {
    const ana = await someone();
    const staff = await makeCuenta(portal, { role: 'Escolar' });
    expect(
      (await update(staff.token, { displayName: 'Personal Servicios Escolares' })).status,
    ).toBe(200);
    await look(ana.persona, staff);
    expect(await quien(ana)).toEqual(['Personal de la escuela Escolar']);
    const [reading] = await search({ busqueda: staff.email, accion: 'persona.leer' });
    expect(reading?.actor).toMatchObject({
      nombre: 'Personal Servicios Escolares',
      role: 'Escolar',
    });
  });

  it('a name and a role that are others later change nothing of what was done before', async () => {
    const ana = await someone();
    const own = await makePersona(portal.services.db, { nombre: 'Rosa' });
    const staff = await makeCuenta(portal, { role: 'Escolar', personaId: own.id });
    const rename = (name: string) =>
      portal.services.db
        .updateTable('cuentas')
        .set({ display_name: name })
        .where('uid', '=', staff.uid)
        .execute();
    await rename('ROSA PÉREZ RUIZ');
    await look(ana.persona, staff);
    // The school corrects the name of the file; an Admin gives another role, and takes it away.
    await rename('ROSALBA PÉREZ RUIZ');
    await portal.call('setRoleUsuario', { uid: staff.uid, role: 'Admin' }, { token: admin.token });
    const again = await signInByWire(portal, staff.email);
    expect(
      (await portal.call('listUsuarios', { busqueda: ana.email }, { token: again })).http,
    ).toBe(200);
    await portal.call('setRoleUsuario', { uid: staff.uid, role: null }, { token: admin.token });
    expect(await quien(ana)).toEqual(['ROSA PÉREZ RUIZ Escolar', 'ROSALBA PÉREZ RUIZ Admin']);
    const found = await search({ busqueda: staff.uid, accion: 'persona.leer' });
    expect(found.map(({ actor }) => actor)).toEqual([
      expect.objectContaining({
        nombre: 'ROSA PÉREZ RUIZ',
        nombreDeHoy: 'ROSALBA PÉREZ RUIZ',
        role: 'Escolar',
      }),
    ]);
  });

  it('with a file nobody chooses: neither by the wire nor by the step of a registration', async () => {
    const own = await makePersona(portal.services.db, { nombre: 'Rosa' });
    const staff = await makeCuenta(portal, { role: 'Escolar', personaId: own.id });
    expect((await update(staff.token, { displayName: 'Servicios Escolares' })).status).toBe(400);
    const step = { nombre: 'Servicios', apellidoPaterno: 'Escolares', apellidoMaterno: '' };
    const refused = await portal.call('updateCuenta', step, { token: staff.token });
    expect(refused.error?.details.code).toBe('persona-existente');
  });
});

describe('the audit is searched', () => {
  it('by who did it, what, to which record and when', async () => {
    const ana = await someone();
    const staff = await makeCuenta(portal, { role: 'Escolar' });
    await portal.call('getPersona', { clave: ana.persona.clave }, { token: staff.token });
    const acciones = async (data: object) => (await search(data)).map(({ accion }) => accion);
    expect(await acciones({ busqueda: staff.email })).toEqual(['sesion.abrir', 'persona.leer']);
    expect(await acciones({ busqueda: ana.persona.clave.toLowerCase() })).toContain('persona.leer');
    expect(await acciones({ busqueda: ana.persona.id, accion: 'persona.leer' })).toHaveLength(1);
    const [reading] = await search({ busqueda: staff.email, accion: 'persona.leer' });
    expect(reading).toMatchObject({
      registro: 'ANA PÉREZ RUIZ',
      enlace: `/person/${ana.persona.clave}`,
    });
    expect(await acciones({ busqueda: reading?.peticionId })).toContain('persona.leer');
    // What the screen links to is named by ids: an email does not belong in an address.
    expect(await acciones({ busqueda: staff.uid })).toEqual(['sesion.abrir', 'persona.leer']);
    for (const { enlace } of await search({})) expect(enlace ?? '').not.toMatch(/@|%40/);
    const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    expect(await acciones({ busqueda: staff.email, desde: tomorrow })).toEqual([]);
    expect(await acciones({ busqueda: 'nadie@cuentas.example' })).toEqual([]);
    // Looking at somebody's history is looking at their file.
    expect(await accesos(ana)).toEqual(['persona.leer', 'persona.leerHistorial']);
  });

  it('by the name of the file that a row is about', async () => {
    const zenaida = await makePersona(portal.services.db, {
      ...{ nombre: 'Zenaida', apellidoPaterno: 'Quiñones', apellidoMaterno: '' },
      nombreCompleto: 'ZENAIDA QUIÑONES',
    });
    await portal.call('getPersona', { clave: zenaida.clave }, { token: escolar.token });
    const found = await search({ busqueda: 'quinones zenaida', accion: 'persona.leer' });
    expect(found).toMatchObject([{ registro: 'ZENAIDA QUIÑONES' }]);
  });

  it('by the name that the column shows, without accents or capitals', async () => {
    const own = await makePersona(portal.services.db, {
      nombre: 'Claudia',
      nombreCompleto: 'CLAUDIA ÑÁÑEZ RUIZ',
    });
    const staff = await makeCuenta(portal, { role: 'Escolar', personaId: own.id });
    const ana = await someone();
    await portal.call('getPersona', { clave: ana.persona.clave }, { token: staff.token });
    for (const busqueda of ['claudia ñañez', 'Ñáñez', 'claudia']) {
      const found = await search({ busqueda, accion: 'persona.leer' });
      expect(found.map(({ actor }) => actor?.uid)).toEqual([staff.uid]);
    }
  });

  it('what it keeps by id is called as it is today', async () => {
    const ana = await someone();
    const acto = randomUUID();
    const despues = { personas: [ana.persona.id] };
    await actAs(admin.uid, () =>
      portal.services.db
        .transaction()
        .execute((trx) =>
          recordCambios(trx, 'cuenta.listar', [{ id: 'lista', despues }], { peticionId: acto }),
        ),
    );
    const [found] = await search({ busqueda: acto });
    expect(found).toMatchObject({ despues, nombres: { [ana.persona.id]: 'ANA PÉREZ RUIZ' } });
  });

  it('by the folio of an enrolment, however it is typed', async () => {
    const [{ ana, folio, clave }, other] = [await enrolled(), await enrolled()];
    await portal.call('getAcuse', { folio, clave }, { token: escolar.token });
    for (const busqueda of [folio, folio.toLowerCase().replaceAll('-', ' ')]) {
      const found = await search({ busqueda });
      expect(found.map(({ accion }) => accion)).toEqual([
        'inscripcion.crear',
        'inscripcion.inscribir',
        'acuse.leer',
      ]);
      expect(found[1]?.actor?.uid).toBe(ana.uid);
    }
    expect(await search({ busqueda: other.folio })).toHaveLength(2);
    expect(await search({ busqueda: folio.replace(/.$/, '') })).toEqual([]);
  });

  it('and copies no personal data: names and emails are read from the records', async () => {
    const ana = await someone();
    const luz = await makeCuenta(portal);
    const data = { nombre: 'Ximena', apellidoPaterno: 'Zurita', apellidoMaterno: 'Quiñones' };
    await fetch(`${portal.url}/identitytoolkit.googleapis.com/v1/accounts:update?key=k`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ idToken: luz.token, displayName: Object.values(data).join(' ') }),
    });
    const { rows } = await portal.services.database.execute(
      'select coalesce(antes::text, $1) || coalesce(despues::text, $1) as texto from historial',
      [''],
    );
    const all = rows.map(({ texto }) => texto).join('\n');
    expect(all).toContain('displayName');
    for (const text of [...Object.values(data), ana.email, luz.email, ana.persona.clave, 'PÉREZ']) {
      expect(all).not.toContain(text);
    }
  });
});

describe('the history is read page after page', () => {
  type Pagina = {
    filas: Anotacion[];
    anterior: string | null;
    siguiente: string | null;
    total: number | null;
  };
  const read = async (data: object): Promise<Pagina> =>
    (await portal.call('listHistorial', data, { token: admin.token })).result;
  const idsOf = ({ filas }: Pagina) => filas.map(({ id }) => id);

  it('each row once, while others write to it, and back to a full first page', async () => {
    const tras = async (siguiente: string) => read({ tras: siguiente, porPagina: 3 });
    const first = await read({ porPagina: 3 });
    expect(first).toMatchObject({ anterior: null, siguiente: String(first.filas[2]?.id) });
    const second = await tras(first.siguiente!);
    await enrolled();
    expect(idsOf(await tras(first.siguiente!))).toEqual(idsOf(second));
    expect(Math.max(...idsOf(second))).toBeLessThan(Math.min(...idsOf(first)));
    // What has been written meanwhile comes before the page that was the first.
    const before = await read({ antes: second.anterior!, porPagina: 3 });
    expect(idsOf(before)).toEqual(idsOf(first));
    expect(before.anterior).not.toBeNull();
    const newest = await read({ porPagina: 3 });
    expect(Math.max(...idsOf(newest))).toBeGreaterThan(Math.max(...idsOf(first)));
    expect(idsOf(await read({ antes: String(idsOf(newest)[2]), porPagina: 3 }))).toEqual(
      idsOf(newest),
    );
  });

  it('to its end, oldest first too, with the filters, and tells about how many there are', async () => {
    const seen: number[] = [];
    let page = await read({ accion: 'sesion.', descendente: false, porPagina: 2 });
    for (;;) {
      seen.push(...idsOf(page));
      if (page.siguiente === null) break;
      page = await read({
        accion: 'sesion.',
        descendente: false,
        porPagina: 2,
        tras: page.siguiente,
      });
    }
    const whole = await read({ accion: 'sesion.', descendente: false, porPagina: 200 });
    expect(seen).toEqual(idsOf(whole));
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(whole).toMatchObject({ anterior: null, siguiente: null });
    const all = await read({ porPagina: 1 });
    const { rows } = await portal.services.database.execute(
      'select count(*)::int as n from historial',
    );
    const n = Number(rows[0]?.n);
    // Reading the history is written in it, too.
    expect([n - 1, n]).toContain(all.total);
    const some = await read({ accion: 'sesion.', porPagina: 1 });
    expect(some.total).toBeGreaterThan(0);
    expect(some.total).toBeLessThanOrEqual(n);
  });

  it('rows of one act are one, with their number, and open one by one', async () => {
    const acto = randomUUID();
    await actAs(admin.uid, () =>
      portal.services.db.transaction().execute((trx) =>
        recordCambios(
          trx,
          'catalogo.agregar',
          Array.from({ length: 30 }, () => ({
            id: randomUUID(),
            despues: { catalogo: 'sedes', version: 1 },
          })),
          { peticionId: acto },
        ),
      ),
    );
    await enrolled();
    for (const descendente of [true, false]) {
      const found: Anotacion[] = [];
      let tras: string | null = null;
      do {
        const page: Pagina = await read({
          accion: 'catalogo.',
          descendente,
          porPagina: 5,
          ...(tras && { tras }),
        });
        found.push(...page.filas);
        tras = page.siguiente;
      } while (tras);
      expect(found.filter(({ peticionId }) => peticionId === acto)).toMatchObject([
        { accion: 'catalogo.agregar', cuantas: 30, despues: { catalogo: 'sedes' } },
      ]);
    }
    const all = await read({ busqueda: acto, accion: 'catalogo.agregar', porPagina: 200 });
    expect(all.filas.map(({ cuantas }) => cuantas)).toEqual(Array(30).fill(1));
    // One row has its own view, and none is hidden by the one that stands for it.
    const last = all.filas.at(-1)!;
    expect((await read({ id: last.id })).filas).toMatchObject([{ id: last.id }]);
    expect((await read({ id: 999_999_999 })).filas).toEqual([]);
  });

  it('acts that were recorded in turns, and imports of before they had an id, are one line each way', async () => {
    const uid = (await makeCuenta(portal)).uid;
    const [uno, dos] = [randomUUID(), randomUUID()];
    // As they stand one after another; null: an import of before, and nothing: a deed of its own.
    const turns = [uno, dos, uno, null, null, null, undefined, null, dos, dos, uno, undefined, uno];
    await actAs(uid, async () => {
      for (const acto of turns) {
        await portal.services.db.transaction().execute((trx) =>
          recordCambios(
            trx,
            'catalogo.editar',
            Array.from({ length: 3 }, () => ({ id: randomUUID(), despues: { version: 2 } })),
            acto === undefined
              ? { peticionId: randomUUID() }
              : { motivo: 'Importación', ...(acto && { peticionId: acto }) },
          ),
        );
      }
    });
    const filtros = { accion: 'catalogo.editar', actorUid: uid };
    const lines = { desc: [] as string[], asc: [] as string[] };
    const said = ({ id, cuantas }: Anotacion) => `${id}: ${cuantas}`;
    for (const [order, descendente] of [
      ['desc', true],
      ['asc', false],
    ] as const) {
      const whole: Pagina = await read({ ...filtros, descendente, porPagina: 200 });
      lines[order] = whole.filas.map(said);
      // Page after page, and back again, the same lines.
      const pages: string[][] = [];
      let page: Pagina = await read({ ...filtros, descendente, porPagina: 2 });
      for (;;) {
        pages.push(page.filas.map(said));
        if (page.siguiente === null) break;
        page = await read({ ...filtros, descendente, porPagina: 2, tras: page.siguiente });
      }
      expect(pages.flat()).toEqual(lines[order]);
      const back = [page.filas.map(said)];
      while (page.anterior !== null) {
        page = await read({ ...filtros, descendente, porPagina: 2, antes: page.anterior });
        back.unshift(page.filas.map(said));
      }
      expect(new Set(back.flat())).toEqual(new Set(lines[order]));
    }
    const numbers = (order: 'asc' | 'desc') => lines[order].map((line) => line.split(': ')[1]);
    expect(numbers('asc')).toEqual(['12', '9', '9', '3', '3', '3']);
    expect(numbers('desc')).toEqual(['12', '3', '9', '3', '3', '9']);
  });

  it('from places that are its own only', async () => {
    for (const tras of ['abc', '1; drop', '', '9'.repeat(30)]) {
      const answer = await portal.call('listHistorial', { tras }, { token: admin.token });
      expect(answer.error?.status).toBe('INVALID_ARGUMENT');
    }
  });
});
