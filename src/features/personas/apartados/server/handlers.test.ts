import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import { makeEntrada } from '../../../../../tests/factories/entradas.ts';
import { makeCurp, makePersona } from '../../../../../tests/factories/personas.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import type { Valores } from '../rules.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
});
afterAll(() => portal.stop());

const someone = async () => {
  const persona = await makePersona(portal.services.db);
  const { uid, token } = await makeCuenta(portal, { personaId: persona.id });
  return { ...persona, uid, token };
};
type Ana = Awaited<ReturnType<typeof someone>>;

const get = (clave: string, token?: string) =>
  portal.call('getApartadosPersona', { clave }, token === undefined ? {} : { token });
const save = (
  { clave, token }: { clave: string; token: string },
  apartado: string,
  valores: Valores,
  over: { id?: string; version?: number | null } = {},
) =>
  portal.call(
    'saveEntradaPersona',
    { clave, apartado, id: randomUUID(), version: null, valores, ...over },
    { token },
  );
const remove = ({ clave, token }: { clave: string; token: string }, id: string, version: number) =>
  portal.call('deleteEntradaPersona', { clave, id, version }, { token });

const TELEFONO = { clase: 'celular', numero: '55 1234 5678' };

const items = async (catalogo: string, more = '') =>
  (
    await portal.services.database.execute(
      `select id, nombre from catalogo_items where catalogo = '${catalogo}' and activo ${more} order by clave limit 2`,
    )
  ).rows as unknown as { id: string; nombre: string }[];

const notes = (accion: string, entidadId: string) =>
  portal.services.db
    .selectFrom('historial')
    .select(['actor_uid', 'persona_id', 'antes', 'despues'])
    .where('accion', '=', accion)
    .where('entidad_id', '=', entidadId)
    .orderBy('id')
    .execute();

