/**
 * A CURP that is being assigned while somebody registers it, another colleague assigns it, or the
 * person goes on working. Whoever is to come first is held at a gate (tests/gates.ts) until the others wait for them: who that
 * is does not depend on how fast the machine is. Runs only on a real PostgreSQL (TEST_DATABASE_URL).
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertPersona } from '../../src/features/personas/server/data.ts';
import { makeCuenta } from '../factories/cuentas.ts';
import { makeCurso, makeEdicion } from '../factories/cursos.ts';
import { makeCurp, makePersona } from '../factories/personas.ts';
import { makePlantilla } from '../factories/plantillas.ts';
import { createGates } from '../gates.ts';
import { type CallAnswer, startTestPortal, type TestPortal } from '../portal.ts';

/** Whoever writes what they did in the history, the last thing that they do: the key of the lock that they ask for there. */
const GATES = { historial: 20_261_161 };

describe.skipIf(!process.env.TEST_DATABASE_URL)('a CURP that several want at once', () => {
  let portal: TestPortal;
  let gates: Awaited<ReturnType<typeof createGates<keyof typeof GATES>>>;
  let staff: { token: string };
  beforeAll(async () => {
    portal = await startTestPortal({}, { jobs: false });
    gates = await createGates(portal.services.database, GATES);
    await gates.put('historial', 'after insert on historial for each row');
    staff = await makeCuenta(portal, { role: 'Escolar' });
  });
  afterAll(() => portal?.stop());

  const rehearse = async (clave: string, curp: string) =>
    (await portal.call('rehearseCurp', { clave, curp }, staff)).result;
  const assign = (clave: string, { curp, huella }: { curp: string; huella: string }) =>
    portal.call(
      'assignCurp',
      { clave, curp, tomar: [], motivo: 'Constancia de CURP a la vista', huella },
      staff,
    );
  const codesOf = (answers: readonly { error?: { details?: { code?: string } } }[]) =>
    answers.flatMap(({ error }) => (error ? [error.details?.code] : []));
  const peopleWith = async (curp: string) =>
    portal.services.db.selectFrom('personas').select('id').where('curp', '=', curp).execute();

  it('is of one of the ten files that it is assigned to', async () => {
    for (let round = 0; round < 5; round++) {
      const curp = makeCurp();
      const files = await Promise.all(
        Array.from({ length: 10 }, () => makePersona(portal.services.db)),
      );
      const tried = await Promise.all(files.map(({ clave }) => rehearse(clave, curp)));
      const answers = await Promise.all(files.map(({ clave }, i) => assign(clave, tried[i])));
      expect(answers.filter(({ result }) => result)).toHaveLength(1);
      expect(new Set(codesOf(answers))).toEqual(new Set(['cambio-desde-ensayo']));
      expect(await peopleWith(curp)).toHaveLength(1);
      const left = await portal.services.db
        .selectFrom('personas')
        .select('id')
        .where(
          'clave',
          'in',
          files.map(({ clave }) => clave),
        )
        .execute();
      expect(left).toHaveLength(9);
    }
  });

  it.each(['who registers it', 'the file'])(
    'is of %s when they come first, never of both',
    async (first) => {
      const curp = makeCurp();
      const { clave, id, ...rest } = await makePersona(portal.services.db);
      const tried = await rehearse(clave, curp);
      const register = (before: () => Promise<void> = async () => {}) =>
        portal.services.db.transaction().execute(async (trx) => {
          const made = await insertPersona(trx, { ...rest, clave: curp, curp });
          await before();
          return made;
        });
      let [answer, registered]: [Promise<CallAnswer>?, Promise<string | null>?] = [];
      if (first === 'the file') {
        await gates.holding(['historial'], async () => {
          answer = assign(clave, tried);
          await gates.atGate('historial', answer);
          registered = register();
          await gates.blocked(2);
        });
      } else {
        registered = register(async () => {
          answer = assign(clave, tried);
          await gates.blocked(1);
        });
        await registered;
      }
      const assigned = first === 'the file';
      expect([Boolean((await answer!).result), (await registered) === null]).toEqual([
        assigned,
        assigned,
      ]);
      expect(codesOf([await answer!])).toEqual(assigned ? [] : ['cambio-desde-ensayo']);
      expect(await peopleWith(curp)).toHaveLength(1);
    },
  );

  it('leaves nothing behind while the person goes on writing', async () => {
    const { db } = portal.services;
    const curso = await makeCurso(db);
    const plantilla = await makePlantilla(db);
    const ediciones = await Promise.all(
      Array.from({ length: 8 }, () =>
        makeEdicion(db, { cursoId: curso.id, plantillaId: plantilla.id, ahora: new Date() }),
      ),
    );
    for (let round = 0; round < 6; round++) {
      const curp = makeCurp();
      const [old, target] = [await makePersona(db), await makePersona(db, { clave: curp, curp })];
      const cuenta = await makeCuenta(portal, { personaId: old.id });
      const tried = await rehearse(old.clave, curp);
      const [answer, ...saved] = await Promise.all([
        new Promise((resolve) => setTimeout(resolve, round * 2)).then(() =>
          assign(old.clave, tried),
        ),
        ...ediciones.map(({ id }) =>
          portal.call(
            'saveBorradorInscripcion',
            {
              idCurso: curso.id,
              idPlantilla: plantilla.id,
              tipo: curso.tipo,
              edicionId: id,
              respuestas: { motivos: 'sigo escribiendo' },
            },
            cuenta,
          ),
        ),
      ]);
      const rows = await db
        .selectFrom('inscripciones')
        .select('persona_id')
        .where('persona_id', 'in', [old.id, target.id])
        .execute();
      // What was said to be saved is there, and of one person.
      expect(rows).toHaveLength(saved.filter(({ result }) => result).length);
      const whose = answer.result ? target.id : old.id;
      expect(rows.every(({ persona_id }) => persona_id === whose)).toBe(true);
      // Merged is what was rehearsed: a file without drafts.
      if (answer.result) expect(rows).toEqual([]);
      else expect(codesOf([answer])).toEqual(['cambio-desde-ensayo']);
    }
  });

  it('waits for what is being written, and then is not what was rehearsed', async () => {
    const { db } = portal.services;
    const curso = await makeCurso(db);
    const plantilla = await makePlantilla(db);
    const ids = { cursoId: curso.id, plantillaId: plantilla.id };
    const edicion = await makeEdicion(db, { ...ids, ahora: new Date() });
    const curp = makeCurp();
    const [old] = [await makePersona(db), await makePersona(db, { clave: curp, curp })];
    const draft = await db
      .insertInto('inscripciones')
      .values({
        persona_id: old.id,
        edicion_id: edicion.id,
        plantilla_version_id: plantilla.versionId,
        estado: 'borrador',
        respuestas: '{}',
        evaluacion: null,
        enviada_en: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const tried = await rehearse(old.clave, curp);
    let answer: ReturnType<typeof assign> | undefined;
    // Sending it is on its way when the merge begins, and is done before the merge ends.
    await db.transaction().execute(async (trx) => {
      await trx
        .updateTable('inscripciones')
        .set({ estado: 'inscrita' })
        .where('id', '=', draft.id)
        .execute();
      answer = assign(old.clave, tried);
      await gates.blocked(1);
    });
    expect((await answer)?.error?.details?.code).toBe('cambio-desde-ensayo');
    expect(await peopleWith(curp)).toHaveLength(1);
    const again = await rehearse(old.clave, curp);
    expect((await assign(old.clave, again)).result?.tipo).toBe('fusionar');
  });

  it.each([
    ['confirms', 'confirmada'],
    ['takes back', 'cancelada'],
    ['assigns', 'anulada'],
    ['nobody', null],
  ])(
    'is merged once, or is of another CURP: who confirms, takes back and assigns at once agree (first: %s)',
    async (first, becomes) => {
      const { db } = portal.services;
      const [segunda, tercera] = [
        await makeCuenta(portal, { role: 'Escolar' }),
        await makeCuenta(portal, { role: 'Admin' }),
      ];
      const [curp, otra] = [makeCurp(), makeCurp()];
      const [old, target] = [await makePersona(db), await makePersona(db, { clave: curp, curp })];
      const proposed = await assign(old.clave, await rehearse(old.clave, curp));
      const id = proposed.result?.propuesta as string;
      expect(id).toBeTruthy();
      const tried = await rehearse(old.clave, otra);
      const confirm = (who: { token: string }) =>
        portal.call('decideFusion', { id, decision: 'confirmar' }, who);
      const acts: [string, () => Promise<CallAnswer>][] = [
        ['confirms', () => confirm(segunda)],
        ['confirms as well', () => confirm(tercera)],
        ['assigns', () => assign(old.clave, tried)],
        ['takes back', () => portal.call('cancelFusion', { id }, staff)],
      ];
      const answers = new Map<string, Promise<CallAnswer>>();
      const begin = ([name, act]: (typeof acts)[number]) => answers.set(name, act());
      await gates.holding(becomes ? ['historial'] : [], async () => {
        const one = acts.find(([name]) => name === first);
        if (!one) return;
        begin(one);
        await gates.atGate('historial', answers.get(first));
        for (const other of acts) if (other !== one) begin(other);
        await gates.blocked(acts.length);
      });
      if (!becomes) for (const one of acts) begin(one);
      const answerOf = async (name: string) => (await answers.get(name))!;
      const merged = [await answerOf('confirms'), await answerOf('confirms as well')].filter(
        ({ result }) => result,
      ).length;
      expect(merged).toBeLessThanOrEqual(1);
      // Nobody waited for somebody who waited for them: every answer is one that people understand.
      for (const { error } of await Promise.all(answers.values())) {
        if (error) {
          expect(['fusion-decidida', 'fusion-cambio', 'con-curp', 'cambio-desde-ensayo']).toContain(
            error.details?.code,
          );
        }
      }
      const { estado } = await db
        .selectFrom('fusiones')
        .select('estado')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect(estado).toBe(becomes ?? estado);
      const left = await db
        .selectFrom('personas')
        .select('curp')
        .where('id', '=', old.id)
        .execute();
      const assigned = await answerOf('assigns');
      if (merged === 1) {
        expect([estado, left]).toEqual(['confirmada', []]);
        expect(assigned.result).toBeUndefined();
        expect((await answerOf('takes back')).result).toBeUndefined();
      } else {
        expect(['anulada', 'cancelada']).toContain(estado);
        expect(left).toEqual([{ curp: assigned.result ? otra : null }]);
      }
      expect(await peopleWith(target.curp!)).toHaveLength(1);
    },
  );
});
