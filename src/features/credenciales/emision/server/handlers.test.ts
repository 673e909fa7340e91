import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import { makeCurso } from '../../../../../tests/factories/cursos.ts';
import { CAMPOS, makeFirmante } from '../../../../../tests/factories/emitidos.ts';
import { makePersona } from '../../../../../tests/factories/personas.ts';
import { makeCursada, TERMINADA } from '../../../../../tests/factories/resultados.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import { expectRefused } from '../../../../../tests/refused.ts';
import { readZip } from '../../../../../tests/zip.ts';
import type { Trx } from '../../../../platform/server/db/index.ts';
import type { Progress } from '../../../../platform/server/progress.ts';
import { actAsSystem } from '../../../../platform/server/request-context.ts';
import { emisionZipPath } from '../../routes.ts';
import { findEmitido, insertEmitido } from '../../server/data.ts';
import { runEmision } from './service.ts';

let portal: TestPortal;
let escolar: { uid: string; token: string };
let admin: { token: string };
let firmante: string;

beforeAll(async () => {
  portal = await startTestPortal();
  const propia = await makePersona(portal.services.db);
  escolar = await makeCuenta(portal, { role: 'Escolar', personaId: propia.id });
  admin = await makeCuenta(portal, { role: 'Admin' });
  firmante = await makeFirmante(portal, admin.token);
});
afterAll(() => portal.stop());

const ask = async (name: string, data: unknown, token = escolar.token) =>
  portal.call(name, data, { token });

/** An edition with its acta closed, in which the first `pasan` of its people passed, each with a grade of their own. */
const cursadaCerrada = async (personas: number, pasan: number) => {
  const cursada = await makeCursada(portal, { personas });
  portal.setNow(TERMINADA);
  const { edicion, inscritas } = cursada;
  const calificaciones = inscritas.map(({ id }, i) => ({
    inscripcionId: id,
    valor: i < pasan ? 8 + i / 100 : 5,
    version: 0,
  }));
  await ask(
    'saveResultadosEdicion',
    { edicionId: edicion.id, calificaciones, observaciones: [] },
    admin.token,
  );
  const { result } = await ask('previewCierreActa', { edicionId: edicion.id }, admin.token);
  const closed = await ask(
    'confirmCierreActa',
    { edicionId: edicion.id, huella: result.huella },
    admin.token,
  );
  expect(closed.error).toBeUndefined();
  return cursada;
};

const pedido = (fuenteId: string, more: object = {}) => ({
  id: randomUUID(),
  fuente: 'edicion',
  fuenteId,
  tipo: 'certificado',
  programa: 'Argumentación jurídica',
  campos: CAMPOS.certificado,
  firmantes: [firmante],
  vigenteHasta: null,
  conCalificacion: true,
  ...more,
});

const ended = (trabajo: string) =>
  expect
    .poll(
      async () => {
        const { result } = await ask('listTrabajos', { todos: false });
        const one = result.trabajos.find(({ id }: { id: string }) => id === trabajo);
        return one && !['enCola', 'enCurso'].includes(one.estado) ? one : null;
      },
      { timeout: 60_000 },
    )
    .not.toBeNull();

const issued = async (fuenteId: string) =>
  await portal.services.db
    .selectFrom('documentos_emitidos')
    .select(['id', 'persona_id', 'origen_de', 'tipo', 'datos'])
    .where('origen', '=', fuenteId)
    .execute();