describe('what a file says', () => {
  it('is written and read by the person, kept as its apartado keeps it, and in the history by its fields', async () => {
    const ana = await someone();
    const { result, error } = await save(ana, 'telefono', TELEFONO);
    expect(error).toBeUndefined();
    expect(result).toMatchObject({
      apartado: 'telefono',
      valores: { clase: 'celular', numero: '+525512345678', extension: null },
      version: 1,
    });
    const edited = await save(
      ana,
      'telefono',
      { clase: 'oficina', numero: '5512345678', extension: '12' },
      { id: result.id, version: 1 },
    );
    expect(edited.result).toMatchObject({ version: 2, valores: { extension: '12' } });
    expect((await get(ana.clave, ana.token)).result).toMatchObject({
      conCurp: false,
      entradas: [{ id: result.id, version: 2 }],
    });
    expect((await remove(ana, result.id, 2)).result).toEqual({ ok: true });
    // Pressed again: it is gone, as they wanted.
    expect((await remove(ana, result.id, 2)).result).toEqual({ ok: true });
    expect((await get(ana.clave, ana.token)).result.entradas).toEqual([]);
    const entrada = result.id;
    expect(await notes('persona.agregarDato', ana.id)).toMatchObject([
      { actor_uid: ana.uid, persona_id: ana.id, despues: { apartado: 'telefono', entrada } },
    ]);
    expect(await notes('persona.editarDato', ana.id)).toMatchObject([
      { despues: { campos: ['telefono.clase', 'telefono.extension'] } },
    ]);
    expect(await notes('persona.quitarDato', ana.id)).toMatchObject([
      { antes: { apartado: 'telefono', entrada } },
    ]);
    expect(JSON.stringify(await notes('persona.agregarDato', ana.id))).not.toContain('5512345678');
  });

  it('is read and written by staff, under any case of its key, and reading is recorded', async () => {
    const ana = await someone();
    await save(ana, 'telefono', TELEFONO);
    for (const role of ['Escolar', 'Admin'] as const) {
      const staff = await makeCuenta(portal, { role });
      expect((await get(ana.clave.toLowerCase(), staff.token)).result.entradas).toContainEqual(
        expect.objectContaining({ apartado: 'telefono' }),
      );
      expect((await notes('persona.leer', ana.id)).map((row) => row.actor_uid)).toContain(
        staff.uid,
      );
      const { result } = await save({ clave: ana.clave, token: staff.token }, 'curso', {
        nombre: `Curso de ${role}`,
        institucion: 'UNAM',
        horas: 20,
        termino: '2020-02-02',
      });
      expect(result.valores.horas).toBe(20);
    }
    expect((await notes('persona.agregarDato', ana.id)).map((row) => row.actor_uid)).toHaveLength(
      3,
    );
    expect(
      (await get('SABC560626MDFLRN93', (await makeCuenta(portal, { role: 'Admin' })).token)).error
        ?.status,
    ).toBe('NOT_FOUND');
  });

  it('is refused to anyone else in the same words, whether there is such a file; and the attempt is in the history', async () => {
    const [ana, other] = [await someone(), await someone()];
    const { result } = await save(other, 'telefono', TELEFONO);
    const missing = await get('SABC560626MDFLRN93', ana.token);
    expect(missing.error?.status).toBe('PERMISSION_DENIED');
    const tries = [
      await get(other.clave, ana.token),
      await save({ clave: other.clave, token: ana.token }, 'telefono', TELEFONO),
      await remove({ clave: other.clave, token: ana.token }, result.id, 1),
      await portal.call('getPersona', { clave: other.clave }, ana),
    ];
    for (const { error } of tries) expect(error).toEqual(missing.error);
    expect((await get(other.clave)).error?.status).toBe('UNAUTHENTICATED');
    const unlinked = await makeCuenta(portal);
    expect((await get(other.clave, unlinked.token)).error?.status).toBe('PERMISSION_DENIED');
    const attempts = await notes('persona.intentarAjeno', ana.uid);
    expect(attempts.map(({ despues }) => despues)).toEqual([
      { personaId: null },
      { personaId: other.id },
    ]);
    // Whose file it is does not learn who tried.
    expect(attempts.map((row) => row.persona_id)).toEqual([null, null]);
    expect((await get(other.clave, other.token)).result.entradas).toHaveLength(1);
    // By one's own file neither: the entry is not of it.
    expect((await remove(ana, result.id, 1)).result).toEqual({ ok: true });
    const taken = await save(ana, 'telefono', TELEFONO, { id: result.id });
    expect(taken.error?.status).toBe('NOT_FOUND');
    const edited = await save(ana, 'telefono', TELEFONO, { id: result.id, version: 1 });
    expect(edited.error?.details.code).toBe('entrada-no-existe');
    expect((await get(other.clave, other.token)).result.entradas).toHaveLength(1);
  });

  it('is checked: what is missing, wrong, repeated, too many', async () => {
    const ana = await someone();
    const fieldsOf = async (...given: Parameters<typeof save>) =>
      (await save(...given)).error?.details.fields;
    expect(await fieldsOf(ana, 'telefono', { clase: 'celular', numero: '12' })).toMatchObject({
      numero: expect.stringContaining('10 cifras'),
    });
    expect(await fieldsOf(ana, 'servicio', { expediente: '1', ingreso: '2999-01-01' })).toEqual({
      ingreso: expect.stringContaining('todavía no llega'),
    });
    await save(ana, 'telefono', TELEFONO);
    expect(
      await fieldsOf(ana, 'telefono', { clase: 'casa', numero: '+52 (55) 1234-5678' }),
    ).toEqual({ numero: expect.stringContaining('Ya está anotado') });
    expect((await save(ana, 'nada', TELEFONO)).error?.status).toBe('INVALID_ARGUMENT');
    for (let i = 1; i < 5; i++) {
      await makeEntrada(portal.services.db, ana.id, 'emergencia', {
        nombre: `N${i}`,
        telefono: null,
      });
    }
    const one = { nombre: 'Luz', relacion: 'amistad', telefono: '5512345678' };
    expect((await save(ana, 'emergencia', one)).error).toBeUndefined();
    const many = await save(ana, 'emergencia', { ...one, nombre: 'Sol' });
    expect(many.error?.details.code).toBe('demasiadas');
  });

  it('sent twice is one; of two windows the second is told what the first saved', async () => {
    const ana = await someone();
    const id = randomUUID();
    const twice = await Promise.all([
      save(ana, 'telefono', TELEFONO, { id }),
      save(ana, 'telefono', TELEFONO, { id }),
    ]);
    expect(twice.map(({ error }) => error)).toEqual([undefined, undefined]);
    expect(await notes('persona.agregarDato', ana.id)).toHaveLength(1);
    const changed = { ...TELEFONO, clase: 'casa' };
    const same = { id, version: 1 };
    const both = await Promise.all([
      save(ana, 'telefono', changed, same),
      save(ana, 'telefono', { ...TELEFONO, clase: 'oficina' }, same),
    ]);
    const lost = both.find(({ error }) => error)!;
    expect(lost.error).toMatchObject({
      status: 'ABORTED',
      details: { code: 'cambio-previo', propio: true, actual: { id, version: 2 } },
    });
    const staff = await makeCuenta(portal, { role: 'Escolar' });
    const stale = await remove({ clave: ana.clave, token: staff.token }, id, 1);
    expect(stale.error?.details).toMatchObject({ code: 'cambio-previo', propio: false });
    // Where there is one, a second window adds none beside it.
    const nacionalidad = { nacionalidad: 'mexicana' };
    await save(ana, 'nacionalidad', nacionalidad);
    const second = await save(ana, 'nacionalidad', { nacionalidad: 'naturalizada' });
    expect(second.error?.details).toMatchObject({ code: 'cambio-previo', propio: true });
    await remove(ana, id, 2);
    const gone = await save(ana, 'telefono', changed, { id, version: 2 });
    expect(gone.error).toMatchObject({
      status: 'NOT_FOUND',
      details: { code: 'entrada-no-existe' },
    });
  });

  it('opens by the key that the person had before, and what is saved is of the file of today', async () => {
    const ana = await someone();
    await portal.services.db
      .insertInto('claves_anteriores')
      .values({ clave: 'SC000000077', persona_id: ana.id, anterior_id: null, datos: '{}' })
      .execute();
    expect(
      (await save({ ...ana, clave: 'sc000000077' }, 'telefono', TELEFONO)).error,
    ).toBeUndefined();
    expect((await get('SC000000077', ana.token)).result.entradas).toHaveLength(1);
  });
});

