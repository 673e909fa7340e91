/** Calls as they are read: by their staff, by whoever applies, and on the home of whoever has something to do. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../../tests/factories/cuentas.ts';
import {
  type Aspirante,
  type Convocatoria,
  makeAspirante,
  makeConvocatoria,
} from '../../../../../../tests/factories/posgrado.ts';
import { startTestPortal, type TestPortal } from '../../../../../../tests/portal.ts';

const AHORA = new Date('2026-11-27T16:00:00.000Z');
let portal: TestPortal;
type Cuenta = Awaited<ReturnType<typeof makeCuenta>>;
let admin: Cuenta;
let escolar: Cuenta;
let ana: Aspirante;
let cv: Convocatoria;
let borrador: Convocatoria;

beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
  portal.setNow(AHORA);
  admin = await makeCuenta(portal, { role: 'Admin' });
  escolar = await makeCuenta(portal, { role: 'Escolar' });
  ana = await makeAspirante(portal);
  const { db } = portal.services;
  cv = await makeConvocatoria(db, { ahora: AHORA });
  borrador = await makeConvocatoria(db, {
    ...{ ahora: AHORA, estado: 'borrador', publicada_en: null, sorteo_hash: null },
    ...{ presolicitud_version_id: null, solicitud_version_id: null },
  });
  const suya = { persona_id: ana.personaId, convocatoria_id: cv.id };
  await db
    .insertInto('presolicitudes')
    .values({ ...suya, estado: 'enviada', creado_en: AHORA, actualizado_en: AHORA })
    .execute();
  await db
    .updateTable('convocatoria_etapas')
    .set({ vence_en: new Date(AHORA.getTime() - 3_600_000) })
    .where('id', '=', cv.etapas[0]!.id)
    .execute();
});
afterAll(() => portal.stop());

const call = (name: string, data: unknown, cuenta: { token: string } | null = admin) =>
  portal.call(name, data, cuenta ? { token: cuenta.token } : {});
type Fila = { id: string };

it('the list says where each call stands, finds by words, and pages', async () => {
  const { result } = await call('listConvocatorias', {});
  const fila = result.filas.find(({ id }: Fila) => id === cv.id);
  expect(fila).toMatchObject({
    estado: 'publicada',
    momento: 'solicitudes',
    presolicitudesValidas: 0,
    solicitudesEnviadas: 0,
    admitidas: 0,
    porAprobar: false,
    proxima: { titulo: 'Cierran las presolicitudes' },
  });
  const ids = async (more: object) =>
    (await call('listConvocatorias', more)).result.filas.map(({ id }: Fila) => id);
  expect(await ids({ estado: 'borrador' })).toEqual([borrador.id]);
  expect(await ids({ busqueda: 'derecho judicial' })).toHaveLength(2);
  expect(await ids({ busqueda: 'nada' })).toEqual([]);
  expect(await ids({ porPagina: 1, pagina: 2 })).toHaveLength(1);
});

it('one of them says its counts and what it depends on, and is kept in the history', async () => {
  const { result } = await call('getConvocatoria', { edicionId: cv.edicionId }, escolar);
  expect(result).toMatchObject({
    estado: 'publicada',
    aspirantes: 1,
    avance: { presolicitudes: { enviada: 1 }, evaluadores: 0 },
    porQueNoConcluye: 'Todavía no cierran las solicitudes.',
    entorno: { solicitud: { version: 1 }, edicion: { posgrado: true, cupo: 20 } },
  });
  const leida = await portal.services.db
    .selectFrom('historial')
    .select('id')
    .where('accion', '=', 'convocatoria.leer')
    .where('actor_uid', '=', escolar.uid)
    .execute();
  expect(leida).toHaveLength(1);
});

it('whoever applies reads the terms of a published call and nothing of its staff side', async () => {
  const { result } = await call('getBasesConvocatoria', { convocatoriaId: cv.id }, ana);
  expect(Object.keys(result).sort()).toEqual(
    ['cerradas', 'congeladaEn', 'contenido', 'entorno', 'formula', 'modificaciones'].concat(
      ...['publicadaEn', 'sorteoHash'],
    ),
  );
  expect(result.sorteoHash).toMatch(/^[0-9a-f]{64}$/);
  expect(result.entorno.evaluadores).toEqual([]);
  const { error } = await call('getBasesConvocatoria', { convocatoriaId: borrador.id }, ana);
  expect(error?.status).toBe('NOT_FOUND');
  expect((await call('getBasesConvocatoria', { convocatoriaId: cv.id }, null)).error?.status).toBe(
    'UNAUTHENTICATED',
  );
  for (const [name, input] of [
    ['listConvocatorias', {}],
    ['getConvocatoria', { edicionId: cv.edicionId }],
  ] as const) {
    expect((await call(name, input, ana)).error?.status).toBe('PERMISSION_DENIED');
  }
});

it('home tells the staff of overdue stages and of what waits, and no party of either', async () => {
  const titulos = async (cuenta: { token: string }) =>
    ((await call('listPendientes', null, cuenta)).result.personal ?? []).map(
      ({ titulo }: { titulo: string }) => titulo,
    );
  expect(await titulos(escolar)).toContain('Etapa sin cerrar: Proyecto');
  await portal.services.db
    .insertInto('convocatoria_modificaciones')
    .values({
      ...{ convocatoria_id: cv.id, asunto: 'modificacion', estado: 'propuesta', motivo: 'x' },
      cambios: JSON.stringify({ formato: 1, revision: 1, despues: null, lista: [] }),
      ...{ propuesta_por: admin.uid, creado_en: AHORA },
    })
    .execute();
  expect(await titulos(escolar)).toContain('Modificación por aprobar');
  expect(await titulos(admin)).not.toContain('Modificación por aprobar');
  const { db } = portal.services;
  await db.updateTable('cuentas').set({ role: 'Escolar' }).where('uid', '=', ana.uid).execute();
  const suyos = await titulos(ana);
  expect(suyos).not.toContain('Modificación por aprobar');
  expect(suyos).not.toContain('Etapa sin cerrar: Proyecto');
  const { filas } = (await call('listConvocatorias', {}, ana)).result;
  expect(filas.map(({ id }: Fila) => id)).toEqual([borrador.id]);
});
