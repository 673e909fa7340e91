/** The applications of a call for its staff, and excluding one. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../../tests/factories/cuentas.ts';
import { makeDocumento } from '../../../../../../tests/factories/documentos.ts';
import { makePersona } from '../../../../../../tests/factories/personas.ts';
import {
  type Aspirante,
  type Convocatoria,
  makeAspirante,
  makeConvocatoria,
  RESPUESTAS_SOLICITUD,
} from '../../../../../../tests/factories/posgrado.ts';
import { startTestPortal, type TestPortal } from '../../../../../../tests/portal.ts';

const AHORA = new Date('2026-11-27T16:00:00.000Z');
let portal: TestPortal;
type Cuenta = Awaited<ReturnType<typeof makeCuenta>>;
let admin: Cuenta;
let escolar: Cuenta;
let cv: Convocatoria;

beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
  portal.setNow(AHORA);
  admin = await makeCuenta(portal, { role: 'Admin' });
  escolar = await makeCuenta(portal, { role: 'Escolar' });
  cv = await makeConvocatoria(portal.services.db, { ahora: AHORA });
});
afterAll(() => portal.stop());

const call = (name: string, data: unknown, cuenta: { token: string } | null = admin) =>
  portal.call(name, data, cuenta ? { token: cuenta.token } : {});
const must = async (name: string, data: unknown, cuenta: { token: string } = admin) => {
  const { result, error } = await call(name, data, cuenta);
  if (error) throw new Error(`${name}: ${JSON.stringify(error)}`);
  return result;
};
const code = async (name: string, data: unknown, cuenta?: { token: string } | null) =>
  (await call(name, data, cuenta)).error?.details?.code;

/** Somebody whose application was sent. */
const apply = async (
  overrides: Parameters<typeof makePersona>[1] = {},
): Promise<Aspirante & { id: string; folio: string }> => {
  const ana = await makeAspirante(portal, overrides);
  await portal.services.db
    .insertInto('presolicitudes')
    .values({
      ...{ persona_id: ana.personaId, convocatoria_id: cv.id, estado: 'valida' },
      ...{ enviada_en: AHORA, decidida_en: AHORA, creado_en: AHORA, actualizado_en: AHORA },
    })
    .execute();
  const enviada = await must(
    'submitSolicitud',
    {
      ...{ convocatoriaId: cv.id, version: cv.solicitud.version },
      ...{ respuestas: RESPUESTAS_SOLICITUD, llave: randomUUID() },
    },
    ana,
  );
  return { ...ana, id: enviada.id, folio: enviada.folioSolicitud };
};

/** The list of the next test begins empty. */
const withdrawAll = async () => {
  await portal.services.db
    .updateTable('solicitudes')
    .set({ convocatoria_id: (await makeConvocatoria(portal.services.db, { ahora: AHORA })).id })
    .where('convocatoria_id', '=', cv.id)
    .execute();
};

const list = (more: object = {}, cuenta: Cuenta = admin) =>
  must('listSolicitudesConvocatoria', { convocatoriaId: cv.id, ...more }, cuenta);

it('gives the sensitive answers apart, with a reason that stays in the history, and to no party', async () => {
  const ana = await apply();
  await must(
    'submitSolicitud',
    {
      ...{ convocatoriaId: cv.id, version: cv.solicitud.version, llave: randomUUID() },
      respuestas: { ...RESPUESTAS_SOLICITUD, afirmativa: true },
    },
    ana,
  );
  const motivo = 'Preparar el ajuste de su entrevista.';
  expect(await must('getSensiblesSolicitud', { id: ana.id, motivo }, escolar)).toEqual({
    ilegible: false,
    secciones: [
      {
        titulo: 'Motivos',
        respuestas: [expect.objectContaining({ etiqueta: 'Acción afirmativa' })],
      },
    ],
  });
  const [leida] = await portal.services.db
    .selectFrom('historial')
    .select(['actor_uid', 'persona_id', 'motivo'])
    .where('accion', '=', 'solicitud.leerSensibles')
    .execute();
  expect(leida).toEqual({ actor_uid: escolar.uid, persona_id: ana.personaId, motivo });
  expect((await call('getSensiblesSolicitud', { id: ana.id, motivo: '' })).error?.status).toBe(
    'INVALID_ARGUMENT',
  );
  expect((await call('getSensiblesSolicitud', { id: ana.id, motivo }, ana)).error?.status).toBe(
    'PERMISSION_DENIED',
  );
  await portal.services.db
    .updateTable('cuentas')
    .set({ role: 'Admin' })
    .where('uid', '=', ana.uid)
    .execute();
  expect((await call('getSensiblesSolicitud', { id: ana.id, motivo }, ana)).error?.status).toBe(
    'PERMISSION_DENIED',
  );
  await withdrawAll();
});