describe('employment', () => {
  it('points to the catalogs, says what the órgano hangs from, and keeps them from being deleted', async () => {
    const ana = await someone();
    const [organo] = await items('organos', "and clave = '4341'");
    const [categoria] = await items('categorias');
    const empleo = { organo: organo!.id, categoria: categoria!.id, desde: '2015-03-01' };
    const { result, error } = await save(ana, 'empleo', empleo);
    expect(error).toBeUndefined();
    expect(result.referidos.organo).toMatchObject({
      nombre: organo!.nombre,
      activo: true,
      ruta: ['Primer Circuito'],
    });
    const wrong = await save(ana, 'empleo', {
      ...empleo,
      organo: categoria!.id,
      hasta: '2016-01-01',
    });
    expect(wrong.error?.details.fields).toHaveProperty('organo');
    // One place at a time.
    const two = await save(ana, 'empleo', { ...empleo, desde: '2019-01-01' });
    expect(two.error?.details.fields).toEqual({
      hasta: expect.stringContaining('adscripción actual'),
    });

    const admin = await makeCuenta(portal, { role: 'Admin' });
    const { result: usos } = await portal.call('getUsoItemCatalogo', { id: organo!.id }, admin);
    expect(usos.usos).toMatchObject([
      { cuantos: 1, texto: '1 expediente', ejemplos: [{ enlace: `/person/${ana.clave}` }] },
    ]);
    const { result: item } = await portal.call('getItemCatalogo', { id: organo!.id }, admin);
    const deleted = await portal.call(
      'deleteItemCatalogo',
      { id: organo!.id, version: item.version },
      admin,
    );
    expect(deleted.error?.details.code).toBe('en-uso');
    // Inactive it stays where it is, and is not chosen anew.
    await portal.call('setActivoItemCatalogo', { id: organo!.id, activo: false }, admin);
    const kept = await save(
      ana,
      'empleo',
      { ...empleo, hasta: '2018-12-31' },
      { id: result.id, version: 1 },
    );
    expect(kept.result.referidos.organo.activo).toBe(false);
    const again = await save(ana, 'empleo', { ...empleo, desde: '2019-01-01' });
    expect(again.error?.details.fields.organo).toContain('ya no se ofrece');
    await portal.call('setActivoItemCatalogo', { id: organo!.id, activo: true }, admin);
  });
});

