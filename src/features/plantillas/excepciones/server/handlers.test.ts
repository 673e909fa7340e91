import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import { makeCurso, makeEdicion } from '../../../../../tests/factories/cursos.ts';
import { makeDocumento } from '../../../../../tests/factories/documentos.ts';
import { makePersona } from '../../../../../tests/factories/personas.ts';
import {
  DEFINICION,
  makePlantilla,
  publish,
  REGLA_VENTANA,
  RESPUESTAS,
} from '../../../../../tests/factories/plantillas.ts';
import { hoja, regla, todasDe } from '../../../../../tests/factories/reglas.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import { actAsSystem } from '../../../../platform/server/request-context.ts';
import { tellPorVencer } from '../avisos/server/service.ts';

let app: TestPortal;
type Cuenta = Awaited<ReturnType<typeof makeCuenta>>;
let admin: Cuenta;
let escolar: Cuenta;
const AHORA = new Date('2026-11-21T16:00:00.000Z');
beforeAll(async () => {
  app = await startTestPortal({}, { jobs: false });
  app.setNow(AHORA);
  admin = await makeCuenta(app, { role: 'Admin' });
  escolar = await makeCuenta(app, { role: 'Escolar' });
});
afterAll(() => app?.stop());

const PIDE = regla(todasDe(hoja('empleo.antiguedad', '>=', 10)), {
  clave: 'antiguedad',
  descripcion: 'Diez años de servicio.',
  mensaje: 'Le faltan años.',
});

/** An edition whose plantilla asks for ten years, and somebody who has none on file. */
const setUp = async (role: 'Admin' | null = null) => {
  const { db } = app.services;
  const plantilla = await makePlantilla(db, {
    definicion: { ...DEFINICION, reglas: [REGLA_VENTANA, PIDE] },
  });
  const curso = await makeCurso(db);
  const { id: edicionId } = await makeEdicion(db, {
    cursoId: curso.id,
    plantillaId: plantilla.id,
    ahora: AHORA,
  });
  const persona = await makePersona(db);
  const cuenta = await makeCuenta(app, { role, personaId: persona.id });
  const documentoId = await makeDocumento(app, cuenta);
  const ids = { idCurso: curso.id, idPlantilla: plantilla.id, tipo: curso.tipo, edicionId };
  return { plantilla, persona, cuenta, documentoId, ids, edicionId };
};
type Dado = Awaited<ReturnType<typeof setUp>>;

const request = ({ plantilla, persona, documentoId }: Dado, more: object = {}, who = admin) =>
  app.call(
    'requestExcepcionRegla',
    {
      versionId: plantilla.versionId,
      regla: 'antiguedad',
      clave: persona.clave,
      justificacion: 'Su experiencia se acredita de otra manera.',
      documentoId,
      venceEl: '2026-12-31',
      ...more,
    },
    who,
  );
const decide = (id: string, aprueba = true, who = escolar) =>
  app.call('decideExcepcionRegla', { id, aprueba, nota: aprueba ? '' : 'No procede.' }, who);
const codeOf = ({ error }: { error?: { details?: Record<string, unknown> } }) =>
  error?.details?.code;
const look = async ({ ids, cuenta }: Dado) =>
  (await app.call('getInscripcion', ids, cuenta)).result.evaluacion[1];
const send = ({ ids, cuenta }: Dado) =>
  app.call('submitInscripcion', { ...ids, version: 1, respuestas: RESPUESTAS }, cuenta);

describe('somebody excused from a rule', () => {
  it('by two of the staff, enrols; the checklist and the decision say so', async () => {
    const one = await setUp();
    expect(await look(one)).toMatchObject({ cumple: false, sinDato: true });
    expect((await send(one)).error?.status).toBe('FAILED_PRECONDITION');

    const { id } = (await request(one)).result;
    // It waits: nothing is otherwise yet.
    expect(await look(one)).toMatchObject({ cumple: false });
    expect(codeOf(await decide(id, true, admin))).toBe('excepcion-misma-persona');
    expect((await decide(id)).error).toBeUndefined();
    expect(await look(one)).toMatchObject({
      cumple: true,
      sinDato: false,
      mensaje: null,
      detalle: expect.stringContaining('La excepción vale hasta el 31 de diciembre de 2026.'),
    });
    expect((await send(one)).error).toBeUndefined();
  });

  it('until its last day, and no longer', async () => {
    const one = await setUp();
    await decide((await request(one, { venceEl: '2026-11-21' })).result.id);
    expect(await look(one)).toMatchObject({ cumple: true });
    app.setNow(new Date('2026-11-22T06:00:00.000Z'));
    expect(await look(one)).toMatchObject({ cumple: false });
    app.setNow(AHORA);
  });

  it('while it is not withdrawn, and once', async () => {
    const one = await setUp();
    const { id } = (await request(one)).result;
    await decide(id);
    const withdraw = () =>
      app.call('withdrawExcepcionRegla', { id, motivo: 'Fue un error.' }, admin);
    expect((await withdraw()).error).toBeUndefined();
    expect(codeOf(await withdraw())).toBe('excepcion-ya-atendida');
    expect(await look(one)).toMatchObject({ cumple: false });
  });

  it('of what the rule asked then: one that asks something else is another', async () => {
    const one = await setUp();
    await decide((await request(one)).result.id);
    const otra = { ...PIDE, condicion: todasDe(hoja('empleo.antiguedad', '>=', 15)) };
    const definicion = { ...DEFINICION, reglas: [REGLA_VENTANA, otra] };
    await publish(app.services.db, one.plantilla.id, definicion);
    expect(await look(one)).toMatchObject({ cumple: false });
  });
});

