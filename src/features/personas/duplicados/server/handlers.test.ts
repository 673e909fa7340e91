import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import { makeCurp, makePersona } from '../../../../../tests/factories/personas.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import { expectRefused } from '../../../../../tests/refused.ts';
import type { Duplicado, FilaDuplicado } from '../contract.ts';
import { searchDuplicados } from './service.ts';

let portal: TestPortal;
type Cuenta = Awaited<ReturnType<typeof makeCuenta>>;
let staff: Cuenta;
let segunda: Cuenta;
beforeAll(async () => {
  portal = await startTestPortal();
  staff = await makeCuenta(portal, { role: 'Escolar' });
  segunda = await makeCuenta(portal, { role: 'Escolar' });
});
afterAll(() => portal.stop());

const call = async (name: string, input: unknown, { token }: { token: string } = staff) =>
  portal.call(name, input, { token });

/** What the job does, block by block. */
const search = () => {
  const { db, now } = portal.services;
  return searchDuplicados(
    db,
    { step: (work) => db.transaction().execute(work), report: async () => {} },
    { desde: now(), now },
  );
};

let families = 0;
/** Three names that nobody else of this suite has, whatever looks like what. */
const nombres = () => {
  const word = (n: number) => 'bcdfgjklmprst'[n % 13]! + 'aeiou'[n % 5]! + 'mnrlt'[n % 5]!;
  const n = families++;
  const [nombre, apellidoPaterno, apellidoMaterno] = [1, 2, 3].map(
    (i) => `${word(n * 7 + i)}${word(n * 11 + i * 3)}${word(n * 5 + i * 2)}o`,
  ) as [string, string, string];
  const nombreCompleto = `${nombre} ${apellidoPaterno} ${apellidoMaterno}`.toUpperCase();
  return { nombre, apellidoPaterno, apellidoMaterno, nombreCompleto };
};

/** One person twice: with their CURP, and as they registered without it. */
const twice = async () => {
  const { db } = portal.services;
  const curp = makeCurp();
  const who = nombres();
  const conCurp = await makePersona(db, { ...who, clave: curp, curp });
  const sinCurp = await makePersona(db, {
    ...who,
    fechaNacimiento: null,
    sexo: null,
    curpDeclarada: curp,
  });
  return { conCurp, sinCurp };
};

const list = async (input: object = {}, as = staff): Promise<FilaDuplicado[]> =>
  (await call('listDuplicados', { porPagina: 200, ...input }, as)).result.filas;

/** The pair that this file is in. */
const pairOf = async ({ clave }: { clave: string }, input: object = {}) =>
  (await list(input)).find(({ expedientes }) => expedientes.some((file) => file.clave === clave));

