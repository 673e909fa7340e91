/** The publication of a call and its numbered modifications. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../../tests/factories/cuentas.ts';
import { makePersona } from '../../../../../../tests/factories/personas.ts';
import {
  type Aspirante,
  type Convocatoria,
  DEFINICION_SOLICITUD,
  makeAspirante,
  makeConvocatoria,
} from '../../../../../../tests/factories/posgrado.ts';
import { startTestPortal, type TestPortal } from '../../../../../../tests/portal.ts';
import type { ContenidoEscrito } from '../../escritura/contract.ts';
import type { Modificacion } from '../contract.ts';
import { listModificaciones } from './service.ts';

const AHORA = new Date('2026-11-27T16:00:00.000Z');
let portal: TestPortal;
type Cuenta = Awaited<ReturnType<typeof makeCuenta>>;
let admin: Cuenta;
let otro: Cuenta;
let escolar: Cuenta;
let persona: Aspirante;

beforeAll(async () => {
  portal = await startTestPortal({}, {});
  portal.setNow(AHORA);
  admin = await makeCuenta(portal, { role: 'Admin' });
  otro = await makeCuenta(portal, { role: 'Admin' });
  escolar = await makeCuenta(portal, { role: 'Escolar' });
  persona = await makeAspirante(portal);
});
afterAll(() => portal.stop());

const call = (name: string, data: unknown, cuenta: Cuenta | null = admin) =>
  portal.call(name, data, cuenta ? { token: cuenta.token } : {});

const SOLICITUD = {
  ...DEFINICION_SOLICITUD,
  reparto: { alLlenarse: 'esperaPorPuntos' as const, horasParaAceptar: 72, cupos: [] },
};

type Leida = {
  id: string;
  estado: string;
  revision: number;
  formula: number;
  sorteoHash: string | null;
  contenido: ContenidoEscrito;
  enEspera: Modificacion | null;
  modificaciones: Modificacion[];
};
const read = async ({ edicionId }: Convocatoria, cuenta = admin): Promise<Leida> => {
  const { result, error } = await call('getConvocatoria', { edicionId }, cuenta);
  if (error) throw new Error(JSON.stringify(error));
  return result;
};

const makeBorrador = (overrides: object = {}) =>
  makeConvocatoria(portal.services.db, {
    ...{ ahora: AHORA, solicitud: SOLICITUD },
    ...{ estado: 'borrador', presolicitud_version_id: null, solicitud_version_id: null },
    ...{ sorteo_hash: null, publicada_en: null, publicada_por: null },
    bases: { campoAfirmativa: 'afirmativa', camposConNombre: ['nombre'], recomendaciones: 0 },
    ...overrides,
  } as never);
const makePublicada = (overrides: object = {}) =>
  makeConvocatoria(portal.services.db, {
    ...{ ahora: AHORA, solicitud: SOLICITUD },
    bases: { campoAfirmativa: 'afirmativa', camposConNombre: ['nombre'], recomendaciones: 0 },
    ...overrides,
  } as never);

const publicar = (id: string, revision: number, cuenta = admin) =>
  call('requestPublicacionConvocatoria', { id, revision }, cuenta);
const decide = (id: string, aprueba: boolean, cuenta: Cuenta) =>
  call('decideModificacionConvocatoria', { id, aprueba, nota: 'Conforme' }, cuenta);

describe('publishing', () => {
  it('waits for another person, fixes both versions and the secret of the draw', async () => {
    const convocatoria = await makeBorrador();
    expect((await publicar(convocatoria.id, 1)).result).toEqual({ publicada: false });
    const { enEspera, estado } = await read(convocatoria);
    expect(estado).toBe('borrador');
    expect(enEspera).toMatchObject({ asunto: 'publicacion', propia: true });
    expect((await decide(enEspera!.id, true, admin)).error?.details.code).toBe(
      'posgrado-misma-persona',
    );
    expect((await decide(enEspera!.id, true, escolar)).result).toEqual({ estado: 'vigente' });
    const after = await read(convocatoria);
    expect(after.estado).toBe('publicada');
    expect(after.modificaciones[0]).toMatchObject({ asunto: 'publicacion', numero: 0 });
    const row = await portal.services.db
      .selectFrom('convocatorias')
      .selectAll()
      .where('id', '=', convocatoria.id)
      .executeTakeFirstOrThrow();
    const secreto = portal.services.secrets.open(row.sorteo_secreto!);
    expect(secreto).toMatch(/^[0-9a-f]{64}$/);
    expect(row.sorteo_hash).toBe(createHash('sha256').update(secreto).digest('hex'));
    expect(after.sorteoHash).toBe(row.sorteo_hash);
    expect(row.presolicitud_version_id).toBe(convocatoria.presolicitud.versionId);
    expect(row.solicitud_version_id).toBe(convocatoria.solicitud.versionId);
    expect(row.publicada_por).toBe(admin.uid);
    // Decided once.
    expect((await decide(enEspera!.id, true, otro)).error?.details.code).toBe(
      'modificacion-ya-atendida',
    );
    expect((await publicar(convocatoria.id, 1)).error?.details.code).toBe(
      'convocatoria-no-es-borrador',
    );
  });

  it('compares people: who changed accounts is not another person', async () => {
    const convocatoria = await makeBorrador();
    const { db } = portal.services;
    const { id: personaId } = await makePersona(db);
    const una = await makeCuenta(portal, { role: 'Admin', personaId });
    await publicar(convocatoria.id, 1, una);
    const { enEspera } = await read(convocatoria);
    // The same file, now of another account.
    await db.updateTable('cuentas').set({ persona_id: null }).where('uid', '=', una.uid).execute();
    const dos = await makeCuenta(portal, { role: 'Admin', personaId });
    await db
      .updateTable('convocatoria_modificaciones')
      .set({ propuesta_por: dos.uid })
      .where('id', '=', enEspera!.id)
      .execute();
    expect((await decide(enEspera!.id, true, dos)).error?.details.code).toBe(
      'posgrado-misma-persona',
    );
  });

  it('refuses what lacks something, with the place of each', async () => {
    const etapas = [
      { tipo: 'rubrica' as const, nombre: 'Proyecto', peso: 70, criterios: [] },
      { tipo: 'examen' as const, nombre: 'Examen', peso: 20 },
    ];
    const convocatoria = await makeBorrador({ etapas, solicitud: DEFINICION_SOLICITUD });
    const { error } = await publicar(convocatoria.id, 1);
    expect(error?.details.code).toBe('convocatoria-con-problemas');
    expect(error?.details.problemas.map(({ donde }: { donde: string }) => donde)).toEqual([
      ...['solicitud', 'etapas', 'etapas.0.criterios'],
    ]);
  });

  it('while it waits the draft is not written; taken back, it is again', async () => {
    const convocatoria = await makeBorrador();
    const { contenido } = await read(convocatoria);
    await publicar(convocatoria.id, 1);
    const changed = { ...contenido, bases: { ...contenido.bases, diasResolver: 15 } };
    const save = () =>
      call('saveConvocatoria', { id: convocatoria.id, revision: 1, contenido: changed });
    expect((await save()).error?.details.code).toBe('convocatoria-en-espera');
    expect((await publicar(convocatoria.id, 1, otro)).error?.details.code).toBe(
      'convocatoria-en-espera',
    );
    const { enEspera } = await read(convocatoria);
    await call('withdrawModificacionConvocatoria', { id: enEspera!.id });
    expect((await save()).result.revision).toBe(2);
    expect((await publicar(convocatoria.id, 1)).error?.status).toBe('ABORTED');
    // Rejected, it may be asked for again: nothing of it is in force, and no number is used.
    await publicar(convocatoria.id, 2);
    const segunda = (await read(convocatoria)).enEspera!;
    expect((await decide(segunda.id, false, escolar)).result).toEqual({ estado: 'rechazada' });
    expect((await publicar(convocatoria.id, 2)).result).toEqual({ publicada: false });
  });

  it('publishes alone where the staff is one person', async () => {
    const solo = await startTestPortal({}, { jobs: false });
    try {
      solo.setNow(AHORA);
      const unica = await makeCuenta(solo, { role: 'Admin' });
      const convocatoria = await makeConvocatoria(solo.services.db, {
        ...{ ahora: AHORA, solicitud: SOLICITUD, estado: 'borrador' },
        ...{ presolicitud_version_id: null, solicitud_version_id: null, sorteo_hash: null },
        bases: { camposConNombre: ['nombre'] },
      });
      const asked = await solo.call(
        'requestPublicacionConvocatoria',
        { id: convocatoria.id, revision: 1 },
        { token: unica.token },
      );
      expect(asked.result).toEqual({ publicada: true });
    } finally {
      await solo.stop();
    }
  });
});

/** The content of a call with its dates moved, all or some. */
const propose = async (
  convocatoria: Convocatoria,
  change: (contenido: ContenidoEscrito) => void,
  cuenta = admin,
) => {
  const { id, revision, contenido } = await read(convocatoria, cuenta);
  change(contenido);
  const motivo = 'Se amplía por causa de fuerza mayor.';
  return call('requestModificacionConvocatoria', { id, revision, motivo, contenido }, cuenta);
};

