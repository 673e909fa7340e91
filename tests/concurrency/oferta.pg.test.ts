/**
 * An import of courses, of editions, of grades, while somebody else writes: as it decides, and between that and the end of its
 * last transaction. Each moment is held by a gate (tests/gates.ts). Runs only on a real PostgreSQL (TEST_DATABASE_URL).
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALIFICACIONES, hojaDeEdicion } from '../../src/features/resultados/importacion/rules.ts';
import { makeCuenta } from '../factories/cuentas.ts';
import { makeCurso, makeEdicion } from '../factories/cursos.ts';
import { makePersona } from '../factories/personas.ts';
import { makePlantilla, RESPUESTAS } from '../factories/plantillas.ts';
import { makeCursada } from '../factories/resultados.ts';
import { createGates } from '../gates.ts';
import { uploadHoja } from '../importar.ts';
import { type CallAnswer, startTestPortal, type TestPortal } from '../portal.ts';

const GATES = {
  /** In the transaction that decides. */
  decidir: 20_261_131,
  /** In the last one, when what was to be done is taken and nothing is in its place. */
  ultima: 20_261_132,
  /** Of whoever saves a grade in the grid, once it is written. */
  rejilla: 20_261_133,
};
type Gate = keyof typeof GATES;
/** The moments of the import at which somebody comes. */
const MOMENTS = ['decidir', 'ultima'] as const;

