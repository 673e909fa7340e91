import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AHORA, type EnrolmentApp, startEnrolmentApp } from '../../../../tests/factories/app.ts';
import { DEFINICION, publish, RESPUESTAS } from '../../../../tests/factories/plantillas.ts';
import { verifyNow } from '../../../../tests/historial.ts';
import { expectRefused } from '../../../../tests/refused.ts';
import type { MatriculaItem } from '../contract.ts';
import { ERRORES } from '../errors.ts';

let app: EnrolmentApp;
beforeAll(async () => {
  app = await startEnrolmentApp();
});
afterAll(() => app.stop());

const DIA = 86_400_000;
const days = (n: number) => new Date(AHORA.getTime() + n * DIA);
const stateOf = (edicionId: string) =>
  app.db
    .selectFrom('inscripciones')
    .select(['id', 'estado', 'respuestas'])
    .where('edicion_id', '=', edicionId)
    .execute();
const historyOf = async (id: string) =>
  (
    await app.db
      .selectFrom('historial')
      .select(['accion', 'antes', 'despues', 'actor_uid'])
      .where('entidad_id', '=', id)
      .orderBy('id')
      .execute()
  ).map((row) => row.accion);

describe('the journey', () => {
  it('goes from the form to the folio, the mail and the matrícula', async () => {
    const ana = await app.person({ email: 'ana@escuela.example' });
    const { ids, edicion, curso } = await app.offer();

    const opened = await app.call('getInscripcion', ids, ana);
    expect(opened.error).toBeUndefined();
    expect(opened.result).toMatchObject({
      curso: { id: curso.id, creditos: 2.5 },
      edicion: { id: edicion.id, inicia: '2026-12-01', cancelada: false },
      plantilla: { version: 1, nombre: 'Inscripción general' },
      prellenado: {
        nombreCompleto: 'ANA PÉREZ RUIZ',
        nacimiento: '1988-02-29',
        correo: 'ana@escuela.example',
      },
      borrador: null,
      enviada: null,
      evaluacion: [{ clave: 'ventana', cumple: true, sinDato: false, mensaje: null }],
      lugares: { cupo: 30, ocupados: 0, libres: 30 },
      ahora: AHORA.toISOString(),
    });
    expect(opened.result.plantilla.definicion).toEqual(DEFINICION);

    const draft = { perfil: 'otro', antiguedad: 'doce', ajeno: 'x' };
    const saved = await app.call('saveBorradorInscripcion', { ...ids, respuestas: draft }, ana);
    expect(saved.result).toEqual({ guardadoEn: AHORA.toISOString(), version: 1 });
    const again = await app.call('getInscripcion', ids, ana);
    expect(again.result.borrador).toEqual({
      respuestas: { perfil: 'otro', antiguedad: 'doce' },
      elegido: { grupoId: null, guardar: [] },
      guardadoEn: AHORA.toISOString(),
    });

    const sent = await app.call(
      'submitInscripcion',
      { ...ids, version: 1, respuestas: { ...RESPUESTAS, nombreCompleto: 'OTRA PERSONA' } },
      ana,
    );
    expect(sent.error).toBeUndefined();
    const { folio, clave } = sent.result;
    expect(sent.result.estado).toBe('inscrita');
    expect(folio).toMatch(/^AC26(-[0-9A-HJKMNP-TV-Z]{4}){3}-[0-9A-HJKMNP-TV-Z]$/);
    expect(clave).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(await app.ocupados(edicion.id)).toBe(1);

    const after = await app.call('getInscripcion', ids, ana);
    expect(after.result).toMatchObject({
      borrador: null,
      enviada: { estado: 'inscrita', folio, clave, enviadaEn: AHORA.toISOString() },
      lugares: { ocupados: 1, libres: 29 },
    });
    // The file's word, not what was sent for a read-only field.
    expect(after.result.enviada.respuestas.nombreCompleto).toBe('ANA PÉREZ RUIZ');

    const matricula = await app.call('listMatricula', {}, ana);
    expect(matricula.result).toMatchObject({
      inscripciones: [{ estado: 'inscrita', acuse: { folio, clave }, curso: { id: curso.id } }],
      siguiente: null,
    });

    const [row] = await stateOf(edicion.id);
    expect(await historyOf(row!.id)).toEqual(['inscripcion.crear', 'inscripcion.inscribir']);

    const [mail] = await app.mails();
    expect(mail).toMatchObject({
      to: 'ana@escuela.example',
      subject: 'Su inscripción a Juicio de amparo indirecto',
    });
    // Its own case, not the capitals of the display name.
    expect(mail!.text).toContain('Buen día, Ana Pérez Ruiz:');
    expect(mail!.text).toContain(folio);
    expect(mail!.text).toContain('Conserve este mensaje');
    expect(mail!.links).toContain(
      `${app.services.env.publicUrl}/acuse?folio=${folio}&clave=${clave}`,
    );
  });

  it('keeps the evaluation, and the version it was made under, for ever', async () => {
    const ana = await app.person();
    const { ids, edicion, plantilla } = await app.offer();
    await app.call('submitInscripcion', { ...ids, version: 1, respuestas: RESPUESTAS }, ana);
    const row = await app.db
      .selectFrom('inscripciones')
      .selectAll()
      .where('edicion_id', '=', edicion.id)
      .executeTakeFirstOrThrow();
    expect(row.evaluacion).toMatchObject({
      versionId: plantilla.versionId,
      version: 1,
      evaluadaEn: AHORA.toISOString(),
      hechos: { 'edicion.inscripcion': { valor: { abre: days(-1).toISOString() } } },
      resultados: [{ clave: 'ventana', cumple: true }],
    });

    await publish(app.db, plantilla.id, { ...DEFINICION, reglas: [] });
    app.setNow(days(60));
    const later = await app.call('getInscripcion', ids, ana);
    app.setNow(AHORA);
    expect(later.result.plantilla.version).toBe(1);
    expect(later.result.evaluacion).toMatchObject([{ clave: 'ventana', cumple: true }]);
    const { result } = await app.call('getInscripcion', ids, await app.person());
    expect(result.plantilla.version).toBe(2);
  });
});

