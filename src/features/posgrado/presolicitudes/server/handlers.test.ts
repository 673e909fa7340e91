import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import { makeDocumento } from '../../../../../tests/factories/documentos.ts';
import {
  type Aspirante,
  type Convocatoria,
  DEFINICION_PRESOLICITUD,
  makeAspirante,
  makeConvocatoria,
  RESPUESTAS_PRESOLICITUD as RESPUESTAS,
} from '../../../../../tests/factories/posgrado.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import { actAsSystem } from '../../../../platform/server/request-context.ts';
import { startOfDay } from '../../../../platform/shared/dates.ts';
import { GRACIA_MS } from '../../envios/rules.ts';
import { PRESOLICITUD } from '../../estados.ts';
import { lapsePresolicitudes, requirePresolicitud, takePasoPresolicitud } from './service.ts';

const AHORA = new Date('2026-11-21T16:00:00.000Z');

let portal: TestPortal;
let cv: Convocatoria;
beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
  portal.setNow(AHORA);
  cv = await makeConvocatoria(portal.services.db, { ahora: AHORA });
});
afterAll(() => portal.stop());

const call = (who: { token: string }, name: string, data: object) =>
  portal.call(name, data, { token: who.token });
const must = async (who: { token: string }, name: string, data: object) => {
  const { result, error } = await call(who, name, data);
  if (error) throw new Error(`${name}: ${JSON.stringify(error)}`);
  return result;
};
const code = async (who: { token: string }, name: string, data: object) =>
  (await call(who, name, data)).error?.details?.code;

/** The letters to an address that are queued, newest first. */
const lettersTo = async (para: string) => {
  const rows = await portal.services.db
    .selectFrom('correos')
    .select(['asunto', 'contenido'])
    .where('para', '=', para)
    .orderBy('creado_en', 'desc')
    .execute();
  return rows.map(({ asunto, contenido }) => ({
    subject: asunto,
    text: JSON.stringify(contenido),
  }));
};

const envioDe = (
  convocatoria: Convocatoria,
  more: { respuestas?: object; llave?: string | null; version?: number } = {},
) => ({
  convocatoriaId: convocatoria.id,
  version: convocatoria.presolicitud.version,
  llave: randomUUID(),
  ...more,
  respuestas: { correo: 'ana@correo.example', ...RESPUESTAS, ...more.respuestas },
});
const send = (who: Aspirante, more: Parameters<typeof envioDe>[1] = {}, convocatoria = cv) =>
  must(who, 'submitPresolicitud', envioDe(convocatoria, more));

/** As staff and jobs take it there. */
const takeThrough = (id: string, ...pasos: (keyof typeof PRESOLICITUD.pasos)[]) =>
  portal.services.db.transaction().execute((trx) =>
    actAsSystem(async () => {
      for (const paso of pasos) {
        const row = await requirePresolicitud(trx, id, { lock: true });
        await takePasoPresolicitud(trx, portal.services, row, {
          paso,
          accion: `presolicitud.${paso as 'validar'}`,
          aviso: null,
        });
      }
    }),
  );

const observe = async (id: string, venceEn: Date, requisitos = ['interes']) => {
  await portal.services.db.transaction().execute((trx) =>
    actAsSystem(async () => {
      for (const requisito of requisitos) {
        await trx
          .insertInto('observaciones')
          .values({
            ...{ presolicitud_id: id, estado: 'pendiente', ronda: 1, requisito },
            ...{ titulo: `Sobre ${requisito}`, texto: 'Explíquelo.', creada_por: 'quien' },
            creado_en: AHORA,
          })
          .execute();
      }
      const row = await requirePresolicitud(trx, id, { lock: true });
      await takePasoPresolicitud(trx, portal.services, row, {
        paso: 'observar',
        accion: 'presolicitud.observar',
        aviso: null,
        cambios: { vence_en: venceEn },
      });
    }),
  );
};

