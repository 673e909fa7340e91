import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCuenta, signInByWire } from '../../../../../tests/factories/cuentas.ts';
import { makeCurso, makeEdicion } from '../../../../../tests/factories/cursos.ts';
import { makeCurp, makePersona } from '../../../../../tests/factories/personas.ts';
import { makePlantilla, RESPUESTAS } from '../../../../../tests/factories/plantillas.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import { expectRefused } from '../../../../../tests/refused.ts';
import { readLlegada } from '../../../inscripciones/llegada/server/service.ts';
import { DIAS_PARA_DESHACER } from '../rules.ts';
import { expireFusionesHechas } from './data.ts';

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

const call = (name: string, input: unknown, { token }: { token: string } = staff) =>
  portal.call(name, input, { token });

const MOTIVO = 'Se comprobó con las actas de nacimiento.';

/** What is not of the two files: what was done, who is in, what is under way, what is made anew. */
const APART = new Set([
  'historial',
  'historial_cadenas',
  'sesiones',
  'correos',
  'notificaciones',
  'fusiones',
  'fusiones_hechas',
  'duplicados_claves',
]);

/** Every row of every table, as text. */
const dump = async (): Promise<Record<string, string[]>> => {
  const { db } = portal.services;
  const { rows } = await sql<{ tabla: string }>`select relname::text as tabla from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' order by 1`.execute(db);
  const all: Record<string, string[]> = {};
  for (const { tabla } of rows.filter((row) => !APART.has(row.tabla))) {
    const read = await sql<{
      fila: string;
    }>`select to_jsonb(t)::text as fila from ${sql.table(tabla)} t
      order by 1`.execute(db);
    all[tabla] = read.rows.map(({ fila }) => fila);
  }
  return all;
};

const offer = async (edicion: Parameters<typeof makeEdicion>[2] = {}) => {
  const { db } = portal.services;
  const curso = await makeCurso(db);
  const plantilla = await makePlantilla(db);
  const { id } = await makeEdicion(
    db,
    { cursoId: curso.id, plantillaId: plantilla.id, ahora: new Date() },
    edicion,
  );
  return { idCurso: curso.id, idPlantilla: plantilla.id, tipo: curso.tipo, edicionId: id };
};
type Offer = Awaited<ReturnType<typeof offer>>;
const enrol = (ids: Offer, who: { token: string }) =>
  call('submitInscripcion', { ...ids, version: 1, respuestas: RESPUESTAS }, who);
const draft = (ids: Offer, who: { token: string }) =>
  call('saveBorradorInscripcion', { ...ids, respuestas: { motivos: 'un borrador' } }, who);

let tipo: Promise<string> | undefined;
const tipoDocumento = () => {
  tipo ??= portal.services.db
    .selectFrom('catalogo_items_todos')
    .select('id')
    .where('catalogo', '=', 'tipos-documento')
    .limit(1)
    .executeTakeFirstOrThrow()
    .then(({ id }) => id);
  return tipo;
};

const fill = async (personaId: string, days: number) => {
  const { db } = portal.services;
  for (const [apartado, datos] of [
    ['telefono', { clase: 'celular', numero: '+525512345678' }],
    ['domicilio', { cp: '06600', calle: `Calle ${days}` }],
    ['idioma', { idioma: `Idioma ${days}` }],
  ] as const) {
    const id = randomUUID();
    await db
      .insertInto('personas_entradas')
      .values({ id, persona_id: personaId, apartado, datos: JSON.stringify(datos) } as never)
      .execute();
    // The same number in both files: only the one that goes has verified it.
    if (apartado === 'telefono' && days === 1) {
      await db
        .insertInto('personas_telefonos')
        .values({
          entrada_id: id,
          persona_id: personaId,
          numero: datos.numero,
          hash: null,
          vence_en: null,
          enviado_en: new Date(),
          verificado_en: new Date(),
        })
        .execute();
    }
  }
  const at = new Date(Date.now() - days * 86_400_000);
  await db
    .insertInto('documentos')
    .values({
      persona_id: personaId,
      tipo_id: await tipoDocumento(),
      version: 1,
      estado: 'pendiente',
      nombre: 'acta.pdf',
      objeto: `vault/${randomUUID()}`,
      sha256: 'x',
      bytes: 10,
      content_type: 'application/pdf',
      creado_en: at,
    } as never)
    .execute();
};