describe('a version published long ago', () => {
  it('opens, is filled in and sent, though it says what nobody knows any more', async () => {
    const { ids, plantilla } = await app.offer();
    const [seccion, ...others] = DEFINICION.secciones;
    const [campo, ...campos] = seccion!.campos;
    const old = {
      ...DEFINICION,
      retirado: { x: 1 },
      secciones: [
        { ...seccion, color: 'azul', campos: [{ ...campo, retirado: true }, ...campos] },
        ...others,
      ],
      reglas: DEFINICION.reglas.map((regla) => ({
        ...regla,
        peso: 3,
        condicion: { tipo: 'ventanaInscripcion' },
      })),
      formato: 1,
    };
    await app.db
      .updateTable('plantilla_versiones')
      .set({ estado: 'archivada' })
      .where('plantilla_id', '=', plantilla.id)
      .execute();
    await app.db
      .insertInto('plantilla_versiones')
      .values({
        plantilla_id: plantilla.id,
        numero: 2,
        estado: 'publicada',
        definicion: JSON.stringify(old),
        publicada_en: AHORA,
      })
      .execute();
    const ana = await app.person();
    const opened = await app.call('getInscripcion', ids, ana);
    expect(opened.error).toBeUndefined();
    expect(opened.result.plantilla.definicion).toEqual(DEFINICION);
    const data = { ...ids, version: 2, respuestas: RESPUESTAS };
    expect((await app.call('submitInscripcion', data, ana)).result.estado).toBe('inscrita');
    // Its answers too, and what was evaluated, whatever was allowed then.
    await app.db
      .updateTable('inscripciones')
      .set({
        respuestas: JSON.stringify({ motivos: 'x'.repeat(7000), materias: ['y'.repeat(300)] }),
        evaluacion: JSON.stringify({
          ...(await app.db
            .selectFrom('inscripciones')
            .select('evaluacion')
            .where('edicion_id', '=', ids.edicionId)
            .executeTakeFirstOrThrow()
            .then(({ evaluacion }) => evaluacion as object)),
          formato: undefined,
          retirado: true,
        }),
      })
      .where('edicion_id', '=', ids.edicionId)
      .execute();
    const later = await app.call('getInscripcion', ids, ana);
    expect(later.error).toBeUndefined();
    expect(later.result.enviada.respuestas.motivos).toHaveLength(7000);
    expect(later.result.evaluacion).toMatchObject([{ clave: 'ventana', cumple: true }]);
  });
});

