/**
 * A CURP that is being assigned while somebody registers it, another colleague assigns it, or the
 * person goes on working. Runs only on a real PostgreSQL (TEST_DATABASE_URL).
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertPersona } from '../../src/features/personas/server/data.ts';
import { makeCuenta } from '../factories/cuentas.ts';
import { makeCurso, makeEdicion } from '../factories/cursos.ts';
import { makeCurp, makePersona } from '../factories/personas.ts';
import { makePlantilla } from '../factories/plantillas.ts';
import { startTestPortal, type TestPortal } from '../portal.ts';

describe.skipIf(!process.env.TEST_DATABASE_URL)('a CURP that several want at once', () => {
  let portal: TestPortal;
  let staff: { token: string };
  beforeAll(async () => {
    portal = await startTestPortal();
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

  it('is of who registers it or of the file, never of both', async () => {
    const outcomes = new Set<string>();
    // Milliseconds that who registers waits: more when they won, less when they lost, so that both
    // arrive together whatever the machine's speed.
    let wait = 8;
    for (let round = 0; round < 24; round++) {
      const curp = makeCurp();
      const { clave, id, ...rest } = await makePersona(portal.services.db);
      const tried = await rehearse(clave, curp);
      const register = async () => {
        await new Promise((resolve) => setTimeout(resolve, wait));
        return portal.services.db.transaction().execute(async (trx) => {
          const made = await insertPersona(trx, { ...rest, clave: curp, curp });
          await new Promise((resolve) => setTimeout(resolve, 5));
          return made;
        });
      };
      const [answer, registered] = await Promise.all([assign(clave, tried), register()]);
      expect(Boolean(answer.result)).toBe(registered === null);
      expect(codesOf([answer])).toEqual(registered === null ? [] : ['cambio-desde-ensayo']);
      expect(await peopleWith(curp)).toHaveLength(1);
      outcomes.add(registered === null ? 'assigned' : 'registered');
      wait = registered === null ? wait / 1.5 : wait * 1.5 + 1;
    }
    // Otherwise it was not a race.
    expect(outcomes.size).toBe(2);
  });

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
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    expect((await answer)?.error?.details?.code).toBe('cambio-desde-ensayo');
    expect(await peopleWith(curp)).toHaveLength(1);
    const again = await rehearse(old.clave, curp);
    expect((await assign(old.clave, again)).result?.tipo).toBe('fusionar');
  });

  it('is merged once, or is of another CURP: who confirms, takes back and assigns at once agree', async () => {
    const { db } = portal.services;
    const [segunda, tercera] = [
      await makeCuenta(portal, { role: 'Escolar' }),
      await makeCuenta(portal, { role: 'Admin' }),
    ];
    const outcomes = new Set<string>();
    // Milliseconds that who confirms waits besides: more as long as they are first, whatever the machine's speed.
    let lag = 0;
    // Twelve, and more until it was a race.
    for (let round = 0; round < 12 || (outcomes.size < 2 && round < 60); round++) {
      const [curp, otra] = [makeCurp(), makeCurp()];
      const [old, target] = [await makePersona(db), await makePersona(db, { clave: curp, curp })];
      const proposed = await assign(old.clave, await rehearse(old.clave, curp));
      const id = proposed.result?.propuesta as string;
      expect(id).toBeTruthy();
      const tried = await rehearse(old.clave, otra);
      const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
      const [confirmed, again, assigned, cancelled] = await Promise.all([
        after((round % 5) * 12 + lag).then(() =>
          portal.call('decideFusion', { id, decision: 'confirmar' }, segunda),
        ),
        after((round % 5) * 12 + lag).then(() =>
          portal.call('decideFusion', { id, decision: 'confirmar' }, tercera),
        ),
        after((round % 4) * 6).then(() => assign(old.clave, tried)),
        after((round * 17) % 50).then(() => portal.call('cancelFusion', { id }, staff)),
      ]);
      const merged = [confirmed, again].filter(({ result }) => result).length;
      expect(merged).toBeLessThanOrEqual(1);
      // Nobody waited for somebody who waited for them: every answer is one that people understand.
      for (const { error } of [confirmed, again, assigned, cancelled]) {
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
      const left = await db
        .selectFrom('personas')
        .select('curp')
        .where('id', '=', old.id)
        .execute();
      if (merged === 1) {
        expect([estado, left]).toEqual(['confirmada', []]);
        expect(assigned.result).toBeUndefined();
        expect(cancelled.result).toBeUndefined();
      } else {
        expect(['anulada', 'cancelada']).toContain(estado);
        expect(left).toEqual([{ curp: assigned.result ? otra : null }]);
      }
      expect(await peopleWith(target.curp!)).toHaveLength(1);
      outcomes.add(estado);
      lag = estado === 'confirmada' ? lag * 1.5 + 5 : lag / 1.5;
    }
    // Otherwise it was not a race.
    expect(outcomes.size).toBeGreaterThan(1);
  });
});