it('to who completed a route, and to nobody else in it', async () => {
  const { db } = portal.services;
  const { id: cursoId } = await makeCurso(db);
  const id = randomUUID();
  const definicion = {
    ...{
      nombre: 'Ruta de secretaría',
      descripcion: 'De inicio a fin.',
      dirigidaA: '',
      enOrden: true,
    },
    etapas: [
      {
        ...{ tipo: 'grupo', clave: 'etapa-1', titulo: 'Inicio', regla: { tipo: 'todas' } },
        ...{ requiere: [], partes: [{ tipo: 'curso', cursoId, requiere: [] }] },
      },
    ],
  };
  for (const [name, data] of [
    ['createRuta', { id, clave: 'RF-EMI', nombre: definicion.nombre }],
    ['saveBorradorRuta', { id, version: 1, definicion }],
    ['setRutaPublicada', { id, version: 2, nota: 'La primera.' }],
  ] as const) {
    expect((await ask(name, data, admin.token)).error).toBeUndefined();
  }
  const [done, under] = [await makePersona(db), await makePersona(db)];
  const { id: versionId } = await db
    .selectFrom('ruta_versiones')
    .select('id')
    .where('ruta_id', '=', id)
    .executeTakeFirstOrThrow();
  const base = {
    ruta_id: id,
    origen: 'propia' as const,
    version_id: versionId,
    comenzada_en: new Date('2026-01-05T16:00:00Z'),
  };
  await db
    .insertInto('ruta_personas')
    .values([
      { ...base, persona_id: done.id, completada_en: new Date('2026-03-05T16:00:00Z') },
      { ...base, persona_id: under.id, completada_en: null },
    ])
    .execute();

  const de = { fuente: 'ruta', fuenteId: id, tipo: 'certificacion' };
  const { result: vista } = await ask('previewEmisionDocumentos', de);
  expect([vista.nombre, vista.sugerido.programa]).toEqual([definicion.nombre, definicion.nombre]);
  expect(vista.reciben).toHaveLength(1);
  expect(vista.noReciben).toMatchObject([{ razon: 'No ha completado la ruta.' }]);
  const { result, error } = await ask(
    'startEmisionDocumentos',
    pedido(id, {
      ...de,
      ...{ campos: CAMPOS.certificacion, vigenteHasta: '2031-12-31', conCalificacion: false },
    }),
  );
  expect(error).toBeUndefined();
  await ended(result.trabajo);
  expect(await issued(id)).toMatchObject([{ persona_id: done.id, tipo: 'certificacion' }]);
});