/** Two full files, the first with an account: made one, and how to undo it. */
const merged = async ({
  account = 'de',
  llena,
}: {
  account?: 'de' | 'a' | 'none';
  /** Where the one that goes came late. */
  llena?: Offer;
} = {}) => {
  const { db } = portal.services;
  const curp = makeCurp();
  const a = await makePersona(db, { clave: curp, curp, apellidoMaterno: '' });
  const de = await makePersona(db, {
    fechaNacimiento: null,
    correoConocido: `${randomUUID()}@correo.example`,
    curpDeclarada: curp,
  });
  await fill(a.id, 3);
  await fill(de.id, 1);
  // Each has enrolled: in the one's the account is used, and given to the other then.
  const cuenta = await makeCuenta(portal, { personaId: a.id });
  const both = await offer();
  await draft(both, cuenta);
  await enrol(await offer(), cuenta);
  await db
    .updateTable('cuentas')
    .set({ persona_id: de.id })
    .where('uid', '=', cuenta.uid)
    .execute();
  await draft(both, cuenta);
  await enrol(await offer(), cuenta);
  if (llena) await enrol(llena, cuenta);
  if (account !== 'de') {
    const personaId = account === 'a' ? a.id : null;
    await db
      .updateTable('cuentas')
      .set({ persona_id: personaId })
      .where('uid', '=', cuenta.uid)
      .execute();
  }
  const before = await dump();
  const ensayo = (await call('rehearseCurp', { clave: de.clave, curp })).result;
  const asked = await call('assignCurp', {
    clave: de.clave,
    curp,
    tomar: ['apellidoMaterno'],
    motivo: MOTIVO,
    huella: ensayo.huella,
  });
  const done = await call(
    'decideFusion',
    { id: asked.result.propuesta, decision: 'confirmar' },
    segunda,
  );
  expect(done.result).toEqual({ clave: curp });
  const { id } = await db
    .selectFrom('fusiones_hechas')
    .select('id')
    .where('anterior_id', '=', de.id)
    .executeTakeFirstOrThrow();
  return { id, de, a, cuenta, before };
};

const verificadosDe = async (personaId: string): Promise<number> =>
  (
    await portal.services.db
      .selectFrom('personas_telefonos as t')
      .innerJoin('personas_entradas as e', 'e.id', 't.entrada_id')
      .where('t.persona_id', '=', personaId)
      .where('e.persona_id', '=', personaId)
      .where('t.verificado_en', 'is not', null)
      .select('e.id')
      .execute()
  ).length;

const look = async (id: string) => (await call('getFusionHecha', { id })).result;
const undo = (id: string, who = staff) => call('undoFusionHecha', { id, motivo: MOTIVO }, who);
const again = async ({ email }: { email: string }) => ({
  token: await signInByWire(portal, email),
});