describe('the list of open calls', () => {
  it('shows what is met, what is not, and what one has in each', async () => {
    const ana = await makeAspirante(portal);
    const found = async () => {
      const { convocatorias } = await must(ana, 'listConvocatoriasAbiertas', {});
      return convocatorias.find(({ id }: { id: string }) => id === cv.id);
    };
    expect(await found()).toMatchObject({
      momento: 'presolicitudes',
      curso: { nombre: 'Maestría en Derecho Judicial' },
      lugares: 20,
      requisitos: { cumplidos: 1, pedidos: 1 },
      presolicitud: null,
      solicitud: null,
    });
    await send(ana);
    expect(await found()).toMatchObject({ presolicitud: { estado: 'enviada' } });
  });

  it('leaves out drafts, and calls that closed without one', async () => {
    const ana = await makeAspirante(portal);
    const borrador = await makeConvocatoria(portal.services.db, {
      ...{ ahora: AHORA, estado: 'borrador', publicada_en: null, publicada_por: null },
    });
    const cerrada = await makeConvocatoria(portal.services.db, {
      ...{ ahora: AHORA, presolicitud_abre: cv.after(-9), presolicitud_cierra: AHORA },
    });
    const { convocatorias } = await must(ana, 'listConvocatoriasAbiertas', {});
    const ids = convocatorias.map(({ id }: { id: string }) => id);
    expect(ids).toContain(cv.id);
    expect(ids).not.toContain(borrador.id);
    expect(ids).not.toContain(cerrada.id);
    expect(await code(ana, 'getPresolicitud', { convocatoriaId: borrador.id })).toBe(
      'convocatoria-no-existe',
    );
  });

  it('needs a file', async () => {
    const sinExpediente = await makeCuenta(portal);
    for (const [name, data] of [
      ['listConvocatoriasAbiertas', {}],
      ['getPresolicitud', { convocatoriaId: cv.id }],
      ['submitPresolicitud', envioDe(cv)],
      ['saveBorradorPresolicitud', { convocatoriaId: cv.id, respuestas: {} }],
    ] as const) {
      expect(await code(sinExpediente, name, data)).toBe('sin-expediente');
    }
    expect((await portal.call('getPresolicitud', { convocatoriaId: cv.id })).http).toBe(401);
  });
});

describe('a draft', () => {
  it('is kept with what is sensitive sealed apart, and thrown away', async () => {
    const ana = await makeAspirante(portal);
    const respuestas = { interes: 'Media frase', ajuste: 'Rampa', sobra: 'x' };
    const saved = await must(ana, 'saveBorradorPresolicitud', {
      ...{ convocatoriaId: cv.id, respuestas, desde: null },
    });
    const row = await portal.services.db
      .selectFrom('presolicitudes')
      .select(['respuestas', 'sensibles', 'estado'])
      .where('persona_id', '=', ana.personaId)
      .executeTakeFirstOrThrow();
    expect(row.estado).toBe('borrador');
    expect(JSON.stringify(row)).not.toContain('Rampa');
    const seen = await must(ana, 'getPresolicitud', { convocatoriaId: cv.id });
    expect(seen.borrador).toEqual({
      respuestas: { interes: 'Media frase', ajuste: 'Rampa' },
      guardar: [],
      guardadoEn: saved.guardadoEn,
    });
    expect(seen.puede).toMatchObject({
      guardar: { permitido: true },
      retirar: { permitido: false },
    });
    await must(ana, 'discardBorradorPresolicitud', { convocatoriaId: cv.id });
    const after = await must(ana, 'getPresolicitud', { convocatoriaId: cv.id });
    expect([after.presolicitud, after.borrador]).toEqual([null, null]);
    // Nothing to throw away is no mistake.
    expect(
      await code(ana, 'discardBorradorPresolicitud', { convocatoriaId: cv.id }),
    ).toBeUndefined();
  });

  it('saved in two tabs: the one that comes late is told, and nothing of either is lost', async () => {
    const ana = await makeAspirante(portal);
    const save = (interes: string, desde: string | null | undefined) =>
      call(ana, 'saveBorradorPresolicitud', {
        ...{ convocatoriaId: cv.id, respuestas: { interes } },
        ...(desde !== undefined && { desde }),
      });
    const uno = (await save('uno', null)).result;
    portal.setNow(new Date(AHORA.getTime() + 1000));
    expect((await save('dos', null)).error?.details.code).toBe('borrador-cambio');
    const tres = (await save('tres', uno.guardadoEn)).result;
    expect((await save('cuatro', uno.guardadoEn)).error?.details.code).toBe('borrador-cambio');
    const { borrador } = await must(ana, 'getPresolicitud', { convocatoriaId: cv.id });
    expect(borrador).toMatchObject({
      respuestas: { interes: 'tres' },
      guardadoEn: tres.guardadoEn,
    });
    expect((await save('cinco', undefined)).error).toBeUndefined();
    portal.setNow(AHORA);
  });

  it('survives the close, and cannot be sent', async () => {
    const ana = await makeAspirante(portal);
    const suya = await makeConvocatoria(portal.services.db, { ahora: AHORA });
    await must(ana, 'saveBorradorPresolicitud', {
      ...{ convocatoriaId: suya.id, respuestas: RESPUESTAS },
    });
    portal.setNow(suya.after(10));
    expect(await code(ana, 'submitPresolicitud', envioDe(suya))).toBe(
      'presolicitud-fuera-de-plazo',
    );
    expect(
      await code(ana, 'saveBorradorPresolicitud', {
        convocatoriaId: suya.id,
        respuestas: RESPUESTAS,
      }),
    ).toBeUndefined();
    const seen = await must(ana, 'getPresolicitud', { convocatoriaId: suya.id });
    expect(seen.borrador.respuestas).toMatchObject(RESPUESTAS);
    expect(seen.puede.enviar).toMatchObject({ permitido: false });
    expect(seen.puede.enviar.porque).toContain('El plazo terminó');
    portal.setNow(AHORA);
  });
});

