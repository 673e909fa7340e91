/** Grades, attendance, the acta and the kárdex, over HTTP on a real database. */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GIVEN } from '../../../../tests/factories/app.ts';
import { makeCuenta } from '../../../../tests/factories/cuentas.ts';
import { makeCursada, TERMINADA } from '../../../../tests/factories/resultados.ts';
import { linesOf } from '../../../../tests/pdf.ts';
import { startTestPortal, type TestPortal } from '../../../../tests/portal.ts';
import { expectRefused } from '../../../../tests/refused.ts';
import { filesDir, objectPath } from '../../../platform/server/storage/store.ts';
import { edicionesHoja } from '../../cursos/ediciones/server/hojas.ts';
import { ACTA } from '../actas/contract.ts';
import { renderActa } from '../actas/server/document.ts';
import { actaPdfPath, kardexPdfPath } from '../routes.ts';

type Cuenta = Awaited<ReturnType<typeof makeCuenta>>;
let portal: TestPortal;
let escolar: Cuenta;
let admin: Cuenta;
beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
  escolar = await makeCuenta(portal, { role: 'Escolar' });
  admin = await makeCuenta(portal, { role: 'Admin' });
  portal.setNow(TERMINADA);
});
afterAll(() => portal.stop());

const ask = async (name: string, data: unknown, who: { token: string } = escolar) =>
  portal.call(name, data, who);
const ok = async (name: string, data: unknown, who: { token: string } = escolar) => {
  const { result, error } = await ask(name, data, who);
  expect(error, JSON.stringify(error)).toBeUndefined();
  return result;
};
const codeOf = async (name: string, data: unknown, who: { token: string } = escolar) =>
  (await ask(name, data, who)).error?.details?.code;

type Cursada = Awaited<ReturnType<typeof makeCursada>>;
const grade = (
  { edicion }: Cursada,
  notas: readonly [inscripcionId: string, valor: number | null, version?: number][],
  who?: Cuenta,
) =>
  ok(
    'saveResultadosEdicion',
    {
      edicionId: edicion.id,
      calificaciones: notas.map(([inscripcionId, valor, version = 0]) => ({
        inscripcionId,
        valor,
        version,
      })),
      observaciones: [],
    },
    who,
  );
const close = async ({ edicion }: Cursada, who?: Cuenta) => {
  const { huella } = await ok('previewCierreActa', { edicionId: edicion.id }, who);
  return ok('confirmCierreActa', { edicionId: edicion.id, huella }, who);
};
const estadosOf = async ({ edicion }: Cursada) =>
  (
    await portal.services.db
      .selectFrom('inscripciones')
      .select('estado')
      .where('edicion_id', '=', edicion.id)
      .orderBy('estado')
      .execute()
  ).map(({ estado }) => estado);

describe('who may', () => {
  it('staff, and nobody their own', async () => {
    const cursada = await makeCursada(portal, { personas: 2 });
    const edicionId = cursada.edicion.id;
    const [ana, otra] = cursada.inscritas;
    const persona = await makeCuenta(portal, { personaId: ana!.personaId });
    await expectRefused(portal.call, [persona], {
      getResultadosEdicion: { edicionId },
      previewCierreActa: { edicionId },
      getAsistenciaEdicion: { edicionId },
    });
    const propia = await makeCuenta(portal, { role: 'Escolar', personaId: otra!.personaId });
    const { filas } = await ok('getResultadosEdicion', { edicionId }, propia);
    expect(filas.map((r: { propia: boolean }) => r.propia)).toEqual([false, true]);
    const calificaciones = [{ inscripcionId: otra!.id, valor: 10, version: 0 }];
    const save = { edicionId, calificaciones, observaciones: [] };
    expect(await codeOf('saveResultadosEdicion', save, propia)).toBe('resultados-propios');
    await grade(cursada, [
      [ana!.id, 9],
      [otra!.id, 9],
    ]);
    const { huella } = await ok('previewCierreActa', { edicionId }, propia);
    expect(await codeOf('confirmCierreActa', { edicionId, huella }, propia)).toBe('acta-propia');
  });
});

