import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { picture } from '../../../../../tests/almacen.ts';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import { makeCurso, makeEdicion } from '../../../../../tests/factories/cursos.ts';
import { makeCurp, makePersona } from '../../../../../tests/factories/personas.ts';
import { makePlantilla, RESPUESTAS } from '../../../../../tests/factories/plantillas.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import type { NewPersona } from '../../server/data.ts';
import { readPersonaIds } from '../../server/service.ts';
import type { Ensayo } from '../contract.ts';
import { requireSeguidores } from '../seguidores/server/service.ts';

let portal: TestPortal;
let staff: Cuenta;
/** Whoever confirms the merges that staff propose. */
let segunda: Cuenta;
type Cuenta = Awaited<ReturnType<typeof makeCuenta>>;
beforeAll(async () => {
  portal = await startTestPortal();
  staff = await makeCuenta(portal, { role: 'Escolar' });
  segunda = await makeCuenta(portal, { role: 'Escolar' });
});
afterAll(() => portal.stop());

const MOTIVO = 'Presentó su constancia de CURP en ventanilla.';

/** A person with the `SC…` key, as who registers without CURP is. */
const sinCurp = (overrides: Partial<NewPersona> = {}) =>
  makePersona(portal.services.db, {
    fechaNacimiento: null,
    sexo: null,
    entidadNacimiento: null,
    ...overrides,
  });

const conCurp = (overrides: Partial<NewPersona> = {}) => {
  const curp = makeCurp();
  return makePersona(portal.services.db, { clave: curp, curp, ...overrides });
};

const rehearse = (clave: string, curp: string, { token }: Cuenta = staff) =>
  portal.call('rehearseCurp', { clave, curp }, { token });

/** Assigns, and of a merge has a second person confirm it. */
const assign = async (
  clave: string,
  { curp, huella }: Pick<Ensayo, 'curp' | 'huella'>,
  { token = staff.token, tomar = [] as string[], motivo = MOTIVO } = {},
) => {
  const answer = await portal.call('assignCurp', { clave, curp, tomar, motivo, huella }, { token });
  if (!answer.result) return answer;
  const { propuesta, ...resultado } = answer.result;
  if (propuesta === null) return { ...answer, result: resultado };
  // Nothing has changed yet.
  expect(resultado).toEqual({ tipo: 'fusionar', clave });
  const confirmed = await portal.call(
    'decideFusion',
    { id: propuesta, decision: 'confirmar' },
    { token: segunda.token },
  );
  expect(confirmed.result).toEqual({ clave: curp });
  return { ...answer, result: { ...resultado, clave: curp } };
};

const ensayo = async (clave: string, curp: string): Promise<Ensayo> => {
  const { result, error } = await rehearse(clave, curp);
  if (!result) throw new Error(JSON.stringify(error));
  return result;
};

const mailsTo = async ({ email }: Cuenta) =>
  (await portal.mails()).filter(({ to }) => to === email);

const file = async (curp: string, token = staff.token) =>
  portal.call('getPersona', { clave: curp }, { token });

const historyOf = async (id: string) =>
  (
    await portal.services.db
      .selectFrom('historial')
      .select(['accion', 'motivo', 'actor_uid', 'antes', 'despues'])
      .where('entidad_id', '=', id)
      .where('accion', '!=', 'persona.leer')
      .orderBy('id')
      .execute()
  ).filter(({ accion }) => accion !== 'persona.ensayarCurp');

const offer = async () => {
  const { db } = portal.services;
  const curso = await makeCurso(db);
  const plantilla = await makePlantilla(db);
  const { id } = await makeEdicion(db, {
    cursoId: curso.id,
    plantillaId: plantilla.id,
    ahora: new Date(),
  });
  return { idCurso: curso.id, idPlantilla: plantilla.id, tipo: curso.tipo, edicionId: id };
};
type Offer = Awaited<ReturnType<typeof offer>>;

const enrol = async (ids: Offer, { token }: Cuenta) => {
  const { result, error } = await portal.call(
    'submitInscripcion',
    { ...ids, version: 1, respuestas: RESPUESTAS },
    { token },
  );
  if (!result) throw new Error(JSON.stringify(error));
  return result as { folio: string; clave: string };
};