describe('a merge is undone', () => {
  it.each(['de', 'a', 'none'] as const)(
    'and every row of every table is as it was before (account of %s)',
    async (account) => {
      const { id, de, a, cuenta, before } = await merged({ account });
      expect(await dump()).not.toEqual(before);
      const { result } = await call('listFusionesHechas', {});
      expect(result.filas[0]).toMatchObject({
        id,
        anterior: { clave: de.clave },
        actual: { clave: a.clave },
      });
      const { ensayo } = await look(id);
      expect(ensayo.impedimentos).toEqual([]);
      // What was verified went over to the same number of the file that stayed.
      expect(await verificadosDe(a.id)).toBe(1);
      expect(ensayo.vuelven.join(' ')).toMatch(/inscripciones: /);
      expect((await undo(id)).result).toEqual({ clave: de.clave });
      expect(await dump()).toEqual(before);
      const own = await call('getPersona', { clave: de.clave });
      expect(own.result.clave).toBe(de.clave);

      // In the history of both, and told to whose account went back.
      const rows = await portal.services.db
        .selectFrom('historial')
        .select(['entidad_id', 'motivo'])
        .where('accion', '=', 'persona.separar')
        .where('entidad_id', 'in', [de.id, a.id])
        .execute();
      expect(rows).toHaveLength(2);
      const mails = (await portal.mails()).filter(({ to }) => to === cuenta.email);
      expect(mails.some(({ subject }) => subject === 'Su expediente vuelve a ser solo suyo')).toBe(
        account === 'de',
      );
      expect((await look(id)).deshecha).toMatchObject({ motivo: MOTIVO });
      expect((await undo(id)).error?.details.code).toBe('fusion-no-reversible');
      // And may be made one again.
      const ensayoNuevo = await call('rehearseCurp', { clave: de.clave, curp: a.clave });
      expect(ensayoNuevo.result.tipo).toBe('fusionar');
    },
  );

  it('and whoever came late has the constancia of their arrival, and has it again', async () => {
    const llena = await offer({ cupo: 1, ocupados: 1 });
    const { id, a, cuenta } = await merged({ llena });
    const shown = async () => {
      const who = await again(cuenta);
      return (await call('getInscripcion', llena, who)).result.llegada as string | null;
    };
    const arrived = await shown();
    expect(arrived).toEqual(expect.any(String));
    // Who presses again arrived when they did.
    expect((await enrol(llena, await again(cuenta))).error?.details.code).toBe('sin-lugares');
    expect(await shown()).toBe(arrived);
    expect((await undo(id)).error).toBeUndefined();
    expect(await shown()).toBe(arrived);
    const { edicionId } = llena;
    expect(await readLlegada(portal.services.db, { personaId: a.id, edicionId })).toBeNull();
  });

  it('by one of two who do it at once', async () => {
    const { id } = await merged();
    const both = await Promise.all([undo(id, staff), undo(id, segunda)]);
    expect(both.filter(({ result }) => result)).toHaveLength(1);
    expect(both.find(({ error }) => error)?.error?.details.code).toBe('fusion-no-reversible');
  });

  it('not when its person did something since, and it says what', async () => {
    const { id, cuenta } = await merged();
    expect((await enrol(await offer(), await again(cuenta))).result).toBeTruthy();
    const refused = await undo(id);
    expect(refused.error).toMatchObject({
      status: 'FAILED_PRECONDITION',
      details: { code: 'impedido' },
    });
    expect(refused.error?.message).toContain('inscripciones: 1');
    expect((await look(id)).estado).toBe('reversible');
  });

  it('what was added since stays where it is, when nobody’s account went over', async () => {
    const { id, de, a } = await merged({ account: 'none' });
    const added = randomUUID();
    await portal.services.db
      .insertInto('personas_entradas')
      .values({ id: added, persona_id: a.id, apartado: 'idioma', datos: '{}' } as never)
      .execute();
    expect((await look(id)).ensayo.quedan.join()).toContain('datos del expediente: 1');
    expect((await undo(id)).result).toEqual({ clave: de.clave });
    const row = await portal.services.db
      .selectFrom('personas_entradas')
      .select('persona_id')
      .where('id', '=', added)
      .executeTakeFirst();
    expect(row?.persona_id).toBe(a.id);
  });

  it('only once the file was not made one with a third, and within its days', async () => {
    const { id, a } = await merged({ account: 'none' });
    const curp = makeCurp();
    const third = await makePersona(portal.services.db, { clave: curp, curp });
    const ensayo = (await call('rehearseCurp', { clave: a.clave, curp: third.clave })).result;
    const asked = await call('assignCurp', {
      clave: a.clave,
      curp: third.clave,
      tomar: [],
      motivo: MOTIVO,
      huella: ensayo.huella,
    });
    await call('decideFusion', { id: asked.result.propuesta, decision: 'confirmar' }, segunda);
    expect((await undo(id)).error?.message).toContain('se fusionó después con otro');
    // The later one first, and then this one.
    const later = (await call('listFusionesHechas', {})).result.filas[0];
    expect((await undo(later.id)).result).toEqual({ clave: a.clave });
    expect((await look(id)).ensayo.impedimentos).toEqual([]);

    const after = new Date(Date.now() + (DIAS_PARA_DESHACER + 1) * 86_400_000);
    await portal.services.db.transaction().execute((trx) => expireFusionesHechas(trx, after));
    expect(await look(id)).toMatchObject({ estado: 'definitiva', ensayo: null });
    expect((await undo(id)).error?.details.code).toBe('fusion-no-reversible');
  });

  it('is for staff, and not on their own file', async () => {
    const { id, cuenta, a } = await merged();
    const persona = await again(cuenta);
    await expectRefused(portal.call, [persona], {
      listFusionesHechas: {},
      getFusionHecha: { id },
      undoFusionHecha: { id, motivo: MOTIVO },
    });
    await portal.services.db
      .updateTable('cuentas')
      .set({ role: 'Escolar' })
      .where('persona_id', '=', a.id)
      .execute();
    expect((await undo(id, (await again(cuenta)) as Cuenta)).error?.details.code).toBe(
      'sobre-uno-mismo',
    );
  });
});