describe('refusals, each with nothing written', () => {
  const attempt = async (
    offer: Awaited<ReturnType<EnrolmentApp['offer']>>,
    respuestas: object = RESPUESTAS,
    version = 1,
  ) => {
    const ana = await app.person();
    await app.call(
      'saveBorradorInscripcion',
      { ...offer.ids, respuestas: { perfil: 'otro' } },
      ana,
    );
    const before = await app.ocupados(offer.edicion.id);
    const answer = await app.call('submitInscripcion', { ...offer.ids, version, respuestas }, ana);
    expect(await stateOf(offer.edicion.id)).toMatchObject([
      { estado: 'borrador', respuestas: { perfil: 'otro' } },
    ]);
    expect(await app.ocupados(offer.edicion.id)).toBe(before);
    return answer;
  };

  it('answers by field', async () => {
    const { http, error } = await attempt(await app.offer(), {
      perfil: 'otro',
      antiguedad: '70',
      compromiso: false,
      correo: 'ana@correo.example',
    });
    expect(http).toBe(400);
    expect(error!.status).toBe('INVALID_ARGUMENT');
    expect(error!.details).toEqual({
      code: 'respuestas-por-corregir',
      fields: {
        otroPerfil: 'Escriba su respuesta en «Diga cuál».',
        antiguedad: 'En «Años de servicio» escriba 60 o menos.',
        materias: 'Elija al menos 1 opción en «Materias de interés».',
        compromiso: 'Para continuar, lea y marque «Acepto el compromiso de asistencia».',
      },
    });
  });

  it.each([
    ['before it opens', { inscripcion_abre: days(1), inscripcion_cierra: days(2) }, 'abre el'],
    ['after it closes', { inscripcion_abre: days(-3), inscripcion_cierra: days(-2) }, 'cerró el'],
    ['at the closing instant', { inscripcion_cierra: AHORA }, 'cerró el'],
  ])('%s, with every rule', async (_when, edicion, detalle) => {
    const { error } = await attempt(await app.offer({ edicion }));
    expect(error).toMatchObject({
      status: 'FAILED_PRECONDITION',
      details: {
        code: 'reglas-no-cumplidas',
        reglas: [{ clave: 'ventana', cumple: false, efecto: 'impide' }],
      },
    });
    expect(error!.details.reglas[0].detalle).toContain(detalle);
  });

  // A plantilla without a rule on the dates does not open an edition that its own dates close.
  it.each([
    [
      'before it opens',
      { inscripcion_abre: days(1), inscripcion_cierra: days(2) },
      'inscripcion-no-abre',
    ],
    [
      'after it closes',
      { inscripcion_abre: days(-3), inscripcion_cierra: days(-2) },
      'inscripcion-cerro',
    ],
    ['at the closing instant', { inscripcion_cierra: AHORA }, 'inscripcion-cerro'],
    ['when it is over', { inicia: '2020-01-01', termina: '2020-02-01' }, 'edicion-concluida'],
  ])('%s, without a rule on the dates', async (_when, edicion, code) => {
    const plantilla = { definicion: { ...DEFINICION, reglas: [] } };
    const { error } = await attempt(await app.offer({ edicion, plantilla }));
    expect(error).toMatchObject({ status: 'FAILED_PRECONDITION', details: { code } });
  });

  it('is let in at the opening instant', async () => {
    const { ids } = await app.offer({ edicion: { inscripcion_abre: AHORA } });
    const data = { ...ids, version: 1, respuestas: RESPUESTAS };
    const { result } = await app.call('submitInscripcion', data, await app.person());
    expect(result.estado).toBe('inscrita');
  });

  it('no seats', async () => {
    const { error } = await attempt(await app.offer({ edicion: { cupo: 1, ocupados: 1 } }));
    expect(error).toMatchObject({
      status: 'FAILED_PRECONDITION',
      details: { code: 'sin-lugares' },
    });
  });

  it('a cancelled edition', async () => {
    const { error } = await attempt(await app.offer({ edicion: { cancelada_en: AHORA } }));
    expect(error!.details.code).toBe('edicion-cancelada');
  });

  it('a version that is no longer in force; the draft stays', async () => {
    const offer = await app.offer();
    await publish(app.db, offer.plantilla.id);
    const { http, error } = await attempt(offer);
    expect(http).toBe(409);
    expect(error).toMatchObject({ status: 'ABORTED', details: { code: 'version-cambio' } });
    expect(error!.message).toContain('se conservan');
  });

  it('a draft after sending', async () => {
    const ana = await app.person();
    const { ids } = await app.offer();
    await app.call('submitInscripcion', { ...ids, version: 1, respuestas: RESPUESTAS }, ana);
    const { error } = await app.call('saveBorradorInscripcion', { ...ids, respuestas: {} }, ana);
    expect(error).toMatchObject({
      status: 'FAILED_PRECONDITION',
      details: { code: 'ya-enviada' },
    });
  });
});