describe('the grid', () => {
  it('saves each cell on its own, and two people lose none', async () => {
    const cursada = await makeCursada(portal, { personas: 3 });
    const [a, b, c] = cursada.inscritas.map(({ id }) => id) as [string, string, string];
    const first = await grade(cursada, [
      [a, 8.5],
      [b, 10],
    ]);
    expect(first.calificaciones).toEqual([
      { inscripcionId: a, destino: 'guardada', valor: 8.5, version: 1, por: null },
      { inscripcionId: b, destino: 'guardada', valor: 10, version: 1, por: null },
    ]);
    // The other one had the empty grid: what nobody touched is saved, the same again is no conflict.
    const second = await grade(
      cursada,
      [
        [a, 6],
        [b, 10],
        [c, 7.25],
      ],
      admin,
    );
    expect(second.calificaciones).toEqual([
      { inscripcionId: a, destino: 'conflicto', valor: 8.5, version: 1, por: 'Ana Pérez Ruiz' },
      { inscripcionId: b, destino: 'guardada', valor: 10, version: 1, por: null },
      { inscripcionId: c, destino: 'guardada', valor: 7.25, version: 1, por: null },
    ]);
    const texto = await ok('saveResultadosEdicion', {
      edicionId: cursada.edicion.id,
      calificaciones: [],
      observaciones: [{ inscripcionId: a, valor: ' Excelente trabajo ', version: 0 }],
    });
    expect(texto.observaciones[0]).toMatchObject({ valor: 'Excelente trabajo', version: 1 });
    const { filas, huella } = await ok('getResultadosEdicion', {
      edicionId: cursada.edicion.id,
    });
    expect(filas).toMatchObject([
      {
        nombre: 'Pérez Ruiz, Ana 001',
        calificacion: { valor: 8.5, version: 1 },
        observacion: { valor: 'Excelente trabajo', version: 1 },
        estado: 'inscrita',
      },
      { calificacion: { valor: 10 } },
      { calificacion: { valor: 7.25 } },
    ]);
    const same = await ok('getResultadosEdicion', { edicionId: cursada.edicion.id, huella });
    expect(same.filas).toBeNull();
    const { rows } = await sql<{ antes: unknown; despues: unknown }>`
      select antes, despues from historial where entidad_id = ${a} and accion = 'resultado.calificar'`.execute(
      portal.services.db,
    );
    expect(rows).toEqual([{ antes: { calificacion: null }, despues: { calificacion: 8.5 } }]);
  });

  it('refuses what is no grade, and who is not of the edition', async () => {
    const cursada = await makeCursada(portal, { personas: 1 });
    const otra = await makeCursada(portal, { personas: 1 });
    for (const valor of [10.01, -1, 8.555]) {
      const answer = await ask('saveResultadosEdicion', {
        edicionId: cursada.edicion.id,
        calificaciones: [{ inscripcionId: cursada.inscritas[0]!.id, valor, version: 0 }],
        observaciones: [],
      });
      expect(answer.error?.status, String(valor)).toBe('INVALID_ARGUMENT');
    }
    const { calificaciones } = await grade(cursada, [[otra.inscritas[0]!.id, 9]]);
    expect(calificaciones[0]).toMatchObject({ destino: 'fuera' });
    const ajena = await ok('getResultadosEdicion', { edicionId: otra.edicion.id });
    expect(ajena.filas[0].calificacion.valor).toBeNull();
    // Every grade with two decimals may be sent.
    for (let n = 0; n <= 1000; n += 137) {
      const [celda] = (
        await grade(cursada, [[cursada.inscritas[0]!.id, n / 100, Math.round(n / 137)]])
      ).calificaciones;
      expect(celda.destino).toBe('guardada');
    }
  });

  it('takes a block of 500 in one sending', async () => {
    const cursada = await makeCursada(portal, { personas: 500 });
    const { calificaciones } = await grade(
      cursada,
      cursada.inscritas.map(({ id }, i) => [id, (i % 41) / 4]),
    );
    expect(new Set(calificaciones.map((c: { destino: string }) => c.destino))).toEqual(
      new Set(['guardada']),
    );
    const { filas } = await ok('getResultadosEdicion', { edicionId: cursada.edicion.id });
    expect(filas.map((r: any) => r.calificacion.valor)).toEqual(
      cursada.inscritas.map((_, i) => (i % 41) / 4),
    );
  });
});

