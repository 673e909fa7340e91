import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertCuentaVerificada } from '../../../../../tests/factories/cuentas.ts';
import { makePersona } from '../../../../../tests/factories/personas.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import { expectRefused } from '../../../../../tests/refused.ts';
import { hashPassword } from '../../../../platform/server/passwords.ts';
import type { Role } from '../../../../platform/shared/actor.ts';
import { makeAdmin } from './service.ts';

let portal: TestPortal;
let hash: string;
const PASSWORD = 'Tren-Nube-Lago-2026';

beforeAll(async () => {
  portal = await startTestPortal();
  hash = await hashPassword(PASSWORD);
});
afterAll(() => portal.stop());

let n = 0;
const makeCuenta = async (role: Role | null, extra: { email_verified?: boolean } = {}) => {
  const uid = `u${++n}`;
  const email = `${uid}@usuarios.example`;
  await insertCuentaVerificada(portal.services.db, {
    uid,
    email,
    password_hash: hash,
    display_name: `PERSONA NÚMERO ${n}`,
    role,
    ...extra,
  });
  return { uid, email };
};

const signIn = async (email: string): Promise<string> => {
  const response = await fetch(
    `${portal.url}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD }),
    },
  );
  return ((await response.json()) as { idToken: string }).idToken;
};

const roleOf = async (uid: string) =>
  (
    await portal.services.db
      .selectFrom('cuentas')
      .select('role')
      .where('uid', '=', uid)
      .executeTakeFirstOrThrow()
  ).role;

let admin: { uid: string; email: string };
let token: string;
beforeEach(async () => {
  await portal.services.db.deleteFrom('cuentas').execute();
  admin = await makeCuenta('Admin');
  token = await signIn(admin.email);
});

describe('users', () => {
  it('only an Admin sees or changes them', async () => {
    const escolar = await makeCuenta('Escolar');
    const other = await signIn(escolar.email);
    await expectRefused(portal.call, [{ token: other }], {
      listUsuarios: {},
      getTotalUsuarios: {},
      getUsuario: { uid: escolar.uid },
      setRoleUsuario: { uid: escolar.uid, role: 'Admin' },
      setDisabledUsuario: { uid: admin.uid, disabled: true },
      endSesionesUsuario: { uid: admin.uid },
      linkPersonaUsuario: { uid: escolar.uid, clave: null },
      setPoliticaFactor: { roles: [] },
    });
    expect(await roleOf(escolar.uid)).toBe('Escolar');
  });

  it('one is seen with the sessions it has open, and whose file that names is noted', async () => {
    const persona = await makePersona(portal.services.db, {});
    const { uid } = await insertCuentaVerificada(portal.services.db, { persona_id: persona.id });
    const see = async () => (await portal.call('getUsuario', { uid }, { token })).result;
    expect(await see()).toMatchObject({ uid, clave: persona.clave, sesiones: [] });
    const noted = await portal.services.db
      .selectFrom('historial')
      .select('despues')
      .where('accion', '=', 'cuenta.listar')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(noted.despues).toEqual({ personas: [persona.id] });

    const own = await portal.call('getUsuario', { uid: admin.uid }, { token });
    expect(own.result.sesiones).toHaveLength(1);
    expect(Object.keys(own.result.sesiones[0]).sort()).toEqual([
      'desde',
      'direccion',
      'dispositivo',
      'sid',
      'ultimoUso',
    ]);
    await portal.call('endSesionesUsuario', { uid: admin.uid }, { token });
    token = await signIn(admin.email);
    expect((await portal.call('getUsuario', { uid: 'nobody' }, { token })).error?.status).toBe(
      'NOT_FOUND',
    );
  });

  it('are found by part of a name without its accents, filtered and paged', async () => {
    for (let i = 0; i < 7; i++) await makeCuenta(null);
    await makeCuenta('Escolar');
    const found = await portal.call('listUsuarios', { busqueda: `numero ${n}` }, { token });
    expect(found.result.filas.map((u: { uid: string }) => u.uid)).toEqual([`u${n}`]);
    const all = await portal.call('getTotalUsuarios', { role: 'ninguno' }, { token });
    expect(all.result).toEqual({ total: 7 });
    const paged = await portal.call('listUsuarios', { role: 'ninguno', porPagina: 5 }, { token });
    expect(paged.result).toMatchObject({ anterior: null, parecidas: false });
    const tras = paged.result.siguiente;
    const last = await portal.call(
      'listUsuarios',
      { role: 'ninguno', porPagina: 5, tras },
      { token },
    );
    expect(last.result.filas).toHaveLength(2);
    expect(last.result.siguiente).toBeNull();
    const [{ uid }] = last.result.filas;
    const linked = await portal.call('listUsuarios', { busqueda: uid }, { token });
    expect(linked.result.filas).toMatchObject([{ uid }]);
    const none = await portal.call('listUsuarios', { busqueda: '100%_' }, { token });
    expect(none.result).toMatchObject({ filas: [], total: 0, parecidas: false });
  });

  it.each(['email', 'displayName', 'role', 'creadoEn', 'ultimoIngresoEn'] as const)(
    'are each seen once from page to page and back, by %s, who lacks it at the end',
    async (orden) => {
      await makeCuenta('Escolar');
      for (let i = 0; i < 9; i++) await makeCuenta(null);
      await portal.services.database.execute(`
        update cuentas set display_name = case when n % 3 = 0 then null else 'ANA ' || n % 4 end,
          creado_en = now() - make_interval(days => n % 4),
          ultimo_ingreso_en = case when n % 2 = 0 then null else now() - make_interval(secs => n % 5) end
        from (select uid as de, row_number() over (order by uid)::int as n from cuentas) numeradas where uid = de`);
      type Fila = { uid: string } & Record<typeof orden, string | null>;
      for (const busqueda of [undefined, 'usuarios.example']) {
        for (const descendente of [false, true]) {
          const read = async (
            at: object,
          ): Promise<{ filas: Fila[] } & Record<string, string | null>> =>
            (
              await portal.call(
                'listUsuarios',
                { orden, descendente, busqueda, porPagina: 3, ...at },
                { token },
              )
            ).result;
          const forth = [await read({})];
          while (forth.at(-1)!.siguiente) forth.push(await read({ tras: forth.at(-1)!.siguiente }));
          const uids = forth.map(({ filas }) => filas.map(({ uid }) => uid));
          const { n } = (await portal.services.db
            .selectFrom('cuentas')
            .select((e) => e.fn.countAll<number>().as('n'))
            .executeTakeFirstOrThrow()) as { n: number };
          expect(new Set(uids.flat()).size).toBe(n);
          expect(uids.flat()).toHaveLength(n);
          const said = forth.flatMap(({ filas }) => filas.map((fila) => fila[orden] || null));
          const has = said.filter((one) => one !== null);
          expect(said.slice(0, has.length)).toEqual(has);
          const sorted = has.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
          expect(has).toEqual(descendente ? sorted.reverse() : sorted);
          const back = [forth.at(-1)!];
          while (back.at(-1)!.anterior) back.push(await read({ antes: back.at(-1)!.anterior }));
          // Going back ends in a full first page, and passes by each.
          expect(back.at(-1)!.filas.map(({ uid }) => uid)).toEqual(uids[0]);
          const seen = back.flatMap(({ filas }) => filas.map(({ uid }) => uid));
          expect(new Set(seen).size).toBe(n);
        }
      }
    },
  );

  it('from an account that is no more nothing goes on: the list is asked for from its beginning', async () => {
    const { result } = await portal.call('listUsuarios', { tras: 'no-existe' }, { token });
    expect(result).toMatchObject({ filas: [], siguiente: null });
  });

  it('are found by a misspelt name when nobody is called so, and by words of their file', async () => {
    const persona = await makePersona(portal.services.db, {
      nombreCompleto: 'ÍÑIGO ETXEBERRÍA ZÚÑIGA',
    });
    const cuenta = await insertCuentaVerificada(portal.services.db, { persona_id: persona.id });
    const find = async (busqueda: string) => {
      const { result } = await portal.call('listUsuarios', { busqueda }, { token });
      return { uids: result.filas.map(({ uid }: { uid: string }) => uid), ...result, filas: null };
    };
    for (const words of ['etxeberria', 'ZUÑIGA íñigo', persona.clave.toLowerCase()]) {
      expect(await find(words)).toMatchObject({ uids: [cuenta.uid], parecidas: false });
    }
    expect(await find('echeberria iñigo')).toMatchObject({
      uids: [cuenta.uid],
      total: 1,
      parecidas: true,
    });
    expect(await find('nadie-se-llama-asi')).toMatchObject({ uids: [], parecidas: false });
    // What is done to everything that a search shows is done to what it names, never to what looks like it.
    const lote = await portal.call(
      'applyToUsuarios',
      {
        accion: 'deshabilitar',
        parte: { filtros: { busqueda: 'echeberria' }, excepto: [], tras: null },
      },
      { token },
    );
    expect(lote.result).toMatchObject({ cambiadas: 0 });
  });

  it('say whose address refuses mail, and since when', async () => {
    const { uid, email } = await makeCuenta(null);
    const desde = new Date('2026-11-20T10:00:00Z');
    await portal.services.db
      .insertInto('correos_rechazos')
      .values({ direccion: email, desde, respuesta: '550 5.1.1 No such user' })
      .execute();
    const { filas } = (await portal.call('listUsuarios', {}, { token })).result;
    expect(
      filas.map((u: { uid: string; rechazaCorreo: string | null }) => [u.uid, u.rechazaCorreo]),
    ).toEqual(
      expect.arrayContaining([
        [uid, desde.toISOString()],
        [admin.uid, null],
      ]),
    );
  });

  it('a change of role ends the sessions at once', async () => {
    const person = await makeCuenta(null);
    const theirs = await signIn(person.email);
    expect((await portal.call('listSesiones', null, { token: theirs })).http).toBe(200);
    await portal.call('setRoleUsuario', { uid: person.uid, role: 'Escolar' }, { token });
    expect((await portal.call('listSesiones', null, { token: theirs })).http).toBe(401);
    const change = await portal.services.db
      .selectFrom('historial')
      .selectAll()
      .where('accion', '=', 'cuenta.cambiarRol')
      .executeTakeFirstOrThrow();
    expect(change).toMatchObject({
      actor_uid: admin.uid,
      entidad_id: person.uid,
      antes: { role: null },
      despues: { role: 'Escolar' },
    });
  });

  it('disabling ends the sessions at once', async () => {
    const person = await makeCuenta(null);
    const theirs = await signIn(person.email);
    await portal.call('setDisabledUsuario', { uid: person.uid, disabled: true }, { token });
    expect((await portal.call('listSesiones', null, { token: theirs })).http).toBe(401);
  });

  it('nobody changes what they may, whose file they have, or their being able to enter', async () => {
    const persona = await makePersona(portal.services.db);
    const other = await makeCuenta('Admin');
    for (const [name, data] of [
      ['setRoleUsuario', { uid: admin.uid, role: null }],
      ['setRoleUsuario', { uid: admin.uid, role: 'Admin' }],
      ['setDisabledUsuario', { uid: admin.uid, disabled: true }],
      ['linkPersonaUsuario', { uid: admin.uid, clave: persona.clave }],
      ['linkPersonaUsuario', { uid: admin.uid, clave: null }],
    ] as const) {
      const answer = await portal.call(name, data, { token });
      expect(answer).toMatchObject({ http: 403, error: { details: { code: 'sobre-uno-mismo' } } });
    }
    expect(await roleOf(admin.uid)).toBe('Admin');
    // Nor does one give the own file away.
    await portal.services.db
      .updateTable('cuentas')
      .set({ persona_id: persona.id })
      .where('uid', '=', admin.uid)
      .execute();
    const again = await signIn(admin.email);
    const given = { uid: other.uid, clave: persona.clave };
    const answer = await portal.call('linkPersonaUsuario', given, { token: again });
    expect(answer.error?.details.code).toBe('sobre-uno-mismo');
  });

  it('two Admins cannot demote each other at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      await portal.services.db.deleteFrom('cuentas').execute();
      const [one, two] = [await makeCuenta('Admin'), await makeCuenta('Admin')];
      const [tokenOne, tokenTwo] = [await signIn(one.email), await signIn(two.email)];
      await Promise.all([
        portal.call('setRoleUsuario', { uid: two.uid, role: null }, { token: tokenOne }),
        portal.call('setRoleUsuario', { uid: one.uid, role: null }, { token: tokenTwo }),
      ]);
      const admins = await portal.services.db
        .selectFrom('cuentas')
        .select('uid')
        .where('role', '=', 'Admin')
        .execute();
      expect(admins.length).toBe(1);
    }
  });

  it('an account is linked to the person of a CURP, once', async () => {
    const persona = await makePersona(portal.services.db);
    const [one, two] = [await makeCuenta(null), await makeCuenta(null)];
    expect(
      (
        await portal.call(
          'linkPersonaUsuario',
          { uid: one.uid, clave: persona.clave.toLowerCase() },
          { token },
        )
      ).result,
    ).toEqual({ ok: true });
    expect(
      (await portal.call('linkPersonaUsuario', { uid: two.uid, clave: persona.clave }, { token }))
        .error?.status,
    ).toBe('ALREADY_EXISTS');
    expect(
      (
        await portal.call(
          'linkPersonaUsuario',
          { uid: two.uid, clave: 'SABC560626MDFLRN93' },
          { token },
        )
      ).error?.status,
    ).toBe('NOT_FOUND');
  });

  it('gives it the name of that person', async () => {
    const persona = await makePersona(portal.services.db, { nombreCompleto: 'LUZ MARÍN SOTO' });
    const one = await makeCuenta(null);
    await portal.call('linkPersonaUsuario', { uid: one.uid, clave: persona.clave }, { token });
    const { display_name } = await portal.services.db
      .selectFrom('cuentas')
      .select('display_name')
      .where('uid', '=', one.uid)
      .executeTakeFirstOrThrow();
    expect(display_name).toBe('LUZ MARÍN SOTO');
  });
});

describe('the owner of an account', () => {
  const told = async (email: string) =>
    (await portal.mails()).filter(({ to }) => to === email).reverse();

  it('is told of each change that an Admin makes of it', async () => {
    const { uid, email } = await makeCuenta(null);
    const persona = await makePersona(portal.services.db);
    for (const [name, data] of [
      ['setRoleUsuario', { uid, role: 'Escolar' }],
      ['setRoleUsuario', { uid, role: 'Escolar' }],
      ['setRoleUsuario', { uid, role: null }],
      ['setDisabledUsuario', { uid, disabled: true }],
      ['setDisabledUsuario', { uid, disabled: false }],
      ['removeFactorUsuario', { uid, motivo: 'Perdió su teléfono; mostró su credencial' }],
      ['linkPersonaUsuario', { uid, clave: persona.clave }],
    ] as const) {
      expect((await portal.call(name, data, { token })).http, name).toBe(200);
    }
    const mails = await told(email);
    expect(mails.map(({ subject }) => subject)).toEqual([
      'El rol de su cuenta cambió',
      'El rol de su cuenta cambió',
      'Su cuenta fue deshabilitada',
      'Su cuenta está habilitada de nuevo',
      'Su cuenta ya no tiene segundo factor',
      'El expediente de su cuenta cambió',
    ]);
    expect(mails[0]!.text).toContain('Su cuenta tiene ahora el rol Escolar.');
    for (const { text } of mails) {
      expect(text).toContain('Lo hizo: Quien administra las cuentas de la escuela');
      expect(text).toMatch(/Cuándo: \d/);
      expect(text).toContain('Comuníquese con la escuela');
      // Who did it is in the history, not in a mail; nor from where.
      expect(text).not.toMatch(/127\.0\.0\.1|u\d+@/);
    }
  });

  it('takes off their own factor like anybody else, with password and code', async () => {
    const { error } = await portal.call(
      'removeFactorUsuario',
      { uid: admin.uid, motivo: 'Dejaron la pantalla abierta' },
      { token },
    );
    expect(error?.details.code).toBe('factor-propio');
  });
});

describe('the command that makes an Admin', () => {
  const accountOf = (email: string) =>
    portal.services.db
      .selectFrom('cuentas')
      .selectAll()
      .where('email', '=', email)
      .where('email_verified', '=', true)
      .executeTakeFirstOrThrow();

  it('raises a verified account, whose owner is told, and makes one with a password', async () => {
    const { email } = await makeCuenta('Escolar');
    expect(await makeAdmin(portal.services, email, null)).toBe(false);
    expect(await accountOf(email)).toMatchObject({ role: 'Admin', password_hash: hash });
    expect((await portal.mails()).find(({ to }) => to === email)?.text).toContain('rol Admin');
    await expect(makeAdmin(portal.services, 'nueva@usuarios.example', null)).rejects.toThrow(
      'contraseña',
    );
    expect(await makeAdmin(portal.services, 'nueva@usuarios.example', PASSWORD)).toBe(true);
    expect(await accountOf('nueva@usuarios.example')).toMatchObject({
      role: 'Admin',
      email_verified: true,
    });
  });

  it('does not make an Admin of whoever registered that address without verifying it', async () => {
    const { uid, email } = await makeCuenta(null, { email_verified: false });
    await expect(makeAdmin(portal.services, email, null)).rejects.toThrow('verificada');
    const stranger = await signIn(email);
    expect(await makeAdmin(portal.services, email, 'Nube-Tren-Lago-2027')).toBe(true);
    const cuenta = await accountOf(email);
    expect(cuenta).toMatchObject({ role: 'Admin', email_verified: true });
    expect(cuenta.uid).not.toBe(uid);
    expect(cuenta.password_hash).not.toBe(hash);
    expect((await portal.call('getSesion', null, { token: stranger })).result).toBeNull();
  });
});
