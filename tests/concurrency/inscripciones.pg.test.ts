/**
 * What one connection cannot show: people who press at the same instant. Runs only on a real
 * PostgreSQL (TEST_DATABASE_URL).
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../src/platform/shared/actor.ts';
import { type EnrolmentApp, startEnrolmentApp } from '../factories/app.ts';
import { DEFINICION, RESPUESTAS } from '../factories/plantillas.ts';

const PEOPLE = 200;
const SEATS = 50;

/** A form that asks for an item of a catalog and for a document of the vault. */
const QUE_APUNTA = {
  ...DEFINICION,
  secciones: [
    ...DEFINICION.secciones,
    {
      clave: 'mas',
      titulo: 'Además',
      campos: [
        {
          clave: 'organo',
          etiqueta: 'Órgano',
          tipo: 'catalogo',
          catalogo: 'organos',
          obligatorio: true,
        },
        {
          clave: 'titulo',
          etiqueta: 'Título',
          tipo: 'documento',
          documento: 'TITULO',
          obligatorio: true,
        },
      ],
    },
  ],
} as typeof DEFINICION;

/** A form that offers to keep a telephone in the person's file. */
const CON_TELEFONO = {
  ...DEFINICION,
  secciones: [
    ...DEFINICION.secciones,
    {
      clave: 'mas',
      titulo: 'Además',
      campos: [
        {
          ...{ clave: 'telefono', etiqueta: 'Teléfono', tipo: 'datoPersona', dato: 'telefono' },
          ...{ obligatorio: false, editable: true, guardable: true },
        },
      ],
    },
  ],
} as typeof DEFINICION;

