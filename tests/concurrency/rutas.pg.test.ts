/**
 * Two results of one person that are recorded at the same instant, each the last but one as the other sees it: one
 * connection cannot show it. Runs only on a real PostgreSQL (TEST_DATABASE_URL).
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noticeCompletions } from '../../src/features/rutas/avance/server/service.ts';
import { actAsSystem } from '../../src/platform/server/request-context.ts';
import { makeCuenta } from '../factories/cuentas.ts';
import { makeCurso, makeEdicion } from '../factories/cursos.ts';
import { makePersona } from '../factories/personas.ts';
import { makePlantilla } from '../factories/plantillas.ts';
import { startTestPortal, type TestPortal } from '../portal.ts';

const PEOPLE = 20;

describe.skipIf(!process.env.TEST_DATABASE_URL)('a route that two results complete at once', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await startTestPortal();
  });
  afterAll(() => portal?.stop());

  it('is noticed, and once, whichever is recorded last', async () => {
    const { db, database } = portal.services;
    const admin = await makeCuenta(portal, { role: 'Admin' });
    const plantilla = await makePlantilla(db);
    const cursos = await Promise.all([makeCurso(db), makeCurso(db), makeCurso(db)]);
    const ediciones = await Promise.all(
      cursos.map(({ id }) =>
        makeEdicion(db, { cursoId: id, plantillaId: plantilla.id, ahora: new Date() }),
      ),
    );
    const id = randomUUID();
    const ask = async (name: string, data: unknown) =>
      expect((await portal.call(name, data, admin)).error).toBeUndefined();
    await ask('createRuta', { id, clave: 'RF-RACE', nombre: 'De tres cursos' });
    const partes = cursos.map((one) => ({ tipo: 'curso', cursoId: one.id, requiere: [] }));
    const regla = { tipo: 'todas' };
    const etapas = [{ tipo: 'grupo', clave: 'a', titulo: 'A', regla, requiere: [], partes }];
    const definicion = {
      nombre: 'De tres',
      descripcion: 'D',
      dirigidaA: '',
      enOrden: false,
      etapas,
    };
    await ask('saveBorradorRuta', { id, version: 1, definicion });
    await ask('setRutaPublicada', { id, version: 2, nota: 'La primera.' });

    const people = await Promise.all(
      Array.from({ length: PEOPLE }, async () => {
        const persona = await makePersona(db);
        const { email } = await makeCuenta(portal, { personaId: persona.id });
        await database.execute(
          `insert into inscripciones (persona_id, edicion_id, plantilla_version_id, estado, respuestas, enviada_en)
           select $1, e.id, v.id, 'inscrita', '{}', now() from ediciones e, plantilla_versiones v
           where e.id = any($2::uuid[]) and v.plantilla_id = $3`,
          [persona.id, ediciones.map((one) => one.id), plantilla.id],
        );
        return { personaId: persona.id, email };
      }),
    );
    // As three actas that are closed at once: each passes everybody in its edition, then looks.
    const close = (edicionId: string) =>
      actAsSystem(() =>
        db.transaction().execute(async (trx) => {
          await trx
            .updateTable('inscripciones')
            .set({ estado: 'acreditada', actualizado_en: new Date() })
            .where('edicion_id', '=', edicionId)
            .execute();
          await noticeCompletions(
            trx,
            portal.services,
            people.map((one) => one.personaId),
          );
        }),
      );
    await Promise.all(ediciones.map((one) => close(one.id)));

    const { rows } = await database.execute(
      `select (select count(*)::int from ruta_personas where ruta_id = $1) as personas,
        (select count(completada_en)::int from ruta_personas where ruta_id = $1) as completas,
        (select count(*)::int from historial where accion = 'ruta.completar' and entidad_id = $1::text) as historia`,
      [id],
    );
    expect(rows[0]).toEqual({ personas: PEOPLE, completas: PEOPLE, historia: PEOPLE });
    const mails = (await portal.mails()).filter(({ subject }) =>
      subject.includes('ruta formativa'),
    );
    expect(mails.map(({ to }) => to).sort()).toEqual(people.map(({ email }) => email).sort());
  });
});
