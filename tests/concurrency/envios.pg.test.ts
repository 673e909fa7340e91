/**
 * What happens to what is sent while something else is done to its edition or its person. Runs only on a real PostgreSQL
 * (TEST_DATABASE_URL).
 */
import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { edicionesHandlers } from '../../src/features/cursos/ediciones/server/handlers.ts';
import { reviewInscripciones } from '../../src/features/inscripciones/invariantes/server/service.ts';
import type { Actor } from '../../src/platform/shared/actor.ts';
import {
  AHORA,
  CONVOCATORIAS,
  type EnrolmentApp,
  GIVEN,
  startEnrolmentApp,
} from '../factories/app.ts';
import { insertCuentaVerificada } from '../factories/cuentas.ts';
import { DEFINICION, RESPUESTAS } from '../factories/plantillas.ts';
import { conReparto } from '../factories/reparto.ts';

type Definicion = typeof DEFINICION;
const A_REVISION = {
  definicion: {
    ...DEFINICION,
    reglas: [
      ...DEFINICION.reglas,
      {
        ...{
          clave: 'mira',
          descripcion: 'Alguien la mira',
          efecto: 'revision',
          mensaje: 'La miran.',
        },
        condicion: {
          combinator: 'and',
          rules: [{ field: 'respuesta.antiguedad', operator: '>', value: 50 }],
        },
      },
    ],
  } as Definicion,
};