describe.skipIf(!process.env.TEST_DATABASE_URL)('many press at once', () => {
  let app: EnrolmentApp;
  beforeAll(async () => {
    app = await startEnrolmentApp();
  });
  afterAll(() => app?.stop());

  type Offer = Awaited<ReturnType<EnrolmentApp['offer']>>;
  const submit = ({ ids }: Offer, actor: Actor) =>
    app.call('submitInscripcion', { ...ids, version: 1, respuestas: RESPUESTAS }, actor);

  const insertId = async (text: string, values: unknown[]) =>
    String((await app.services.database.execute(text, values)).rows[0]!.id);

  /** Everything that must agree with everything else, as it is on disk. */
  const ledger = async (edicionId: string) => {
    const { rows } = await app.services.database.execute(
      `select
        (select ocupados from ediciones where id = $1) as ocupados,
        count(*) filter (where i.estado = 'inscrita')::int as inscritas,
        count(*) filter (where i.estado = 'borrador')::int as borradores,
        count(a.folio)::int as acuses,
        count(*) filter (where (i.estado = 'inscrita') <> (a.folio is not null))::int as torn,
        count(*) filter (where i.estado = 'inscrita' and i.evaluacion is null)::int as sin_evaluacion,
        (select count(*)::int from historial h where h.accion = 'inscripcion.inscribir'
          and h.entidad_id in (select x.id::text from inscripciones x where x.edicion_id = $1)) as historia,
        (select count(*)::int from correos c join acuses y on position(y.clave in c.contenido::text) > 0
          join inscripciones z on z.id = y.inscripcion_id where z.edicion_id = $1) as correos
      from inscripciones i left join acuses a on a.inscripcion_id = i.id
      where i.edicion_id = $1`,
      [edicionId],
    );
    return rows[0];
  };

  it.each([
    ['with a draft each', true],
    ['without drafts', false],
  ])(`${PEOPLE} people for ${SEATS} seats, %s`, async (_name, drafts) => {
    const offer = await app.offer({ edicion: { cupo: SEATS } });
    const people = await Promise.all(Array.from({ length: PEOPLE }, () => app.person()));
    if (drafts) {
      await Promise.all(
        people.map((person) =>
          app.call(
            'saveBorradorInscripcion',
            { ...offer.ids, respuestas: { perfil: 'otro' } },
            person,
          ),
        ),
      );
    }
    const answers = await Promise.all(people.map((person) => submit(offer, person)));
    const enrolled = answers.filter(({ result }) => result?.estado === 'inscrita');
    const refused = answers.filter(({ error }) => error?.details?.code === 'sin-lugares');
    const neither = answers.filter((one) => !enrolled.includes(one) && !refused.includes(one));
    expect(neither.map(({ http, error }) => ({ http, error }))).toEqual([]);
    expect([enrolled.length, refused.length]).toEqual([SEATS, PEOPLE - SEATS]);
    expect(new Set(enrolled.map(({ result }) => result.folio)).size).toBe(SEATS);
    expect(await ledger(offer.edicion.id)).toEqual({
      ocupados: SEATS,
      inscritas: SEATS,
      borradores: drafts ? PEOPLE - SEATS : 0,
      acuses: SEATS,
      torn: 0,
      sin_evaluacion: 0,
      historia: SEATS,
      correos: SEATS,
    });
  });

  it('the same person, twenty times, among a crowd', async () => {
    const offer = await app.offer({ edicion: { cupo: 15 } });
    const [ana, ...crowd] = await Promise.all(Array.from({ length: 31 }, () => app.person()));
    const [mine] = await Promise.all([
      Promise.all(Array.from({ length: 20 }, () => submit(offer, ana!))),
      Promise.all(crowd.map((person) => submit(offer, person))),
    ]);
    // Either every press gave the one folio, or there was never a seat; nothing in between.
    const folios = mine.flatMap(({ result }) => result?.folio ?? []);
    expect([0, 20]).toContain(folios.length);
    expect(new Set(folios).size).toBeLessThanOrEqual(1);
    expect(await ledger(offer.edicion.id)).toMatchObject({
      ocupados: 15,
      inscritas: 15,
      acuses: 15,
      torn: 0,
    });
  });

  it('twenty presses of one person with seats to spare are one enrolment', async () => {
    const offer = await app.offer();
    const ana = await app.person();
    const answers = await Promise.all(Array.from({ length: 20 }, () => submit(offer, ana)));
    expect(new Set(answers.map(({ result }) => result?.folio)).size).toBe(1);
    expect(await ledger(offer.edicion.id)).toMatchObject({ ocupados: 1, inscritas: 1, correos: 1 });
  });

  it('a rule of two at most is kept by each of ten people who press for six editions at the same instant', async () => {
    const simultaneas = { field: 'historia.simultaneas', operator: '<', value: 2 };
    const definicion = {
      ...DEFINICION,
      reglas: [
        ...DEFINICION.reglas,
        {
          ...{
            clave: 'dos',
            descripcion: 'Dos a la vez',
            efecto: 'impide',
            mensaje: 'Ya tiene dos.',
          },
          condicion: { combinator: 'and', rules: [simultaneas] },
        },
      ],
    } as typeof DEFINICION;
    const offers = await Promise.all(
      Array.from({ length: 6 }, () => app.offer({ plantilla: { definicion } })),
    );
    const people = await Promise.all(Array.from({ length: 10 }, () => app.person()));
    const answers = await Promise.all(
      people.map((person) => Promise.all(offers.map((offer) => submit(offer, person)))),
    );
    for (const mine of answers) {
      expect(mine.filter(({ result }) => result?.estado === 'inscrita')).toHaveLength(2);
      const refused = mine.flatMap(({ error }) => error?.details?.code ?? []);
      expect(refused).toEqual(Array(4).fill('reglas-no-cumplidas'));
    }
    for (const { edicion } of offers) {
      expect(await ledger(edicion.id)).toMatchObject({ torn: 0, sin_evaluacion: 0 });
    }
  });

  it('drafts of two tabs and a submission at once never deadlock nor undo it', async () => {
    const offers = await Promise.all(Array.from({ length: 3 }, () => app.offer()));
    const people = await Promise.all(Array.from({ length: 10 }, () => app.person()));
    const answers = await Promise.all(
      people.flatMap((person) =>
        offers.flatMap((offer) => [
          app.call(
            'saveBorradorInscripcion',
            { ...offer.ids, respuestas: { motivos: 'a' } },
            person,
          ),
          submit(offer, person),
          app.call(
            'saveBorradorInscripcion',
            { ...offer.ids, respuestas: { motivos: 'b' } },
            person,
          ),
        ]),
      ),
    );
    const unexpected = answers.filter(({ error }) => error && error.details?.code !== 'ya-enviada');
    expect(unexpected).toEqual([]);
    for (const { edicion } of offers) {
      expect(await ledger(edicion.id)).toMatchObject({
        ocupados: 10,
        inscritas: 10,
        borradores: 0,
      });
    }
  });

  it('the same sent with and without «guardar también», while drafts are saved, never deadlocks', async () => {
    const offers = await Promise.all(
      Array.from({ length: 3 }, () => app.offer({ plantilla: { definicion: CON_TELEFONO } })),
    );
    const people = await Promise.all(Array.from({ length: 20 }, () => app.person()));
    const send = ({ ids }: Offer, actor: Actor, guardar: string[]) =>
      app.call(
        'submitInscripcion',
        {
          ...{ ...ids, version: 1, guardar },
          respuestas: { ...RESPUESTAS, telefono: '55 1234 5678' },
        },
        actor,
      );
    const answers = await Promise.all(
      people.flatMap((person) =>
        offers.flatMap((offer) => [
          app.call(
            'saveBorradorInscripcion',
            { ...offer.ids, respuestas: { motivos: 'a' } },
            person,
          ),
          send(offer, person, ['telefono']),
          send(offer, person, []),
          app.call(
            'saveBorradorInscripcion',
            { ...offer.ids, respuestas: { motivos: 'b' } },
            person,
          ),
          send(offer, person, ['telefono']),
        ]),
      ),
    );
    const unexpected = answers.filter(({ error }) => error && error.details?.code !== 'ya-enviada');
    expect(unexpected.map(({ error }) => error)).toEqual([]);
    for (const { edicion } of offers) {
      expect(await ledger(edicion.id)).toMatchObject({
        ocupados: 20,
        inscritas: 20,
        borradores: 0,
      });
    }
    const { rows } = await app.services.database.execute(
      `select count(*)::int as n, count(distinct persona_id)::int as personas from personas_entradas
        where persona_id = any($1::uuid[])`,
      [people.map(({ personaId }) => personaId)],
    );
    // Whether it is kept is for the press that came first; never twice.
    expect(rows[0]!.n).toBe(rows[0]!.personas);
  });

  it.each([
    ['an item of a catalog', 'organo', 'catalogo_items', 'ya no existe'],
    ['a document of the vault', 'titulo', 'documentos', 'no está en su expediente'],
  ])(
    '%s that is deleted while it is sent is pointed to by nobody',
    async (_name, clave, tabla, dice) => {
      const { database } = app.services;
      const offer = await app.offer({ plantilla: { definicion: QUE_APUNTA } });
      const persons = await Promise.all(Array.from({ length: 3 }, () => app.person()));
      const pointed = await Promise.all(
        persons.map(async ({ personaId }) => ({
          organo: await insertId(
            `insert into catalogo_items (catalogo, clave, nombre, orden, busqueda)
            values ('organos', $1::text, 'De prueba', 1, '') returning id`,
            [`prueba-${personaId}`],
          ),
          titulo: await insertId(
            `insert into documentos (persona_id, tipo_id, version, estado, nombre, objeto, sha256, bytes, content_type, creado_en)
            select $1, i.id, 1, 'validado', 'a.pdf', gen_random_uuid()::text, 'x', 1, 'application/pdf', now()
            from catalogo_items i where i.catalogo = 'tipos-documento' and i.clave = 'TITULO' returning id`,
            [personaId],
          ),
        })),
      );
      const [gone] = pointed;
      const deleted = Promise.withResolvers<void>();
      const go = Promise.withResolvers<void>();
      const deleting = app.db.transaction().execute(async (trx) => {
        await sql`delete from ${sql.table(tabla)} where id = ${gone![clave as 'organo']}`.execute(
          trx,
        );
        deleted.resolve();
        await go.promise;
      });
      await deleted.promise;
      const sent = Promise.all(
        persons.map((person, n) => {
          const apunta = Object.entries(pointed[n]!).map(([key, id]) => [
            key,
            { id, clave: '', nombre: '' },
          ]);
          const respuestas = { ...RESPUESTAS, ...Object.fromEntries(apunta) };
          return app.call('submitInscripcion', { ...offer.ids, version: 1, respuestas }, person);
        }),
      );
      const waiting = async () =>
        (
          await database.execute(
            "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
            [],
          )
        ).rows.length > 0;
      while (!(await waiting())) await new Promise((resolve) => setTimeout(resolve, 5));
      go.resolve();
      await deleting;
      const [refused, ...taken] = await sent;
      expect(refused!.error!.details.fields[clave]).toContain(dice);
      expect(taken.map(({ result }) => result?.estado)).toEqual(['inscrita', 'inscrita']);
      expect(await ledger(offer.edicion.id)).toMatchObject({
        ocupados: 2,
        inscritas: 2,
        acuses: 2,
      });
    },
  );
});