describe('when a file gets a CURP', () => {
  const assign = async (de: Ana | { clave: string }, curp: string) => {
    const staff = await makeCuenta(portal, { role: 'Escolar' });
    const { result } = await portal.call('rehearseCurp', { clave: de.clave, curp }, staff);
    const done = await portal.call(
      'assignCurp',
      { clave: de.clave, curp, huella: result.huella, tomar: [], motivo: 'Presentó su constancia' },
      staff,
    );
    expect(done.error).toBeUndefined();
    const { propuesta: id } = done.result;
    if (id !== null) {
      const other = await makeCuenta(portal, { role: 'Admin' });
      const { error } = await portal.call('decideFusion', { id, decision: 'confirmar' }, other);
      expect(error).toBeUndefined();
    }
    return result;
  };

  it('what it says stays with it', async () => {
    const ana = await someone();
    await save(ana, 'telefono', TELEFONO);
    const curp = makeCurp();
    const ensayo = await assign(ana, curp);
    expect(ensayo.siguen).toContain('Lo que dice su expediente: Teléfonos.');
    const staff = await makeCuenta(portal, { role: 'Admin' });
    for (const clave of [ana.clave, curp]) {
      expect((await get(clave, staff.token)).result.entradas).toHaveLength(1);
    }
  });

  it('that another file has, what both say is one, and the rehearsal says what does not follow', async () => {
    const { db } = portal.services;
    const old = await makePersona(db);
    const curp = makeCurp();
    const target = await makePersona(db, { clave: curp, curp });
    const uno = { clase: 'celular', numero: '+525512345678', extension: null };
    const otro = { ...uno, numero: '+525500000001' };
    await makeEntrada(db, old.id, 'telefono', uno);
    await makeEntrada(db, target.id, 'telefono', uno);
    const follows = await makeEntrada(db, old.id, 'telefono', otro);
    const nacionalidad = { nacionalidad: 'extranjera', pais: 'Chile' };
    await makeEntrada(db, old.id, 'nacionalidad', nacionalidad);
    const stays = await makeEntrada(db, target.id, 'nacionalidad', {
      nacionalidad: 'mexicana',
      pais: null,
    });
    const [organo] = await items('organos', "and clave = '4341'");
    const job = await makeEntrada(db, old.id, 'empleo', {
      organo: organo!.id,
      desde: '2015-01-01',
      hasta: null,
    });
    const ensayo = await assign(old, curp);
    expect(ensayo.siguen).toContain('Lo que dice su expediente: Adscripciones, Teléfonos.');
    expect(ensayo.descartados).toEqual([
      'Lo que el otro expediente ya dice igual: Teléfonos.',
      'Lo que el otro expediente dice de otro modo y se queda como está: Nacionalidad.',
    ]);
    const staff = await makeCuenta(portal, { role: 'Admin' });
    const { entradas } = (await get(old.clave, staff.token)).result;
    const ids = entradas.map(({ id }: { id: string }) => id);
    expect(ids).toHaveLength(4);
    expect(ids).toEqual(expect.arrayContaining([follows, stays, job]));
    expect(await notes('persona.quitarDato', target.id)).toHaveLength(2);
  });

  it('is not done as it was rehearsed when it says another thing meanwhile', async () => {
    const ana = await someone();
    const staff = await makeCuenta(portal, { role: 'Escolar' });
    const curp = makeCurp();
    const { result } = await portal.call('rehearseCurp', { clave: ana.clave, curp }, staff);
    await save(ana, 'telefono', TELEFONO);
    const { error } = await portal.call(
      'assignCurp',
      {
        clave: ana.clave,
        curp,
        huella: result.huella,
        tomar: [],
        motivo: 'Presentó su constancia',
      },
      staff,
    );
    expect(error?.status).toBe('ABORTED');
  });
});