describe.skipIf(!process.env.TEST_DATABASE_URL)('imports of the offer and of results', () => {
  let portal: TestPortal;
  let gates: Awaited<ReturnType<typeof createGates<Gate>>>;
  let admin: Awaited<ReturnType<typeof makeCuenta>>;
  let otra: typeof admin;
  beforeAll(async () => {
    portal = await startTestPortal();
    admin = await makeCuenta(portal, { role: 'Admin' });
    otra = await makeCuenta(portal, { role: 'Admin' });
    gates = await createGates(portal.services.database, GATES);
    await gates.put(
      'decidir',
      "after update on importaciones for each row when (old.estado <> new.estado and new.estado = 'decidida')",
    );
    await gates.put('ultima', 'after delete on oferta_cambios for each row');
    await sql`create trigger puerta_ultima after delete on resultados_cambios for each row
      execute function puerta(${sql.lit(GATES.ultima)})`.execute(portal.services.db);
    await gates.put(
      'rejilla',
      "after insert on historial for each row when (new.accion = 'resultado.calificar' and new.motivo is null)",
    );
  });
  afterAll(() => portal?.stop());

  const ok = async (name: string, data: unknown, who = otra) => {
    const { result, error } = await portal.call(name, data, who);
    expect(error, JSON.stringify(error)).toBeUndefined();
    return result;
  };
  type File = Awaited<ReturnType<typeof uploadHoja>>;
  /** Runs an import, and what somebody else does while it is held at a gate. */
  const held = async (file: File, gate: Gate, act: () => Promise<CallAnswer>) => {
    expect((await file.preview()).errores).toBe(0);
    // It is held before its last transaction too: an answer does not depend on which of the two is quicker.
    const closed = gate === 'decidir' ? (['decidir', 'ultima'] as const) : (['ultima'] as const);
    let done!: [ReturnType<File['run']>, CallAnswer];
    await gates.holding(closed, async (open) => {
      const running = file.run();
      await gates.atGate(gate);
      const acting = act();
      if (gate === 'decidir') {
        // Who comes as it decides waits for that; who comes later is told at once.
        await gates.blocked(2);
        await open('decidir');
      }
      done = [running, await acting];
    });
    return { trabajo: await done[0], answer: done[1] };
  };
  const asked = ({ error }: CallAnswer) => error?.status;

  it.each(MOMENTS)('who saves a course that one changes is asked to wait (%s)', async (moment) => {
    const { clave, id } = await makeCurso(portal.services.db);
    const file = await uploadHoja(
      portal,
      'cursos',
      [
        ['Clave', 'Horas'],
        [clave, 77],
      ],
      admin,
    );
    const { curso } = await ok('getCursoGuardado', { id });
    const save = () =>
      portal.call(
        'saveCurso',
        { id, version: curso.version, datos: { ...curso.datos, horas: 11 } },
        otra,
      );
    const { trabajo, answer } = await held(file, moment, save);
    expect(asked(answer)).toBe('UNAVAILABLE');
    expect(trabajo.estado).toBe('terminado');
    // And afterwards is told what it says now.
    expect(asked(await save())).toBe('ABORTED');
    expect((await ok('getCursoGuardado', { id })).curso.datos.horas).toBe(77);
  });

  const makeUna = async () => {
    const { db } = portal.services;
    const ahora = new Date();
    const [curso, plantilla] = [await makeCurso(db), await makePlantilla(db)];
    const day = (n: number) =>
      new Date(ahora.getTime() + n * 86_400_000).toISOString().slice(0, 10);
    const edicion = await makeEdicion(
      db,
      { cursoId: curso.id, plantillaId: plantilla.id, ahora },
      { inicia: day(40), termina: day(60), cupo: 30 },
    );
    const file = (cupo: number) =>
      uploadHoja(
        portal,
        'ediciones',
        [
          ['Curso', 'Nombre', 'Cupo'],
          [curso.clave, edicion.nombre, cupo],
        ],
        admin,
      );
    const seats = async () =>
      (
        await sql<{ cupo: number; ocupados: number; inscritas: number }>`
          select cupo, ocupados, (select count(*)::int from inscripciones i
            where i.edicion_id = e.id and i.estado = 'inscrita') as inscritas
          from ediciones e where id = ${edicion.id}`.execute(db)
      ).rows[0];
    return { curso, plantilla, edicion, file, seats };
  };

  it.each(MOMENTS)(
    'who saves an edition that one changes is asked to wait (%s)',
    async (moment) => {
      const { edicion, file, seats } = await makeUna();
      const { edicion: una } = await ok('getEdicionGuardada', { id: edicion.id });
      const save = () =>
        portal.call(
          'saveEdicion',
          { id: edicion.id, version: una.version, datos: { ...una.datos, cupo: 12 } },
          otra,
        );
      const { trabajo, answer } = await held(await file(45), moment, save);
      expect(asked(answer)).toBe('UNAVAILABLE');
      expect(trabajo.estado).toBe('terminado');
      expect(asked(await save())).toBe('ABORTED');
      expect(await seats()).toMatchObject({ cupo: 45 });
    },
  );

  it('who enrols between the decision and the last transaction keeps the seat', async () => {
    const { curso, plantilla, edicion, file, seats } = await makeUna();
    const people = await Promise.all(
      [1, 2, 3].map(async () => {
        const persona = await makePersona(portal.services.db);
        return makeCuenta(portal, { personaId: persona.id });
      }),
    );
    const ids = {
      idCurso: curso.id,
      idPlantilla: plantilla.id,
      tipo: curso.tipo,
      edicionId: edicion.id,
    };
    const enrol = (who: (typeof people)[number]) =>
      portal.call('submitInscripcion', { ...ids, version: 1, respuestas: RESPUESTAS }, who);
    expect((await enrol(people[0]!)).error).toBeUndefined();
    const { trabajo, answer } = await held(await file(1), 'ultima', async () => {
      const answers = [await enrol(people[1]!), await enrol(people[2]!)];
      return answers.find(({ error }) => error) ?? answers[0]!;
    });
    expect(answer.error).toBeUndefined();
    expect(trabajo.estado).toBe('terminado');
    expect(await seats()).toEqual({ cupo: 3, ocupados: 3, inscritas: 3 });
  });

  const graded = async () => {
    // It has ended, so that its acta may be closed.
    const edicion = {
      inicia: '2020-02-03',
      termina: '2020-02-28',
      inscripcion_abre: new Date('2020-01-02T16:00:00Z'),
      inscripcion_cierra: new Date('2020-01-20T16:00:00Z'),
    };
    const cursada = await makeCursada(portal, { personas: 2, edicion });
    const [ana, bea] = cursada.inscritas;
    const edicionId = cursada.edicion.id;
    const save = (valor: number, version = 0) =>
      portal.call(
        'saveResultadosEdicion',
        {
          edicionId,
          calificaciones: [{ inscripcionId: ana!.id, valor, version }],
          observaciones: [],
        },
        otra,
      );
    const file = await uploadHoja(
      portal,
      hojaDeEdicion(CALIFICACIONES, edicionId),
      [
        ['CURP', 'Calificación'],
        [ana!.clave, 9],
        [bea!.clave, 8],
      ],
      admin,
    );
    const notas = async () =>
      (await ok('getResultadosEdicion', { edicionId })).filas.map(
        (fila: { calificacion: { valor: number | null } }) => fila.calificacion.valor,
      );
    return { edicionId, bea: bea!, save, file, notas };
  };

  it.each(MOMENTS)(
    'who writes in the grid, or closes the acta, of grades that one brings is asked to wait (%s)',
    async (moment) => {
      const { file, save, notas } = await graded();
      const { trabajo, answer } = await held(file, moment, () => save(5));
      expect(asked(answer)).toBe('UNAVAILABLE');
      expect(trabajo.estado).toBe('terminado');
      expect(await notas()).toEqual([9, 8]);
      // Sent again, over what was seen before: the two are shown.
      expect((await save(5)).result.calificaciones[0]).toMatchObject({
        destino: 'conflicto',
        valor: 9,
      });

      const closing = await graded();
      const { huella } = await ok('previewCierreActa', { edicionId: closing.edicionId });
      const close = { edicionId: closing.edicionId, huella };
      const closed = await held(closing.file, moment, () =>
        portal.call('confirmCierreActa', close, otra),
      );
      expect(asked(closed.answer)).toBe('UNAVAILABLE');
      expect(closed.trabajo.estado).toBe('terminado');
      expect(await closing.notas()).toEqual([9, 8]);
    },
  );

  it('who wrote in the grid and has not ended when it would decide is kept, and the import writes nothing', async () => {
    const { file, save, notas } = await graded();
    await file.preview();
    let done!: [ReturnType<File['run']>, ReturnType<typeof save>];
    await gates.holding(['rejilla'], async () => {
      const saving = save(5);
      await gates.atGate('rejilla');
      done = [file.run(), saving];
      // It waits for them before it decides.
      await gates.blocked(2);
    });
    expect((await done[1]).result.calificaciones[0]).toMatchObject({ destino: 'guardada' });
    expect(await done[0]).toMatchObject({ estado: 'fallido', cifras: { errores: 1 } });
    expect(await notas()).toEqual([5, null]);
  });

  it('who leaves the edition between the decision and the last transaction is graded by none', async () => {
    const { bea, file, notas } = await graded();
    const { trabajo } = await held(file, 'ultima', async () => {
      await sql`update inscripciones set estado = 'baja' where id = ${bea.id}`.execute(
        portal.services.db,
      );
      return { http: 200, headers: new Headers() };
    });
    expect(trabajo.estado).toBe('terminado');
    expect(await notas()).toEqual([9]);
    const { rows } = await sql`select 1 from historial where entidad_id = ${bea.id}`.execute(
      portal.services.db,
    );
    expect(rows).toEqual([]);
  });
});