describe('who may', () => {
  it('a visitor must sign in, a restricted session may not', async () => {
    const { ids } = await app.offer();
    const restricted = await app.person({ restricted: true });
    await expectRefused(app.call, [restricted], {
      getInscripcion: ids,
      saveBorradorInscripcion: { ...ids, respuestas: {} },
      submitInscripcion: { ...ids, version: 1, respuestas: {} },
      listMatricula: {},
    });
  });

  it('an account without a person is told so', async () => {
    const { ids } = await app.offer();
    const nobody = { ...(await app.person()), personaId: null };
    const { error } = await app.call('getInscripcion', ids, nobody);
    expect(error).toMatchObject({
      status: 'FAILED_PRECONDITION',
      details: { code: 'sin-expediente' },
    });
    expect(error!.message).toContain('Su cuenta todavía no tiene un expediente');
  });

  it("sees nobody else's draft or history", async () => {
    const { ids } = await app.offer();
    const [ana, luis] = [await app.person(), await app.person()];
    await app.call('saveBorradorInscripcion', { ...ids, respuestas: { perfil: 'otro' } }, ana);
    expect((await app.call('getInscripcion', ids, luis)).result.borrador).toBeNull();
    expect((await app.call('listMatricula', {}, luis)).result.inscripciones).toEqual([]);
    const mine = (await app.call('listMatricula', {}, ana)).result.inscripciones;
    const tras = mine[0].id;
    expect((await app.call('listMatricula', { tras }, luis)).result.inscripciones).toEqual([]);
  });
});

describe('the four identifiers', () => {
  it('must belong together; anything else is not found', async () => {
    const ana = await app.person();
    const [one, other] = [await app.offer(), await app.offer()];
    for (const wrong of [
      { idCurso: other.ids.idCurso },
      { idPlantilla: other.ids.idPlantilla },
      { edicionId: other.ids.edicionId },
      { tipo: 'diplomado' },
      { tipo: 'CURSO' },
      { edicionId: 'no-es-uuid' },
      { idCurso: '' },
      { idPlantilla: `${one.ids.idPlantilla} ` },
    ]) {
      for (const [name, extra] of [
        ['getInscripcion', {}],
        ['saveBorradorInscripcion', { respuestas: {} }],
        ['submitInscripcion', { version: 1, respuestas: RESPUESTAS }],
      ] as const) {
        const { http, error } = await app.call(name, { ...one.ids, ...wrong, ...extra }, ana);
        expect([http, error!.status]).toEqual([404, 'NOT_FOUND']);
        expect(error!.message).toContain('No encontramos esa inscripción');
      }
    }
  });
});

describe('sending twice', () => {
  const press = (offer: Awaited<ReturnType<EnrolmentApp['offer']>>, who: never, times: number) =>
    Promise.all(
      Array.from({ length: times }, () =>
        app.call('submitInscripcion', { ...offer.ids, version: 1, respuestas: RESPUESTAS }, who),
      ),
    );

  it.each([
    ['with a draft', true],
    ['without one', false],
  ])('in parallel, %s, is one enrolment with one folio', async (_name, draft) => {
    const ana = await app.person();
    const offer = await app.offer();
    if (draft) await app.call('saveBorradorInscripcion', { ...offer.ids, respuestas: {} }, ana);
    const answers = await press(offer, ana as never, 6);
    expect(new Set(answers.map(({ result }) => result?.folio)).size).toBe(1);
    expect(answers.map(({ result }) => result?.estado)).toEqual(Array(6).fill('inscrita'));
    expect(await stateOf(offer.edicion.id)).toHaveLength(1);
    expect(await app.ocupados(offer.edicion.id)).toBe(1);
    const mails = (await app.mails()).filter(({ text }) => text.includes(answers[0]!.result.folio));
    expect(mails).toHaveLength(1);
  });

  it('later, even when closed, full and under a newer version, gives the same folio', async () => {
    const ana = await app.person();
    const offer = await app.offer({ edicion: { cupo: 1 } });
    const [first] = await press(offer, ana as never, 1);
    await publish(app.db, offer.plantilla.id);
    app.setNow(days(90));
    const [second] = await press(offer, ana as never, 1);
    app.setNow(AHORA);
    expect(second!.result).toEqual(first!.result);
  });
});

