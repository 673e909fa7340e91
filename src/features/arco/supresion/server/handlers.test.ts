/** Cancellations that are carried out, over HTTP and on a real database: who may, what stays and what stands in the way. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CONVOCATORIAS } from '../../../../../tests/factories/app.ts';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import { makeCurso, makeEdicion } from '../../../../../tests/factories/cursos.ts';
import { makeEntrada } from '../../../../../tests/factories/entradas.ts';
import { makeLleno } from '../../../../../tests/factories/lleno.ts';
import { makeCurp, makePersona } from '../../../../../tests/factories/personas.ts';
import { makePlantilla, RESPUESTAS } from '../../../../../tests/factories/plantillas.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import { readTodo, whatChanged, whereSaid, withoutEngines } from '../../../../../tests/tablas.ts';
import { foldServer } from '../../../../platform/server/feature.ts';
import { deleteOldCorreos } from '../../../../platform/server/mail/data.ts';
import { requireSupresiones } from '../../../../platform/server/supresiones.ts';
import { SERVER_FEATURES } from '../../../../server-features.ts';
import { reviewInscripciones } from '../../../inscripciones/invariantes/server/service.ts';

let portal: TestPortal;
type Cuenta = Awaited<ReturnType<typeof makeCuenta>>;
let [admin, escolar]: Cuenta[] = [];

beforeAll(async () => {
  portal = await startTestPortal();
  [admin, escolar] = [
    await makeCuenta(portal, { role: 'Admin' }),
    await makeCuenta(portal, { role: 'Escolar' }),
  ];
});
afterAll(() => portal.stop());

const exec = async (text: string, values: unknown[] = []) =>
  (await portal.services.database.execute(text, values)).rows as Record<string, unknown>[];

const makeAna = async (role: 'Escolar' | null = null) => {
  const curp = makeCurp();
  const persona = await makePersona(portal.services.db, { clave: curp, curp });
  const cuenta = await makeCuenta(portal, { personaId: persona.id, role });
  await makeEntrada(portal.services.db, persona.id, 'telefono', {
    clase: 'celular',
    numero: '+525511119999',
  });
  return { ...cuenta, personaId: persona.id, curp };
};
type Ana = Awaited<ReturnType<typeof makeAna>>;

const ask = async (who: Cuenta, grant = true): Promise<string> => {
  const id = randomUUID();
  const asked = { id, derecho: 'cancelacion', descripcion: 'Pido que borren mis datos.' };
  expect((await portal.call('requestTramiteArco', asked, who)).http).toBe(200);
  const answer = { id, sentido: 'conceder', respuesta: 'Se suprimirán sus datos.' };
  if (grant) expect((await portal.call('decideTramiteArco', answer, escolar)).http).toBe(200);
  return id;
};
const preview = (id: string, who: Cuenta = admin!) =>
  portal.call('previewSupresionArco', { id }, who);
const confirm = (id: string, { confirmacion, huella }: { confirmacion: string; huella: string }) =>
  portal.call('confirmSupresionArco', { id, confirmacion, huella }, admin);
const enrol = async (ana: Ana) => {
  const { db } = portal.services;
  const curso = await makeCurso(db);
  const plantilla = await makePlantilla(db);
  const edicion = await makeEdicion(db, {
    cursoId: curso.id,
    plantillaId: plantilla.id,
    ahora: new Date(),
  });
  const ids = {
    idCurso: curso.id,
    idPlantilla: plantilla.id,
    tipo: curso.tipo,
    edicionId: edicion.id,
  };
  const { result } = await portal.call(
    'submitInscripcion',
    { ...ids, version: 1, respuestas: RESPUESTAS },
    ana,
  );
  return result as { folio: string; clave: string };
};
const ofFile = (ana: Ana) =>
  exec('select nombre, bloqueado_en, correo_conocido from personas_todas where id = $1', [
    ana.personaId,
  ]);

it('is Admin’s, about what was granted, and nobody does it to themselves or to the staff', async () => {
  const ana = await makeAna();
  const waiting = await ask(ana, false);
  expect((await preview(waiting)).error?.details.code).toBe('arco-no-cancela');
  const id = await ask(ana);
  expect((await preview(id, escolar)).http).toBe(403);
  expect((await preview(id, ana)).http).toBe(403);
  expect((await portal.call('previewSupresionArco', { id })).http).toBe(401);

  const own = await ask(admin!);
  expect((await preview(own)).error?.details.code).toBe('sobre-uno-mismo');
  const colega = await makeAna('Escolar');
  const theirs = await ask(colega);
  const { result } = await preview(theirs);
  expect(result.impedimentos.join()).toContain('personal de la escuela');
  expect((await confirm(theirs, result)).error?.details.code).toBe('arco-impedida');
  expect(await ofFile(colega)).toHaveLength(1);
});

it('is what was rehearsed, or nothing', async () => {
  const ana = await makeAna();
  const id = await ask(ana);
  const { result } = await preview(id);
  await makeEntrada(portal.services.db, ana.personaId, 'telefono', {
    clase: 'casa',
    numero: '+525511118888',
  });
  expect((await confirm(id, result)).error?.details.code).toBe('arco-cambio');
  const entradas = await exec('select id from personas_entradas where persona_id = $1', [
    ana.personaId,
  ]);
  expect(entradas).toHaveLength(2);
});

it('takes whoever is blocked out of what they are in: their seat is free, and it says why', async () => {
  const ana = await makeAna();
  const { folio } = await enrol(ana);
  const seen = async () =>
    (
      await exec(
        `select i.id, i.estado, i.baja_motivo as motivo, e.ocupados from inscripciones i
         join ediciones e on e.id = i.edicion_id join acuses a on a.inscripcion_id = i.id
         where a.folio = $1`,
        [folio.replaceAll('-', '')],
      )
    )[0]!;
  expect(await seen()).toMatchObject({ estado: 'inscrita', ocupados: 1 });
  const id = await ask(ana);
  const { result } = await preview(id);
  expect(result.categorias.map(({ titulo }: { titulo: string }) => titulo)).toContainEqual(
    expect.stringContaining('las que siguen en curso quedan de baja'),
  );
  expect((await confirm(id, result)).error).toBeUndefined();
  const after = await seen();
  expect(after).toMatchObject({
    estado: 'baja',
    motivo: 'Se suprimieron sus datos personales.',
    ocupados: 0,
  });
  const [{ antes, despues, actor_uid }] = (await exec(
    "select antes, despues, actor_uid from historial where entidad_id = $1 and accion = 'inscripcion.darDeBaja'",
    [after.id],
  )) as [Record<string, unknown>];
  expect({ antes, despues, actor_uid }).toEqual({
    antes: { estado: 'inscrita' },
    despues: {
      estado: 'baja',
      motivo: 'Se suprimieron sus datos personales.',
      en: expect.any(String),
    },
    actor_uid: admin!.uid,
  });
  // What was answered apart is gone, and nobody is told that somebody took it away.
  const { db, secrets } = portal.services;
  const found = await reviewInscripciones(db, new Date(), {
    demo: false,
    secrets,
    ...CONVOCATORIAS,
  });
  expect(found.filter(({ texto }) => texto.includes(folio))).toEqual([]);
  // What became of their data is what they are told, and nothing else.
  const told = await exec('select asunto from correos where para = $1 and creado_en > $2', [
    ana.email,
    new Date(Date.now() - 3_600_000),
  ]);
  expect(told.map(({ asunto }) => asunto).join()).not.toContain('baja');
});

it('keeps what was sent and its acuse, which anybody verifies, of a file that nobody opens or claims', async () => {
  const ana = await makeAna();
  const { folio, clave } = await enrol(ana);
  const id = await ask(ana);
  const { result } = await preview(id);
  expect(result).toMatchObject({ bloquea: true, confirmacion: ana.curp, avisa: ana.email });
  const done = await confirm(id, result);
  expect(done.result?.estado).toBe('cumplida');
  expect(await ofFile(ana)).toEqual([
    { nombre: 'Ana', bloqueado_en: expect.any(Date), correo_conocido: null },
  ]);
  const acuse = await portal.call('getAcuse', { folio, clave });
  expect(acuse.http).toBe(200);
  expect(JSON.stringify(acuse.result)).toContain('PÉREZ');

  for (const [name, data] of [
    ['getPersona', { clave: ana.curp }],
    ['listDocumentos', { clave: ana.curp }],
    [
      'createTramiteArco',
      {
        id: randomUUID(),
        derecho: 'acceso',
        descripcion: 'Pide conocer sus datos.',
        nombre: 'Ana',
        medio: 'Calle 1',
        clave: ana.curp,
      },
    ],
  ] as const) {
    expect((await portal.call(name, data, admin)).http, name).toBe(404);
  }
  // Nothing comes to be of it, whoever writes: not an entry, a document, nor an account.
  await expect(
    makeEntrada(portal.services.db, ana.personaId, 'telefono', {
      clase: 'casa',
      numero: '+525511117777',
    }),
  ).rejects.toThrow(/blocked/);
  await expect(makeCuenta(portal, { personaId: ana.personaId })).rejects.toThrow(/blocked/);
  // Nor is it made anew under the same CURP.
  await expect(
    makePersona(portal.services.db, { clave: ana.curp, curp: ana.curp }),
  ).rejects.toThrow(/taken/);
});

it('leaves no file where nothing that is kept needs it', async () => {
  const ana = await makeAna();
  const id = await ask(ana);
  const { result } = await preview(id);
  expect(result.bloquea).toBe(false);
  const done = await confirm(id, result);
  expect(done.result?.supresion.map((one: { id: string }) => one.id)).toContain('persona');
  expect(await ofFile(ana)).toEqual([]);
  const [cuenta] = await exec('select email, disabled, persona_id from cuentas where uid = $1', [
    ana.uid,
  ]);
  expect(cuenta).toEqual({
    email: `suprimida-${ana.uid.toLowerCase()}@invalid`,
    disabled: true,
    persona_id: null,
  });
  // Whoever comes again is somebody new.
  await makePersona(portal.services.db, { clave: ana.curp, curp: ana.curp });
});

it('is all or nothing when something fails midway', async () => {
  const ana = await makeAna();
  await enrol(ana);
  const id = await ask(ana);
  const { result } = await preview(id);
  const look = async () => [
    await exec('select * from cuentas where uid = $1', [ana.uid]),
    await exec('select * from personas_entradas where persona_id = $1', [ana.personaId]),
    await exec('select * from personas_directorio where persona_id = $1', [ana.personaId]),
    await exec('select * from tramites_arco where id = $1', [id]),
    await exec('select * from sesiones where uid = $1', [ana.uid]),
  ];
  const before = await look();
  // The last statement but the history's: all the others were done by then.
  await exec(`create function estorbo() returns trigger language plpgsql as $$
    begin raise exception 'estorbo'; end $$`);
  await exec('create trigger estorbo before insert on supresiones execute function estorbo()');
  expect((await confirm(id, result)).http).toBe(500);
  await exec('drop trigger estorbo on supresiones');
  expect(await look()).toEqual(before);
  expect((await confirm(id, result)).result?.estado).toBe('cumplida');
});

it('is said of everything that leads to a person, or the server does not start', async () => {
  const { db } = portal.services;
  const { given } = foldServer(SERVER_FEATURES);
  const [all, none] = [given.all('supresiones'), given.all('sinSupresion')];
  await requireSupresiones(db, all, none);
  const columns = [...all.flatMap(({ columnas }) => columnas), ...none.flatMap(Object.keys)];
  for (const column of columns) {
    const found = await exec(
      'select 1 from pg_attribute where attrelid = $1::regclass and attname = $2',
      column.split('.'),
    );
    expect(found, column).toHaveLength(1);
  }
  await exec('create table notas (persona_id uuid)');
  await expect(requireSupresiones(db, all, none)).rejects.toThrow(/notas\.persona_id/);
  await exec('drop table notas');
});

it('leaves nothing of what it erases in any table, and the other person as they were', async () => {
  const [ana, luz] = [await makeLleno(portal, 'Zuleyka'), await makeLleno(portal, 'Yolotzin')];
  const { db, storage } = portal.services;
  await makeEntrada(db, ana.personaId, 'telefono', { clase: 'celular', numero: '+525598761234' });
  await exec("update personas set correo_conocido = 'zuleyka@antes.example' where id = $1", [
    ana.personaId,
  ]);
  const bytes = await exec(
    `select objeto, sha256 from documentos where persona_id = $1
     union all select objeto, sha256 from archivos where propietario = $2`,
    [ana.personaId, ana.uid],
  );
  const [{ clave }] = (await exec('select clave from personas where id = $1', [ana.personaId])) as [
    { clave: string },
  ];
  const id = await ask(ana);
  const { result: plan } = await portal.call('previewSupresionArco', { id }, admin);
  expect(plan).toMatchObject({ confirmacion: clave, bloquea: true, impedimentos: [] });
  const before = await readTodo(portal);
  const isLuz = (fila: string) =>
    [luz.uid, luz.personaId, luz.email, 'Yolotzin'].some((text) => fila.includes(text));

  const input = { id, huella: plan.huella, confirmacion: clave };
  const typo = await portal.call('confirmSupresionArco', { ...input, confirmacion: 'OTRA' }, admin);
  expect(typo.error?.details.code).toBe('arco-no-confirma');
  expect(whatChanged(before, await readTodo(portal))).toEqual([]);
  const { result: done, error } = await portal.call('confirmSupresionArco', input, admin);
  expect(error).toBeUndefined();
  expect(done).toMatchObject({ estado: 'cumplida', nombre: 'Suprimido' });
  const said = Object.fromEntries(
    done.supresion.map((one: { id: string }) => [one.id, one]),
  ) as Record<string, { borra: number; conserva: number; fundamento: string | null }>;
  expect(said.documentos).toMatchObject({ borra: 1, conserva: 0, fundamento: null });
  expect(said.expediente?.borra).toBe(8);
  expect(said.acuses).toMatchObject({ borra: 0, conserva: 1 });
  expect(said.persona).toMatchObject({ borra: 0, conserva: 1 });

  // The mail that tells them goes too, once it was delivered.
  const mail = (await portal.mails()).find(({ to }) => to === ana.email);
  expect(mail?.subject).toBe('Se suprimieron sus datos');
  expect(mail?.text).toContain('Se conserva: acuses de inscripción');
  await deleteOldCorreos(db, {
    sentBefore: new Date(0),
    failedBefore: new Date(0),
    codesBefore: new Date(0),
  });

  const after = await readTodo(portal);
  const erased = [ana.email, 'zuleyka@', '5598761234', clave];
  expect(whereSaid(before, [ana.email]).length).toBeGreaterThan(5);
  // Only the blocked file and what identifies it by its key say who it was.
  expect(whereSaid(after, erased)).toEqual(['personas_todas']);
  // (The factory's list has no bytes: what it says that there are is nobody's to remove.)
  after.delete('objetos_sueltos');
  expect(whereSaid(after, ['zuleyka'])).toEqual([
    'acuses',
    'documentos_emitidos',
    // These tables keep the records of a contest, because other people competed in it.
    'impedimentos',
    'inconformidades',
    'inscripciones',
    'observaciones',
    'personas_todas',
    'posgrado_envios',
    'reconsideraciones',
    'solicitudes',
    'tramites_arco',
  ]);
  const asked = await exec('select nombre, medio, descripcion from tramites_arco where uid = $1', [
    ana.uid,
  ]);
  expect(new Set(asked.flatMap((row) => Object.values(row as object)))).toEqual(
    new Set(['Suprimido']),
  );
  for (const [tabla, filas] of withoutEngines(before)) {
    const now = new Set(after.get(tabla));
    for (const fila of filas.filter(isLuz)) expect(now.has(fila), `${tabla}: ${fila}`).toBe(true);
  }
  for (const kept of bytes as { objeto: string; sha256: string }[]) {
    expect(await storage.kept.stream(kept)).toBeNull();
  }

  // Nobody finds, opens, edits or enters it any more; the history says that it was done.
  expect((await portal.call('getPersona', { clave }, admin)).http).toBe(404);
  const list = await portal.call('listPersonas', { busqueda: 'zuleyka' }, admin);
  expect(list.result.filas ?? list.result.personas).toEqual([]);
  expect((await portal.call('listTramitesArcoPropios', null, ana)).http).toBe(401);
  const again = await portal.call('confirmSupresionArco', input, admin);
  expect(again.error?.details.code).toBe('arco-no-cancela');
});