describe('attendance', () => {
  it('is recorded by session, counted by the rule, and held by its version', async () => {
    const cursada = await makeCursada(portal, { personas: 2, sesiones: 4 });
    const edicionId = cursada.edicion.id;
    const [ana, eva] = cursada.inscritas.map(({ id }) => id) as [string, string];
    const marcas = ['asistio', 'retardo', 'justificada', 'falta'].map((valor, i) => ({
      inscripcionId: ana,
      sesionId: cursada.sesiones[i],
      valor,
      version: 0,
    }));
    const saved = await ok('saveAsistenciaEdicion', { edicionId, marcas });
    expect(saved.marcas.map((m: any) => [m.destino, m.valor, m.version])).toEqual([
      ['guardada', 'asistio', 1],
      ['guardada', 'retardo', 1],
      ['guardada', 'justificada', 1],
      ['guardada', 'falta', 1],
    ]);
    const late = await ok(
      'saveAsistenciaEdicion',
      { edicionId, marcas: [{ ...marcas[3], valor: 'asistio' }] },
      admin,
    );
    expect(late.marcas[0]).toMatchObject({
      destino: 'conflicto',
      valor: 'falta',
      por: 'Ana Pérez Ruiz',
    });
    const { sesiones, filas } = await ok('getAsistenciaEdicion', { edicionId });
    expect(sesiones).toHaveLength(4);
    expect(sesiones[0]).toMatchObject({ fecha: '2026-12-02', de: '09:00', tema: 'Tema 1' });
    expect(filas[0].marcas.map((m: any) => m.valor)).toEqual([
      'asistio',
      'retardo',
      'justificada',
      'falta',
    ]);
    const grid = await ok('getResultadosEdicion', { edicionId });
    // Two of three that count.
    expect(grid.filas.map((r: any) => r.asistencia.porcentaje)).toEqual([66.66, null]);
    expect(grid.filas[1].asistencia.sinRegistro).toBe(4);
    const ajena = [
      { inscripcionId: eva, sesionId: crypto.randomUUID(), valor: 'falta', version: 0 },
    ];
    const outside = await ok('saveAsistenciaEdicion', { edicionId, marcas: ajena });
    expect(outside.marcas[0].destino).toBe('fuera');
  });
});

describe('a session at which attendance was taken', () => {
  it('changes no day, hours or group, while what it is about may', async () => {
    const cursada = await makeCursada(portal, { personas: 1, sesiones: 2 });
    const edicionId = cursada.edicion.id;
    const [sesionId, libre] = cursada.sesiones as [string, string];
    const { rows } = await sql<{ id: string }>`
      insert into edicion_grupos (edicion_id, nombre, cupo) values (${edicionId}, 'Grupo A', 5) returning id`.execute(
      portal.services.db,
    );
    await ok('saveAsistenciaEdicion', {
      edicionId,
      marcas: [{ inscripcionId: cursada.inscritas[0]!.id, sesionId, valor: 'falta', version: 0 }],
    });
    const read = async (id: string) =>
      (await ok('getEdicionGuardada', { id: edicionId })).edicion.sesiones.find(
        (one: any) => one.id === id,
      );
    const change = async (id: string, over: object) => {
      const { id: _id, version, ...datos } = await read(id);
      const contenido = { parte: 'sesion', datos: { ...datos, ...over } };
      return ask('saveParteEdicion', { edicionId, id, version, contenido }, admin);
    };
    for (const over of [{ grupoId: rows[0]!.id }, { fecha: '2026-12-07' }, { a: '10:00' }]) {
      const { error } = await change(sesionId, over);
      expect(error, JSON.stringify(over)).toMatchObject({
        status: 'FAILED_PRECONDITION',
        message: expect.stringContaining('Vacíe antes sus marcas'),
      });
      expect((await change(libre, over)).error).toBeUndefined();
    }
    expect((await change(sesionId, { tema: 'Otro tema', lugar: 'Aula 3' })).error).toBeUndefined();
  });

  it('is of the days of its edition: another day is asked about, another year refused', async () => {
    const { edicion } = await makeCursada(portal, { personas: 0, sesiones: 1 });
    const sesion = { de: '09:00', a: '11:00', tema: '', lugar: '', grupoId: null };
    const add = (fecha: string, more: object = {}) =>
      ask(
        'saveParteEdicion',
        {
          ...{ edicionId: edicion.id, id: null, version: null, ...more },
          contenido: { parte: 'sesion', datos: { ...sesion, fecha } },
        },
        admin,
      );
    const fields = async (fecha: string, more?: object) =>
      (await add(fecha, more)).error?.details.fields;
    expect(await fields('2026-12-30')).toEqual({
      fueraDeFechas: 'Confirme que la sesión es fuera de las fechas de la edición.',
    });
    expect(await fields('2026-12-30', { fueraDeFechas: true })).toBeUndefined();
    expect(await fields('2072-12-12', { fueraDeFechas: true })).toEqual({
      fecha: 'La edición es de 2026: revise el año.',
    });
    // And the other way round: days that leave a session outside.
    const { edicion: e } = await ok('getEdicionGuardada', { id: edicion.id });
    const [primera] = e.sesiones;
    const save = (more: object) =>
      ask(
        'saveEdicion',
        {
          ...{ id: e.id, version: e.version, ...more },
          datos: {
            ...e.datos,
            inicia: '2026-12-05',
            inscripcionCierra: '2026-12-04 09:00',
          },
        },
        admin,
      );
    expect(primera.fecha < '2026-12-05').toBe(true);
    expect((await save({})).error?.details.fields).toEqual({
      sesionesFuera: 'Confirme que hay sesiones fuera de estas fechas.',
    });
    expect((await save({ sesionesFuera: true })).error).toBeUndefined();
  });
});

