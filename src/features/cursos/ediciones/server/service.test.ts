/** An edition that one enters by a call for applications: nobody enrols in it, and whoever finds it is led to its call. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import { makeOferta } from '../../../../../tests/factories/ofertas.ts';
import { RESPUESTAS } from '../../../../../tests/factories/plantillas.ts';
import { makeAspirante, makeConvocatoria } from '../../../../../tests/factories/posgrado.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import { actAsSystem } from '../../../../platform/server/request-context.ts';
import type { CallError } from '../../../../platform/shared/errors.ts';
import { convocatoriaDeEdicionPath } from '../../routes.ts';
import { setPorConvocatoria } from './service.ts';

const AHORA = new Date('2026-11-21T16:00:00.000Z');
const HOY = '2026-11-21';

let portal: TestPortal;
let ana: Awaited<ReturnType<typeof makeAspirante>>;
let admin: { token: string };
beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
  portal.setNow(AHORA);
  ana = await makeAspirante(portal);
  admin = await makeCuenta(portal, { role: 'Admin' });
});
afterAll(() => portal?.stop());

const call = async (name: string, data: unknown, who: { token: string } = ana) =>
  portal.call(name, data, { token: who.token });
const set = (edicionId: string, si: boolean) =>
  actAsSystem(() =>
    portal.services.db.transaction().execute((trx) => setPorConvocatoria(trx, edicionId, si)),
  );
const codeOf = (act: Promise<unknown>) =>
  act.then(
    () => undefined,
    (error: CallError) => error.details?.code,
  );
const oferta = () => makeOferta(portal.services.db, { ahora: AHORA });
const enviar = ({ ids, plantilla }: Awaited<ReturnType<typeof oferta>>) => ({
  ...ids,
  version: plantilla.numero,
  respuestas: RESPUESTAS,
});

describe('an edition entered by a call', () => {
  it('receives no inscripción nor draft, and says where one applies', async () => {
    const offer = await oferta();
    const respuestas = { perfil: 'otro' };
    expect((await call('saveBorradorInscripcion', { ...offer.ids, respuestas })).error).toBe(
      undefined,
    );
    await set(offer.edicion.id, true);
    // Again, it is so already.
    await set(offer.edicion.id, true);
    for (const [name, data] of [
      ['submitInscripcion', enviar(offer)],
      ['saveBorradorInscripcion', { ...offer.ids, respuestas }],
    ] as const) {
      const { error } = await call(name, data);
      expect(error).toMatchObject({
        status: 'FAILED_PRECONDITION',
        details: { code: 'posgrado-por-convocatoria' },
      });
      expect(error!.message).toContain('Presolicitud de posgrado');
    }
    const { result } = await call('getInscripcion', offer.ids);
    expect(result.edicion).toMatchObject({ porConvocatoria: true, convocatoriaId: null });
    // A draft that was started before the change can still be discarded.
    expect((await call('discardBorradorInscripcion', offer.ids)).error).toBeUndefined();
    await set(offer.edicion.id, false);
    expect((await call('submitInscripcion', enviar(offer))).error).toBeUndefined();
  });

  it('is not made so, nor stops being so, once somebody has sent an inscripción', async () => {
    const offer = await oferta();
    expect((await call('submitInscripcion', enviar(offer))).error).toBeUndefined();
    expect(await codeOf(set(offer.edicion.id, true))).toBe('edicion-con-inscripciones');
    expect(await codeOf(set('00000000-0000-4000-8000-000000000000', true))).toBe(
      'edicion-no-existe',
    );
    const cancelada = await oferta();
    await sql`update ediciones set cancelada_en = now() where id = ${cancelada.edicion.id}`.execute(
      portal.services.db,
    );
    expect(await codeOf(set(cancelada.edicion.id, true))).toBe('edicion-cancelada');
  });

  it('is offered once its call is published, with its dates; the home, the list and the page lead to it', async () => {
    const borrador = await makeConvocatoria(portal.services.db, {
      ahora: AHORA,
      estado: 'borrador',
    });
    const convocatoria = await makeConvocatoria(portal.services.db, { ahora: AHORA });
    const found = async (edicionId: string) => {
      const home = (await call('listOfertas', {})).result.ofertas;
      const lista = (await call('listEdicionesOferta', { porPagina: 100 })).result.filas;
      const of = (all: { edicion: { id: string } }[]) =>
        all.find(({ edicion }) => edicion.id === edicionId);
      return [of(home), of(lista)];
    };
    expect(await found(borrador.edicionId)).toEqual([undefined, undefined]);
    const abre = convocatoria.after(-1).toISOString();
    const cierra = convocatoria.after(10).toISOString();
    for (const one of await found(convocatoria.edicionId)) {
      expect(one).toMatchObject({
        momento: 'abierta',
        espera: null,
        reserva: null,
        edicion: {
          porConvocatoria: true,
          convocatoriaId: convocatoria.id,
          inscripcionAbre: abre,
          inscripcionCierra: cierra,
        },
      });
    }
    const { edicionId } = convocatoria;
    const detalle = (await call('getEdicionOferta', { edicionId })).result;
    expect(detalle.edicion.convocatoriaId).toBe(convocatoria.id);
    expect(convocatoriaDeEdicionPath(convocatoria.id)).toBe(
      `/presolicitudPosgrado?convocatoria=${convocatoria.id}`,
    );
    const fechas = (await call('listFechasOferta', { desde: HOY, hasta: '2026-12-31' })).result
      .fechas as { edicionId: string; clase: string; porConvocatoria: boolean; fecha: string }[];
    expect(fechas.find((one) => one.edicionId === edicionId)).toMatchObject({
      clase: 'cierra',
      fecha: '2026-12-01',
      porConvocatoria: true,
    });
    const ics = await (
      await fetch(`${portal.url}/calendario/edicion/${edicionId}.ics`, {
        headers: { authorization: `Bearer ${ana.token}` },
      })
    ).text();
    expect(ics).toContain('Presolicitudes: Maestría');
    // A call that moves its dates moves those of the edition; one that is cancelled is offered no more.
    await sql`update convocatorias set presolicitud_cierra = ${convocatoria.after(15)}
      where id = ${convocatoria.id}`.execute(portal.services.db);
    expect((await found(edicionId))[0]).toMatchObject({
      edicion: { inscripcionCierra: convocatoria.after(15).toISOString() },
    });
    await sql`update convocatorias set estado = 'cancelada' where id = ${convocatoria.id}`.execute(
      portal.services.db,
    );
    expect(await found(edicionId)).toEqual([undefined, undefined]);
  });

  it('staff see it, and do not change in the edition what its call decides', async () => {
    const { edicionId: id } = await makeConvocatoria(portal.services.db, { ahora: AHORA });
    const get = async () =>
      (await call('getEdicionGuardada', { id }, admin)).result.edicion as {
        version: number;
        datos: Record<string, unknown>;
      };
    expect(await get()).toMatchObject({ porConvocatoria: true, conConvocatoriaPublicada: true });
    const { filas } = (await call('listEdiciones', { busqueda: 'Generación' }, admin)).result;
    expect(filas.find((one: { id: string }) => one.id === id).porConvocatoria).toBe(true);
    const save = async (more: object) => {
      const { version, datos } = await get();
      return call('saveEdicion', { id, version, datos: { ...datos, ...more } }, admin);
    };
    const otra = await oferta();
    const refused = await save({
      cursoId: otra.curso.id,
      plantillaId: otra.plantilla.id,
      inscripcionAbre: '2026-11-01 09:00',
      inscripcionCierra: '2027-01-10 09:00',
    });
    expect(Object.keys(refused.error!.details.fields).sort()).toEqual([
      ...['cursoId', 'inscripcionAbre', 'inscripcionCierra', 'plantillaId'],
    ]);
    // One more seat is the school's to give.
    expect((await save({ cupo: 21 })).error).toBeUndefined();
    const { version } = await get();
    const borrada = await call('deleteEdicion', { id, version }, admin);
    expect(borrada.error!.details.code).toBe('edicion-con-convocatoria');
  });
});