describe('sending', () => {
  it('gives a folio, an acuse that opens, and a letter', async () => {
    const ana = await makeAspirante(portal);
    const sent = await send(ana, { respuestas: { ...RESPUESTAS, ajuste: 'Rampa' } });
    expect(sent).toMatchObject({ estado: 'enviada', numero: 1 });
    expect(sent.folio).toMatch(/^AC\d\d(-[0-9A-Z]{4}){3}-[0-9A-Z]$/);
    const acuse = (await portal.call('getAcuse', { folio: sent.folio, clave: sent.clave })).result;
    expect(acuse).toMatchObject({
      de: 'presolicitud',
      detalle: {
        estado: { codigo: 'enviada', nombre: 'Enviada', tono: 'info' },
        estadoActual: 'enviada',
        curso: { nombre: 'Maestría en Derecho Judicial' },
        reglas: [
          { cumple: true, detalle: expect.stringContaining('La recepción de presolicitudes') },
        ],
      },
    });
    expect(JSON.stringify(acuse)).not.toContain('Rampa');
    const pdf = await fetch(`${portal.url}/acuse/${sent.folio}.pdf?clave=${sent.clave}`);
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    const [letter] = await lettersTo(ana.email);
    expect(letter!.subject).toBe('Su presolicitud a Maestría en Derecho Judicial');
    expect(letter!.text).toContain(sent.folio);
    const seen = await must(ana, 'getPresolicitud', { convocatoriaId: cv.id });
    expect(seen).toMatchObject({
      borrador: null,
      presolicitud: {
        estado: 'enviada',
        respuestas: { ...RESPUESTAS, ajuste: 'Rampa' },
        envios: [{ numero: 1, folio: sent.folio, clave: sent.clave }],
      },
      puede: { guardar: { permitido: false }, retirar: { permitido: true } },
    });
    expect(seen.linea.filter(({ tipo }: { tipo: string }) => tipo === 'suceso')).toMatchObject([
      { titulo: 'Presolicitud iniciada' },
      { titulo: 'Presolicitud enviada', detalle: `Folio ${sent.folio}` },
    ]);
  });

  it('goes to the address that one gives, once it is confirmed', async () => {
    const ana = await makeAspirante(portal);
    const correo = `${randomUUID()}@correo.example`;
    const sent = await send(ana, { respuestas: { correo } });
    expect(sent.avisos).toEqual({ correos: [ana.email], porConfirmar: correo });
    const [asking] = await lettersTo(correo);
    const oobCode = /oobCode=([\w-]+)/.exec(asking!.text)![1]!;
    await must(ana, 'confirmCorreoContacto', { oobCode });
    const [acuse] = await lettersTo(correo);
    expect(acuse!.subject).toBe('Acuse de su presolicitud a Maestría en Derecho Judicial');
    expect(acuse!.text).toContain(sent.folio);
    await must(ana, 'withdrawPresolicitud', { id: sent.id });
    expect((await lettersTo(correo))[0]!.subject).toContain('Retiró su presolicitud');
  });

  it('twice with one key, one after the other or at once, is the same', async () => {
    const ana = await makeAspirante(portal);
    const envio = envioDe(cv);
    const both = await Promise.all([
      must(ana, 'submitPresolicitud', envio),
      must(ana, 'submitPresolicitud', envio),
    ]);
    const again = await must(ana, 'submitPresolicitud', envio);
    expect(new Set([...both, again].map(({ folio }) => folio)).size).toBe(1);
    const without = await must(ana, 'submitPresolicitud', envioDe(cv, { llave: null }));
    expect(without.folio).toBe(again.folio);
  });

  it('a second live one is refused', async () => {
    const ana = await makeAspirante(portal);
    await send(ana);
    expect(await code(ana, 'submitPresolicitud', envioDe(cv))).toBe('presolicitud-ya-enviada');
    expect(
      await code(ana, 'saveBorradorPresolicitud', { convocatoriaId: cv.id, respuestas: {} }),
    ).toBe('presolicitud-no-editable');
    expect(await code(ana, 'discardBorradorPresolicitud', { convocatoriaId: cv.id })).toBe(
      'presolicitud-no-editable',
    );
  });

  it('what is not answered well is said beside each field, and the draft stays', async () => {
    const ana = await makeAspirante(portal);
    await must(ana, 'saveBorradorPresolicitud', { convocatoriaId: cv.id, respuestas: RESPUESTAS });
    const { error } = await call(
      ana,
      'submitPresolicitud',
      envioDe(cv, { respuestas: { interes: '', grado: 'otro', ajena: 'x' } }),
    );
    expect(error!.details.code).toBe('respuestas-por-corregir');
    expect(Object.keys(error!.details.fields).sort()).toEqual(['ajena', 'grado', 'interes']);
    const { borrador } = await must(ana, 'getPresolicitud', { convocatoriaId: cv.id });
    expect(borrador.respuestas).toMatchObject(RESPUESTAS);
    expect(await code(ana, 'submitPresolicitud', envioDe(cv, { version: 9 }))).toBe(
      'version-cambio',
    );
  });

  it('before it opens, and after the call ended', async () => {
    const ana = await makeAspirante(portal);
    const { db } = portal.services;
    const futura = await makeConvocatoria(db, {
      ahora: AHORA,
      presolicitud_abre: cv.after(1),
      presolicitud_cierra: cv.after(2),
    });
    expect(await code(ana, 'submitPresolicitud', envioDe(futura))).toBe('presolicitud-todavia-no');
    // Everything may be ready by then.
    const { puede } = await must(ana, 'getPresolicitud', { convocatoriaId: futura.id });
    expect(puede).toMatchObject({ guardar: { permitido: true }, enviar: { permitido: false } });
    const cancelada = await makeConvocatoria(db, { ahora: AHORA, estado: 'cancelada' });
    for (const [name, data] of [
      ['submitPresolicitud', envioDe(cancelada)],
      ['saveBorradorPresolicitud', { convocatoriaId: cancelada.id, respuestas: {} }],
    ] as const) {
      expect(await code(ana, name, data)).toBe('convocatoria-concluida');
    }
  });
});