describe.skipIf(!process.env.TEST_DATABASE_URL)('what is sent while something else is done', () => {
  let app: EnrolmentApp;
  let admin: Actor;
  beforeAll(async () => {
    app = await startEnrolmentApp(
      {},
      {
        handlers: edicionesHandlers(
          () => GIVEN.one('participantesDeEdicion'),
          () => GIVEN.one('resultadosDeEdicion'),
        ),
      },
    );
    const [uid, email] = ['ana-cancela', 'ana@cancela.example'];
    await insertCuentaVerificada(app.db, { uid, email, role: 'Admin' });
    admin = { ...(await app.person()), uid, email, role: 'Admin' };
  });
  afterAll(() => app?.stop());

  const rows = async (text: string, values: unknown[] = []) =>
    (await app.services.database.execute(text, values)).rows as Record<string, unknown>[];
  type Offer = Awaited<ReturnType<EnrolmentApp['offer']>>;
  const submit = ({ ids }: Offer, actor: Actor, more = {}) =>
    app.call('submitInscripcion', { ...ids, version: 1, respuestas: RESPUESTAS, ...more }, actor);
  const cancel = ({ edicion }: Offer) =>
    app.call(
      'cancelEdicion',
      { id: edicion.id, version: 1, motivo: 'Se cancela ahora mismo.', alternativaId: null },
      admin,
    );
  /** Until so many statements wait for a lock. */
  const blocked = async (n: number) => {
    const waiting = async () =>
      (
        await rows(
          `select count(distinct pid)::int as n from pg_locks join pg_stat_activity a using (pid)
            where a.datname = current_database() and not granted`,
        )
      )[0]!.n as number;
    while ((await waiting()) < n);
  };
  /** The database lets no statement wait for a lock any longer, until something is over; gives what came of it. */
  const cutWhile = async <T>(work: Promise<T>): Promise<T> => {
    let isOver = false;
    const told = work.finally(() => {
      isOver = true;
    });
    // Of whoever it goes with, and of it by itself.
    while (!isOver) {
      await rows(
        `select pg_cancel_backend(a.pid) from pg_stat_activity a join pg_locks l using (pid)
          where a.datname = current_database() and not l.granted`,
      );
    }
    return told;
  };
  /** Does `work` while nobody else may write of these people. */
  const holding = async (people: readonly { personaId: string }[], work: () => Promise<void>) =>
    app.db.transaction().execute(async (trx) => {
      await trx.executeQuery(
        CompiledQuery.raw('select id from personas_todas where id = any($1::uuid[]) for update', [
          people.map(({ personaId }) => personaId),
        ]),
      );
      await work();
    });

  it.each([
    ['waits', { ...conReparto({ alLlenarse: 'esperaPorTurno' }), edicion: { cupo: 1 } }],
    ['is to be looked at', { plantilla: A_REVISION }],
    ['would have a seat', {}],
  ])('who %s is in no edition that was cancelled meanwhile', async (_what, options) => {
    const offer = await app.offer(options as Parameters<EnrolmentApp['offer']>[0]);
    expect((await submit(offer, await app.person())).error).toBeUndefined();
    const [one, other] = [await app.person(), await app.person()];
    await app.call(
      'saveBorradorInscripcion',
      { ...offer.ids, respuestas: { motivos: 'a' } },
      other,
    );
    const sent: ReturnType<typeof submit>[] = [];
    await holding([one, other], async () => {
      sent.push(submit(offer, one), submit(offer, other));
      await blocked(1);
      expect((await cancel(offer)).error).toBeUndefined();
    });
    for (const { error } of await Promise.all(sent)) {
      expect(error?.details?.code).toBe('edicion-cancelada');
    }
    expect(
      await rows(
        `select estado, count(*)::int as n from inscripciones where edicion_id = $1 group by 1 order by 1`,
        [offer.edicion.id],
      ),
    ).toEqual([
      { estado: 'baja', n: 1 },
      { estado: 'borrador', n: 1 },
    ]);
    expect(await reviewInscripciones(app.db, AHORA, { demo: false, ...CONVOCATORIAS })).toEqual([]);
  });

  it('who comes to wait is told the place that is theirs, though who came before them is written later', async () => {
    const offer = await app.offer({
      ...conReparto({ alLlenarse: 'esperaPorTurno' }),
      edicion: { cupo: 1 },
    });
    expect((await submit(offer, await app.person())).error).toBeUndefined();
    const people = await Promise.all(Array.from({ length: 4 }, () => app.person()));
    const sent: ReturnType<typeof submit>[] = [];
    await holding([people[0]!], async () => {
      sent.push(submit(offer, people[0]!));
      await blocked(1);
      sent.push(...people.slice(1).map((person) => submit(offer, person)));
      const written = `select count(*)::int as n from inscripciones where edicion_id = $1`;
      while ((await rows(written, [offer.edicion.id]))[0]!.n !== people.length);
    });
    const told = (await Promise.all(sent)).map(({ result }) => result.lugarEnEspera);
    expect(told).toEqual([1, 2, 3, 4]);
  });

  it('whose file becomes another’s meanwhile is told so, and those who go with them are written', async () => {
    const offer = await app.offer();
    const [one, kept] = [await app.person(), await app.person()];
    const others = await Promise.all(Array.from({ length: 5 }, () => app.person()));
    const { uid } = one;
    const email = 'une@correo.example';
    await insertCuentaVerificada(app.db, { uid, email, persona_id: one.personaId });
    await app.call('saveBorradorInscripcion', { ...offer.ids, respuestas: { motivos: 'a' } }, one);
    const sent: ReturnType<typeof submit>[] = [];
    await holding([one], async () => {
      sent.push(...[one, ...others].map((person) => submit(offer, person)));
      await blocked(1);
      await rows('update cuentas set persona_id = $1 where uid = $2', [kept.personaId, uid]);
      await rows('update inscripciones set persona_id = $1 where persona_id = $2', [
        kept.personaId,
        one.personaId,
      ]);
    });
    const [mine, ...theirs] = await Promise.all(sent);
    expect(mine!.error?.details?.code).toBe('otro-expediente');
    expect(theirs.map(({ result }) => result?.estado)).toEqual(others.map(() => 'inscrita'));
    expect(
      await rows('select estado from inscripciones where persona_id = $1', [kept.personaId]),
    ).toEqual([{ estado: 'borrador' }]);
    expect(await app.ocupados(offer.edicion.id)).toBe(others.length);
  });

  it('who chose a group that is taken away meanwhile is asked for one', async () => {
    const offer = await app.offer({
      ...conReparto({ alLlenarse: 'esperaPorTurno' }),
      edicion: { cupo: 1 },
    });
    expect((await submit(offer, await app.person())).error).toBeUndefined();
    const [grupo] = await rows(
      `insert into edicion_grupos (edicion_id, nombre, cupo, orden) values ($1, 'A', 5, 1), ($1, 'B', 5, 2) returning id`,
      [offer.edicion.id],
    );
    const person = await app.person();
    const sent: ReturnType<typeof submit>[] = [];
    await holding([person], async () => {
      sent.push(submit(offer, person, { grupoId: grupo!.id }));
      await blocked(1);
      await rows('delete from edicion_grupos where id = $1', [grupo!.id]);
    });
    const { error } = await sent[0]!;
    expect(error?.details?.fields).toEqual({ grupoId: 'Elija un grupo.' });
  });

  it('what takes longer than the database lets it is told to press again', async () => {
    const offer = await app.offer();
    const people = await Promise.all(Array.from({ length: 4 }, () => app.person()));
    const late = people[0]!;
    await holding([late], async () => {
      const sent = people.map((person) => submit(offer, person));
      const { http, error } = await cutWhile(sent[0]!);
      expect([http, error?.details?.code]).toEqual([503, 'mucha-gente']);
      await Promise.all(sent);
    });
    for (const person of people) {
      expect((await submit(offer, person)).result.estado).toBe('inscrita');
    }
    expect(await app.ocupados(offer.edicion.id)).toBe(4);
  });

  it('an edition that somebody holds is in the way of those of another for seconds', async () => {
    const [held, other, person] = [await app.offer(), await app.offer(), await app.person()];
    const people = await Promise.all(Array.from({ length: 6 }, () => app.person()));
    const sent: ReturnType<typeof submit>[] = [];
    // What it waits for a lock; below it is cut sooner, at a moment that no clock says.
    const [{ proconfig }] = (await rows(
      `select proconfig from pg_proc where proname = 'inscripciones_enviar'`,
    )) as [{ proconfig: string[] }];
    expect(proconfig).toContain('lock_timeout=10s');
    await app.db.transaction().execute(async (trx) => {
      await trx.executeQuery(
        CompiledQuery.raw('select id from ediciones where id = $1 for update', [held.edicion.id]),
      );
      for (const [n, one] of people.entries()) {
        sent.push(submit(held, one));
        await blocked(Math.min(n + 1, 3));
      }
      // Told, whatever becomes of the one that is held.
      await cutWhile(Promise.all([submit(other, person), ...sent]));
      const { http, error } = await sent[0]!;
      expect([http, error?.details?.code]).toEqual([503, 'mucha-gente']);
      expect((await submit(other, person)).result.estado).toBe('inscrita');
    });
  });

  it('a crowd of one person in many tabs is told to press again, or what became of it', async () => {
    await rows(`create function tarde() returns trigger language plpgsql as $$
      begin raise exception 'somebody was first' using errcode = 'PE002'; end $$`);
    const offer = await app.offer();
    const person = await app.person();
    await rows(
      `create trigger tarde before insert on acuses for each row execute function tarde()`,
    );
    const { http, error } = await submit(offer, person);
    await rows('drop trigger tarde on acuses');
    expect([http, error?.details?.code]).toEqual([503, 'mucha-gente']);
    expect((await submit(offer, person)).result.estado).toBe('inscrita');
  });
});