describe('a session that is taken away', () => {
  it('is refused while something is said of somebody in it, and says what can be done', async () => {
    const cursada = await makeCursada(portal, { personas: 1, sesiones: 2 });
    const edicionId = cursada.edicion.id;
    const [sesionId, otra] = cursada.sesiones;
    const mark = (valor: string | null, version: number) =>
      ok('saveAsistenciaEdicion', {
        edicionId,
        marcas: [{ inscripcionId: cursada.inscritas[0]!.id, sesionId, valor, version }],
      });
    const remove = (id: string) =>
      ask('deleteParteEdicion', { edicionId, parte: 'sesion', id, version: 1 }, admin);
    await mark('asistio', 0);
    const { error } = await remove(sesionId!);
    expect(error).toMatchObject({ status: 'FAILED_PRECONDITION', details: { code: 'en-uso' } });
    expect(error?.message).toContain('Vacíe antes sus marcas');
    expect((await remove(otra!)).error).toBeUndefined();
    // What was said and taken back is nothing.
    await mark(null, 1);
    expect((await remove(sesionId!)).error).toBeUndefined();
    const { sesiones } = await ok('getAsistenciaEdicion', { edicionId });
    expect(sesiones).toEqual([]);
  });
});

describe('the acta', () => {
  it('closes once everything is there: each passes or not, with history, mail, and what others do', async () => {
    const cursada = await makeCursada(portal, { personas: 3, sesiones: 1, cuentas: true });
    const edicionId = cursada.edicion.id;
    const [a, b, c] = cursada.inscritas.map(({ id }) => id) as [string, string, string];
    await grade(cursada, [
      [a, 8],
      [b, 7.99],
    ]);
    const marca = (inscripcionId: string, valor: string) => ({
      inscripcionId,
      sesionId: cursada.sesiones[0],
      valor,
      version: 0,
    });
    await ok('saveAsistenciaEdicion', {
      edicionId,
      marcas: [marca(a, 'asistio'), marca(b, 'asistio')],
    });
    const before = await ok('previewCierreActa', { edicionId });
    expect(before.filas).toMatchObject([
      { resultado: 'acreditada', falta: [] },
      { resultado: 'noAcreditada', falta: [] },
      { resultado: null, falta: ['la calificación', 'la asistencia de 1 sesión'] },
    ]);
    const { error } = await ask('confirmCierreActa', { edicionId, huella: before.huella });
    expect(error?.details).toMatchObject({
      code: 'resultados-faltan',
      faltan: [{ nombre: 'Pérez Ruiz, Ana 003' }],
    });
    await grade(cursada, [[c, 10]]);
    await ok('saveAsistenciaEdicion', { edicionId, marcas: [marca(c, 'falta')] });
    expect(await codeOf('confirmCierreActa', { edicionId, huella: before.huella })).toBe(
      'resultados-cambiaron',
    );
    const closed = await close(cursada);
    expect(closed).toMatchObject({ version: 1, acreditadas: 1, noAcreditadas: 2 });
    expect(closed.folio).toMatch(/^AT27-/);
    expect(await estadosOf(cursada)).toEqual(['acreditada', 'noAcreditada', 'noAcreditada']);
    expect(await codeOf('previewCierreActa', { edicionId })).toBeUndefined();
    expect(await codeOf('confirmCierreActa', { edicionId, huella: before.huella })).toBe(
      'acta-cerrada',
    );
    const save = { edicionId, calificaciones: [], observaciones: [] };
    expect(await codeOf('saveResultadosEdicion', save)).toBe('acta-cerrada');

    const { acta, versiones } = await ok('getActaEdicion', { edicionId });
    expect(acta.filas.map((r: any) => [r.resultado, r.calificacion, r.asistencia])).toEqual([
      ['acreditada', 8, 100],
      ['noAcreditada', 7.99, 100],
      ['noAcreditada', 10, 0],
    ]);
    expect(acta.filas[2].razones).toEqual([
      'Calificación 10.00: alcanza la mínima de 8.00.',
      'Asistencia 0\u00a0%: no alcanza la mínima de 80\u00a0%.',
    ]);
    expect(versiones).toMatchObject([{ numero: 1, motivo: null, por: 'Ana Pérez Ruiz' }]);
    const { rows: mails } = await sql`
      select 1 from correos where asunto like 'Ya está su resultado%'
        and para = any(${cursada.inscritas.map(({ clave }) => `${clave.toLowerCase()}@cuentas.example`)})`.execute(
      portal.services.db,
    );
    expect(mails).toHaveLength(3);
    const { rows: history } = await sql<{ accion: string }>`
      select accion from historial where entidad_id = any(${[a, b, c, closed.actaId]}::text[])
        and (accion like 'acta.%' or accion in ('resultado.acreditar', 'resultado.reprobar')) order by id`.execute(
      portal.services.db,
    );
    expect(history.map(({ accion }) => accion)).toEqual([
      'resultado.acreditar',
      'resultado.reprobar',
      'resultado.reprobar',
      'acta.cerrar',
      'acta.leer',
    ]);
  });

  it('leaves nothing to change of what it says of its edition, by hand or by a file', async () => {
    const cursada = await makeCursada(portal, { personas: 1, sesiones: 1 });
    const { edicion } = cursada;
    const [ana] = cursada.inscritas;
    await grade(cursada, [[ana!.id, 9]]);
    await ok('saveAsistenciaEdicion', {
      edicionId: edicion.id,
      marcas: [
        { inscripcionId: ana!.id, sesionId: cursada.sesiones[0], valor: 'asistio', version: 0 },
      ],
    });
    const { folio } = await close(cursada);
    const { filas } = await ok('listHistorial', { busqueda: folio }, admin);
    expect(filas.map(({ accion }: { accion: string }) => accion)).toContain('acta.cerrar');
    const { edicion: e, acta } = await ok('getEdicionGuardada', { id: edicion.id });
    expect(acta).toEqual({ folio, enlace: `/ediciones/${edicion.id}/resultados?ver=acta` });
    const save = (datos: object) =>
      ask(
        'saveEdicion',
        {
          ...{ id: e.id, version: e.version, avisar: false, sesionesFuera: true },
          datos: { ...e.datos, ...datos },
        },
        admin,
      );
    const changed = {
      ...{ nombre: 'Otro nombre', inicia: '2026-11-30', termina: '2026-12-29', sedeId: null },
      ...{ calificacionMinima: 5, asistenciaMinima: null },
    };
    const { error } = await save(changed);
    expect(Object.keys(error?.details.fields).toSorted()).toEqual(Object.keys(changed).toSorted());
    expect(error?.details.fields.calificacionMinima).toContain(`el acta cerrada ${folio}`);
    expect((await save({ cupo: 31 })).error).toBeUndefined();
    const sesion = { ...{ fecha: '2026-12-10', de: '09:00', a: '11:00' }, tema: '', lugar: '' };
    const contenido = { parte: 'sesion', datos: { ...sesion, grupoId: null } };
    const nueva = { edicionId: e.id, id: null, version: null, contenido };
    expect(await codeOf('saveParteEdicion', nueva, admin)).toBe('acta-cerrada');
    const row = {
      curso: cursada.curso.clave.toUpperCase(),
      nombre: e.datos.nombre,
      asistenciaMinima: 10,
    };
    const hoja = edicionesHoja(
      () => GIVEN.one('participantesDeEdicion'),
      () => GIVEN.one('resultadosDeEdicion'),
    );
    const { problems } = await hoja.checkRows!([{ fila: 2, valores: row }] as never, {
      ...{ db: portal.services.db, now: TERMINADA, actorUid: admin.uid },
    });
    expect(problems).toMatchObject([
      { columna: 'asistenciaMinima', mensaje: expect.stringContaining(folio) },
    ]);
  });

  it('records nothing before the edition begins', async () => {
    const edicion = { inicia: '2027-01-16', termina: '2027-02-01' };
    const cursada = await makeCursada(portal, { personas: 1, edicion });
    const edicionId = cursada.edicion.id;
    const calificaciones = [{ inscripcionId: cursada.inscritas[0]!.id, valor: 9, version: 0 }];
    expect(
      await codeOf('saveResultadosEdicion', { edicionId, calificaciones, observaciones: [] }),
    ).toBe('edicion-no-comienza');
  });

  it('waits for the edition to end and for its enrolment to close', async () => {
    const cursada = await makeCursada(portal, { personas: 1, edicion: { termina: '2027-02-01' } });
    await grade(cursada, [[cursada.inscritas[0]!.id, 9]]);
    const edicionId = cursada.edicion.id;
    const { noSeCierra, huella } = await ok('previewCierreActa', { edicionId });
    expect(noSeCierra).toBe('La edición no ha terminado.');
    expect(await codeOf('confirmCierreActa', { edicionId, huella })).toBe('acta-aun-no');
  });

  it('is corrected with a reason: a new version, the old one stays, and who passes changes', async () => {
    const cursada = await makeCursada(portal, { personas: 2 });
    const edicionId = cursada.edicion.id;
    const [a, b] = cursada.inscritas.map(({ id }) => id) as [string, string];
    await grade(cursada, [
      [a, 7],
      [b, 9],
    ]);
    const correct = (data: object) => ({
      edicionId,
      version: 1,
      motivo: 'Se sumó mal el examen final.',
      correcciones: [{ inscripcionId: a, calificacion: 8.4, asistencia: null, observacion: '' }],
      ...data,
    });
    expect(await codeOf('applyCorreccionActa', correct({}))).toBe('acta-no-cerrada');
    const { actaId } = await close(cursada);
    expect((await ask('applyCorreccionActa', correct({ motivo: 'corto' }))).error?.status).toBe(
      'INVALID_ARGUMENT',
    );
    const same = [{ inscripcionId: a, calificacion: 7, asistencia: null, observacion: '' }];
    expect(await codeOf('applyCorreccionActa', correct({ correcciones: same }))).toBe(
      'correccion-sin-cambio',
    );
    expect(await ok('applyCorreccionActa', correct({}), admin)).toMatchObject({ version: 2 });
    expect(await codeOf('applyCorreccionActa', correct({}))).toBe('acta-cambio');
    expect(await estadosOf(cursada)).toEqual(['acreditada', 'acreditada']);
    // And back again.
    const atras = [{ inscripcionId: b, calificacion: 5, asistencia: null, observacion: 'Fraude' }];
    await ok('applyCorreccionActa', correct({ version: 2, correcciones: atras }));
    expect(await estadosOf(cursada)).toEqual(['acreditada', 'noAcreditada']);
    // The grid says what the acta does, and no longer what was captured.
    const { filas } = await ok('getResultadosEdicion', { edicionId });
    expect(
      filas.map((r: any) => [r.inscripcionId, r.calificacion.valor, r.observacion.valor]),
    ).toEqual(
      expect.arrayContaining([
        [a, 8.4, expect.anything()],
        [b, 5, 'Fraude'],
      ]),
    );
    const { acta, versiones } = await ok('getActaEdicion', { edicionId });
    expect(acta.version).toBe(3);
    expect(
      versiones.map((v: any) => [
        v.numero,
        v.acreditadas,
        v.motivo,
        v.diferencias.map((d: any) => [d.antes.calificacion, d.despues.calificacion]),
      ]),
    ).toEqual([
      [3, 1, 'Se sumó mal el examen final.', [[9, 5]]],
      [2, 2, 'Se sumó mal el examen final.', [[7, 8.4]]],
      [1, 1, null, []],
    ]);
    for (const what of [
      sql`update acta_versiones set datos = '{}' where acta_id = ${actaId}`,
      sql`delete from acta_versiones where acta_id = ${actaId}`,
    ]) {
      await expect(what.execute(portal.services.db)).rejects.toThrow(
        'una versión de un acta no cambia',
      );
    }
  });

  it('is all or nothing: what fails at its end leaves what there was', async () => {
    const cursada = await makeCursada(portal, { personas: 2 });
    await grade(
      cursada,
      cursada.inscritas.map(({ id }) => [id, 9]),
    );
    const edicionId = cursada.edicion.id;
    const { huella } = await ok('previewCierreActa', { edicionId });
    await sql`create function falla() returns trigger language plpgsql as $$ begin raise exception 'se cortó'; end $$`.execute(
      portal.services.db,
    );
    await sql`create trigger falla before insert on historial for each row
      when (new.accion = 'acta.cerrar') execute function falla()`.execute(portal.services.db);
    expect((await ask('confirmCierreActa', { edicionId, huella })).error?.status).toBe('INTERNAL');
    await sql`drop trigger falla on historial`.execute(portal.services.db);
    expect(await estadosOf(cursada)).toEqual(['inscrita', 'inscrita']);
    const { rows } = await sql`select 1 from actas where edicion_id = ${edicionId}`.execute(
      portal.services.db,
    );
    expect(rows).toEqual([]);
    await close(cursada);
  });
});