describe('observations', () => {
  const far = new Date(AHORA.getTime() + 5 * 86_400_000);

  it('are answered one by one and sent again: all of them, and in time', async () => {
    const ana = await makeAspirante(portal);
    const otra = await makeAspirante(portal);
    const { id, folio } = await send(ana);
    await observe(id, far, ['interes', 'grado']);
    const seen = await must(ana, 'getPresolicitud', { convocatoriaId: cv.id });
    expect(seen).toMatchObject({
      presolicitud: { estado: 'conObservaciones', venceEn: far.toISOString() },
      puede: {
        responder: { permitido: true, hasta: far.toISOString() },
        guardar: { permitido: true },
      },
    });
    const [uno, dos] = seen.observaciones;
    expect(uno).toMatchObject({ abierta: true, estado: 'pendiente', titulo: 'Sobre interes' });
    const answer = (who: Aspirante, which: string, respuesta = 'Ya está.') =>
      call(who, 'saveRespuestaObservacion', { id: which, respuesta });
    expect((await answer(otra, uno.id)).error!.details.code).toBe('presolicitud-no-existe');
    expect((await answer(ana, randomUUID())).http).toBe(404);
    expect((await answer(ana, uno.id)).result).toEqual({ pendientes: 1 });
    expect((await answer(ana, uno.id, 'Mejor dicho.')).result).toEqual({ pendientes: 1 });
    const { error } = await call(ana, 'submitPresolicitud', envioDe(cv));
    expect(error!.details).toMatchObject({
      code: 'observaciones-por-responder',
      observaciones: [dos.id],
    });
    expect((await answer(ana, dos.id)).result).toEqual({ pendientes: 0 });
    // Corrections are a draft of their own.
    await must(ana, 'saveBorradorPresolicitud', {
      ...{
        convocatoriaId: cv.id,
        respuestas: { ...RESPUESTAS, interes: 'Corregido.' },
        desde: null,
      },
    });
    const again = await send(ana, { respuestas: { ...RESPUESTAS, interes: 'Corregido.' } });
    expect(again).toMatchObject({ estado: 'enviada', numero: 2, id });
    expect(again.folio).not.toBe(folio);
    const after = await must(ana, 'getPresolicitud', { convocatoriaId: cv.id });
    expect(after.presolicitud).toMatchObject({
      estado: 'enviada',
      venceEn: null,
      respuestas: { interes: 'Corregido.' },
      envios: [{ numero: 2 }, { numero: 1, folio }],
    });
    expect(after.borrador).toBeNull();
    // What was sent first says what it said.
    const [, first] = await portal.services.db
      .selectFrom('posgrado_envios')
      .select(['numero', 'respuestas'])
      .where('presolicitud_id', '=', id)
      .orderBy('numero', 'desc')
      .execute();
    expect(first).toMatchObject({ numero: 1, respuestas: { interes: RESPUESTAS.interes } });
    expect((await answer(ana, uno.id)).error!.details.code).toBe('observacion-cerrada');
    expect(after.linea.map(({ titulo }: { titulo: string }) => titulo)).toContain(
      'Correcciones enviadas',
    );
  });

  it('may be corrected after the window closed, until their own term', async () => {
    const ana = await makeAspirante(portal);
    const suya = await makeConvocatoria(portal.services.db, { ahora: AHORA });
    const { id } = await send(ana, {}, suya);
    await observe(id, far);
    await portal.services.db
      .updateTable('convocatorias')
      .set({ presolicitud_abre: new Date(0), presolicitud_cierra: cv.after(-0.5) })
      .where('id', '=', suya.id)
      .execute();
    const { observaciones } = await must(ana, 'getPresolicitud', { convocatoriaId: suya.id });
    await must(ana, 'saveRespuestaObservacion', { id: observaciones[0].id, respuesta: 'Listo.' });
    // The rule of the window looks at the term of the corrections.
    expect(await send(ana, {}, suya)).toMatchObject({ estado: 'enviada', numero: 2 });
  });

  it('after their term nothing is answered, and the job lapses it, once and with a letter', async () => {
    const ana = await makeAspirante(portal);
    const { id } = await send(ana);
    await observe(id, AHORA);
    const { observaciones, puede } = await must(ana, 'getPresolicitud', { convocatoriaId: cv.id });
    expect(puede.responder).toMatchObject({ permitido: false });
    expect(
      await code(ana, 'saveRespuestaObservacion', { id: observaciones[0].id, respuesta: 'Tarde.' }),
    ).toBe('presolicitud-fuera-de-plazo');
    // All answered in time and sent late is late.
    await portal.services.db
      .updateTable('observaciones')
      .set({ estado: 'respondida', respuesta: 'A tiempo' })
      .where('presolicitud_id', '=', id)
      .execute();
    expect(await code(ana, 'submitPresolicitud', envioDe(cv))).toBe('presolicitud-fuera-de-plazo');
    const lapse = () => actAsSystem(() => lapsePresolicitudes(portal.services));
    // Who was received at the last moment is still being written.
    await lapse();
    expect((await requirePresolicitud(portal.services.db, id)).estado).toBe('conObservaciones');
    portal.setNow(new Date(AHORA.getTime() + GRACIA_MS));
    await lapse();
    await lapse();
    portal.setNow(AHORA);
    expect((await requirePresolicitud(portal.services.db, id)).estado).toBe('vencida');
    const letters = await lettersTo(ana.email);
    expect(letters.map(({ subject }) => subject)).toEqual([
      'Venció su presolicitud a Maestría en Derecho Judicial',
      'Su presolicitud a Maestría en Derecho Judicial',
    ]);
    // A lapsed one does not count: another one may be sent.
    expect(await send(ana)).toMatchObject({ estado: 'enviada' });
  });
});