describe('to all who passed an edition', () => {
  it('says who, who not and why; issues each theirs with their own grade, once; and hands out their PDFs', async () => {
    const { edicion, inscritas } = await cursadaCerrada(4, 3);
    // One of those who passed is whoever asks.
    await portal.services.db
      .updateTable('cuentas')
      .set({ persona_id: inscritas[2]!.personaId })
      .where('uid', '=', escolar.uid)
      .execute();
    const de = { fuente: 'edicion', fuenteId: edicion.id, tipo: 'certificado' };
    const { result: vista } = await ask('previewEmisionDocumentos', de);
    expect(vista.reciben).toHaveLength(2);
    expect(vista.noReciben.map(({ razon }: { razon: string }) => razon)).toEqual([
      'Es usted: se lo emite otra persona del personal.',
      'No acreditó.',
    ]);
    expect(vista.conCalificaciones).toBe(true);
    expect(vista.sugerido.campos.inicia).toMatch(/^\d{4}-\d\d-\d\d$/);

    const one = pedido(edicion.id);
    const { result, error } = await ask('startEmisionDocumentos', one);
    expect(error).toBeUndefined();
    expect((await ask('startEmisionDocumentos', one)).result.trabajo).toBe(result.trabajo);
    await ended(result.trabajo);
    const rows = await issued(edicion.id);
    expect(rows.map(({ origen_de }) => origen_de).sort()).toEqual(
      [inscritas[0]!.id, inscritas[1]!.id].sort(),
    );
    const grades = rows.map(
      ({ datos }) =>
        (datos as { campos: { key: string; valor: string }[] }).campos.find(
          ({ key }) => key === 'calificacion',
        )?.valor,
    );
    expect(grades.sort()).toEqual(['8', '8.01']);

    // Nobody is left; another kind is another matter.
    const again = await ask('startEmisionDocumentos', pedido(edicion.id));
    expect(again.error?.details.code).toBe('emision-nadie');
    const later = (await ask('previewEmisionDocumentos', de)).result.noReciben;
    expect(
      later.filter(({ razon }: { razon: string }) => razon === 'Ya se le emitió.'),
    ).toHaveLength(2);
    expect(
      (await ask('previewEmisionDocumentos', { ...de, tipo: 'reconocimiento' })).result.reciben,
    ).toHaveLength(2);

    const list = await ask('listEmisionesDocumentos', { fuente: 'edicion', fuenteId: edicion.id });
    expect(list.result.emisiones).toMatchObject([{ id: one.id, tipo: 'certificado', emitidos: 2 }]);
    const get = (token?: string) =>
      fetch(`${portal.url}${emisionZipPath(one.id)}`, {
        headers: token ? { authorization: `Bearer ${token}` } : {},
      });
    expect((await get()).status).toBe(401);
    const path = join(portal.services.env.dataDir, 'emision.zip');
    await writeFile(path, Buffer.from(await (await get(escolar.token)).arrayBuffer()));
    const zip = await readZip(path);
    expect(zip.size).toBe(2);
    for (const [name, bytes] of zip) {
      expect(name).toMatch(/^CE\d\d-.*\.pdf$/);
      expect(bytes.slice(0, 5)).toBe('%PDF-');
    }
  });

  it('a run that ends half-way leaves what it issued, the next issues the rest, and two at once each once', async () => {
    const { edicion, inscritas } = await cursadaCerrada(8, 8);
    const { services } = portal;
    const { id, fuente, fuenteId, tipo, ...comun } = pedido(edicion.id);
    const { id: disenoVersion } = await services.db
      .selectFrom('diseno_versiones as v')
      .innerJoin('disenos as d', 'd.id', 'v.diseno_id')
      .select('v.id')
      .where('d.tipo', '=', tipo as 'certificado')
      .where('v.estado', '=', 'publicada')
      .executeTakeFirstOrThrow();
    const contenido = { ...comun, disenoVersion };
    await services.db
      .insertInto('emisiones')
      .values({
        ...{ id, fuente: fuente as 'edicion', fuente_id: fuenteId, tipo: tipo as 'certificado' },
        ...{ contenido: JSON.stringify(contenido), trabajo_id: randomUUID() },
        ...{ pedido_en: new Date(), pedido_por: escolar.uid },
      })
      .execute();
    /** As a job's, but for its marks: it ends before the item of that number. */
    const until = (last: number) =>
      ({
        propietario: escolar.uid,
        async each<T>(
          items: readonly T[],
          _key: (item: T) => string,
          work: (trx: Trx, item: T) => Promise<void>,
        ) {
          for (const [i, item] of items.entries()) {
            if (i === last) throw new Error('killed');
            await services.db.transaction().execute((trx) => work(trx, item));
          }
        },
      }) as unknown as Progress;
    const run = (last = Number.POSITIVE_INFINITY) =>
      actAsSystem(() => runEmision({ emisionId: id }, until(last), services));
    await expect(run(3)).rejects.toThrow('killed');
    expect(await issued(edicion.id)).toHaveLength(3);
    await Promise.all([run(), run()]);
    const rows = await issued(edicion.id);
    expect(rows.map(({ origen_de }) => origen_de).sort()).toEqual(
      inscritas.map((i) => i.id).sort(),
    );
    expect((await run()).cifras).toEqual({ emitidos: 0, 'emitidos antes': 8 });
  });

  it('cancelled, it leaves what it issued; asked for again, the rest are issued theirs, once', async () => {
    const { edicion, inscritas } = await cursadaCerrada(6, 6);
    // It gets no further than three until it is let on, however fast it is.
    await sql`create function hasta_tres() returns trigger language plpgsql as $$ begin
      if (select count(*) from documentos_emitidos where origen = new.origen) >= 3 then
        raise exception 'hasta aquí';
      end if;
      return new; end $$`.execute(portal.services.db);
    await sql`create trigger hasta_tres before insert on documentos_emitidos
      for each row execute function hasta_tres()`.execute(portal.services.db);
    const { result } = await ask('startEmisionDocumentos', pedido(edicion.id));
    await expect.poll(async () => (await issued(edicion.id)).length, { timeout: 60_000 }).toBe(3);
    const cancelled = await ask('cancelTrabajo', { id: result.trabajo });
    expect(cancelled.result.estado).toBe('cancelado');
    await ended(result.trabajo);
    await sql`drop trigger hasta_tres on documentos_emitidos`.execute(portal.services.db);
    expect(await issued(edicion.id)).toHaveLength(3);
    const again = await ask('retryTrabajo', { id: result.trabajo });
    expect(again.error).toBeUndefined();
    await expect.poll(async () => (await issued(edicion.id)).length, { timeout: 60_000 }).toBe(6);
    await ended(result.trabajo);
    expect((await issued(edicion.id)).map(({ origen_de }) => origen_de).sort()).toEqual(
      inscritas.map(({ id }) => id).sort(),
    );
  });

  it('refuses what cannot be, and who may not', async () => {
    const { edicion } = await cursadaCerrada(1, 1);
    const abierta = await makeCursada(portal, { personas: 1 });
    const code = async (more: object, fuenteId = edicion.id) =>
      (await ask('startEmisionDocumentos', pedido(fuenteId, more))).error?.details;
    expect(await code({}, abierta.edicion.id)).toMatchObject({ code: 'emision-sin-fuente' });
    expect(await code({ fuente: 'ruta' })).toMatchObject({ code: 'emision-sin-fuente' });
    expect(await code({ firmantes: [randomUUID()] })).toMatchObject({
      code: 'emitido-sin-firmante',
    });
    expect((await code({ tipo: 'reconocimiento', campos: {} }))?.fields).toMatchObject({
      'campos.motivo': 'Falta: Se otorga por.',
    });
    expect((await ask('startEmisionDocumentos', pedido(edicion.id, { tipo: 'grado' }))).http).toBe(
      400,
    );
    const other = await makeCuenta(portal, {});
    await expectRefused(portal.call, [other], {
      startEmisionDocumentos: pedido(edicion.id),
      previewEmisionDocumentos: pedido(edicion.id),
      listEmisionesDocumentos: pedido(edicion.id),
    });
    expect(await issued(edicion.id)).toHaveLength(0);
  });

  it('the database takes no second one for the same place, and none changes its own', async () => {
    const { edicion } = await cursadaCerrada(1, 1);
    const { result } = await ask('startEmisionDocumentos', pedido(edicion.id));
    await ended(result.trabajo);
    const id = randomUUID();
    const [row] = await issued(edicion.id);
    const { db } = portal.services;
    const whole = (await findEmitido(db, row!.id))!;
    const again = (origen_de: string) =>
      db.transaction().execute(async (trx) => {
        const { folio, tipo, persona_id, estado, lista, preparado_en, preparado_por } = whole;
        const { emitido_en, emitido_por, vence_en, estado_en, sustituye } = whole;
        const { diseno_version_id } = whole;
        return insertEmitido(trx, {
          ...{ tipo, persona_id, estado, lista, preparado_en, preparado_por },
          ...{ emitido_en, emitido_por, vence_en, estado_en, sustituye, diseno_version_id },
          ...{ id: randomUUID(), folio: `${folio}x${origen_de}`, indice: whole.indice ^ 1 },
          ...{ datos: '{}', emision_id: whole.emision_id!, origen: edicion.id, origen_de },
        });
      });
    expect(await again(whole.origen_de!)).toBeNull();
    expect(await again(id)).not.toBeNull();
    await expect(
      portal.services.database.execute(
        `update documentos_emitidos set origen_de = gen_random_uuid() where id = '${row!.id}'`,
      ),
    ).rejects.toThrow(/no cambia/);
  });
});
