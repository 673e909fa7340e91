import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AHORA, type EnrolmentApp, startEnrolmentApp } from '../../../../../tests/factories/app.ts';
import { DEFINICION, publish, RESPUESTAS } from '../../../../../tests/factories/plantillas.ts';
import type { Actor } from '../../../../platform/shared/actor.ts';
import { openSensibles, sealSensibles } from './service.ts';

let app: EnrolmentApp;
beforeAll(async () => {
  app = await startEnrolmentApp();
});
afterAll(() => app.stop());

const SECRETO = 'Rampa y lector de pantalla';
type Offer = Awaited<ReturnType<EnrolmentApp['offer']>>;
const send = (offer: Offer, who: Actor, respuestas: object = RESPUESTAS, version = 1) =>
  app.call('submitInscripcion', { ...offer.ids, version, respuestas }, who);
const kept = (personaId: string) =>
  app.db
    .selectFrom('inscripciones as i')
    .leftJoin('respuestas_sensibles as r', 'r.inscripcion_id', 'i.id')
    .select(['i.id', 'i.respuestas', 'r.sellado'])
    .where('i.persona_id', '=', personaId)
    .execute();
const staff = () => app.person({ role: 'Escolar' });

describe('what is sensitive', () => {
  it('is kept apart and sealed, in the draft and when it is sent, and its person has it back', async () => {
    const ana = await app.person();
    const offer = await app.offer();
    const draft = { perfil: 'otro', apoyos: true, cualApoyo: SECRETO };
    await app.call('saveBorradorInscripcion', { ...offer.ids, respuestas: draft }, ana);
    for (const step of ['draft', 'sent']) {
      if (step === 'sent') expect((await send(offer, ana)).error).toBeUndefined();
      const [row, ...more] = await kept(ana.personaId);
      expect(more).toEqual([]);
      expect(Object.keys(row!.respuestas)).not.toContain('apoyos');
      expect(row!.sellado).not.toBeNull();
      // Nothing in the whole database says it in words.
      const dump = JSON.stringify([
        await app.db.selectFrom('respuestas_sensibles').selectAll().execute(),
        await app.db.selectFrom('inscripciones').selectAll().execute(),
        await app.db.selectFrom('acuses').selectAll().execute(),
        await app.db.selectFrom('historial').select(['antes', 'despues']).execute(),
        await app.db.selectFrom('correos').selectAll().execute(),
      ]);
      expect(dump).not.toContain('Rampa');
      const { result } = await app.call('getInscripcion', offer.ids, ana);
      expect((result.borrador ?? result.enviada).respuestas).toMatchObject({
        perfil: 'otro',
        apoyos: true,
        cualApoyo: SECRETO,
      });
    }
  });

  it('leaves nothing when it is taken back, or was never given', async () => {
    const ana = await app.person();
    const offer = await app.offer();
    const save = (respuestas: object) =>
      app.call('saveBorradorInscripcion', { ...offer.ids, respuestas }, ana);
    await save({ apoyos: true, cualApoyo: SECRETO });
    await save({ apoyos: false });
    expect((await kept(ana.personaId))[0]!.sellado).toBeNull();
    await save({ apoyos: true, cualApoyo: SECRETO });
    await send(offer, ana, { ...RESPUESTAS, apoyos: false });
    const [row] = await kept(ana.personaId);
    expect(row!.sellado).toBeNull();
    expect(JSON.stringify(row!.respuestas)).not.toContain('poyo');
  });

  it('that a newer version no longer asks for does not stay behind', async () => {
    const ana = await app.person();
    const offer = await app.offer();
    const draft = { apoyos: true, cualApoyo: SECRETO };
    await app.call('saveBorradorInscripcion', { ...offer.ids, respuestas: draft }, ana);
    await publish(app.db, offer.plantilla.id, {
      ...DEFINICION,
      secciones: DEFINICION.secciones.map((seccion) => ({
        ...seccion,
        campos: seccion.campos.filter(({ sensible }) => !sensible),
      })),
    });
    const {
      apoyos: _apoyos,
      cualApoyo: _cualApoyo,
      ...asked
    } = RESPUESTAS as Record<string, unknown>;
    expect((await send(offer, ana, asked, 2)).error).toBeUndefined();
    expect((await kept(ana.personaId))[0]!.sellado).toBeNull();
  });

  it('does not open in the row of another inscripción', () => {
    const { secrets } = app.services;
    const sealed = sealSensibles(secrets, 'una', { apoyos: true });
    expect(openSensibles(secrets, 'una', sealed)).toEqual({ apoyos: true });
    expect(() => openSensibles(secrets, 'otra', sealed)).toThrow(/another inscripción/);
    expect(openSensibles(secrets, 'otra', null)).toEqual({});
  });
});