describe('an exception is refused', () => {
  it('to who is no staff, to oneself, and of what is no rule of that version', async () => {
    const one = await setUp();
    expect((await request(one, {}, one.cuenta)).error?.status).toBe('PERMISSION_DENIED');
    expect(codeOf(await request(one, { regla: 'otra' }))).toBe('excepcion-sin-regla');
    expect(codeOf(await request(one, { regla: 'ventana' }))).toBe('excepcion-regla-no-se-exceptua');
    const mine = await setUp('Admin');
    expect(codeOf(await request(mine, {}, mine.cuenta))).toBe('sobre-uno-mismo');
    const { id } = (await request(mine)).result;
    expect(codeOf(await decide(id, true, mine.cuenta))).toBe('sobre-uno-mismo');
  });

  it("with somebody else's document, for a day that is over, or twice", async () => {
    const [one, other] = [await setUp(), await setUp()];
    const { documentoId } = other;
    expect(codeOf(await request(one, { documentoId }))).toBe('excepcion-sin-documento');
    expect(codeOf(await request(one, { venceEl: '2026-11-20' }))).toBe('excepcion-fecha');
    expect((await request(one)).error).toBeUndefined();
    expect(codeOf(await request(one))).toBe('excepcion-ya-pedida');
  });

  it('once its last day is over: it may still be rejected', async () => {
    const one = await setUp();
    const { id } = (await request(one, { venceEl: '2026-11-21' })).result;
    app.setNow(new Date('2026-11-22T06:00:00.000Z'));
    expect(codeOf(await decide(id))).toBe('excepcion-vencida');
    const listed = await app.call(
      'listExcepcionesReglas',
      { plantillaId: one.plantilla.id },
      escolar,
    );
    expect(listed.result.excepciones).toMatchObject([{ estado: 'pendiente', vencida: true }]);
    expect((await decide(id, false)).error).toBeUndefined();
    app.setNow(AHORA);
  });

  it('by the database too, when who asked would decide', async () => {
    const one = await setUp();
    const { id } = (await request(one)).result;
    const same = app.services.db
      .updateTable('excepciones')
      .set({ estado: 'vigente', decidido_por: admin.uid, decidido_en: AHORA })
      .where('id', '=', id)
      .execute();
    await expect(same).rejects.toThrow(/excepciones_otra_persona/);
  });

  it('and then nothing is otherwise', async () => {
    const one = await setUp();
    await decide((await request(one)).result.id, false);
    expect(await look(one)).toMatchObject({ cumple: false });
  });
});

it('staff see those of a plantilla and of a person, with who asked and decided; the person is told who looked', async () => {
  const one = await setUp();
  await decide((await request(one)).result.id);
  const list = async (de: object, who = escolar) =>
    (await app.call('listExcepcionesReglas', de, who)).result?.excepciones;
  const [found] = await list({ plantillaId: one.plantilla.id });
  expect(found).toMatchObject({
    estado: 'vigente',
    vencida: false,
    propia: false,
    venceEl: '2026-12-31',
    descripcion: 'Diez años de servicio.',
    persona: { clave: one.persona.clave },
  });
  expect(await list({ clave: one.persona.clave }, admin)).toMatchObject([{ propia: true }]);
  expect(found).toMatchObject({ retiro: null, retiradoEn: null });
  await app.call('withdrawExcepcionRegla', { id: found.id, motivo: 'Fue un error.' }, admin);
  expect(await list({ plantillaId: one.plantilla.id })).toMatchObject([
    { estado: 'retirada', retiro: found.pidio, retiradoEn: AHORA.toISOString() },
  ]);
  expect(await list({ clave: one.persona.clave }, one.cuenta)).toBeUndefined();
  const acts = await app.services.db
    .selectFrom('historial')
    .select('accion')
    .where('persona_id', '=', one.persona.id)
    .execute();
  expect(acts.map(({ accion }) => accion)).toEqual(
    expect.arrayContaining(['excepcion.pedir', 'excepcion.aprobar', 'persona.leer']),
  );
});