const draft = (ids: Offer, { token }: Cuenta, motivos: string) =>
  portal.call('saveBorradorInscripcion', { ...ids, respuestas: { motivos } }, { token });

const matricula = async ({ token }: { token: string }) =>
  (await portal.call('listMatricula', { limite: 20 }, { token })).result.inscripciones;

/** Signs in again, as who has seen their sessions closed. */
const signIn = async ({ email }: Cuenta) => {
  const response = await fetch(
    `${portal.url}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'Tren-Nube-Lago-2026' }),
    },
  );
  const { idToken } = (await response.json()) as { idToken: string };
  const claims = JSON.parse(Buffer.from(idToken.split('.')[1]!, 'base64url').toString());
  return { token: idToken, claims };
};

describe('a CURP that nobody has', () => {
  it('becomes the key: all stays, the old one goes on opening, the person is told', async () => {
    const persona = await sinCurp();
    const cuenta = await makeCuenta(portal, { personaId: persona.id });
    const ids = await offer();
    const acuse = await enrol(ids, cuenta);
    const printed = await portal.call('getAcuse', acuse);
    const curp = makeCurp();

    const tried = await ensayo(persona.clave, curp.toLowerCase());
    expect(tried).toMatchObject({
      tipo: 'asignar',
      curp,
      anterior: { clave: persona.clave, correo: cuenta.email },
      actual: null,
      impedimentos: [],
      descartados: [],
    });
    expect(tried.siguen).toEqual([
      expect.stringMatching(/^La cuenta .*sesiones/),
      expect.stringMatching(/^Inscripción: Juicio .*acuse/),
    ]);
    expect(tried.datos.find(({ campo }) => campo === 'sexo')).toMatchObject({
      anterior: null,
      actual: 'M',
    });
    // A rehearsal leaves all as it was.
    expect((await file(persona.clave)).result.curp).toBeNull();

    expect((await assign(persona.clave, tried)).result).toEqual({ tipo: 'asignar', clave: curp });
    expect((await file(curp)).result).toMatchObject({
      clave: curp,
      curp,
      nombre: 'Ana',
      sexo: 'M',
      entidadNacimiento: 'DF',
      discrepancias: [],
    });
    expect((await file(persona.clave)).result.clave).toBe(curp);

    // As with a change of role: the session is over, and the next one's claims are the new ones.
    expect((await file(curp, cuenta.token)).error?.status).toBe('UNAUTHENTICATED');
    const again = await signIn(cuenta);
    expect(again.claims.curp).toBe(curp);
    expect((await file(persona.clave, again.token)).result).toMatchObject({ propia: true, curp });
    expect(await matricula(again)).toMatchObject([{ acuse: { folio: acuse.folio } }]);
    expect((await portal.call('getAcuse', acuse)).result).toEqual(printed.result);

    expect(await historyOf(persona.id)).toMatchObject([
      {
        accion: 'persona.asignarCurp',
        motivo: MOTIVO,
        actor_uid: staff.uid,
        antes: { clave: persona.clave },
        despues: { conCurp: true },
      },
    ]);
    expect((await historyOf(cuenta.uid)).map(({ accion }) => accion)).toContain(
      'cuenta.cambiarClave',
    );
    const [mail] = await portal.mails();
    expect(mail).toMatchObject({ to: cuenta.email, subject: 'Su expediente ya tiene su CURP' });
    expect(mail?.text).not.toContain(curp);
  });

  it('records what disagrees with it, for staff to look at', async () => {
    const persona = await sinCurp({ nombre: 'Berta', fechaNacimiento: '1999-01-31' });
    const tried = await ensayo(persona.clave, makeCurp());
    expect(tried.datos.find(({ campo }) => campo === 'fechaNacimiento')?.difiere).toBe(true);
    await assign(persona.clave, tried);
    expect((await file(tried.curp)).result.discrepancias).toEqual(['nombre', 'fechaNacimiento']);
  });

  it('undoes the review of what disagreed before, when something else does now', async () => {
    const target = await conCurp({ nombre: 'Berta', discrepancias: ['nombre'] });
    const note = { clave: target.clave, discrepancias: ['nombre'], nota: 'Así está en su acta' };
    await portal.call('reviewDiscrepanciasPersona', note, staff);
    const [same, other] = [await sinCurp({ nombre: 'Brenda' }), await sinCurp()];
    await assign(same.clave, await ensayo(same.clave, target.clave), { tomar: ['nombre'] });
    expect((await file(target.clave)).result).toMatchObject({
      nombre: 'Brenda',
      discrepancias: ['nombre'],
      revision: { nota: note.nota },
    });
    await assign(other.clave, await ensayo(other.clave, target.clave), { tomar: ['nombre'] });
    expect((await file(target.clave)).result).toMatchObject({ discrepancias: [], revision: null });
  });

  it('that is not one, or not of who has none, is refused', async () => {
    const [persona, other] = [await sinCurp(), await conCurp()];
    const wrong = await rehearse(persona.clave, 'PERA');
    expect(wrong.error).toMatchObject({ status: 'INVALID_ARGUMENT', details: { code: 'curp' } });
    expect(wrong.error?.details.fields.curp).toMatch(/18 caracteres/);
    expect((await rehearse(other.clave, makeCurp())).error?.details.code).toBe('con-curp');
    expect((await rehearse('SC000000000', makeCurp())).error?.status).toBe('NOT_FOUND');
    const declared = await sinCurp({ curpDeclarada: makeCurp() });
    expect((await ensayo(declared.clave, makeCurp())).avisos.join()).toMatch(/declaró/);
  });

  it('is given by staff only', async () => {
    const persona = await sinCurp();
    const own = await makeCuenta(portal, { personaId: persona.id });
    const huella = 'x';
    const curp = makeCurp();
    for (const [token, status] of [
      [own.token, 'PERMISSION_DENIED'],
      [undefined, 'UNAUTHENTICATED'],
    ] as const) {
      const options = token === undefined ? {} : { token };
      for (const [name, input] of [
        ['rehearseCurp', { clave: persona.clave, curp }],
        ['assignCurp', { clave: persona.clave, curp, tomar: [], motivo: MOTIVO, huella }],
      ] as const) {
        expect((await portal.call(name, input, options)).error?.status).toBe(status);
      }
    }
    const short = await assign(persona.clave, { curp, huella }, { motivo: 'si' });
    expect(short.error?.details.fields).toHaveProperty('motivo');
  });
});

describe('a CURP that somebody has', () => {
  it('takes in the file without one, with all that hangs from it', async () => {
    const [old, target] = [
      await sinCurp({ nombre: 'Ána', curpDeclarada: 'OTRA' }),
      await conCurp({ apellidoMaterno: '', nombreCompleto: 'ANA PÉREZ' }),
    ];
    const cuenta = await makeCuenta(portal, { personaId: old.id });
    const ids = await offer();
    const acuse = await enrol(ids, cuenta);
    const printed = await portal.call('getAcuse', acuse);
    await draft(await offer(), cuenta, 'un borrador');
    await portal.services.db
      .insertInto('aceptaciones')
      .values({ uid: cuenta.uid, persona_id: old.id, documento: 'aviso', version: '1' })
      .execute();
    await file(old.clave);

    const tried = await ensayo(old.clave, target.clave);
    expect(tried).toMatchObject({
      tipo: 'fusionar',
      anterior: { clave: old.clave, correo: cuenta.email },
      actual: { clave: target.clave, correo: null },
      impedimentos: [],
    });
    expect(tried.datos.slice(0, 3)).toMatchObject([
      { campo: 'nombre', anterior: 'Ána', actual: 'Ana', difiere: true, queda: 'actual' },
      { campo: 'apellidoPaterno', difiere: false },
      { campo: 'apellidoMaterno', anterior: 'Ruiz', actual: null, queda: 'anterior' },
    ]);
    expect(tried.siguen).toHaveLength(3);

    const { result } = await assign(old.clave, tried, { tomar: ['apellidoMaterno'] });
    expect(result).toEqual({ tipo: 'fusionar', clave: target.clave });
    expect((await file(old.clave)).result).toMatchObject({
      clave: target.clave,
      nombre: 'Ana',
      apellidoMaterno: 'Ruiz',
      nombreCompleto: 'ANA PÉREZ RUIZ',
      discrepancias: [],
    });
    expect((await file(target.clave, cuenta.token)).error?.status).toBe('UNAUTHENTICATED');
    const again = await signIn(cuenta);
    expect(again.claims).toMatchObject({ curp: target.clave, name: 'ANA PÉREZ RUIZ' });
    expect(await matricula(again)).toHaveLength(2);
    expect((await portal.call('getAcuse', acuse)).result).toEqual(printed.result);
    const { db } = portal.services;
    expect(await db.selectFrom('personas').where('id', '=', old.id).execute()).toEqual([]);
    expect(
      await db
        .selectFrom('aceptaciones')
        .select('persona_id')
        .where('uid', '=', cuenta.uid)
        .where('version', '=', '1')
        .execute(),
    ).toEqual([{ persona_id: target.id }]);

    // Both files stay in the history, and whoever asks for the person is told of both.
    expect(await historyOf(old.id)).toMatchObject([
      { accion: 'persona.fusionar', motivo: MOTIVO, despues: { personaId: target.id } },
    ]);
    expect(await historyOf(target.id)).toMatchObject([
      { accion: 'persona.recibirFusion', motivo: MOTIVO, despues: { personaAnterior: old.id } },
    ]);
    const admin = await makeCuenta(portal, { role: 'Admin' });
    const historial = await portal.call('listHistorial', { clave: old.clave }, admin);
    expect(historial.result.filas.map((fila: { accion: string }) => fila.accion)).toEqual(
      expect.arrayContaining(['persona.fusionar', 'persona.leer', 'inscripcion.cambiarPersona']),
    );
    // What was done to the file that is no longer there leads to the one that took it in.
    const [fused] = historial.result.filas.filter(
      ({ accion }: { accion: string }) => accion === 'persona.fusionar',
    );
    expect(fused).toMatchObject({ entidadId: old.id, enlace: `/person/${target.clave}` });
    const accesos = await portal.call('listAccesosExpediente', {}, again);
    expect(accesos.result.filas.map((fila: { accion: string }) => fila.accion)).toEqual(
      expect.arrayContaining(['persona.fusionar', 'persona.recibirFusion', 'persona.leer']),
    );
    expect((await mailsTo(cuenta))[0]?.subject).toBe('Sus dos expedientes son ahora uno');
  });

  it('keeps the session of an account that was already there', async () => {
    const [old, target] = [await sinCurp(), await conCurp()];
    const cuenta = await makeCuenta(portal, { personaId: target.id });
    const tried = await ensayo(old.clave, target.clave);
    await assign(old.clave, tried);
    expect((await file(old.clave, cuenta.token)).result).toMatchObject({ propia: true });
    const [mail] = await mailsTo(cuenta);
    expect(mail?.subject).toBe('Sus dos expedientes son ahora uno');
    expect(mail?.text).not.toMatch(/cerramos sus sesiones/);
  });

  it('waits while both have an account', async () => {
    const [old, target] = [await sinCurp(), await conCurp()];
    const [mine, theirs] = [
      await makeCuenta(portal, { personaId: old.id }),
      await makeCuenta(portal, { personaId: target.id }),
    ];
    const tried = await ensayo(old.clave, target.clave);
    expect(tried.impedimentos).toEqual([expect.stringContaining('tienen cuenta')]);
    const refused = await assign(old.clave, tried);
    expect(refused.error).toMatchObject({
      status: 'FAILED_PRECONDITION',
      message: tried.impedimentos[0],
      details: { code: 'impedido' },
    });
    // The way out that the sentence says.
    const admin = await makeCuenta(portal, { role: 'Admin' });
    await portal.call('linkPersonaUsuario', { uid: mine.uid, clave: null }, admin);
    expect((await assign(old.clave, tried)).error?.details.code).toBe('cambio-desde-ensayo');
    const next = await ensayo(old.clave, target.clave);
    expect((await assign(old.clave, next)).result.tipo).toBe('fusionar');
    expect((await signIn(theirs)).claims.curp).toBe(target.clave);
    expect((await signIn(mine)).claims.curp).toBeUndefined();
  });

  it('drops a draft of what the other file was enrolled in, and waits when both were', async () => {
    const [old, target] = [await sinCurp(), await conCurp()];
    const admin = await makeCuenta(portal, { role: 'Admin' });
    const [mine, theirs] = [
      await makeCuenta(portal, { personaId: old.id }),
      await makeCuenta(portal, { personaId: target.id }),
    ];
    const [twice, drafted] = [await offer(), await offer()];
    await enrol(twice, mine);
    await enrol(twice, theirs);
    await enrol(drafted, mine);
    await draft(drafted, theirs, 'se queda');
    await portal.call('linkPersonaUsuario', { uid: theirs.uid, clave: null }, admin);

    const tried = await ensayo(old.clave, target.clave);
    expect(tried.impedimentos).toEqual([expect.stringContaining('misma edición')]);
    expect(tried.descartados).toEqual([expect.stringMatching(/^El borrador de Juicio/)]);
    expect((await assign(old.clave, tried)).error?.details.code).toBe('impedido');
    const { db } = portal.services;
    await db
      .updateTable('inscripciones')
      .set({ estado: 'baja' })
      .where('persona_id', '=', target.id)
      .where('edicion_id', '=', twice.edicionId)
      .execute();
    await assign(old.clave, await ensayo(old.clave, target.clave));
    const rows = await db
      .selectFrom('inscripciones')
      .select(['persona_id', 'estado'])
      .where('edicion_id', 'in', [twice.edicionId, drafted.edicionId])
      .execute();
    expect(rows.map(({ estado }) => estado).sort()).toEqual(['baja', 'inscrita', 'inscrita']);
    expect(new Set(rows.map(({ persona_id }) => persona_id))).toEqual(new Set([target.id]));
    const { ocupados } = await db
      .selectFrom('ediciones')
      .select('ocupados')
      .where('id', '=', drafted.edicionId)
      .executeTakeFirstOrThrow();
    expect(ocupados).toBe(1);
  });
});

describe('what was rehearsed', () => {
  it('is not done when something changed meanwhile', async () => {
    const persona = await sinCurp();
    const cuenta = await makeCuenta(portal, { personaId: persona.id });
    const tried = await ensayo(persona.clave, makeCurp());
    const changed = async () => (await assign(persona.clave, tried)).error?.details.code;

    // The CURP is registered by its owner.
    const other = await makePersona(portal.services.db, { clave: tried.curp, curp: tried.curp });
    expect(await changed()).toBe('cambio-desde-ensayo');
    expect((await file(persona.clave)).result.curp).toBeNull();

    const next = await ensayo(persona.clave, tried.curp);
    expect(next.tipo).toBe('fusionar');
    await draft(await offer(), cuenta, 'mientras tanto');
    expect((await assign(persona.clave, next)).error?.details.code).toBe('cambio-desde-ensayo');
    expect((await historyOf(other.id)).length).toBe(0);
    // Another CURP than the one rehearsed.
    const last = await ensayo(persona.clave, tried.curp);
    const mixed = await assign(persona.clave, { ...last, curp: makeCurp() });
    expect(mixed.error?.details.code).toBe('cambio-desde-ensayo');
  });

  it('is done once, however many press', async () => {
    const old = await sinCurp();
    const cuenta = await makeCuenta(portal, { personaId: old.id });
    await enrol(await offer(), cuenta);
    const curp = makeCurp();
    const colleague = await makeCuenta(portal, { role: 'Admin' });
    const tried = await ensayo(old.clave, curp);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        assign(old.clave, tried, i % 2 === 0 ? {} : { token: colleague.token }),
      ),
    );
    expect(answers.filter(({ result }) => result).length).toBe(1);
    for (const { error } of answers) {
      if (error) expect(['con-curp', 'cambio-desde-ensayo']).toContain(error.details?.code);
    }
    const { clave } = (await file(old.clave)).result;
    expect(clave).toBe(curp);
    const done = await portal.services.db
      .selectFrom('historial')
      .select('accion')
      .where('accion', '=', 'persona.asignarCurp')
      .where('entidad_id', '=', old.id)
      .execute();
    expect(done).toHaveLength(1);
    expect((await signIn(cuenta)).claims.curp).toBe(curp);
  });
});

describe('an earlier key', () => {
  it('is never given again, also when the file that it opens is merged in turn', async () => {
    const first = await sinCurp();
    const target = await conCurp();
    // As if another file had been merged into this one before.
    const older = await sinCurp();
    await portal.services.db.deleteFrom('personas').where('id', '=', older.id).execute();
    await portal.services.db
      .insertInto('claves_anteriores')
      .values({ clave: older.clave, persona_id: first.id, anterior_id: older.id, datos: '{}' })
      .execute();
    await assign(first.clave, await ensayo(first.clave, target.clave));
    expect((await file(older.clave)).result.clave).toBe(target.clave);
    expect(await readPersonaIds(portal.services.db, target.id)).toEqual(
      expect.arrayContaining([target.id, first.id, older.id]),
    );
    await expect(sinCurp({ clave: first.clave })).rejects.toThrow(/taken/);
    const admin = await makeCuenta(portal, { role: 'Admin' });
    const other = await makeCuenta(portal);
    await portal.call('linkPersonaUsuario', { uid: other.uid, clave: first.clave }, admin);
    expect((await signIn(other)).claims.curp).toBe(target.clave);
    expect((await rehearse(first.clave, makeCurp())).error?.details.code).toBe('con-curp');
  });

  it('says nothing to who may not see the file', async () => {
    const old = await sinCurp();
    const target = await conCurp();
    await assign(old.clave, await ensayo(old.clave, target.clave));
    const stranger = await makeCuenta(portal, { personaId: (await sinCurp()).id });
    const [known, unknown] = [
      await file(old.clave, stranger.token),
      await file('SC000000000', stranger.token),
    ];
    expect(known.error?.status).toBe('PERMISSION_DENIED');
    expect(unknown.error).toEqual(known.error);
  });
});

it('assigning a CURP removes the photos of identifications: the person’s own and those of staff', async () => {
  const persona = await sinCurp();
  const mine = await makeCuenta(portal, { personaId: persona.id });
  const photo = await picture('jpeg');
  const images = () =>
    portal.services.db
      .selectFrom('archivos')
      .select('nombre')
      .where('nombre', 'like', 'ines/%')
      .where('propietario', 'in', [mine.uid, staff.uid])
      .execute();
  for (const { uid, token } of [mine, staff]) {
    const name = encodeURIComponent(`ines/${uid}.jpg`);
    await fetch(`${portal.url}/v0/b/portal/o?name=${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: photo as never,
    });
  }
  expect(await images()).toHaveLength(2);
  const curp = makeCurp();
  const { huella } = await ensayo(persona.clave, curp);
  expect((await assign(persona.clave, { curp, huella })).error).toBeUndefined();
  expect(await images()).toEqual([]);
});