describe('documents', () => {
  it('the version that was sent counts, whatever its person sends to the vault afterwards', async () => {
    const { db } = portal.services;
    const suya = await makeConvocatoria(db, {
      ahora: AHORA,
      presolicitud: {
        ...DEFINICION_PRESOLICITUD,
        secciones: [
          ...DEFINICION_PRESOLICITUD.secciones,
          {
            ...{ clave: 'docs', titulo: 'Documentos' },
            campos: [
              {
                ...{ clave: 'acta', tipo: 'documento', etiqueta: 'Acta', documento: 'ACTA' },
                obligatorio: true,
              },
            ],
          },
        ],
      },
    });
    const [ana, eva] = [await makeAspirante(portal), await makeAspirante(portal)];
    const id = await makeDocumento(portal, ana);
    const acta = { id, clave: 'ACTA', nombre: 'x' };
    const ajena = { ...acta, id: await makeDocumento(portal, eva) };
    const { error } = await call(
      ana,
      'submitPresolicitud',
      envioDe(suya, { respuestas: { acta: ajena } }),
    );
    expect(error!.details.fields.acta).toContain('no está en su expediente');
    const sent = await send(ana, { respuestas: { acta } }, suya);
    await makeDocumento(portal, ana);
    const envio = await db
      .selectFrom('posgrado_envios')
      .select(['documentos', 'respuestas'])
      .where('presolicitud_id', '=', sent.id)
      .executeTakeFirstOrThrow();
    expect(envio.documentos).toEqual([id]);
    const { presolicitud } = await must(ana, 'getPresolicitud', { convocatoriaId: suya.id });
    expect(presolicitud.respuestas.acta).toMatchObject({ id });
    // The file is there as long as its row is: it is replaced by another version, never removed.
    const { estado } = await db
      .selectFrom('documentos')
      .select('estado')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(estado).toBe('sustituido');
    // What is sent again points to the one in force.
    await observe(sent.id, new Date(AHORA.getTime() + 86_400_000));
    await db
      .updateTable('observaciones')
      .set({ estado: 'respondida', respuesta: 'Listo' })
      .where('presolicitud_id', '=', sent.id)
      .execute();
    const again = await call(ana, 'submitPresolicitud', envioDe(suya, { respuestas: { acta } }));
    expect(again.error!.details.fields.acta).toContain('otra versión');
  });
});