describe('the search', () => {
  it('finds who looks alike, the likest first, page after page, and not who does not', async () => {
    const { db } = portal.services;
    const { conCurp, sinCurp } = await twice();
    const who = nombres();
    const twin = { ...who, nombre: 'Lucía', fechaNacimiento: '1990-05-05' };
    const [laura, lucia] = [
      await makePersona(db, { ...who, nombre: 'Laura', fechaNacimiento: '1990-05-05' }),
      await makePersona(db, twin),
    ];
    // A slip, and day and month changed.
    const slip = await makePersona(db, {
      ...who,
      nombre: 'Laurra',
      fechaNacimiento: '1990-05-05',
    });
    const found = await search();
    expect(found.parejas).toBe((await list()).length);
    expect(await pairOf(sinCurp)).toMatchObject({
      estado: 'pendiente',
      nivel: 'alto',
      motivos: ['mismoNombre', 'curpDeclarada'],
      expedientes: [{ clave: conCurp.clave }, { clave: sinCurp.clave }],
      esSuyo: false,
    });
    expect(await pairOf(slip)).toMatchObject({
      nivel: 'medio',
      motivos: ['casiMismoNombre', 'mismaFecha'],
    });
    expect((await pairOf(slip))?.expedientes.map(({ clave }) => clave)).toContain(laura.clave);
    expect(await pairOf(lucia)).toBeUndefined();

    const all = await list();
    expect(all.map(({ puntaje }) => puntaje)).toEqual(
      all.map(({ puntaje }) => puntaje).toSorted((a, b) => b - a),
    );
    const first = (await call('listDuplicados', { porPagina: 1 })).result;
    const next = (await call('listDuplicados', { porPagina: 1, tras: first.siguiente })).result;
    expect([first.filas[0].id, next.filas[0].id]).toEqual(all.slice(0, 2).map(({ id }) => id));
    const back = (await call('listDuplicados', { porPagina: 1, antes: next.anterior })).result;
    expect(back.filas[0].id).toBe(all[0]!.id);
    expect(await pairOf(slip, { nivel: 'alto' })).toBeUndefined();
    expect(await pairOf(slip, { nivel: 'medio' })).toBeDefined();
  });

  it('done again it finds the same, and forgets who does not look alike any more', async () => {
    const { sinCurp } = await twice();
    await search();
    const before = await pairOf(sinCurp);
    await search();
    expect(await pairOf(sinCurp)).toEqual(before);
    await portal.services.db
      .updateTable('personas')
      .set({ nombre: 'Otra', apellido_paterno: 'Distinta', curp_declarada: null })
      .where('id', '=', sinCurp.id)
      .execute();
    await search();
    expect(await pairOf(sinCurp)).toBeUndefined();
  });

  it('is asked for once at a time, and is in the history', async () => {
    const { sinCurp } = await twice();
    const { trabajo } = (await call('startBusquedaDuplicados', null)).result;
    const { db } = portal.services;
    await expect
      .poll(async () => (await call('listTrabajos', {})).result.trabajos[0], { timeout: 30_000 })
      .toMatchObject({
        id: trabajo,
        estado: 'terminado',
        mensaje: expect.stringMatching(/^Hay \d+ parejas? de expedientes que se parecen, entre /),
      });
    expect(await pairOf(sinCurp)).toBeDefined();
    const asked = await db
      .selectFrom('historial')
      .select('actor_uid')
      .where('accion', '=', 'duplicado.buscar')
      .execute();
    expect(asked).toEqual([{ actor_uid: staff.uid }]);
    await db
      .insertInto('trabajos_visibles')
      .values({
        tipo: 'duplicados-buscar',
        propietario: staff.uid,
        titulo: 'Otra',
        total: null,
        datos: '{}',
        mensaje: null,
        resultado: null,
        entrega: trabajo,
        iniciado_en: null,
        terminado_en: null,
      })
      .execute();
    const again = await call('startBusquedaDuplicados', null);
    expect(again.error?.details.code).toBe('duplicados-buscando');
  });
});

describe('a pair', () => {
  it('is shown side by side with what each file has, and the reading is in the history of both', async () => {
    const { conCurp, sinCurp } = await twice();
    const cuenta = await makeCuenta(portal, { personaId: sinCurp.id });
    await search();
    const pair = await pairOf(sinCurp);
    const { result } = await call('getDuplicado', { id: pair!.id });
    const shown = result as Duplicado;
    expect(shown.expedientes).toMatchObject([
      { clave: conCurp.clave, curp: conCurp.curp, tiene: [] },
      { clave: sinCurp.clave, curp: null, curpDeclarada: conCurp.curp, correos: [cuenta.email] },
    ]);
    expect(shown.expedientes[1]!.tiene.join()).toContain(cuenta.email);
    expect(shown.reunir).toEqual({ clave: sinCurp.clave, curp: conCurp.clave });
    const read = await portal.services.db
      .selectFrom('historial')
      .select('despues')
      .where('accion', '=', 'duplicado.leer')
      .where('entidad_id', '=', pair!.id)
      .execute();
    expect(read).toEqual([{ despues: { personas: [conCurp.id, sinCurp.id].sort() } }]);
  });

  it('is dismissed for good, with why, until something of it changes', async () => {
    const { conCurp, sinCurp } = await twice();
    await search();
    const { id } = (await pairOf(sinCurp))!;
    const nota = 'Son madre e hija: se comprobó con sus actas.';
    // Two at once: one does it.
    const both = await Promise.all(
      [staff, segunda].map((who) => call('discardDuplicado', { id, nota }, who)),
    );
    expect(both.filter(({ result }) => result?.ok)).toHaveLength(1);
    expect(both.find(({ error }) => error)?.error?.details.code).toBe('duplicado-decidido');
    await search();
    expect(await pairOf(sinCurp)).toBeUndefined();
    expect(await pairOf(sinCurp, { estado: 'descartado' })).toMatchObject({ id });
    const { result } = await call('getDuplicado', { id });
    expect(result.decidido).toMatchObject({ nota });

    // What the school knows of one is another thing now.
    const { db } = portal.services;
    await db
      .updateTable('personas')
      .set({ correo_conocido: 'nueva@correo.example' })
      .where('id', '=', conCurp.id)
      .execute();
    await search();
    expect(await pairOf(sinCurp)).toMatchObject({ id, estado: 'pendiente' });
    const rows = await db
      .selectFrom('historial')
      .select(['accion', 'motivo', 'actor_uid'])
      .where('entidad_id', '=', id)
      .where('accion', 'in', ['duplicado.descartar', 'duplicado.reabrir'])
      .orderBy('id')
      .execute();
    expect(rows).toMatchObject([
      { accion: 'duplicado.descartar', motivo: nota },
      { accion: 'duplicado.reabrir', actor_uid: null },
    ]);

    // And staff take back what they said.
    await call('discardDuplicado', { id, nota });
    expect((await call('withdrawDecisionDuplicado', { id })).result).toEqual({ ok: true });
    expect(await pairOf(sinCurp)).toMatchObject({ estado: 'pendiente' });
  });

  it('goes when its files are made one', async () => {
    const { conCurp, sinCurp } = await twice();
    await search();
    const { id } = (await pairOf(sinCurp))!;
    const ensayo = (await call('rehearseCurp', { clave: sinCurp.clave, curp: conCurp.clave }))
      .result;
    const { result } = await call('assignCurp', {
      clave: sinCurp.clave,
      curp: conCurp.clave,
      tomar: [],
      motivo: 'Es la misma persona: presentó su acta.',
      huella: ensayo.huella,
    });
    await call('decideFusion', { id: result.propuesta, decision: 'confirmar' }, segunda);
    expect((await call('getDuplicado', { id })).error?.status).toBe('NOT_FOUND');
    await search();
    expect(await pairOf(conCurp)).toBeUndefined();
  });

  it('is not of whoever it is about to decide, and of nobody who is not of the staff', async () => {
    const { sinCurp } = await twice();
    const own = await makeCuenta(portal, { role: 'Escolar', personaId: sinCurp.id });
    await search();
    const { id } = (await pairOf(sinCurp))!;
    expect((await call('getDuplicado', { id }, own)).result.esSuyo).toBe(true);
    const refused = await call('discardDuplicado', { id, nota: 'No soy yo.' }, own);
    expect(refused.error?.details.code).toBe('sobre-uno-mismo');
    const persona = await makeCuenta(portal);
    await expectRefused(portal.call, [persona], {
      listDuplicados: {},
      getDuplicado: { id },
      discardDuplicado: { id, nota: 'No soy yo.' },
      withdrawDecisionDuplicado: { id },
      startBusquedaDuplicados: null,
    });
  });
});