describe('who may read it', () => {
  const read = (clave: string, who: Actor | null, motivo = 'Preparar el aula') =>
    app.call('getRespuestasSensibles', { clave, motivo }, who);
  const enrolled = async () => {
    const ana = await app.person();
    const offer = await app.offer();
    await send(offer, ana);
    return { ana, offer, clave: ana.clave! };
  };
  const readings = (personaId: string) =>
    app.db
      .selectFrom('historial')
      .select(['actor_uid', 'motivo', 'persona_id'])
      .where('accion', '=', 'persona.leerSensibles')
      .where('entidad_id', '=', personaId)
      .execute();

  it('staff, with a reason, each time written down', async () => {
    const { ana, offer, clave } = await enrolled();
    const escolar = await staff();
    const { result } = await read(clave, escolar);
    expect(result.inscripciones).toEqual([
      {
        id: expect.any(String),
        curso: offer.curso.nombre,
        edicion: offer.edicion.nombre,
        estado: 'inscrita',
        enviadaEn: AHORA.toISOString(),
        ilegible: false,
        secciones: [
          {
            titulo: 'Su trabajo',
            respuestas: [
              { etiqueta: 'Necesito algún apoyo', valor: 'Sí' },
              { etiqueta: 'Describa el apoyo', valor: SECRETO },
            ],
          },
        ],
      },
    ]);
    await read(clave, escolar, 'Reservar un asiento');
    const escribio = { actor_uid: escolar.uid, persona_id: ana.personaId };
    expect(await readings(ana.personaId)).toEqual([
      { ...escribio, motivo: 'Preparar el aula' },
      { ...escribio, motivo: 'Reservar un asiento' },
    ]);
  });

  it('one that does not open is said, and the others are read; its person has the rest of theirs', async () => {
    const { ana, offer, clave } = await enrolled();
    const otra = await app.offer();
    await send(otra, ana);
    const id = async ({ edicion }: Offer) =>
      (
        await app.db
          .selectFrom('inscripciones')
          .select('id')
          .where('edicion_id', '=', edicion.id)
          .executeTakeFirstOrThrow()
      ).id;
    await app.db
      .updateTable('respuestas_sensibles')
      .set({ sellado: 'lost' })
      .where('inscripcion_id', '=', await id(offer))
      .execute();
    const { result } = await read(clave, await staff());
    const { [await id(offer)]: rota, [await id(otra)]: sana } = Object.fromEntries(
      result.inscripciones.map((one: { id: string }) => [one.id, one]),
    );
    expect(rota).toMatchObject({ ilegible: true, secciones: [], curso: offer.curso.nombre });
    expect(sana).toMatchObject({ ilegible: false });
    expect(JSON.stringify(sana)).toContain(SECRETO);
    const suya = (await app.call('getInscripcion', offer.ids, ana)).result;
    expect(suya).toMatchObject({ ilegible: true, enviada: { respuestas: { perfil: 'otro' } } });
    expect((await app.call('getInscripcion', otra.ids, ana)).result.ilegible).toBe(false);
  });

  it('a draft that cannot be read is begun anew', async () => {
    const ana = await app.person();
    const offer = await app.offer();
    const draft = { apoyos: true, cualApoyo: SECRETO };
    const elegido = { grupoId: null, guardar: [] };
    const save = () =>
      app.call('saveBorradorInscripcion', { ...offer.ids, respuestas: draft, elegido }, ana);
    await save();
    const { execute } = app.services.database;
    await execute(
      `update inscripciones set respuestas = '["x"]', borrador = '3' where persona_id = $1`,
      [ana.personaId],
    );
    const { result } = await app.call('getInscripcion', offer.ids, ana);
    expect(result).toMatchObject({ ilegible: true, borrador: { respuestas: draft } });
    await save();
    expect((await app.call('getInscripcion', offer.ids, ana)).result.ilegible).toBe(false);
    expect((await send(offer, ana)).error).toBeUndefined();
  });

  it('nobody else, and nobody without a reason; what was refused opens nothing', async () => {
    const { ana, clave } = await enrolled();
    expect((await read(clave, null)).error!.status).toBe('UNAUTHENTICATED');
    for (const who of [ana, await app.person(), { ...(await staff()), restricted: true }]) {
      const { http, error, result } = await read(clave, who);
      expect([http, error!.status, result]).toEqual([403, 'PERMISSION_DENIED', undefined]);
    }
    for (const motivo of ['', '    ', 'ver']) {
      const { http, error } = await read(clave, await staff(), motivo);
      expect(http).toBe(400);
      expect(error!.details.fields.motivo).toContain('para qué');
    }
    expect(await readings(ana.personaId)).toEqual([]);
  });

  it('not what is still a draft; and that there is nothing is a reading too', async () => {
    const ana = await app.person();
    const offer = await app.offer();
    const draft = { apoyos: true, cualApoyo: SECRETO };
    await app.call('saveBorradorInscripcion', { ...offer.ids, respuestas: draft }, ana);
    const { result } = await read(ana.clave!, await staff());
    expect(result).toEqual({ inscripciones: [] });
    expect(await readings(ana.personaId)).toHaveLength(1);
    expect((await read('SC000000000', await staff())).error!.status).toBe('NOT_FOUND');
  });
});