describe('withdrawing', () => {
  it('is for who sent it, says so in a letter, and leaves room for another', async () => {
    const ana = await makeAspirante(portal);
    const otra = await makeAspirante(portal);
    const { id } = await send(ana);
    expect(await code(otra, 'withdrawPresolicitud', { id })).toBe('presolicitud-no-existe');
    const withdraw = () => must(ana, 'withdrawPresolicitud', { id, motivo: 'Cambié de programa' });
    expect(await withdraw()).toEqual({ estado: 'retirada' });
    expect(await withdraw()).toEqual({ estado: 'retirada' });
    const seen = await must(ana, 'getPresolicitud', { convocatoriaId: cv.id });
    expect(seen.presolicitud).toMatchObject({ estado: 'retirada', motivo: 'Cambié de programa' });
    expect(seen.puede.enviar.permitido).toBe(true);
    const second = await send(ana);
    expect(second.id).not.toBe(id);
    expect(await code(ana, 'withdrawPresolicitud', { id })).toBeUndefined();
    expect((await requirePresolicitud(portal.services.db, second.id)).estado).toBe('enviada');
  });

  it('waits for the application of the same call', async () => {
    const ana = await makeAspirante(portal);
    const { id } = await send(ana);
    await takeThrough(id, 'validar');
    await must(ana, 'saveBorradorSolicitud', { convocatoriaId: cv.id, respuestas: {} });
    const { puede } = await must(ana, 'getPresolicitud', { convocatoriaId: cv.id });
    expect(puede.retirar.porque).toBe('Antes descarte el borrador de su solicitud.');
    expect(await code(ana, 'withdrawPresolicitud', { id })).toBe('presolicitud-con-solicitud');
    await must(ana, 'discardBorradorSolicitud', { convocatoriaId: cv.id });
    expect(await must(ana, 'withdrawPresolicitud', { id })).toEqual({ estado: 'retirada' });
  });
});