const extend = (contenido: ContenidoEscrito) => {
  contenido.calendario.solicitudCierra = '2026-12-20 18:00';
};

describe('modifying', () => {
  it('is numbered, approved by another person, and told to everybody, drafts too', async () => {
    const convocatoria = await makePublicada();
    const { db } = portal.services;
    const borrador = { persona_id: persona.personaId, convocatoria_id: convocatoria.id };
    await db
      .insertInto('presolicitudes')
      .values({ ...borrador, estado: 'borrador', creado_en: AHORA, actualizado_en: AHORA })
      .execute();
    const { result } = await propose(convocatoria, extend);
    expect((await decide(result.id, true, admin)).error?.details.code).toBe(
      'posgrado-misma-persona',
    );
    expect((await decide(result.id, true, otro)).result).toEqual({ estado: 'vigente' });
    const [una] = await listModificaciones(db, convocatoria.id);
    expect(una).toMatchObject({
      numero: 1,
      motivo: 'Se amplía por causa de fuerza mayor.',
      cambios: [
        { etiqueta: 'Cierran las solicitudes', despues: '20 de diciembre de 2026, 18:00\u00a0h' },
      ],
    });
    const { contenido, formula } = await read(convocatoria);
    expect(contenido.calendario.solicitudCierra).toBe('2026-12-20 18:00');
    expect(formula).toBe(1);
    await expect
      .poll(async () => (await portal.mails()).filter(({ to }) => to === persona.email).length, {
        timeout: 15_000,
      })
      .toBe(1);
    const [mail] = (await portal.mails()).filter(({ to }) => to === persona.email);
    expect(mail!.text).toContain('Se amplía por causa de fuerza mayor.');
    await db.deleteFrom('presolicitudes').where('convocatoria_id', '=', convocatoria.id).execute();
  });

  it('moves dates forward only, and not those that passed', async () => {
    const convocatoria = await makePublicada();
    const back = await propose(convocatoria, ({ calendario }) => {
      calendario.solicitudCierra = '2026-12-10 18:00';
    });
    expect(back.error?.details.fields['calendario.solicitudCierra']).toContain('prorrogan');
    const past = await propose(convocatoria, ({ calendario }) => {
      calendario.presolicitudAbre = '2026-11-28 09:00';
      calendario.solicitudAbre = '2026-11-28 09:00';
    });
    expect(past.error?.details.fields['calendario.presolicitudAbre']).toContain('ya pasó');
    const nothing = await propose(convocatoria, () => {});
    expect(nothing.error?.details.code).toBe('modificacion-sin-cambios');
  });

  it('of a frozen call makes another formula when it changes the order', async () => {
    const convocatoria = await makePublicada({ congelada_en: AHORA });
    const { result } = await propose(convocatoria, ({ etapas }) => {
      etapas[0]!.peso = 60;
      etapas[1]!.peso = 40;
    });
    await decide(result.id, true, escolar);
    expect((await read(convocatoria)).formula).toBe(2);
    const otra = await propose(convocatoria, extend);
    await decide(otra.result.id, true, escolar);
    const { formula, modificaciones } = await read(convocatoria);
    expect(formula).toBe(2);
    expect(modificaciones.map(({ numero }) => numero)).toEqual([2, 1]);
    const cartas = await propose(convocatoria, ({ bases }) => {
      bases.recomendaciones = 2;
    });
    expect(cartas.error?.details.fields).toHaveProperty('bases.recomendaciones');
  });

  it('leaves closed stages, and criteria with scores, as they are', async () => {
    const convocatoria = await makePublicada();
    const { db } = portal.services;
    await db
      .updateTable('convocatoria_etapas')
      .set({ cerrada_en: AHORA })
      .where('id', '=', convocatoria.etapas[0]!.id)
      .execute();
    const { error } = await propose(convocatoria, ({ etapas }) => {
      etapas[0]!.minimo = 5000;
    });
    expect(error?.details.fields).toHaveProperty('etapas.0.nombre');
    const sin = await propose(convocatoria, ({ etapas }) => {
      etapas.pop();
    });
    expect(sin.error?.details.fields).toHaveProperty('etapas');
  });

  it('is refused when the weights no longer sum 100, and of a draft', async () => {
    const convocatoria = await makePublicada();
    const { error } = await propose(convocatoria, ({ etapas }) => {
      etapas[0]!.peso = 10;
    });
    expect(error?.details.code).toBe('convocatoria-con-problemas');
    const borrador = await makeBorrador();
    const { id, revision, contenido } = await read(borrador);
    const asked = { id, revision, contenido, motivo: 'Un motivo cualquiera.' };
    expect((await call('requestModificacionConvocatoria', asked)).error?.details.code).toBe(
      'convocatoria-no-publicada',
    );
  });

  it('approved by two at once, comes into force once', async () => {
    const convocatoria = await makePublicada();
    const { result } = await propose(convocatoria, extend);
    const both = await Promise.all([
      decide(result.id, true, otro),
      decide(result.id, true, escolar),
    ]);
    expect(both.map(({ error }) => error?.details.code ?? 'OK').sort()).toEqual([
      'OK',
      'modificacion-ya-atendida',
    ]);
    expect(await listModificaciones(portal.services.db, convocatoria.id)).toHaveLength(1);
  });

  it('proposed before a date passes, is not approved after it', async () => {
    const convocatoria = await makePublicada();
    const { result } = await propose(convocatoria, extend);
    portal.setNow(new Date('2026-12-19T16:00:00.000Z'));
    try {
      const { error } = await decide(result.id, true, otro);
      expect(error?.details.fields['calendario.solicitudCierra']).toContain('ya pasó');
    } finally {
      portal.setNow(AHORA);
    }
  });
});