it('what many send at one moment, written together, is of each as if they had been alone', async () => {
  const [libre, escasa, conGrupo] = await Promise.all([
    app.offer(),
    app.offer({ edicion: { cupo: 3 } }),
    app.offer(),
  ]);
  const grupo = await app.db
    .insertInto('edicion_grupos')
    .values({ edicion_id: conGrupo.edicion.id, nombre: 'Matutino', horario: '', cupo: 2, orden: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const people = await Promise.all(Array.from({ length: 24 }, () => app.person()));
  const of = (n: number) => [libre, escasa, conGrupo][n % 3]!;
  const presses = people.map((person, n) => ({ person, n, llave: randomUUID() }));
  for (const { person, n } of presses.filter(({ n }) => n % 2 === 0)) {
    await app.call('saveBorradorInscripcion', { ...of(n).ids, respuestas: {} }, person);
  }
  const send = ({ person, n, llave }: (typeof presses)[number]) =>
    app.call(
      'submitInscripcion',
      {
        ...{ ...of(n).ids, version: 1, respuestas: RESPUESTAS, llave },
        ...(n % 3 === 2 && { grupoId: grupo.id }),
      },
      person,
    );
  // The first six press twice, with the same key.
  const answers = await Promise.all([...presses, ...presses.slice(0, 6)].map(send));
  for (const n of [0, 1, 2, 3, 4, 5]) expect(answers[24 + n]!.result).toEqual(answers[n]!.result);

  const sent = presses.filter(({ n }) => answers[n]!.error === undefined);
  const inAll = (which: number) => sent.filter(({ n }) => n % 3 === which);
  expect([0, 1, 2].map((which) => inAll(which).length)).toEqual([8, 3, 2]);
  for (const { n } of presses.filter((press) => !sent.includes(press))) {
    const { status, message } = answers[n]!.error!;
    expect(status).toBe('FAILED_PRECONDITION');
    expect(message).toBe(
      n % 3 === 1 ? ERRORES.sinLugares.message : ERRORES.grupoSinLugares.message,
    );
  }
  expect(await app.ocupados(libre.edicion.id)).toBe(8);
  expect(await app.ocupados(escasa.edicion.id)).toBe(3);
  expect(await app.ocupados(conGrupo.edicion.id)).toBe(2);

  const rows = await app.db
    .selectFrom('inscripciones as i')
    .innerJoin('acuses as a', 'a.inscripcion_id', 'i.id')
    .innerJoin('historial as h', (join) =>
      join.on('h.accion', '=', 'inscripcion.inscribir').on(sql<boolean>`h.entidad_id = i.id::text`),
    )
    .select(['i.persona_id', 'a.folio', 'h.actor_uid', 'h.peticion_id', 'h.persona_id as de'])
    .where(
      'i.edicion_id',
      'in',
      [libre, escasa, conGrupo].map(({ edicion }) => edicion.id),
    )
    .where('i.estado', '=', 'inscrita')
    .execute();
  const theirs = (personaId: string) => rows.find((row) => row.persona_id === personaId);
  for (const { person, n } of sent) {
    const { personaId, uid } = person;
    expect(theirs(personaId)).toMatchObject({ actor_uid: uid, de: personaId });
    expect(answers[n]!.result.folio.replaceAll('-', '')).toBe(theirs(personaId)!.folio);
  }
  expect(rows).toHaveLength(13);
  expect(new Set(rows.map((row) => row.peticion_id)).size).toBe(13);

  // Nothing refuses these: most are of a transaction with others.
  const otra = await app.offer();
  const crowd = await Promise.all(Array.from({ length: 12 }, () => app.person()));
  const data = { ...otra.ids, version: 1, respuestas: RESPUESTAS };
  await Promise.all(crowd.map((person) => app.call('submitInscripcion', data, person)));
  const transacciones = await app.db
    .selectFrom('inscripciones')
    .select(sql<string>`xmin::text`.as('id'))
    .distinct()
    .where('edicion_id', '=', otra.edicion.id)
    .execute();
  expect(transacciones.length).toBeLessThan(12);
  expect((await verifyNow(app.db)).integro).toBe(true);
});

describe('drafts', () => {
  it('keep the group and what is to be saved in the file, also for a device that does not know of it', async () => {
    const ana = await app.person();
    const { ids } = await app.offer();
    const save = (more: object) =>
      app.call('saveBorradorInscripcion', { ...ids, respuestas: {}, ...more }, ana);
    const elegido = { grupoId: randomUUID(), guardar: ['tel'] };
    expect((await save({ elegido })).error).toBeUndefined();
    const now = async () => (await app.call('getInscripcion', ids, ana)).result.borrador.elegido;
    expect(await now()).toEqual(elegido);
    await save({});
    expect(await now()).toEqual(elegido);
    await save({ elegido: { grupoId: null, guardar: [] } });
    expect(await now()).toEqual({ grupoId: null, guardar: [] });
    const wrong = await save({ elegido: { grupoId: 'uno', guardar: [] } });
    expect(wrong.error!.status).toBe('INVALID_ARGUMENT');
  });

  it('tell which version is in force, also to a form of the one before', async () => {
    const ana = await app.person();
    const { ids, plantilla } = await app.offer();
    const save = () => app.call('saveBorradorInscripcion', { ...ids, respuestas: {} }, ana);
    expect((await save()).result.version).toBe(1);
    await publish(app.db, plantilla.id);
    expect((await save()).result.version).toBe(2);
  });

  it('that were saved elsewhere meanwhile are not written over', async () => {
    const ana = await app.person();
    const { ids } = await app.offer();
    const save = (motivos: string, desde?: string | null) =>
      app.call('saveBorradorInscripcion', { ...ids, respuestas: { motivos }, desde }, ana);
    const now = async () => (await app.call('getInscripcion', ids, ana)).result.borrador;
    const first = await save('en la computadora', null);
    expect(first.result.guardadoEn).toBeDefined();
    app.setNow(new Date(AHORA.getTime() + 60_000));
    const second = await save('en el teléfono', first.result.guardadoEn);
    expect(second.result.guardadoEn).not.toBe(first.result.guardadoEn);
    for (const desde of [first.result.guardadoEn, null]) {
      const { error } = await save('otra vez en la computadora', desde);
      expect(error).toMatchObject({ status: 'ABORTED', details: { code: 'borrador-cambio' } });
      expect((await now()).respuestas).toEqual({ motivos: 'en el teléfono' });
    }
    // Who says nothing of it (a client of before) is the last to arrive.
    expect((await save('sin más')).error).toBeUndefined();
    expect((await now()).respuestas).toEqual({ motivos: 'sin más' });
    app.setNow(AHORA);
  });

  it('from many tabs at once are one row, the last to arrive', async () => {
    const ana = await app.person();
    const { ids, edicion } = await app.offer();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        app.call(
          'saveBorradorInscripcion',
          { ...ids, respuestas: { motivos: `intento ${i}` } },
          ana,
        ),
      ),
    );
    expect(answers.every(({ result }) => result?.guardadoEn)).toBe(true);
    const rows = await stateOf(edicion.id);
    expect(rows).toHaveLength(1);
    // What is typed within minutes is one deed.
    expect(await historyOf(rows[0]!.id)).toEqual([
      'inscripcion.crear',
      'inscripcion.guardarBorrador',
    ]);
  });

  it('never undo a submission they race with', async () => {
    const ana = await app.person();
    const { ids, edicion } = await app.offer();
    await Promise.all([
      app.call('saveBorradorInscripcion', { ...ids, respuestas: { motivos: 'a' } }, ana),
      app.call('submitInscripcion', { ...ids, version: 1, respuestas: RESPUESTAS }, ana),
      app.call('saveBorradorInscripcion', { ...ids, respuestas: { motivos: 'b' } }, ana),
    ]);
    const rows = await stateOf(edicion.id);
    expect(rows).toMatchObject([
      { estado: 'inscrita', respuestas: { otroPerfil: 'Defensoría pública' } },
    ]);
    expect(await app.ocupados(edicion.id)).toBe(1);
  });

  it('leave out another kind of value, and refuse a text that no text may be beside its field', async () => {
    const ana = await app.person();
    const { ids } = await app.offer();
    const respuestas = { motivos: 'a\tb', perfil: 7, materias: ['amparo', 'x'] };
    expect(
      (await app.call('saveBorradorInscripcion', { ...ids, respuestas }, ana)).error,
    ).toBeUndefined();
    const { result } = await app.call('getInscripcion', ids, ana);
    expect(result.borrador.respuestas).toEqual({ motivos: 'a\tb', materias: ['amparo'] });
    for (const motivos of ['a\u0000b', 'a\ud800']) {
      const { error } = await app.call(
        'saveBorradorInscripcion',
        { ...ids, respuestas: { motivos } },
        ana,
      );
      expect(error).toMatchObject({
        status: 'INVALID_ARGUMENT',
        details: { fields: { 'respuestas.motivos': expect.any(String) } },
      });
    }
  });

  it('are thrown away with what was kept apart of them, by their person and only while they are drafts', async () => {
    const [ana, eva] = [await app.person(), await app.person()];
    const { ids, edicion } = await app.offer();
    await app.call('saveBorradorInscripcion', { ...ids, respuestas: RESPUESTAS }, ana);
    const [draft] = await stateOf(edicion.id);
    expect((await app.call('discardBorradorInscripcion', ids, eva)).http).toBe(200);
    expect(await stateOf(edicion.id)).toHaveLength(1);
    expect((await app.call('discardBorradorInscripcion', ids, ana)).result).toBeNull();
    expect(await stateOf(edicion.id)).toEqual([]);
    expect(await historyOf(draft!.id)).toEqual(['inscripcion.crear', 'inscripcion.descartar']);
    expect((await app.call('listMatricula', {}, ana)).result.inscripciones).toEqual([]);
    // Twice is once; and what was sent stays.
    expect((await app.call('discardBorradorInscripcion', ids, ana)).http).toBe(200);
    await app.call('submitInscripcion', { ...ids, version: 1, respuestas: RESPUESTAS }, ana);
    const { error } = await app.call('discardBorradorInscripcion', ids, ana);
    expect(error).toMatchObject({ status: 'FAILED_PRECONDITION', details: { code: 'ya-enviada' } });
    expect(await stateOf(edicion.id)).toMatchObject([{ estado: 'inscrita' }]);
  });

  it('are limited in size', async () => {
    const ana = await app.person();
    const { ids } = await app.offer();
    const long = await app.call(
      'saveBorradorInscripcion',
      { ...ids, respuestas: { motivos: 'x'.repeat(6001) } },
      ana,
    );
    expect(long.error!.status).toBe('INVALID_ARGUMENT');
    const many = Object.fromEntries(Array.from({ length: 501 }, (_, i) => [`c${i}`, 'x']));
    expect(
      (await app.call('saveBorradorInscripcion', { ...ids, respuestas: many }, ana)).http,
    ).toBe(400);
  });
});

