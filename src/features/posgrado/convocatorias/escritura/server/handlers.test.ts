/** The draft of a call: created, saved with a lock, deleted. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../../tests/factories/cuentas.ts';
import { makeCurso, makeEdicion } from '../../../../../../tests/factories/cursos.ts';
import { makePlantilla } from '../../../../../../tests/factories/plantillas.ts';
import {
  DEFINICION_PRESOLICITUD,
  DEFINICION_SOLICITUD,
  makeAspirante,
} from '../../../../../../tests/factories/posgrado.ts';
import { startTestPortal, type TestPortal } from '../../../../../../tests/portal.ts';
import type { ContenidoEscrito } from '../contract.ts';

const AHORA = new Date('2026-11-27T16:00:00.000Z');
let portal: TestPortal;
type Cuenta = Awaited<ReturnType<typeof makeCuenta>>;
let admin: Cuenta;
let escolar: Cuenta;
let persona: Cuenta;

beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
  portal.setNow(AHORA);
  admin = await makeCuenta(portal, { role: 'Admin' });
  escolar = await makeCuenta(portal, { role: 'Escolar' });
  persona = await makeAspirante(portal);
});
afterAll(() => portal.stop());

const call = (name: string, data: unknown, cuenta: Cuenta | null = admin) =>
  portal.call(name, data, cuenta ? { token: cuenta.token } : {});

const makePrograma = async ({ tipo = 'MAESTRIA', edicion = {} } = {}) => {
  const { db } = portal.services;
  const curso = await makeCurso(db, { tipo, nombre: 'Maestría en Derecho Judicial' });
  const definicion = {
    ...DEFINICION_SOLICITUD,
    reparto: { alLlenarse: 'esperaPorPuntos' as const, horasParaAceptar: 72, cupos: [] },
  };
  const solicitud = await makePlantilla(db, { nombre: `S ${randomUUID()}`, definicion });
  const presolicitud = await makePlantilla(db, {
    nombre: `P ${randomUUID()}`,
    definicion: DEFINICION_PRESOLICITUD,
  });
  const { id: edicionId } = await makeEdicion(
    db,
    { cursoId: curso.id, plantillaId: solicitud.id, ahora: AHORA },
    { inicia: '2027-08-02', termina: '2028-06-30', ...edicion },
  );
  return { edicionId, presolicitudPlantillaId: presolicitud.id };
};

const create = async (programa?: Awaited<ReturnType<typeof makePrograma>>) => {
  const de = programa ?? (await makePrograma());
  const { result, error } = await call('createConvocatoria', de);
  if (error) throw new Error(JSON.stringify(error));
  return { ...de, id: result.id as string };
};

const read = async (edicionId: string, cuenta = admin) =>
  (await call('getConvocatoria', { edicionId }, cuenta)).result as {
    id: string;
    estado: string;
    revision: number;
    contenido: ContenidoEscrito;
  };

const accionesDe = async (id: string) =>
  (
    await portal.services.db
      .selectFrom('historial')
      .select('accion')
      .where('entidad_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ accion }) => accion);

describe('creating', () => {
  it('proposes a calendar in order, takes the edition, and is kept in the history', async () => {
    const { id, edicionId } = await create();
    const { estado, revision, contenido } = await read(edicionId);
    expect({ estado, revision }).toEqual({ estado: 'borrador', revision: 1 });
    const fechas = Object.values(contenido.calendario);
    expect(fechas).toEqual([...fechas].sort());
    expect(contenido.etapas.map(({ tipo }) => tipo)).toEqual(['documental', 'rubrica']);
    const edicion = await call('getEdicionGuardada', { id: edicionId });
    expect(edicion.result.edicion.porConvocatoria).toBe(true);
    expect(await accionesDe(id)).toContain('convocatoria.crear');
  });

  it('refuses a second one, also at the same moment', async () => {
    const programa = await makePrograma();
    const both = await Promise.all([
      call('createConvocatoria', programa),
      call('createConvocatoria', programa, escolar),
    ]);
    const codes = both.map(({ error }) => error?.details.code ?? null);
    expect(codes.sort()).toEqual(['convocatoria-ya-existe', null]);
  });

  it('refuses an edition that is of no graduate programme, is cancelled, or has begun', async () => {
    const curso = await makePrograma({ tipo: 'CURSO' });
    expect((await call('createConvocatoria', curso)).error?.details.code).toBe(
      'convocatoria-no-es-posgrado',
    );
    for (const edicion of [{ cancelada_en: AHORA }, { inicia: '2026-11-20' }]) {
      const { error } = await call('createConvocatoria', await makePrograma({ edicion }));
      expect(error?.details.code).toBe('convocatoria-edicion-cancelada');
    }
    const sin = { ...(await makePrograma()), edicionId: randomUUID() };
    expect((await call('createConvocatoria', sin)).error?.status).toBe('NOT_FOUND');
    const otra = { ...(await makePrograma()), presolicitudPlantillaId: randomUUID() };
    expect((await call('createConvocatoria', otra)).error?.details.fields).toHaveProperty(
      'presolicitudPlantillaId',
    );
  });

  it('copies the terms of another call with ids of its own', async () => {
    const una = await create();
    const { revision, contenido } = await read(una.edicionId);
    const etapa = contenido.etapas[1]!;
    etapa.criterios = [
      {
        ...{ id: randomUUID(), nombre: 'Motivos', descripcion: '', peso: 100 },
        ...{ anclas: ['a', 'b', 'c', 'd', 'e'], piezas: ['exposicion'] },
      },
    ];
    contenido.bases.desempates = [{ por: 'etapa', etapaId: etapa.id }];
    expect(
      (await call('saveConvocatoria', { id: una.id, revision, contenido })).error,
    ).toBeUndefined();
    const otra = await makePrograma();
    await call('createConvocatoria', { ...otra, desde: una.id });
    const copia = (await read(otra.edicionId)).contenido;
    expect(copia.etapas[1]!.criterios[0]!.nombre).toBe('Motivos');
    expect(copia.etapas[1]!.id).not.toBe(etapa.id);
    expect(copia.bases.desempates).toEqual([{ por: 'etapa', etapaId: copia.etapas[1]!.id }]);
  });
});

describe('saving', () => {
  it('keeps what was written and moves the revision; a closing includes its minute', async () => {
    const { id, edicionId } = await create();
    const { revision, contenido } = await read(edicionId);
    contenido.calendario.resultadosEn = '2027-07-01 12:00';
    contenido.calendario.recomendacionesCierra = '2027-04-30 23:59';
    contenido.bases.diasSubsanar = 5;
    contenido.etapas[0]!.nombre = '  Cotejo  ';
    const { result } = await call('saveConvocatoria', { id, revision, contenido });
    expect(result.revision).toBe(2);
    const saved = (await read(edicionId)).contenido;
    expect(saved.bases.diasSubsanar).toBe(5);
    expect(saved.etapas[0]!.nombre).toBe('Cotejo');
    expect(saved.calendario).toEqual(contenido.calendario);
    const row = await portal.services.db
      .selectFrom('convocatorias')
      .select('recomendaciones_cierra')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.recomendaciones_cierra.toISOString()).toBe('2027-05-01T05:59:59.999Z');
  });

  it('says beside each date and figure what is wrong, and writes nothing', async () => {
    const { id, edicionId } = await create();
    const { revision, contenido } = await read(edicionId);
    const bad = structuredClone(contenido);
    bad.calendario.presolicitudCierra = '2026-01-01 18:00';
    bad.calendario.resultadosEn = 'mañana';
    bad.bases.diasConfirmar = null;
    bad.bases.limiteDiferencia = 120;
    bad.etapas[1]!.peso = 33.3;
    bad.etapas[1]!.minimo = 20_000;
    const { error } = await call('saveConvocatoria', { id, revision, contenido: bad });
    expect(Object.keys(error?.details.fields).sort()).toEqual([
      'bases.diasConfirmar',
      'bases.limiteDiferencia',
      'calendario.presolicitudCierra',
      'calendario.resultadosEn',
      'etapas.1.minimo',
      'etapas.1.peso',
    ]);
    expect((await read(edicionId)).revision).toBe(revision);
  });

  it('refuses to write over what somebody else saved, and names them', async () => {
    const { id, edicionId } = await create();
    const { revision, contenido } = await read(edicionId);
    const mine = { ...contenido, bases: { ...contenido.bases, diasResolver: 12 } };
    await call('saveConvocatoria', { id, revision, contenido: mine }, escolar);
    const { error } = await call('saveConvocatoria', { id, revision, contenido });
    expect(error?.status).toBe('ABORTED');
    expect(error?.details).toMatchObject({
      code: 'convocatoria-cambio',
      revision: revision + 1,
      quien: 'ANA PÉREZ RUIZ',
      contenido: { bases: { diasResolver: 12 } },
    });
  });

  it('two at once: one is written, the other is told', async () => {
    const { id, edicionId } = await create();
    const { revision, contenido } = await read(edicionId);
    const both = await Promise.all(
      [admin, escolar].map((cuenta, i) => {
        const bases = { ...contenido.bases, diasConfirmar: 5 + i };
        const input = { id, revision, contenido: { ...contenido, bases } };
        return call('saveConvocatoria', input, cuenta);
      }),
    );
    expect(both.map(({ error }) => error?.status ?? 'OK').sort()).toEqual(['ABORTED', 'OK']);
  });

  it('refuses a stage of another call, and a repeated one', async () => {
    const [una, otra] = [await create(), await create()];
    const ajena = (await read(otra.edicionId)).contenido.etapas[0]!;
    const { revision, contenido } = await read(una.edicionId);
    for (const extra of [ajena, contenido.etapas[0]!]) {
      const etapas = [...contenido.etapas, extra];
      const { error } = await call('saveConvocatoria', {
        id: una.id,
        revision,
        contenido: { ...contenido, etapas },
      });
      expect(error?.details.fields).toHaveProperty('etapas');
    }
  });

  it('removes, adds and reorders stages and criteria', async () => {
    const { id, edicionId } = await create();
    const { revision, contenido } = await read(edicionId);
    const [una, otra] = contenido.etapas as [
      ContenidoEscrito['etapas'][0],
      ContenidoEscrito['etapas'][0],
    ];
    const nueva = { ...otra, id: randomUUID(), nombre: 'Examen', tipo: 'examen' as const };
    await call('saveConvocatoria', {
      ...{ id, revision },
      contenido: { ...contenido, etapas: [nueva, una] },
    });
    const saved = (await read(edicionId)).contenido.etapas;
    expect(saved.map((etapa) => etapa.id)).toEqual([nueva.id, una.id]);
  });
});

it('what changes nothing is not written', async () => {
  const { id, edicionId } = await create();
  const { revision, contenido } = await read(edicionId);
  const { result } = await call('saveConvocatoria', { id, revision, contenido });
  expect(result.revision).toBe(revision);
  expect(await accionesDe(id)).not.toContain('convocatoria.guardar');
});

describe('deleting', () => {
  it('takes the draft away and gives the edition back', async () => {
    const { id, edicionId } = await create();
    expect((await call('deleteConvocatoria', { id, revision: 7 })).error?.status).toBe('ABORTED');
    expect((await call('deleteConvocatoria', { id, revision: 1 })).result).toEqual({ ok: true });
    expect((await call('getConvocatoria', { edicionId })).error?.status).toBe('NOT_FOUND');
    const edicion = await call('getEdicionGuardada', { id: edicionId });
    expect(edicion.result.edicion.porConvocatoria).toBe(false);
    expect(await accionesDe(id)).toContain('convocatoria.descartar');
  });
});

it('only the staff may', async () => {
  const { id, edicionId, presolicitudPlantillaId } = await create();
  const { contenido } = await read(edicionId);
  const inputs: [string, unknown][] = [
    ['listOpcionesConvocatoria', {}],
    ['createConvocatoria', { edicionId, presolicitudPlantillaId }],
    ['saveConvocatoria', { id, revision: 1, contenido }],
    ['deleteConvocatoria', { id, revision: 1 }],
    ['getConvocatoria', { edicionId }],
    ['listConvocatorias', {}],
  ];
  for (const [name, input] of inputs) {
    expect((await call(name, input, persona)).error?.status).toBe('PERMISSION_DENIED');
    expect((await call(name, input, null)).error?.status).toBe('UNAUTHENTICATED');
  }
  const { result } = await call('listOpcionesConvocatoria', {}, escolar);
  expect(result.convocatorias.map((one: { id: string }) => one.id)).toContain(id);
  expect(result.ediciones.map((one: { id: string }) => one.id)).not.toContain(edicionId);
});