describe('the list', () => {
  it('shows those that were sent, by name and folio, and no draft', async () => {
    const zoe = await apply({ nombre: 'Zoe', nombreCompleto: 'ZOE PÉREZ RUIZ' });
    const draft = await makeAspirante(portal);
    await portal.services.db
      .insertInto('presolicitudes')
      .values({
        ...{ persona_id: draft.personaId, convocatoria_id: cv.id, estado: 'valida' },
        ...{ creado_en: AHORA, actualizado_en: AHORA },
      })
      .execute();
    await must(
      'saveBorradorSolicitud',
      { convocatoriaId: cv.id, respuestas: RESPUESTAS_SOLICITUD },
      draft,
    );
    const { total, filas } = await list();
    expect(total).toBe(1);
    expect(filas[0]).toMatchObject({
      folio: zoe.folio,
      nombre: 'Zoe Pérez Ruiz',
      estado: 'enviada',
      recomendaciones: { pedidas: 0, recibidas: 0 },
      sospecha: false,
      documentosPorRevisar: 0,
      etapas: [
        { nombre: 'Proyecto', avance: 'pendiente' },
        { nombre: 'Entrevista', avance: 'pendiente' },
      ],
    });
    expect((await list({ busqueda: 'zoe perez' })).total).toBe(1);
    expect((await list({ busqueda: zoe.folio })).total).toBe(1);
    expect((await list({ busqueda: 'nadie' })).total).toBe(0);
    expect((await list({ aviso: 'sospecha' })).total).toBe(0);
    const [leido] = await portal.services.db
      .selectFrom('historial')
      .select('despues')
      .where('accion', '=', 'convocatoria.listarSolicitudes')
      .where('actor_uid', '=', admin.uid)
      .execute();
    expect(leido?.despues).toMatchObject({ personas: [zoe.personaId] });
  });
});

it('one is read with its answers by their labels, without the sensitive ones, and kept in the history', async () => {
  const ana = await apply();
  const { secciones, persona, enConcurso, requisitos } = await must('getSolicitudConvocatoria', {
    id: ana.id,
  });
  expect(persona.clave).toBe(ana.clave);
  expect(enConcurso).toBe(true);
  expect(requisitos.length).toBeGreaterThan(0);
  const etiquetas = secciones.flatMap(({ respuestas }: { respuestas: { etiqueta: string }[] }) =>
    respuestas.map(({ etiqueta }) => etiqueta),
  );
  expect(etiquetas).toContain('Exposición');
  expect(etiquetas).not.toContain('Acción afirmativa');
  const leidas = await portal.services.db
    .selectFrom('historial')
    .select('persona_id')
    .where('accion', '=', 'solicitud.leer')
    .where('entidad_id', '=', ana.id)
    .execute();
  expect(leidas).toEqual([{ persona_id: ana.personaId }]);
});

it('a document that is replaced after sending is told, and the version that was sent is the one that is shown', async () => {
  const { db } = portal.services;
  const ana = await apply();
  const sent = await makeDocumento(portal, ana);
  await sql`update posgrado_envios set documentos = array[${sent}]::uuid[] where solicitud_id = ${ana.id}`.execute(
    db,
  );
  const warned = async () => (await list({ aviso: 'documentos' })).total;
  expect(await warned()).toBe(0);
  await makeDocumento(portal, ana);
  expect(await warned()).toBe(1);
  const { documentos } = await must('getSolicitudConvocatoria', { id: ana.id });
  expect(documentos).toMatchObject([{ id: sent, reemplazado: true, vencido: false }]);
  await withdrawAll();
});