/** How each state is reached from one that was sent. */
const CAMINOS: Readonly<Record<string, (keyof typeof PRESOLICITUD.pasos)[]>> = {
  enviada: [],
  conObservaciones: ['observar'],
  valida: ['validar'],
  improcedente: ['rechazar'],
  vencida: ['observar', 'vencer'],
  retirada: ['retirar'],
  anulada: ['anular'],
};

it('every step is taken from its states and from no other', async () => {
  const estados = Object.entries(CAMINOS);
  const pasos = Object.keys(PRESOLICITUD.pasos).filter(
    (paso) => !['empezar', 'guardar', 'descartar'].includes(paso),
  ) as (keyof typeof PRESOLICITUD.pasos)[];
  for (const [estado, camino] of estados) {
    const ana = await makeAspirante(portal);
    const { id } = await send(ana);
    await takeThrough(id, ...camino);
    for (const paso of pasos) {
      const may = PRESOLICITUD.can(paso, estado as 'enviada');
      const tried = portal.services.db.transaction().execute((trx) =>
        actAsSystem(async () => {
          const row = await requirePresolicitud(trx, id, { lock: true });
          await takePasoPresolicitud(trx, portal.services, row, {
            ...{ paso, accion: 'presolicitud.leer', aviso: null },
          });
          const { estado: now } = await requirePresolicitud(trx, id);
          throw new Error(now);
        }),
      );
      const refused = 'Alguien más lo cambió mientras tanto. Actualice la pantalla.';
      await expect(tried, `${paso} from ${estado}`).rejects.toThrow(
        may ? PRESOLICITUD.pasos[paso].a! : refused,
      );
    }
  }
});

it('the home of its person says what is to be done, and until when', async () => {
  const ana = await makeAspirante(portal);
  const titles = async () =>
    (await must(ana, 'listPendientes', {})).propios.map(({ titulo }: { titulo: string }) => titulo);
  await must(ana, 'saveBorradorPresolicitud', { convocatoriaId: cv.id, respuestas: {} });
  expect(await titles()).toContain('Termine su presolicitud a Maestría en Derecho Judicial');
  const { id } = await send(ana);
  expect((await titles()).join()).not.toContain('presolicitud');
  await observe(id, startOfDay('2026-12-20'));
  expect(await titles()).toContain(
    'Responda las observaciones a su presolicitud a Maestría en Derecho Judicial',
  );
});