describe('any two files are made one', () => {
  const merge = async (clave: string, curp: string) => {
    const ensayo = (await call('rehearseCurp', { clave, curp })).result;
    const motivo = 'Es la misma persona: presentó su acta.';
    const asked = await call('assignCurp', {
      clave,
      curp,
      tomar: [],
      motivo,
      huella: ensayo.huella,
    });
    const done = await call(
      'decideFusion',
      { id: asked.result.propuesta, decision: 'confirmar' },
      segunda,
    );
    return { ensayo, done };
  };
  const read = async (clave: string) => (await call('getPersona', { clave })).result;

  it('two without CURP: what only one says is kept', async () => {
    const { db } = portal.services;
    const who = nombres();
    const a = await makePersona(db, {
      ...who,
      fechaNacimiento: null,
      sexo: null,
      entidadNacimiento: null,
    });
    const b = await makePersona(db, { ...who, correoConocido: 'b@correo.example' });
    const { ensayo, done } = await merge(b.clave, a.clave);
    expect(ensayo).toMatchObject({ tipo: 'fusionar', curp: a.clave, avisos: [] });
    expect(done.result).toEqual({ clave: a.clave });
    expect(await read(b.clave)).toMatchObject({
      clave: a.clave,
      curp: null,
      sexo: 'M',
      fechaNacimiento: '1988-02-29',
    });
    const row = await db
      .selectFrom('personas')
      .select('correo_conocido')
      .where('id', '=', a.id)
      .executeTakeFirst();
    expect(row?.correo_conocido).toBe('b@correo.example');
  });

  it('two with a CURP: one stays, the other leads to it, and the rehearsal says so', async () => {
    const { db } = portal.services;
    const [one, two] = [makeCurp(), makeCurp()];
    const a = await makePersona(db, { clave: one, curp: one });
    const b = await makePersona(db, { clave: two, curp: two });
    const { ensayo } = await merge(b.clave, a.clave);
    expect(ensayo.avisos.join()).toContain('Cada expediente tiene su CURP');
    expect(await read(two)).toMatchObject({ clave: one, curp: one });
  });

  it('but who has a CURP is not taken in by who has none, and not by nobody', async () => {
    const { conCurp, sinCurp } = await twice();
    const wrong = await call('rehearseCurp', { clave: conCurp.clave, curp: sinCurp.clave });
    expect(wrong.error?.details.code).toBe('con-curp');
    const nobody = await call('rehearseCurp', { clave: sinCurp.clave, curp: 'SC000000000' });
    expect(nobody.error?.status).toBe('NOT_FOUND');
  });
});