describe('whom an exception excuses is told', () => {
  const mailsTo = async ({ cuenta }: Dado) => {
    const { rows } = await app.services.database.execute(
      'select asunto, contenido::text as contenido from correos where para = $1 order by creado_en, asunto',
      [cuenta.email],
    );
    return rows as { asunto: string; contenido: string }[];
  };

  it('when it is approved, rejected or taken back, with the reason; not while it waits', async () => {
    const [yes, no] = [await setUp(), await setUp()];
    const { id } = (await request(yes)).result;
    expect(await mailsTo(yes)).toEqual([]);
    await decide(id);
    await decide((await request(no)).result.id, false);
    expect(await mailsTo(no)).toMatchObject([
      { asunto: 'No se aprobó una excepción para usted: Inscripción general' },
    ]);
    expect((await mailsTo(no))[0]!.contenido).toContain('No procede.');
    const [approved] = await mailsTo(yes);
    expect(approved!.asunto).toBe('Se aprobó una excepción para usted: Inscripción general');
    expect(approved!.contenido).toContain('hasta el 31 de diciembre de 2026');
    await app.call('withdrawExcepcionRegla', { id, motivo: 'Fue un error.' }, admin);
    expect((await mailsTo(yes)).map(({ asunto }) => asunto)).toContain(
      'Se retiró su excepción: Inscripción general',
    );
    const waits = await setUp();
    const { id: other } = (await request(waits)).result;
    await app.call('withdrawExcepcionRegla', { id: other, motivo: 'No hacía falta.' }, admin);
    expect(await mailsTo(waits)).toEqual([]);
  });

  it('a week before its last day is over, once, unless it was approved as late as that', async () => {
    const [one, late] = [await setUp(), await setUp()];
    await decide((await request(one)).result.id);
    await decide((await request(late, { venceEl: '2026-11-25' })).result.id);
    const soon = async () =>
      (await mailsTo(one)).filter(({ asunto }) => asunto.startsWith('Su excepción vence'));
    const look = () => actAsSystem(() => tellPorVencer(app.services));
    await look();
    expect(await soon()).toEqual([]);
    app.setNow(new Date('2026-12-26T16:00:00.000Z'));
    await look();
    await look();
    app.setNow(AHORA);
    expect(await soon()).toMatchObject([
      { asunto: 'Su excepción vence el 31 de diciembre de 2026: Inscripción general' },
    ]);
    expect(await mailsTo(late)).toHaveLength(1);
  });

  it('and whoever may be the second person finds it on their home', async () => {
    const one = await setUp();
    const name = 'Excepción por aprobar: Ana Pérez Ruiz';
    const waiting = async (who: Cuenta) =>
      (await app.call('listPendientes', {}, who)).result.personal.filter(
        ({ titulo, enlace }: { titulo: string; enlace: string }) =>
          titulo === name && enlace.endsWith(one.persona.clave),
      );
    const { id } = (await request(one)).result;
    expect(await waiting(escolar)).toMatchObject([{ detalle: 'Diez años de servicio.' }]);
    // Whoever asked does not decide.
    expect(await waiting(admin)).toEqual([]);
    await decide(id);
    expect(await waiting(escolar)).toEqual([]);
  });
});

describe('the simulator', () => {
  it('says of one person what held and what did not, today or another day, and leaves who looked', async () => {
    const one = await setUp();
    const ask = (more: object = {}, who = admin) =>
      app.call(
        'previewReglasPersona',
        {
          versionId: one.plantilla.versionId,
          clave: one.persona.clave,
          edicionId: one.edicionId,
          fecha: null,
          ...more,
        },
        who,
      );
    const { result } = await ask();
    expect(result).toMatchObject({
      cumple: false,
      resultados: [
        { clave: 'ventana', cumple: true },
        { clave: 'antiguedad', sinDato: true },
      ],
    });
    const later = (await ask({ fecha: '2036-01-01' })).result;
    expect(later.evaluadaEn).toBe('2036-01-01T18:00:00.000Z');
    expect(later.resultados[0]).toMatchObject({ cumple: false });
    // Without an edition, what is asked of it is not known.
    expect((await ask({ edicionId: null })).result.resultados[0]).toMatchObject({ sinDato: true });
    expect((await ask({}, escolar)).error?.status).toBe('PERMISSION_DENIED');
    expect((await ask({ clave: 'SC00000000' })).error?.status).toBe('NOT_FOUND');
    const acts = await app.services.db
      .selectFrom('historial')
      .select(['accion', 'actor_uid'])
      .where('persona_id', '=', one.persona.id)
      .where('accion', '=', 'persona.probarReglas')
      .execute();
    expect(acts).toEqual([{ accion: 'persona.probarReglas', actor_uid: admin.uid }]);
  });
});