describe('the matrícula', () => {
  it('comes in pages, newest first, without losing or repeating any', async () => {
    const ana = await app.person();
    const made: string[] = [];
    for (let i = 0; i < 5; i++) {
      const { ids, edicion } = await app.offer();
      // Two in the same instant, to see that the order is still total.
      app.setNow(new Date(AHORA.getTime() + Math.floor(i / 2) * 1000));
      await app.call('saveBorradorInscripcion', { ...ids, respuestas: {} }, ana);
      made.push(edicion.id);
    }
    app.setNow(AHORA);
    const seen: string[] = [];
    let tras: string | undefined;
    do {
      const { result } = await app.call('listMatricula', { limite: 2, tras }, ana);
      seen.push(...result.inscripciones.map((item: MatriculaItem) => item.edicion.id));
      tras = result.siguiente ?? undefined;
    } while (tras);
    expect(seen).toHaveLength(5);
    expect(new Set(seen)).toEqual(new Set(made));
    expect(seen[0]).toBe(made[4]);
  });
});

it('whoever enrolled in an edition with groups reads of which one they are', async () => {
  const { ids, edicion } = await app.offer();
  const grupo = await app.db
    .insertInto('edicion_grupos')
    .values({ edicion_id: edicion.id, nombre: 'Matutino', horario: '', cupo: 9, orden: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const person = await app.person();
  const data = { ...ids, version: 1, respuestas: RESPUESTAS, grupoId: grupo.id };
  expect((await app.call('submitInscripcion', data, person)).error).toBeUndefined();
  const { result } = await app.call('getInscripcion', ids, person);
  expect(result.enviada.grupo).toBe('Matutino');
});