describe('the PDFs', () => {
  const FIRMADO =
    'Firmado electrónicamente por Escuela Nacional de Formación Judicial (demostración)';
  const open = (path: string, { token }: { token: string }) =>
    fetch(`${portal.url}${path}`, { headers: { authorization: `Bearer ${token}` } });

  it('of an acta that was made before they were signed stays unsigned, also when its bytes are lost', async () => {
    const { db, pdf, storage, env } = portal.services;
    const cursada = await makeCursada(portal, { personas: 1 });
    await grade(cursada, [[cursada.inscritas[0]!.id, 10]]);
    const { actaId } = await close(cursada);
    const read = async () => {
      const { versiones } = await ok('getActaEdicion', { edicionId: cursada.edicion.id });
      return versiones[0].sinFirma;
    };
    expect(await read()).toBe(false);
    const { datos } = await db
      .selectFrom('acta_versiones')
      .select('datos')
      .where('acta_id', '=', actaId)
      .executeTakeFirstOrThrow();
    const before = await renderActa(pdf, ACTA.read(datos), {
      signed: false,
      publicUrl: env.publicUrl,
    });
    const kept = await storage.kept.put(before);
    await sql`update acta_versiones set pdf_objeto = ${kept.objeto}, pdf_sha256 = ${kept.sha256}
      where acta_id = ${actaId}`.execute(db);
    expect(await read()).toBe(true);
    rmSync(join(filesDir(env.dataDir), objectPath(kept.objeto)));
    const given = await (await open(actaPdfPath(actaId, 1), escolar)).arrayBuffer();
    expect(Buffer.compare(Buffer.from(given), before)).toBe(0);
    await expect(
      sql`update acta_versiones set pdf_firmante = 'Otra' where acta_id = ${actaId}`.execute(db),
    ).rejects.toThrow('quien firmó');
  });

  it('of each version of an acta the first that was made is the one; of a kárdex, of now', async () => {
    const cursada = await makeCursada(portal, { personas: 2 });
    const [ana, eva] = cursada.inscritas;
    await grade(cursada, [
      [ana!.id, 9.25],
      [eva!.id, 6],
    ]);
    const { actaId } = await close(cursada);
    await ok('applyCorreccionActa', {
      edicionId: cursada.edicion.id,
      version: 1,
      motivo: 'Se revisó el examen.',
      correcciones: [
        { inscripcionId: eva!.id, calificacion: 8, asistencia: null, observacion: '' },
      ],
    });
    const pdfs = [];
    for (const version of [1, 2, 1]) {
      const response = await open(actaPdfPath(actaId, version, { descargar: true }), escolar);
      expect(response.headers.get('content-disposition')).toContain('attachment');
      pdfs.push(new Uint8Array(await response.arrayBuffer()));
    }
    expect(Buffer.compare(pdfs[0]!, pdfs[2]!)).toBe(0);
    expect(Buffer.compare(pdfs[0]!, pdfs[1]!)).not.toBe(0);
    const said = (await linesOf(pdfs[1]!)).join('\n');
    for (const text of ['Versión 2, corregida', 'Se revisó el examen.', '9.25', '8.00', FIRMADO]) {
      expect(said).toContain(text);
    }
    const { rows } = await sql<{ pdf_sha256: string }>`
      select pdf_sha256 from acta_versiones where acta_id = ${actaId} order by numero`.execute(
      portal.services.db,
    );
    expect(rows.map((row) => row.pdf_sha256)).toEqual(
      [pdfs[0]!, pdfs[1]!].map(portal.services.storage.kept.digest),
    );
    for (const pdf of pdfs) {
      expect(Buffer.from(pdf).toString('latin1')).toContain('/SubFilter /ETSI.CAdES.detached');
    }
    const persona = await makeCuenta(portal, { personaId: ana!.personaId });
    expect((await open(actaPdfPath(actaId, 1), persona)).status).toBe(403);
    expect((await open(actaPdfPath(actaId, 9), escolar)).status).toBe(404);

    const kardex = await open(kardexPdfPath(ana!.clave), persona);
    expect(kardex.status).toBe(200);
    const bytes = new Uint8Array(await kardex.arrayBuffer());
    expect(Buffer.from(bytes).toString('latin1')).toContain('/StructTreeRoot');
    const words = (await linesOf(bytes)).join('\n');
    for (const text of ['Kárdex', 'Juicio de amparo indirecto', '9.25', '40 horas']) {
      expect(words).toContain(text);
    }
    expect((await open(kardexPdfPath(eva!.clave), persona)).status).toBe(403);
    expect((await fetch(`${portal.url}${kardexPdfPath(ana!.clave)}`)).status).toBe(401);
  });
});