describe('excluding', () => {
  const MOTIVO = 'La constancia de estudios es falsa.';
  const ask = async (id: string) =>
    (await must('requestExclusionSolicitud', { solicitudId: id, motivo: MOTIVO })).id as string;

  it('is approved by another person, who takes it out of the contest and tells its person', async () => {
    const ana = await apply();
    const id = await ask(ana.id);
    expect(await code('requestExclusionSolicitud', { solicitudId: ana.id, motivo: MOTIVO })).toBe(
      'exclusion-en-espera',
    );
    expect(await code('decideExclusionSolicitud', { id, aprueba: true })).toBe(
      'posgrado-misma-persona',
    );
    expect((await list({ aviso: 'porExcluir' })).total).toBe(1);
    expect(await must('decideExclusionSolicitud', { id, aprueba: true }, escolar)).toEqual({
      estado: 'vigente',
    });
    const leida = await must('getSolicitudConvocatoria', { id: ana.id });
    expect(leida).toMatchObject({ estado: 'noAdmitida', motivo: MOTIVO, enConcurso: false });
    expect(leida.exclusiones[0]).toMatchObject({ estado: 'vigente', motivo: MOTIVO });
    const cartas = await portal.services.db
      .selectFrom('correos')
      .select('contenido')
      .where('para', '=', ana.email)
      .execute();
    expect(cartas.map(({ contenido }) => JSON.stringify(contenido)).join()).toContain(MOTIVO);
    expect(await code('decideExclusionSolicitud', { id, aprueba: true }, escolar)).toBe(
      'modificacion-ya-atendida',
    );
    expect(await code('requestExclusionSolicitud', { solicitudId: ana.id, motivo: MOTIVO })).toBe(
      'solicitud-no-se-excluye',
    );
  });

  it('rejected or taken back, changes nothing and may be asked for again', async () => {
    const ana = await apply();
    const una = await ask(ana.id);
    await must(
      'decideExclusionSolicitud',
      { id: una, aprueba: false, nota: 'No procede' },
      escolar,
    );
    const otra = await ask(ana.id);
    await must('withdrawExclusionSolicitud', { id: otra });
    await ask(ana.id);
    expect((await must('getSolicitudConvocatoria', { id: ana.id })).estado).toBe('enviada');
  });

  it('of one that was withdrawn meanwhile, is refused', async () => {
    const ana = await apply();
    const id = await ask(ana.id);
    await must('withdrawSolicitud', { id: ana.id }, ana);
    expect(await code('decideExclusionSolicitud', { id, aprueba: true }, escolar)).toBe(
      'solicitud-no-se-excluye',
    );
  });

  it('decided by two at once, is decided once', async () => {
    const ana = await apply();
    const id = await ask(ana.id);
    const otro = await makeCuenta(portal, { role: 'Admin' });
    const both = await Promise.all(
      [otro, escolar].map((cuenta) =>
        call('decideExclusionSolicitud', { id, aprueba: true }, cuenta),
      ),
    );
    expect(both.map(({ error }) => error?.details.code ?? 'OK').sort()).toEqual([
      'OK',
      'modificacion-ya-atendida',
    ]);
  });
});

it('each role does what it may, and nobody who applies or recommends there does anything', async () => {
  const ana = await apply();
  const { id: exclusionId } = await must('requestExclusionSolicitud', {
    solicitudId: ana.id,
    motivo: 'Un motivo cualquiera.',
  });
  const calls: [string, unknown][] = [
    ['listSolicitudesConvocatoria', { convocatoriaId: cv.id }],
    ['getSolicitudConvocatoria', { id: ana.id }],
    ['requestExclusionSolicitud', { solicitudId: ana.id, motivo: 'Un motivo cualquiera.' }],
    ['decideExclusionSolicitud', { id: exclusionId, aprueba: false }],
    ['withdrawExclusionSolicitud', { id: exclusionId }],
  ];
  for (const [name, input] of calls) {
    expect((await call(name, input, ana)).error?.status, name).toBe('PERMISSION_DENIED');
    expect((await call(name, input, null)).error?.status, name).toBe('UNAUTHENTICATED');
  }
  expect((await call(calls[2]![0], calls[2]![1], escolar)).error?.status).toBe('PERMISSION_DENIED');
  const { db } = portal.services;
  // One of the staff applies there; another one recommends.
  const aspirante = await apply();
  await db.updateTable('cuentas').set({ role: 'Admin' }).where('uid', '=', aspirante.uid).execute();
  const file = await makePersona(db);
  const recomendante = await makeCuenta(portal, { role: 'Admin', personaId: file.id });
  await db
    .insertInto('recomendaciones')
    .values({
      ...{ solicitud_id: ana.id, estado: 'invitada', nombre: 'Eva', correo: recomendante.email },
      ...{ institucion: 'UNAM', relacion: 'colega', creado_en: AHORA, actualizado_en: AHORA },
    } as never)
    .execute();
  for (const cuenta of [aspirante, recomendante]) {
    for (const [name, input] of calls) {
      expect(await code(name, input, cuenta), name).toBe('posgrado-es-parte');
    }
    const { filas } = await must('listConvocatorias', { porPagina: 100 }, cuenta);
    expect(filas.map((one: { id: string }) => one.id)).not.toContain(cv.id);
  }
  const own = await must('requestExclusionSolicitud', {
    solicitudId: aspirante.id,
    motivo: 'Un motivo cualquiera.',
  });
  expect(await code('decideExclusionSolicitud', { id: own.id, aprueba: false }, aspirante)).toBe(
    'sobre-uno-mismo',
  );
});