describe('what names a person', () => {
  it('must be declared by somebody, or the server does not start', async () => {
    const { db, database } = portal.services;
    const declared = {
      columnas: [
        'cuentas.persona_id',
        'aceptaciones.persona_id',
        'inscripciones.persona_id',
        'vinculaciones.persona_id',
        'fusiones.persona_id',
        'personas_entradas.persona_id',
        'correcciones.persona_id',
        'personas_directorio.persona_id',
        'personas_accesibilidad.persona_id',
        'personas_telefonos.persona_id',
        'documentos.persona_id',
        'copias_datos.persona_id',
        'duplicados.persona_id',
        'fusiones_hechas.persona_id',
        'duplicados.otra_persona_id',
        'duplicados_claves.persona_id',
        'tramites_arco.persona_id',
        'personas_cambios.persona_id',
        'documentos_emitidos.persona_id',
        'ruta_personas.persona_id',
        'excepciones.persona_id',
        'listas_personas_incluidas.persona_id',
        'presolicitudes.persona_id',
        'solicitudes.persona_id',
        'evaluadores.persona_id',
        'inconformidades.persona_id',
        'soporte_conversaciones.persona_id',
      ],
    };
    await requireSeguidores(db, [declared]);
    await database.execute(`create table tarjetas (titular uuid references personas_todas (id));
      create table notas (persona_id uuid)`);
    await expect(requireSeguidores(db, [declared])).rejects.toThrow(
      /notas\.persona_id, tarjetas\.titular/,
    );
    await database.execute('drop table tarjetas; drop table notas');
  });
});