it('each role does what it may, and nobody who applies there does anything', async () => {
  const convocatoria = await makePublicada();
  const { id, revision, contenido } = await read(convocatoria);
  contenido.bases.diasResolver = 20;
  const motivo = 'Un motivo cualquiera.';
  const modificacion = [
    'requestModificacionConvocatoria',
    { id, revision, motivo, contenido },
  ] as const;
  const publicacion = ['requestPublicacionConvocatoria', { id, revision }] as const;
  for (const [name, input] of [modificacion, publicacion]) {
    expect((await call(name, input, escolar)).error?.status).toBe('PERMISSION_DENIED');
    expect((await call(name, input, persona)).error?.status).toBe('PERMISSION_DENIED');
    expect((await call(name, input, null)).error?.status).toBe('UNAUTHENTICATED');
  }
  const { result } = await call(...modificacion);
  const staff = [
    ['decideModificacionConvocatoria', { id: result.id, aprueba: true }],
    ['withdrawModificacionConvocatoria', { id: result.id }],
  ] as const;
  for (const [name, input] of staff) {
    expect((await call(name, input, persona)).error?.status).toBe('PERMISSION_DENIED');
    expect((await call(name, input, null)).error?.status).toBe('UNAUTHENTICATED');
  }
  // An Admin who applies there.
  const { db } = portal.services;
  const file = await makePersona(db);
  const parte = await makeCuenta(portal, { role: 'Admin', personaId: file.id });
  await db
    .insertInto('presolicitudes')
    .values({
      ...{ persona_id: file.id, convocatoria_id: id, estado: 'borrador' },
      ...{ creado_en: AHORA, actualizado_en: AHORA },
    })
    .execute();
  for (const [name, input] of [
    modificacion,
    publicacion,
    ...staff,
    ['getConvocatoria', { edicionId: convocatoria.edicionId }],
  ] as const) {
    expect((await call(name, input, parte)).error?.details.code).toBe('posgrado-es-parte');
  }
  const lista = await call('listConvocatorias', { porPagina: 100 }, parte);
  expect(lista.result.filas.map((one: { id: string }) => one.id)).not.toContain(id);
  expect((await call('listConvocatorias', { porPagina: 100 })).result.filas).toContainEqual(
    expect.objectContaining({ id, porAprobar: true }),
  );
});