describe('the kárdex', () => {
  it('counts a course that was passed twice once, with its better grade, and shows both', async () => {
    const { db } = portal.services;
    const [una, otra] = [
      await makeCursada(portal, { personas: 1 }),
      await makeCursada(portal, { personas: 1 }),
    ];
    const [ana] = una.inscritas;
    await sql`update inscripciones set persona_id = ${ana!.personaId} where id = ${otra.inscritas[0]!.id}`.execute(
      db,
    );
    await sql`update ediciones set curso_id = ${una.curso.id}, curso_version_id = (select curso_version_id
      from ediciones where id = ${una.edicion.id}) where id = ${otra.edicion.id}`.execute(db);
    for (const [cursada, id, nota] of [
      [una, ana!.id, 9],
      [otra, otra.inscritas[0]!.id, 10],
    ] as const) {
      await grade(cursada, [[id, nota]]);
      await close(cursada);
    }
    const kardex = await ok('getKardexPersona', { clave: ana!.clave });
    expect(kardex.asignaturas).toHaveLength(2);
    expect(kardex.totales).toEqual({
      ...{ acreditadas: 1, noAcreditadas: 0, horas: 40, creditos: 2.5, promedio: 10 },
    });
  });

  it('says what the actas say, to its person and to staff, whose reading is recorded', async () => {
    const cursada = await makeCursada(portal, { personas: 2 });
    const otra = await makeCursada(portal, { personas: 1 });
    const [ana, eva] = cursada.inscritas;
    await sql`update inscripciones set persona_id = ${ana!.personaId} where id = ${otra.inscritas[0]!.id}`.execute(
      portal.services.db,
    );
    const cuenta = await makeCuenta(portal, { personaId: ana!.personaId });
    await grade(cursada, [
      [ana!.id, 9],
      [eva!.id, 9],
    ]);
    const clave = ana!.clave;
    // Until the acta is closed nothing is said of it.
    expect(await ok('getKardexPersona', { clave }, cuenta)).toMatchObject({
      asignaturas: [],
      sinActa: [{ edicion: 'Primera edición 2026' }, { edicion: 'Primera edición 2026' }],
    });
    await close(cursada);
    await portal.services.db
      .updateTable('cursos')
      .set({ nombre: 'Otro nombre', horas: 1 })
      .where('id', '=', cursada.curso.id)
      .execute();
    const kardex = await ok('getKardexPersona', { clave }, cuenta);
    expect(kardex).toMatchObject({
      asignaturas: [
        {
          curso: { nombre: 'Juicio de amparo indirecto', horas: 40, creditos: 2.5 },
          calificacion: 9,
          resultado: 'acreditada',
          acta: { version: 1 },
        },
      ],
      totales: { acreditadas: 1, noAcreditadas: 0, horas: 40, creditos: 2.5, promedio: 9 },
    });
    expect(kardex.sinActa).toHaveLength(1);
    expect((await ask('getKardexPersona', { clave: eva!.clave }, cuenta)).error?.status).toBe(
      'PERMISSION_DENIED',
    );
    await ok('getKardexPersona', { clave }, escolar);
    const { rows } = await sql`select 1 from historial where accion = 'persona.leer'
      and persona_id = ${ana!.personaId} and actor_uid = ${escolar.uid}`.execute(
      portal.services.db,
    );
    expect(rows).toHaveLength(1);
  });
});

it('lists the editions to grade, by what is left to do', async () => {
  const cursada = await makeCursada(portal, { personas: 2, edicion: { nombre: 'Única Ñandú' } });
  await grade(cursada, [[cursada.inscritas[0]!.id, 9]]);
  const { total, filas } = await ok('listEdicionesConResultados', {
    busqueda: 'nandu',
    estado: 'porCerrar',
  });
  expect([total, filas[0]]).toMatchObject([
    1,
    { id: cursada.edicion.id, inscritas: 2, calificadas: 1, acta: null, estado: 'concluida' },
  ]);
  const otras = await ok('listEdicionesConResultados', { busqueda: 'nandu', estado: 'cerradas' });
  expect(otras.total).toBe(0);
});
